"""Pictures of clues: all that the record says is in them, in its place, whole and legible, and nothing else."""

from __future__ import annotations

import json
import re
from io import BytesIO
from itertools import combinations, pairwise
from math import atan2, degrees, hypot
from typing import Any

import pytest
from clue_samples import CLUES, SAMPLE, needs_fonts
from conftest import ROOT
from PIL import Image, ImageChops
from turtlesoup_bench.dataset_builder.murder_mystery.images.canvas import SIZE, Canvas, Placed
from turtlesoup_bench.dataset_builder.murder_mystery.images.content import PLANS, RUNNING_TEXT, content
from turtlesoup_bench.dataset_builder.murder_mystery.images.fonts import (
    Face,
    LetterMissing,
    check_letters,
    font,
    font_file,
)
from turtlesoup_bench.dataset_builder.murder_mystery.images.kinds import KINDS, draw
from turtlesoup_bench.dataset_builder.murder_mystery.images.objects import hands
from turtlesoup_bench.dataset_builder.murder_mystery.images.typesetting import SMALLEST, Style, TextDoesNotFit

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.records import LANGUAGES
from turtlesoup_bench.validation import check_record

NAMES = {
    language: {
        thing["id"]: thing["name"][language] for part in ("people", "places", "objects") for thing in SAMPLE[part]
    }
    for language in LANGUAGES
}
UNITS = {"en": "min", "zh": "分钟"}


def drawing(clue: str, language: str = "en") -> Canvas:
    return draw(content(SAMPLE, CLUES[clue], language))


def box_of(canvas: Canvas, words: str) -> Placed:
    return next(placed for placed in canvas.placed if words in placed.text)


def middle(placed: Placed) -> tuple[float, float]:
    left, top, right, bottom = placed.box
    return (left + right) / 2, (top + bottom) / 2


def said(clue: str, language: str) -> list[str]:
    """All that the lines of a clue say, read from its record."""
    image = CLUES[clue]
    words: list[str] = []
    for line in image["lines"]:
        text = line["text"][language] if "text" in line else ""
        words += [text] if text else []
        words += [line["time"]] if "time" in line and image["kind"] != "clock" else []
        if not (text and image["kind"] in RUNNING_TEXT):
            words += [NAMES[language][line[part]] for part in ("person", "place", "object") if part in line]
    return words


def test_every_kind_of_the_schema_is_drawn_and_has_a_sample() -> None:
    schema = json.loads((ROOT / "schemas/murder_mystery/case.schema.json").read_text(encoding="utf-8"))
    kinds = schema["properties"]["clues"]["items"]["properties"]["image"]["properties"]["kind"]["enum"]
    assert set(kinds) == set(KINDS) == {image["kind"] for image in CLUES.values()}


def test_the_samples_are_images_of_the_schema() -> None:
    for number, image in enumerate(CLUES.values()):
        record = {"clues": [{"id": "sample", "revealed": 0, "image": {**image, "caption": {"en": "-", "zh": "-"}}}]}
        problems = [str(problem) for problem in check_record(record, "murder_mystery/case", "sample")]
        assert not [problem for problem in problems if "clues[" in problem], number


