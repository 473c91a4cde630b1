"""Who may use the page, and what they may send."""

from __future__ import annotations

import secrets
from hmac import compare_digest
from typing import TYPE_CHECKING, Any

from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")
MAX_BODY = 64_000
_TOKEN, _PERSON = "turtlesoup-token", "turtlesoup-person"
_MONTH = 30 * 24 * 3600


class Refused(Exception):
    """A request that cannot be served, with the sentence that says why."""

    def __init__(self, reason: str, status: int = 400):
        super().__init__(reason)
        self.status = status


class TokenRequired:
    """Lets in who has the token: from the address that the command prints, and then from a cookie.

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
        if self._is_token(request.query_params.get("token", "")):
            answer = RedirectResponse(request.url.path, status_code=303)
            _remember(answer, _TOKEN, self._token)
        elif self._is_token(request.cookies.get(_TOKEN, "")):
            await self._app(scope, receive, send)
            return
        else:
            answer = PlainTextResponse("Open the address that the command printed: it ends with a token.", 403)
        await answer(scope, receive, send)

    def _is_token(self, text: str) -> bool:
        return compare_digest(text.encode(), self._token.encode())


def person_of(request: Request) -> str | None:
    """Whose browser it is, as far as that is known."""
    return request.cookies.get(_PERSON)


def recognise(request: Request, answer: Response) -> None:
    """Gives the browser a name, if it has none yet, so that it finds its games again."""
    if person_of(request) is None:
        _remember(answer, _PERSON, secrets.token_urlsafe(12))


def _remember(answer: Response, name: str, value: str) -> None:
    answer.set_cookie(name, value, max_age=_MONTH, httponly=True, samesite="lax")


async def body_of(request: Request) -> Json:
    """The JSON object of a request, which another site's page cannot send without asking first.

    Raises:
        Refused: If it is none, or too long.
    """
    if request.headers.get("content-type") != "application/json":
        raise Refused("JSON is needed", 415)
    if int(request.headers.get("content-length") or 0) > MAX_BODY:
        raise Refused("that is too long", 413)
    try:
        body: Any = await request.json()
    except ValueError:
        raise Refused("broken JSON") from None
    if not isinstance(body, dict):
        raise Refused("a JSON object is needed")
    return body
