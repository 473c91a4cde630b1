from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from submitting import (
    STATEMENT,
    copy_of,
    edit_lines,
    edit_meta,
    lines,
    played,
    prepared,
    rehash,
    restate,
    write_lines,
)

from turtlesoup_bench.cli import main
from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.leaderboard.ranking import tables_of
from turtlesoup_bench.submissions.checking import check, contamination_notes, read_submission
from turtlesoup_bench.submissions.making import prepare
from turtlesoup_bench.validation import check_record

EMBEDDED = "scores.embedded.jsonl"
JUDGED = "scores.openai--judge.jsonl"
TOMORROW = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()


# -- honest ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["bank", "clues", "model"])
def test_an_honest_submission_passes(kind: str) -> None:
    assert check(prepared(kind)) == []


def test_a_submission_holds_what_the_run_does() -> None:
    folder = prepared("model")
    assert {path.name for path in folder.iterdir()} == {
        "submission.json",
        "predictions.jsonl",
        "episodes.jsonl",
        JUDGED,
    }
    meta = json.loads((folder / "submission.json").read_text(encoding="utf-8"))
    assert check_record(meta, "core/submission", "x") == []
    assert folder.name == f"{meta['date']}_direct_openai-simulated"
    answered = {f"{line['puzzle_id']}#42" for line in lines(folder / "predictions.jsonl")}
    missing = [name for group in meta["missing"] for name in group["episodes"]]
    assert len(answered) + len(missing) == len(load_puzzles())
    assert {group["status"] for group in meta["missing"]} == {"not_played"}


def test_transcripts_may_stay_away(tmp_path: Path) -> None:
    folder = prepare(played("bank"), tmp_path, STATEMENT, with_episodes=False)
    assert not (folder / "episodes.jsonl").exists()
    assert check(folder) == []


def with_an_ending(status: str, target: Path) -> tuple[Path, str]:
    """A submission of a run whose first episode ended so, and that episode's id."""
    out = Path(shutil.copytree(played("clues"), target / "run"))
    episodes = lines(out / EPISODES)
    episodes[0] |= {"status": status, "prediction": None, "reason": "three unreadable replies"}
    write_lines(out / EPISODES, episodes)
    scores = [line for line in lines(out / EMBEDDED) if line["episode_id"] != episodes[0]["episode_id"]]
    write_lines(out / EMBEDDED, scores)
    return prepare(out, target, STATEMENT), episodes[0]["episode_id"]


@pytest.mark.parametrize(("status", "counted"), [("aborted", 4), ("failed", 3)])
def test_an_aborted_episode_counts_zero_and_a_failed_one_not_at_all(tmp_path: Path, status: str, counted: int) -> None:
    folder, name = with_an_ending(status, tmp_path)
    assert check(folder) == []
    meta = json.loads((folder / META).read_text(encoding="utf-8"))
    assert name in next(group["episodes"] for group in meta["missing"] if group["status"] == status)
    [stated] = meta["scores"]
    values = [line["overall"] for line in lines(folder / EMBEDDED)]
    assert (len(values), stated["scored"]) == (3, counted)
    assert stated["overall"]["mean"] == pytest.approx(sum(values) / counted)
    [[row]] = tables_of([read_submission(folder)[0]]).values()
    assert (row.scored, row.overall.mean, row.solved) == (counted, stated["overall"]["mean"], stated["solved"])
    first_language = name.split("#")[0].rsplit("@", 1)[1]
    of_language = [line["overall"] for line in lines(folder / EMBEDDED) if f"@{first_language}#" in line["episode_id"]]
    assert row.by_language[first_language].mean == pytest.approx(
        sum(of_language) / (len(of_language) + (status == "aborted"))
    )


