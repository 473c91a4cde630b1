"""turtlesoup_score: logic, details and conclusion of situation puzzle solutions, for Hugging Face `evaluate`."""

from statistics import mean

import datasets
import evaluate

_DESCRIPTION = """
Scores what a solver believes happened in a situation puzzle against the puzzle's rubric: each logic point and each
detail of the rubric is matched with the nearest predicted one, similarities below the lower threshold count nothing
and those from the upper threshold on count in full, and the predicted conclusion is compared with the whole story.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: One mapping a puzzle, with `logic` and `details` (lists of statements) and `conclusion` (a text).
    references: Puzzle ids of turtlesoup-bench, or, for other data, mappings with `bottom`, `logic` and `details`.
    judge: `embedded` (sentence vectors, no key), or a model as litellm writes it.
    weights: Of logic, details and conclusion.
    thresholds: Lower and upper similarity threshold.
Returns:
    logic, details, conclusion, overall: Means over the scored predictions, in [0, 1], higher is better; None if none
        was scored.
    precision: Mean share of predicted points that match something.
    solved: Share of scored predictions whose overall score reaches the lower threshold.
    n, scored: Number of predictions, and how many of them the judge could score.
    scores: One record a prediction, with its matches, its ruler and, where unscored, the reason.
Examples:
    >>> import evaluate
    >>> from turtlesoup_bench import load_puzzles
    >>> puzzle = load_puzzles("en", limit=1)[0]
    >>> metric = evaluate.load("turtlesoup_score")
    >>> gold = {"logic": list(puzzle.logic), "details": list(puzzle.details), "conclusion": puzzle.bottom}
    >>> result = metric.compute(predictions=[gold], references=[puzzle.id])
    >>> result["overall"]
    1.0
    >>> nothing = {"logic": [], "details": [], "conclusion": ""}
    >>> metric.compute(predictions=[nothing], references=[puzzle.id])["overall"]
    0.0
"""

_CITATION = """
@misc{turtlesoup_bench,
  title = {turtlesoup-bench: a bilingual benchmark of imaginative reasoning},
  author = {{turtlesoup-bench contributors}},
  year = {2026}
}
"""

_PREDICTION = {
    "logic": datasets.Sequence(datasets.Value("string")),
    "details": datasets.Sequence(datasets.Value("string")),
    "conclusion": datasets.Value("string"),
}
_OWN_REFERENCE = {
    "bottom": datasets.Value("string"),
    "logic": datasets.Sequence(datasets.Value("string")),
    "details": datasets.Sequence(datasets.Value("string")),
}


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class TurtlesoupScore(evaluate.Metric):
    """See the description above."""

    def _info(self):
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=[
                datasets.Features({"predictions": _PREDICTION, "references": datasets.Value("string")}),
                datasets.Features({"predictions": _PREDICTION, "references": _OWN_REFERENCE}),
            ],
            homepage="https://github.com/turtlesoup-bench/turtlesoup-bench",
        )

    # Both check types first: `evaluate` looks at the first example only, and makes a list of letters of a later text.
    def add(self, *, prediction=None, reference=None, **kwargs):
        """See `evaluate.Metric.add`."""
        _check([prediction], [reference])
        super().add(prediction=prediction, reference=reference, **kwargs)

    def add_batch(self, *, predictions=None, references=None, **kwargs):
        """See `evaluate.Metric.add_batch`."""
        _check(() if predictions is None else predictions, () if references is None else references)
        super().add_batch(predictions=predictions, references=references, **kwargs)

    def _compute(self, predictions, references, judge="embedded", weights=(0.3, 0.3, 0.4), thresholds=(0.5, 0.8)):
        from turtlesoup_bench.games.turtle_soup.scoring.batch import score_predictions

        scores = score_predictions(predictions, references, judge=judge, weights=weights, thresholds=thresholds)
        scored = [score for score in scores if score.status == "scored"]

        def average(name):
            values = [getattr(score, name) for score in scored if getattr(score, name) is not None]
            return mean(values) if values else None

        return {
            **{name: average(name) for name in ("logic", "details", "conclusion", "overall", "precision", "solved")},
            "n": len(scores),
            "scored": len(scored),
            "scores": [score.to_json() for score in scores],
        }


def _check(predictions, references):
    from turtlesoup_bench.games.turtle_soup.scoring.batch import check_types

    check_types(predictions, references)
