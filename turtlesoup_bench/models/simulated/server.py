"""The simulated provider's HTTP side: latency, counts, and the faults that real providers have."""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from aiohttp import web

from turtlesoup_bench.prompts import Message, find_prompt

Reply = Callable[[Sequence[Message], bool], str | None]
"""What is replied to a chat, and whether wrongly this time; None to a chat that is not known.

Any provider says something to an unknown chat, and so does the simulated one; where replies are recorded ones, it is an
error (`Behaviour.unknown`)."""
Fault = Literal[
    "rate_limit", "server_error", "timeout", "broken_json", "deep_json", "empty", "cut_off", "refusal", "filtered"
]
_UNFINISHED = "<think>\nThe question is whether"
_REFUSAL = "I'm sorry, but I can't help with that."


@dataclass(slots=True)
class Behaviour:
    """How the provider behaves; may be changed while it runs.

    Attributes:
        error_rate: Share of replies that are wrong, drawn from the request, so that the same request errs again.
        reasoning: What is given beside each text as the reasoning before it.
        latency: Seconds that a call takes.
        faults: Share of tries that meet each fault, drawn from the request and the number of the try, so that a
            retry of the same request may succeed.
        fault_tasks: Only prompts whose task begins with this meet faults.
        retry_after: Seconds in the Retry-After header of a rate limit.
        hang: Seconds that a time-out takes.
        unknown: What is replied to a chat that is not known; None: status 404.
        seed: Of all draws.
    """

    error_rate: float = 0.0
    reasoning: str = ""
    latency: float = 0.0
    faults: Mapping[Fault, float] = field(default_factory=dict)
    fault_tasks: str = ""
    retry_after: float = 0.1
    hang: float = 30.0
    unknown: str | None = "Hello."
    seed: int = 0


