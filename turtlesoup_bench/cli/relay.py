"""``turtlesoup relay``."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.errors import InvalidInput, Problem


def relay_command(
    port: Annotated[int, typer.Option(help="Port.")] = 8712,
    host: Annotated[str, typer.Option(help="Address to serve on; another than this machine's own needs a token.")] = (
        "127.0.0.1"
    ),
    terminal: Annotated[bool, typer.Option("--terminal", help="Show calls and read replies here, too.")] = False,
    log: Annotated[Path | None, typer.Option(help="File to which calls and replies are added, as JSON lines.")] = None,
) -> None:
    """Let people reply as models, on a local page (extra: serve).

    It speaks the OpenAI protocol. Whatever model a run asks for is a role, such as host or judge, whose calls wait
    until somebody has written the reply.
    """
    import sys

    from turtlesoup_bench.relaying.desk import Desk
    from turtlesoup_bench.relaying.server import run_command, serve_relay
    from turtlesoup_bench.web import announce, new_token, require_server

    require_server("relay")
    if terminal and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InvalidInput([Problem("--terminal", "", "no terminal", "to be started in one")])
    token = new_token(host)
    try:
        # Half of a surrogate pair, which a client may send, is written as its number.
        file = log.open("a", encoding="utf-8", errors="backslashreplace") if log else None
    except OSError as error:
        raise InvalidInput([Problem("--log", "", str(error), "a file that can be written")]) from None
    with file or nullcontext():
        announce(host, port, token)
        print(f"A run whose host and judge are people:\n{run_command(host, port, token)}", flush=True)
        serve_relay(Desk(file), host, port, token, terminal)
