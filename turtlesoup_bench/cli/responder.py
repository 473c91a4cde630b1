"""``turtlesoup responder``: how far one can be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.options import Data

app = typer.Typer(help="Audit a responder.", no_args_is_help=True)


@app.command("audit")
def audit_responder_command(
    responder: Annotated[str, typer.Option(help="Whom to audit: embedded, or a model.")] = "embedded",
    limit: Annotated[int | None, typer.Option(help="At most so many puzzles a language.")] = None,
    data: Data = None,
    turtlebench: Annotated[
        Path | None, typer.Option(help="TurtleBench's folder: put its human-labelled guesses instead of the probes.")
    ] = None,
    run: Annotated[Path | None, typer.Option(help="Run folder in which to keep the audit, beside its scores.")] = None,
) -> None:
    """Put every labelled question to a responder."""
    import asyncio

    from rich.console import Console

    from turtlesoup_bench.games.turtle_soup.audits.responder import ResponderAudit, audit_responder
    from turtlesoup_bench.games.turtle_soup.audits.tables import responder_table
    from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, load_puzzle_set
    from turtlesoup_bench.games.turtle_soup.responder import make_responder
    from turtlesoup_bench.models.client import ClientPool
    from turtlesoup_bench.models.journal import Journal
    from turtlesoup_bench.records import LANGUAGES

    if turtlebench is None:
        loaded = load_puzzle_set(limit=limit, data=data)
        puzzles, version = loaded.puzzles, loaded.hash
    else:
        from turtlesoup_bench.dataset_builder.turtle_soup.importers.turtlebench import read_turtlebench

        records = [record for language in LANGUAGES for record in read_turtlebench(turtlebench, language)]
        puzzles, version = tuple(Puzzle.from_json(record) for record in records), "turtlebench"

    async def audit() -> ResponderAudit:
        with Journal(run / "calls.sqlite" if run else None) as journal:
            async with ClientPool(journal) as pool:
                return await audit_responder(make_responder(responder, pool), puzzles, version)

    found = asyncio.run(audit())
    if run is not None:
        found.write(run)
    Console().print(responder_table(found))
