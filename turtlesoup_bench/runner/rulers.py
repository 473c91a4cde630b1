"""Runs by a ruler file: it says who plays the seats that are not tested and who scores, and must fit the code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Game
from turtlesoup_bench.games.registry import find_game, game_names
from turtlesoup_bench.models import Sampling
from turtlesoup_bench.ruler_file import RulerFile, official_ruler
from turtlesoup_bench.run_folder import write_atomically
from turtlesoup_bench.runner.agents import agent_version
from turtlesoup_bench.runner.scoring import JUDGE
from turtlesoup_bench.runner.seats import Cast
from turtlesoup_bench.runner.settings import RunSettings

_HASH = re.compile(r"\A[0-9a-f]{8,64}\Z")
_IN_USE = "this ruler is in use and never changes; give the rules of the game another version, and that a ruler"


def by_ruler(settings: RunSettings, ruler: RulerFile) -> RunSettings:
    """Settings whose seats, scorer, sampling and options are those of a ruler.

    Raises:
        InvalidInput: With every setting that contradicts it, or with what in it does not fit the code.
    """
    problems = [
        *_contradictions("--seat", settings.seats, _seats(ruler)),
        *_contradictions("--sampling", settings.sampling, _sampling(ruler)),
        *_contradictions("--option", settings.options, ruler.record["options"]),
    ]
    problems += [*_other_judge(ruler, settings.scorer), *unfit(ruler)]
    if problems:
        raise InvalidInput(problems)
    return replace(
        settings,
        seats={**settings.seats, **_seats(ruler)},
        sampling={**settings.sampling, **_sampling(ruler)},
        options={**settings.options, **ruler.record["options"]},
        scorer=ruler.record["scorer"]["name"],
    )


def scorer_of(ruler: RulerFile, asked: str | None = None) -> tuple[str, Sampling]:
    """The scorer of a ruler and how its model is sampled.

    Args:
        ruler: The ruler.
        asked: The scorer that was asked for beside it, if any.

    Raises:
        InvalidInput: If that is another one, or the ruler does not fit the code.
    """
    problems = [*_other_judge(ruler, asked), *unfit(ruler)]
    if problems:
        raise InvalidInput(problems)
    return ruler.record["scorer"]["name"], _sampling(ruler).get(JUDGE, Sampling())


def seat_of(ruler: RulerFile, seat: str) -> Cast:
    """Who plays a seat by a ruler.

    Raises:
        InvalidInput: If the ruler does not fit the code.
    """
    problems = unfit(ruler)
    if problems:
        raise InvalidInput(problems)
    one = ruler.record["seats"][seat]
    return Cast(one["agent"], one["model"], _sampling(ruler).get(seat, Sampling()), is_tested=False)


def official_rulers() -> list[RulerFile]:
    """The official ruler of every installed game that has one for its rules of today."""
    games = [find_game(name) for name in game_names()]
    return [ruler for game in games if (ruler := official_ruler(game.name, game.version)) is not None]


def unfit(ruler: RulerFile) -> list[Problem]:
    """What in a ruler is not so in this version of the package, such as the hashes of prompts.

    A hash can be recorded anew, see `renew`, as long as nobody was scored by the ruler.
    """
    game = find_game(ruler.record["game"])
    problems = list(_unfit(ruler, game))
    if ruler.is_in_use:
        return [replace(one, expected=f"{one.expected}: {_IN_USE}", fixable=False) for one in problems]
    return problems


def renew(ruler: RulerFile) -> Path:
    """Records the hashes of today in the file of a ruler that nobody was scored by; the rest stays as it is written.

    Raises:
        RunFolderError: If the file cannot be written.
    """
    text = ruler.path.read_text(encoding="utf-8")
    for problem in unfit(ruler):
        if problem.fixable:
            text = text.replace(problem.found, problem.expected)
    write_atomically(ruler.path, text)
    return ruler.path


def _unfit(ruler: RulerFile, game: Game) -> Iterator[Problem]:
    where, record = str(ruler.path), ruler.record
    if record["version"] != game.version:
        yield Problem(where, "version", record["version"], f"{game.version}, that of the game at hand")
        return
    options = game.options_of(record["options"])
    if options != record["options"]:
        yield Problem(where, "options", str(record["options"]), f"{options}: a value for each")
    for seat, one in record["seats"].items():
        version = agent_version(one["agent"], game)
        if one["version"] != version:
            yield _differs(where, f"seats.{seat}.version", one["version"], version)
    stated, scorer = record["scorer"], game.scorer(record["scorer"]["name"]) if game.scorer else None
    right = scorer.ruler if scorer else {}
    for name in sorted(stated["ruler"].keys() | right.keys()):
        told, value = stated["ruler"].get(name), right.get(name)
        if told != value:
            yield _differs(where, f"scorer.ruler.{name}", told, value)
    models = [one["model"] for one in record["seats"].values()] + ([scorer.model] if scorer else [])
    for model in dict.fromkeys(models):
        if model is not None and model not in record["models"]:
            yield Problem(where, "models", f"nothing of {model}", "its weights, and what serves them")


def _differs(where: str, place: str, stated: object, right: object) -> Problem:
    found, expected = str(stated), str(right)
    return Problem(where, place, found, expected, fixable=bool(_HASH.match(found) and _HASH.match(expected)))


def _seats(ruler: RulerFile) -> dict[str, str]:
    return {
        seat: f"{one['agent']}@{one['model']}" if one["model"] else one["agent"]
        for seat, one in ruler.record["seats"].items()
    }


def _sampling(ruler: RulerFile) -> dict[str, Sampling]:
    """By seat, and by ``judge`` that of the scorer."""
    stated = {seat: one["sampling"] for seat, one in ruler.record["seats"].items()}
    stated[JUDGE] = ruler.record["scorer"]["sampling"]
    return {name: Sampling.from_json(one) for name, one in stated.items() if one is not None}


def _contradictions(option: str, asked: Mapping[str, Any], fixed: Mapping[str, Any]) -> Iterator[Problem]:
    for name, value in asked.items():
        if name in fixed and value != fixed[name]:
            yield Problem(f"{option} {name}", "", _shown(value), f"{_shown(fixed[name])}, as --ruler says, or none")


def _other_judge(ruler: RulerFile, asked: str | None) -> Iterator[Problem]:
    name = ruler.record["scorer"]["name"]
    if asked not in (None, name):
        yield Problem("--judge", "", str(asked), f"{name}, as --ruler says, or none")


def _shown(value: object) -> str:
    return str(value.to_json() if isinstance(value, Sampling) else value)