def test_an_aborted_episode_cannot_be_declared_as_failed(tmp_path: Path) -> None:
    folder, name = with_an_ending("aborted", tmp_path)
    meta = json.loads((folder / META).read_text(encoding="utf-8"))
    group = next(group for group in meta["missing"] if name in group["episodes"])
    edit_meta(folder, lambda m: m["missing"][meta["missing"].index(group)].update(status="failed"))
    restate(folder)
    [problem] = check(folder)
    assert (problem.place, problem.found) == ("status", "status aborted")
    assert "status failed, as submission.json declares" in problem.expected


def test_several_seeds_have_a_file_each(tmp_path: Path) -> None:
    out = Path(shutil.copytree(played("clues"), tmp_path / "run"))
    run = json.loads((out / "run.json").read_text(encoding="utf-8"))
    (out / "run.json").write_text(json.dumps({**run, "seeds": [42, 43]}), encoding="utf-8")
    for name in ("episodes.jsonl", EMBEDDED):
        told = lines(out / name)
        again = [{**line, "episode_id": line["puzzle_id"] + "#43"} for line in told]
        write_lines(out / name, told + [{**line, "seed": 43} if "seed" in line else line for line in again])
    folder = prepare(out, tmp_path, STATEMENT)
    assert {"predictions.42.jsonl", "predictions.43.jsonl"} < {path.name for path in folder.iterdir()}
    assert check(folder) == []


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
        ({"authors": []}, "authors"),
        ({"notes": "key sk-abcdefghijklmnopqrstuv"}, "secret"),
    ],
)
def test_a_statement_that_would_not_pass_leaves_nothing_behind(tmp_path: Path, change: dict, words: str) -> None:
    with pytest.raises(InvalidInput, match=words) as error:
        prepare(played("bank"), tmp_path, replace(STATEMENT, **change))
    assert ".preparing" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    prepare(played("bank"), tmp_path, STATEMENT)
    with pytest.raises(InvalidInput, match="give another --out"):
        prepare(played("bank"), tmp_path, STATEMENT)


def test_the_notes_ask_for_a_closed_book_run_and_find_it(tmp_path: Path) -> None:
    folder = copy_of("model", tmp_path)
    assert any("no closed-book submission of openai/simulated" in note for note in contamination_notes(folder))
    other = tmp_path / folder.name.replace("direct", "closed-book")
    shutil.copytree(folder, other)
    edit_meta(other, lambda meta: meta.update(agent="closed-book"))
    assert any(note.startswith(other.name) for note in contamination_notes(folder))
    edit_meta(folder, lambda meta: meta["contamination"].update(seen="no", statement="trained before"))
    assert not any("whether the model" in note for note in contamination_notes(folder))
    assert check(folder) == []


def test_the_notes_tell_of_answers_that_are_the_solution(tmp_path: Path) -> None:
    folder = copy_of("clues", tmp_path)
    bottoms = {puzzle.id: puzzle.bottom for puzzle in load_puzzles()}
    assert contamination_notes(folder) == []
    edit_lines(folder, "predictions.jsonl", lambda r: r[0].update(conclusion=bottoms[r[0]["puzzle_id"]]))
    assert ["1 of 4 conclusions are the bottom word for word" in note for note in contamination_notes(folder)] == [True]


def test_the_command_line_prepares_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def turtlesoup(*arguments: object) -> int:
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        return int(end.value.code or 0)

    made = ("submit", "prepare", played("model"), "--author", "A", "--contact", "a@b.org", "--out", tmp_path)
    assert turtlesoup(*made) == 0
    [folder] = tmp_path.iterdir()
    assert turtlesoup("submit", "check", folder) == 0
    assert "no problem" in capsys.readouterr().out
    (folder / "extra.txt").write_text("x")
    assert turtlesoup("submit", "check", folder) == 2
    assert "extra.txt: found a file that does not belong here; expected only" in capsys.readouterr().err


# -- frauds and mistakes --------------------------------------------------------------------------------------------


