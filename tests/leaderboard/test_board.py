from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
from ranking_cases import line
from submitting import copy_of, edit_lines, edit_meta, first, metadata, prepared, rehash

from turtlesoup_bench.cli import main
from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.turtle_soup.game import GAME
from turtlesoup_bench.leaderboard.board import Board, build, render_board
from turtlesoup_bench.leaderboard.ranking import Line, Table
from turtlesoup_bench.leaderboard.reported import ReportedTable, reported_tables
from turtlesoup_bench.statistics.bootstrap import Interval

RULER = {
    "game": "turtle-soup",
    "version": "2",
    "options": {"max_turns": 30},
    "data": {"version": "0.1.0", "hash": "0" * 16},
    "seats": {"host": {"agent": "embedded", "version": "1", "model": None, "sampling": None, "is_self_hosted": False}},
    "scorer": {"judge": "openai/judge"},
}


def table(*lines: Line, ruler: dict = RULER) -> Table:
    return Table(GAME, ruler, ("en", "zh"), "openai/judge", lines)


def test_an_honest_submission_is_built(tmp_path: Path) -> None:
    for kind in ("bank", "clues", "model", "twenty"):
        copy_of(kind, tmp_path / "submissions")
    (tmp_path / "submissions" / "README.md").write_text("how to submit")
    board, files = build(tmp_path / "submissions", tmp_path / "out")
    assert [path.name for path in files] == ["index.html", "leaderboard.json"]
    assert [(table.game.name, table.scorer, len(table.lines)) for table in board.tables] == [
        ("turtle-soup", "openai/judge", 1),
        ("turtle-soup", "embedded", 2),
        ("twenty-questions", "rules", 1),
    ]
    rows = {row.agents[0]: row for table in board.tables for row in table.lines}
    assert {agent: row.kind for agent, row in rows.items()} == {
        "direct": "partial",
        "question-bank": "anchor",
        "all-clues": "anchor",
        "careful": "partial",
    }
    assert rows["question-bank"].play["turns"].mean == 22
    stated = metadata(prepared("clues"))["scores"][0]["means"]["overall"]
    assert rows["all-clues"].means["overall"] == Interval(**stated)
    data = json.loads(files[1].read_text(encoding="utf-8"))
    assert [table["scorer"] for table in data["tables"]] == ["openai/judge", "embedded", "rules"]
    assert [len(table["notes"]) for table in data["tables"]] == [1, 2, 0]
    assert data["tables"][2]["rows"][0]["means"]["consistent"]["mean"] == 1.0
    assert "share its rank" in data["rule"][0]


def test_a_submission_of_an_earlier_data_set_keeps_its_own_table(tmp_path: Path) -> None:
    copy_of("clues", tmp_path / "submissions")
    copy_of("twenty", tmp_path / "submissions")
    data = {"version": "0.0.1", "hash": "0" * 16}
    for kind, scores in (("clues", "scores.embedded.jsonl"), ("twenty", "scores.rules.jsonl")):
        old = copy_of(kind, tmp_path)
        edit_lines(old, scores, lambda records: [r["ruler"].update(data=data) for r in records])
        edit_meta(old, lambda meta: meta.update(data=data, date="2026-01-01"))
        shutil.move(old, tmp_path / "submissions" / f"2026-01-01_{old.name.split('_', 1)[1]}")
    board, _ = build(tmp_path / "submissions", tmp_path / "out")
    current = [metadata(prepared(kind))["data"]["version"] for kind in ("clues", "twenty")]
    assert [table.ruler["data"]["version"] for table in board.tables] == [current[0], "0.0.1", current[1], "0.0.1"]
    assert [len(table.lines) for table in board.tables] == [1, 1, 1, 1]


