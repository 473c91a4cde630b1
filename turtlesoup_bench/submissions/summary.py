"""What the records of a submission amount to, and whether that is what it states."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games import Episode, Game, Instance, Score
from turtlesoup_bench.games.episode import instance_id
from turtlesoup_bench.games.results import OVERALL, Result, headline, mean_of_seats, summarise
from turtlesoup_bench.games.submissions import METADATA, Submitted
from turtlesoup_bench.records import Json, to_json
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.statistics.bootstrap import cluster_interval
from turtlesoup_bench.submissions.differences import EXACT, is_near

ENDS = 0.005
"""How far the end of a bootstrap interval may be off, as another version of the library draws other samples."""


def aborted_of(meta: Mapping[str, Any]) -> list[str]:
    """The episodes that a submission declares as aborted."""
    return [name for group in meta["missing"] if group["status"] == "aborted" for name in group["episodes"]]


def summary_of(
    game: Game,
    tested: Sequence[str],
    scores: Collection[Score],
    aborted: Collection[str],
    instances: Mapping[str, Instance],
) -> Json:
    """What the scores of one scorer amount to: the part of an entry of ``scores`` that is computed.

    Args:
        game: What was played.
        tested: Tested seats; a measure of several is their mean.
        scores: With one ruler; their order does not matter.
        aborted: Ids of the episodes of which every tested seat was aborted; they count the worst of each measure.
        instances: By id, for the clusters that are resampled together; one that is not there is a cluster of its own.
    """
    scored = {score.episode_id: score for score in scores if score.status == "scored"}
    ids = sorted({*scored, *aborted})
    languages = dict.fromkeys(one.language for one in instances.values())

    def mean(measure: str, language: str | None = None) -> Json | None:
        worst = {one.name: one.worst for one in game.measures}[measure]
        found = []
        for name in ids:
            instance = instances.get(instance_id(name))
            value: float | None = worst
            if name in scored:
                played = instance.seats if instance else scored[name].by_seat
                value = mean_of_seats(scored[name].by_seat, [seat for seat in tested if seat in played], measure)
            if value is not None and (language is None or (instance and instance.language == language)):
                found.append((value, instance.cluster if instance else name))
        interval = cluster_interval([value for value, _ in found], [cluster for _, cluster in found])
        return to_json(interval)  # type: ignore[no-any-return]

    return {
        "scored": len(ids),
        "unscored": sum(score.status == "unscored" for score in scores),
        "means": {measure.name: mean(measure.name) for measure in game.measures},
        "by_language": {language: one for language in languages if (one := mean(headline(game), language)) is not None},
    }


def play_of(game: Game, episodes: Collection[Episode]) -> Json:
    """Means of what is measured of transcripts without a scorer; empty without them."""
    played = [replace(episode, usage={}) for episode in episodes]
    rows = summarise(game, [Result(game, episode.setup.instance, episode, None) for episode in played])
    means = next((row.means for row in rows if row.group == OVERALL), {})
    return {measure.name: to_json(means[measure.name]) for measure in game.play_measures if means}


def check_summary(submitted: Submitted, *, is_sound: bool) -> Iterator[Problem]:
    """The stated means are those of the files; of another data set's, whose clusters are not known, without intervals.

    Args:
        submitted: The submission.
        is_sound: Whether its transcripts are, so that they can be measured.
    """
    meta, instances = submitted.meta, submitted.instances
    where = str(submitted.folder / METADATA)
    for number, entry in enumerate(meta["scores"]):
        scores = submitted.scores.get(RunFolder(submitted.folder).scores_file(entry["scorer"]).name, {})
        found = summary_of(submitted.game, meta["tested"], scores.values(), aborted_of(meta), instances or {})
        for name in ("scored", "unscored"):
            if entry[name] != found[name]:
                expected = f"{found[name]}, recomputed from the scores file"
                yield Problem(where, f"scores[{number}].{name}", str(entry[name]), expected)
        for name in ("means", "by_language") if instances is not None else ():
            yield from _compare(where, f"scores[{number}].{name}", entry[name], found[name])
        if instances is None:
            stated, made = ({k: v and {"mean": v["mean"]} for k, v in one["means"].items()} for one in (entry, found))
            known = {name: made[name] for name in stated if name in made}
            yield from _compare(where, f"scores[{number}].means", {n: stated[n] for n in known}, known)
    if instances is not None and is_sound:
        episodes = (submitted.episodes or {}).values()
        yield from _compare(where, "play", meta["play"], play_of(submitted.game, episodes))


def _compare(where: str, place: str, stated: Json, found: Json) -> Iterator[Problem]:
    """Compares means by name, each None or an object of its mean and the ends of its interval."""
    if set(stated) != set(found):
        yield Problem(where, place, ", ".join(stated) or "nothing", ", ".join(found) or "nothing")
        return
    for name, made in found.items():
        if made is None or stated[name] is None:
            if made is not stated[name]:
                yield Problem(where, f"{place}.{name}", str(stated[name]), f"{made}, recomputed from the files")
            continue
        for end, value in made.items():
            if not is_near(stated[name][end], value, EXACT if end == "mean" else ENDS):
                expected = f"{value}, recomputed from the files"
                yield Problem(where, f"{place}.{name}.{end}", str(stated[name][end]), expected)