@needs_fonts
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clue", CLUES)
class TestEachKind:
    def test_is_a_small_square_that_is_the_same_when_drawn_again(self, clue: str, language: str) -> None:
        canvas = drawing(clue, language)
        data = canvas.encoded()
        image = Image.open(BytesIO(data))
        assert (image.format, image.size) == ("WEBP", (SIZE, SIZE))
        assert len(data) <= 16_000
        assert max(high for _, high in ImageChops.difference(image, canvas.smooth()).getextrema()) < 100
        assert drawing(clue, language).encoded() == data

    def test_says_all_that_the_record_says(self, clue: str, language: str) -> None:
        written = "\n".join(placed.text for placed in drawing(clue, language).placed)
        for words in said(clue, language):
            assert words in written

    def test_says_nothing_else(self, clue: str, language: str) -> None:
        allowed = said(clue, language)
        if CLUES[clue]["kind"] in PLANS:
            allowed += [place["name"][language] for place in SAMPLE["places"]] + [UNITS[language]]
            allowed += [str(door["minutes"]) for door in SAMPLE["doors"]]
        if CLUES[clue]["kind"] in (*PLANS, "photograph"):
            allowed += [str(number + 1) for number in range(len(CLUES[clue]["lines"]))]
        for placed in drawing(clue, language).placed:
            rest = placed.text
            for words in sorted(allowed, key=len, reverse=True):
                rest = rest.replace(words, "")
            assert not rest.strip(), placed.text

    def test_cuts_nothing_off_and_covers_no_text_with_another(self, clue: str, language: str) -> None:
        placed = drawing(clue, language).placed
        for one in placed:
            left, top, right, bottom = one.box
            assert left >= 0 and top >= 0 and right <= SIZE and bottom <= SIZE, one
            assert one.size >= SMALLEST, one
        for one, other in combinations(placed, 2):
            across = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
            down = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
            assert across <= 0 or down <= 0, (one, other)


@needs_fonts
def test_the_fonts_have_every_letter_of_the_samples() -> None:
    for face in Face:
        letters = font(face, SMALLEST)
        missing = bytes(letters.getmask("\U000fffff"))
        for text in {letter for clue in CLUES for language in LANGUAGES for letter in "".join(said(clue, language))}:
            assert text.isspace() or bytes(letters.getmask(text)) != missing, (face, text)


@needs_fonts
def test_text_that_does_not_fit_even_in_the_smallest_size_is_refused() -> None:
    with pytest.raises(TextDoesNotFit, match="a word too many"):
        Canvas("white").write("a word too many", (0, 0, 60, 20), Style(Face.PRINT, 30, "black"))
    long = {"kind": "label", "lines": [{"text": {"en": "words without end " * 200, "zh": "字" * 2_000}}]}
    for language in LANGUAGES:
        with pytest.raises(TextDoesNotFit):
            draw(content(SAMPLE, long, language))


@needs_fonts
@pytest.mark.parametrize("text", ["one two three four five six", "甲乙丙丁，戊己庚辛（壬癸）子丑寅卯", "安塞尔姆·罗特"])
def test_no_letter_is_lost_when_text_is_broken_into_lines(text: str) -> None:
    canvas = Canvas("white")
    _, top, _, bottom = canvas.write(text, (0, 0, 110, 400), Style(Face.PRINT, 20, "black"))
    assert bottom - top > 26  # more than one line
    assert [placed.text for placed in canvas.placed] == [text]


ANGLES = [("00:00", 0, 0), ("06:00", 180, 0), ("23:27", 343.5, 162), ("15:45", 112.5, 270), ("03:15", 97.5, 90)]


@pytest.mark.parametrize(("time", "hour", "minute"), ANGLES)
def test_hands_of_a_clock(time: str, hour: float, minute: float) -> None:
    assert hands(time) == (hour, minute)


@needs_fonts
def test_the_drawn_hands_point_where_the_time_says() -> None:
    picture = Image.open(BytesIO(drawing("clock_alone").encoded())).convert("L")
    dark = [(x - 256, y - 256) for x in range(SIZE) for y in range(SIZE) if picture.getpixel((x, y)) < 40]
    # 16:35 is 137.5 and 210 degrees: a ring beyond the reach of the hour hand, and one within.
    for inner, outer, expected in ((125, 150, (210,)), (85, 105, (137.5, 210))):
        ring = [(x, y) for x, y in dark if inner < hypot(x, y) < outer]
        shown = {round(degrees(atan2(x, -y)) % 360) for x, y in ring}
        assert ring
        assert all(any(abs(angle - right) <= 5 for right in expected) for angle in shown)
        assert all(any(abs(angle - right) <= 1 for angle in shown) for right in expected)


@needs_fonts
def test_a_line_without_words_gives_one_picture_for_both_languages() -> None:
    assert content(SAMPLE, CLUES["clock_alone"], "en") == content(SAMPLE, CLUES["clock_alone"], "zh")
    assert not drawing("clock_alone").placed


