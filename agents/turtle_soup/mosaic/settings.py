"""Mosaic's settings: ``settings.yaml``, and the files of ``ablations/`` that change some of it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from ruamel.yaml import YAML

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``settings.yaml`` says, field by field; the comments there tell what each is."""

    deliberation: bool
    interval: int
    meta_cognition: bool
    votes: int
    clue_trigger: int
    turn_trigger: int
    confidence: float
    confidence_floor: float
    inertia: float
    switch_margin: float
    candidates: int
    pruning: bool
    history_window: int
    screening_window: int
    tries: int
    key_clues: bool
    elimination: bool
    frame_trigger: int


def load_settings(variant: str | None = None) -> Settings:
    """The settings, changed by ``ablations/<variant>.yaml`` if a variant is named.

    Raises:
        ValueError: If a file names a setting that does not exist, or gives one another type.
    """
    values = _read(FOLDER / "settings.yaml")
    changes = _read(FOLDER / "ablations" / f"{variant}.yaml") if variant else {}
    known = {field.name for field in fields(Settings)}
    for name, value in changes.items():
        if name not in known or type(value) is not type(values[name]):
            raise ValueError(f"{variant}.yaml: {name}: {value!r} is no setting of settings.yaml, or of another type")
    return Settings(**{**values, **changes})  # type: ignore[arg-type]


@cache  # every variant begins with the same file
def _read(file: Path) -> dict[str, object]:
    values: dict[str, object] = YAML(typ="safe", pure=True).load(file)
    return values
