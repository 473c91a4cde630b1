"""``turtlesoup play``, and ``serve`` for a browser."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from turtlesoup_bench.cli.options import DEFAULT_GAME, Data, Game
from turtlesoup_bench.errors import InvalidInput, Problem, UnknownName

if TYPE_CHECKING:
    from turtlesoup_bench.games.turtle_soup.playing.human import Keep
    from turtlesoup_bench.games.turtle_soup.puzzles import PuzzleSet

_RESPONDER = typer.Option(help="Who answers: embedded, or a model.")
_JUDGE = typer.Option(help="Who scores: embedded, or a model.")
_OUT = typer.Option(help="Run folder for games that are kept.")
_TURNS = typer.Option(help="Questions a game may have.")


def play_command(
    puzzle: Annotated[
        str | None, typer.Argument(help="Id of the puzzle, or of the game's instance. Default: any.")
    ] = None,
    game: Game = DEFAULT_GAME,
    language: Annotated[str, typer.Option(help="en or zh, where no puzzle is named.")] = "en",
    genre: Annotated[str | None, typer.Option(help="Turtle soup: any puzzle of this genre.")] = None,
    responder: Annotated[str, _RESPONDER] = "embedded",
    judge: Annotated[str, _JUDGE] = "embedded",
    max_turns: Annotated[int, _TURNS] = 30,
    data: Data = None,
    out: Annotated[Path | None, _OUT] = None,
) -> None:
    """Play a game yourself, here in the terminal.

    Responder, judge, turns and run folder are turtle soup's; other games are played by their rules and not kept.
    """
    import random

    from turtlesoup_bench.games.turtle_soup.playing.terminal import play_in_terminal

    if game != DEFAULT_GAME:
        _play_by_forms(game, puzzle, {} if puzzle else {"languages": [language]}, data)
        return
    puzzles = _puzzles(data, genre)
    known = {one.id: one for one in puzzles.puzzles}
    if puzzle is None:
        puzzle = random.choice([name for name, one in known.items() if one.language == language] or [language])
    if puzzle not in known:
        raise UnknownName("puzzle", puzzle, known)
    play_in_terminal(known[puzzle], responder, judge, max_turns, _keep(responder, judge, data, out))


def serve_command(
    port: Annotated[int, typer.Option(help="Port on loopback.")] = 8710,
    responder: Annotated[str, _RESPONDER] = "embedded",
    judge: Annotated[str, _JUDGE] = "embedded",
    max_turns: Annotated[int, _TURNS] = 30,
    data: Data = None,
    out: Annotated[Path | None, _OUT] = None,
) -> None:
    """Browse the puzzles and play them on a local web page."""
    try:
        import uvicorn
    except ImportError:
        expected = "the extra: pip install 'turtlesoup-bench[serve]'"
        raise InvalidInput([Problem("serve", "", "no uvicorn and starlette", expected)]) from None
    from turtlesoup_bench.games.turtle_soup.playing.web import make_app

    app = make_app(_puzzles(data), responder, judge, _keep(responder, judge, data, out), max_turns)
    print(f"http://127.0.0.1:{port}/  (Ctrl-C ends)", flush=True)
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")


def _play_by_forms(game: str, name: str | None, selection: dict[str, Any], data: Path | None) -> None:
    """Plays any game by the words in which a chat model plays it."""
    import random
    from dataclasses import replace

    from turtlesoup_bench.runner.seats import HUMAN
    from turtlesoup_bench.runner.settings import RunSettings, plan
    from turtlesoup_bench.runner.terminal import play_in_terminal

    planned = plan(RunSettings(game, agent=HUMAN, selection=selection | ({"data": data} if data else {})))
    instances = {instance.id: instance for instance in planned.instances}
    if name is not None and name not in instances:
        raise UnknownName("instance", name, instances)
    chosen = instances[name or random.choice(list(instances))]
    play_in_terminal(replace(planned, instances=[chosen]))


def _keep(responder: str, judge: str, data: Path | None, out: Path | None) -> Keep:
    """Keeps games that were played as these options say."""
    from turtlesoup_bench.runner.human import keep_game

    selection = {"data": data} if data else {}
    return partial(keep_game, seats={"host": responder}, scorer=judge, selection=selection, out=out)


def _puzzles(data: Path | None, genre: str | None = None) -> PuzzleSet:
    """The puzzles in whatever languages there are: an imported collection may have one only."""
    from turtlesoup_bench.games.turtle_soup.puzzles import DATA, data_files, load_puzzle_set
    from turtlesoup_bench.records import LANGUAGES

    languages = [language for language in LANGUAGES if data_files(data or DATA, language)]
    return load_puzzle_set(languages or LANGUAGES, [genre] if genre else None, data=data)
