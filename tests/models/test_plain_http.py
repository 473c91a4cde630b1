"""Posts over plain HTTP: how replies end, and when a connection is used again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from turtlesoup_bench.models import plain_http
from turtlesoup_bench.models.plain_http import Connections, NoConnection, Reply

REPLY = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nsoup"


class Server:
    """Sends one of the replies to each post, in pieces, on as many connections as come; ends those after ``ends``."""

    def __init__(self, *replies: Sequence[bytes], ends: bool = False):
        self.replies = list(replies)
        self.ends = ends
        self.connections = 0
        self.requests: list[bytes] = []

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while self.replies:
                self.requests.append(await reader.readuntil(b"\r\n\r\n") + await reader.readexactly(4))
                for piece in self.replies.pop(0):
                    writer.write(piece)
                    await writer.drain()
                    await asyncio.sleep(0.001)
                if self.ends:
                    break
        except asyncio.IncompleteReadError:
            pass
        finally:
            writer.close()

    async def posts(self, count: int = 1, pause: float = 0.0) -> list[Reply]:
        server, connections = await asyncio.start_server(self.handle, "127.0.0.1", 0), Connections()
        port = server.sockets[0].getsockname()[1]
        replies = []
        async with server:
            try:
                for _ in range(count):
                    replies.append(await connections.post(f"http://127.0.0.1:{port}/v1?a=b", b"body", {"Key": "ü"}))
                    await asyncio.sleep(pause)
            finally:
                await connections.close()
        return replies


@pytest.mark.parametrize(
    "pieces",
    [
        [REPLY],
        [REPLY[:9], REPLY[9:30], REPLY[30:41], REPLY[41:]],
        [b"HTTP/1.1 100 Continue\r\n\r\n", REPLY],
        [
            b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3;a=b\r\nso",
            b"u\r\n1\r\np\r",
            b"\n0\r\nTrailer: x\r\n",
            b"\r\n",
        ],
    ],
    ids=["at once", "in pieces", "after an interim reply", "chunked"],
)
def test_replies_that_say_where_they_end_leave_the_connection_open(pieces: list[bytes]) -> None:
    server = Server(pieces, pieces, pieces)
    replies = asyncio.run(server.posts(3))
    assert [(reply.status, reply.body) for reply in replies] == [(200, b"soup")] * 3
    assert server.connections == 1
    head = server.requests[0].decode().split("\r\n")
    assert head[0] == "POST /v1?a=b HTTP/1.1"
    assert head[1].startswith("Host: 127.0.0.1:")
    assert {"Key: ü", "Content-Length: 4"} <= {*head}
    assert server.requests[0].endswith(b"\r\n\r\nbody")


@pytest.mark.parametrize(
    "reply",
    [
        b"HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 4\r\n\r\nsoup",
        b"HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nsoup",
        b"HTTP/1.1 200\r\n\r\nsoup",
    ],
)
def test_replies_after_which_the_server_hangs_up(reply: bytes) -> None:
    server = Server([reply], [reply], ends=True)
    assert [one.body for one in asyncio.run(server.posts(2))] == [b"soup", b"soup"]
    assert server.connections == 2


def test_a_connection_that_the_server_ended_meanwhile_is_not_used_again() -> None:
    server = Server([REPLY], [REPLY], ends=True)  # ends it without saying so
    assert len(asyncio.run(server.posts(2, pause=0.05))) == 2


def test_a_connection_that_idled_is_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_http, "_KEEP_ALIVE", 0.0)
    server = Server([REPLY], [REPLY])
    asyncio.run(server.posts(2))
    assert server.connections == 2


def test_a_reply_without_a_body_by_its_status() -> None:
    server = Server([b"HTTP/1.1 204 No Content\r\n\r\n"], [REPLY])
    assert [(reply.status, reply.body) for reply in asyncio.run(server.posts(2))] == [(204, b""), (200, b"soup")]


def test_names_of_headers_are_in_lower_case() -> None:
    (reply,) = asyncio.run(Server([b"HTTP/1.1 429 Busy\r\nRetry-After:  7 \r\nContent-Length: 0\r\n\r\n"]).posts())
    assert (reply.status, reply.headers["retry-after"]) == (429, "7")


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (b"", "ended early"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsoup", "ended early"),
        (b"garbage\r\n\r\n", "not HTTP/1.1"),
        (b"HTTP/1.1 many\r\n\r\n", "not HTTP/1.1"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: few\r\n\r\n", "not HTTP/1.1"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "not HTTP/1.1"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfew\r\n", "not HTTP/1.1"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * 3_000_000, "not HTTP/1.1"),
    ],
)
def test_what_is_no_reply(reply: bytes, words: str) -> None:
    with pytest.raises(ConnectionError, match=words):
        asyncio.run(Server([reply], ends=True).posts())


def test_a_long_body_comes_whole() -> None:
    body = b"x" * 5_000_000
    (reply,) = asyncio.run(Server([b"HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n", body]).posts())
    assert reply.body == body


@pytest.mark.parametrize(
    ("url", "header"),
    [
        ("https://127.0.0.1/v1", "x"),
        ("http:///v1", "x"),
        ("http://me:word@127.0.0.1/v1", "x"),
        ("http://127.0.0.1/a b", "x"),
        ("http://127.0.0.1/v1", "x\r\nX: y"),
        ("http://127.0.0.1/v1", "x\0"),
        ("http://127.0.0.1/v1", "\udc80"),
    ],
)
def test_what_cannot_be_sent(url: str, header: str) -> None:
    with pytest.raises(ValueError, match=r"address|header"):
        asyncio.run(Connections().post(url, b"", {"Key": header}))


def test_an_address_that_does_not_take_connections_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object, **__: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(plain_http, "_CONNECT", 0.01)
    monkeypatch.setattr(asyncio.BaseEventLoop, "create_connection", never)
    with pytest.raises(NoConnection, match=r"0\.01 seconds"):
        asyncio.run(Connections().post("http://127.0.0.1:9/v1", b"", {}))
