from __future__ import annotations

from collections.abc import Sequence

import pytest
from episodes import made

from turtlesoup_bench.games.results import Result, summarise
from turtlesoup_bench.games.turtle_soup.game import GAME, instance_of
from turtlesoup_bench.games.turtle_soup.measures import clue_curve, measure_turns, redundancy
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import Answer, BeliefState, Episode, Shown, Turn


def turn(number: int, question: str, verdict: str = "yes", clue: int | None = None) -> Turn:
    return Turn(number, question, Answer(verdict, clue is not None, clue), Shown(verdict, clue is not None))


TURNS = (
    turn(1, "Is he dead?"),
    turn(2, "Was it a knife?", clue=1),
    turn(3, "Was it the knife?", "unknown", clue=1),
    turn(4, "Is he dead?", "no", clue=2),
)


def of_turns(turns: tuple[Turn, ...]) -> Episode:
    return Episode("a/b@en", "x", 1, "completed", turns)


def test_the_clue_curve_holds_after_the_end() -> None:
    assert clue_curve(of_turns(TURNS), 5, 10) == pytest.approx([0.0, 0.2, 0.2, *[0.4] * 7])
    assert clue_curve(of_turns(TURNS), 0, 3) == [0.0] * 3


def test_the_measures_of_play_worked_by_hand() -> None:
    assert measure_turns(of_turns(TURNS), 5, 10) == pytest.approx(
        {
            "turns": 4,
            "clue_coverage": 0.4,
            "clue_auc": (0.2 * 2 + 0.4 * 7) / 10,
            "unknown_rate": 0.25,
            "redundancy": 0.25,
        }
    )
    assert measure_turns(of_turns(()), 5, 10) == {"turns": 0}


def test_redundancy_counts_repeats_and_nothing_else() -> None:
    turns = (
        turn(1, "Did the man die?", "no"),
        turn(2, "Did the man's wife die?"),
        turn(3, "Was it an accident at sea?", "yes"),
        turn(4, "Was it an accident at sea in winter?"),
        turn(5, "Is it an accident at sea?"),
    )
    assert redundancy(of_turns(turns)) == pytest.approx(1 / 5)


def result(puzzle: Puzzle, questions: Sequence[str], prediction: BeliefState | None) -> Result:
    """An episode whose questions all touch the first clue; without a prediction the player is aborted."""
    return Result(GAME, instance_of(puzzle), made(puzzle, questions, Answer("yes", True, 1), prediction), None)


def test_clues_that_an_aborted_player_touched_do_not_count(puzzles: list[Puzzle]) -> None:
    questions = ["Is he dead?", "Was it a knife?"]
    ended, aborted = (result(puzzles[0], questions, said) for said in (BeliefState(), None))
    assert (ended.outcome, aborted.outcome) == ("unscored", "aborted")
    touched = 1 / len(puzzles[0].key_clues)
    for name in ("clue_coverage", "clue_auc"):
        assert (ended.values[name], aborted.values[name]) == (pytest.approx(touched), 0.0)
    for one in (ended, aborted):
        assert (one.values["turns"], one.values["unknown_rate"], one.values["redundancy"]) == (2, 0.0, 0.0)


def test_rows_name_genre_and_language(puzzles: list[Puzzle]) -> None:
    rows = summarise(GAME, [result(puzzle, [], BeliefState()) for puzzle in puzzles])
    assert rows[0].group == "overall"
    assert {"en", "zh", "mind_game", "mind_game@zh"} <= {row.group for row in rows}
    assert rows[0].means["clue_coverage"] is None  # nothing was asked
