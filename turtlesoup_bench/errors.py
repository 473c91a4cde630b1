"""Every exception this package raises, and what becomes of an episode that meets one.

===================  ====================================  =============================================
exception            raised when                           what the runner does
===================  ====================================  =============================================
InvalidInput         a file or an argument is wrong        nothing starts; exit 2, all problems listed
TransientError       429, 5xx, time-out, lost connection   retried with backoff; past the last try the
                                                           episode is *failed* (a judgement: *unscored*)
RequestError         the provider refuses this request     not retried; *failed* (judge: *unscored*)
                     (too long, malformed, unsupported)
RefusedError         the provider's content filter stops   questioner: *aborted*; responder: the answer is
                     the request                           Unknown, flagged; judge: *unscored*
AccessError          bad key, no permission, no credit,    the run stops at once and can be resumed
                     unknown model
BudgetSpent          what the run may spend is spent       calls in flight are waited for; the run stops
                                                           and can be resumed with more
MalformedReply       a reply is empty or cannot be read,   responder: the answer is Unknown, flagged; judge:
                     even after one repair request         *unscored*, and asked anew when the run is
                                                           continued; a questioner handles it itself
ProtocolBroken       a questioner produces no question     *aborted*, with the raw replies kept
                     within its allowance, or no
                     prediction, or raises an error of
                     its own
RunFolderError       a run folder belongs to another run,  nothing is written; exit 2
                     is locked, or cannot be written
===================  ====================================  =============================================
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

_LISTED = 25
"""Names that are all listed where one was expected."""


class TurtleSoupError(Exception):
    """Base of all errors of this package; ``exit_code`` is what the command line ends with."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with an input.

    Attributes:
        where: File, file and line (``a.jsonl:3``), or record id.
        place: Path inside the record (``probes[2].answer``), or empty.
        found: What stands there.
        expected: What should stand there.
        fixable: Whether ``--fix`` can mend it without a human decision.
    """

    where: str
    place: str
    found: str
    expected: str
    fixable: bool = False

    def __str__(self) -> str:
        place = f" {self.place}:" if self.place else ""
        return f"{self.where}:{place} found {self.found}; expected {self.expected}"


class InvalidInput(TurtleSoupError):
    """An input breaks its contract; carries every problem found, not only the first."""

    exit_code = 2

    def __init__(self, problems: Iterable[Problem]):
        self.problems: Sequence[Problem] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[Any, ...]:
        """Crosses to another process, as a worker's error does: otherwise it would be made anew from its text."""
        return InvalidInput, (self.problems,)


class UnknownName(InvalidInput):
    """A name is not among the known ones; suggests the nearest."""

    def __init__(self, kind: str, name: str, known: Iterable[str]):
        names = sorted(known)
        near = get_close_matches(name, names, n=1, cutoff=0.5)
        if near:
            hint = f"a known name; did you mean {near[0]!r}?"
        elif len(names) > _LISTED:
            hint = f"one of {len(names):,}, such as {', '.join(names[:3])}"
        else:
            hint = f"one of {', '.join(names)}" if names else "none"
        super().__init__([Problem(where=kind, place="", found=repr(name), expected=hint)])


class ProviderError(TurtleSoupError):
    """A call to a language model failed."""


class TransientError(ProviderError):
    """Worth another try.

    Attributes:
        retry_after: Seconds that the provider asked to wait, or None.
        is_overload: Whether the provider has too much to do, so that fewer calls at once would help.
    """

    def __init__(self, message: str, retry_after: float | None = None, is_overload: bool = False):
        super().__init__(message)
        self.retry_after = retry_after
        self.is_overload = is_overload


class RequestError(ProviderError):
    """The provider rejects this request; sending it again would not help."""


class RefusedError(ProviderError):
    """The provider's content filter stopped the request."""


class AccessError(ProviderError):
    """Key, permission, credit or model name is wrong: no request of this run can succeed."""

    exit_code = 3


class BudgetSpent(TurtleSoupError):
    """What the run may spend is spent, or cannot be reckoned."""

    exit_code = 4


class MalformedReply(TurtleSoupError):
    """A model's reply cannot be read.

    Attributes:
        replies: The raw replies, in the order in which they came.
        is_truncated: Whether the limit of tokens cut the last one off.
    """

    def __init__(self, message: str, replies: Iterable[str] = (), is_truncated: bool = False):
        super().__init__(message)
        self.replies = tuple(replies)
        self.is_truncated = is_truncated


class ProtocolBroken(MalformedReply):
    """A questioner broke the protocol past its allowance."""


class RunFolderError(TurtleSoupError):
    """A run folder cannot be used as asked."""

    exit_code = 2
