"""A square that is drawn on: shapes, and text that is kept as a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Literal

from PIL import Image, ImageDraw

from .fonts import check_letters, font
from .typesetting import LEADING, SCALE, Box, Style, fitting, height, lines_of, width

SIZE = 512
Point = tuple[float, float]
Align = Literal["left", "centre", "right"]
_BASELINE = 1.02
_COLOURS = 1 << 14
"""More than a picture has, while drawn; to count in a table for all that there could be takes many times as long."""
_AREA = 500
"""Pixels of a colour, while drawn, from which it is one of an area and not of a smooth edge."""
_BLENDS = 20
"""Colours kept for the smooth edges between those that are drawn with."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A text in the picture, the box that its ink fills, and its size in pixels an em."""

    text: str
    box: Box
    size: int


class Canvas:
    """A picture in the making; it is drawn at twice its size so that edges come out smooth.

    Attributes:
        placed: Every text written so far.
    """

    def __init__(self, background: str) -> None:
        self._image = Image.new("RGB", (SIZE * SCALE, SIZE * SCALE), background)
        self._draw = ImageDraw.Draw(self._image)
        self.placed: list[Placed] = []

    def rectangle(
        self, box: Box, fill: str | None = None, line: str | None = None, width: float = 2, radius: float = 0
    ) -> None:
        """A rectangle with round corners of that radius."""
        self._draw.rounded_rectangle(_scaled(box), radius * SCALE, fill, line, round(width * SCALE))

    def ellipse(self, box: Box, fill: str | None = None, line: str | None = None, width: float = 2) -> None:
        """The ellipse that touches the sides of the box."""
        self._draw.ellipse(_scaled(box), fill, line, round(width * SCALE))

    def disc(
        self, centre: Point, radius: float, fill: str | None = None, line: str | None = None, width: float = 2
    ) -> None:
        """A disc or, without `fill`, a circle."""
        x, y = centre
        self.ellipse((x - radius, y - radius, x + radius, y + radius), fill, line, width)

    def line(self, points: Sequence[Point], ink: str, width: float = 2) -> None:
        """A line through points."""
        self._draw.line(_scaled_points(points), ink, round(width * SCALE), joint="curve")

    def dashes(self, start: Point, end: Point, ink: str, width: float = 2, dash: float = 6) -> None:
        """A dashed straight line."""
        (x, y), (right, bottom) = start, end
        count = max(1, round(((right - x) ** 2 + (bottom - y) ** 2) ** 0.5 / dash))
        steps = [(x + (right - x) * step / count, y + (bottom - y) * step / count) for step in range(count + 1)]
        for first, second in zip(steps[::2], steps[1::2], strict=False):
            self.line([first, second], ink, width)

    def polygon(self, points: Sequence[Point], fill: str, line: str | None = None, width: float = 2) -> None:
        """A filled polygon."""
        self._draw.polygon(_scaled_points(points), fill, line, round(width * SCALE))

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
            LetterMissing: If the face has no drawing of a letter.
        """
        check_letters(style.face, text)
        left, top, right, bottom = box
        style = fitting([text], right - left, bottom - top, style)
        lines = lines_of(text, style, right - left)
        if middle:
            top += (bottom - top - height([text], right - left, style)) / 2
        ink: list[Box] = []
        for number, words in enumerate(lines or ()):
            spare = right - left - width(words, style)
            x = left + {"left": 0, "centre": spare / 2, "right": spare}[align]
            y = top + (number * LEADING + _BASELINE) * style.size
            place = (round(x * SCALE), round(y * SCALE))
            letters = font(style.face, style.size * SCALE)
            border = 4 * SCALE if halo else 0
            self._draw.text(place, words, style.ink, letters, anchor="ls", stroke_width=border, stroke_fill=halo)
            edges = self._draw.textbbox(place, words, letters, anchor="ls")
            ink.append((edges[0] / SCALE, edges[1] / SCALE, edges[2] / SCALE, edges[3] / SCALE))
        lefts, tops, rights, bottoms = zip(*ink, strict=True)
        filled = (min(lefts), min(tops), max(rights), max(bottoms))
        self.placed.append(Placed(text, filled, style.size))
        return filled

    def smooth(self) -> Image.Image:
        """The picture in its size, with all of its colours."""
        return self._image.reduce(SCALE)

    def encoded(self) -> bytes:
        """The picture as WebP without loss; few colours keep it small, and each area keeps the colour it was given."""
        counts = self._image.getcolors(_COLOURS) or self._image.getcolors((SCALE * SIZE) ** 2) or []
        areas = sorted(colour for count, colour in counts if count >= _AREA and isinstance(colour, tuple))
        picture = self.smooth()
        blends = picture.quantize(_BLENDS, dither=Image.Dither.NONE).getpalette() or []
        palette = Image.new("P", (1, 1))
        palette.putpalette([*(level for colour in areas for level in colour), *blends])
        file = BytesIO()
        few_colours = picture.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")
        few_colours.save(file, "WEBP", lossless=True, quality=100, method=4)
        return file.getvalue()


def _scaled(box: Box) -> tuple[int, int, int, int]:
    left, top, right, bottom = (round(side * SCALE) for side in box)
    return left, top, right, bottom


def _scaled_points(points: Sequence[Point]) -> list[tuple[int, int]]:
    return [(round(x * SCALE), round(y * SCALE)) for x, y in points]
