"""What a submission says of itself: texts that are safe to show, a date that has been, and the folder's name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.submissions import METADATA
from turtlesoup_bench.submissions.files import find_secret

FIRST_DAY = date(2025, 8, 13)
"""Day of the first paper whose games these are; nothing can have been run before."""

_SCHEME = re.compile(
    r"\b(?:(?!https://)[a-z][a-z0-9+.-]{1,20}://|(?:javascript|vbscript):|data:[a-z]+/)", re.IGNORECASE
)
_MARKUP = re.compile(r"[<>]|&#?\w{1,20};")
_HIDDEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")


def folder_name(meta: Mapping[str, Any]) -> str:
    """Name that the folder must have: ``<date>_<game>_<agent>_<model>``; several agents or models stand in turn."""
    seats = [meta["seats"][seat] for seat in meta["tested"] if seat in meta["seats"]]
    agents = dict.fromkeys(seat["agent"] for seat in seats)
    models = dict.fromkeys(seat["model"] for seat in seats if seat["model"])
    parts = (meta["date"], meta["game"], *agents, *(models or ["no-model"]))
    return "_".join(re.sub(r"[^A-Za-z0-9.-]+", "-", part) for part in parts)


def check_texts(folder: Path, meta: Mapping[str, Any], today: date | None = None) -> Iterator[Problem]:
    """Checks metadata that satisfies its schema.

    Args:
        folder: The submission.
        meta: Its ``submission.json``.
        today: The last day that a date may name; None takes today's, UTC.
    """
    where = str(folder / METADATA)
    for place, text in _texts(meta):
        for found, expected in _faults(text, is_multiline=place in ("notes", "contamination.statement")):
            yield Problem(where, place, found, expected)
    today = today or datetime.now(UTC).date()
    try:
        day = date.fromisoformat(meta["date"])
    except ValueError:
        yield Problem(where, "date", repr(meta["date"]), "a day of the calendar, such as 2026-11-22")
    else:
        if not FIRST_DAY <= day <= today:
            yield Problem(where, "date", meta["date"], f"a day from {FIRST_DAY} to today, {today} (UTC)")
    name = folder_name(meta)
    if folder.resolve().name != name:
        yield Problem(str(folder), "", f"a folder named {folder.resolve().name!r}", f"{name!r}, by its {METADATA}")


def _faults(text: str, is_multiline: bool) -> Iterator[tuple[str, str]]:
    hidden = [c for c in text if unicodedata.category(c) in _HIDDEN and not (is_multiline and c == "\n")]
    if hidden:
        yield f"the invisible character U+{ord(hidden[0]):04X}", "text that can be seen"
    markup = _MARKUP.search(text)
    if markup:
        yield f"markup ({markup[0]!r})", "plain text"
    scheme = _SCHEME.search(text)
    if scheme:
        yield f"a link that begins with {scheme[0]!r}", "https:// links only"
    secret = find_secret(text)
    if secret:
        yield secret


def _texts(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text in the metadata with its place, keys included."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _texts(item, f"{place}[{number}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield place, key
            yield from _texts(item, f"{place}.{key}" if place else key)
