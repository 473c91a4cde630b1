"""``turtlesoup play``, and ``serve`` for a browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from turtlesoup_bench.cli.options import DEFAULT_GAME, Data, Game, OwnSeats
from turtlesoup_bench.errors import InvalidInput, Problem, UnknownName

if TYPE_CHECKING:
    from turtlesoup_bench.games import Game as PlayedGame
    from turtlesoup_bench.runner.settings import Plan

_RESPONDER = typer.Option(help="Who answers in turtle soup: embedded, or a model.")
_JUDGE = typer.Option(help="Who scores turtle soup: embedded, or a model.")
_TURNS = typer.Option(help="Questions a game of turtle soup may have.")


def play_command(
    puzzle: Annotated[
        str | None, typer.Argument(help="Id of the puzzle, or of the game's instance. Default: any.")
    ] = None,
    game: Game = DEFAULT_GAME,
    seats: OwnSeats = None,
    language: Annotated[str, typer.Option(help="en or zh, where no puzzle is named.")] = "en",
    genre: Annotated[str | None, typer.Option(help="Turtle soup: any puzzle of this genre.")] = None,
    responder: Annotated[str, _RESPONDER] = "embedded",
    judge: Annotated[str, _JUDGE] = "embedded",
    max_turns: Annotated[int, _TURNS] = 30,
    data: Data = None,
    out: Annotated[Path | None, typer.Option(help="Run folder for games that are kept.")] = None,
) -> None:
    """Play a game yourself, here in the terminal.

    It is scored as a model's is and, if you agree, kept as part of the human baseline. In a game of several roles, such
    as murder mystery, take a seat with --seat; who is not named plays by rule.
    """
    import random

    from turtlesoup_bench.playing.terminal import play_in_terminal

    planned = _plan(game, responder, judge, max_turns, data, seats, sees_pictures=False)
    instances = {instance.id: instance for instance in planned.instances}
    languages = {one.language for one in planned.instances}
    genres = {one.tags["genre"] for one in planned.instances if "genre" in one.tags}
    if puzzle is not None and puzzle not in instances:
        raise UnknownName("instance", puzzle, instances)
    if puzzle is None and language not in languages:
        raise UnknownName("language", language, languages)
    if genre is not None and genre not in genres:
        raise UnknownName("genre", genre, genres)
    fitting = [one for one in planned.instances if one.language == language and genre in (None, one.tags.get("genre"))]
    play_in_terminal(planned, instances[puzzle] if puzzle else random.choice(fitting), out)


def serve_command(
    port: Annotated[int, typer.Option(help="Port.")] = 8710,
    host: Annotated[str, typer.Option(help="Address to serve on; another than this machine's own needs a token.")] = (
        "127.0.0.1"
    ),
    game: Annotated[list[str] | None, typer.Option(help="Game to offer; may be repeated. Default: all.")] = None,
    seats: OwnSeats = None,
    responder: Annotated[str, _RESPONDER] = "embedded",
    judge: Annotated[str, _JUDGE] = "embedded",
    max_turns: Annotated[int, _TURNS] = 30,
    data: Data = None,
    runs: Annotated[
        list[Path] | None, typer.Option("--run", help="Run folder of a model, to compare with; may be repeated.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the run folders of games that are kept.")] = None,
    public: Annotated[
        bool, typer.Option("--public", help="Let in whoever comes, without a token; no model, no game kept.")
    ] = False,
) -> None:
    """Play the games on a local web page.

    Every game that is installed is offered, but those with several roles to play, of which one must not know what
    another does: take a seat of one with --game and --seat. With --data, turtle soup is offered, or what --game names.
    With --seat, people play the seats that are named alone, and the agents or models that are named play the others.
    """
    from rich.console import Console

    from turtlesoup_bench.games.registry import game_names
    from turtlesoup_bench.playing.app import make_app
    from turtlesoup_bench.playing.offer import offered
    from turtlesoup_bench.web import new_token, require_server, serve

    require_server("serve")
    names = game or ([DEFAULT_GAME] if data else sorted(game_names(), key=lambda name: (name != DEFAULT_GAME, name)))
    with Console(stderr=True).status("reading the games"):
        plans = [_plan(name, responder, judge, max_turns, data, seats) for name in names]
        if not game:
            plans = [one for one in plans if sum(role.default is None for role in one.game.roles) == 1]
        offers = offered(plans, runs or [], out, data, public)
    token = None if public else new_token(host)
    serve(make_app(offers, token, public), host, port, token)


def _plan(
    game: str,
    responder: str,
    judge: str,
    max_turns: int,
    data: Path | None,
    seats: list[str] | None = None,
    sees_pictures: bool = True,
) -> Plan:
    """A game with people in its tested seats; what is turtle soup's alone is left out for others."""
    from turtlesoup_bench.cli.run import run_settings
    from turtlesoup_bench.games.registry import find_game
    from turtlesoup_bench.runner.seats import HUMAN
    from turtlesoup_bench.runner.settings import plan

    is_soup = game == DEFAULT_GAME
    named = dict(seat.partition("=")[::2] for seat in seats or [])
    own = [seat for seat, who in named.items() if who in ("", HUMAN)]
    others = {seat: who for seat, who in named.items() if seat not in own}
    if own:
        others |= {seat: who for seat, who in _by_rule(find_game(game)).items() if seat not in named}
    settings = run_settings(
        game=game,
        seats=[*([f"host={responder}"] if is_soup else []), *(f"{seat}={who}" for seat, who in others.items())],
        named_options={
            **({"max_turns": max_turns} if is_soup else {}),
            **({} if sees_pictures else find_game(game).human.in_words),
        },
        selection={"data": data, "languages": _languages(data) if data and is_soup else None},
        seed=[1],
        agent=HUMAN,
        scorer=judge if is_soup else None,
    )
    planned = plan(settings)
    unknown = [seat for seat in own if seat not in planned.cast]
    if unknown:
        raise InvalidInput(
            Problem(game, f"--seat {seat}", "no such seat", " or ".join(planned.cast)) for seat in unknown
        )
    return replace(planned, instances=[one for one in planned.instances if set(own) <= set(one.seats)])


def _by_rule(game: PlayedGame) -> dict[str, str]:
    """The agents that need no model of the seats that nobody plays by default."""
    seats = {seat: game.role(role) for instance in game.load({}) for seat, role in instance.seats.items()}
    return {seat: role.without_model for seat, role in seats.items() if role.default is None and role.without_model}


def _languages(data: Path) -> list[str]:
    """The languages of a folder of puzzles: an imported collection may have one only."""
    from turtlesoup_bench.games.turtle_soup.puzzles import data_files
    from turtlesoup_bench.records import LANGUAGES

    return [language for language in LANGUAGES if data_files(data, language)] or list(LANGUAGES)
