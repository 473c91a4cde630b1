"""The scores of a submission: by the stated rulers, of the right form, and computed again where no model is needed."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Mapping
from typing import NoReturn

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Episode, Score, Scorer
from turtlesoup_bench.games.episode import instance_id
from turtlesoup_bench.games.results import headline
from turtlesoup_bench.games.scores import scorer_ruler
from turtlesoup_bench.games.submissions import METADATA, Submitted
from turtlesoup_bench.records import Json
from turtlesoup_bench.run_folder import RunFolder, ruler_of
from turtlesoup_bench.submissions.differences import first_difference
from turtlesoup_bench.submissions.files import is_absent


def check_scores(submitted: Submitted, *, is_current: bool) -> tuple[dict[str, dict[str, Score]], list[Problem]]:
    """Each stated scorer has its file, each file its scorer, and each line its ruler, a result, and possible values.

    Args:
        submitted: The submission.
        is_current: Whether the scorers must be those of this version of the package.

    Returns:
        The lines that are sound so far, by file name and episode id, and every problem.
    """
    folder, meta = submitted.folder, submitted.meta
    stated = {RunFolder(folder).scores_file(entry["scorer"]).name: entry for entry in meta["scores"]}
    problems: list[Problem] = []
    sound: dict[str, dict[str, Score]] = {}
    if len(stated) < len(meta["scores"]):
        problems.append(Problem(str(folder / METADATA), "scores", "a scorer twice", "one entry a scorer"))
    scorers: dict[str, Scorer | None] = {}
    for name, entry in stated.items():
        scorers[name], found = _scorer(submitted, entry, is_current)
        problems += found
        if submitted.results and name not in submitted.scores and is_absent(folder, meta, name):
            problems.append(Problem(str(folder / name), "", "no such file", f"the scores by {entry['scorer']}"))
    for name, scores in submitted.scores.items():
        where = str(folder / name)
        if name not in stated:
            expected = f"one of {', '.join(sorted(stated))}"
            problems.append(Problem(where, "", "scores of a scorer that is not stated", expected))
            continue
        problems += _check_ids(where, submitted, scores)
        sound[name] = {}
        for episode_id, score in scores.items():
            found = list(_check_line(f"{where} {episode_id}", submitted, stated[name], score, scorers[name]))
            problems += found
            if not found:
                sound[name][episode_id] = score
    return sound, problems


def _scorer(submitted: Submitted, entry: Json, is_current: bool) -> tuple[Scorer | None, list[Problem]]:
    """The scorer at hand that an entry names; None if the data is another's, or there is no such scorer."""
    where, make = str(submitted.folder / METADATA), submitted.game.scorer
    if submitted.instances is None:
        return None, []
    try:
        scorer = make(entry["scorer"]) if make else None
    except InvalidInput as error:
        return None, [Problem(where, "scores.scorer", one.found, one.expected) for one in error.problems]
    if scorer is None:
        return None, [Problem(where, "scores.scorer", entry["scorer"], "none, since this game is not scored")]
    right = scorer_ruler(scorer.ruler, entry["ruler"].get("sampling") if scorer.model else None)
    difference = first_difference(entry["ruler"], right, "ruler") if is_current else None
    if difference is None:
        return scorer, []
    place, found, expected = difference
    expected = f"{expected}, that of this version of the package; score again with it"
    return scorer, [Problem(where, f"scores: {entry['scorer']}: {place}", found, expected)]


def _check_ids(where: str, submitted: Submitted, scores: Mapping[str, Score]) -> Iterator[Problem]:
    if not scores:
        yield Problem(where, "", "no scores", "a line for each result, of which there must be one")
    for name in sorted(set(submitted.results) ^ set(scores)):
        if name in scores:
            yield Problem(f"{where} {name}", "", "a score without a result", "no such line")
        else:
            yield Problem(where, "", f"no score for {name}", "a score, or unscored with the reason")


def _check_line(
    where: str, submitted: Submitted, entry: Json, score: Score, scorer: Scorer | None
) -> Iterator[Problem]:
    if score.scorer != entry["scorer"]:
        yield Problem(where, "scorer", repr(score.scorer), repr(entry["scorer"]))
    ruler = ruler_of(submitted.meta, entry["ruler"])
    if submitted.game.submissions and submitted.episodes is None and score.ruler["seats"] is None:
        ruler |= {"options": None, "seats": None}  # scored from a file, of which it is not known how it came about
    difference = first_difference(score.ruler, ruler, "ruler")
    if difference is not None:
        place, found, expected = difference
        yield Problem(where, place, found, expected)
    if submitted.instances is None:
        return
    problems = list(_check_values(where, submitted, score))
    yield from problems
    if scorer is None or scorer.model is not None:
        return
    if score.usage is not None:
        yield Problem(where, "usage", f"{score.usage.calls} calls", "null, since this scorer calls no model")
    episode = (submitted.episodes or {}).get(score.episode_id)
    if submitted.game.submissions is None and episode is not None and episode.ending is not None and not problems:
        yield from _score_again(where, submitted, episode, score, scorer)


def _check_values(where: str, submitted: Submitted, score: Score) -> Iterator[Problem]:
    """Measures of the game within their ranges, the headline of each tested seat, the worst of aborted seats."""
    game = submitted.game
    if score.status == "unscored":
        if score.by_seat or not score.reason:
            yield Problem(where, "status", "unscored", "a score, or a reason and no numbers")
        return
    known = {measure.name: measure for measure in game.measures}
    instance = (submitted.instances or {}).get(instance_id(score.episode_id))
    for seat, values in score.by_seat.items():
        for name, value in values.items():
            if name not in known:
                yield Problem(where, f"by_seat.{seat}", repr(name), f"only {', '.join(known)}")
                continue
            low, high = (
                end if end is not None else default
                for end, default in zip(known[name].range, (-math.inf, math.inf), strict=True)
            )
            if not low <= value <= high:
                yield Problem(where, f"by_seat.{seat}.{name}", str(value), f"a number from {low} to {high}")
    episode = (submitted.episodes or {}).get(score.episode_id)
    aborted = episode.ending.aborted if episode is not None and episode.ending else ()
    if episode is not None and game.settle(score, episode).by_seat != score.by_seat:
        expected = f"the worst of each measure for {', '.join(aborted)}, which was aborted"
        yield Problem(where, "by_seat", "other values", expected)
    for seat in submitted.meta["tested"] if instance and not aborted else ():
        if instance and seat in instance.seats and headline(game) not in score.by_seat.get(seat, {}):
            yield Problem(where, f"by_seat.{seat}", "no value", headline(game))


def _score_again(where: str, submitted: Submitted, episode: Episode, score: Score, scorer: Scorer) -> Iterator[Problem]:
    def models(name: str) -> NoReturn:
        raise TypeError(f"the scorer {score.scorer} asks {name}, but says that it asks no model")

    made = asyncio.run(scorer.score(episode.setup.instance, episode, models))
    right, stated = submitted.game.settle(made, episode).to_json(), score.to_json()
    for part in ("status", "reason", "detail", "by_seat"):
        difference = first_difference(stated[part], right[part], part)
        if difference is not None:
            place, found, expected = difference
            yield Problem(where, place, found, f"{expected}, recomputed from its episode")
