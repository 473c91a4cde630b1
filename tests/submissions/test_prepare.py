"""From a run to a submission that passes its own check."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from submitting import (
    STATEMENT,
    edit_meta,
    lines,
    metadata,
    played,
    prepared,
    restate,
    write_lines,
)

from turtlesoup_bench.cli import main
from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games import Episode, Forfeit, Move
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.turtle_soup.game import GAME
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.leaderboard.ranking import tables_of
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.run_folder import read_saved
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings
from turtlesoup_bench.submissions.checking import check, read_submission
from turtlesoup_bench.submissions.making import prepare
from turtlesoup_bench.validation import check_record

EMBEDDED = "scores.embedded.jsonl"


def turtlesoup(*arguments: object) -> int:
    with pytest.raises(SystemExit) as end:
        main([str(argument) for argument in arguments])
    return int(end.value.code or 0)


@pytest.mark.parametrize("kind", ["bank", "clues", "seeds", "model", "self-hosted", "twenty"])
def test_an_honest_submission_passes(kind: str) -> None:
    assert check(prepared(kind)) == []


def test_a_submission_holds_what_the_run_does() -> None:
    folder = prepared("model")
    assert {path.name for path in folder.iterdir()} == {
        "submission.json",
        "predictions.jsonl",
        "episodes.jsonl",
        "scores.openai--judge.jsonl",
    }
    meta = metadata(folder)
    assert check_record(meta, "core/submission", "x") == []
    assert folder.name == f"{meta['date']}_turtle-soup_direct_openai-simulated"
    assert {seat: (one["agent"], one["model"]) for seat, one in meta["seats"].items()} == {
        "player": ("direct", "openai/simulated"),
        "host": ("responder", "openai/host"),
    }
    answered = {f"{line['puzzle_id']}#42" for line in lines(folder / "predictions.jsonl")}
    missing = [name for group in meta["missing"] for name in group["episodes"]]
    assert len(answered) + len(missing) == len(load_puzzles())
    assert {group["status"] for group in meta["missing"]} == {"not_played"}


@pytest.mark.parametrize("kind", ["clues", "seeds", "twenty"])
def test_it_states_the_means_of_the_run(kind: str) -> None:
    [entry] = metadata(prepared(kind))["scores"]
    play = metadata(prepared(kind))["play"]
    results = read_results(played(kind))
    row = results.rows[0]
    assert entry["scored"] == row.scored > 0
    for stated, measures in ((entry["means"], results.game.measures), (play, results.game.play_measures)):
        assert list(stated) == [measure.name for measure in measures]
        for name, interval in stated.items():
            mean = row.means[name]
            assert (interval and interval["mean"]) == (mean and pytest.approx(mean.mean))


def test_the_agents_say_what_they_are() -> None:
    kinds = {kind: next(iter(metadata(prepared(kind))["seats"].values())) for kind in ("bank", "model", "twenty")}
    assert {kind: seat["kind"] for kind, seat in kinds.items()} == {
        "bank": "anchor",
        "model": "system",
        "twenty": "system",
    }
    host = metadata(prepared("model"))["seats"]["host"]
    assert "kind" not in host


def test_transcripts_may_stay_away_where_predictions_are_enough(tmp_path: Path) -> None:
    folder = prepare(played("bank"), tmp_path, STATEMENT, with_episodes=False)
    assert not (folder / "episodes.jsonl").exists()
    assert metadata(folder)["play"] == {}
    assert check(folder) == []
    with pytest.raises(InvalidInput, match="which the scores of twenty-questions follow from"):
        prepare(played("twenty"), tmp_path, STATEMENT, with_episodes=False)


def test_predictions_that_were_scored_from_a_file_pass_without_a_transcript(tmp_path: Path) -> None:
    folder = prepare(played("clues"), tmp_path, STATEMENT, with_episodes=False)
    scores = lines(folder / EMBEDDED)
    for line in scores:
        line["ruler"] |= {"options": None, "seats": None}  # as `turtlesoup score predictions.jsonl` leaves them
    write_lines(folder / EMBEDDED, scores)
    restate(folder)
    assert check(folder) == []


def ended(episode: Episode, status: str) -> Episode:
    """The episode with another ending than a prediction."""
    before = episode.moves[:-1]
    if status == "failed":
        return replace(Match(GAME, episode.setup, before).episode(), failure="host: the connection was lost")
    forfeit = Move(forfeit=Forfeit("unreadable", "three unreadable replies", ("?", "?", "?")))
    return Match(GAME, episode.setup, (*before, {"player": forfeit})).episode()


def with_an_ending(status: str, target: Path) -> tuple[Path, str]:
    """A submission of a run whose first episode ended so, and that episode's id."""
    out = Path(shutil.copytree(played("clues"), target / "run"))
    episodes = list(read_saved(out).episodes.values())
    name = episodes[0].id
    write_lines(out / "episodes.jsonl", [e.to_json() for e in (ended(episodes[0], status), *episodes[1:])])
    write_lines(out / EMBEDDED, [line for line in lines(out / EMBEDDED) if line["episode_id"] != name])
    return prepare(out, target, STATEMENT), name


