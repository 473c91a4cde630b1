"""Who stands where: submissions as rows of one table a game and ruler, ranked where their intervals tell them apart."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from turtlesoup_bench.games import Game, Note
from turtlesoup_bench.games.results import headline
from turtlesoup_bench.games.submissions import Submitted
from turtlesoup_bench.leaderboard.figures import InstanceValue, by_group, gap, spent, values_of
from turtlesoup_bench.records import Json
from turtlesoup_bench.reporting.results import seat_label
from turtlesoup_bench.ruler_file import official_ruler
from turtlesoup_bench.run_folder import RunFolder, ruler_of
from turtlesoup_bench.statistics.bootstrap import Interval
from turtlesoup_bench.statistics.comparison import Comparison

MIN_COVERAGE, MAX_UNSCORED = 0.98, 0.01
"""Shares of its episodes that must stand in a system's means, and that may be unscored, for it to be ranked."""
RULE = Note(
    "Systems are ordered by the first measure. The best one not yet ranked leads a group; those next in order share "
    "its rank as long as their 95 % interval overlaps the leader's. The next rank counts everybody before it.",
    "按第一项指标排序。尚未排名者中最好的一个领头；其后 95% 区间与领头者重叠的并列同名次。下一名次按其前面的总数计。",
)
COVERAGE = Note(
    f"Ranked are systems of whose episodes at least {100 * MIN_COVERAGE:.0f} % stand in the means (scored, or aborted "
    f"and counted as the worst) and at most {100 * MAX_UNSCORED:.0f} % are unscored. Others stand below without a "
    "rank: anchors, which are floors and ceilings; ablations; self-hosted systems, whose own model plays another "
    "seat too; systems whose model has seen the data, as its submitter states, or whose answer is a solution word for "
    "word; and people.",
    f"至少 {100 * MIN_COVERAGE:.0f}% 的对局计入平均、未评分不超过 {100 * MAX_UNSCORED:.0f}% 的系统参与排名。"
    "不排名的有：锚点（下限与上限）、消融、自任主持的系统、模型见过数据或回答与谜底逐字相同的系统，以及人类。",
)
HUMAN = "human"
"""Agent of a seat that a person played."""
_ORDER = ("system", "partial", "ablation", "anchor")

Means = Mapping[str, Interval | None]


@dataclass(frozen=True, slots=True)
class Line:
    """One submission in a table.

    Attributes:
        rank: From 1; None for all that `is_ranked` leaves out.
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
        verbatim: How many results are the solution word for word.
        is_human: Whether people played the tested seats.
        weights: Whether the models' weights are ``open``, ``closed`` or ``unknown``.
        by_group: Mean of the first measure by the value of each tag.
        spent: Tokens and US dollars an episode, without the judge's; None where they are not known.
        values: The first measure of each instance.
        gap: The first measure minus that of people on the same instances; None where no people stand in the table.
        report: Address of its report page, from the board; None without transcripts.
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
    verbatim: int = 0
    is_human: bool = False
    weights: str = "unknown"
    by_group: Mapping[str, float] = field(default_factory=dict)
    spent: Mapping[str, float | None] = field(default_factory=dict)
    values: Mapping[str, InstanceValue] = field(default_factory=dict)
    gap: Comparison | None = None
    report: str | None = None

    @property
    def is_ranked(self) -> bool:
        """Whether it is a whole system that others play, and that has to find out what it says."""
        is_system = self.kind == "system" and not self.is_self_hosted and not self.is_human
        return is_system and self.seen != "yes" and not self.verbatim


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
    made = [replace(table, lines=tuple(ranked(table.game, _with_gaps(members)))) for table, members in tables.values()]
    made.sort(key=lambda table: max(line.date for line in table.lines), reverse=True)
    return sorted(made, key=lambda table: (table.game.name, not table.is_official, table.judged_by is None))


def _with_gaps(lines: Sequence[Line]) -> list[Line]:
    """The rows with how far they are from people, where these stand in the table too."""
    people = max((line for line in lines if line.is_human), key=lambda line: line.scored, default=None)
    if people is None:
        return list(lines)
    return [line if line.is_human else replace(line, gap=gap(line.values, people.values)) for line in lines]


def _key(table: Table) -> str:
    return json.dumps([table.ruler, table.languages], sort_keys=True)


def _without_hosts(table: Table) -> Table:
    return replace(table, ruler={**table.ruler, "seats": None})


def _lines(submitted: Submitted) -> Iterator[tuple[Table, Line]]:
    meta = submitted.meta
    tested = [meta["seats"][seat] for seat in meta["tested"]]
    kinds = [seat["kind"] for seat in tested]
    rules, episodes_of = submitted.game.submissions, submitted.episodes
    verbatim = len(rules.verbatim(submitted)) if rules else 0
    consumed = spent((episodes_of or {}).values())
    absent = sum(len(group["episodes"]) for group in meta["missing"] if group["status"] != "aborted")
    for entry in meta["scores"]:
        scored, episodes = entry["scored"], entry["scored"] + entry["unscored"] + absent
        is_whole = scored >= max(1, MIN_COVERAGE * episodes) and entry["unscored"] <= MAX_UNSCORED * episodes
        languages = tuple(sorted(meta["languages"]))
        values = values_of(submitted, entry["scorer"])
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
                verbatim=verbatim,
                is_human=all(seat["agent"] == HUMAN for seat in tested),
                weights=meta["weights"],
                by_group=by_group(values),
                spent=consumed,
                values=values,
                report=report_name(submitted, entry["scorer"]) if episodes_of is not None else None,
            ),
        )


def report_name(submitted: Submitted, scorer: str) -> str:
    """Address of the report page of a submission by a scorer, from the board."""
    part = RunFolder(submitted.folder).scores_file(scorer).stem.removeprefix("scores.")
    return f"reports/{submitted.folder.name}_{part.replace('%', '-')}.html"


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
        if not line.is_ranked:
            others.append(line)
            continue
        if leader is None or not _overlap(score(line), score(leader)):
            leader = replace(line, rank=len(systems) + 1)
        systems.append(replace(line, rank=leader.rank))
    return systems + sorted(others, key=lambda line: (not line.is_human, _ORDER.index(line.kind)))


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