class SimulatedProvider:
    """The server's state.

    Args:
        reply: What it replies.
        behaviour: How it behaves.

    Attributes:
        behaviour: May be changed while it runs.
        tries: How often each request arrived, by the hash of its body.
        answered: How often each request was answered in full.
        tasks: How often each prompt, such as ``responder/answer``, was answered in full.
        settings: What the answered requests of each task asked for, beside model and messages.
        most_in_flight: Most requests that were open at once.
        spans: When each answered request came and went, in seconds of a monotonic clock.
        url: Base URL for an OpenAI client, once it is served.
    """

    def __init__(self, reply: Reply, behaviour: Behaviour | None = None):
        self.behaviour = behaviour or Behaviour()
        self.tries: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self.tasks: Counter[str] = Counter()
        self.settings: dict[str, list[dict[str, Any]]] = defaultdict(list)
        self.in_flight = 0
        self.most_in_flight = 0
        self.spans: list[tuple[float, float]] = []
        self.url = ""
        self._reply = reply
        reply([], False)  # so that what it has to load is no part of the first call

    async def complete(self, request: web.Request) -> web.Response:
        """Answers ``POST /v1/chat/completions``."""
        self.in_flight += 1
        came = time.monotonic()
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            reply = await self._complete(await request.read())
            # What making the reply took is part of the latency: a call takes as long as was asked for, not longer.
            await asyncio.sleep(max(0.0, came + self.behaviour.latency - time.monotonic()))
            return reply
        finally:
            self.in_flight -= 1
            self.spans.append((came, time.monotonic()))

    def longest_chain(self) -> int:
        """The most requests of which each came after the one before had gone: what waited for one another."""
        chain, free = 0, 0.0
        for came, went in sorted(self.spans, key=lambda span: span[1]):
            if came >= free:
                chain, free = chain + 1, went
        return chain

    async def counts(self, request: web.Request) -> web.Response:
        """Answers ``GET /counts`` with what was counted, for tests and benchmarks in another process."""
        return web.json_response(
            {
                "tries": self.tries.total(),
                "answered": self.answered.total(),
                "repeated": {key: count for key, count in self.answered.items() if count > 1},
                "tasks": self.tasks,
                "most_in_flight": self.most_in_flight,
                "longest_chain": self.longest_chain(),
            }
        )

    async def _complete(self, content: bytes) -> web.Response:
        body = json.loads(content)
        key = hashlib.sha256(content).hexdigest()
        self.tries[key] += 1
        # The reply comes first, since it loads the games with the prompts that are looked for.
        text = self._reply(body["messages"], self._draw("slip", key) < self.behaviour.error_rate)
        prompt = find_prompt(body["messages"])
        task = prompt.task if prompt else "other"
        fault = self._draw_fault(key, task)
        if fault == "rate_limit":
            headers = {"Retry-After": str(self.behaviour.retry_after)}
            return web.json_response(
                {"error": {"message": "slow down", "type": "rate_limit"}}, status=429, headers=headers
            )
        if fault == "server_error":
            return web.json_response({"error": {"message": "internal error", "type": "server_error"}}, status=500)
        if fault == "timeout":
            await asyncio.sleep(self.behaviour.hang)
        text = self.behaviour.unknown if text is None else text
        if text is None:
            message = "no reply to this chat is recorded"
            return web.json_response({"error": {"message": message, "type": "not_found_error"}}, status=404)
        self.answered[key] += 1
        self.tasks[task] += 1
        self.settings[task].append({name: body[name] for name in body if name not in ("model", "messages")})
        if fault == "broken_json":
            text = text[: len(text) // 2] + "{" if "{" not in text else text[: text.rindex("}")]
        elif fault == "deep_json":
            text = '{"a":' * 20_000
        elif fault == "refusal":
            text = _REFUSAL
        elif fault in ("empty", "filtered"):
            text = ""
        elif fault == "cut_off":
            text = _UNFINISHED
        finish_reason = {"filtered": "content_filter", "cut_off": "length"}.get(fault or "", "stop")
        return web.json_response(
            _completion(body["model"], text, len(content), finish_reason, self.behaviour.reasoning)
        )

    def _draw_fault(self, key: str, task: str) -> Fault | None:
        if not self.behaviour.faults or not task.startswith(self.behaviour.fault_tasks):
            return None
        drawn = self._draw("fault", f"{key}:{self.tries[key]}")
        for fault, share in self.behaviour.faults.items():
            if drawn < share:
                return fault
            drawn -= share
        return None

    def _draw(self, purpose: str, salt: str) -> float:
        """A number in [0, 1), the same for the same seed, purpose and salt."""
        digest = hashlib.sha256(f"{self.behaviour.seed}:{purpose}:{salt}".encode()).digest()
        return int.from_bytes(digest[:8], "big") / 2**64

    def application(self) -> web.Application:
        """The web application."""
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/v1/chat/completions", self.complete)
        app.router.add_get("/counts", self.counts)
        return app


async def serve_forever(reply: Reply, behaviour: Behaviour, port: int) -> None:
    """Serves on loopback until it is cancelled."""
    runner = web.AppRunner(SimulatedProvider(reply, behaviour).application())
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    await asyncio.Event().wait()


@contextmanager
def served(reply: Reply, behaviour: Behaviour | None = None) -> Iterator[SimulatedProvider]:
    """Serves from a thread of its own, on a free port, for as long as the context lasts."""
    provider = SimulatedProvider(reply, behaviour)
    loop = asyncio.new_event_loop()
    runner = web.AppRunner(provider.application(), shutdown_timeout=0.1)

    async def start() -> int:
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return int(runner.addresses[0][1])

    thread = threading.Thread(target=loop.run_forever, name="simulated-provider", daemon=True)
    thread.start()
    port = asyncio.run_coroutine_threadsafe(start(), loop).result()
    provider.url = f"http://127.0.0.1:{port}/v1"
    try:
        yield provider
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _completion(model: str, text: str, size: int, finish_reason: str, reasoning: str) -> dict[str, object]:
    thought = len(reasoning) // 4
    sent, received = size // 4, len(text) // 4 + 1 + thought
    message = {"role": "assistant", "content": text} | ({"reasoning_content": reasoning} if reasoning else {})
    usage = {"prompt_tokens": sent, "completion_tokens": received, "total_tokens": sent + received}
    return {
        "id": "simulated",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "finish_reason": finish_reason, "message": message}],
        "usage": usage | ({"completion_tokens_details": {"reasoning_tokens": thought}} if reasoning else {}),
    }