@pytest.mark.parametrize(("status", "counted"), [("aborted", 4), ("failed", 3)])
def test_an_aborted_episode_counts_the_worst_and_a_failed_one_not_at_all(
    tmp_path: Path, status: str, counted: int
) -> None:
    folder, name = with_an_ending(status, tmp_path)
    assert check(folder) == []
    meta = metadata(folder)
    assert name in next(group["episodes"] for group in meta["missing"] if group["status"] == status)
    [stated] = meta["scores"]
    scores = lines(folder / EMBEDDED)
    values = [line["by_seat"]["player"]["overall"] for line in scores]
    assert (len(values), stated["scored"]) == (3, counted)
    assert stated["means"]["overall"]["mean"] == pytest.approx(sum(values) / counted)
    [table] = tables_of([read_submission(folder)[0]])
    [row] = table.lines
    assert (row.scored, row.means["overall"].mean) == (counted, stated["means"]["overall"]["mean"])
    language = name.split("#")[0].rsplit("@", 1)[1]
    spoken = [line["by_seat"]["player"]["overall"] for line in scores if f"@{language}#" in line["episode_id"]]
    assert row.by_language[language].mean == pytest.approx(sum(spoken) / (len(spoken) + (status == "aborted")))


def test_an_aborted_episode_cannot_be_declared_as_failed(tmp_path: Path) -> None:
    folder, name = with_an_ending("aborted", tmp_path)
    meta = metadata(folder)
    number = next(n for n, group in enumerate(meta["missing"]) if name in group["episodes"])
    edit_meta(folder, lambda record: record["missing"][number].update(status="failed"))
    restate(folder)
    [problem] = check(folder)
    assert (problem.place, problem.found) == ("status", "status aborted")
    assert "status failed, as submission.json declares" in problem.expected


def test_a_model_that_aborts_every_game_is_submitted_with_the_worst(
    provider: SimulatedProvider, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    provider.behaviour.faults = {"refusal": 1.0}
    out, submissions = tmp_path / "run", tmp_path / "submissions"
    settings = RunSettings("twenty-questions", model="openai/simulated", selection={"limit": 2}, out=out)
    asyncio.run(run(settings))
    made = ("submit", "prepare", out, "--author", "A", "--contact", "a@b.org", "--out", submissions)
    assert turtlesoup(*made) == 0
    [folder] = submissions.iterdir()
    assert folder.name.endswith("_twenty-questions_chat_openai-simulated")
    assert turtlesoup("submit", "check", folder) == 0
    [entry] = metadata(folder)["scores"]
    assert (entry["scored"], entry["means"]["consistent"]["mean"]) == (2, 0.0)
    assert not list(folder.glob("scores.*"))
    assert "no problem" in capsys.readouterr().out


def test_several_seeds_have_a_file_each() -> None:
    names = {path.name for path in prepared("seeds").iterdir()}
    assert {"predictions.42.jsonl", "predictions.43.jsonl"} < names


def test_the_schema_has_an_example_that_validates() -> None:
    schema = json.loads(files("turtlesoup_bench.schemas").joinpath("core/submission.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    assert check_record(schema["examples"][0], "core/submission", "example") == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "<b>best</b>"}, "markup"),
        ({"contact": "nobody"}, "contact"),
        ({"link": "javascript:alert(1)"}, "link"),
        ({"authors": []}, "--author: found nothing; expected who submits"),
        ({"notes": "key sk-abcdefghijklmnopqrstuv"}, "secret"),
    ],
)
def test_a_statement_that_would_not_pass_leaves_nothing_behind(tmp_path: Path, change: dict, words: str) -> None:
    with pytest.raises(InvalidInput, match=words) as error:
        prepare(played("bank"), tmp_path, replace(STATEMENT, **change))
    assert ".preparing" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_all_that_is_missing_is_said_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = change_run(lambda run: run["data"].update(source="imported"), tmp_path)
    write_lines(out / EMBEDDED, lines(out / EMBEDDED)[1:])
    assert turtlesoup("submit", "prepare", out, "--seen", "perhaps", "--out", tmp_path / "submissions") == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines() == [
        "5 problems:",
        "  --author: found nothing; expected who submits; may be repeated",
        "  --contact: found nothing; expected an e-mail address or an https link",
        '  --seen: found "perhaps"; expected yes, no or unknown',
        f"  {out}: data.source: found 'imported'; expected a run of the packaged data set",
        f"  {out}: found 1 episode without a score by embedded; "
        f"expected a score of each: turtlesoup score {out} --judge embedded",
    ]
    assert not (tmp_path / "submissions").exists()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    prepare(played("bank"), tmp_path, STATEMENT)
    with pytest.raises(InvalidInput, match="give another --out"):
        prepare(played("bank"), tmp_path, STATEMENT)


def change_run(change: Callable[[dict], object], target: Path) -> Path:
    out = Path(shutil.copytree(played("bank"), target / "run"))
    run = json.loads((out / "run.json").read_text(encoding="utf-8"))
    change(run)
    (out / "run.json").write_text(json.dumps(run), encoding="utf-8")
    return out


def test_a_run_of_imported_data_is_refused(tmp_path: Path) -> None:
    out = change_run(lambda run: run["data"].update(source="imported"), tmp_path)
    with pytest.raises(InvalidInput, match="a run of the packaged data set"):
        prepare(out, tmp_path / "submissions", STATEMENT)


def test_the_command_line_prepares_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = ("submit", "prepare", played("model"), "--author", "A", "--contact", "a@b.org", "--out", tmp_path)
    assert turtlesoup(*made) == 0
    [folder] = tmp_path.iterdir()
    assert turtlesoup("submit", "check", folder) == 0
    assert "no problem" in capsys.readouterr().out
    (folder / "extra.txt").write_text("x")
    assert turtlesoup("submit", "check", folder) == 2
    assert "extra.txt: found a file that does not belong here; expected only" in capsys.readouterr().err
