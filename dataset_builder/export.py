"""Lays the data of every game and the metrics out as folders that plain `datasets` and `evaluate` load by name."""

from __future__ import annotations

import json
import shutil
from importlib.resources import as_file, files
from pathlib import Path

from ruamel.yaml import YAML

from turtlesoup_bench.games import Game
from turtlesoup_bench.games.murder_mystery.media import DATA as CASES
from turtlesoup_bench.games.registry import find_game, game_names
from turtlesoup_bench.games.turtle_soup.game import GAME
from turtlesoup_bench.games.turtle_soup.puzzles import DATA, DATASET_NAME

METRIC_NAMES = ("turtlesoup_score", "multi_turn_puzzles", "murder_mystery_qa")
_OWN = "turtlesoup_bench."


def export(target: Path) -> list[Path]:
    """Writes the data sets to ``target/turtlesoup-bench`` and each metric to a folder of its name beside it.

    In that folder ``datasets.load_dataset("turtlesoup-bench", "zh")``, with the name of any other game of this package
    in place of ``zh``, and ``evaluate.load("turtlesoup_score")``, with the name of any other metric, then work without
    a network. Pictures of murder mystery lie in ``murder_mystery/images``. Files from an earlier export are replaced.

    Returns:
        The folders, the data's first.
    """
    data, metrics = target / DATASET_NAME, [target / name for name in METRIC_NAMES]
    _copy(DATA, data)
    others = [find_game(name) for name in game_names() if name != GAME.name]
    own = [game for game in others if (game.files or "").startswith(_OWN)]
    for game in own:
        _write_instances(game, data / f"{game.name}.jsonl")
    _copy(CASES / "images", data / "murder_mystery" / "images")
    _add_configurations(data / "README.md", [game.name for game in own])
    for metric in metrics:
        with as_file(files("turtlesoup_bench.metrics").joinpath(metric.name)) as source:
            _copy(source, metric)
    return [data, *metrics]


def _write_instances(game: Game, path: Path) -> None:
    """One line an instance; what differs in shape from game to game, or from line to line, is JSON in a text."""
    lines = [
        {
            "id": instance.id,
            "language": instance.language,
            "cluster": instance.cluster,
            "seats": json.dumps(instance.seats),
            "tags": json.dumps(instance.tags, ensure_ascii=False),
            "data": json.dumps(instance.data, ensure_ascii=False),
        }
        for instance in game.load({})
    ]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def _add_configurations(card: Path, names: list[str]) -> None:
    """Names the files in the head of the card, where `datasets` looks for them."""
    _, head, body = card.read_text(encoding="utf-8").split("---\n", 2)
    yaml = YAML()
    yaml.width = 1_000
    content = yaml.load(head)
    for name in names:
        content["configs"].append({"config_name": name, "data_files": [{"split": "test", "path": f"{name}.jsonl"}]})
    with card.open("w", encoding="utf-8") as file:
        file.write("---\n")
        yaml.dump(content, file)
        file.write("---\n" + body)


def _copy(source: Path, target: Path) -> None:
    # The package marker would only make a stray Python package of the data folder.
    ignored = shutil.ignore_patterns("__pycache__", "__init__.py")
    shutil.copytree(source, target, ignore=ignored, dirs_exist_ok=True)
