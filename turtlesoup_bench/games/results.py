"""Results of any game: episodes with their scores, the means of its measures, and what became of every episode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

from turtlesoup_bench.games import Episode, Game, Instance, Measure, Score
from turtlesoup_bench.statistics.bootstrap import Interval, cluster_interval
from turtlesoup_bench.statistics.comparison import Comparison, compare_pairs

ABORTED, UNSCORED, FAILED = "aborted", "unscored", "failed"
OUTSIDE_MEANS = (UNSCORED, FAILED)
"""Endings that are not the player's doing: such episodes stand in no mean and no share, and are counted beside them."""
OVERALL = "overall"
SPENT = (Measure("tokens", "Tokens", (0.0, None), False), Measure("cost", "Cost", (0.0, None), False))
"""Of every game: tokens sent and received, and US dollars, an episode, without the judge's."""


@dataclass(frozen=True)
class Result:
    """An episode, the instance it played, and its score, if any."""

    game: Game
    instance: Instance
    episode: Episode
    score: Score | None

    @cached_property
    def scored(self) -> Mapping[str, float | None]:
        """The measures of the score by name; None where one does not apply, or was not scored.

        A measure of several tested seats is the mean of those that have it; an aborted seat has the worst value.
        """
        return {measure.name: _scored(measure, self.episode, self.score) for measure in self.game.measures}

    @cached_property
    def values(self) -> Mapping[str, float | None]:
        """All measures by name: those of the score, of play, and what was spent."""
        game, episode = self.game, self.episode
        measured = dict.fromkeys((measure.name for measure in measures_of(game)), None) | _spent(episode)
        measured |= self.scored
        if episode.status in ("completed", "aborted"):
            measured |= game.measure_play(self.instance, episode)
        if episode.status == "aborted":
            measured |= {m.name: m.if_aborted for m in game.play_measures if m.if_aborted is not None}
        return measured

    @property
    def outcome(self) -> str:
        """The one of `outcomes_of` that the episode and its score amount to; a missing score counts as unscored."""
        if self.episode.status in ("failed", "unfinished"):
            return FAILED
        if self.episode.status == "aborted":
            return ABORTED
        if self.score is None or self.score.status == "unscored":
            return UNSCORED
        words, success = outcomes_of(self.game), success_measure(self.game)
        return words[0] if success is None or self.scored[success.name] == 1.0 else words[1]


@dataclass(frozen=True, slots=True)
class Row:
    """A group of episodes.

    Attributes:
        group: ``overall``, a language, the value of a tag, or ``<value>@<language>``.
        episodes: Number of episodes.
        outcomes: How many ended how, by the words of `outcomes_of`; never merged.
        scored: Episodes in the means: those that are neither unscored nor failed. An aborted one counts its worst.
        means: By the names of `measures_of`; None where no episode has the measure.
    """

    group: str
    episodes: int
    outcomes: Mapping[str, int]
    scored: int
    means: Mapping[str, Interval | None]


def measures_of(game: Game) -> tuple[Measure, ...]:
    """All measures of a game's results: those of its scores, those of its play, and what was spent."""
    return (*game.measures, *game.play_measures, *SPENT)


def headline(game: Game) -> str:
    """Name of the measure by which a game's results are ordered; empty for a game that is not scored."""
    return game.measures[0].name if game.measures else ""


def success_measure(game: Game) -> Measure | None:
    """The measure that says whether a game was won; None if the game has no such thing."""
    return next((measure for measure in game.measures if measure.outcomes), None)


def outcomes_of(game: Game) -> tuple[str, ...]:
    """The words for what can become of an episode of a game: won and not won in the game's words, then the core's."""
    success = success_measure(game)
    won = success.outcomes if success and success.outcomes else ("scored",)
    return (*won, ABORTED, UNSCORED, FAILED)


def _scored(measure: Measure, episode: Episode, score: Score | None) -> float | None:
    """The measure over the tested seats; an aborted one has the worst value, so that aborting never pays."""
    if episode.ending is None:
        return None
    by_seat = score.by_seat if score is not None and score.status == "scored" else {}
    worst = {seat: {measure.name: measure.worst} for seat in episode.ending.aborted}
    return mean_of_seats({**by_seat, **worst}, episode.setup.tested, measure.name)


def mean_of_seats(by_seat: Mapping[str, Mapping[str, float]], seats: Iterable[str], measure: str) -> float | None:
    """A measure of some seats: the mean of those that have it; None if none does."""
    numbers = [by_seat[seat][measure] for seat in seats if measure in by_seat.get(seat, ())]
    return sum(numbers) / len(numbers) if numbers else None


