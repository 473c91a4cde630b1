"""Results and scores of a submission: frauds and mistakes that are caught."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from submitting import assert_caught, copy_of, edit_lines, edit_meta, edited, first, lines, rehash, restate, write_lines

EMBEDDED, JUDGED, RULES = "scores.embedded.jsonl", "scores.openai--judge.jsonl", "scores.rules.jsonl"
PREDICTIONS, EPISODES, META = "predictions.jsonl", "episodes.jsonl", "submission.json"


def measures(name: str, **values: float) -> Callable[[Path], None]:
    """Sets measures of a file's first score."""
    return first(name, lambda record: next(iter(record["by_seat"].values())).update(values))


def first_match(**fields: object) -> Callable[[Path], None]:
    return first(EMBEDDED, lambda record: record["detail"]["matches"]["details"][0].update(fields))


def mean(place: str, **fields: float) -> Callable[[Path], None]:
    """Sets a stated mean, or the ends of its interval."""
    part, name = place.split(".")
    return edited(lambda meta: meta["scores"][0][part][name].update(fields))


def improve(folder: Path, name: str = EMBEDDED) -> None:
    """Every similarity at 0.95 and everything that follows from it right: only the judge could tell."""

    def change(scores: list[dict]) -> None:
        answers = {f"{line['puzzle_id']}#42": line for line in lines(folder / PREDICTIONS)}
        for line in scores:
            said, player = answers[line["episode_id"]], line["by_seat"]["player"]
            for points in line["detail"]["matches"].values():
                points[:] = [{"index": 0, "similarity": 0.95, "credit": 1.0} for _ in points]
            player |= {"logic": 1.0, "details": 1.0, "overall": 0.6 + 0.4 * player["conclusion"], "solved": 1.0}
            player["precision"] = 2 / (len(said["logic"]) + len(said["details"]))

    edit_lines(folder, name, change)
    restate(folder)


def raise_conclusions(folder: Path) -> None:
    def change(scores: list[dict]) -> None:
        for line in scores:
            player = line["by_seat"]["player"]
            player["conclusion"] = 0.5
            player["overall"] = 0.3 * player["logic"] + 0.3 * player["details"] + 0.2
            player["solved"] = float(player["overall"] >= 0.5)

    edit_lines(folder, EMBEDDED, change)
    restate(folder)


def drop(folder: Path, *names: str) -> str:
    """Takes one puzzle out of the named files, and out of the stated scores."""
    [*_, last] = lines(folder / PREDICTIONS)
    episode = f"{last['puzzle_id']}#42"
    for name in names:
        edit_lines(
            folder,
            name,
            lambda records: records.pop(
                [r.get("episode_id", f"{r.get('puzzle_id')}#42") for r in records].index(episode)
            ),
        )
    restate(folder)
    return episode


def drop_and_declare(folder: Path) -> None:
    group = {"status": "failed", "reason": "refused", "episodes": [drop(folder, PREDICTIONS, EMBEDDED)]}
    edit_meta(folder, lambda meta: meta["missing"].append(group))


def add_foreign(folder: Path) -> None:
    edit_lines(folder, PREDICTIONS, lambda r: r.append({**r[0], "puzzle_id": "my-own@en"}))
    edit_lines(folder, EMBEDDED, lambda r: r.append({**r[0], "episode_id": "my-own@en#42"}))
    restate(folder)


def relabel(folder: Path, judge: str, target: str, rulers: bool) -> None:
    """Files the scores under another judge's name."""

    def change(records: list[dict]) -> None:
        for record in records:
            record["scorer"] = judge
            record["ruler"]["scorer"].update(judge=judge)

    [source] = folder.glob("scores.*.jsonl")
    if rulers:
        edit_lines(folder, source.name, change)
    source.rename(folder / target)
    edit_meta(folder, lambda meta: meta["scores"][0].update(scorer=judge))
    edit_meta(folder, lambda meta: meta["scores"][0]["ruler"].update(judge=judge))
    rehash(folder)


def unscored(record: dict) -> None:
    record.update(status="unscored", reason="the judge failed", by_seat={}, detail={"matches": None})


def emptied(folder: Path) -> None:
    for name in (PREDICTIONS, EMBEDDED, EPISODES):
        write_lines(folder / name, [])
    rehash(folder)


def predictions_after_scoring(folder: Path) -> None:
    first(PREDICTIONS, lambda record: record.update(logic=[], details=[], conclusion=""))(folder)
    (folder / EPISODES).unlink()
    edit_meta(folder, lambda meta: meta.update(play={}))
    rehash(folder)


def answered_and_missing(folder: Path) -> None:
    name = lines(folder / PREDICTIONS)[0]["puzzle_id"] + "#42"
    edit_meta(folder, lambda meta: meta["missing"][0]["episodes"].append(name))


