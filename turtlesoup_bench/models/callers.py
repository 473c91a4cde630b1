"""Processes that make the calls: litellm takes milliseconds of CPU for each, and one thread would bound a run by it.

The first process imports litellm and forks into the others, which share its memory. A process is asked, and answers, in
lines of JSON over a socket; it ends when its socket does, so that it never outlives whoever started it. Processes that
are done with one pool of clients wait for the next one.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import traceback
from dataclasses import dataclass
from functools import partial
from typing import Any

from turtlesoup_bench.errors import AccessError, ProviderError, RefusedError, RequestError, TransientError
from turtlesoup_bench.models.access import check_access
from turtlesoup_bench.models.calls import call, litellm

# Elsewhere a forked process may not touch the system's libraries: there, calls are made in the process itself.
PROCESSES = min(4, os.cpu_count() or 1) if sys.platform == "linux" else 0
"""How many there are, unless a pool asks for another number."""

_ERRORS = {kind.__name__: kind for kind in (AccessError, RefusedError, RequestError, TransientError)}


class Callers:
    """Some processes that make calls; they are started, or taken over from another pool, at the first call.

    Args:
        processes: How many; 0 makes the calls in this process.
    """

    def __init__(self, processes: int = PROCESSES):
        self._processes = processes
        self._team: _Team | None = None
        self._lines: list[_Asking] = []
        self._joining = asyncio.Lock()

    async def call(self, request: dict[str, Any]) -> dict[str, Any]:
        """See `turtlesoup_bench.models.calls.call`.

        Raises:
            TransientError: Also where the process ended that made the call; the next call starts others.
            AccessError: Also where the processes cannot start.
        """
        if not self._processes:
            return await call(request)
        check_access(request["model"])
        if not self._are_all_there():
            async with self._joining:
                if not self._are_all_there():
                    await self._join()
        line = min(self._lines, key=lambda line: len(line.waiting))
        answer = await line.ask(request)
        if "reply" in answer:
            return answer["reply"]  # type: ignore[no-any-return]
        raise _read_error(answer["error"])

    async def close(self) -> None:
        """Leaves the processes to the next pool."""
        team, self._team = self._team, None
        if team is not None:
            if self._are_all_there() and not any(line.waiting for line in self._lines):
                team.has_begun = True
                _idle.append(team)
            else:
                team.end()
        for line in self._lines:
            line.close()
        self._lines = []

    def _are_all_there(self) -> bool:
        return bool(self._lines) and not any(line.is_lost for line in self._lines)

    async def _join(self) -> None:
        await self.close()
        self._team = _take(self._processes)
        loop = asyncio.get_running_loop()
        for end in self._team.ends:
            _, line = await loop.create_unix_connection(partial(_Asking, self._team.has_begun), sock=end.dup())
            line.send({"environment": dict(os.environ)})  # which may have changed since the process began
            self._lines.append(line)


@dataclass(slots=True)
class _Team:
    """Processes and our ends of their sockets."""

    process: subprocess.Popen[bytes]
    ends: list[socket.socket]
    has_begun: bool = False

    def end(self) -> None:
        for end in self.ends:
            end.close()
        self.process.kill()
        self.process.wait()


_idle: list[_Team] = []
_taking = threading.Lock()
if hasattr(os, "register_at_fork"):  # Windows has no fork
    os.register_at_fork(after_in_child=_idle.clear)


@atexit.register
def _end_idle() -> None:
    for team in _idle:
        team.end()


def _take(processes: int) -> _Team:
    """A team that no pool uses, or a new one."""
    with _taking:
        for team in _idle:
            if len(team.ends) == processes:
                _idle.remove(team)
                return team
    pairs = [socket.socketpair() for _ in range(processes)]
    theirs = [their.fileno() for _, their in pairs]
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "turtlesoup_bench.models.callers", *map(str, theirs)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=theirs,
    )
    for _, their in pairs:
        their.close()
    return _Team(process, [ours for ours, _ in pairs])


class _Line(asyncio.Protocol):
    """Lines of JSON over a socket."""

    def __init__(self) -> None:
        self._rest = b""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self.received(json.loads(line))

    def send(self, message: dict[str, Any]) -> None:
        self._transport.write(json.dumps(message).encode() + b"\n")

    def received(self, message: dict[str, Any]) -> None:
        raise NotImplementedError

    def close(self) -> None:
        self._transport.close()


class _Asking(_Line):
    """Our end: questions, and the answers as they come."""

    def __init__(self, has_begun: bool) -> None:
        super().__init__()
        self.waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.is_lost = False
        self._has_begun = has_begun
        self._numbers = itertools.count()

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        if self.is_lost:
            raise self._loss()
        number = next(self._numbers)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.waiting[number] = answer
        self.send({"number": number, "request": request})
        try:
            return await answer
        finally:
            self.waiting.pop(number, None)

    def received(self, message: dict[str, Any]) -> None:
        self._has_begun = True
        answer = self.waiting.get(message["number"])
        if answer is not None and not answer.done():
            answer.set_result(message)

    def connection_lost(self, _: Exception | None) -> None:
        self.is_lost = True
        for answer in self.waiting.values():
            if not answer.done():
                answer.set_exception(self._loss())

    def _loss(self) -> ProviderError:
        if self._has_begun:
            return TransientError("the process that made the call ended")
        return AccessError("the process that makes the calls cannot start; see what it wrote above")


class _Answering(_Line):
    """Their end: calls as they are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._tasks: set[asyncio.Task[None]] = set()

    def received(self, message: dict[str, Any]) -> None:
        if "environment" in message:
            os.environ.clear()
            os.environ.update(message["environment"])
            return
        task = asyncio.create_task(self._answer(message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, message: dict[str, Any]) -> None:
        try:
            answer: dict[str, Any] = {"reply": await call(message["request"])}
        except Exception as error:
            answer = {"error": _error_record(error)}
        self.send({"number": message["number"], **answer})

    def connection_lost(self, _: Exception | None) -> None:
        os._exit(0)


def _error_record(error: Exception) -> dict[str, Any]:
    if isinstance(error, ProviderError):
        return {"kind": type(error).__name__, "message": str(error), "attributes": vars(error)}
    return {"kind": "", "message": "".join(traceback.format_exception(error)), "attributes": {}}


def _read_error(record: dict[str, Any]) -> Exception:
    kind: Any = _ERRORS.get(record["kind"], RuntimeError)
    return kind(record["message"], **record["attributes"])  # type: ignore[no-any-return]


async def _serve(end: socket.socket) -> None:
    _, line = await asyncio.get_running_loop().create_unix_connection(_Answering, sock=end)
    line.send({"number": None})  # answers nothing, but says that it has begun
    await asyncio.Event().wait()


def main(ends: list[int]) -> None:
    """Imports litellm once, becomes one process for each socket, and answers until the socket's other end is closed.

    Args:
        ends: File numbers of the sockets.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever waits for the calls
    litellm()
    # What is there now stays, and need not be looked through for garbage; nor is memory copied by looking.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
    mine, *others = ends
    while others and os.fork() == 0:
        os.close(mine)
        mine, *others = others
    for other in others:
        os.close(other)
    asyncio.run(_serve(socket.socket(fileno=mine)))


if __name__ == "__main__":
    main([int(end) for end in sys.argv[1:]])
