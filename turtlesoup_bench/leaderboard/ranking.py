"""Who stands where: submissions as rows of one table a game and ruler, ranked where their intervals tell them apart."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from turtlesoup_bench.games import Game
from turtlesoup_bench.games.results import headline
from turtlesoup_bench.games.submissions import Submitted
from turtlesoup_bench.records import Json
from turtlesoup_bench.reporting.results import seat_label
from turtlesoup_bench.ruler_file import official_ruler
from turtlesoup_bench.run_folder import ruler_of
from turtlesoup_bench.statistics.bootstrap import Interval

MIN_COVERAGE, MAX_UNSCORED = 0.98, 0.01
"""Shares of its episodes that must stand in a system's means, and that may be unscored, for it to be ranked."""
RULE = (
    "Systems are ordered by the first measure. The best one not yet ranked leads a group; those next in order share "
    "its rank as long as their 95 % interval overlaps the leader's. The next rank counts everybody before it."
)
COVERAGE = (
    f"Ranked are systems of whose episodes at least {100 * MIN_COVERAGE:.0f} % stand in the means (scored, or aborted "
    f"and counted as the worst) and at most {100 * MAX_UNSCORED:.0f} % are unscored. Others stand below without a "
    "rank: anchors, which are floors and ceilings; ablations; and self-hosted systems, whose own model plays another "
    "seat too."
)
_ORDER = ("system", "partial", "ablation", "anchor")

Means = Mapping[str, Interval | None]


@dataclass(frozen=True, slots=True)
class Line:
    """One submission in a table.

    Attributes:
        rank: From 1; None for all but systems that are whole and not self-hosted.
        kind: ``system``, ``partial``, ``ablation`` or ``anchor``.
        is_self_hosted: Whether the model under test plays a seat that is not tested, too.
        folder: Name of the submission's folder.
        name: Name of the system.
        agents: Who is tested.
        models: Their models.
        ablates: For an ablation, of which agent.
        authors: Who submitted.
        link: Where to read more.
        date: Day of the run.
        scored: Episodes in the means.
        episodes: Episodes that the data set asks for.
        means: Of the game's measures, by name.
        by_language: Of the first measure.
        play: Of what is measured without a scorer; empty without transcripts.
        anchors: First measure of the anchors with the same model in the same table, by agent.
        seen: Whether the model may have seen the data, as the submitter states.
    """

    rank: int | None
    kind: str
    is_self_hosted: bool
    folder: str
    name: str
    agents: tuple[str, ...]
    models: tuple[str, ...]
    ablates: str | None
    authors: tuple[str, ...]
    link: str | None
    date: str
    scored: int
    episodes: int
    means: Means
    by_language: Means
    play: Means
    anchors: Mapping[str, float]
    seen: str


@dataclass(frozen=True, slots=True)
class Table:
    """Submissions that were measured alike.

    Attributes:
        game: What was played.
        ruler: See `turtlesoup_bench.run_folder.ruler_of`; its seats are None where all systems host themselves.
        languages: In which the game was played.
        scorer: Who scored.
        lines: Ranked.
    """

    game: Game
    ruler: Json
    languages: tuple[str, ...]
    scorer: str
    lines: tuple[Line, ...]

    @property
    def is_official(self) -> bool:
        """Whether all was measured by the official ruler of the game and version."""
        official = official_ruler(self.game.name, self.ruler["version"])
        return official is not None and official.measured(self.ruler)

    @property
    def hosts(self) -> dict[str, str]:
        """Who plays the seats that are not tested."""
        return {seat: seat_label(record) for seat, record in (self.ruler["seats"] or {}).items()}

    @property
    def judged_by(self) -> str | None:
        """The model that scored; None where none did."""
        return self.game.scorer(self.scorer).model if self.game.scorer else None


