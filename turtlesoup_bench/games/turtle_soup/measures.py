"""Turtle soup's measures, their means with intervals, and what became of every episode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.questions import is_repeat
from turtlesoup_bench.records import OUTCOMES, OUTSIDE_MEANS, Episode, Outcome, Score, Turn, outcome
from turtlesoup_bench.statistics.bootstrap import Interval, cluster_interval
from turtlesoup_bench.statistics.comparison import Comparison, compare_pairs


@dataclass(frozen=True, slots=True)
class Result:
    """An episode, the puzzle it played, its score, if any, and how many turns it was allowed."""

    puzzle: Puzzle
    episode: Episode
    score: Score | None
    max_turns: int = 30


_Measured = tuple[Result, Mapping[str, float | None]]


@dataclass(frozen=True, slots=True)
class Row:
    """A group of episodes.

    Attributes:
        group: ``overall``, a language, a genre, or ``<genre>@<language>``.
        episodes: Number of episodes.
        outcomes: How many ended how; the five outcomes, never merged.
        scored: Episodes in the means: those that are neither unscored nor failed. An aborted one counts 0.
        solved_rate: Solved of the scored; 0 where there are none.
        means: By the names of `MEASURES`; None where no episode has the measure.
    """

    group: str
    episodes: int
    outcomes: Mapping[Outcome, int]
    scored: int
    solved_rate: float
    means: Mapping[str, Interval | None]


def clue_curve(result: Result) -> list[float]:
    """Share of the puzzle's key clues touched after each allowed turn; non-decreasing, in [0, 1]."""
    touched: set[int] = set()
    curve = []
    for number in range(result.max_turns):
        if number < len(result.episode.turns):
            clue = result.episode.turns[number].answer.clue
            touched |= {clue} if clue else set()
        curve.append(len(touched) / len(result.puzzle.key_clues))
    return curve


def redundancy(episode: Episode) -> float:
    """Share of questions that repeat an earlier one; in [0, 1]."""
    return len(wasted_turns(episode)) / len(episode.turns)


def wasted_turns(episode: Episode) -> list[Turn]:
    """The turns whose question repeats an earlier one."""
    questions = [turn.question for turn in episode.turns]
    return [turn for place, turn in enumerate(episode.turns) if is_repeat(turn.question, questions[:place])]


def _worst_if_aborted(measure: Callable[[Result], float | None]) -> Callable[[Result], float | None]:
    """The measure, or 0, the worst value of it, for an episode whose player broke the protocol: aborting never pays."""
    return lambda result: 0.0 if result.episode.status == "aborted" else measure(result)


def _scored(name: str) -> Callable[[Result], float | None]:
    return _worst_if_aborted(lambda result: None if result.score is None else getattr(result.score, name))


def _asked(measure: Callable[[Result], float]) -> Callable[[Result], float | None]:
    """A measure of the questions, for episodes that asked some and were not cut short by the infrastructure."""
    return lambda result: measure(result) if result.episode.turns and result.episode.status != "failed" else None


def _tokens(result: Result) -> float:
    return sum(usage.prompt_tokens + usage.completion_tokens for usage in result.episode.usage.values())


def _cost(result: Result) -> float | None:
    costs = [usage.cost for usage in result.episode.usage.values()]
    return None if None in costs else sum(cost for cost in costs if cost is not None)


MEASURES: Mapping[str, Callable[[Result], float | None]] = {
    "logic": _scored("logic"),
    "details": _scored("details"),
    "conclusion": _scored("conclusion"),
    "overall": _scored("overall"),
    "precision": _scored("precision"),
    "turns": lambda result: len(result.episode.turns),
    "clue_coverage": _worst_if_aborted(
        _asked(lambda result: clue_curve(result)[-1] if result.puzzle.key_clues else 0.0)
    ),
    "clue_auc": _worst_if_aborted(
        _asked(lambda result: sum(clue_curve(result)) / result.max_turns if result.puzzle.key_clues else 0.0)
    ),
    "unknown_rate": _asked(
        lambda result: sum(t.answer.verdict == "unknown" for t in result.episode.turns) / len(result.episode.turns)
    ),
    "redundancy": _asked(lambda result: redundancy(result.episode)),
    "tokens": _tokens,
    "cost": _cost,
}
"""What is averaged. Scores, precision, coverage and area: in [0, 1], 0 for an aborted episode. Rates of the questions:
in [0, 1]. Turns, tokens and US dollars: an episode, without the judge's."""


