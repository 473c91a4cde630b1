"""murder_mystery_qa: accuracies of answers to questions on murder mystery cases, for Hugging Face `evaluate`."""

import datasets
import evaluate

_DESCRIPTION = """
Scores answers to the multiple-choice questions on murder mystery cases: the share of right letters over all questions,
and by what has to be read: a long script (LSU), a text-rich image (TIU), a media-rich image (MIU), or several sources
one after the other (MMR).
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: Texts: a letter from a to d, or a model's reply, whose answer is read as in the game: from a JSON
        object `{"answer": "b"}`, or from words such as `The answer is (b).`
    references: Ids of the questions, such as `water-stage/text_rich-3`; the language of an instance's id
        (`water-stage/text_rich-3@zh`) may stand behind.
Returns:
    accuracy: Share of right answers, in [0, 1], higher is better; chance is 0.25.
    interval: Its 95 % interval by bootstrap over cases; None with fewer than two cases.
    lsu, tiu, miu, mmr: The same share by kind; None for a kind without a prediction.
    n, unread: Number of predictions, and of those in which no letter could be read, which count as wrong.
    scores: One record a prediction: id, kind, the letter read, the right one.
Examples:
    >>> import evaluate
    >>> from turtlesoup_bench.games.registry import find_game
    >>> questions = find_game("murder-mystery-questions").load({"limit": 20, "languages": ["en"]})
    >>> metric = evaluate.load("murder_mystery_qa")
    >>> references = [question.id for question in questions]
    >>> replies = [f"It must be so. The answer is ({question.data['answer']})." for question in questions]
    >>> metric.compute(predictions=replies, references=references)["accuracy"]
    1.0
    >>> metric.compute(predictions=["?"] * 20, references=references)["unread"]
    20
"""

_CITATION = """
@misc{turtlesoup_bench,
  title = {turtlesoup-bench: a bilingual benchmark of imaginative reasoning},
  author = {{turtlesoup-bench contributors}},
  year = {2026}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class MurderMysteryQA(evaluate.Metric):
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

    def _compute(self, predictions, references):
        from turtlesoup_bench.games.murder_mystery.case_questions.predictions import accuracies

        return accuracies(predictions, references)
