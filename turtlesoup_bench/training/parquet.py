"""Examples as a folder of Parquet files, which ``datasets.load_dataset`` reads and TRL trains on."""

from __future__ import annotations

import os
import shutil
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.training import ColumnType
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.training import Example

if TYPE_CHECKING:
    from datasets import Features

_GROUP_BYTES = 8 * 2**20
"""Texts and images of a row group, about; as much is in memory at once, a few times over."""
_FILE_BYTES = 256 * 2**20
"""Likewise of a file."""


@dataclass(frozen=True, slots=True)
class Export:
    """What was written: the folder, the number of rows, and whether there are images."""

    folder: Path
    rows: int
    has_images: bool


def write_parquet(
    examples: Callable[[], Iterator[Example]], out: Path, columns: Mapping[str, ColumnType] | None = None
) -> Export:
    """Writes examples as ``train-00000.parquet`` and so on, one row group at a time.

    Rows have ``id``, ``game``, ``language``, ``prompt`` (a list of messages) and, where an image is shown anywhere,
    ``images``: then the content of every message is a list of parts, and ``{"type": "image"}`` stands for the next
    image. To imitate, there are ``completion`` (one message) and ``score``; else the columns of the reward.

    Args:
        examples: Gives the examples, each time from the first on: they are looked through once for images.
        out: Folder to make; it may be there if it is empty.
        columns: Of the reward; None if replies are to be imitated.

    Raises:
        InvalidInput: If the folder holds something or cannot be made, or there is no example.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InvalidInput([Problem("--out", "", f"{out}, which holds something", "a new folder")])
    has_images = any(_images(example.prompt) for example in examples())
    draft = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        draft.mkdir(parents=True)
        rows = _write(examples(), draft, _features(columns, has_images), has_images)
        if not rows:
            raise InvalidInput([Problem("export", "", "no example", "a wider selection")])
        draft.replace(out)
    except OSError as error:
        raise InvalidInput([Problem("--out", "", f"{out} ({error})", "a folder that can be written")]) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return Export(out, rows, has_images)


def _write(examples: Iterator[Example], folder: Path, features: Features, has_images: bool) -> int:
    from pyarrow import Table
    from pyarrow.parquet import ParquetWriter

    schema, count = features.arrow_schema, 0
    groups = _groups(examples, has_images)
    group = next(groups, None)
    for number in range(10**5):
        if group is None:
            break
        with ParquetWriter(folder / f"train-{number:05}.parquet", schema) as writer:
            size = 0
            while group is not None and size < _FILE_BYTES:
                rows, bytes_ = group
                writer.write_table(Table.from_pylist(rows, schema=schema), row_group_size=len(rows))
                count, size = count + len(rows), size + bytes_
                group = next(groups, None)
    return count


def _groups(examples: Iterator[Example], has_images: bool) -> Iterator[tuple[list[dict[str, Any]], int]]:
    """Rows of a group, with their size in bytes."""
    rows: list[dict[str, Any]] = []
    size = 0
    for example in examples:
        row = _row(example, has_images)
        size += sum(len(str(message["content"])) for message in row["prompt"])
        size += sum(len(image["bytes"]) for image in row.get("images", ()))
        rows.append(row)
        if size >= _GROUP_BYTES:
            yield rows, size
            rows, size = [], 0
    if rows:
        yield rows, size


def _features(columns: Mapping[str, ColumnType] | None, has_images: bool) -> Features:
    from datasets import Features, Image, List, Value

    text = Value("string")
    parts: Any = List({"type": text, "text": text}) if has_images else text
    messages = List({"role": text, "content": parts})
    features = {"id": text, "game": text, "language": text, "prompt": messages}
    if has_images:
        features["images"] = List(Image())
    if columns is None:
        return Features({**features, "completion": messages, "score": Value("float64")})
    own = {name: List(Value(*kind)) if isinstance(kind, tuple) else Value(kind) for name, kind in columns.items()}
    return Features({**features, **own})


def _row(example: Example, has_images: bool) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": example.id,
        "game": example.game,
        "language": example.language,
        "prompt": [_message(message, has_images) for message in example.prompt],
        **example.values,
    }
    if has_images:
        row["images"] = [{"bytes": b64decode(image), "path": None} for image in _images(example.prompt)]
    if example.reply is not None:
        reply: Message = {"role": "assistant", "content": example.reply}
        row |= {"completion": [_message(reply, has_images)], "score": example.score}
    return row


def _message(message: Message, has_images: bool) -> dict[str, Any]:
    """A message of OpenAI's form as TRL's."""
    content = message["content"]
    if not isinstance(content, str) and not has_images:
        content = "\n\n".join(part["text"] for part in content)
    if isinstance(content, str):
        text = _writable(content)
        return {"role": message["role"], "content": [{"type": "text", "text": text}] if has_images else text}
    parts = [
        {"type": "text", "text": _writable(part["text"])} if part["type"] == "text" else {"type": "image", "text": None}
        for part in content
    ]
    return {"role": message["role"], "content": parts}


def _images(chat: Any) -> list[str]:
    """The images of a chat, in their order, base64."""
    return [
        part["image_url"]["url"].split(";base64,", 1)[1]
        for message in chat
        if not isinstance(message["content"], str)
        for part in message["content"]
        if part["type"] == "image_url"
    ]


def _writable(text: str) -> str:
    """A text without halves of surrogate pairs, which models do say and no file can hold."""
    return text.encode("utf-8", "replace").decode()
