from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
from submitting import copy_of, edit_lines, edit_meta, lines, prepared, restate

from turtlesoup_bench.cli import main
from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.leaderboard.board import Board, build, render_board
from turtlesoup_bench.leaderboard.ranking import Line, Measure, ranked, tables_of
from turtlesoup_bench.leaderboard.reported import ReportedTable, reported_tables
from turtlesoup_bench.statistics.bootstrap import Interval
from turtlesoup_bench.submissions.checking import read_submission

MEASURE = Measure(False, "0.1.0", "0" * 16, "1", "openai/judge", "p1", ("en", "zh"), 30, "full")


def line(name: str, mean: float | None, low: float = 0.0, high: float = 1.0, **fields: object) -> Line:
    overall = None if mean is None else Interval(mean, low, high)
    values = {
        "rank": None,
        "kind": "system",
        "folder": name,
        "name": name,
        "agent": "direct",
        "model": f"provider/{name}",
        "responder": "embedded",
        "authors": ("A",),
        "link": None,
        "date": "2026-11-22",
        "scored": 80,
        "episodes": 80,
        "logic": overall,
        "details": overall,
        "conclusion": overall,
        "overall": overall,
        "solved": 0.5,
        "turns": 12.0,
        "by_language": {"en": overall, "zh": overall},
        "closed_book": None,
        "seen": "no",
    }
    return Line(**{**values, **fields})


def ranks(*rows: Line) -> dict[str, int | None]:
    return {row.name: row.rank for row in ranked(rows)}


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


def test_anchors_and_what_is_incomplete_have_no_rank() -> None:
    rows = [
        line("floor", 0.1, agent="closed-book", kind="baseline", model="provider/a"),
        line("cherries", 0.9, kind="partial", scored=4),
        line("a", 0.3),
        line("nothing", None, kind="partial", scored=0),
    ]
    ordered = ranked(rows)
    assert [(row.name, row.rank) for row in ordered] == [
        ("a", 1),
        ("cherries", None),
        ("nothing", None),
        ("floor", None),
    ]
    assert ordered[0].closed_book == 0.1
    assert ordered[1].closed_book is None


def test_an_honest_submission_is_built(tmp_path: Path) -> None:
    for kind in ("bank", "clues", "model"):
        copy_of(kind, tmp_path / "submissions")
    (tmp_path / "submissions" / "README.md").write_text("how to submit")
    board, files = build(tmp_path / "submissions", tmp_path / "out")
    assert [path.name for path in files] == ["index.html", "leaderboard.json"]
    assert [(m.judge, len(rows)) for m, rows in board.tables.items()] == [("openai/judge", 1), ("embedded", 2)]
    rows = {row.agent: row for rows in board.tables.values() for row in rows}
    assert {agent: row.kind for agent, row in rows.items()} == {
        "direct": "partial",
        "question-bank": "baseline",
        "all-clues": "baseline",
    }
    assert rows["question-bank"].turns == 22
    stated = json.loads((prepared("clues") / "submission.json").read_text(encoding="utf-8"))["scores"][0]["overall"]
    assert rows["all-clues"].overall == Interval(**stated)
    data = json.loads(files[1].read_text(encoding="utf-8"))
    assert [table["judge"] for table in data["tables"]] == ["openai/judge", "embedded"]
    assert "share its rank" in data["rule"][0]


def test_a_whole_submission_is_ranked(tmp_path: Path) -> None:
    folder = copy_of("clues", tmp_path)
    edit_meta(folder, lambda meta: meta.update(agent="direct", missing=[]))
    submission, _ = read_submission(folder)
    [[row]] = tables_of([submission]).values()
    assert (row.rank, row.kind, row.scored, row.episodes) == (1, "system", 4, 4)
    edit_lines(folder, "predictions.jsonl", list.pop)
    edit_meta(
        folder,
        lambda meta: meta.update(missing=[{"status": "failed", "reason": "hard", "episodes": ["a/b@en#42"] * 2}]),
    )
    submission, _ = read_submission(folder)
    [[row]] = tables_of([submission]).values()
    assert row.kind == "partial"


@pytest.mark.parametrize(
    "change",
    [
        lambda meta: meta["play"].update(max_turns=60),
        lambda meta: meta["play"].update(feedback="noisy:0.1"),
        lambda meta: meta.update(languages=["en"]),
    ],
)
def test_what_was_played_otherwise_stands_in_another_table(tmp_path: Path, change: object) -> None:
    one, other = copy_of("clues", tmp_path / "a"), copy_of("clues", tmp_path / "b")
    edit_meta(other, change)
    assert len(tables_of([read_submission(folder)[0] for folder in (one, other)])) == 2


