"""The web application: OpenAI's API on one side, the page of whoever replies on the other."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from turtlesoup_bench.pages import FOLDER, page
from turtlesoup_bench.records import Json
from turtlesoup_bench.relaying.completions import completion, failure, models, read_request
from turtlesoup_bench.relaying.desk import Call, Desk
from turtlesoup_bench.web import Refused, answering_json, body_of, guard, json_answer

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

MAX_REQUEST = 64 * 2**20
"""Bytes of a client's request, which may hold images."""
MAX_REPLY = 2**20
"""Bytes of a person's reply."""
LOOK_SECONDS = 25.0
"""How long a page waits for news until it asks again."""
_BEGINNING = 120
"""Characters of a text that a list shows."""
_SHELL = FOLDER / "relay"


def make_app(desk: Desk, token: str | None = None) -> Starlette:
    """The web application.

    Args:
        desk: Where calls wait.
        token: What a browser must know that uses it from another machine, and a client must send as its API key; None
            serves only names of this machine.

    Raises:
        ImportError: Without the extra ``serve``.
    """
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.gzip import GZipMiddleware
    from starlette.responses import HTMLResponse
    from starlette.routing import Route

    scripts = [FOLDER / "address.js", FOLDER / "server.js", _SHELL / "messages.js", _SHELL / "relay.js"]
    html = page("turtlesoup relay", {}, scripts, [_SHELL], can_call_server=True)

    async def home(_: Request) -> Response:
        return HTMLResponse(html)

    async def complete(request: Request) -> Response:
        gone = None
        try:
            asked = read_request(await body_of(request, MAX_REQUEST))
            gone = asyncio.create_task(_disconnected(request))
            reply = await desk.ask(asked, gone)
        except Refused as refusal:
            return json_answer(failure(str(refusal)), refusal.status)
        finally:
            if gone:
                gone.cancel()
        if reply is None:
            return json_answer(failure("the relay ended before anybody replied"), 503)
        return json_answer(completion(asked, reply))

    async def list_models(_: Request) -> Any:
        return models(desk.roles)

    async def look(request: Request) -> Any:
        seen = request.query_params.get("version", "")
        if seen.isdecimal():
            await desk.changes(int(seen), LOOK_SECONDS)
        waiting, replied = map(_summary, desk.waiting), map(_summary, desk.replied)
        return {"version": desk.version, "waiting": list(waiting), "replied": list(replied)}

    async def show(request: Request) -> Any:
        call = _find(desk, request)
        asked = call.request
        return {
            **_summary(call),
            "messages": asked.messages,
            "settings": asked.settings,
            "earlier": [] if call.reply is not None else desk.earlier(call),
            "reply": call.reply,
        }

    async def reply(request: Request) -> Any:
        call, text = _find(desk, request), (await body_of(request, MAX_REPLY)).get("text")
        if not isinstance(text, str) or not text.strip():
            raise Refused("a reply needs a text")
        if not desk.reply(call, text):
            raise Refused("somebody else has replied", 409)
        return {}

    return Starlette(
        routes=[
            Route("/", home),
            Route("/v1/chat/completions", complete, methods=["POST"]),
            Route("/v1/models", answering_json(list_models)),
            Route("/api/calls", answering_json(look)),
            Route("/api/calls/{call}", answering_json(show)),
            Route("/api/calls/{call}/reply", answering_json(reply), methods=["POST"]),
        ],
        middleware=[guard(token), Middleware(GZipMiddleware)],
    )


async def _disconnected(request: Request) -> None:
    """Ends when the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _find(desk: Desk, request: Request) -> Call:
    call = desk.find(request.path_params["call"])
    if call is None:
        raise Refused("this call is not here any more", 404)
    return call


def _summary(call: Call) -> Json:
    """What a list shows of a call; ``key`` names its draft, also in the next call that asks the same."""
    return {
        "id": call.id,
        "key": call.request.key,
        "role": call.request.role,
        "since": call.since,
        "replied": call.replied,
        "is_waiting": call.clients > 0,
        "is_delivered": call.is_delivered,
        "beginning": None if call.reply is None else call.reply[:_BEGINNING],
    }
