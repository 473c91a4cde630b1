"""Scores a file of answers: the accuracies over all questions and by kind."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.murder_mystery.case_questions.form import letter_of
from turtlesoup_bench.games.murder_mystery.case_questions.instances import load
from turtlesoup_bench.games.murder_mystery.case_questions.scoring import BY_KIND
from turtlesoup_bench.records import LANGUAGES, Json
from turtlesoup_bench.statistics.bootstrap import cluster_interval


def accuracies(predictions: Sequence[str], references: Sequence[str]) -> Json:
    """The accuracies of answers.

    Args:
        predictions: A letter, or a reply in which one is read.
        references: Ids of the questions, with or without ``@`` and a language.

    Returns:
        ``accuracy``, its ``interval`` over cases, ``lsu``, ``tiu``, ``miu``, ``mmr`` (None for a kind without a
        prediction), ``n``, ``unread``, and ``scores``.

    Raises:
        InvalidInput: If a question is unknown.
    """
    instances = {instance.id: instance for instance in load({})}
    ids = [one if "@" in one else f"{one}@{LANGUAGES[0]}" for one in references]
    unknown = {at: reference for at, reference in enumerate(references) if ids[at] not in instances}
    if unknown:
        raise InvalidInput(
            Problem(f"references[{at}]", "", repr(one), "the id of a question") for at, one in unknown.items()
        )
    scores = []
    for prediction, reference, name in zip(predictions, references, ids, strict=True):
        data = instances[name].data
        answer = letter_of(prediction, data["options"])
        scores.append({"id": reference, "kind": data["kind"], "answer": answer, "right": data["answer"]})
    values = [float(one["answer"] == one["right"]) for one in scores]
    by_kind = {
        measure: [value for value, one in zip(values, scores, strict=True) if one["kind"] == kind]
        for kind, measure in BY_KIND.items()
    }
    interval = cluster_interval(values, [instances[name].cluster for name in ids])
    return {
        "accuracy": interval and interval.mean,
        "interval": [interval.low, interval.high] if interval and interval.low is not None else None,
        **{measure: fmean(own) if own else None for measure, own in by_kind.items()},
        "n": len(scores),
        "unread": sum(one["answer"] is None for one in scores),
        "scores": scores,
    }