def summarise(results: Sequence[Result]) -> list[Row]:
    """One row a genre, a language, a genre in a language, and overall; the last stands first."""
    # Each episode stands in four groups, but is measured once.
    measured: list[_Measured] = [
        (result, {name: measure(result) for name, measure in MEASURES.items()}) for result in results
    ]
    groups: dict[str, list[_Measured]] = {"overall": measured}
    for result, values in measured:
        puzzle = result.puzzle
        for group in (puzzle.language, puzzle.genre, f"{puzzle.genre}@{puzzle.language}"):
            groups.setdefault(group, []).append((result, values))
    return [_row(group, members) for group, members in groups.items()]


def _row(group: str, members: Sequence[_Measured]) -> Row:
    endings = Counter(outcome(result.episode, result.score) for result, _ in members)
    means = {}
    for name in MEASURES:
        pairs = [(value, result.puzzle.story) for result, values in members if (value := values[name]) is not None]
        means[name] = cluster_interval([value for value, _ in pairs], [story for _, story in pairs])
    scored = len(members) - sum(endings[name] for name in OUTSIDE_MEANS)
    return Row(
        group=group,
        episodes=len(members),
        outcomes={name: endings.get(name, 0) for name in OUTCOMES},
        scored=scored,
        solved_rate=endings["solved"] / scored if scored else 0.0,
        means=means,
    )


def compare(first: Sequence[Result], second: Sequence[Result], measure: str = "overall") -> Comparison:
    """Compares two runs episode by episode, on the puzzles and seeds that stand in the means of both.

    Args:
        first: Results of one run.
        second: Results of the other.
        measure: One of `MEASURES`.
    """
    value = MEASURES[measure]
    before = {(r.puzzle.id, r.episode.seed): v for r in first if (v := value(r)) is not None}
    pairs = [
        (v - before[key], r.puzzle.story)
        for r in second
        if (key := (r.puzzle.id, r.episode.seed)) in before and (v := value(r)) is not None
    ]
    differences, stories = [d for d, _ in pairs], [story for _, story in pairs]
    return compare_pairs(differences, stories)


def between_seeds(results: Sequence[Result], measure: str = "overall") -> dict[int, float]:
    """Mean of a measure by seed, over the puzzles that every seed has; empty with fewer than two seeds."""
    value = MEASURES[measure]
    by_seed: dict[int, dict[str, float]] = {}
    for result in results:
        if (found := value(result)) is not None:
            by_seed.setdefault(result.episode.seed, {})[result.puzzle.id] = found
    shared = set.intersection(*(set(found) for found in by_seed.values())) if len(by_seed) > 1 else set()
    if not shared:
        return {}
    return {seed: sum(found[name] for name in shared) / len(shared) for seed, found in sorted(by_seed.items())}


def parity(results: Sequence[Result], measure: str = "overall") -> Interval | None:
    """Mean of Chinese minus English over the stories that have both, with its interval."""
    value = MEASURES[measure]
    told: dict[tuple[str, int], dict[str, float]] = {}
    for result in results:
        found = value(result)
        if found is not None:
            told.setdefault((result.puzzle.story, result.episode.seed), {})[result.puzzle.language] = found
    both = {key: tellings for key, tellings in told.items() if len(tellings) == 2}
    return cluster_interval([t["zh"] - t["en"] for t in both.values()], [story for story, _ in both])
