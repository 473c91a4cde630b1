"""Pages that open from disk: one file, no network, and no text that can become markup.

What a model, a player or a story wrote never stands in a page as HTML. It travels as compressed JSON, and the script
of the page puts it into text nodes. The content security policy allows this page's own style and script, by their
hashes, and nothing else.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def packed(value: Any) -> str:
    """A value as JSON, gzipped, in base64: what ``unpack`` in ``dom.js`` reads."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
    # Level 6 is within a few percent of 9 and several times faster; no time stamp, so that equal runs give equal pages.
    return base64.b64encode(gzip.compress(text, 6, mtime=0)).decode("ascii")


def page(
    title: str,
    data: Any,
    scripts: Sequence[Path],
    folders: Sequence[Path] = (),
    parts: Sequence[str] = (),
    can_call_server: bool = False,
) -> str:
    """HTML of a page.

    Args:
        title: Title in the head.
        data: What the scripts show, as plain JSON.
        scripts: What runs after ``dom.js``, in this order.
        folders: Such as a game's: their ``strings.json`` (phrases of the interface) and ``style.css``, where they have
            them, are added to those of this folder; a phrase of a later folder stands before an earlier one's.
        parts: Packed values that the scripts open one at a time, by position.
        can_call_server: Whether the scripts may call the server that the page came from.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(FOLDER), undefined=StrictUndefined, autoescape=True, trim_blocks=True
    )
    folders = [FOLDER, *folders]
    style = "\n".join(_read(file) for folder in folders if (file := folder / "style.css").is_file())
    phrases = json.dumps(phrases_of(folders), ensure_ascii=False)
    script = "\n".join([f"const STRINGS = {phrases};", *map(_read, (FOLDER / "dom.js", *scripts))])
    origin = "'self'" if can_call_server else "'none'"
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; img-src data:; "
        f"base-uri 'none'; form-action 'none'; connect-src {origin}"
    )
    # Only style and script are not escaped: they are files of this package and of the game's.
    return environment.get_template("page.html.j2").render(
        title=title, policy=policy, style=style, script=script, data=packed(data), parts=parts
    )


def phrases_of(folders: Sequence[Path]) -> dict[str, dict[str, str]]:
    """The phrases of some folders, by key and language; a later folder's stand before an earlier one's."""
    files = [file for folder in folders if (file := folder / "strings.json").is_file()]
    return {key: phrase for file in files for key, phrase in json.loads(_read(file)).items()}


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
