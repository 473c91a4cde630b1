"""Small printed things: receipt, ticket, enamel label, form card."""

from __future__ import annotations

from .canvas import Canvas
from .content import Content
from .fonts import Face
from .typesetting import Style, fitting, stacked

_BLACK, _RED = "#23262b", "#b3261e"


def receipt(content: Content) -> Canvas:
    """A strip of till paper, torn off, with a bar code at its foot."""
    canvas = Canvas("#b08d62")
    edge = [(440 - 16 * step, 492 - 10 * (step % 2)) for step in range(24)]
    canvas.polygon([(72, 14), (440, 14), *edge, (72, 492)], "#fcfcf8")
    texts = [entry.words for entry in content.entries]
    for text, box, style in stacked(texts, (92, 34, 420, 410), Style(Face.TYPED, 26, _BLACK), 18):
        canvas.write(text, box, style)
        canvas.dashes((88, box[3] + 8), (424, box[3] + 8), "#8c9096", 1, 5)
    x = 124.0
    for number in range(44):
        bar = (2, 3, 5, 2, 4)[number * number % 5]
        canvas.rectangle((x, 426, x + bar / 2 + 0.5, 466), _BLACK)
        x += bar + 3
        if x > 384:
            break
    return canvas


def ticket(content: Content) -> Canvas:
    """A ticket with a perforated stub; the first line is printed large."""
    canvas = Canvas("#3d4f5c")
    canvas.rectangle((20, 96, 492, 416), "#f3dfb0", radius=12)
    for y in (96, 416):
        canvas.disc((396, y), 14, "#3d4f5c")
    canvas.dashes((396, 116), (396, 396), "#8a7443", 2, 8)
    canvas.rectangle((34, 110, 378, 402), None, "#8a5a2b", 2, 6)
    for number in range(12):
        canvas.rectangle((422, 132 + 21 * number, 464, 132 + 21 * number + (4, 9, 6)[number % 3]), "#5c4a26")
    first, *others = content.entries
    canvas.write(
        first.words, (48, 118, 364, 118 + (126 if others else 276)), Style(Face.BOLD, 40, "#5a2d0c"), middle=True
    )
    if others:
        canvas.line([(48, 250), (364, 250)], "#8a5a2b", 1)
        for text, box, style in stacked(
            [entry.words for entry in others], (48, 258, 364, 398), Style(Face.PRINT, 28, _BLACK), 6
        ):
            canvas.write(text, box, style)
    return canvas


def label(content: Content) -> Canvas:
    """An enamel plate with a screw in each corner; the first of several lines is its heading."""
    canvas = Canvas("#8d8f8c")
    canvas.rectangle((28, 76, 492, 444), "#6e706d", radius=22)
    canvas.rectangle((22, 68, 486, 436), "#173f7a", "#f2f4f5", 6, 22)
    for x in (48, 460):
        for y in (94, 410):
            canvas.disc((x, y), 10, "#c9ccd0", "#7b8087", 2)
            canvas.line([(x - 6, y - 4), (x + 6, y + 4)], "#5a5f66", 2)
    texts = [entry.words for entry in content.entries]
    top = 112.0
    if len(texts) > 1:
        heading = fitting(texts[:1], 380, 110, Style(Face.BOLD, 38, "#ffffff"))
        canvas.write(texts.pop(0), (64, top, 444, 222), heading, "centre", middle=True)
        canvas.line([(96, 230), (412, 230)], "#f2f4f5", 2)
        top = 242
    for text, box, style in stacked(texts, (64, top, 444, 400), Style(Face.BOLD, 34, "#ffffff"), 8):
        canvas.write(text, box, style, "centre")
    return canvas


def form(content: Content) -> Canvas:
    """A card with a box for each line; times are stamped into it."""
    canvas = Canvas("#6b7a6e")
    canvas.rectangle((26, 26, 494, 494), "#57645a")
    canvas.rectangle((20, 18, 488, 486), "#f1ead2")
    canvas.disc((254, 44), 10, "#6b7a6e")
    count = len(content.entries)
    each = min(150.0, (400 - 12 * (count - 1)) / count)
    for number, entry in enumerate(content.entries):
        top = 70 + number * (each + 12)
        canvas.rectangle((40, top, 468, top + each), "#fbf7e8", "#4c5a4f", 2)
        left = 54.0
        if entry.time:
            down = min(each - 16, 56)
            middle = top + each / 2
            canvas.rectangle((54, middle - down / 2, 164, middle + down / 2), None, _RED, 3, 6)
            canvas.write(
                entry.time,
                (58, middle - down / 2, 160, middle + down / 2),
                Style(Face.BOLD, 32, _RED),
                "centre",
                middle=True,
            )
            left = 180
        box = (left, top + 5, 456, top + each - 5)
        if entry.parts:
            for text, place, style in stacked(entry.parts, box, Style(Face.TYPED, 26, _BLACK), 2, middle=True):
                canvas.write(text, place, style)
    return canvas
