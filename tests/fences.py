"""The fenced blocks of commands and of Python in the documentation, and why some of them are not run.

A block that no test can run has a comment above it, with an empty line between: ``<!-- not run: needs a GPU -->``. No
reader of the page sees it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from conftest import ROOT

PAGES = [ROOT / "README.md", ROOT / "README.zh.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK = re.compile(
    r"(?:^ *<!-- not run: (?P<reason>[^\n]+) -->\n\n)?"
    r"^(?P<indent> *)```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
SHELLS = ("", "sh", "bash", "shell", "console")


@dataclass(frozen=True)
class Block:
    """Commands, or Python, of a page.

    Attributes:
        page: Its path in the repository.
        text: As it stands there.
        reason: Why no test runs it; None if one does.
    """

    page: str
    text: str
    reason: str | None

    @property
    def commands(self) -> list[str]:
        """One a line, as one would type them, without comments."""
        lines = re.sub(r"\\\n\s*", " ", self.text).splitlines()
        return [line for line in (re.sub(r"(^|\s)#.*", "", line).strip() for line in lines) if line]


def blocks(page: Path, languages: Sequence[str] = SHELLS) -> Iterator[Block]:
    """The blocks of a page in any of these languages, in order: those of commands, unless others are asked for."""
    for found in _BLOCK.finditer(page.read_text(encoding="utf-8")):
        if found["language"] in languages:
            yield Block(page.relative_to(ROOT).as_posix(), found["text"], found["reason"])
