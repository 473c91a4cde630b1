"""Means, comparisons and outcomes of any game's results, which know a game by its measures alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from toy import GAME as TOY

from turtlesoup_bench.games import Ending, Episode, Game, Instance, Measure, Role, Score, Setup
from turtlesoup_bench.games.results import (
    Result,
    between_seeds,
    compare,
    headline,
    outcomes_of,
    parity,
    reliability,
    summarise,
)
from turtlesoup_bench.records import Usage

GAME = replace(
    TOY,
    name="hunt",
    roles=(Role("hunter"),),
    measures=(Measure("found", "Found"), Measure("won", "Won", outcomes=("won", "lost"))),
    play_measures=(
        Measure("turns", "Turns", (0.0, None), higher_is_better=False),
        Measure("seen", "Seen", if_aborted=0.0),
    ),
    measure_play=lambda instance, episode: {"turns": 3.0, "seen": instance.data.get("seen")},
    groups=("kind",),
)
INSTANCES = [
    Instance(f"{number}@{language}", language, {"a": "hunter"}, {"seen": 0.5}, str(number), {"kind": kind})
    for number, kind in enumerate(["wood", "sea", "town"] * 10)
    for language in ("en", "zh")
]
ENGLISH = [instance for instance in INSTANCES if instance.language == "en"]


def result(
    instance: Instance, found: float | None, *, seed: int = 42, game: Game = GAME, usage: Any = None, **ending: Any
) -> Result:
    """An episode that ended with this score, or without one that could be given (None)."""
    setup = game.setup(instance, seed=seed)
    episode = Episode(game.name, "1", setup, (), (), Ending("over", **ending), usage=usage or {})
    seats = [seat for seat in setup.tested if seat not in episode.ending.aborted]
    by_seat = {seat: {"found": found, "won": float(found >= 0.5)} for seat in seats} if found is not None else {}
    return Result(game, instance, episode, Score("unscored" if found is None else "scored", by_seat, {}, {}))


def aborted(instance: Instance, seed: int = 42) -> Result:
    return replace(result(instance, 1.0, seed=seed, aborted=("a",)), score=None)


def failed(instance: Instance) -> Result:
    one = result(instance, None)
    return replace(one, episode=replace(one.episode, ending=None, failure="a: gone"), score=None)


def mean(results: Sequence[Result], measure: str, game: Game = GAME) -> float | None:
    interval = summarise(game, results)[0].means[measure]
    return interval and interval.mean


def test_a_scorer_that_fails_on_a_fifth_moves_no_mean_and_widens_the_interval() -> None:
    draw = random.Random(3)
    copies = [replace(i, id=f"{n}-{i.id}", cluster=f"{n}-{i.cluster}") for i in INSTANCES for n in range(10)]
    whole = [result(instance, draw.choice([0.2, 0.6, 1.0])) for instance in copies]
    fifth = [result(one.instance, None) if draw.random() < 0.2 else one for one in whole]
    [before, *_], [after, *_] = summarise(GAME, whole), summarise(GAME, fifth)
    assert after.outcomes["unscored"] == len(whole) - after.scored > 0.1 * len(whole)
    one, other = before.means["found"], after.means["found"]
    assert one and other
    assert other.mean == pytest.approx(one.mean, abs=0.03)  # a zero for each would take a fifth off
    assert other.high - other.low > one.high - one.low  # type: ignore[operator]


def test_aborting_never_pays() -> None:
    chosen = ENGLISH[:10]
    results = [result(instance, 1.0) for instance in chosen[:4]] + [aborted(instance) for instance in chosen[4:]]
    row = summarise(GAME, results)[0]
    assert (row.scored, row.outcomes) == (10, {"won": 4, "lost": 0, "aborted": 6, "unscored": 0, "failed": 0})
    assert mean(results, "found") == mean(results, "won") == 0.4
    before = [result(instance, 1.0) for instance in chosen]
    found = compare(GAME, before, results)
    assert (found.pairs, found.difference and found.difference.mean) == (10, pytest.approx(-0.6))
    again = [result(instance, 1.0, seed=43) for instance in chosen]
    assert between_seeds(GAME, [*results, *again]) == {42: pytest.approx(0.4), 43: 1.0}
    told_twice = parity(GAME, [result(INSTANCES[0], 1.0), aborted(INSTANCES[1])])
    assert told_twice and told_twice.mean == -1.0


def test_a_measure_of_play_has_its_own_value_for_what_was_aborted() -> None:
    results = [result(ENGLISH[0], 1.0), aborted(ENGLISH[1])]
    assert [one.values["seen"] for one in results] == [0.5, 0.0]
    assert [one.values["turns"] for one in results] == [3.0, 3.0]  # without such a value, as it was measured
    unmeasured = [result(replace(ENGLISH[2], data={}), 1.0), failed(ENGLISH[3])]
    assert [one.values["seen"] for one in unmeasured] == [None, None]
    assert mean([*results, *unmeasured], "seen") == 0.25


@pytest.mark.parametrize(
    ("measure", "worst"),
    [
        (Measure("found", "Found"), 0.0),
        (Measure("found", "Found", higher_is_better=False), 1.0),
        (Measure("found", "Found", (-1.0, 3.0)), -1.0),
        (Measure("found", "Found", (0.0, None), higher_is_better=False, if_aborted=9.0), 9.0),
        (Measure("found", "Found", (None, 1.0), if_aborted=-2.0), -2.0),
    ],
)
def test_an_aborted_seat_has_the_worst_value(measure: Measure, worst: float) -> None:
    game = replace(GAME, measures=(measure,))
    assert result(ENGLISH[0], 0.5, game=game, aborted=("a",)).values["found"] == worst


def test_a_measure_without_a_worst_end_must_say_what_an_aborted_seat_gets() -> None:
    with pytest.raises(ValueError, match="measure turns: its range has no worst end"):
        _ = Measure("turns", "Turns", (0.0, None), higher_is_better=False).worst


def test_only_what_is_not_the_players_doing_leaves_the_mean() -> None:
    results = [result(ENGLISH[0], 0.6), result(ENGLISH[1], 0.2), result(ENGLISH[2], None), failed(ENGLISH[3])]
    missing = replace(result(ENGLISH[4], 1.0), score=None)
    row = summarise(GAME, [*results, missing])[0]
    assert (row.episodes, row.scored) == (5, 2)
    assert row.outcomes == {"won": 1, "lost": 1, "aborted": 0, "unscored": 2, "failed": 1}
    assert mean(results, "found") == pytest.approx(0.4)
    assert mean(results, "won") == 0.5
    assert mean(results, "turns") == 3.0 and failed(ENGLISH[3]).values["turns"] is None


def test_what_is_unfinished_has_failed() -> None:
    begun = Result(GAME, ENGLISH[0], Episode("hunt", "1", GAME.setup(ENGLISH[0]), (), ()), None)
    assert (begun.outcome, begun.values["found"], begun.values["seen"]) == ("failed", None, None)


THREE = Instance("three", "en", {"a": "hunter", "b": "hunter", "c": "hunter"}, {}, "three", {"kind": "sea"})


def of_seats(by_seat: dict[str, dict[str, float]], tested: tuple[str, ...], gone: tuple[str, ...] = ()) -> Result:
    setup = Setup(THREE, tested=tested)
    episode = Episode("hunt", "1", setup, (), (), Ending("over", aborted=gone))
    return Result(GAME, THREE, episode, Score("scored", by_seat, {}, {}))


SCORES = {"a": {"found": 1.0, "won": 1.0}, "b": {"found": 0.2, "won": 0.0}, "c": {"found": 0.6}}


@pytest.mark.parametrize(
    ("by_seat", "tested", "gone", "found", "won", "outcome"),
    [
        (SCORES, ("a", "b", "c"), (), 0.6, 0.5, "lost"),
        (SCORES, ("a", "b"), (), 0.6, 0.5, "lost"),
        (SCORES, ("a",), (), 1.0, 1.0, "won"),
        (SCORES, ("c",), (), 0.6, None, "lost"),  # who has no measure that is won, has not won
        (SCORES, ("a", "b"), ("b",), 0.5, 0.5, "aborted"),
        (SCORES, ("a", "b"), ("c",), 0.6, 0.5, "aborted"),  # another seat's doing, which took no value away
        ({}, ("a", "b", "c"), ("b",), 0.0, 0.0, "aborted"),  # the game was cut short, so that nobody else has a value
        ({}, ("a", "b"), (), None, None, "lost"),
    ],
)
def test_a_measure_of_several_tested_seats_is_their_mean(
    by_seat: dict[str, dict[str, float]],
    tested: tuple[str, ...],
    gone: tuple[str, ...],
    found: float | None,
    won: float | None,
    outcome: str,
) -> None:
    one = of_seats(by_seat, tested, gone)
    assert one.values["found"] == (found if found is None else pytest.approx(found))
    assert (one.values["won"], one.outcome) == (won, outcome)


def test_runs_are_compared_in_pairs() -> None:
    draw = random.Random(5)
    first = [result(instance, draw.uniform(0.2, 0.6)) for instance in INSTANCES]
    better = [result(one.instance, (one.values["found"] or 0) + draw.uniform(0.08, 0.12)) for one in first]
    found = compare(GAME, first, better)
    assert found.pairs == len(INSTANCES)
    assert found.difference and found.difference.low and found.p is not None
    assert found.difference.mean == pytest.approx(0.1, abs=0.01)
    assert found.difference.low > 0.05
    assert found.p < 0.01
    same = compare(GAME, first, first)
    assert (same.difference and same.difference.mean, same.p) == (0.0, 1.0)
    assert compare(GAME, first, [result(INSTANCES[0], None)]).difference is None
    other_seed = [result(instance, 1.0, seed=43) for instance in INSTANCES]
    assert compare(GAME, first, other_seed).pairs == 0
    assert compare(GAME, first, better[:7], measure="turns").pairs == 7


def test_parity_is_chinese_minus_english() -> None:
    results = [result(instance, 0.5 if instance.language == "en" else 0.4) for instance in INSTANCES]
    told_twice = parity(GAME, results)
    assert told_twice and told_twice.mean == pytest.approx(-0.1)
    assert parity(GAME, results[:1]) is None
    assert parity(GAME, [results[0], result(INSTANCES[1], 0.4, seed=43)]) is None


def of_seeds(*wins: str) -> list[Result]:
    """Games of one instance for each text, with a seed for each sign: 1 won, 0 lost, - unscored, x aborted."""
    made = {"1": lambda i, s: result(i, 1.0, seed=s), "0": lambda i, s: result(i, 0.2, seed=s)}
    made |= {"-": lambda i, s: result(i, None, seed=s), "x": aborted}
    return [
        made[sign](instance, seed)
        for instance, signs in zip(ENGLISH, wins, strict=False)
        for seed, sign in enumerate(signs)
    ]


@pytest.mark.parametrize(
    ("wins", "expected"),
    [
        # By hand: C(2, k) / C(3, k) is 2/3, 1/3, 0.
        (["110"], {1: 2 / 3, 2: 1 / 3, 3: 0.0}),
        # The mean with an instance that is always won, and one that never is.
        (["110", "111", "000"], {1: 5 / 9, 2: 4 / 9, 3: 1 / 3}),
        # An aborted game is not won.
        (["1x"], {1: 0.5, 2: 0.0}),
        # Only instances that every seed has are counted.
        (["11", "1-"], {1: 1.0, 2: 1.0}),
        (["1", "0"], {}),
        ([], {}),
    ],
)
def test_reliability_is_the_chance_that_k_seeds_are_all_won(wins: list[str], expected: dict[int, float]) -> None:
    assert reliability(GAME, of_seeds(*wins)) == pytest.approx(expected)


def test_seeds_are_compared_on_the_instances_that_all_of_them_have() -> None:
    assert between_seeds(GAME, of_seeds("10", "1-", "00")) == {0: pytest.approx(0.6), 1: pytest.approx(0.2)}
    assert between_seeds(GAME, of_seeds("1", "0")) == {}


def test_a_game_that_cannot_be_won_has_scored_episodes() -> None:
    game = replace(GAME, measures=GAME.measures[:1])
    assert outcomes_of(game) == ("scored", "aborted", "unscored", "failed")
    results = [result(ENGLISH[0], 0.0, game=game), result(ENGLISH[0], 1.0, seed=43, game=game)]
    assert summarise(game, results)[0].outcomes == {"scored": 2, "aborted": 0, "unscored": 0, "failed": 0}
    assert reliability(game, results) == {}
    assert between_seeds(game, results) == {42: 0.0, 43: 1.0}


def test_a_game_that_is_not_scored_has_no_headline() -> None:
    game = replace(GAME, measures=(), scorer=None)
    results = [replace(result(instance, None, game=game), score=None) for instance in INSTANCES[:4]]
    assert headline(game) == ""
    assert summarise(game, results)[0].episodes == 4
    assert mean(results, "turns", game) == 3.0
    assert compare(game, results, results).pairs == 0
    assert (between_seeds(game, results), parity(game, results)) == ({}, None)


def test_rows_name_languages_tags_and_both() -> None:
    rows = summarise(GAME, [result(instance, 0.7) for instance in INSTANCES])
    assert rows[0].group == "overall"
    kinds = ("wood", "sea", "town")
    assert {row.group for row in rows} == {
        "overall", "en", "zh", *kinds, *(f"{kind}@{language}" for kind in kinds for language in ("en", "zh"))
    }  # fmt: skip
    assert {row.group: row.episodes for row in rows}["sea@zh"] == 10
    assert summarise(GAME, []) == []


def test_what_was_spent_is_of_all_seats_and_no_price_is_no_sum() -> None:
    usage = {"a": Usage(1, 10, 5, 0.5), "host": Usage(2, 20, 5, 0.25)}
    spent = result(ENGLISH[0], 1.0, usage=usage)
    assert (spent.values["tokens"], spent.values["cost"]) == (40, 0.75)
    unpriced = result(ENGLISH[1], 1.0, usage={**usage, "host": Usage(2, 20, 5, None)})
    assert (unpriced.values["tokens"], unpriced.values["cost"]) == (40, None)
    assert mean([spent, unpriced], "cost") == 0.75
