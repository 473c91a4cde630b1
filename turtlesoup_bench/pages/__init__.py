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
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent


def packed(value: Any) -> str:
    """A value as JSON, gzipped, in base64: what ``unpack`` in ``dom.js`` reads."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
    # Level 6 is within a few percent of 9 and several times faster; no time stamp, so that equal runs give equal pages.
    return base64.b64encode(gzip.compress(text, 6, mtime=0)).decode("ascii")


def page(name: str, title: str, data: Any, parts: list[str] | None = None, connect: bool = False) -> str:
    """HTML of a page.

    Args:
        name: Its script, ``<name>.js``.
        title: Title in the head.
        data: What the script shows, as plain JSON.
        parts: Packed values that the script opens one at a time, by position.
        connect: Whether the script may call the server that the page came from.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_FOLDER), undefined=StrictUndefined, autoescape=True, trim_blocks=True
    )
    style, script = _source("style.css"), _script(name)
    origin = "'self'" if connect else "'none'"
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; img-src data:; "
        f"base-uri 'none'; form-action 'none'; connect-src {origin}"
    )
    # Only these two are markup that this project wrote; the template escapes all else.
    return environment.get_template("page.html.j2").render(
        title=title,
        policy=policy,
        style=style,
        script=script,
        data=packed(data),
        parts=parts or [],
    )


@cache
def _script(name: str) -> str:
    strings = json.dumps(json.loads(_source("strings.json")), ensure_ascii=False)
    return "\n".join([f"const STRINGS = {strings};", *map(_source, ("dom.js", "transcript.js", f"{name}.js"))])


@cache
def _source(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
