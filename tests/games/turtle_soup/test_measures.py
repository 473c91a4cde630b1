from __future__ import annotations

import random
from dataclasses import replace

import pytest

from turtlesoup_bench.games.turtle_soup.measures import (
    Result,
    between_seeds,
    clue_curve,
    compare,
    parity,
    redundancy,
    summarise,
)
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import Answer, BeliefState, Episode, Ruler, Score, Shown, Turn

RULER = Ruler("1", "0", "0" * 16, "embedded", None, (0.3, 0.3, 0.4), (0.5, 0.8))


def result(puzzle: Puzzle, overall: float | None, turns: tuple[Turn, ...] = ()) -> Result:
    episode = Episode(puzzle.id, "x", 42, "completed", turns, BeliefState())
    if overall is None:
        score = Score(episode.episode_id, puzzle.id, "unscored", RULER, reason="judge: time-out")
    else:
        parts = dict.fromkeys(("logic", "details", "conclusion", "overall"), overall)
        score = Score(episode.episode_id, puzzle.id, "scored", RULER, solved=overall >= 0.5, **parts)
    return Result(puzzle, episode, score, 10)


def turn(number: int, question: str, verdict: str = "yes", clue: int | None = None) -> Turn:
    return Turn(number, question, Answer(verdict, clue is not None, clue), Shown(verdict, clue is not None))


def test_a_judge_that_fails_on_a_fifth_moves_no_mean_and_widens_the_interval(puzzles: list[Puzzle]) -> None:
    draw = random.Random(3)
    copies = [replace(p, id=f"{p.story}{n}@{p.language}", story=f"{p.story}{n}") for p in puzzles for n in range(10)]
    whole = [result(puzzle, draw.choice([0.2, 0.6, 1.0])) for puzzle in copies]
    failed = [result(r.puzzle, None) if draw.random() < 0.2 else r for r in whole]
    [before, *_], [after, *_] = summarise(whole), summarise(failed)
    assert after.outcomes["unscored"] == len(whole) - after.scored > 0.1 * len(whole)
    one, other = before.means["overall"], after.means["overall"]
    assert one and other
    assert other.mean == pytest.approx(one.mean, abs=0.03)  # a zero for each would take a fifth off
    assert other.high - other.low > one.high - one.low


def aborted(puzzle: Puzzle, status: str = "aborted") -> Result:
    return Result(puzzle, Episode(puzzle.id, "x", 42, status, reason="no question"), None, 10)


def test_aborting_never_pays(puzzles: list[Puzzle]) -> None:
    chosen = [puzzle for puzzle in puzzles if puzzle.language == "en"][:10]
    results = [result(puzzle, 1.0) for puzzle in chosen[:4]] + [aborted(puzzle) for puzzle in chosen[4:]]
    row = summarise(results)[0]
    assert {name: row.means[name].mean for name in ("logic", "details", "conclusion", "overall")} == {
        "logic": 0.4, "details": 0.4, "conclusion": 0.4, "overall": 0.4
    }  # fmt: skip
    assert row.means["clue_coverage"].mean == row.means["clue_auc"].mean == 0.0
    assert (row.scored, row.solved_rate, row.outcomes["aborted"]) == (10, 0.4, 6)
    before = [result(puzzle, 1.0) for puzzle in chosen]
    found = compare(before, results)
    assert (found.pairs, found.difference.mean) == (10, pytest.approx(-0.6))
    again = [replace(r, episode=replace(r.episode, seed=43)) for r in before]
    assert between_seeds([*results, *again]) == {42: pytest.approx(0.4), 43: 1.0}
    told_twice = [result(puzzles[0], 1.0), aborted(next(p for p in puzzles if p.id == f"{puzzles[0].story}@zh"))]
    assert parity(told_twice).mean == -1.0


def test_only_what_is_not_the_players_doing_leaves_the_mean(puzzles: list[Puzzle]) -> None:
    chosen = [puzzle for puzzle in puzzles if puzzle.language == "en"][:4]
    results = [result(chosen[0], 0.6), result(chosen[1], 0.2), result(chosen[2], None), aborted(chosen[3], "failed")]
    row = summarise(results)[0]
    assert (row.episodes, row.scored, row.solved_rate) == (4, 2, 0.5)
    assert row.means["overall"].mean == pytest.approx(0.4)
    assert (row.outcomes["unscored"], row.outcomes["failed"]) == (1, 1)


def test_paired_comparison(puzzles: list[Puzzle]) -> None:
    draw = random.Random(5)
    first = [result(puzzle, draw.uniform(0.2, 0.6)) for puzzle in puzzles]
    better = [result(r.puzzle, r.score.overall + 0.1 + draw.uniform(-0.02, 0.02)) for r in first]
    found = compare(first, better)
    assert found.pairs == len(puzzles)
    assert found.difference.mean == pytest.approx(0.1, abs=0.01)
    assert found.difference.low > 0.05
    assert found.p < 0.01
    same = compare(first, first)
    assert (same.difference.mean, same.p) == (0.0, 1.0)
    assert compare(first, [result(puzzles[0], None)]).difference is None


def test_parity_is_chinese_minus_english(puzzles: list[Puzzle]) -> None:
    results = [result(puzzle, 0.5 if puzzle.language == "en" else 0.4) for puzzle in puzzles]
    assert parity(results).mean == pytest.approx(-0.1)
    assert parity(results[:1]) is None


def test_the_clue_curve_holds_after_the_end(puzzles: list[Puzzle]) -> None:
    clues = len(puzzles[0].key_clues)
    turns = (turn(1, "a?"), turn(2, "b?", clue=1), turn(3, "c?", clue=1), turn(4, "d?", clue=2))
    curve = clue_curve(result(puzzles[0], 0.5, turns))
    assert curve == pytest.approx([0.0, 1 / clues, 1 / clues, *[2 / clues] * 7])


def test_redundancy_counts_repeats_and_nothing_else() -> None:
    turns = (
        turn(1, "Did the man die?", "no"),
        turn(2, "Did the man's wife die?"),
        turn(3, "Was it an accident at sea?", "yes"),
        turn(4, "Was it an accident at sea in winter?"),
        turn(5, "Is it an accident at sea?"),
    )
    assert redundancy(Episode("a/b@en", "x", 1, "completed", turns)) == pytest.approx(1 / 5)


def test_rows_name_genre_and_language(puzzles: list[Puzzle]) -> None:
    rows = summarise([result(puzzle, 0.7) for puzzle in puzzles])
    assert rows[0].group == "overall"
    assert {"en", "zh", "mind_game", "mind_game@zh"} <= {row.group for row in rows}
    assert rows[0].solved_rate == 1.0
    assert rows[0].means["clue_coverage"] is None  # nothing was asked
