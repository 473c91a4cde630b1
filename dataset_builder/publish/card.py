"""The card of the data set on the Hub: what each game brings, computed from its data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.games.turtle_soup.puzzles import DATASET_NAME

from .tables import Table

NAME = DATASET_NAME


def data_set_card(chosen: Sequence[Table], suffix: str, rows: Mapping[str, int]) -> str:
    """Text of the card: a head that names the files of each configuration, and a section a game.

    Args:
        chosen: The games' tables.
        suffix: Of the data files.
        rows: File, without its suffix → number of rows.
    """
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    return environment.get_template("card.md.j2").render(
        name=NAME,
        suffix=suffix,
        games=[
            {
                "title": table.game.replace("-", " ").capitalize(),
                "name": table.game,
                "about": table.about(),
                "configs": table.configs(),
                "fields": table.fields,
                "rows": sum(rows[name] for name in table.selections()),
                "data": find_game(table.game).data_of({}),
                "beside": list(table.beside),
            }
            for table in chosen
        ],
    )
