"""Serves the relay until Ctrl-C; whoever started it can reply in the same terminal."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import TYPE_CHECKING

from turtlesoup_bench.relaying.app import make_app
from turtlesoup_bench.relaying.desk import Desk
from turtlesoup_bench.relaying.terminal import reply_in_terminal

if TYPE_CHECKING:
    import uvicorn

HOURS = 1
"""How long a call may wait until its client asks again, in the command that is printed."""


def run_command(host: str, port: int, token: str | None) -> str:
    """A command that starts a run whose host and judge are people.

    ``hosted_vllm`` and not ``openai``, so that ``OPENAI_BASE_URL`` stays free for the model under test.
    """
    environment = f"HOSTED_VLLM_API_BASE=http://{host}:{port}/v1" + (f" HOSTED_VLLM_API_KEY={token}" if token else "")
    seats = "--seat host=hosted_vllm/host --judge hosted_vllm/judge"
    return f"{environment} turtlesoup run {seats} --timeout {HOURS * 3600} --language en --limit 1"


def serve_relay(desk: Desk, host: str, port: int, token: str | None, in_terminal: bool) -> None:
    """Serves until Ctrl-C.

    Args:
        desk: Where calls wait.
        host: Address to serve on.
        port: Its port.
        token: See `make_app`.
        in_terminal: Whether calls are shown, and replies read, in this terminal.
    """
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(_server(desk, host, port, token), desk, in_terminal))


def _server(desk: Desk, host: str, port: int, token: str | None) -> uvicorn.Server:
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            desk.close()  # else it would wait for those who wait
            await super().shutdown(sockets)

    return Server(uvicorn.Config(make_app(desk, token), host=host, port=port, log_level="warning"))


async def _serve(server: uvicorn.Server, desk: Desk, in_terminal: bool) -> None:
    if not in_terminal:
        await server.serve()
        return
    serving = asyncio.create_task(server.serve())
    replying = asyncio.create_task(reply_in_terminal(desk))
    await asyncio.wait((serving, replying), return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    replying.cancel()
    await asyncio.gather(serving, replying, return_exceptions=True)
    for task in (serving, replying):
        if not task.cancelled():
            task.result()