@needs_fonts
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clue", PLANS)
def test_marks_stand_in_the_places_that_the_lines_name(clue: str, language: str) -> None:
    canvas = drawing(clue, language)
    names = [place["name"][language] for place in SAMPLE["places"]]
    rooms = {name: middle(box_of(canvas, name)) for name in names}
    for number, line in enumerate(CLUES[clue]["lines"], 1):
        # The same number is in the legend, too, and may be one of minutes.
        marks = [middle(placed) for placed in canvas.placed if placed.text == str(number)]
        above = [[name for name, at in rooms.items() if abs(at[0] - x) < 50 and at[1] < y] for x, y in marks]
        assert NAMES[language][line["place"]] in {max(over, key=lambda name: rooms[name][1]) for over in above if over}


@needs_fonts
@pytest.mark.parametrize("clue", PLANS)
def test_places_lie_as_their_coordinates_say(clue: str) -> None:
    canvas = drawing(clue)
    at = {place["id"]: middle(box_of(canvas, place["name"]["en"])) for place in SAMPLE["places"]}
    for one, other in combinations(SAMPLE["places"], 2):
        for axis, letter in enumerate("xy"):
            if one[letter] < other[letter]:
                assert at[one["id"]][axis] < at[other["id"]][axis]


@needs_fonts
def test_people_sit_clockwise_in_the_order_of_the_lines() -> None:
    canvas = drawing("seating_plan")
    angles = []
    for line in CLUES["seating_plan"]["lines"]:
        x, y = middle(box_of(canvas, NAMES["en"][line["person"]]))
        angles.append(round(degrees(atan2(x - 256, 256 - y))) % 360)
    assert angles == sorted(angles)
    assert angles[0] == 0


@needs_fonts
def test_a_sender_of_a_chat_keeps_one_side() -> None:
    canvas = drawing("chat")
    for line in CLUES["chat"]["lines"]:
        is_first = line["person"] == CLUES["chat"]["lines"][0]["person"]
        assert (box_of(canvas, line["text"]["en"]).box[0] < 120) is is_first


@needs_fonts
def test_before_is_at_the_left_and_after_at_the_right() -> None:
    canvas = drawing("before_after")
    sides = [middle(box_of(canvas, words))[0] < SIZE / 2 for words in ("18:00", "on the sill", "brass lamp")]
    assert all(sides)
    assert not any(middle(box_of(canvas, words))[0] < SIZE / 2 for words in ("23:00", "in pieces", "Window open"))


@needs_fonts
def test_steps_of_a_chart_are_as_far_apart_as_their_times() -> None:
    canvas = drawing("chart")
    first, second, third = (middle(box_of(canvas, time))[0] for time in ("19:10", "21:40", "23:05"))
    assert (second - first) / (third - second) == pytest.approx(150 / 85, rel=0.02)


@needs_fonts
def test_a_child_stands_below_the_parent_whom_its_text_names() -> None:
    canvas = drawing("family_tree")
    rows = [middle(box_of(canvas, words))[1] for words in ("born 1899", "son of", "adopted by")]
    assert all(upper < lower for upper, lower in pairwise(rows))
    assert middle(box_of(canvas, "heir"))[1] == pytest.approx(rows[1], abs=60)


@needs_fonts
def test_a_family_whose_lines_name_one_another_is_still_drawn() -> None:
    told = {"otto": "Mara Lindqvist", "mara": "Otto Brandt"}
    lines: list[Any] = [{"person": one, "text": {"en": f"married {told[one]}", "zh": "-"}} for one in told]
    canvas = draw(content(SAMPLE, {"kind": "family_tree", "lines": lines}, "en"))
    assert len(canvas.placed) == 4


def test_a_missing_font_says_what_to_install() -> None:
    with pytest.raises(InvalidInput, match=re.escape("apt install fonts-noto-cjk fonts-lxgw-wenkai")):
        font_file("no-such-font.ttf")


@needs_fonts
def test_a_letter_that_a_face_cannot_draw_is_refused() -> None:
    check_letters(Face.PRINT, "Zoë Müller　左首 23:10")
    with pytest.raises(LetterMissing, match="č"):
        check_letters(Face.PRINT, "Kovač")