Fraud = tuple[str, Callable[[Path], object], str, str]
FRAUDS: dict[str, Fraud] = {
    # name: the submission, what is done to it, the file that the message must name, words of the message
    "changed score": ("clues", measures(EMBEDDED, overall=0.9), EMBEDDED, "from its matches"),
    "changed part of a score": ("clues", measures(EMBEDDED, logic=1.0), EMBEDDED, "player.logic: found 1.0; expected"),
    "solved called unsolved": ("clues", measures(EMBEDDED, solved=0.0), EMBEDDED, "solved: found 0.0; expected 1.0"),
    "changed precision": ("clues", measures(EMBEDDED, precision=0.99), EMBEDDED, "precision: found 0.99"),
    "changed stated score": (
        "clues",
        mean("means.overall", mean=0.8),
        META,
        "scores[0].means.overall.mean: found 0.8; expected",
    ),
    "narrowed interval": (
        "clues",
        mean("means.overall", low=0.9, high=0.9),
        META,
        "scores[0].means.overall.low: found 0.9; expected",
    ),
    "changed mean of a language": (
        "clues",
        mean("by_language.en", mean=0.9),
        META,
        "scores[0].by_language.en.mean: found 0.9; expected",
    ),
    "changed number of turns": (
        "bank",
        edited(lambda meta: meta["play"]["turns"].update(mean=1.0)),
        META,
        "play.turns.mean: found 1.0; expected 22.0",
    ),
    "more scored than are": (
        "clues",
        edited(lambda meta: meta["scores"][0].update(scored=80)),
        META,
        "scored: found 80; expected 4",
    ),
    "fewer unscored than are": (
        "model",
        first(JUDGED, unscored),
        META,
        "scores[0].unscored: found 0; expected 1",
    ),
    "similarities raised with all that follows": ("clues", improve, EMBEDDED, "what the embedded judge gives"),
    "conclusions raised to the threshold": ("clues", raise_conclusions, EMBEDDED, "conclusion: found 0.5000; expected"),
    "credit above its similarity": (
        "clues",
        first_match(similarity=0.6, credit=1.0, index=0),
        EMBEDDED,
        "by its simil",
    ),
    "match with a point that was not predicted": ("clues", first_match(index=999), EMBEDDED, "index: found 999"),
    "easier rubric": (
        "clues",
        first(EMBEDDED, lambda record: record["detail"]["matches"]["details"].pop()),
        EMBEDDED,
        "one a point of the rubric",
    ),
    "other weights": (
        "clues",
        first(EMBEDDED, lambda record: record["ruler"]["scorer"].update(weights=[0.0, 0.0, 1.0])),
        EMBEDDED,
        "ruler.scorer.weights[0]: found 0.0; expected 0.3",
    ),
    "other weights in all places": (
        "clues",
        lambda f: (
            edit_lines(f, EMBEDDED, lambda rs: [r["ruler"]["scorer"].update(weights=[0.0, 0.0, 1.0]) for r in rs]),
            edit_meta(f, lambda meta: meta["scores"][0]["ruler"].update(weights=[0.0, 0.0, 1.0])),
        ),
        META,
        "scores: embedded: ruler.weights[0]: found 0.0; expected 0.3",
    ),
    "played with more turns than is said": (
        "clues",
        first(EMBEDDED, lambda record: record["ruler"]["options"].update(max_turns=60)),
        EMBEDDED,
        "ruler.options.max_turns: found 60; expected 30",
    ),
    "another host than is said": (
        "clues",
        first(EMBEDDED, lambda record: record["ruler"]["seats"]["host"].update(agent="responder")),
        EMBEDDED,
        "ruler.seats.host.agent: found 'responder'; expected 'embedded'",
    ),
    "scores with transcripts of which play is not known": (
        "clues",
        first(EMBEDDED, lambda record: record["ruler"].update(seats=None, options=None)),
        EMBEDDED,
        "ruler.options: found None; expected",
    ),
    "bad ones left unscored": ("clues", first(EMBEDDED, unscored), EMBEDDED, "status: found unscored"),
    "unscored without a reason": (
        "model",
        first(JUDGED, lambda record: (unscored(record), record.update(reason=None))),
        JUDGED,
        "found unscored; expected a score, or a reason and no numbers",
    ),
    "negative score": ("clues", measures(EMBEDDED, overall=-0.1), EMBEDDED, "overall: found -0.1; expected"),
    "score above one hundred percent": ("clues", measures(EMBEDDED, overall=1.5), EMBEDDED, "overall: found 1.5; exp"),
    "score that is no number": ("clues", measures(EMBEDDED, overall=float("nan")), EMBEDDED, "NaN is no JSON"),
    "score beyond measure": (
        "clues",
        measures(EMBEDDED, overall=10**400),
        EMBEDDED,
        "a number beyond 1e+15",
    ),
    "measure of another game": ("clues", measures(EMBEDDED, consistent=1.0), EMBEDDED, "player: found 'consistent'"),
    "score of nobody": (
        "clues",
        first(EMBEDDED, lambda record: record.update(by_seat={})),
        EMBEDDED,
        "by_seat.player: found no value; expected overall",
    ),
    "dropped puzzle": ("clues", lambda f: drop(f, PREDICTIONS, EMBEDDED, EPISODES), "", "no result of 1: "),
    "dropped score": ("clues", lambda f: drop(f, EMBEDDED), EMBEDDED, "no score for"),
    "dropped puzzle called missing": (
        "clues",
        drop_and_declare,
        EPISODES,
        "found no prediction in the predictions file",
    ),
    "answered and called missing": ("clues", answered_and_missing, META, "only episodes without a result"),
    "foreign puzzle": ("clues", add_foreign, "", "a result of my-own@en#42; expected an instance of data set"),
    "foreign puzzle called missing": (
        "clues",
        edited(lambda meta: meta["missing"][0]["episodes"].append("my-own@en#42")),
        META,
        "expected an instance of data set",
    ),
    "duplicate": (
        "clues",
        lambda f: edit_lines(f, PREDICTIONS, lambda r: r.append(r[0])),
        PREDICTIONS,
        "line 1 has it",
    ),
    "predictions not those of the episodes": (
        "clues",
        first(PREDICTIONS, lambda record: record.update(conclusion="The butler did it.")),
        EPISODES,
        "another prediction in the predictions file; expected the same prediction in both",
    ),
    "predictions written after scoring": (
        "clues",
        predictions_after_scoring,
        EMBEDDED,
        "the place of one of 0 predicted points",
    ),
    "prompts of another version": (
        "clues",
        edited(lambda meta: meta["scores"][0]["ruler"].update(judge_prompts="older")),
        META,
        "score again with it",
    ),
    "scores of another judge in a renamed file": (
        "clues",
        lambda f: relabel(f, "openai/gpt-4o", "scores.openai--gpt-4o.jsonl", rulers=False),
        "scores.openai--gpt-4o.jsonl",
        "ruler.scorer.judge: found 'embedded'; expected 'openai/gpt-4o'",
    ),
    "scores of another judge relabelled": (
        "clues",
        lambda f: relabel(f, "openai/gpt-4o", "scores.openai--gpt-4o.jsonl", rulers=True),
        "scores.openai--gpt-4o.jsonl",
        "usage: found no call",
    ),
    "a model's scores called embedded": (
        "model",
        lambda f: relabel(f, "embedded", EMBEDDED, rulers=True),
        EMBEDDED,
        "expected null, since this scorer calls no model",
    ),
    "a model's score changed": ("model", measures(JUDGED, overall=0.123), JUDGED, "overall: found 0.123; expected"),
    "scores of nobody": (
        "clues",
        lambda f: (shutil.copy(f / EMBEDDED, f / "scores.nobody.jsonl"), rehash(f)),
        "scores.nobody.jsonl",
        "a scorer that is not stated",
    ),
    "no predictions and fine scores": ("clues", emptied, EMBEDDED, "found no scores"),
    "no predictions and fine means": ("clues", emptied, META, "scored: found 4; expected 0"),
    # A game whose scores follow from its transcripts alone.
    "loss called a win": (
        "twenty",
        measures(RULES, consistent=0.0),
        RULES,
        "by_seat.answerer.consistent: found 0.0; expected 1.0, recomputed from its episode",
    ),
    "other detail": (
        "twenty",
        first(RULES, lambda record: record["detail"].update(turns=1_000)),
        RULES,
        "detail.turns: found 1000; expected",
    ),
    "left unscored": (
        "twenty",
        first(RULES, lambda record: record.update(status="unscored", reason="refused", by_seat={})),
        RULES,
        "status: found 'unscored'; expected 'scored'",
    ),
    "scored by an unknown scorer": (
        "twenty",
        edited(lambda meta: meta["scores"][0].update(scorer="dice")),
        META,
        "scores.scorer: found 'dice'; expected",
    ),
    "calls of a scorer that makes none": (
        "twenty",
        first(
            RULES,
            lambda record: record.update(usage={"calls": 1, "prompt_tokens": 1, "completion_tokens": 1, "cost": None}),
        ),
        RULES,
        "usage: found 1 calls; expected null",
    ),
}


@pytest.mark.parametrize("name", FRAUDS)
def test_a_fraud_or_mistake_is_caught(tmp_path: Path, name: str) -> None:
    kind, act, file, words = FRAUDS[name]
    folder = copy_of(kind, tmp_path)
    act(folder)
    assert_caught(folder, file, words)