def test_a_submission_of_an_earlier_data_set_keeps_its_own_table(tmp_path: Path) -> None:
    copy_of("clues", tmp_path / "submissions")
    old = copy_of("clues", tmp_path)
    edit_meta(old, lambda meta: meta.update(dataset={"version": "0.0.1", "hash": "0" * 16}, date="2026-01-01"))
    ruler = {"dataset": "0.0.1", "dataset_hash": "0" * 16}
    edit_lines(old, "scores.embedded.jsonl", lambda records: [r["ruler"].update(ruler) for r in records])
    restate(old)
    shutil.move(old, tmp_path / "submissions" / f"2026-01-01_{old.name.split('_', 1)[1]}")
    board, _ = build(tmp_path / "submissions", tmp_path / "out")
    assert [measure.dataset for measure in board.tables] == [lines_version(), "0.0.1"]


def lines_version() -> str:
    return lines(prepared("clues") / "scores.embedded.jsonl")[0]["ruler"]["dataset"]


def test_a_wrong_submission_stops_the_build_and_nothing_is_written(tmp_path: Path) -> None:
    folder = copy_of("clues", tmp_path / "submissions")
    edit_lines(folder, "scores.embedded.jsonl", lambda records: records[0].update(overall=0.9))
    with pytest.raises(InvalidInput, match="recomputed"):
        build(tmp_path / "submissions", tmp_path / "out")
    assert not (tmp_path / "out").exists()


class Tags(HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self, page: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data: str) -> None:
        self.text += data


ATTACKS = [
    "<script>alert(1)</script>",
    "</table><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "'><svg/onload=alert(1)>",
    "{{ 7 * 7 }}{% for x in y %}",
    "]]></style><script>alert(1)</script>",
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_that_is_shown_becomes_markup(attack: str) -> None:
    fields = {
        "agent": attack,
        "model": attack,
        "responder": attack,
        "authors": (attack,),
        "date": attack,
        "seen": attack,
    }
    measure = Measure(False, attack, attack, attack, attack, attack, ("en", "zh"), 30, attack)
    figures = [ReportedTable(attack, (attack,), ((attack, attack, (12.5,)),))]
    page = Tags(render_board(Board({measure: [line(attack, 0.5, **fields)]}, attack, figures)))
    harmless = Tags(render_board(Board({MEASURE: [line("x", 0.5)]}, "source", [PLAIN])))
    assert [tag for tag, _ in page.tags] == [tag for tag, _ in harmless.tags]
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert page.text.count(attack) >= 10


PLAIN = ReportedTable("table 9", ("overall",), (("some-model", "en", (12.5,)),))


def test_the_page_loads_nothing_and_can_be_read_by_a_machine() -> None:
    rows = [line("a", 0.5, link="https://example.org/a"), line("b", 0.2, 0.1, 0.3, kind="baseline", agent="all-clues")]
    text = render_board(Board({MEASURE: rows}, "arXiv 2508.10358", [PLAIN]))
    page = Tags(text)
    tags = [tag for tag, _ in page.tags]
    assert "script" not in tags and "link" not in tags and "img" not in tags
    assert not re.search(r"url\(|@import", text)
    policy = next(a["content"] for tag, a in page.tags if tag == "meta" and a.get("http-equiv"))
    assert policy.startswith("default-src 'none'")
    assert tags.count("caption") == tags.count("table") == 2
    assert all(attributes.get("scope") for tag, attributes in page.tags if tag == "th")
    assert all(attributes.get("tabindex") == "0" for _, attributes in page.tags if attributes.get("class") == "scroll")
    assert [a["href"] for tag, a in page.tags if tag == "a"][1] == "https://example.org/a"
    for words in ("share its rank", "baseline", "reported", "arXiv 2508.10358", "prefers-color-scheme"):
        assert words in text


def test_the_published_figures_that_come_with_the_package_are_whole() -> None:
    source, (genres, ablations) = reported_tables()
    assert "2508.10358" in source
    assert len(genres.columns) == 6
    assert len(ablations.rows) == 6
    for table in (genres, ablations):
        assert all(len(figures) == len(table.columns) for _, _, figures in table.rows)
        assert all(0 < figure < 100 for _, _, figures in table.rows for figure in figures)


def test_the_command_line_builds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy_of("bank", tmp_path / "submissions")
    arguments = ["leaderboard", "build", str(tmp_path / "submissions"), "--out", str(tmp_path / "out")]
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert not end.value.code
    assert "index.html" in capsys.readouterr().out
    with pytest.raises(SystemExit) as end:
        main(["leaderboard", "build", str(tmp_path / "nowhere")])
    assert end.value.code == 2