def improve(folder: Path, name: str = EMBEDDED) -> None:
    """Every similarity at 0.95 and everything that follows from it right: only the judge could tell."""

    def change(scores: list[dict]) -> None:
        answers = {f"{line['puzzle_id']}#42": line for line in lines(folder / "predictions.jsonl")}
        for line in scores:
            said = answers[line["episode_id"]]
            for points in line["matches"].values():
                points[:] = [{"index": 0, "similarity": 0.95, "credit": 1.0} for _ in points]
            line |= {"logic": 1.0, "details": 1.0, "overall": 0.6 + 0.4 * line["conclusion"], "solved": True}
            line["precision"] = 2 / (len(said["logic"]) + len(said["details"]))

    edit_lines(folder, name, change)
    restate(folder)


def raise_conclusions(folder: Path) -> None:
    def change(scores: list[dict]) -> None:
        for line in scores:
            line["conclusion"] = 0.5
            line["overall"] = 0.3 * line["logic"] + 0.3 * line["details"] + 0.2
            line["solved"] = line["overall"] >= 0.5

    edit_lines(folder, EMBEDDED, change)
    restate(folder)


def drop(folder: Path, *names: str) -> str:
    """Takes one puzzle out of the named files, and out of the stated scores."""
    [*_, last] = lines(folder / "predictions.jsonl")
    for name in names:
        edit_lines(
            folder, name, lambda records: records.pop([r["puzzle_id"] for r in records].index(last["puzzle_id"]))
        )
    restate(folder)
    return f"{last['puzzle_id']}#42"


def drop_and_declare(folder: Path) -> None:
    name = drop(folder, "predictions.jsonl", EMBEDDED)
    group = {"status": "failed", "reason": "refused", "episodes": [name]}
    edit_meta(folder, lambda meta: meta["missing"].append(group))


def add_foreign(folder: Path) -> None:
    edit_lines(folder, "predictions.jsonl", lambda r: r.append({**r[0], "puzzle_id": "original/my-own@en"}))
    row = {"puzzle_id": "original/my-own@en", "episode_id": "original/my-own@en#42"}
    edit_lines(folder, EMBEDDED, lambda r: r.append({**r[0], **row}))
    edit_lines(folder, "episodes.jsonl", lambda r: r.append({**r[0], **row}))
    restate(folder)


def relabel(folder: Path, judge: str, target: str, rulers: bool) -> None:
    [source] = folder.glob("scores.*.jsonl")
    if rulers:
        edit_lines(folder, source.name, lambda records: [r["ruler"].update(judge=judge) for r in records])
    source.rename(folder / target)
    edit_meta(folder, lambda meta: meta["scores"][0].update(judge=judge))
    rehash(folder)


def text(folder: Path, name: str, old: str, new: str) -> None:
    """Replaces text in a file without a look at its form."""
    content = (folder / name).read_text(encoding="utf-8")
    assert old in content
    (folder / name).write_text(content.replace(old, new, 1), encoding="utf-8")
    if name != "submission.json":
        rehash(folder)


def meta(**fields: object) -> Callable[[Path], None]:
    return lambda folder: edit_meta(folder, lambda record: record.update(fields))


def first(name: str, **fields: object) -> Callable[[Path], None]:
    """Sets fields of a file's first record, and states the new hash."""
    return lambda folder: edit_lines(folder, name, lambda records: records[0].update(fields))


def first_match(**fields: object) -> Callable[[Path], None]:
    return lambda folder: edit_lines(folder, EMBEDDED, lambda r: r[0]["matches"]["details"][0].update(fields))


def turns(change: Callable[[list[dict]], object]) -> Callable[[Path], None]:
    return lambda folder: edit_lines(folder, "episodes.jsonl", lambda records: change(records[0]["turns"]))


def link(folder: Path) -> None:
    target = folder.parent / "elsewhere.jsonl"
    shutil.move(folder / "predictions.jsonl", target)
    (folder / "predictions.jsonl").symlink_to(target)


def linked_folder(folder: Path) -> None:
    target = folder.rename(folder.parent / "elsewhere")
    folder.symlink_to(target)


