"""Moves between tags, such as ``<attempt>spark</attempt>``, in the shapes in which models write them."""

from __future__ import annotations

import html
import re

_WIDE = str.maketrans("＜＞／", "<>/")


def last_tagged(reply: str, tag: str) -> str | None:
    """The text in the last tag of this name; None if there is none.

    Reasoning may stand before the move, and may mention earlier ones: the last tag is the move. Case, spaces and the
    sign between the words of a tag's name do not matter; nor does a closing tag that is missing at the end of a line,
    nor tags that are escaped, or written in full width, nor marks of emphasis or code around the text.

    Args:
        reply: What the model wrote; the tag's text may stand on a line of its own.
        tag: Name of the tag, its words joined by underscores.
    """
    text = html.unescape(reply).translate(_WIDE)
    name = r"[\s_-]*".join(map(re.escape, tag.split("_")))
    # What stands in a tag has no tag in it, so that an opening tag without its closing one does not reach to the next.
    closing = rf"<\s*(?:/\s*)?{name}\s*(?:/\s*)?>"
    found = re.findall(rf"<\s*{name}\s*>\s*([^<>\s][^<>]*?)(?:{closing}|\n|\Z)", text, re.IGNORECASE)
    return found[-1].strip().strip("*_`\"'“”‘’").strip() if found else None
