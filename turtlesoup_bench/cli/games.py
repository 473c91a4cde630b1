"""``turtlesoup games``: the games that are installed, and whether one keeps the contract."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(invoke_without_command=True)


@app.callback()
def games_command(context: typer.Context) -> None:
    """List the installed games, a third party's too.

    Roles are the parts that seats can have; the first measure is the headline.
    """
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    from turtlesoup_bench.errors import InvalidInput, Problem
    from turtlesoup_bench.games.registry import find_game, game_description, game_names

    if context.invoked_subcommand is not None:
        return
    console = Console()
    problems: list[Problem] = []
    for name in game_names():
        try:
            game, description = find_game(name), game_description(name)
        except InvalidInput as error:
            problems += error.problems
            continue
        roles, measures = (", ".join(one.name for one in some) for some in (game.roles, game.measures))
        console.print(f"{name} {game.version}", style="bold", markup=False, highlight=False, soft_wrap=True)
        for line in (description, f"roles: {roles}; measures: {measures or 'none'}"):
            console.print(Padding(Text(line), (0, 0, 0, 2)))
    if problems:
        raise InvalidInput(problems)


@app.command("check")
def check_command(
    name: Annotated[str, typer.Argument(help="Name of a game.")],
    playouts: Annotated[int, typer.Option(min=1, help="Games to play at random.")] = 1_000,
    scorer: Annotated[str | None, typer.Option(help="A scorer that needs no model. Default: leave scores out.")] = None,
) -> None:
    """Play a game at random and list where it breaks the contract.

    Ends with 2 if it does.
    """
    from rich.console import Console

    from turtlesoup_bench.errors import InvalidInput
    from turtlesoup_bench.games.checking import check_game
    from turtlesoup_bench.games.registry import find_game
    from turtlesoup_bench.text_tables import counted

    with Console(stderr=True).status(f"playing {counted(playouts, 'random game')}"):
        problems = check_game(find_game(name), playouts=playouts, scorer=scorer)
    if problems:
        raise InvalidInput(problems)
    print(f"{name}: no problem in {counted(playouts, 'random game')}")
