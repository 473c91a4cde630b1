"""What a leaderboard's row shows beside the means that a submission states: by group, what was spent, human gap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from turtlesoup_bench.games import Episode, Game, Score
from turtlesoup_bench.games.episode import instance_id
from turtlesoup_bench.games.results import Result, headline, mean_of_seats
from turtlesoup_bench.games.submissions import Submitted
from turtlesoup_bench.records import Json
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.statistics.comparison import Comparison, compare_pairs
from turtlesoup_bench.submissions.summary import aborted_of


@dataclass(frozen=True, slots=True)
class InstanceValue:
    """The headline of an instance, a mean over seeds, with what it is resampled and grouped by."""

    value: float
    cluster: str
    tags: Mapping[str, str]


def values_of(submitted: Submitted, scorer: str) -> dict[str, InstanceValue]:
    """The headline of each instance by a scorer; an aborted episode has the worst value."""
    game, meta = submitted.game, submitted.meta
    scores = submitted.scores.get(RunFolder(submitted.folder).scores_file(scorer).name, {})
    found: dict[str, list[float]] = {}
    for name, score in scores.items():
        value = mean_of_seats(score.by_seat, meta["tested"], headline(game)) if score.status == "scored" else None
        if value is not None:
            found.setdefault(instance_id(name), []).append(value)
    for name in aborted_of(meta):
        found.setdefault(instance_id(name), []).append(game.measures[0].worst)
    instances = submitted.instances or {}
    return {
        name: InstanceValue(
            sum(values) / len(values),
            instances[name].cluster if name in instances else name,
            {tag: instances[name].tags[tag] for tag in game.groups} if name in instances else {},
        )
        for name, values in found.items()
    }


def by_group(values: Mapping[str, InstanceValue]) -> dict[str, float]:
    """Mean of the headline by the value of each tag."""
    found: dict[str, list[float]] = {}
    for one in values.values():
        for group in one.tags.values():
            found.setdefault(group, []).append(one.value)
    return {group: sum(members) / len(members) for group, members in sorted(found.items())}


def gap(values: Mapping[str, InstanceValue], human: Mapping[str, InstanceValue]) -> Comparison:
    """A system minus people, over the instances that both have."""
    shared = sorted(values.keys() & human.keys())
    differences = [values[name].value - human[name].value for name in shared]
    return compare_pairs(differences, [values[name].cluster for name in shared])


def spent(episodes: Iterable[Episode]) -> dict[str, float | None]:
    """Tokens and US dollars an episode, without the judge's; dollars are None where some price is not known."""
    usages = [list(episode.usage.values()) for episode in episodes]
    if not usages:
        return {"tokens": None, "cost": None}
    tokens = sum(one.prompt_tokens + one.completion_tokens for usage in usages for one in usage)
    costs = [one.cost for usage in usages for one in usage]
    known = [cost for cost in costs if cost is not None]
    cost = sum(known) / len(usages) if len(known) == len(costs) else None
    return {"tokens": tokens / len(usages), "cost": cost}


def results_of(submitted: Submitted, scorer: str) -> RunResults | None:
    """A submission as the report page shows a run; None without transcripts."""
    if submitted.episodes is None:
        return None
    meta, game = submitted.meta, submitted.game
    scores = submitted.scores.get(RunFolder(submitted.folder).scores_file(scorer).name, {})
    same = ("game", "game_version", "options", "seeds", "seats", "tested", "self_hosted")
    instances = [one for one in (submitted.instances or {}).values() if one.language in meta["languages"]]
    run: Json = {name: meta[name] for name in same}
    run |= {"name": submitted.folder.name, "scorer": scorer, "data": {**meta["data"], "instances": len(instances)}}
    results = [_result(game, name, episode, scores) for name, episode in submitted.episodes.items()]
    return RunResults(RunFolder(submitted.folder), run, game, scorer, results)


def _result(game: Game, name: str, episode: Episode, scores: Mapping[str, Score]) -> Result:
    return Result(game, episode.setup.instance, episode, scores.get(name))
