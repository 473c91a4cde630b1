"""What can be measured of turtle soup without a judge: clues touched, answers withheld, questions repeated."""

from __future__ import annotations

from turtlesoup_bench.games import Measure
from turtlesoup_bench.games.turtle_soup.questions import is_repeat
from turtlesoup_bench.games.turtle_soup.records import Episode, Turn

PLAY_MEASURES = (
    Measure("turns", "Turns", (0.0, None), higher_is_better=False),
    Measure("clue_coverage", "Clue coverage", if_aborted=0.0),
    Measure("clue_auc", "Area under it", if_aborted=0.0),
    Measure("unknown_rate", "Unknown", higher_is_better=False),
    Measure("redundancy", "Redundant", higher_is_better=False),
)
"""Coverage and area: in [0, 1], 0 for an aborted episode. Rates of the questions: in [0, 1]."""


def measure_turns(episode: Episode, clues: int, max_turns: int) -> dict[str, float | None]:
    """`PLAY_MEASURES` of an episode; all but the number of turns are None where nothing was asked.

    Args:
        episode: An episode that has ended.
        clues: Key clues of its puzzle.
        max_turns: Questions that could be asked.
    """
    turns = episode.turns
    if not turns:
        return {"turns": 0.0}
    curve = clue_curve(episode, clues, max_turns)
    return {
        "turns": float(len(turns)),
        "clue_coverage": curve[-1],
        "clue_auc": sum(curve) / max_turns,
        "unknown_rate": sum(turn.answer.verdict == "unknown" for turn in turns) / len(turns),
        "redundancy": redundancy(episode),
    }


def clue_curve(episode: Episode, clues: int, max_turns: int) -> list[float]:
    """Share of the puzzle's key clues touched after each allowed turn; non-decreasing, in [0, 1]; 0 without clues."""
    touched: set[int] = set()
    curve = []
    for number in range(max_turns):
        if number < len(episode.turns):
            clue = episode.turns[number].answer.clue
            touched |= {clue} if clue else set()
        curve.append(len(touched) / clues if clues else 0.0)
    return curve


def redundancy(episode: Episode) -> float:
    """Share of questions that repeat an earlier one; in [0, 1]."""
    return len(wasted_turns(episode)) / len(episode.turns)


def wasted_turns(episode: Episode) -> list[Turn]:
    """The turns whose question repeats an earlier one."""
    questions = [turn.question for turn in episode.turns]
    return [turn for place, turn in enumerate(episode.turns) if is_repeat(turn.question, questions[:place])]
