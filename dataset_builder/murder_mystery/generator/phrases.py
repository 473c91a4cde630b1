"""What cases are drawn from: settings, names and sentences in both languages, and how they are filled in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from ruamel.yaml import YAML

Text = dict[str, str]
"""``en`` and ``zh``."""


@cache
def phrases(name: str) -> Any:
    """The content of ``<name>.yaml`` of this folder."""
    text = files(__package__).joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    return YAML(typ="safe").load(text)


def filled(pair: tuple[str, str] | list[str], **values: Mapping[str, str] | str | int) -> Text:
    """An English and a Chinese template with their places filled; a value is the same in both, or a text."""
    english, chinese = pair
    return {"en": _fill(english, "en", values), "zh": _fill(chinese, "zh", values)}


def joined(*texts: Text, between: str = " ") -> Text:
    """Sentences one after the other; Chinese needs no blank between them."""
    return {
        "en": between.join(text["en"] for text in texts),
        "zh": between.strip(" ").join(text["zh"] for text in texts),
    }


def anchored(text: Text, *facts: str) -> Text:
    """The text as a span that states facts; a full stop at its end stays outside."""
    ids = " ".join(facts)
    return {language: f"[{words.rstrip('.。')}]({ids})" for language, words in text.items()}


def sentence(text: Text) -> Text:
    """The text with a full stop, where it has no ending yet, and in English with a capital at its beginning."""
    english, chinese = text["en"], text["zh"]
    start = 1 if english.startswith("[") else 0
    english = english[:start] + english[start].upper() + english[start + 1 :]
    return {
        "en": english if english.endswith((".", "?", "!")) else f"{english}.",
        "zh": chinese if chinese.endswith(("。", "？", "！")) else f"{chinese}。",
    }


def _fill(template: str, language: str, values: Mapping[str, Mapping[str, str] | str | int]) -> str:
    shown = {name: value[language] if isinstance(value, Mapping) else value for name, value in values.items()}
    return template.format(**shown)
