"""What becomes of calls while a model has answered none: a wrong address or name is told in seconds, not retried."""

from __future__ import annotations

from collections import Counter

from turtlesoup_bench.errors import AccessError, ProviderError, RequestError, TransientError
from turtlesoup_bench.models.failures import CHECK
from turtlesoup_bench.text_tables import counted

_TRIES = 5
_SECONDS = 6.0
_REFUSED_CALLS = 3
"""One request may be wrong in itself, such as too long; several different ones hardly are."""
_SHOWN = 3


class Unanswered:
    """The failures of a model from the beginning to its first reply; after it, nothing here applies.

    A model that has answered is worth many tries of a call, one that never did is not: then most often its name, key
    or address is wrong, or its server does not run. One that says it is overloaded is there, and gets all tries.

    Args:
        model: As litellm writes it.
    """

    def __init__(self, model: str):
        self._model = model
        self._has_answered = False
        self._reasons: Counter[str] = Counter()
        self._refused: set[str] = set()
        self._is_given_up = False

    def answered(self) -> None:
        """A reply came."""
        self._has_answered = True

    def failed(self, error: ProviderError) -> None:
        """A try failed."""
        self._reasons[str(error).removeprefix(f"{self._model}: ")] += 1

    def is_enough(self, error: BaseException | None, tries: int, seconds: float) -> bool:
        """Whether a call is not tried again.

        Args:
            error: What the last try failed with.
            tries: Its tries so far.
            seconds: Since the first of them.
        """
        if self._has_answered or (isinstance(error, TransientError) and error.is_overload):
            return False
        self._is_given_up |= tries >= _TRIES or (tries > 1 and seconds >= _SECONDS)
        return self._is_given_up

    def judged(self, key: str, error: ProviderError) -> ProviderError:
        """What a call that failed for good is raised as: an AccessError, which stops the run, if no call gets through.

        Args:
            key: Of the call's request.
            error: What its last try failed with.
        """
        tries = self._reasons.total()
        if isinstance(error, RequestError):
            self._refused.add(key)
            is_hopeless = len(self._refused) >= _REFUSED_CALLS
        else:
            is_hopeless = self._is_given_up or tries >= _TRIES
        if self._has_answered or not is_hopeless:
            return error
        reasons = "".join(f"\n  {count} × {reason}" for reason, count in self._reasons.most_common(_SHOWN))
        return AccessError(
            f"{self._model} has answered none of {counted(tries, 'try', 'tries')}{CHECK}; "
            f"run the same command again to go on{reasons}"
        )