def test_the_means_of_an_earlier_data_set_are_still_recomputed(tmp_path: Path) -> None:
    folder = copy_of("clues", tmp_path / "submissions")
    data = {"version": "0.0.1", "hash": "0" * 16}
    edit_lines(folder, "scores.embedded.jsonl", lambda records: [r["ruler"].update(data=data) for r in records])
    edit_meta(folder, lambda meta: meta.update(data=data))
    edit_meta(folder, lambda meta: meta["scores"][0]["means"]["overall"].update(mean=0.99))
    rehash(folder)
    with pytest.raises(InvalidInput, match=r"overall\.mean: found 0\.99"):
        build(tmp_path / "submissions", tmp_path / "out")


def test_a_wrong_submission_stops_the_build_and_nothing_is_written(tmp_path: Path) -> None:
    folder = copy_of("clues", tmp_path / "submissions")
    first("scores.embedded.jsonl", lambda record: record["by_seat"]["player"].update(overall=0.9))(folder)
    with pytest.raises(InvalidInput, match="from its matches"):
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
        "agents": (attack,),
        "models": (attack,),
        "ablates": attack,
        "authors": (attack,),
        "date": attack,
        "seen": attack,
        "anchors": {attack: 0.1},
    }
    host = {"agent": attack, "version": attack, "model": attack, "sampling": None, "is_self_hosted": False}
    ruler = {
        **RULER,
        "version": attack,
        "options": {attack: attack},
        "data": {"version": attack, "hash": attack},
        "seats": {attack: host},
        "scorer": {attack: attack},
    }
    figures = [ReportedTable(attack, attack, (attack,), ((attack, attack, (12.5,)),))]
    board = Board([table(line(attack, 0.5, kind="ablation", **fields), ruler=ruler)], figures)
    page = Tags(render_board(board))
    plain = line("x", 0.5, kind="ablation", ablates="y", anchors={"z": 0.1})
    harmless = Tags(render_board(Board([table(plain, ruler={**RULER, "version": "0"})], [PLAIN])))
    assert [tag for tag, _ in page.tags] == [tag for tag, _ in harmless.tags]
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert page.text.count(attack) >= 20


PLAIN = ReportedTable("arXiv 2508.10358", "table 9", ("overall",), (("some-model", "en", (12.5,)),))


def test_the_page_loads_nothing_and_can_be_read_by_a_machine() -> None:
    rows = [
        line("a", 0.5, link="https://example.org/a"),
        line("b", 0.2, 0.1, 0.3, kind="anchor", agents=("all-clues",)),
    ]
    text = render_board(Board([table(*rows)], [PLAIN]))
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
    for words in (
        "share its rank",
        "anchor",
        "Concl.",
        "Turns",
        "reported",
        "arXiv 2508.10358",
        "prefers-color-scheme",
    ):
        assert words in text


def test_the_published_figures_that_come_with_the_package_are_whole() -> None:
    genres, ablations, turns, scores, handover = tables = reported_tables()
    assert ["2508.10358" in table.source for table in tables] == [True, True, False, False, False]
    assert ["2508.10142" in table.source for table in tables] == [False, False, True, True, True]
    assert (len(genres.columns), len(ablations.rows)) == (6, 6)
    assert turns.columns[0] == "word guess" and len(turns.columns) == 5
    assert [figures for _, _, figures in scores.rows] == [(32.2, 95.5), (7.2, 91.2), (4.1, 82.5)]
    assert [figures for _, _, figures in handover.rows] == [(75.2,), (75.7,)]
    for table in tables:
        assert all(len(figures) == len(table.columns) for _, _, figures in table.rows)
        assert all(figure is None or 0 < figure < 100 for _, _, figures in table.rows for figure in figures)


def test_published_figures_stand_on_the_page_as_they_were_reported() -> None:
    page = Tags(render_board(Board([], reported_tables())))
    assert [tag for tag, _ in page.tags].count("h3") == 2
    for words in ("arXiv 2508.10142", "not comparable", "18.85", "75.7", "gemini-2.0-flash, then gemini-2.5-pro"):
        assert words in page.text


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