def _spent(episode: Episode) -> dict[str, float | None]:
    usages = list(episode.usage.values())
    costs = [usage.cost for usage in usages]
    tokens = sum(usage.prompt_tokens + usage.completion_tokens for usage in usages)
    return {"tokens": tokens, "cost": None if None in costs else sum(cost for cost in costs if cost is not None)}


def summarise(game: Game, results: Sequence[Result]) -> list[Row]:
    """One row overall, which stands first, a language, a value of each of `Game.groups`, and that in a language."""
    groups: dict[str, list[Result]] = {OVERALL: []}
    for result in results:
        instance = result.instance
        names = [instance.language]
        for tag in game.groups:
            names += [instance.tags[tag], f"{instance.tags[tag]}@{instance.language}"]
        for name in (OVERALL, *names):
            groups.setdefault(name, []).append(result)
    return [_row(game, group, members) for group, members in groups.items() if members]


def _row(game: Game, group: str, members: Sequence[Result]) -> Row:
    endings = Counter(result.outcome for result in members)
    means = {}
    for measure in measures_of(game):
        pairs = [
            (value, result.instance.cluster) for result in members if (value := result.values[measure.name]) is not None
        ]
        means[measure.name] = cluster_interval([value for value, _ in pairs], [cluster for _, cluster in pairs])
    return Row(
        group=group,
        episodes=len(members),
        outcomes={name: endings.get(name, 0) for name in outcomes_of(game)},
        scored=len(members) - sum(endings[name] for name in OUTSIDE_MEANS),
        means=means,
    )


def compare(game: Game, first: Sequence[Result], second: Sequence[Result], measure: str | None = None) -> Comparison:
    """Compares two runs episode by episode, on the instances and seeds that stand in the means of both.

    Args:
        game: What was played.
        first: Results of one run.
        second: Results of the other.
        measure: Name of a measure; None takes the headline.
    """
    name = measure or headline(game)
    is_scored = name in {one.name for one in game.measures}

    def value(result: Result) -> float | None:
        # What is measured of play takes far longer than to look up a score.
        return (result.scored if is_scored else result.values).get(name)

    before = {r.episode.id: v for r in first if (v := value(r)) is not None}
    pairs = [
        (v - before[r.episode.id], r.instance.cluster)
        for r in second
        if r.episode.id in before and (v := value(r)) is not None
    ]
    return compare_pairs([difference for difference, _ in pairs], [cluster for _, cluster in pairs])


def between_seeds(game: Game, results: Sequence[Result]) -> dict[int, float]:
    """Mean of the headline by seed, over the instances that every seed has; empty with fewer than two seeds."""
    by_seed = _by_seed(results, headline(game))
    shared = _shared(by_seed)
    return {seed: sum(of[name] for name in shared) / len(shared) for seed, of in sorted(by_seed.items()) if shared}


def reliability(game: Game, results: Sequence[Result]) -> dict[int, float]:
    """Pass^k: the chance that k games of one instance, each with another seed, are all won.

    For an instance won with c of n seeds it is C(c, k) / C(n, k) (arXiv 2406.12045), here the mean over the instances
    that every seed has; in [0, 1]. Empty with fewer than two seeds, or for a game that cannot be won.

    Returns:
        By k, from 1 to the number of seeds.
    """
    success = success_measure(game)
    by_seed = _by_seed(results, success.name) if success else {}
    shared, seeds = _shared(by_seed), len(by_seed)
    if not shared:
        return {}
    won = [sum(of[name] == 1.0 for of in by_seed.values()) for name in shared]
    return {k: sum(comb(count, k) / comb(seeds, k) for count in won) / len(won) for k in range(1, seeds + 1)}


def _by_seed(results: Sequence[Result], name: str) -> dict[int, dict[str, float]]:
    by_seed: dict[int, dict[str, float]] = {}
    for result in results:
        if (value := result.values.get(name)) is not None:
            by_seed.setdefault(result.episode.setup.seed, {})[result.instance.id] = value
    return by_seed


def _shared(by_seed: Mapping[int, Mapping[str, float]]) -> list[str]:
    """The instances that every one of at least two seeds has."""
    if len(by_seed) < 2:
        return []
    return sorted(set.intersection(*(set(found) for found in by_seed.values())))


def parity(game: Game, results: Sequence[Result]) -> Interval | None:
    """Mean difference of the headline between Chinese and English tellings of the same thing and seed; None without."""
    told: dict[tuple[str, int], dict[str, float]] = {}
    for result in results:
        if (value := result.values.get(headline(game))) is not None:
            key = (result.instance.cluster, result.episode.setup.seed)
            told.setdefault(key, {})[result.instance.language] = value
    both = {key: tellings for key, tellings in told.items() if set(tellings) == {"en", "zh"}}
    return cluster_interval([t["zh"] - t["en"] for t in both.values()], [cluster for cluster, _ in both])
