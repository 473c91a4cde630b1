"""What a model says, and apart from it what it thought before: servers give that beside the text or leave it in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_TAG = r"(?:think|thinking|thought|reasoning)>"
_BLOCK = re.compile(rf"^[^\S\n]*<{_TAG}.*?(?:</{_TAG}|\Z)", re.DOTALL | re.IGNORECASE | re.MULTILINE)
"""A block begins where its tag begins a line. Without an end, all that follows is reasoning that was cut short."""
_START, _END = re.compile(rf"\A\s*<{_TAG}", re.IGNORECASE), re.compile(rf"</{_TAG}\s*\Z", re.IGNORECASE)
_OPENING = re.compile(f"<{_TAG}", re.IGNORECASE)
_MARKS = "[\"'`“”‘’「」『』]"
_CLOSING = re.compile(rf"(?<!{_MARKS})</{_TAG}|</{_TAG}(?!{_MARKS})", re.IGNORECASE)
_JSON = ("{", "[", "```")


def read_reply(message: Mapping[str, Any], finish_reason: str | None) -> tuple[str, str]:
    """The text of a reply and the reasoning that came with it; either is empty where there is none.

    Args:
        message: As the provider sent it: its ``content``, and its reasoning in ``reasoning_content`` (or ``reasoning``,
            as some servers call it), in ``thinking_blocks``, or between tags in the content.
        finish_reason: Why it ends; what a content filter stopped is no reply, whatever was said until then.
    """
    text, thought = _split(message.get("content") or "")
    shown = message.get("reasoning_content") or message.get("reasoning")
    if not isinstance(shown, str):
        blocks = message.get("thinking_blocks") or ()
        shown = "\n\n".join(block["thinking"] for block in blocks if isinstance(block.get("thinking"), str))
    reasoning = "\n\n".join(part for part in (shown.strip(), thought) if part)
    return "" if finish_reason == "content_filter" else text, reasoning


def _split(content: str) -> tuple[str, str]:
    """The content without the reasoning in it, and that reasoning."""
    blocks = [_inside(block) for block in _BLOCK.findall(content)]
    text = _BLOCK.sub("", content).strip()
    end = _end_of_reasoning(text)
    before = _inside(text[:end]) if end else ""
    return text[end:].strip(), "\n\n".join(part for part in (before, *blocks) if part)


def _inside(block: str) -> str:
    """A block of reasoning without its tags."""
    return _END.sub("", _START.sub("", block)).strip()


def _end_of_reasoning(text: str) -> int:
    """Where reasoning ends whose opening tag was in the prompt, as chat templates have it; 0 where there is none.

    A tag that the text only mentions is none: in JSON, in quotation marks, or after an opening tag.
    """
    if text.startswith(_JSON):
        return 0
    opening = _OPENING.search(text)
    closings = [*_CLOSING.finditer(text, 0, opening.start() if opening else len(text))]
    return closings[-1].end() if closings else 0
