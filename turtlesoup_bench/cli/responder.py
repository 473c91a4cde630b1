"""``turtlesoup responder``: how far one can be trusted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from turtlesoup_bench.cli.options import Agreement, AskedRuler, Data, Runs

if TYPE_CHECKING:
    from turtlesoup_bench.games.turtle_soup.audits.responder import ResponderAudit
    from turtlesoup_bench.models.client import ClientPool

app = typer.Typer(help="Audit a responder, or compare several.", no_args_is_help=True)


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
    from rich.console import Console

    from turtlesoup_bench.cli.asking import ask_all
    from turtlesoup_bench.games.turtle_soup.audits.responder import audit_responder
    from turtlesoup_bench.games.turtle_soup.audits.tables import responder_table
    from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, load_puzzle_set
    from turtlesoup_bench.games.turtle_soup.responder import make_responder
    from turtlesoup_bench.records import LANGUAGES
    from turtlesoup_bench.run_folder import RunFolder

    if run is not None:
        RunFolder(run).read_run()
    if turtlebench is None:
        loaded = load_puzzle_set(limit=limit, data=data)
        puzzles, version = loaded.puzzles, loaded.hash
    else:
        from turtlesoup_bench.dataset_builder.turtle_soup.importers.turtlebench import read_turtlebench

        records = [record for language in LANGUAGES for record in read_turtlebench(turtlebench, language)]
        puzzles, version = tuple(Puzzle.from_json(record) for record in records), "turtlebench"

    async def audit(pool: ClientPool, on_answer: Callable[[], None]) -> ResponderAudit:
        return await audit_responder(make_responder(responder, pool), puzzles, version, on_answer)

    found = ask_all(run, "questions", sum(len(puzzle.probes) for puzzle in puzzles), audit)
    if run is not None:
        found.write(run)
    Console().print(responder_table(found))


@app.command("compare")
def compare_responders_command(
    runs: Runs,
    responder: Annotated[
        list[str] | None,
        typer.Option(help="Whom to ask: embedded, or a model; may be repeated. The runs' own hosts are in without it."),
    ] = None,
    ruler: AskedRuler = None,
    answers: Annotated[
        int, typer.Option(min=3, max=4, help="Answers that those who are asked have: 4 with Partly.")
    ] = 3,
    questions: Annotated[int, typer.Option(min=2, help="Questions to draw, half of each language.")] = 120,
    data: Data = None,
    out: Agreement = Path("runs/agreement"),
) -> None:
    """Show how far responders agree on questions of saved games.

    What the runs' own hosts answered is read from the folders; only what is not there is asked. Questions in the same
    words count once a puzzle, and are drawn by a hash, so that everybody draws the same. Run it again to resume.
    """
    from rich.console import Console

    from turtlesoup_bench.cli.asking import ask_raters
    from turtlesoup_bench.games.turtle_soup.audits.responder_agreement import compare_responders
    from turtlesoup_bench.games.turtle_soup.audits.saved import draw, read_runs
    from turtlesoup_bench.games.turtle_soup.audits.saved_questions import AskedHost, ask, check_hosts, questions_of
    from turtlesoup_bench.games.turtle_soup.audits.tables import responder_agreement_tables
    from turtlesoup_bench.games.turtle_soup.game import GAME
    from turtlesoup_bench.games.turtle_soup.records import HOST
    from turtlesoup_bench.ruler_file import find_ruler
    from turtlesoup_bench.runner.rulers import seat_of
    from turtlesoup_bench.text_tables import counted

    saved = read_runs(runs, data)
    drawn = draw(questions_of(saved), questions)
    asked = dict.fromkeys(AskedHost(name, answers=answers) for name in responder or [])
    if ruler is not None:
        seat = seat_of(find_ruler(ruler, GAME.name, GAME.version), HOST)
        asked |= {AskedHost(seat.model or seat.name, seat.sampling, answers): None}
    check_hosts(drawn, asked)
    print(f"{counted(len(drawn), 'question')} of {counted(len(saved), 'run')}")
    ask_raters(out, "questions", "ask", asked, drawn, ask)
    comparison = compare_responders([run.run["name"] for run in saved], drawn)
    file = comparison.write(out)
    Console().print(responder_agreement_tables(comparison))
    print(f"\nwrote {file}")
