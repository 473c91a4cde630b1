"""``turtlesoup run``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from turtlesoup_bench.cli.options import (
    DEFAULT_GAME,
    Concurrency,
    Data,
    Feedback,
    Game,
    GameOptions,
    Genre,
    Judge,
    Language,
    Limit,
    MaxTurns,
    Money,
    Responder,
    Rpm,
    Ruler,
    Samplings,
    Seats,
    Seed,
    Select,
    Timeout,
    Tpm,
)
from turtlesoup_bench.cli.running import play_and_show
from turtlesoup_bench.errors import InvalidInput, Problem

if TYPE_CHECKING:
    from turtlesoup_bench.models import Sampling
    from turtlesoup_bench.runner.settings import RunSettings


def run_command(
    model: Annotated[
        str | None,
        typer.Option(help="The model under test: any litellm name, such as openai/gpt-4o. Without it, no model is."),
    ] = None,
    game: Game = DEFAULT_GAME,
    agent: Annotated[
        str | None,
        typer.Option(help="Agent of the tested seats. Default: the game's own, such as question-bank or direct."),
    ] = None,
    seat: Seats = None,
    sampling: Samplings = None,
    option: GameOptions = None,
    responder: Responder = None,
    judge: Judge = None,
    ruler: Ruler = None,
    language: Language = None,
    genre: Genre = None,
    select: Select = None,
    limit: Limit = None,
    max_turns: MaxTurns = None,
    feedback: Feedback = None,
    seed: Seed = None,
    concurrency: Concurrency = 16,
    rpm: Rpm = None,
    tpm: Tpm = None,
    budget: Money = None,
    timeout: Timeout = 180.0,
    executor: Annotated[
        str, typer.Option(help="Where episodes are played: local, or ray for the cluster that RAY_ADDRESS names.")
    ] = "local",
    data: Data = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what it would take in calls, tokens, money and time.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="Run folder. Default: runs/<name from the settings>.")] = None,
) -> None:
    """Play a game, score it, and write a report. Run it again to resume.

    Without another host, a model under test hosts its own games: such results are called self-hosted and are not
    ranked with others. --ruler official takes the host and the judge of the leaderboard.
    """
    settings = run_settings(
        game=game,
        seats=[*(seat or []), *([f"host={responder}"] if responder else [])],
        sampling=sampling,
        options=option,
        named_options={"max_turns": max_turns, "feedback": feedback},
        selection={**selected(select), "languages": language, "genres": genre, "limit": limit, "data": data},
        seed=seed,
        agent=agent,
        model=model,
        scorer=judge,
        concurrency=concurrency,
        requests_per_minute=rpm,
        tokens_per_minute=tpm,
        budget=budget,
        timeout=timeout,
        executor=executor,
        out=out,
    )
    if ruler is not None:
        settings = ruled(settings, ruler)
    if dry_run:
        _show_forecast(settings)
        return
    play_and_show(settings, settings.scorer, data)


def run_settings(
    *,
    game: str,
    seats: list[str],
    sampling: list[str] | None = None,
    options: list[str] | None = None,
    named_options: dict[str, Any],
    selection: dict[str, Any],
    seed: list[int] | None,
    **plain: Any,
) -> RunSettings:
    """Settings of a run from options of the command line; those not given take the game's defaults.

    Raises:
        InvalidInput: If a pair is not of the form ``NAME=VALUE``.
    """
    from turtlesoup_bench.runner.settings import RunSettings

    return RunSettings(
        game=game,
        seats=dict(_pairs("--seat", seats)),
        sampling=samplings(sampling),
        options=chosen_options(options) | {name: value for name, value in named_options.items() if value is not None},
        selection={name: value for name, value in selection.items() if value is not None},
        seeds=tuple(seed or [42]),
        **plain,
    )


def chosen_options(texts: list[str] | None) -> dict[str, Any]:
    """Options of a game in texts such as ``rounds=2``.

    Raises:
        InvalidInput: If a text is not of that form.
    """
    return {name: _value(value) for name, value in _pairs("--option", texts or [])}


def selected(texts: list[str] | None) -> dict[str, list[str]]:
    """The part of a selection in texts such as ``cases=water-stage,two-clocks``.

    Raises:
        InvalidInput: If a text is not of that form.
    """
    return {name: values.split(",") for name, values in _pairs("--select", texts or [])}


def ruled(settings: RunSettings, ruler: str) -> RunSettings:
    """Settings as a ruler has them.

    Raises:
        InvalidInput: If there is no such ruler, or a setting contradicts it.
    """
    from turtlesoup_bench.games.registry import find_game
    from turtlesoup_bench.ruler_file import find_ruler
    from turtlesoup_bench.runner.rulers import by_ruler

    game = find_game(settings.game)
    return by_ruler(settings, find_ruler(ruler, game.name, game.version))


def samplings(texts: list[str] | None) -> dict[str, Sampling]:
    """How the models of seats are sampled, from texts such as ``player:temperature=1``.

    Raises:
        InvalidInput: If a text is not of that form, or a setting cannot be one.
    """
    from turtlesoup_bench.models import Sampling

    sampled = {}
    for text in texts or []:
        name, colon, values = text.partition(":")
        if not colon:
            raise InvalidInput([Problem("--sampling", "", repr(text), "SEAT:NAME=VALUE, such as player:temperature=1")])
        sampled[name] = Sampling.from_json({key: _value(one) for key, one in _pairs("--sampling", _parts(values))})
    return sampled


def _pairs(where: str, texts: list[str]) -> list[tuple[str, str]]:
    problems = [Problem(where, "", repr(text), "NAME=VALUE") for text in texts if "=" not in text]
    if problems:
        raise InvalidInput(problems)
    return [(text.split("=", 1)[0], text.split("=", 1)[1]) for text in texts]


def _parts(text: str) -> list[str]:
    """The parts between commas; a comma within braces, as JSON has it, parts nothing."""
    return re.split(r",(?![^{]*\})", text)


def _value(text: str) -> Any:
    """A value as JSON has it, or else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _show_forecast(settings: RunSettings) -> None:
    from rich.console import Console

    from turtlesoup_bench.runner.rehearsal import forecast
    from turtlesoup_bench.text_tables import counted, plain_table

    with Console(stderr=True).status("playing a few episodes in memory"):
        expected = forecast(settings)
    table = plain_table("seat", "calls", "tokens sent", "received", "cost")
    for seat, one in expected.seats.items():
        usage = one.usage
        cost = "price unknown" if usage.cost is None else f"${usage.cost:,.2f}"
        numbers = (f"{number:,}" for number in (usage.calls, usage.prompt_tokens, usage.completion_tokens))
        table.add_row(f"{seat} ({one.model})", *numbers, cost)
    total = "a cost not known, since a price is not" if expected.cost is None else f"${expected.cost:,.2f}"
    hours = expected.hours
    time = f"{hours:.1f} hours" if hours >= 1 else counted(max(1, round(60 * hours)), "minute")
    console = Console()
    console.print(table)
    console.print(
        f"\n{counted(expected.episodes, 'episode')}, {total}, about {time}. Learnt from a few "
        "episodes played in memory; a model that thinks before it replies receives several times as many tokens.",
        highlight=False,
    )
