"""A square that is drawn on: shapes, and text that is wrapped, made to fit its box and kept as a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Literal

from PIL import Image, ImageDraw

from .fonts import Face, font

SIZE = 512
SMALLEST = 15
"""No text is smaller than that many pixels an em."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels of the picture."""
Point = tuple[float, float]
Align = Literal["left", "centre", "right"]
_SCALE = 2
LEADING = 1.3
"""From line to line, in ems."""
_BASELINE = 1.02
_AREA = 500
"""Pixels of a colour, while drawn, from which it is one of an area and not of a smooth edge."""
_BLENDS = 20
"""Colours kept for the smooth edges between those that are drawn with."""
# What a line may be broken between: words, and Chinese characters with the punctuation that clings to them.
_PIECE = re.compile(
    r"[（《「“]*[一-鿿]{1,4}·|(?<=·)[一-鿿]{1,4}[，。、：；！？）》」”…]*"  # parts of a foreign name
    r"|[（《「“]*[一-鿿][，。、：；！？）》」”…]*|[^一-鿿\s（《「]+\s*|\s+|."
)
_PHRASE = re.compile(r"\s{2,}|　")
_END = re.compile(r"[,.;:)，。、：；！？）]$")
_BALANCED = 3
"""Of up to that many lines of a text the breaks are chosen with care."""


class TextDoesNotFit(Exception):
    """A text is too long for its place in the picture, even in the smallest size."""


@dataclass(frozen=True, slots=True)
class Style:
    """How text looks: face, the largest size that is wanted, and colour."""

    face: Face
    size: int
    ink: str

    def at(self, size: int) -> Style:
        """The same in another size."""
        return Style(self.face, size, self.ink)


@dataclass(frozen=True, slots=True)
class Placed:
    """A text in the picture and the box that its ink fills."""

    text: str
    box: Box


class Canvas:
    """A picture in the making; it is drawn at twice its size so that edges come out smooth.

    Attributes:
        placed: Every text written so far.
    """

    def __init__(self, background: str) -> None:
        self._image = Image.new("RGB", (SIZE * _SCALE, SIZE * _SCALE), background)
        self._draw = ImageDraw.Draw(self._image)
        self.placed: list[Placed] = []

    def rectangle(
        self, box: Box, fill: str | None = None, line: str | None = None, width: float = 2, radius: float = 0
    ) -> None:
        """A rectangle with round corners of that radius."""
        self._draw.rounded_rectangle(_scaled(box), radius * _SCALE, fill, line, round(width * _SCALE))

    def ellipse(self, box: Box, fill: str | None = None, line: str | None = None, width: float = 2) -> None:
        """The ellipse that touches the sides of the box."""
        self._draw.ellipse(_scaled(box), fill, line, round(width * _SCALE))

    def disc(
        self, centre: Point, radius: float, fill: str | None = None, line: str | None = None, width: float = 2
    ) -> None:
        """A disc or, without `fill`, a circle."""
        x, y = centre
        self.ellipse((x - radius, y - radius, x + radius, y + radius), fill, line, width)

    def line(self, points: Sequence[Point], ink: str, width: float = 2) -> None:
        """A line through points."""
        self._draw.line(_scaled_points(points), ink, round(width * _SCALE), joint="curve")

    def dashes(self, start: Point, end: Point, ink: str, width: float = 2, dash: float = 6) -> None:
        """A dashed straight line."""
        (x, y), (right, bottom) = start, end
        count = max(1, round(((right - x) ** 2 + (bottom - y) ** 2) ** 0.5 / dash))
        steps = [(x + (right - x) * step / count, y + (bottom - y) * step / count) for step in range(count + 1)]
        for first, second in zip(steps[::2], steps[1::2], strict=False):
            self.line([first, second], ink, width)

    def polygon(self, points: Sequence[Point], fill: str, line: str | None = None, width: float = 2) -> None:
        """A filled polygon."""
        self._draw.polygon(_scaled_points(points), fill, line, round(width * _SCALE))

    def write(
        self, text: str, box: Box, style: Style, align: Align = "left", middle: bool = False, halo: str | None = None
    ) -> Box:
        """Writes a text into a box, in the largest size up to the style's that fits; keeps it in `placed`.

        Args:
            text: Any text; it is wrapped at blanks and between Chinese characters.
            box: Where it may stand.
            style: Face, largest size and colour.
            align: Of the lines in the box.
            middle: Whether it stands in the middle of the box's height, instead of at the top.
            halo: Colour around the letters, where lines run below them.

        Returns:
            The box that the text fills.

        Raises:
            TextDoesNotFit: If it does not fit even in the smallest size.
        """
        left, top, right, bottom = box
        style = fitting([text], right - left, bottom - top, style)
        lines = _lines(text, style, right - left)
        if middle:
            top += (bottom - top - height([text], right - left, style)) / 2
        ink: list[Box] = []
        for number, words in enumerate(lines or ()):
            spare = right - left - width(words, style)
            x = left + {"left": 0, "centre": spare / 2, "right": spare}[align]
            y = top + (number * LEADING + _BASELINE) * style.size
            place = (round(x * _SCALE), round(y * _SCALE))
            letters = font(style.face, style.size * _SCALE)
            border = 4 * _SCALE if halo else 0
            self._draw.text(place, words, style.ink, letters, anchor="ls", stroke_width=border, stroke_fill=halo)
            edges = self._draw.textbbox(place, words, letters, anchor="ls")
            ink.append((edges[0] / _SCALE, edges[1] / _SCALE, edges[2] / _SCALE, edges[3] / _SCALE))
        lefts, tops, rights, bottoms = zip(*ink, strict=True)
        filled = (min(lefts), min(tops), max(rights), max(bottoms))
        self.placed.append(Placed(text, filled))
        return filled

    def encoded(self) -> bytes:
        """The picture as WebP without loss; few colours keep it small, and each area keeps the colour it was given."""
        counts = self._image.getcolors((_SCALE * SIZE) ** 2) or []
        areas = sorted(colour for count, colour in counts if count >= _AREA and isinstance(colour, tuple))
        picture = self._image.reduce(_SCALE)
        blends = picture.quantize(_BLENDS, dither=Image.Dither.NONE).getpalette() or []
        palette = Image.new("P", (1, 1))
        palette.putpalette([*(level for colour in areas for level in colour), *blends])
        file = BytesIO()
        few_colours = picture.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")
        few_colours.save(file, "WEBP", lossless=True, quality=100, method=4)
        return file.getvalue()


