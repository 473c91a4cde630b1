"""Submissions scored again by the judge of a ruler, and where they stand then."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from commands import in_a_process
from ruamel.yaml import YAML
from submitting import STATEMENT, check, copy_of, edit_lines, lines, metadata, played, prepare, prepared, restate

from turtlesoup_bench import PROTOCOL_VERSION
from turtlesoup_bench.leaderboard.board import notes_of
from turtlesoup_bench.leaderboard.ranking import tables_of
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.ruler_file import official_ruler, read_ruler
from turtlesoup_bench.submissions.checking import read_submission

JUDGE = "openai/judge"
FILE = "scores.openai--judge.jsonl"


@pytest.fixture
def ruler(tmp_path: Path) -> Path:
    """The ruler by which the run `model` was measured."""
    official = official_ruler("turtle-soup", PROTOCOL_VERSION)
    assert official is not None
    record = json.loads(json.dumps(official.record))
    [entry] = metadata(prepared("model"))["scores"]
    record["options"]["max_turns"] = 4
    record["seats"]["host"] = metadata(prepared("model"))["seats"]["host"]
    record["scorer"] = {"name": JUDGE, "sampling": {"temperature": 0.0}, "ruler": entry["ruler"]}
    record["models"] = {name: next(iter(official.record["models"].values())) for name in (JUDGE, "openai/host")}
    path = tmp_path / "ruler.yaml"
    YAML(typ="safe").dump(record, path)
    return path


def rescored(folder: Path, ruler: Path | str, out: Path) -> CompletedProcess[str]:
    return in_a_process("submit", "rescore", folder, "--ruler", ruler, "--out", out)


def test_what_a_submitter_made_up_is_scored_again(provider: SimulatedProvider, tmp_path: Path, ruler: Path) -> None:
    folder = copy_of("model", tmp_path)

    def praise(records: list[dict]) -> None:
        for record in records:
            for matches in record["detail"]["matches"].values():
                for match in matches:
                    if match["credit"]:
                        match.update(similarity=1.0, credit=1.0)
            values = record["by_seat"]["player"]
            for part in ("logic", "details"):
                matches = record["detail"]["matches"][part]
                values[part] = sum(match["credit"] for match in matches) / len(matches)
            values["overall"] = 0.3 * values["logic"] + 0.3 * values["details"] + 0.4 * values["conclusion"]
            values["solved"] = float(values["overall"] >= 0.5)

    honest = [record["by_seat"]["player"]["overall"] for record in lines(folder / FILE)]
    edit_lines(folder, FILE, praise)
    restate(folder)
    done = rescored(folder, ruler, tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "again minus stated: " in done.stdout
    assert check(folder) == []
    tries = provider.tries.total()
    again = [record["by_seat"]["player"]["overall"] for record in lines(folder / FILE)]
    assert len(again) == len(honest)
    assert rescored(folder, ruler, tmp_path / "out").stdout.count("+0.0") == 1
    assert provider.tries.total() == tries


def test_a_judge_is_added_beside_the_submitters_own(
    provider: SimulatedProvider, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOSTED_VLLM_API_BASE", provider.url)
    folder = copy_of("model", tmp_path)
    done = rescored(folder, "official", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert check(folder) == []
    assert len(metadata(folder)["scores"]) == 2
    tables = tables_of([read_submission(folder)[0]])
    assert len(tables) == 2 and not any(table.is_official for table in tables)  # its host is another


def test_without_transcripts_it_cannot_be(tmp_path: Path) -> None:
    folder = prepare(played("clues"), tmp_path / "submissions", STATEMENT, with_episodes=False)
    done = rescored(folder, "official", tmp_path / "out")
    assert (done.returncode, "no transcripts" in done.stderr) == (2, True)


def test_what_the_official_ruler_measured_stands_first_and_apart(ruler: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    submitted = [read_submission(prepared(kind))[0] for kind in ("clues", "model")]
    assert [table.is_official for table in tables_of(submitted)] == [False, False]
    mine = read_ruler(ruler)
    assert [mine.measured(table.ruler) for table in tables_of(submitted)] == [True, False]
    assert all(
        "another ruler than the official" in " ".join(note.text() for note in notes_of(table))
        for table in tables_of(submitted)
    )
