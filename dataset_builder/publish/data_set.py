"""The data set as a folder that `datasets.load_dataset` reads: Parquet, a card, and the benchmark file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from ruamel.yaml import YAML

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.registry import find_game

from .card import NAME, data_set_card
from .tables import Table, tables

if TYPE_CHECKING:
    from datasets import Dataset

SUFFIX = ".parquet"


def write_data_set(folder: Path) -> dict[str, list[str]]:
    """Writes every game's rows, what lies beside them, the card and ``eval.yaml``. Files of these names are replaced.

    Args:
        folder: Where to; ``datasets.load_dataset`` takes it with the name of a configuration.

    Returns:
        The ids of the rows in each file of data, by the file's name without its suffix.
    """
    import datasets

    datasets.disable_progress_bars()
    ids: dict[str, list[str]] = {}
    chosen = tables()
    for table in chosen:
        for name, rows in rows_by_file(table).items():
            path = folder / f"{name}{SUFFIX}"
            path.parent.mkdir(parents=True, exist_ok=True)
            rows.to_parquet(str(path))
            ids[name] = list(rows["id"])
        for name, source in table.beside.items():
            shutil.copyfile(source, folder / name)
    counts = {name: len(of_file) for name, of_file in ids.items()}
    for name, text in {"README.md": data_set_card(chosen, SUFFIX, counts), "eval.yaml": benchmark_file(chosen)}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return ids


def rows_by_file(table: Table) -> dict[str, Dataset]:
    """A table's rows by file; all have the same types, also where a file has no value in a column."""
    import datasets

    game = find_game(table.game)
    files = {name: [table.row(one) for one in game.load(selection)] for name, selection in table.selections().items()}
    records = [record for of_file in files.values() for record in of_file]
    rows = datasets.Dataset.from_dict({name: [record[name] for record in records] for name in table.fields})
    if table.pictures:
        pictures = {name: datasets.List(datasets.Image()) for name in table.pictures}
        rows = rows.cast(datasets.Features({**rows.features, **pictures}))
    ends = list(accumulate(map(len, files.values())))
    return {name: rows.select(range(end - len(files[name]), end)) for name, end in zip(files, ends, strict=True)}


def benchmark_file(chosen: Sequence[Table]) -> str:
    """``eval.yaml``: registers the data set on the Hugging Face Hub as a benchmark, a leaderboard a configuration.

    Fields as in https://huggingface.co/docs/hub/eval-results: one file for all tasks of a data set. The Hub knows a
    framework's name once it has been added to the list that huggingface.js keeps.
    """
    text = StringIO()
    yaml = YAML()
    yaml.width = 1_000
    yaml.dump(
        {
            "name": NAME,
            "description": "Interactive reasoning: turtle soup, five multi-turn puzzles, and murder mystery.",
            "evaluation_framework": NAME,
            "tasks": [task for table in chosen for task in table.tasks()],
        },
        text,
    )
    return text.getvalue()


def unlike_the_package(folder: Path, ids: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
    """A problem for each configuration that does not load from a folder as the ids of its files.

    Args:
        folder: What was written.
        ids: What `write_data_set` returned.
    """
    import datasets

    for table in tables():
        for config, splits in table.configs().items():
            for split, names in splits.items():
                loaded = list(datasets.load_dataset(str(folder), config, split=split)["id"])
                expected = [one for name in names for one in ids[name]]
                if loaded != expected:
                    found, packaged = f"{len(loaded)} rows", f"the {len(expected)} of the package"
                    yield Problem(str(folder / "README.md"), f"configs.{config}.{split}", found, packaged)
