"""The command line: parses, calls one function, prints. One module a noun."""

from __future__ import annotations

import sys
from copy import copy
from typing import TYPE_CHECKING, Annotated

import typer

from turtlesoup_bench.cli import (
    ablate,
    agents,
    compare,
    dataset,
    demo,
    export,
    games,
    handover,
    import_log,
    judge,
    leaderboard,
    play,
    plot,
    publish_site,
    relay,
    report,
    responder,
    ruler,
    run,
    score,
    simulate,
    submit,
    suite,
    synthesize,
    upgrade,
    version,
    view,
)
from turtlesoup_bench.errors import InvalidInput, TurtleSoupError

if TYPE_CHECKING:
    from collections.abc import Sequence

app = typer.Typer(
    name="turtlesoup",
    no_args_is_help=True,
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,  # laying help out with rich would take longer than everything else that --help does
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("demo")(demo.demo_command)
app.command("run")(run.run_command)
app.command("ablate")(ablate.ablate_command)
app.command("suite")(suite.suite_command)
app.command("handover")(handover.handover_command)
app.command("compare")(compare.compare_command)
app.command("score")(score.score_command)
app.command("report")(report.report_command)
app.command("analyze")(report.analyze_command)
app.add_typer(games.app, name="games")
app.command("agents")(agents.agents_command)
app.add_typer(dataset.app, name="dataset")
app.add_typer(synthesize.app, name="synthesize")
app.add_typer(responder.app, name="responder")
app.add_typer(judge.app, name="judge")
app.add_typer(ruler.app, name="ruler")
app.add_typer(submit.app, name="submit")
app.add_typer(leaderboard.app, name="leaderboard")
app.command("publish-site")(publish_site.publish_site_command)
app.add_typer(export.app, name="export")
app.command("import-log")(import_log.import_log_command)
app.add_typer(plot.app, name="plot")
app.command("play")(play.play_command)
app.command("serve")(play.serve_command)
app.command("view")(view.view_command)
app.command("relay")(relay.relay_command)
app.command("simulate")(simulate.simulate_command)
app.command("upgrade")(upgrade.upgrade_command)
app.command("version")(version.version_command)


@app.callback()
def options(
    is_version: Annotated[
        bool, typer.Option("--version", is_eager=True, help="Print the versions of package, protocol and data set.")
    ] = False,
) -> None:
    """A benchmark of imaginative, interactive reasoning: play, score and show its games."""
    if is_version:
        version.version_command()
        raise typer.Exit


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of ``turtlesoup``; ends with 2 for a wrong input and lists every problem of it."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        _app_of(given)(args=given)
    except InvalidInput as error:
        from turtlesoup_bench.text_tables import counted

        print(f"{counted(len(error.problems), 'problem')}:", file=sys.stderr)
        for problem in error.problems:
            print(f"  {problem}", file=sys.stderr)
        fixable = sum(problem.fixable for problem in error.problems)
        if fixable:
            print(f"{fixable} of them can be mended by the machine: run it again with --fix", file=sys.stderr)
        sys.exit(error.exit_code)
    except TurtleSoupError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(error.exit_code)


def _app_of(arguments: Sequence[str]) -> typer.Typer:
    """The app without the commands that are not called: typer takes longer to lay out all than a run to begin."""
    called = [one for one in app.registered_commands if one.name in arguments[:1]]
    groups = [one for one in app.registered_groups if one.name in arguments[:1]]
    if not called and not groups:  # help, or a name that is none, which is told the nearest
        return app
    smaller = copy(app)
    smaller.registered_commands, smaller.registered_groups = called, groups
    return smaller