def bomb(name: str) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("episodes.jsonl", b"\0" * 10_000_000)
        rehash(folder)

    return act


def oversized(name: str, size: int) -> Callable[[Path], None]:
    return lambda folder: os.truncate(folder / name, size)


def nested(folder: Path) -> None:
    (folder / "predictions.jsonl").write_text("[" * 200_000 + "\n", encoding="utf-8")
    rehash(folder)


def bytes_of(folder: Path) -> None:
    (folder / "predictions.jsonl").write_bytes(b'{"puzzle_id": "\xff"}\n')
    rehash(folder)


def unlink(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


PREDICTIONS, EPISODES, META = "predictions.jsonl", "episodes.jsonl", "submission.json"
Fraud = tuple[str, Callable[[Path], object], str, str]
FRAUDS: dict[str, Fraud] = {
    # name: the submission, what is done to it, the file that the message must name, words of the message
    "changed score": ("clues", first(EMBEDDED, overall=0.9), EMBEDDED, "recomputed from its matches"),
    "changed part of a score": ("clues", first(EMBEDDED, logic=1.0), EMBEDDED, "logic: found 1.0; expected"),
    "unsolved called solved": ("clues", first(EMBEDDED, solved=True), EMBEDDED, "solved: found True; expected False"),
    "changed precision": ("clues", first(EMBEDDED, precision=0.99), EMBEDDED, "precision: found 0.99"),
    "changed stated score": (
        "clues",
        lambda f: edit_meta(f, lambda m: m["scores"][0]["overall"].update(mean=0.8)),
        META,
        "scores[0].overall.mean: found 0.8; expected",
    ),
    "narrowed interval": (
        "clues",
        lambda f: edit_meta(f, lambda m: m["scores"][0]["overall"].update(low=0.9, high=0.9)),
        META,
        "scores[0].overall.low: found 0.9; expected",
    ),
    "more scored than are": (
        "clues",
        lambda f: edit_meta(f, lambda m: m["scores"][0].update(scored=80)),
        META,
        "scored: found 80; expected 4",
    ),
    "similarities raised with all that follows": ("clues", improve, EMBEDDED, "what the embedded judge gives"),
    "conclusions raised to the threshold": ("clues", raise_conclusions, EMBEDDED, "conclusion: found 0.5000; expected"),
    "credit above its similarity": (
        "clues",
        first_match(similarity=0.6, credit=1.0, index=0),
        EMBEDDED,
        "by its simil",
    ),
    "match with a point that was not predicted": ("clues", first_match(index=999), EMBEDDED, "index: found 999"),
    "easier rubric": (
        "clues",
        lambda f: edit_lines(f, EMBEDDED, lambda r: r[0]["matches"]["details"].pop()),
        EMBEDDED,
        "one a point of the rubric",
    ),
    "other weights": (
        "clues",
        lambda f: edit_lines(f, EMBEDDED, lambda r: r[0]["ruler"].update(weights=[0.0, 0.0, 1.0])),
        EMBEDDED,
        "ruler.weights: found (0.0, 0.0, 1.0); expected (0.3, 0.3, 0.4)",
    ),
    "bad ones left unscored": (
        "clues",
        first(
            EMBEDDED,
            status="unscored",
            reason="the judge failed",
            **dict.fromkeys(("logic", "details", "conclusion", "overall", "precision", "solved", "matches")),
        ),
        EMBEDDED,
        "status: found unscored",
    ),
    "negative score": ("clues", first(EMBEDDED, overall=-0.1), EMBEDDED, "overall: found -0.1; expected"),
    "score above one hundred percent": (
        "clues",
        first(EMBEDDED, overall=1.5),
        EMBEDDED,
        "overall: found 1.5; expected",
    ),
    "score that is no number": ("clues", first(EMBEDDED, overall=float("nan")), EMBEDDED, "NaN is no JSON"),
    "dropped puzzle": (
        "clues",
        lambda f: drop(f, PREDICTIONS, EMBEDDED, EPISODES),
        "",
        "no prediction for 1: ",
    ),
    "dropped score": ("clues", lambda f: drop(f, EMBEDDED), EMBEDDED, "no score for"),
    "dropped puzzle called missing": (
        "clues",
        drop_and_declare,
        EPISODES,
        "found no prediction in the predictions file",
    ),
    "answered and called missing": (
        "clues",
        lambda f: edit_meta(
            f, lambda m: m["missing"][0]["episodes"].append(lines(f / PREDICTIONS)[0]["puzzle_id"] + "#42")
        ),
        META,
        "only episodes without a prediction",
    ),
    "foreign puzzle": ("clues", add_foreign, PREDICTIONS, "'original/my-own@en'; expected a puzzle of data set"),
    "foreign puzzle called missing": (
        "clues",
        lambda f: edit_meta(f, lambda m: m["missing"][0]["episodes"].append("original/my-own@en#42")),
        META,
        "expected a puzzle of data set",
    ),
    "duplicate": (
        "clues",
        lambda f: edit_lines(f, PREDICTIONS, lambda r: r.append(r[0])),
        PREDICTIONS,
        "line 1 has it",
    ),
    "predictions not those of the episodes": (
        "clues",
        first(PREDICTIONS, conclusion="The butler did it."),
        EPISODES,
        "another prediction in the predictions file; expected the same prediction in both",
    ),
    "predictions written after scoring": (
        "clues",
        lambda f: (first(PREDICTIONS, logic=[], details=[], conclusion="")(f), (f / EPISODES).unlink(), rehash(f)),
        EMBEDDED,
        "the place of one of 0 predicted points",
    ),
    "edited transcript": (
        "bank",
        lambda f: (f / EPISODES).write_text((f / EPISODES).read_text().replace("crime", "crowd")),
        EPISODES,
        "as submission.json states",
    ),
    "edited answer": ("bank", turns(lambda t: t[0]["answer"].update(verdict="yes")), EPISODES, "turns[0].shown: found"),
    "turn taken out": ("bank", turns(lambda t: t.pop(0)), EPISODES, "expected 1, 2, 3 and so on"),
    "more turns than allowed": (
        "bank",
        lambda f: edit_meta(f, lambda m: m["play"].update(max_turns=5)),
        EPISODES,
        "expected at most 5",
    ),
    "clue that the puzzle does not have": (
        "bank",
        turns(lambda t: t[0]["answer"].update(clue=99)),
        EPISODES,
        "key clues",
    ),
    "usage smaller than its turns": ("model", first(EPISODES, usage={}), EPISODES, "the sum of its turns"),
    "another agent's episodes": ("bank", first(EPISODES, agent="mosaic"), EPISODES, "agent: found 'mosaic'"),
    "episode left out": ("bank", lambda f: edit_lines(f, EPISODES, list.pop), EPISODES, "no episode for 1: "),
    "unknown feedback": (
        "bank",
        lambda f: edit_meta(f, lambda m: m["play"].update(feedback="telepathy")),
        META,
        "play.feedback: found telepathy; expected full",
    ),
    "wrong data set version": (
        "clues",
        lambda f: edit_meta(f, lambda m: m["dataset"].update(version="9.9.9")),
        META,
        "dataset: found 9.9.9",
    ),
    "wrong data set hash": (
        "clues",
        lambda f: edit_meta(f, lambda m: m["dataset"].update(hash="0" * 16)),
        META,
        "the data set at hand",
    ),
    "wrong protocol": ("clues", meta(protocol="0"), META, "protocol: found '0'; expected '2'"),
    "prompts of another version": (
        "clues",
        lambda f: edit_meta(f, lambda m: m["scores"][0].update(judge_prompts="older")),
        META,
        "score again with it",
    ),
    "wrong hash": (
        "clues",
        lambda f: edit_meta(f, lambda m: m["files"].update({PREDICTIONS: "0" * 64})),
        PREDICTIONS,
        "as submission.json states",
    ),
    "file without a hash": (
        "clues",
        lambda f: edit_meta(f, lambda m: m["files"].pop(EPISODES)),
        META,
        "no hash of episodes.jsonl",
    ),
    "oversized file": ("clues", oversized(PREDICTIONS, 25 * 2**20), PREDICTIONS, "25.0 MB; expected at most 24.0 MB"),
    "oversized folder": (
        "clues",
        lambda f: [
            (f / f"scores.{i}.jsonl").touch() or os.truncate(f / f"scores.{i}.jsonl", 23 * 2**20) for i in range(6)
        ],
        "",
        "in all; expected at most 128.0 MB",
    ),
    "path outside the folder": (
        "clues",
        lambda f: edit_meta(f, lambda m: m["files"].update({"../../secret.jsonl": "0" * 64})),
        META,
        "../../secret.jsonl",
    ),
    "absolute path": (
        "clues",
        lambda f: edit_meta(f, lambda m: m["files"].update({"/etc/passwd": "0" * 64})),
        META,
        "/etc/passwd",
    ),
    "symbolic link": ("clues", link, PREDICTIONS, "a symbolic link; expected a regular file"),
    "folder that is a link": ("clues", linked_folder, "", "a symbolic link; expected a folder"),
    "folder inside": ("clues", lambda f: (f / "more").mkdir(), "more", "a folder; expected files only"),
    "archive bomb": ("clues", bomb("submission.zip"), "submission.zip", "archives are never unpacked"),
    "archive bomb under an honest name": ("clues", bomb(EPISODES), EPISODES, "archives are never unpacked"),
    "script beside it": ("clues", lambda f: (f / "setup.sh").write_text("true"), "setup.sh", "does not belong here"),
    "hidden file": ("clues", lambda f: (f / ".env").write_text("A=1"), ".env", "does not belong here"),
    "markup in the name": ("clues", meta(name="<script>alert(1)</script>"), META, "name: found markup ('<')"),
    "entity in the notes": ("clues", meta(notes="&lt;b&gt;"), META, "notes: found markup ('&lt;')"),
    "markup in an author": ("clues", meta(authors=["<img src=x>"]), META, "authors[0]: found markup"),
    "text turned around": ("clues", meta(name="abc\u202ecba"), META, "the invisible character U+202E"),
    "control character": ("clues", meta(name="a\u0007b"), META, "the invisible character U+0007"),
    "script link": ("clues", meta(link="javascript:alert(1)"), META, 'link: found "javascript:alert(1)"'),
    "link without encryption": ("clues", meta(link="http://example.org"), META, 'link: found "http://example.org"'),
    "script link in the notes": ("clues", meta(notes="see javascript:alert(1)"), META, "https:// links only"),
    "future date": ("clues", meta(date=TOMORROW), META, "to today"),
    "date that is none": ("clues", meta(date="2026-02-31"), META, "a day of the calendar"),
    "another name of the folder": (
        "clues",
        lambda f: meta(agent="mosaic")(f),
        "",
        "_mosaic_no-model', by its submission.json",
    ),
    "scores of another judge in a renamed file": (
        "clues",
        lambda f: relabel(f, "openai/gpt-4o", "scores.openai--gpt-4o.jsonl", rulers=False),
        "scores.openai--gpt-4o.jsonl",
        "ruler.judge: found 'embedded'; expected 'openai/gpt-4o'",
    ),
    "scores of another judge relabelled": (
        "clues",
        lambda f: relabel(f, "openai/gpt-4o", "scores.openai--gpt-4o.jsonl", rulers=True),
        "scores.openai--gpt-4o.jsonl",
        "usage: found no call",
    ),
    "a model's scores called embedded": (
        "model",
        lambda f: relabel(f, "embedded", EMBEDDED, rulers=True),
        EMBEDDED,
        "expected null, since the embedded judge calls no model",
    ),
    "a model's score changed": ("model", first(JUDGED, overall=0.123), JUDGED, "overall: found 0.123; expected"),
    "missing predictions": ("clues", unlink(PREDICTIONS), PREDICTIONS, "no such file"),
    "missing scores": ("clues", unlink(EMBEDDED), EMBEDDED, "no such file"),
    "missing metadata": ("clues", unlink(META), META, "no such file"),
    "scores of nobody": (
        "clues",
        lambda f: (shutil.copy(f / EMBEDDED, f / "scores.nobody.jsonl"), rehash(f)),
        "scores.nobody.jsonl",
        "a judge that is not stated",
    ),
    "no predictions and fine scores": (
        "clues",
        lambda f: [write_lines(f / name, []) for name in (PREDICTIONS, EMBEDDED, EPISODES)] and rehash(f),
        EMBEDDED,
        "found no scores",
    ),
    "unknown field": ("clues", meta(rank=1), META, "unknown field 'rank'"),
    "unknown field in a prediction": ("clues", first(PREDICTIONS, note="x"), PREDICTIONS, "unknown field 'note'"),
    "broken metadata": ("clues", lambda f: text(f, META, "{", "{{"), META, "broken JSON"),
    "broken JSON line": ("clues", lambda f: text(f, PREDICTIONS, "{", "{{"), f"{PREDICTIONS}:1", "broken JSON"),
    "key that stands twice": (
        "clues",
        lambda f: text(f, EMBEDDED, '"overall"', '"overall": 0.99, "overall"'),
        f"{EMBEDDED}:1",
        "a key stands twice",
    ),
    "nested without end": ("clues", nested, f"{PREDICTIONS}:1", "broken JSON"),
    "bytes that are no text": ("clues", bytes_of, PREDICTIONS, "not UTF-8"),
    "secret key in the notes": (
        "clues",
        meta(notes="run with OPENAI_API_KEY=sk-proj-abcdefghijklmnopqrstuvwx"),
        META,
        "what looks like a secret (sk-pro…)",
    ),
    "token in a transcript": (
        "bank",
        turns(lambda t: t[0].update(trace={"header": "Bearer abcdefghijklmnopqrstuvwxyz"})),
        f"{EPISODES}:1",
        "what looks like a secret (Bearer…)",
    ),
}


@pytest.mark.parametrize("name", FRAUDS)
def test_a_fraud_or_mistake_is_caught(tmp_path: Path, name: str) -> None:
    kind, act, file, words = FRAUDS[name]
    folder = copy_of(kind, tmp_path)
    act(folder)
    found = check(folder)
    told = [str(problem) for problem in found if file in problem.where and str(folder) in problem.where]
    assert any(words in line for line in told), "\n".join(map(str, found))
    assert all(problem.found and problem.expected for problem in found)


def test_no_message_repeats_a_whole_secret(tmp_path: Path) -> None:
    folder = copy_of("clues", tmp_path)
    meta(notes="sk-proj-abcdefghijklmnopqrstuvwx")(folder)
    assert not any("abcdefgh" in str(problem) for problem in check(folder))


def test_no_message_can_be_forged_or_flood(tmp_path: Path) -> None:
    folder = copy_of("clues", tmp_path)
    (folder / "a\n::error::b\x1b[31m").touch()
    edit_meta(folder, lambda meta: meta["scores"][0].update(judge="a\n::error::c"))
    edit_lines(folder, EMBEDDED, lambda records: records[0]["ruler"].update(judge="x" * 100_000))
    told = [str(problem) for problem in check(folder)]
    assert len(told) > 2
    assert all(line.isprintable() and len(line) < 2000 for line in told)


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    folder = copy_of("clues", tmp_path)
    meta(name="<b>", date=TOMORROW)(folder)
    (folder / "extra").mkdir()
    first(EMBEDDED, overall=0.9)(folder)
    assert len({problem.place for problem in check(folder)}) >= 4
