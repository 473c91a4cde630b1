"""Whose browser it is."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from turtlesoup_bench.web import remember

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

_PERSON = "turtlesoup-person"


def person_of(request: Request) -> str | None:
    """Whose browser it is, as far as that is known."""
    return request.cookies.get(_PERSON)


def recognise(request: Request, answer: Response, is_framed: bool = False) -> None:
    """Gives the browser a name, if it has none yet, so that it finds its games again."""
    if person_of(request) is None:
        remember(answer, _PERSON, secrets.token_urlsafe(12), is_framed)
