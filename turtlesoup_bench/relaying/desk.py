"""The calls that wait for a person's reply, and those that were replied to."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import TextIO

from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import Json

MOST_REPLIED = 200
"""Replies kept at once, to be looked at and given again; the log has all."""
MOST_LEFT = 100
"""Calls kept whose client gave up, since it may ask again."""


@dataclass(frozen=True)
class Request:
    """What a client asks.

    Attributes:
        role: The name of the model that is asked: whose reply is wanted.
        messages: The chat.
        settings: Everything else that was asked for, such as the temperature.
    """

    role: str
    messages: Sequence[Message]
    settings: Json

    @cached_property
    def key(self) -> str:
        """The same for equal requests."""
        text = json.dumps([self.role, self.messages, self.settings], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(slots=True, eq=False)
class Call:
    """A request with its reply, once there is one.

    Attributes:
        request: Equal requests that wait at the same time are one call.
        id: Its name for as long as the server runs.
        since: When it began to wait, in seconds since 1970.
        clients: Connections that wait for the reply; none once all gave up.
        reply: What the person wrote.
        replied: When, in seconds since 1970.
        is_delivered: Whether a client was there to take the reply.
        ended: Set with the reply, and when the server ends.
    """

    request: Request
    id: str = field(default_factory=lambda: secrets.token_urlsafe(8))
    since: float = field(default_factory=time.time)
    clients: int = 0
    reply: str | None = None
    replied: float = 0.0
    is_delivered: bool = False
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Desk:
    """All calls.

    A reply that no client took, since all had given up by then, is given to the next equal request at once. One that
    was delivered is never given again by itself.

    Args:
        log: Where every reply, and every call that was given up, is written as a line of JSON.

    Attributes:
        version: Grows with every change.
        is_closed: Whether the server ends: nobody waits any more.
    """

    def __init__(self, log: TextIO | None = None):
        self.version = 0
        self._log = log
        self._open: dict[str, Call] = {}
        self._replied: deque[Call] = deque(maxlen=MOST_REPLIED)
        self._changed = asyncio.Event()
        self.is_closed = False

    @property
    def waiting(self) -> list[Call]:
        """The calls that a client waits for, the oldest first."""
        return sorted((call for call in self._open.values() if call.clients), key=lambda call: call.since)

    @property
    def replied(self) -> list[Call]:
        """The calls that were replied to, the newest first."""
        return list(reversed(self._replied))

    @property
    def roles(self) -> list[str]:
        """Who has been asked."""
        return sorted({call.request.role for call in (*self._open.values(), *self._replied)})

    def find(self, name: str) -> Call | None:
        """The call of an id."""
        return next((call for call in (*self._open.values(), *self._replied) if call.id == name), None)

    def earlier(self, call: Call) -> list[str]:
        """What was replied before to the same messages in the same role, the newest first, each reply once."""
        asked = call.request
        alike = (one for one in self.replied if one is not call and one.request.role == asked.role)
        return list(dict.fromkeys(str(one.reply) for one in alike if one.request.messages == asked.messages))

    async def ask(self, request: Request, gone: asyncio.Task[None]) -> str | None:
        """Waits for a person's reply.

        Args:
            request: What is asked.
            gone: Ends when the client does not wait any more.

        Returns:
            The reply; None if the client gave up, or the server ends.
        """
        kept = next((one for one in self._replied if not one.is_delivered and one.request.key == request.key), None)
        if kept is not None:
            kept.is_delivered = True
            self._change()
            return kept.reply
        call = self._open.setdefault(request.key, Call(request))
        if not call.clients:
            call.since = time.time()
        call.clients += 1
        self._change()
        ended = asyncio.ensure_future(call.ended.wait())
        try:
            if not self.is_closed:
                await asyncio.wait((ended, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            ended.cancel()
            call.clients -= 1
            if call.reply is None and not call.clients:
                self._leave(call)
        if gone.done():
            return None
        call.is_delivered = call.reply is not None
        return call.reply

    def reply(self, call: Call, text: str) -> bool:
        """Gives a reply to whoever waits for it; False if another one was given before."""
        if call.reply is not None:
            return False
        call.reply, call.replied = text, time.time()
        self._open.pop(call.request.key, None)
        self._replied.append(call)
        self._write(call)
        call.ended.set()
        self._change()
        return True

    async def changes(self, version: int, seconds: float) -> None:
        """Waits until something differs from a version, but not longer than so many seconds."""
        if version == self.version and not self.is_closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), seconds)

    def close(self) -> None:
        """Ends all waiting."""
        self.is_closed = True
        for call in self._open.values():
            call.ended.set()
        self._change()

    def _leave(self, call: Call) -> None:
        """Takes a call off the list whose clients have all given up."""
        self._write(call)
        key = call.request.key
        self._open[key] = self._open.pop(key)  # to the end, since those that were left first are forgotten first
        left = [one for one in self._open.values() if not one.clients]
        for one in left[: max(0, len(left) - MOST_LEFT)]:
            del self._open[one.request.key]
        self._change()

    def _change(self) -> None:
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    def _write(self, call: Call) -> None:
        if self._log is None:
            return
        ended = call.replied or time.time()
        asked = call.request
        record = {
            "role": asked.role,
            "messages": asked.messages,
            "settings": asked.settings,
            "reply": call.reply,
            "asked": datetime.fromtimestamp(call.since, UTC).isoformat(timespec="seconds"),
            "seconds": round(ended - call.since, 1),
        }
        self._log.write(json.dumps(record, ensure_ascii=False) + "\n")
        self._log.flush()
