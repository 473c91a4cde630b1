"""Scores of a game in which several seats are tested, of which some may be aborted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from turtlesoup_bench.games import Ending, Episode, Instance, Measure, Score
from turtlesoup_bench.games.multi_turn.twenty_questions.game import GAME as TWENTY
from turtlesoup_bench.games.results import Result, mean_of_seats
from turtlesoup_bench.games.submissions import Submitted
from turtlesoup_bench.run_folder import ruler_of
from turtlesoup_bench.submissions.scores import check_scores
from turtlesoup_bench.submissions.summary import summary_of


@dataclass(frozen=True)
class Judge:
    name: str
    model = "openai/judge"
    ruler = {"judge": "openai/judge"}  # noqa: RUF012


GAME = replace(TWENTY, measures=(Measure("survived", "Survived"), Measure("trust", "Trust")), scorer=Judge)
INSTANCE = Instance("table", "en", {"ann": "voter", "bob": "voter"}, {}, "table")
META = {
    "game": "votes",
    "game_version": "1",
    "options": {},
    "data": {"version": "1", "hash": "0" * 16},
    "tested": ["ann", "bob", "cyd"],  # another instance has three seats
    "self_hosted": [],
    "seats": {},
    "files": {},
    "scores": [{"scorer": "openai/judge", "ruler": {"judge": "openai/judge"}}],
}
WORST = {"survived": 0.0, "trust": 0.0}
FULL = {"survived": 1.0, "trust": 0.5}


def score(**by_seat: dict[str, float]) -> Score:
    ruler = ruler_of(META, {"judge": "openai/judge"})
    return Score("scored", by_seat, {}, ruler, episode_id="table#42", scorer="openai/judge")


def problems_of(scored: Score, *aborted: str) -> list[str]:
    setup = GAME.setup(INSTANCE, tested=("ann", "bob"))
    episode = Episode("votes", "1", setup, (), (), Ending("voted", aborted=aborted))
    submitted = Submitted(
        Path("x"),
        META,
        GAME,
        {"table": INSTANCE},
        {episode.id: episode},
        {episode.id: {}},
        {"scores.openai--judge.jsonl": {episode.id: scored}},
    )
    return [f"{one.place}: {one.found}" for one in check_scores(submitted, is_current=True)[1]]


@pytest.mark.parametrize(
    ("by_seat", "aborted", "problems"),
    [
        ({"ann": FULL, "bob": WORST}, (), []),
        ({"ann": FULL}, (), ["by_seat.bob: no value"]),
        ({"ann": WORST, "bob": FULL}, ("ann",), []),
        ({"ann": WORST}, ("ann",), []),  # the rules ended the game, so that nobody else has a score
        ({"ann": FULL, "bob": FULL}, ("ann",), ["by_seat: other values"]),
        ({"bob": FULL}, ("ann",), ["by_seat: other values"]),
        ({"ann": {**FULL, "luck": 1.0}, "bob": FULL}, (), ["by_seat.ann: 'luck'"]),
        ({"ann": {**FULL, "trust": 1.5}, "bob": FULL}, (), ["by_seat.ann.trust: 1.5"]),
    ],
)
def test_each_tested_seat_has_its_measures(by_seat: dict[str, Any], aborted: tuple[str, ...], problems: list) -> None:
    assert problems_of(score(**by_seat), *aborted) == problems


@pytest.mark.parametrize(
    ("by_seat", "aborted"),
    [({"ann": FULL, "bob": WORST}, ()), ({"ann": FULL, "bob": {"survived": 1.0}}, ()), ({"ann": WORST}, ("ann",))],
)
def test_the_means_are_those_of_the_results_of_a_run(by_seat: dict[str, Any], aborted: tuple[str, ...]) -> None:
    made = score(**by_seat)
    episode = Episode(
        "votes", "1", GAME.setup(INSTANCE, tested=("ann", "bob")), (), (), Ending("voted", aborted=aborted)
    )
    values = Result(replace(GAME, play_measures=(), measure_play=lambda *_: {}), INSTANCE, episode, made).values
    summary = summary_of(GAME, META["tested"], [made], [], {"table": INSTANCE})
    for measure in GAME.measures:
        assert mean_of_seats(made.by_seat, ("ann", "bob"), measure.name) == values[measure.name]
        mean = summary["means"][measure.name]
        assert (mean and mean["mean"]) == values[measure.name]
