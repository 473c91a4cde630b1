"""Moves between tags, such as ``<attempt>spark</attempt>``, in the shapes in which models write them."""

from __future__ import annotations

import html
import re

_WIDE = str.maketrans("＜＞／", "<>/")


def tagged(reply: str, tag: str) -> list[str]:
    """The texts in all tags of this name, in their order.

    Case, spaces and the sign between the words of a tag's name do not matter; nor does a closing tag that is missing at
    the end of a line, nor tags that are escaped, or written in full width, nor marks of emphasis or code around the
    text. Between an opening and a closing tag the text may have several lines.

    Args:
        reply: What the model wrote.
        tag: Name of the tag, its words joined by underscores.
    """
    text = html.unescape(reply).translate(_WIDE)
    name = r"[\s_-]*".join(map(re.escape, tag.split("_")))
    # What stands in a tag has no tag in it, so that an opening tag without its closing one does not reach to the next.
    closed = rf"([^<>]*)<\s*/\s*{name}\s*>"
    on_one_line = rf"([^<>\n]*?)(?:<\s*{name}\s*/?\s*>|\n|\Z)"
    matches = re.finditer(rf"<\s*{name}\s*>(?:{closed}|{on_one_line})", text, re.IGNORECASE)
    return [(match[1] or match[2] or "").strip().strip("*_`\"'“”‘’").strip() for match in matches]


def last_tagged(reply: str, tag: str) -> str | None:
    """The text in the last tag of this name that holds any, since reasoning may mention earlier moves; else None.

    Args:
        reply: What the model wrote.
        tag: See `tagged`.
    """
    return next(filter(None, reversed(tagged(reply, tag))), None)
