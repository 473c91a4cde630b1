"""Odd one out: three players hint at their pictures and vote for whoever has another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from odd_one_out.form import PlayerForm
from odd_one_out.pictures import png_of
from odd_one_out.rules import PLAYER, OddOneOut
from odd_one_out.scoring import FITS, WON, ModelJudge
from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Game, Instance, Measure, Role
from turtlesoup_bench.records import Json

PICTURES: dict[str, Json] = {
    "red": {"rgb": [200, 30, 30], "caption": "a red square"},
    "green": {"rgb": [30, 160, 60], "caption": "a green square"},
    "blue": {"rgb": [30, 60, 200], "caption": "a blue square"},
}


def load(selection: Mapping[str, Any]) -> Sequence[Instance]:
    """One instance for each pair of pictures; of a selection, ``limit`` keeps the first ones.

    Raises:
        InvalidInput: If the selection has another key.
    """
    unknown = [Problem("selection", name, "an unknown key", "only limit") for name in selection if name != "limit"]
    if unknown:
        raise InvalidInput(unknown)
    pairs = [(common, odd) for common in PICTURES for odd in PICTURES if common != odd]
    instances = [
        Instance(
            id=f"square-{number}",
            language="en",
            seats=dict.fromkeys(("ann", "bob", "cyd"), PLAYER),
            data={"common": PICTURES[common], "odd": PICTURES[odd]},
            cluster="-".join(sorted((common, odd))),
        )
        for number, (common, odd) in enumerate(pairs, 1)
    ]
    return instances[: selection.get("limit")]


def secrets(instance: Instance) -> Mapping[str, Sequence[str]]:
    """The captions, which are for the judge alone."""
    return {"/common/caption": [], "/odd/caption": []}


def open_media(digest: str) -> bytes:
    """The picture with these bytes; raises KeyError."""
    return png_of(digest, (picture["rgb"] for picture in PICTURES.values()))


GAME = Game(
    name="odd-one-out",
    version="1",
    roles=(Role(PLAYER),),
    rules=OddOneOut(),
    load=load,
    forms=lambda role, language: [PlayerForm()],
    measures=(Measure(WON, "Won"), Measure(FITS, "Hint fits")),
    scorer=ModelJudge,
    secrets=secrets,
    open_media=open_media,
    files="odd_one_out",
)
