"""Exports on disk: what stands in a row, that it is written as a stream, and that it is the same each time."""

from __future__ import annotations

import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from datasets import Dataset, load_dataset

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.training import Example
from turtlesoup_bench.training.parquet import write_parquet
from turtlesoup_bench.training.rewarded import first_decisions
from turtlesoup_bench.training.supervised import right_replies

QUESTIONS = find_game("murder-mystery-questions")
FEW = {"limit": 12}


def read(folder: Path) -> Dataset:
    return load_dataset(str(folder), split="train", cache_dir=str(folder.parent / "cache"))


def texts(count: int, *, image: bytes | None = None, failing: bool = False) -> Iterator[Example]:
    for number in range(count):
        content: object = f"Question {number}?"
        if image is not None:
            # Images that differ, so that the file holds each of them.
            url = "data:image/webp;base64," + b64encode(image + number.to_bytes(4, "big")).decode()
            content = [{"type": "image_url", "image_url": {"url": url}}, {"type": "text", "text": content}]
        yield Example(f"{number}", "toy", "en", [{"role": "user", "content": content}], "Yes.")
    if failing:
        raise InvalidInput([])


def test_a_row_of_a_game_with_pictures_holds_them_in_their_places(tmp_path: Path) -> None:
    export = write_parquet(partial(right_replies, QUESTIONS, FEW, {}), tmp_path / "out")
    assert export.has_images and export.rows == 24
    rows = read(tmp_path / "out")
    assert rows.column_names == ["id", "game", "language", "prompt", "images", "completion", "score"]
    instances = {f"{instance.id}/reader": instance for instance in QUESTIONS.load(FEW)}
    assert set(rows["id"]) == set(instances)
    assert any(rows["images"]) and not all(rows["images"])
    for row in rows:
        data = instances[row["id"]].data
        parts = [part for message in row["prompt"] for part in message["content"]]
        assert [part["type"] for part in parts].count("image") == len(row["images"]) == len(data["pictures"])
        assert all(image.size == (512, 512) for image in row["images"])
        assert row["completion"] == [{"role": "assistant", "content": [{"type": "text", "text": completion(data)}]}]
        assert row["score"] is None


def completion(data: dict) -> str:
    return f'{{"answer": "{data["answer"]}"}}'


def test_the_bytes_of_a_picture_are_those_of_the_game(tmp_path: Path) -> None:
    from datasets import Image, List

    write_parquet(partial(first_decisions, QUESTIONS, FEW, {}), tmp_path / "out", QUESTIONS.training.columns)
    rows = read(tmp_path / "out").cast_column("images", List(Image(decode=False)))
    by_id = {f"{instance.id}/reader": instance for instance in QUESTIONS.load(FEW)}
    for row in rows:
        instance = by_id[row["id"]]
        _, events = QUESTIONS.rules.start(QUESTIONS.setup(instance))
        shown = [QUESTIONS.open_media(part.content) for event in events for part in event.parts]
        assert [image["bytes"] for image in row["images"]] == shown


def test_without_pictures_messages_are_texts(tmp_path: Path) -> None:
    captions = {"images": "captions"}
    export = write_parquet(partial(right_replies, QUESTIONS, FEW, captions), tmp_path / "out")
    assert not export.has_images
    rows = read(tmp_path / "out")
    assert "images" not in rows.column_names
    assert [message["role"] for message in rows[0]["prompt"]] == ["system", "user"]
    assert all(isinstance(message["content"], str) for row in rows for message in row["prompt"])
    assert rows[0]["completion"][0]["content"].startswith('{"answer": ')


def test_the_columns_of_the_reward_have_their_types(tmp_path: Path) -> None:
    write_parquet(partial(first_decisions, QUESTIONS, FEW, {}), tmp_path / "out", QUESTIONS.training.columns)
    rows = read(tmp_path / "out")
    assert rows.column_names[5:] == ["answer", "options", "needed"]
    assert {name: str(rows.features[name]) for name in ("answer", "options", "needed")} == {
        "answer": "Value('string')",
        "options": "List(Value('string'))",
        "needed": "List(Value('int64'))",
    }
    for row in rows:
        assert row["answer"] in "abcd" and len(row["options"]) == 4
        assert row["needed"] == list(range(1, len(row["images"]) + 1))


def test_an_export_is_the_same_each_time(tmp_path: Path) -> None:
    for name in ("one", "other"):
        write_parquet(partial(right_replies, QUESTIONS, FEW, {}), tmp_path / name)
    one, other = ((tmp_path / name / "train-00000.parquet").read_bytes() for name in ("one", "other"))
    assert one == other


def test_a_large_export_is_cut_into_files_that_are_read_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turtlesoup_bench.training.parquet._GROUP_BYTES", 100)
    monkeypatch.setattr("turtlesoup_bench.training.parquet._FILE_BYTES", 250)
    write_parquet(partial(texts, 100), tmp_path / "out")
    assert len(list((tmp_path / "out").iterdir())) > 3
    assert read(tmp_path / "out")["id"] == [str(number) for number in range(100)]


def test_halves_of_surrogate_pairs_are_written_as_question_marks(tmp_path: Path) -> None:
    example = Example("1", "toy", "en", [{"role": "user", "content": "a\ud83d"}], "\udc00b")
    write_parquet(lambda: iter([example]), tmp_path / "out")
    [row] = read(tmp_path / "out")
    assert (row["prompt"][0]["content"], row["completion"][0]["content"]) == ("a?", "?b")


def test_a_folder_that_holds_something_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("", encoding="utf-8")
    with pytest.raises(InvalidInput, match="a new folder"):
        write_parquet(partial(texts, 1), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize("examples", [partial(texts, 0), partial(texts, 3, failing=True)])
def test_an_export_that_fails_leaves_nothing(tmp_path: Path, examples: partial) -> None:
    with pytest.raises(InvalidInput):
        write_parquet(examples, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InvalidInput, match="can be written"):
        write_parquet(partial(texts, 1), tmp_path / "file" / "out")


MEASURED = """
import resource, sys
from turtlesoup_bench.cli import main
try:
    main(sys.argv[1:])
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.parametrize("kind", ["sft", "grpo"])
def test_the_export_of_all_cases_stays_within_a_gigabyte(tmp_path: Path, kind: str) -> None:
    done = measured(MEASURED, "export", kind, "--game", QUESTIONS.name, "--out", tmp_path / "out")
    count = len(QUESTIONS.load({}))
    assert f"wrote {count:,} rows with images" in done[0]
    assert int(done[-1]) < 1024
    assert len(read(tmp_path / "out")) == count


STREAMED = """
import resource, sys
from functools import partial
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from test_training_parquet import texts
from turtlesoup_bench.training.parquet import write_parquet
write_parquet(partial(texts, 320, image=bytes(range(256)) * 8_192), Path(sys.argv[1]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def test_memory_does_not_grow_with_what_is_written(tmp_path: Path) -> None:
    done = measured(STREAMED, tmp_path / "out", Path(__file__).parent)
    assert len(list((tmp_path / "out").iterdir())) == 3  # 640 MB of images
    assert int(done[-1]) < 600


def measured(code: str, *arguments: object) -> list[str]:
    """The lines that a process of its own prints; a small one starts it, as a peak begins with that of the parent."""
    small = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)"
    command = [sys.executable, "-c", small, sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=dict(os.environ)).stdout.splitlines()
