"""What tests of pictures share: the sample clues, and whether the fonts are there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from turtlesoup_bench.dataset_builder.murder_mystery.images.fonts import Face, font_file

from turtlesoup_bench.errors import InvalidInput

SAMPLE: dict[str, Any] = YAML(typ="safe").load(Path(__file__).with_name("sample_clues.yaml"))
CLUES: dict[str, Any] = {clue["id"]: clue["image"] for clue in SAMPLE["clues"]}


def has_fonts() -> bool:
    try:
        return all(font_file(face.value[0]) for face in Face)
    except InvalidInput:
        return False


needs_fonts = pytest.mark.skipif(
    not has_fonts(), reason="needs fonts: apt-get install fonts-noto-cjk fonts-lxgw-wenkai"
)
