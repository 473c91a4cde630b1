"""Mends in a story file what needs no human decision; layout, quotes and comments stay as they are."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from .form import HALF_WIDTH, sorted_by_answer

_FULL_WIDTH = str.maketrans(",;:!?", "，；：！？")
_REPEATED = re.compile(r"([。！？，、；：,;:!?])\1+|(?<!\.)\.(\.)(?!\.)")
_CHINESE_BLANK = re.compile(r"(?<![A-Za-z0-9]) (?![A-Za-z0-9])")
_MARKS = {"en": ".", "zh": "。"}
_QUESTION_MARKS = {"en": "?", "zh": "？"}
_TRIES = 100
_ENDED = re.compile(r"[\W_]$")


def fix_story(path: Path) -> bool:
    """Mends id and genre after the file's name, blanks, doubled and half-width punctuation, and missing ends.

    Probes that stand sorted by their answers are mixed, always alike for a story.

    A file that cannot be read as YAML, or does not hold a story's fields, is left for the check to report.

    Returns:
        Whether the file changed.
    """
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 1_000_000
    yaml.indent(mapping=2, sequence=4, offset=2)
    try:
        before = path.read_text(encoding="utf-8")
        story = yaml.load(before)
    except (OSError, UnicodeDecodeError, YAMLError):
        return False
    if not isinstance(story, dict):
        return False
    story |= {"id": path.stem, "genre": path.parent.name}
    _fix(story, is_question=False)
    _mix_probes(story)
    after = StringIO()
    yaml.dump(story, after)
    if after.getvalue() == before:
        return False
    path.write_text(after.getvalue(), encoding="utf-8")
    return True


def fixed_text(text: str, language: str, is_question: bool = False, is_title: bool = False) -> str:
    """A text with single blanks, single and full-width punctuation, and an end mark unless it is a title."""
    fixed = " ".join(text.split())
    if language == "zh":
        fixed = _CHINESE_BLANK.sub("", fixed)
        fixed = HALF_WIDTH.sub(lambda found: found.group().translate(_FULL_WIDTH), fixed)
    fixed = _REPEATED.sub(lambda found: found.group(1) or found.group(2), fixed)
    if is_title or not fixed or _ENDED.search(fixed):
        return fixed
    return fixed + (_QUESTION_MARKS if is_question else _MARKS)[language]


def _fix(node: Any, is_question: bool) -> None:
    """Mends every ``en`` and ``zh`` text below a node, in place."""
    if isinstance(node, list):
        for item in node:
            _fix(item, is_question)
    if not isinstance(node, dict):
        return
    for key, value in node.items():
        if key in ("en", "zh") and isinstance(value, str):
            node[key] = type(value)(fixed_text(value, key, is_question))
        elif key in ("en", "zh") and isinstance(value, dict):
            for field, text in value.items():
                if isinstance(text, str):
                    value[field] = type(text)(fixed_text(text, key, is_title=field == "title"))
        else:
            _fix(value, key == "probes")


def _mix_probes(story: dict[str, Any]) -> None:
    rng = Random(story["id"])
    for _ in range(_TRIES):
        try:
            if not sorted_by_answer(story):
                return
            probes = story["probes"]
            for place, probe in enumerate(rng.sample(list(probes), len(probes))):  # in place: the layout stays
                probes[place] = probe
        except (KeyError, TypeError):
            return  # the check reports what is missing
