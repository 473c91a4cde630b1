from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from submitting import copy_of, edit_lines, edit_meta, first, metadata, prepared, rehash

from turtlesoup_bench.cli import main
from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.leaderboard.board import build
from turtlesoup_bench.leaderboard.reported import reported_tables
from turtlesoup_bench.statistics.bootstrap import Interval


def test_an_honest_submission_is_built(tmp_path: Path) -> None:
    for kind in ("bank", "clues", "model", "twenty"):
        copy_of(kind, tmp_path / "submissions")
    (tmp_path / "submissions" / "README.md").write_text("how to submit")
    board, files = build(tmp_path / "submissions", tmp_path / "out")
    assert [path.name for path in files[:2]] == ["index.html", "leaderboard.json"]
    reports = {row.report for table in board.tables for row in table.lines}
    assert reports == {path.relative_to(tmp_path / "out").as_posix() for path in files[2:]} and len(reports) == 4
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
    assert "values" not in data["tables"][0]["rows"][0]
    [direct] = board.tables[0].lines
    assert len(direct.by_group) == 1 and direct.spent["tokens"] > 0 and rows["question-bank"].spent["tokens"] == 0
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
