"""An agent is foreign code: what it raises ends its episode, and cannot hide what must stop the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from turtlesoup_bench.errors import (
    AccessError,
    BudgetSpent,
    MalformedReply,
    ProtocolBroken,
    ProviderError,
    RefusedError,
    RequestError,
    RunFolderError,
    TransientError,
)
from turtlesoup_bench.models import Completion, ModelClient
from turtlesoup_bench.models.failures import first_line
from turtlesoup_bench.prompts import Message

MAX_REPLIES, MAX_REPLY_CHARACTERS = 20, 20_000
"""Raw replies of a broken protocol that a record keeps."""
_STOPS = (AccessError, BudgetSpent, RunFolderError)


@dataclass(slots=True)
class GuardedClient:
    """The client that an agent is given; it remembers what must stop the run, whatever the agent makes of it.

    Attributes:
        client: Makes the calls.
        stop: The error that must stop the run, if a call met one.
    """

    client: ModelClient
    stop: Exception | None = None

    @property
    def model(self) -> str:
        """The model's name."""
        return self.client.model

    async def complete(
        self, messages: Sequence[Message], *, json_mode: bool = False, seed: int | None = None, sample: int = 0
    ) -> Completion:
        """See `ModelClient.complete`.

        Raises:
            TypeError: If the messages are no chat, which is the agent's fault.
        """
        if not _is_chat(messages) or not isinstance(seed, int | None) or not isinstance(sample, int):
            raise TypeError("messages must be a list of mappings with role and content, seed and sample whole numbers")
        try:
            return await self.client.complete(messages, json_mode=bool(json_mode), seed=seed, sample=sample)
        except (TransientError, RequestError, RefusedError):
            raise
        except Exception as error:
            self.stop = error
            raise


@contextmanager
def agent_code(client: GuardedClient | None) -> Iterator[None]:
    """Runs an agent's code.

    Args:
        client: The client that the agent was given.

    Raises:
        ProtocolBroken: If the code raises an error of its own.
        ProviderError: If a call of the code met one that the code did not handle.
        BudgetSpent: If a call met it, handled or not; so with RunFolderError. Any other error of the client, which is a
            mistake in the code and not the agent's, is a ProviderError too.
    """
    raised: Exception | None = None
    try:
        yield
    except Exception as error:
        raised = error
    if client is not None and client.stop is not None:
        if isinstance(client.stop, (*_STOPS, ProviderError)):
            raise client.stop
        raise ProviderError(f"the client raised {type(client.stop).__name__}: {client.stop}") from client.stop
    if raised is None:
        return
    if isinstance(raised, MalformedReply):
        is_truncated = getattr(raised, "is_truncated", False) is True
        raise ProtocolBroken(_message(raised) or type(raised).__name__, _replies(raised), is_truncated) from raised
    causes = list(_causes(raised))
    for kind in (*_STOPS, ProviderError):
        for cause in causes:
            if isinstance(cause, kind):
                raise cause
    raise ProtocolBroken(f"the agent raised {type(raised).__name__}: {_message(raised)}") from raised


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, the members of a group, and what each was raised from or while handling."""
    seen: set[int] = set()
    pending = [error]
    while pending:
        one = pending.pop()
        if id(one) not in seen:
            seen.add(id(one))
            yield one
            members = one.exceptions if isinstance(one, BaseExceptionGroup) else ()
            pending += [cause for cause in (*members, one.__cause__, one.__context__) if cause is not None]


def _message(error: Exception) -> str:
    try:
        return first_line(str(error))
    except Exception:
        return "without a message that can be read"


def _replies(error: MalformedReply) -> Iterator[str]:
    replies = getattr(error, "replies", ())
    for reply in replies[:MAX_REPLIES] if isinstance(replies, list | tuple) else ():
        if isinstance(reply, str):
            yield reply[:MAX_REPLY_CHARACTERS]


def _is_chat(messages: object) -> bool:
    return (
        isinstance(messages, list | tuple)
        and all(
            isinstance(message, Mapping) and all(isinstance(message.get(key), str) for key in ("role", "content"))
            for message in messages
        )
        and bool(messages)
    )
