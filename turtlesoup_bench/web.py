"""What the local web servers share: who is let in, what may be sent to them, and how they are started."""

from __future__ import annotations

import json
import os
import secrets
import socket
from collections.abc import Awaitable, Callable
from hmac import compare_digest
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from starlette.middleware import Middleware
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")
MAX_BODY = 64_000
_TOKEN = "turtlesoup-token"
_MONTH = 30 * 24 * 3600


class Refused(Exception):
    """A request that cannot be served, with the sentence that says why."""

    def __init__(self, reason: str, status: int = 400):
        super().__init__(reason)
        self.status = status


class TokenRequired:
    """Lets in who has the token: from the address that the command prints and then from a cookie, or as an API key.

    Args:
        app: What is behind it.
        token: The token.
    """

    def __init__(self, app: ASGIApp, token: str):
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        from starlette.requests import Request
        from starlette.responses import PlainTextResponse, RedirectResponse

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        answer: Response
        key = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self._is_token(request.query_params.get("token", "")):
            answer = RedirectResponse(request.url.path, status_code=303)
            remember(answer, _TOKEN, self._token)
        elif self._is_token(request.cookies.get(_TOKEN, "")) or self._is_token(key):
            await self._app(scope, receive, send)
            return
        else:
            answer = PlainTextResponse("Open the address that the command printed: it ends with a token.", 403)
        await answer(scope, receive, send)

    def _is_token(self, text: str) -> bool:
        return compare_digest(text.encode(), self._token.encode())


def guard(token: str | None) -> Middleware:
    """Lets in who has the token; without one, requests to a name of this machine, so that no other name leads here."""
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware

    if token is not None:
        return Middleware(TokenRequired, token=token)
    return Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost", "[::1]"])


def remember(answer: Response, name: str, value: str, is_framed: bool = False) -> None:
    """Has the browser keep a value that only this server reads, also, over https, in a frame of another site."""
    same_site: Literal["none", "lax"] = "none" if is_framed else "lax"
    answer.set_cookie(name, value, max_age=_MONTH, httponly=True, samesite=same_site, secure=is_framed)


async def body_of(request: Request, most: int = MAX_BODY) -> Json:
    """The JSON object of a request, which another site's page cannot send without asking first.

    Args:
        request: What was sent.
        most: Bytes that it may have.

    Raises:
        Refused: If it is none, or too long.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused("JSON is needed", 415)
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > most:
            raise Refused("that is too long", 413)
    try:
        body: Any = json.loads(content)
    except (ValueError, RecursionError):
        raise Refused("broken JSON") from None
    if not isinstance(body, dict):
        raise Refused("a JSON object is needed")
    return body


def json_answer(value: Any, status: int = 200) -> Response:
    """A value as JSON, whatever text is in it: half of a surrogate pair, which UTF-8 cannot hold, is escaped too."""
    from starlette.responses import Response

    headers = {"Cache-Control": "no-store"}
    return Response(json.dumps(value), status, headers=headers, media_type="application/json")


def answering_json(endpoint: Callable[[Request], Awaitable[Any]]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint whose value is sent as JSON, and whose refusal as ``{"error": ..}``."""

    async def answer(request: Request) -> Response:
        try:
            return json_answer(await endpoint(request))
        except Refused as refusal:
            return json_answer({"error": str(refusal)}, refusal.status)

    return answer


def require_server(command: str) -> None:
    """Says what to install where a page cannot be served.

    Raises:
        InvalidInput: Without the extra ``serve``.
    """
    if find_spec("uvicorn") is None or find_spec("starlette") is None:
        expected = "the extra: pip install 'turtlesoup-bench[serve]'"
        raise InvalidInput([Problem(command, "", "no uvicorn and starlette", expected)])


def new_token(host: str) -> str | None:
    """A token for a server on this address; None for one that is reached from this machine only."""
    return None if host in LOOPBACK else secrets.token_urlsafe(24)


def require_port(host: str, port: int) -> None:
    """Says so where an address cannot be served on.

    Raises:
        InvalidInput: If another program has the port, or there is no such address.
    """
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            if os.name == "posix":  # else a port counts as taken for a while that a program has just left
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host.strip("[]"), port))
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInput([Problem("--port", "", f"{port} on {host}: {reason}", "a free port")]) from None


def announce(host: str, port: int, token: str | None = None) -> None:
    """Prints the address of a page that is about to be served.

    Raises:
        InvalidInput: If it cannot be served there.
    """
    require_port(host, port)
    print(f"http://{host}:{port}/{f'?token={token}' if token else ''}  (Ctrl-C ends)", flush=True)


def serve(app: ASGIApp, host: str, port: int, token: str | None = None) -> None:
    """Prints the address of an application's page, and serves it until Ctrl-C."""
    import uvicorn

    announce(host, port, token)
    uvicorn.run(app, host=host, port=port, log_level="warning")
