"""Posts over plain HTTP/1.1, on connections that are kept: all that a server of one's own needs.

Replies are read by httptools. A client that also knows TLS, proxies, cookies and redirects takes longer to import than
this whole package, and most of the CPU that a call costs.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast
from urllib.parse import urlsplit

import httptools

_CONNECT = 4.0
"""Seconds until an address that does not take a connection is given up."""
_KEEP_ALIVE = 4.0
"""Seconds that a connection may idle: less than the five after which uvicorn, which most such servers use, ends it."""
_LONGEST_HEAD = 2**17
"""Bytes of a reply by which its headers have to end."""
_TARGET = re.compile(r"[!-~]+")
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[^\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]*")


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


class _Connection(asyncio.Protocol):
    """A connection, which makes one post at a time; httptools calls the methods whose names begin with ``on_``."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._reply: asyncio.Future[Reply] | None = None
        self._is_kept = True
        self._free_since = 0.0
        self.on_message_begin()

    @property
    def is_usable(self) -> bool:
        """Whether another post may be made."""
        is_open = self._is_kept and not self._transport.is_closing()
        return is_open and time.monotonic() - self._free_since < _KEEP_ALIVE

    async def post(self, request: bytes) -> Reply:
        """Sends a request and waits for its reply."""
        self._reply = asyncio.get_running_loop().create_future()
        self._parser = httptools.HttpResponseParser(self)
        self._head_size = 0
        self._transport.write(request)
        try:
            return await self._reply
        finally:
            self._reply, self._free_since = None, time.monotonic()

    def close(self) -> None:
        """Ends the connection; what has not been sent is given up."""
        self._is_kept = False
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one in all but its class

    def data_received(self, data: bytes) -> None:
        if self._reply is None or self._reply.done():
            self.close()  # nobody asked
            return
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade) as error:
            self._fail(f"the reply is not HTTP/1.1: {error}")
        if not self._has_head:
            self._head_size += len(data)
            if self._head_size > _LONGEST_HEAD:
                self._fail("the reply is not HTTP/1.1: its headers do not end")

    def eof_received(self) -> None:
        self._is_kept = False
        # A reply that says neither its length nor that it comes in pieces ends with the connection.
        if self._has_head and not {"content-length", "transfer-encoding"} & self._headers.keys():
            self.on_message_complete()

    def connection_lost(self, error: Exception | None) -> None:
        self._fail(f"the reply ended early{f': {error}' if error else ''}")
        self.ended.set_result(None)

    def on_message_begin(self) -> None:
        self._headers: dict[str, str] = {}
        self._body: list[bytes] = []
        self._has_head = False

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers[name.decode("latin-1").lower()] = value.decode("latin-1").strip()

    def on_headers_complete(self) -> None:
        self._has_head = True

    def on_body(self, body: bytes) -> None:
        self._body.append(body)

    def on_message_complete(self) -> None:
        status = self._parser.get_status_code()
        if status >= 200 and self._reply and not self._reply.done():  # below, it is not the last word
            self._is_kept = self._is_kept and self._parser.should_keep_alive()
            self._reply.set_result(Reply(status, self._headers, b"".join(self._body)))

    def _fail(self, message: str) -> None:
        if self._reply and not self._reply.done():
            self._reply.set_exception(ConnectionError(message))


class Connections:
    """The connections to any number of servers; how many are open at once is the caller's business."""

    def __init__(self) -> None:
        self._free: dict[tuple[str, int], list[_Connection]] = defaultdict(list)
        self._ending: set[asyncio.Future[None]] = set()

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
        host, port, head = _head(url, tuple(headers.items()))
        connection = self._kept(host, port) or await _connect(host, port)
        try:
            return await connection.post(b"%bContent-Length: %d\r\n\r\n%b" % (head, len(body), body))
        except BaseException:
            connection.close()
            raise
        finally:
            if connection.is_usable:
                self._free[host, port].append(connection)
            else:
                self._end(connection)

    def _kept(self, host: str, port: int) -> _Connection | None:
        free = self._free[host, port]
        while free:
            connection = free.pop()
            if connection.is_usable:
                return connection
            self._end(connection)
        return None

    def _end(self, connection: _Connection) -> None:
        connection.close()
        self._ending.add(connection.ended)
        connection.ended.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """Closes the connections that no post is using, and waits until all that were closed are gone."""
        for connection in [one for connections in self._free.values() for one in connections]:
            self._end(connection)
        self._free.clear()
        await asyncio.gather(*self._ending)


@lru_cache
def _head(url: str, headers: tuple[tuple[str, str], ...]) -> tuple[str, int, bytes]:
    """Host, port, and how a request begins, whatever its body is."""
    parts = urlsplit(url)
    if parts.scheme != "http" or not parts.hostname or parts.username is not None:
        raise ValueError("an address is http://host:port/path")
    target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    lines = [("Host", parts.netloc), ("Accept-Encoding", "identity"), *headers]
    can_be_sent = all(_NAME.fullmatch(name) and _VALUE.fullmatch(value) for name, value in lines)
    if not can_be_sent or not _TARGET.fullmatch(target):
        raise ValueError("an address or a header holds a character that cannot be sent")
    head = f"POST {target} HTTP/1.1\r\n" + "".join(f"{name}: {value.strip()}\r\n" for name, value in lines)
    return parts.hostname, parts.port or 80, head.encode()


async def _connect(host: str, port: int) -> _Connection:
    try:
        async with asyncio.timeout(_CONNECT):
            return (await asyncio.get_running_loop().create_connection(_Connection, host, port))[1]
    except TimeoutError as error:
        raise NoConnection(f"{_CONNECT:g} seconds") from error
    except OSError as error:
        raise ConnectionError(f"cannot connect to {host}:{port} ({error.strerror or error})") from error
