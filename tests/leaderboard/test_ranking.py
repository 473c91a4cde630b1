"""Which submissions stand in one table, and who is ranked where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from ranking_cases import line
from submitting import copy_of, edit_meta, edited, metadata

from turtlesoup_bench.games import Measure
from turtlesoup_bench.games.turtle_soup.game import GAME
from turtlesoup_bench.leaderboard.ranking import Line, ranked, tables_of
from turtlesoup_bench.submissions.checking import read_submission


def ranks(*rows: Line) -> dict[str, int | None]:
    return {row.name: row.rank for row in ranked(GAME, rows)}


def test_systems_whose_interval_overlaps_the_leaders_share_its_rank() -> None:
    rows = [
        line("a", 0.6, 0.55, 0.65),
        line("b", 0.57, 0.5, 0.62),
        line("c", 0.5, 0.45, 0.54),
        line("d", 0.2, 0.1, 0.3),
    ]
    assert ranks(*rows) == {"a": 1, "b": 1, "c": 3, "d": 4}


def test_a_chain_of_overlaps_does_not_make_one_rank() -> None:
    rows = [line("a", 0.6, 0.58, 0.62), line("b", 0.56, 0.54, 0.59), line("c", 0.53, 0.51, 0.55)]
    assert ranks(*rows) == {"a": 1, "b": 1, "c": 3}


def test_a_wide_interval_does_not_jump_over_a_better_system() -> None:
    rows = [line("a", 0.6, 0.58, 0.62), line("b", 0.5, 0.49, 0.51), line("c", 0.4, 0.1, 0.7)]
    assert ranks(*rows) == {"a": 1, "b": 2, "c": 2}


def test_without_intervals_the_means_decide() -> None:
    rows = [line("a", 0.6, None, None), line("b", 0.6, None, None), line("c", 0.5, None, None)]
    assert ranks(*rows) == {"a": 1, "b": 1, "c": 3}


def test_where_less_is_better_the_least_comes_first() -> None:
    fewer = replace(GAME, measures=(Measure("overall", "Attempts", (1.0, 40.0), higher_is_better=False),))
    rows = [line("a", 12.0, None, None), line("b", 2.5, None, None), line("c", None)]
    assert [(row.name, row.rank) for row in ranked(fewer, rows)] == [("b", 1), ("a", 2), ("c", 3)]


def test_only_whole_systems_that_do_not_host_themselves_have_a_rank() -> None:
    rows = [
        line("floor", 0.1, agents=("closed-book",), kind="anchor", models=("provider/a",)),
        line("ceiling", 0.95, agents=("all-clues",), kind="anchor", models=("provider/a",)),
        line("without memory", 0.99, kind="ablation", ablates="mosaic"),
        line("own host", 0.9, is_self_hosted=True),
        line("cherries", 0.9, kind="partial", scored=4),
        line("read it before", 0.9, seen="yes"),
        line("knows it by heart", 0.9, verbatim=1),
        line("people", 0.7, is_human=True, kind="partial"),
        line("a", 0.3),
        line("nothing", None, kind="partial", scored=0),
    ]
    ordered = ranked(GAME, rows)
    assert [(row.name, row.rank) for row in ordered] == [
        ("a", 1),
        ("people", None),
        ("knows it by heart", None),
        ("own host", None),
        ("read it before", None),
        ("cherries", None),
        ("nothing", None),
        ("without memory", None),
        ("ceiling", None),
        ("floor", None),
    ]
    assert ordered[0].anchors == {"closed-book": 0.1, "all-clues": 0.95}
    assert [row.anchors for row in ordered[1:]] == [{}] * 9


def rows_of(*folders: Path) -> list[Line]:
    return [row for table in tables_of([read_submission(folder)[0] for folder in folders]) for row in table.lines]


def complete(folder: Path) -> None:
    """As if the data set held no more than was played."""
    edit_meta(folder, lambda meta: meta.update(missing=[]))


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda meta: None, "system"),
        (lambda meta: meta["seats"]["answerer"].update(kind="anchor"), "anchor"),
        (lambda meta: meta["seats"]["answerer"].update(kind="ablation", ablates="chat"), "ablation"),
        (lambda meta: meta["missing"].append({"status": "failed", "reason": "hard", "episodes": ["x#42"]}), "partial"),
        (lambda meta: meta["missing"].append({"status": "aborted", "reason": "bad", "episodes": ["x#42"]}), "system"),
        (lambda meta: meta["scores"][0].update(scored=5_000, unscored=50), "system"),
        (lambda meta: meta["scores"][0].update(scored=5_000, unscored=51), "partial"),
        (lambda meta: meta["scores"][0].update(scored=0), "partial"),
    ],
)
def test_coverage_and_the_agent_decide_what_a_submission_is(
    tmp_path: Path, change: Callable[[dict], object], kind: str
) -> None:
    folder = copy_of("twenty", tmp_path)
    complete(folder)
    edited(change)(folder)
    [row] = rows_of(folder)
    assert (row.kind, row.rank) == (kind, 1 if kind == "system" else None)


def test_a_game_has_tables_of_its_own(tmp_path: Path) -> None:
    folders = [copy_of(kind, tmp_path) for kind in ("twenty", "clues", "model")]
    tables = tables_of([read_submission(folder)[0] for folder in folders])
    assert [(table.game.name, table.scorer) for table in tables] == [
        ("turtle-soup", "openai/judge"),
        ("turtle-soup", "embedded"),
        ("twenty-questions", "rules"),
    ]
    assert tables[0].hosts == {"host": "responder with openai/host"}


@pytest.mark.parametrize(
    "change",
    [
        lambda meta: meta["options"].update(max_turns=60),
        lambda meta: meta["options"].update(feedback="noisy:0.1"),
        lambda meta: meta.update(languages=["en"]),
        lambda meta: meta.update(game_version="1"),
        lambda meta: meta["data"].update(version="0.0.1"),
        lambda meta: meta["seats"]["host"].update(version="older"),
        lambda meta: meta["seats"]["host"].update(sampling={"temperature": 1.0}),
        lambda meta: meta["scores"][0]["ruler"].update(judge_prompts="older"),
    ],
)
def test_what_was_played_or_measured_otherwise_stands_in_another_table(
    tmp_path: Path, change: Callable[[dict], object]
) -> None:
    one, other = copy_of("clues", tmp_path / "a"), copy_of("clues", tmp_path / "b")
    edit_meta(other, change)
    assert len(tables_of([read_submission(folder)[0] for folder in (one, other)])) == 2


@pytest.mark.parametrize(
    "change",
    [
        lambda meta: meta["seats"]["player"].update(version="older"),
        lambda meta: meta["seats"]["player"].update(agent="mosaic", model="provider/x", sampling={"temperature": 1.0}),
        lambda meta: meta.update(package="0.2.0"),
    ],
)
def test_the_tested_system_and_the_package_are_no_part_of_the_ruler(
    tmp_path: Path, change: Callable[[dict], object]
) -> None:
    one, other = copy_of("clues", tmp_path / "a"), copy_of("clues", tmp_path / "b")
    edit_meta(other, change)
    assert len(tables_of([read_submission(folder)[0] for folder in (one, other)])) == 1


def test_a_self_hosted_system_stands_marked_beside_those_with_another_host(tmp_path: Path) -> None:
    hosted, own = copy_of("model", tmp_path / "a"), copy_of("self-hosted", tmp_path / "b")
    for folder in (hosted, own):
        complete(folder)
    assert metadata(own)["self_hosted"] == ["host"]
    [table] = tables_of([read_submission(folder)[0] for folder in (own, hosted)])
    assert [(row.rank, row.is_self_hosted) for row in table.lines] == [(1, False), (None, True)]
    [alone] = tables_of([read_submission(own)[0]])
    assert (alone.ruler["seats"], [row.rank for row in alone.lines]) == (None, [None])
    edit_meta(own, lambda meta: meta["options"].update(max_turns=60))
    assert len(tables_of([read_submission(folder)[0] for folder in (own, hosted)])) == 2


def test_an_anchor_stands_beside_the_systems_of_its_model(tmp_path: Path) -> None:
    folders = [copy_of(kind, tmp_path / kind) for kind in ("model", "closed book")]
    system, anchor = rows_of(*folders)
    assert (system.agents, anchor.agents, anchor.kind) == (("direct",), ("closed-book",), "anchor")
    assert system.anchors == {"closed-book": anchor.means["overall"].mean}
    assert anchor.anchors == {}


def test_a_solution_word_for_word_is_counted_and_takes_the_rank(tmp_path: Path) -> None:
    folder = copy_of("model", tmp_path)
    complete(folder)
    submitted = read_submission(folder)[0]
    assert submitted and submitted.instances
    name = next(iter(submitted.results))
    bottom = submitted.instances[name.rsplit("#", 1)[0]].data["bottom"]
    said = {**submitted.results, name: {**submitted.results[name], "conclusion": f" {bottom} "}}
    [[before], [after]] = (
        [row for table in tables_of([one]) for row in table.lines]
        for one in (submitted, replace(submitted, results=said))
    )
    assert after.verbatim == before.verbatim + 1 and after.rank is None


def test_the_gap_to_people_is_over_the_instances_that_both_played(tmp_path: Path) -> None:
    system, people = copy_of("model", tmp_path / "a"), copy_of("model", tmp_path / "b")
    edit_meta(people, lambda meta: meta["seats"]["player"].update(agent="human", model=None))
    for folder in (system, people):
        complete(folder)
    first, second = rows_of(system, people)
    assert (first.agents, first.is_human, first.gap.difference.mean, first.gap.pairs) == (("direct",), False, 0.0, 2)
    assert (second.is_human, second.rank, second.gap) == (True, None, None)