def tables_of(submissions: Sequence[Submitted]) -> list[Table]:
    """The submissions' rows, ranked, by table.

    Games by name; of each, what the official ruler measured first, then a model's scores, then recent tables.

    A self-hosted system stands in every table that differs from its own in the other seats alone.
    """
    lines = [(table, line) for submitted in submissions for table, line in _lines(submitted)]
    tables: dict[str, tuple[Table, list[Line]]] = {}
    for table, line in lines:
        if not line.is_self_hosted:
            tables.setdefault(_key(table), (table, []))[1].append(line)
    hosted = list(tables.values())
    for table, line in lines:
        if line.is_self_hosted:
            table = _without_hosts(table)
            beside = [found for found in hosted if _key(_without_hosts(found[0])) == _key(table)]
            for _, members in beside or [tables.setdefault(_key(table), (table, []))]:
                members.append(line)
    made = [replace(table, lines=tuple(ranked(table.game, members))) for table, members in tables.values()]
    made.sort(key=lambda table: max(line.date for line in table.lines), reverse=True)
    return sorted(made, key=lambda table: (table.game.name, not table.is_official, table.judged_by is None))


def _key(table: Table) -> str:
    return json.dumps([table.ruler, table.languages], sort_keys=True)


def _without_hosts(table: Table) -> Table:
    return replace(table, ruler={**table.ruler, "seats": None})


def _lines(submitted: Submitted) -> Iterator[tuple[Table, Line]]:
    meta = submitted.meta
    tested = [meta["seats"][seat] for seat in meta["tested"]]
    kinds = [seat["kind"] for seat in tested]
    absent = sum(len(group["episodes"]) for group in meta["missing"] if group["status"] != "aborted")
    for entry in meta["scores"]:
        scored, episodes = entry["scored"], entry["scored"] + entry["unscored"] + absent
        is_whole = scored >= max(1, MIN_COVERAGE * episodes) and entry["unscored"] <= MAX_UNSCORED * episodes
        languages = tuple(sorted(meta["languages"]))
        table = Table(submitted.game, ruler_of(meta, entry["ruler"]), languages, entry["scorer"], ())
        yield (
            table,
            Line(
                rank=None,
                kind=max(("system" if is_whole else "partial", *kinds), key=_ORDER.index),
                is_self_hosted=bool(meta["self_hosted"]),
                folder=submitted.folder.name,
                name=meta["name"],
                agents=tuple(dict.fromkeys(seat["agent"] for seat in tested)),
                models=tuple(dict.fromkeys(seat["model"] for seat in tested if seat["model"])),
                ablates=next((seat["ablates"] for seat in tested if seat["ablates"]), None),
                authors=tuple(meta["authors"]),
                link=meta["link"],
                date=meta["date"],
                scored=scored,
                episodes=episodes,
                means=_means(entry["means"]),
                by_language=_means(entry["by_language"]),
                play=_means(meta["play"]),
                anchors={},
                seen=meta["contamination"]["seen"],
            ),
        )


def _means(record: Mapping[str, Any]) -> dict[str, Interval | None]:
    return {name: one and Interval(**one) for name, one in record.items()}


def ranked(game: Game, lines: Sequence[Line]) -> list[Line]:
    """Systems by rank, then without a rank the others, each from the best on."""
    first = game.measures[0]

    def score(line: Line) -> Interval | None:
        return line.means.get(headline(game))

    def place(line: Line) -> tuple[bool, float, str]:
        found = score(line)
        value = 0.0 if found is None else found.mean
        return found is None, -value if first.higher_is_better else value, line.folder

    ordered = sorted(lines, key=place)
    anchors = [line for line in ordered if line.kind == "anchor"]
    systems: list[Line] = []
    others: list[Line] = []
    leader: Line | None = None
    for line in ordered:
        if line.models and line.kind != "anchor":
            same = [anchor for anchor in anchors if anchor.models == line.models]
            known = {", ".join(anchor.agents): found.mean for anchor in same if (found := score(anchor))}
            line = replace(line, anchors=known)
        if line.kind != "system" or line.is_self_hosted:
            others.append(line)
            continue
        if leader is None or not _overlap(score(line), score(leader)):
            leader = replace(line, rank=len(systems) + 1)
        systems.append(replace(line, rank=leader.rank))
    return systems + sorted(others, key=lambda line: _ORDER.index(line.kind))


def _overlap(first: Interval | None, second: Interval | None) -> bool:
    """Whether the 95 % intervals overlap; without an interval, the mean stands for it."""
    if first is None or second is None:
        return first is second
    (low, high), (other_low, other_high) = _ends(first), _ends(second)
    return low <= other_high and other_low <= high


def _ends(interval: Interval) -> tuple[float, float]:
    if interval.low is None or interval.high is None:
        return interval.mean, interval.mean
    return interval.low, interval.high
