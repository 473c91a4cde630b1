"""What each failure of a provider means here; the table in ``errors.py`` says what follows."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from turtlesoup_bench.errors import AccessError, ProviderError, RefusedError, RequestError, TransientError

_ACCESS_STATUS = {401, 402, 403, 404}
_TRANSIENT_STATUS = {408, 409, 425, 429}
_OVERLOAD_STATUS = {429, 503, 529}
_ACCESS_NAMES = {"AuthenticationError", "NotFoundError", "PaymentRequiredError", "PermissionDeniedError"}
_TRANSIENT_NAMES = {
    "APIConnectionError",
    "APITimeoutError",
    "BadGatewayError",
    "InternalServerError",
    "RateLimitError",
    "ServiceUnavailableError",
    "Timeout",
}
_NO_CREDIT = ("insufficient_quota", "exceeded your current quota", "insufficient balance")
"""Words of providers that call an empty account a rate limit."""
_KEY_LENGTH = 8
"""What is shorter may be a word rather than a secret."""
CHECK = "; check the model's name (provider/model), and its key and address in the environment"
"""What to do where no call of a model succeeds."""


def of_exception(error: Exception, model: str) -> ProviderError:
    """This package's exception for one that litellm raised.

    Args:
        error: As caught.
        model: For the message.
    """
    names = {cls.__name__ for cls in type(error).__mro__}
    status = getattr(error, "status_code", None)
    message = f"{model}: {type(error).__name__}: {first_line(str(error))}"
    if "ContentPolicyViolationError" in names:
        return RefusedError(message)
    if "ContextWindowExceededError" in names:
        return RequestError(message)
    if names & _ACCESS_NAMES or _is_out_of_credit(message) or "LLM Provider NOT provided" in message:
        return AccessError(message + CHECK)
    if status not in _ACCESS_STATUS and (names & _TRANSIENT_NAMES or isinstance(error, OSError | TimeoutError)):
        is_overload = "RateLimitError" in names or status in _OVERLOAD_STATUS
        return TransientError(message, _seconds(_retry_after(error)), is_overload)
    return of_status(status, message, _retry_after(error))


def of_status(status: int | None, message: str, retry_after: str | None) -> ProviderError:
    """This package's exception for a reply's status.

    Args:
        status: Of HTTP, other than 200; None where there was none.
        message: What to say.
        retry_after: The Retry-After header.
    """
    if status in _ACCESS_STATUS or _is_out_of_credit(message):
        return AccessError(message + CHECK)
    if isinstance(status, int) and (status in _TRANSIENT_STATUS or status >= 500):
        return TransientError(message, _seconds(retry_after), status in _OVERLOAD_STATUS)
    return RequestError(message)


def _is_out_of_credit(message: str) -> bool:
    return any(words in message.lower() for words in _NO_CREDIT)


def first_line(text: str) -> str:
    """As much of a provider's words as belongs in a message; a key that it repeats gives way to its variable's name."""
    for name, value in sorted(os.environ.items(), key=lambda item: -len(item[1])):
        if name.endswith(("_KEY", "_TOKEN", "_SECRET")) and len(value) >= _KEY_LENGTH:
            text = text.replace(value, f"<{name}>")
    line = text.strip().split("\n")[0]
    return line if len(line) <= 300 else line[:299] + "…"


def _retry_after(error: Exception) -> str | None:
    """The Retry-After header that litellm's exception holds."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    headers = {**headers, **(getattr(error, "litellm_response_headers", None) or {})}
    return next((text for name, text in headers.items() if name.lower().endswith("retry-after")), None)


def _seconds(retry_after: str | None) -> float | None:
    """What a Retry-After header asks for: it holds a number or a date (RFC 9110, section 10.2.3)."""
    if retry_after is None:
        return None
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(retry_after) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None
