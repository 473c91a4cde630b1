"""``turtlesoup simulate``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def simulate_command(
    journals: Annotated[
        list[Path] | None, typer.Argument(help="Run folders, whose recorded replies are given instead.")
    ] = None,
    port: Annotated[int, typer.Option(help="Port on loopback.")] = 8765,
    error_rate: Annotated[
        float, typer.Option(help="Share of replies that are wrong, from 0 (a perfect player).")
    ] = 0.0,
    latency: Annotated[float, typer.Option(help="Seconds before each reply.")] = 0.0,
) -> None:
    """Serve the simulated provider on loopback.

    It speaks the OpenAI protocol and plays the registered games as one who knows every solution, for tests without a
    key. With run folders it gives what their journals hold to the same chats, and 404 to others: a run, or another
    framework, can be tried on real replies without paying for them.
    """
    import asyncio

    from turtlesoup_bench.games.simulated import simulated_reply
    from turtlesoup_bench.models.simulated.recorded import recorded_replies
    from turtlesoup_bench.models.simulated.server import Behaviour, serve_forever
    from turtlesoup_bench.run_folder import RunFolder
    from turtlesoup_bench.web import require_port

    require_port("127.0.0.1", port)
    behaviour = Behaviour(error_rate=error_rate, latency=latency, unknown=None if journals else "Hello.")
    reply = recorded_replies(RunFolder(path).journal_file for path in journals) if journals else simulated_reply
    address = f"http://127.0.0.1:{port}/v1"
    print(f"OPENAI_BASE_URL={address} turtlesoup run --model openai/simulated", flush=True)
    asyncio.run(serve_forever(reply, behaviour, port))
