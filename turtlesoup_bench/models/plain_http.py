"""Posts over plain HTTP/1.1, on connections that are kept: all that a server of one's own needs.

What is sent and read is made and checked by h11. A client that also knows TLS, proxies, cookies and redirects takes
longer to import than this whole package.
"""

from __future__ import annotations

import asyncio
import time
from asyncio import StreamReader, StreamWriter
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import urlsplit

import h11

_CONNECT = 4.0
"""Seconds until an address that does not take a connection is given up."""
_KEEP_ALIVE = 4.0
"""Seconds that a connection may idle: less than the five after which uvicorn, which most such servers use, ends it."""
_READ = 2**16
"""Bytes that are read at once."""


class NoConnection(Exception):
    """An address did not take a connection in time; says how long that was."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply in full.

    Attributes:
        status: Of HTTP.
        headers: By name, in lower case.
        body: As it was sent.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(slots=True)
class _Connection:
    reader: StreamReader
    writer: StreamWriter
    http: h11.Connection = field(default_factory=lambda: h11.Connection(h11.CLIENT))
    free_since: float = 0.0

    @property
    def is_usable(self) -> bool:
        is_open = not self.reader.at_eof() and not self.writer.is_closing()
        return is_open and time.monotonic() - self.free_since < _KEEP_ALIVE

    async def post(self, request: h11.Request, body: bytes) -> Reply:
        sent = [self.http.send(event) for event in (request, h11.Data(data=body), h11.EndOfMessage())]
        self.writer.write(b"".join(part for part in sent if part))
        status, headers, chunks = 0, {}, []
        while not isinstance(event := await self._next(), h11.EndOfMessage):
            if isinstance(event, h11.Response):
                status = event.status_code
                headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in event.headers}
            elif isinstance(event, h11.Data):
                chunks.append(bytes(event.data))
        return Reply(status, headers, b"".join(chunks))

    async def _next(self) -> h11.Event:
        while (event := self.http.next_event()) is h11.NEED_DATA:
            self.http.receive_data(await self.reader.read(_READ))
        assert not isinstance(event, type)
        return event


class Connections:
    """The connections to any number of servers; how many are open at once is the caller's business."""

    def __init__(self) -> None:
        self._free: dict[tuple[str, int], list[_Connection]] = defaultdict(list)
        self._ending: set[asyncio.Task[None]] = set()

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        """Posts once; a redirect is a reply like any other.

        Args:
            url: Of plain HTTP.
            body: To be sent.
            headers: To be sent beside those of HTTP itself.

        Raises:
            ValueError: If the URL or a header cannot be one.
            NoConnection: If none was made within a few seconds.
            OSError: If the server cannot be reached, ends the connection, or does not speak HTTP.
        """
        host, port, target, place = _address(url)
        own = {"Host": place, "Accept-Encoding": "identity", "Content-Length": str(len(body))}
        try:
            lines = [(name.encode(), value.encode()) for name, value in {**own, **headers}.items()]
            request = h11.Request(method="POST", target=target, headers=lines)
        except (h11.LocalProtocolError, UnicodeError) as error:
            raise ValueError(f"an address or a header cannot be sent: {error}") from error
        connection = self._kept(host, port) or await _connect(host, port)
        try:
            reply = await connection.post(request, body)
        except h11.RemoteProtocolError as error:
            self._end(connection)
            raise ConnectionError(f"the reply is not HTTP/1.1, or ended early: {error}") from error
        except BaseException:
            self._end(connection)
            raise
        if connection.http.our_state is connection.http.their_state is h11.DONE:
            connection.http.start_next_cycle()
            connection.free_since = time.monotonic()
            self._free[host, port].append(connection)
        else:
            self._end(connection)
        return reply

    def _kept(self, host: str, port: int) -> _Connection | None:
        free = self._free[host, port]
        while free:
            connection = free.pop()
            if connection.is_usable:
                return connection
            self._end(connection)
        return None

    def _end(self, connection: _Connection) -> None:
        async def end() -> None:
            with suppress(OSError):
                await connection.writer.wait_closed()

        connection.writer.close()
        self._ending.add(task := asyncio.create_task(end()))
        task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """Closes the connections that no post is using, and waits until all that were closed are gone."""
        for connection in [one for connections in self._free.values() for one in connections]:
            self._end(connection)
        self._free.clear()
        await asyncio.gather(*self._ending)


@lru_cache
def _address(url: str) -> tuple[str, int, str, str]:
    """Host, port, target, and what the header ``Host`` says."""
    parts = urlsplit(url)
    if parts.scheme != "http" or not parts.hostname or parts.username is not None:
        raise ValueError("an address is http://host:port/path")
    target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    return parts.hostname, parts.port or 80, target, parts.netloc


async def _connect(host: str, port: int) -> _Connection:
    try:
        async with asyncio.timeout(_CONNECT):
            return _Connection(*await asyncio.open_connection(host, port))
    except TimeoutError as error:
        raise NoConnection(f"{_CONNECT:g} seconds") from error
    except OSError as error:
        raise ConnectionError(f"cannot connect to {host}:{port} ({error.strerror or error})") from error
