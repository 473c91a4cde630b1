"""multi_turn_puzzles: the scores of five multi-turn games, for Hugging Face `evaluate`."""

from statistics import mean

import datasets
import evaluate

_DESCRIPTION = """
Scores episodes or final answers of word guess, movie recommendation, circuit decoding, word chaining or twenty
questions. Every prediction is played again by the rules of the game, which also compute its score.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: Texts: a line of `episodes.jsonl`, a JSON list of actions, or, in movie recommendation and circuit
        decoding, the final answer: the title of a movie, or the bits of all tables.
    references: Ids of the instances.
    game: `word-guess`, `movie-recommendation`, `circuit-decoding`, `word-chaining` or `twenty-questions`.
Returns:
    score: Mean headline: 0 is random play and 1 the best known; it is not clipped.
    The means of the other measures of the game, such as `circuits` or `attempts`.
    n, aborted: Number of predictions, and of those in which the player was aborted.
    scores: One record a prediction.
Examples:
    >>> import evaluate
    >>> from turtlesoup_bench.games.registry import find_game
    >>> instance = find_game("circuit-decoding").load({"limit": 1})[0]
    >>> metric = evaluate.load("multi_turn_puzzles")
    >>> tables = instance.data["tables"]
    >>> metric.compute(predictions=[tables], references=[instance.id], game="circuit-decoding")["score"]
    1.0
    >>> query = '[{"query": "A(0, 0, 0)"}, {"guess": "%s"}]' % tables
    >>> metric.compute(predictions=[query], references=[instance.id], game="circuit-decoding")["solved"]
    1.0
"""

_CITATION = """
@misc{turtlesoup_bench,
  title = {turtlesoup-bench: a bilingual benchmark of imaginative reasoning},
  author = {{turtlesoup-bench contributors}},
  year = {2026}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class MultiTurnPuzzles(evaluate.Metric):
    """See the description above."""

    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=datasets.Features({"predictions": text, "references": text}),
            homepage="https://github.com/turtlesoup-bench/turtlesoup-bench",
        )

    def _compute(self, predictions, references, game):
        from turtlesoup_bench.games.multi_turn.predictions import score_predictions

        scores = score_predictions(game, predictions, references)
        measured = [values for score in scores for values in score.by_seat.values()]
        return {
            **{name: mean(values[name] for values in measured) for name in (measured[0] if measured else ())},
            "n": len(scores),
            "aborted": sum("reason" in score.detail and "replies" in score.detail for score in scores),
            "scores": [score.to_json() for score in scores],
        }
