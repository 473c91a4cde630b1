"""The fonts that pictures are drawn with: free ones that have Latin and Chinese, looked up where systems keep fonts."""

from __future__ import annotations

from enum import Enum
from functools import cache
from pathlib import Path

from PIL import ImageFont

from turtlesoup_bench.errors import InvalidInput, Problem

_FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/Library/Fonts"),
    Path.home() / ".fonts",
    Path.home() / ".local/share/fonts",
    Path.home() / "Library/Fonts",
)
_SIMPLIFIED, _SIMPLIFIED_MONO = 2, 7
"""Which of the fonts in a Noto CJK collection file is the one for simplified Chinese."""


class Face(Enum):
    """A face: its file and the number of the font in it."""

    HAND = ("LXGWWenKai-Regular.ttf", 0)
    PRINT = ("NotoSansCJK-Regular.ttc", _SIMPLIFIED)
    BOLD = ("NotoSansCJK-Bold.ttc", _SIMPLIFIED)
    TYPED = ("NotoSansCJK-Regular.ttc", _SIMPLIFIED_MONO)
    SERIF = ("NotoSerifCJK-Regular.ttc", _SIMPLIFIED)
    HEADLINE = ("NotoSerifCJK-Bold.ttc", _SIMPLIFIED)


@cache
def font_file(name: str) -> Path:
    """The path of a font file.

    Raises:
        InvalidInput: If it is not installed, with what to install.
    """
    for folder in _FOLDERS:
        for path in sorted(folder.rglob(name)):
            return path
    expected = "the fonts Noto CJK and LXGW WenKai, on Debian: apt install fonts-noto-cjk fonts-lxgw-wenkai"
    raise InvalidInput([Problem(name, "", "a font that pictures are drawn with, not installed", expected)])


class LetterMissing(Exception):
    """A face has no drawing of a letter."""


def check_letters(face: Face, words: str) -> None:
    """Refuses words that would be drawn with an empty box in them.

    Raises:
        LetterMissing: With the letters.
    """
    if missing := sorted(letter for letter in set(words) if not _has(face, letter)):
        raise LetterMissing(f"{' '.join(missing)} in {words!r}")


@cache
def _has(face: Face, letter: str) -> bool:
    if letter.isspace():
        return True
    drawn, box = (font(face, 20).getmask(one) for one in (letter, "\U0010ffff"))
    return drawn.size != box.size or bytes(drawn) != bytes(box)


@cache
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """The font of a face with that many pixels an em."""
    name, number = face.value
    # The basic layout is the same with every build of Pillow.
    return ImageFont.truetype(font_file(name), size, number, layout_engine=ImageFont.Layout.BASIC)
