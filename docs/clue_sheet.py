"""Draws docs/images/murder_mystery_clues.webp, a clue of every kind, in both languages: run it to draw it anew."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image
from ruamel.yaml import YAML
from turtlesoup_bench.dataset_builder.murder_mystery.images.content import content
from turtlesoup_bench.dataset_builder.murder_mystery.images.kinds import KINDS, draw

from turtlesoup_bench.records import LANGUAGES

SHEET = Path(__file__).parent / "images" / "murder_mystery_clues.webp"
SAMPLE = Path(__file__).parents[1] / "tests/dataset_builder/murder_mystery/sample_clues.yaml"
COLUMNS, EACH, GAP = 6, 300, 6


def sheet() -> Image.Image:
    """The pictures in rows, English and Chinese side by side."""
    case = YAML(typ="safe").load(SAMPLE)
    images = {clue["image"]["kind"]: clue["image"] for clue in reversed(case["clues"])}
    pictures = [draw(content(case, images[kind], language)).encoded() for kind in KINDS for language in LANGUAGES]
    rows = -(-len(pictures) // COLUMNS)
    page = Image.new("RGB", (COLUMNS * (EACH + GAP) + GAP, rows * (EACH + GAP) + GAP), "white")
    for number, data in enumerate(pictures):
        row, column = divmod(number, COLUMNS)
        picture = Image.open(BytesIO(data)).resize((EACH, EACH), Image.Resampling.LANCZOS)
        page.paste(picture, (GAP + column * (EACH + GAP), GAP + row * (EACH + GAP)))
    return page


if __name__ == "__main__":
    SHEET.parent.mkdir(exist_ok=True)
    sheet().save(SHEET, "WEBP", quality=70, method=6)
