"""A person replies in the terminal: the oldest call is shown, and what is typed is its reply."""

from __future__ import annotations

import asyncio
import json
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from turtlesoup_bench.prompts import Message
from turtlesoup_bench.relaying.desk import Call, Desk

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


async def reply_in_terminal(desk: Desk) -> None:
    """Shows the calls that wait, the oldest first, and reads their replies until Ctrl-C or the end of the input."""
    print("Enter sends a reply, Alt+Enter begins a new line, Ctrl-C ends.")
    session = _session()
    drafts: dict[str, str] = {}
    shown: dict[str, list[Message]] = {}
    with suppress(EOFError):
        while not desk.is_closed:
            if not desk.waiting:
                await desk.changes(desk.version, 60)
                continue
            call = desk.waiting[0]
            role = call.request.role
            print(_text_of(call, shown.get(role, []), len(desk.waiting) - 1))
            shown[role] = list(call.request.messages)
            await _reply(desk, call, session, drafts)


async def _reply(desk: Desk, call: Call, session: PromptSession[str], drafts: dict[str, str]) -> None:
    """Reads a reply, unless the call ends before: then what was typed is kept for an equal one."""
    key = call.request.key
    earlier = desk.earlier(call)
    text = drafts.pop(key, "")
    if earlier and not text:
        print("The same was asked before; the reply is in the line.")
        text = earlier[0]
    while True:
        typing = asyncio.create_task(session.prompt_async("> ", default=text, handle_sigint=False))
        ending = asyncio.create_task(_ended(desk, call))
        await asyncio.wait((typing, ending), return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        if not typing.done():
            drafts[key] = session.default_buffer.text
            typing.cancel()
            with suppress(asyncio.CancelledError):
                await typing
            print("Somebody else has replied." if call.reply is not None else "Nobody waits for this reply any more.")
            return
        text = typing.result()
        if text.strip():
            if not desk.reply(call, text):
                print("Somebody else has replied.")
            return


async def _ended(desk: Desk, call: Call) -> None:
    """Waits until nobody waits for a call's reply."""
    while call.clients and call.reply is None and not desk.is_closed:
        await desk.changes(desk.version, 60)


def _session() -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.key_binding.key_processor import KeyPressEvent

    keys = KeyBindings()

    @keys.add("enter")
    def send(event: KeyPressEvent) -> None:
        event.current_buffer.validate_and_handle()

    @keys.add("escape", "enter")
    def begin_line(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    return PromptSession(multiline=True, key_bindings=keys, interrupt_exception=EOFError)


def _text_of(call: Call, shown: list[Message], others: int) -> str:
    """A call as lines; messages with which the role's call before began, too, are only named, but for the last."""
    more = f", {others} more waiting" if others else ""
    lines = [f"\n===== {_printable(call.request.role)}{more} ====="]
    messages = call.request.messages
    for place, message in enumerate(messages):
        name = _printable(message["role"])
        if place + 1 < len(messages) and message in shown[place : place + 1]:
            lines.append(f"[{name}: as before]")
        else:
            lines += [f"[{name}]", _printable(_content(message))]
    return "\n".join(lines)


def _content(message: Message) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(map(_part, content))
    return json.dumps({name: value for name, value in message.items() if name != "role"}, ensure_ascii=False)


def _part(part: Any) -> str:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text" and isinstance(part.get("text"), str):
        return str(part["text"])
    return "[image: see the page]" if kind == "image_url" else json.dumps(part, ensure_ascii=False)


def _printable(text: str) -> str:
    """The text without what a terminal would take for a command, and without what it cannot be sent."""
    return "".join(
        letter if letter in "\n\t" or unicodedata.category(letter) not in ("Cc", "Cs") else "\N{REPLACEMENT CHARACTER}"
        for letter in text
    )
