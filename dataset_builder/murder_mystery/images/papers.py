"""Sheets of running text: letter, telegram, diary, newspaper cutting."""

from __future__ import annotations

from .canvas import Canvas
from .content import Content
from .fonts import Face
from .typesetting import LEADING, SMALLEST, Style, fitting, height, stacked

_BLUE_INK, _BLACK = "#22336b", "#26231f"


def letter(content: Content) -> Canvas:
    """A sheet that was folded, written on by hand."""
    canvas = Canvas("#7a6149")
    canvas.rectangle((42, 26, 478, 494), "#5f4a37")
    canvas.rectangle((36, 18, 472, 486), "#fbf5e4")
    for y in (174, 330):
        canvas.line([(36, y), (472, y)], "#ece2c6", 3)
    texts = [entry.words for entry in content.entries]
    places = stacked(texts, (68, 56, 444, 466), Style(Face.HAND, 32, _BLUE_INK), 20)
    for entry, (text, box, style) in zip(content.entries, places, strict=True):
        is_signature = text == entry.person
        canvas.write(text, box, style, "right" if is_signature else "left")
    return canvas


def telegram(content: Content) -> Canvas:
    """A form with a ruled head, and tape with typed words glued on."""
    canvas = Canvas("#8a8f86")
    canvas.rectangle((24, 44, 488, 468), "#e9d9a0", _BLACK, 1)
    canvas.rectangle((40, 60, 472, 122), None, _BLACK, 3)
    for x in (148, 256, 364):
        canvas.line([(x, 60), (x, 122)], _BLACK, 1)
    canvas.line([(40, 92), (472, 92)], _BLACK, 1)
    canvas.disc((418, 91), 24, None, "#a33b2e", 3)
    canvas.disc((418, 91), 16, None, "#a33b2e", 1)
    texts = [entry.words for entry in content.entries]
    for text, box, style in stacked(texts, (58, 150, 454, 448), Style(Face.TYPED, 28, _BLACK), 22):
        left, top, right, bottom = box
        canvas.rectangle((left - 10, top - 6, right + 10, bottom + 6), "#f8f3df", "#cdbd86", 1)
        canvas.write(text, box, style)
    return canvas


def diary(content: Content) -> Canvas:
    """A page of a bound book with printed rules; the words stand on them."""
    canvas = Canvas("#4a2f2a")
    canvas.rectangle((30, 14, 490, 498), "#efe4cc", radius=6)
    canvas.rectangle((30, 14, 62, 498), "#d6c6a4", radius=6)
    canvas.rectangle((62, 14, 482, 498), "#fdf8ea")
    texts = [entry.words for entry in content.entries]
    left, top, right, bottom = 100, 44, 466, 484
    style = fitting(texts, right - left, bottom - top, Style(Face.HAND, 28, _BLUE_INK))
    rule = top + 1.14 * style.size
    while rule < 494:
        canvas.line([(62, rule), (482, rule)], "#c9d6e2", 1)
        rule += LEADING * style.size
    canvas.line([(88, 14), (88, 498)], "#d98880", 2)
    for text, box, shown in stacked(texts, (left, top, right, bottom), style, 0):
        canvas.disc((76, box[1] + 0.7 * shown.size), 3, _BLUE_INK)
        canvas.write(text, box, shown)
    return canvas


def newspaper(content: Content) -> Canvas:
    """A cutting with torn edges: the first line is the headline, the others stand in columns below it."""
    canvas = Canvas("#5c6b73")
    teeth = [(28 + 19 * step, 24 + 7 * (step * 5 % 3)) for step in range(25)]
    torn = [(484 - 19 * step, 478 + 7 * (step * 7 % 4)) for step in range(25)]
    canvas.polygon([*teeth, *torn], "#ece7da")
    headline, *articles = [entry.words for entry in content.entries]
    canvas.line([(48, 54), (464, 54)], _BLACK, 4)
    canvas.line([(48, 60), (464, 60)], _BLACK, 1)
    style = fitting([headline], 404, 190 if articles else 260, Style(Face.HEADLINE, 44, _BLACK))
    bottom = 70 + height([headline], 404, style)
    canvas.write(headline, (54, 70, 458, bottom), style, "centre")
    canvas.line([(48, bottom + 10), (464, bottom + 10)], _BLACK, 1)
    top = bottom + 22
    half = (len(articles) + 1) // 2
    columns = [articles[:half], articles[half:]] if len(articles) > 1 else [articles]
    across = (416 - 20 * (len(columns) - 1)) / len(columns)
    for number, texts in enumerate(columns):
        left = 48 + number * (across + 20)
        if number:
            canvas.line([(left - 10, top), (left - 10, 462)], "#9a948a", 1)
        end = top
        for text, box, body in stacked(texts, (left, top, left + across, 462), Style(Face.SERIF, 24, _BLACK)):
            end = canvas.write(text, box, body)[3] + SMALLEST
        _other_print(canvas, left, end, left + across)
    return canvas


def _other_print(canvas: Canvas, left: float, top: float, right: float) -> None:
    """Grey bars for print that is of no concern."""
    for number in range(int((462 - top) // 16)):
        end = right - (right - left) * (0.35 if number % 5 == 4 else 0.02)
        canvas.rectangle((left, top + 16 * number, end, top + 16 * number + 6), "#cfc9bb")
