"""``turtlesoup agents``."""

from __future__ import annotations

from typing import Annotated

import typer


def agents_command(
    game: Annotated[str | None, typer.Option(help="Only those that play this game.")] = None,
) -> None:
    """List the installed agents, a third party's too.

    A system competes; an anchor is a floor or a ceiling to read other results by; an ablation is another agent without
    one of its parts.
    """
    from rich.console import Console
    from rich.text import Text

    from turtlesoup_bench.games.registry import agent_names, find_agent, find_game
    from turtlesoup_bench.text_tables import plain_table

    if game is not None:
        find_game(game)
    agents = {name: find_agent(name) for name in agent_names()}
    table = plain_table("agent", "seat", "kind", "model")
    for column in table.columns:
        column.justify = "left"
        column.no_wrap = True  # names are there to be copied
    for played in sorted({agent.games for agent in agents.values()}):
        if game is not None and played and game not in played:
            continue
        table.add_row(Text(", ".join(played) or "any game", style="bold"))
        for name, agent in agents.items():
            if agent.games == played:
                kind = f"{agent.kind} of {agent.ablates}" if agent.ablates else agent.kind
                model = "needed" if agent.needs_model else "possible" if agent.takes_model else "none"
                table.add_row(f"  {name}", ", ".join(agent.roles) or "any", kind, model)
    Console().print(table)