def width(words: str, style: Style) -> float:
    """Width of a text in one line."""
    return font(style.face, style.size * _SCALE).getlength(words) / _SCALE


def widest_piece(text: str, style: Style) -> float:
    """Width of the widest part of a text that cannot be broken."""
    return max((width(piece.rstrip(), style) for piece in _PIECE.findall(text)), default=0)


def height(texts: Sequence[str], across: float, style: Style, gap: float = 0) -> float:
    """Height of texts below one another; without end if a word is wider than there is space."""
    total = gap * (len(texts) - 1)
    for text in texts:
        lines = _lines(text, style, across)
        total += LEADING * style.size * len(lines) if lines else float("inf")
    return total


def fitting(texts: Sequence[str], across: float, down: float, style: Style, gap: float = 0) -> Style:
    """The style in the largest size in which texts fit below one another.

    Raises:
        TextDoesNotFit: If there is none.
    """
    for size in range(style.size, SMALLEST - 1, -1):
        if height(texts, across, style.at(size), gap) <= down + 0.01:
            return style.at(size)
    raise TextDoesNotFit(" / ".join(texts))


def stacked(
    texts: Sequence[str], box: Box, style: Style, gap: float = 10, middle: bool = False
) -> Iterator[tuple[str, Box, Style]]:
    """Each text with its box, below one another in one size, to be written.

    Args:
        texts: What is to be written.
        box: Where all of it has to fit.
        style: With the largest size that is wanted.
        gap: Between two texts.
        middle: Whether they stand in the middle of the box's height, instead of at the top.

    Raises:
        TextDoesNotFit: If they do not fit even in the smallest size.
    """
    left, top, right, bottom = box
    style = fitting(texts, right - left, bottom - top, style, gap)
    if middle:
        top += (bottom - top - height(texts, right - left, style, gap)) / 2
    for text in texts:
        below = top + height([text], right - left, style)
        yield text, (left, top, right, below), style
        top = below + gap


@cache
def _lines(text: str, style: Style, across: float) -> list[str] | None:
    """The text in lines, or None if a word is too wide.

    Of few lines, the breaks are chosen among those that give as few: first the ends of phrases, then what makes the
    lines equally long.
    """
    lines = _broken(text, style, across)
    if not lines or not 1 < len(lines) <= _BALANCED:
        return lines
    choices = [lines, [line for phrase in _PHRASE.split(text) for line in _broken(phrase, style, across) or ()]]
    while (narrower := _broken(text, style, across - 4)) and len(narrower) == len(lines):
        choices.append(narrower)
        across -= 4
    return max(
        (choice for choice in choices if len(choice) == len(lines)),
        key=lambda choice: (sum(bool(_END.search(line)) for line in choice[:-1]), -max(map(len, choice))),
    )


def _broken(text: str, style: Style, across: float) -> list[str] | None:
    """The text in lines, each as long as can be."""
    lines = [""]
    for piece in _PIECE.findall(text):
        if width((lines[-1] + piece).rstrip(), style) > across:
            lines.append("")
        if width(piece.rstrip(), style) > across:
            return None
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines if line.strip()]


def _scaled(box: Box) -> tuple[int, int, int, int]:
    left, top, right, bottom = (round(side * _SCALE) for side in box)
    return left, top, right, bottom


def _scaled_points(points: Sequence[Point]) -> list[tuple[int, int]]:
    return [(round(x * _SCALE), round(y * _SCALE)) for x, y in points]
