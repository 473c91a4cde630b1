"""Files, hashes, texts and secrets of a submission: frauds and mistakes that are caught."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from submitting import assert_caught, copy_of, edit_lines, edit_meta, edited, first, rehash

from turtlesoup_bench import PROTOCOL_VERSION
from turtlesoup_bench.submissions.checking import check

EMBEDDED = "scores.embedded.jsonl"
PREDICTIONS, EPISODES, META = "predictions.jsonl", "episodes.jsonl", "submission.json"
TOMORROW = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()


def meta(**fields: object) -> Callable[[Path], None]:
    return edited(lambda record: record.update(fields))


def text(folder: Path, name: str, old: str, new: str) -> None:
    """Replaces text in a file without a look at its form."""
    content = (folder / name).read_text(encoding="utf-8")
    assert old in content
    (folder / name).write_text(content.replace(old, new, 1), encoding="utf-8")
    if name != META:
        rehash(folder)


def link(folder: Path) -> None:
    target = folder.parent / "elsewhere.jsonl"
    shutil.move(folder / PREDICTIONS, target)
    (folder / PREDICTIONS).symlink_to(target)


def linked_folder(folder: Path) -> None:
    target = folder.rename(folder.parent / "elsewhere")
    folder.symlink_to(target)


def bomb(name: str) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(EPISODES, b"\0" * 10_000_000)
        rehash(folder)

    return act


def truncate(name: str, size: int) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        (folder / name).touch()
        os.truncate(folder / name, size)

    return act


def oversized_folder(folder: Path) -> None:
    for number in range(6):
        truncate(f"scores.{number}.jsonl", 23 * 2**20)(folder)


def nested(folder: Path) -> None:
    (folder / PREDICTIONS).write_text("[" * 200_000 + "\n", encoding="utf-8")
    rehash(folder)


def bytes_of(folder: Path) -> None:
    (folder / PREDICTIONS).write_bytes(b'{"puzzle_id": "\xff"}\n')
    rehash(folder)


def unlink(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def token(record: dict) -> None:
    record["moves"][0]["player"]["trace"] = {"header": "Bearer abcdefghijklmnopqrstuvwxyz"}


Fraud = tuple[Callable[[Path], object], str, str]
FRAUDS: dict[str, Fraud] = {
    # name: what is done to a submission, the file that the message must name, words of the message
    "edited transcript": (
        lambda f: (f / EPISODES).write_text((f / EPISODES).read_text().replace("a", "b", 1)),
        EPISODES,
        "as submission.json states",
    ),
    "wrong hash": (edited(lambda m: m["files"].update({PREDICTIONS: "0" * 64})), PREDICTIONS, "as submission.json"),
    "file without a hash": (edited(lambda m: m["files"].pop(EPISODES)), META, "no hash of episodes.jsonl"),
    "oversized file": (truncate(PREDICTIONS, 25 * 2**20), PREDICTIONS, "25.0 MB; expected at most 24.0 MB"),
    "oversized folder": (oversized_folder, "", "in all; expected at most 128.0 MB"),
    "path outside the folder": (
        edited(lambda m: m["files"].update({"../../secret.jsonl": "0" * 64})),
        META,
        "../../secret.jsonl",
    ),
    "absolute path": (edited(lambda m: m["files"].update({"/etc/passwd": "0" * 64})), META, "/etc/passwd"),
    "symbolic link": (link, PREDICTIONS, "a symbolic link; expected a regular file"),
    "folder that is a link": (linked_folder, "", "a symbolic link; expected a folder"),
    "folder inside": (lambda f: (f / "more").mkdir(), "more", "a folder; expected files only"),
    "archive bomb": (bomb("submission.zip"), "submission.zip", "archives are never unpacked"),
    "archive bomb under an honest name": (bomb(EPISODES), EPISODES, "archives are never unpacked"),
    "script beside it": (lambda f: (f / "setup.sh").write_text("true"), "setup.sh", "does not belong here"),
    "hidden file": (lambda f: (f / ".env").write_text("A=1"), ".env", "does not belong here"),
    "records of no game": (
        lambda f: ((f / "notes.jsonl").write_text("{}\n"), rehash(f)),
        "notes.jsonl",
        "does not belong here; expected only submission.json, episodes.jsonl, scores.<scorer>.jsonl, predictions.jsonl",
    ),
    "predictions of no declared seed": (
        lambda f: (shutil.copy(f / PREDICTIONS, f / "predictions.7.jsonl"), rehash(f)),
        "predictions.7.jsonl",
        "does not belong here",
    ),
    "markup in the name": (meta(name="<script>alert(1)</script>"), META, "name: found markup ('<')"),
    "entity in the notes": (meta(notes="&lt;b&gt;"), META, "notes: found markup ('&lt;')"),
    "markup in an author": (meta(authors=["<img src=x>"]), META, "authors[0]: found markup"),
    "markup in an agent": (edited(lambda m: m["seats"]["player"].update(agent="<b>")), META, "seats.player.agent"),
    "text turned around": (meta(name="abc\u202ecba"), META, "the invisible character U+202E"),
    "control character": (meta(name="a\u0007b"), META, "the invisible character U+0007"),
    "script link": (meta(link="javascript:alert(1)"), META, 'link: found "javascript:alert(1)"'),
    "link without encryption": (meta(link="http://example.org"), META, 'link: found "http://example.org"'),
    "script link in the notes": (meta(notes="see javascript:alert(1)"), META, "https:// links only"),
    "future date": (meta(date=TOMORROW), META, "to today"),
    "date that is none": (meta(date="2026-02-31"), META, "a day of the calendar"),
    "another name of the folder": (
        edited(lambda m: m["seats"]["player"].update(agent="mosaic")),
        "",
        "_turtle-soup_mosaic_no-model', by its submission.json",
    ),
    "missing predictions": (unlink(PREDICTIONS), PREDICTIONS, "no such file"),
    "missing scores": (unlink(EMBEDDED), EMBEDDED, "no such file"),
    "missing metadata": (unlink(META), META, "no such file"),
    "unknown field": (meta(rank=1), META, "unknown field 'rank'"),
    "unknown field in a prediction": (first(PREDICTIONS, lambda r: r.update(note="x")), PREDICTIONS, "field 'note'"),
    "broken metadata": (lambda f: text(f, META, "{", "{{"), META, "broken JSON"),
    "broken JSON line": (lambda f: text(f, PREDICTIONS, "{", "{{"), f"{PREDICTIONS}:1", "broken JSON"),
    "key that stands twice": (
        lambda f: text(f, EMBEDDED, '"overall"', '"overall": 0.99, "overall"'),
        f"{EMBEDDED}:1",
        "a key stands twice",
    ),
    "nested without end": (nested, f"{PREDICTIONS}:1", "broken JSON"),
    "bytes that are no text": (bytes_of, PREDICTIONS, "not UTF-8"),
    "secret key in the notes": (
        meta(notes="run with OPENAI_API_KEY=sk-proj-abcdefghijklmnopqrstuvwx"),
        META,
        "what looks like a secret (sk-pro…)",
    ),
    "token in a transcript": (first(EPISODES, token), f"{EPISODES}:1", "what looks like a secret (Bearer…)"),
    "unknown game": (meta(game="turtle-soap"), META, "expected a known name; did you mean 'turtle-soup'?"),
    "wrong data set version": (
        edited(lambda m: m["data"].update(version="9.9.9")),
        META,
        "data: found {'version': '9.9.9'",
    ),
    "wrong data set hash": (edited(lambda m: m["data"].update(hash="0" * 16)), META, "what is at hand"),
    "wrong version of the rules": (meta(game_version="0"), META, f"game_version: found 0; expected {PROTOCOL_VERSION}"),
    "unknown option": (
        edited(lambda m: m["options"].update(feedback="telepathy")),
        META,
        "options.feedback: found 'telepathy'; expected",
    ),
    "option left out": (edited(lambda m: m["options"].pop("max_turns")), META, "a value for each"),
    "anchor called a system": (
        edited(lambda m: m["seats"]["player"].update(kind="system")),
        META,
        "seats.player: found {'kind': 'system', 'ablates': None}; expected {'kind': 'anchor'",
    ),
    "tested seat without a kind": (edited(lambda m: m["seats"]["player"].pop("kind")), META, "seats.player: found"),
    "seat of another game": (edited(lambda m: m["seats"].update(judge=m["seats"]["host"])), META, "seats: found"),
    "tested seat that nobody has": (edited(lambda m: m["tested"].append("judge")), META, "tested: found 'judge'"),
    "player that hosts itself": (meta(self_hosted=["player"]), META, "self_hosted: found 'player'"),
}


@pytest.mark.parametrize("name", FRAUDS)
def test_a_fraud_or_mistake_is_caught(tmp_path: Path, name: str) -> None:
    act, file, words = FRAUDS[name]
    folder = copy_of("clues", tmp_path)
    act(folder)
    assert_caught(folder, file, words)


def test_no_message_repeats_a_whole_secret(tmp_path: Path) -> None:
    folder = copy_of("clues", tmp_path)
    meta(notes="sk-proj-abcdefghijklmnopqrstuvwx")(folder)
    assert not any("abcdefgh" in str(problem) for problem in check(folder))


def test_no_message_can_be_forged_or_flood(tmp_path: Path) -> None:
    folder = copy_of("clues", tmp_path)
    (folder / "a\n::error::b\x1b[31m").touch()
    edit_meta(folder, lambda record: record["scores"][0].update(scorer="a\n::error::c"))
    edit_lines(folder, EMBEDDED, lambda records: records[0].update(scorer="x" * 100_000))
    told = [str(problem) for problem in check(folder)]
    assert len(told) > 2
    assert all(line.isprintable() and len(line) < 2000 for line in told)


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    folder = copy_of("clues", tmp_path)
    meta(name="<b>", date=TOMORROW)(folder)
    (folder / "extra").mkdir()
    first(EMBEDDED, lambda r: r["by_seat"]["player"].update(overall=0.9))(folder)
    assert len({problem.place for problem in check(folder)}) >= 4
