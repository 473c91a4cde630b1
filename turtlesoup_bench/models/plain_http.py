"""Posts over plain HTTP/1.1, on connections that are kept: all that a server of one's own needs.

A library that also knows TLS, proxies, cookies and redirects takes longer to import than this whole package, and more
CPU for a post than everything else that a call costs.
"""

from __future__ import annotations

import asyncio
import time
from asyncio import StreamReader, StreamWriter
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

_CONNECT = 4.0
"""Seconds until an address that does not take a connection is given up."""
_KEEP_ALIVE = 4.0
"""Seconds that a connection may idle: less than the five after which uvicorn, which most such servers use, ends it."""
_BUFFER = 2**20
"""Bytes of a reply that are read ahead; also more than the longest head."""
_WITHOUT_BODY = (204, 304)


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
    free_since: float = 0.0

    @property
    def is_usable(self) -> bool:
        is_open = not self.reader.at_eof() and not self.writer.is_closing()
        return is_open and time.monotonic() - self.free_since < _KEEP_ALIVE


class Connections:
    """The connections to any number of servers; how many are open at once is the caller's business."""

    def __init__(self) -> None:
        self._free: dict[tuple[str, int], list[_Connection]] = defaultdict(list)

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
        host, port, head = _address(url)
        lines = [head, *(f"{name}: {value}" for name, value in headers.items()), f"Content-Length: {len(body)}"]
        if any(not line.isprintable() for line in lines[1:]):
            raise ValueError("a header cannot hold control characters")
        connection = self._kept(host, port) or await _connect(host, port)
        try:
            connection.writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            reply = await _read(connection.reader)
        except BaseException:
            connection.writer.close()
            raise
        if "close" in reply.headers.get("connection", "").lower():
            connection.writer.close()
        else:
            connection.free_since = time.monotonic()
            self._free[host, port].append(connection)
        return reply

    def _kept(self, host: str, port: int) -> _Connection | None:
        free = self._free[host, port]
        while free:
            connection = free.pop()
            if connection.is_usable:
                return connection
            connection.writer.close()
        return None

    async def close(self) -> None:
        """Closes the connections that no post is using."""
        free = [connection for connections in self._free.values() for connection in connections]
        self._free.clear()
        for connection in free:
            connection.writer.close()
        for connection in free:
            with suppress(OSError):
                await connection.writer.wait_closed()


@lru_cache
def _address(url: str) -> tuple[str, int, str]:
    """Host, port, and the first lines of a post."""
    parts = urlsplit(url)
    if parts.scheme != "http" or not parts.hostname or parts.username is not None:
        raise ValueError("an address is http://host:port/path")
    target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    place = parts.netloc
    if not target.isascii() or not f"{target}{place}".isprintable() or " " in f"{target}{place}":
        raise ValueError("an address holds printable characters of ASCII")
    return parts.hostname, parts.port or 80, f"POST {target} HTTP/1.1\r\nHost: {place}\r\nAccept-Encoding: identity"


async def _connect(host: str, port: int) -> _Connection:
    try:
        async with asyncio.timeout(_CONNECT):
            return _Connection(*await asyncio.open_connection(host, port, limit=_BUFFER))
    except TimeoutError as error:
        raise NoConnection(f"{_CONNECT:g} seconds") from error
    except OSError as error:
        raise ConnectionError(f"cannot connect to {host}:{port} ({error.strerror or error})") from error


async def _read(reader: StreamReader) -> Reply:
    try:
        status, headers = await _read_head(reader)
        while status < 200:  # of an interim reply, such as 100, only the head comes
            status, headers = await _read_head(reader)
        if status in _WITHOUT_BODY:
            body = b""
        elif "chunked" in headers.get("transfer-encoding", "").lower():
            body = await _read_chunks(reader)
        elif (length := headers.get("content-length")) is not None:
            body = await reader.readexactly(int(length))
        else:
            body = await reader.read()
            headers["connection"] = "close"
    except asyncio.IncompleteReadError as error:
        raise ConnectionResetError("the server ended the connection before the reply was complete") from error
    except (ValueError, asyncio.LimitOverrunError) as error:
        raise ConnectionError(f"the reply is not HTTP/1.1: {error}") from error
    return Reply(status, headers, body)


async def _read_head(reader: StreamReader) -> tuple[int, dict[str, str]]:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").rstrip().split("\r\n")
    version, _, rest = first.partition(" ")
    headers = {"connection": "close"} if version == "HTTP/1.0" else {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    if not version.startswith("HTTP/1."):
        raise ValueError(first)
    return int(rest[:3]), headers


async def _read_chunks(reader: StreamReader) -> bytes:
    chunks = []
    while size := int((await reader.readuntil(b"\r\n")).partition(b";")[0], 16):
        chunks.append((await reader.readexactly(size + 2))[:-2])
    while await reader.readuntil(b"\r\n") != b"\r\n":  # what comes after the last chunk is of no use here
        pass
    return b"".join(chunks)
