"""What each of litellm's exceptions means here; the table in ``errors.py`` says what follows."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from turtlesoup_bench.errors import AccessError, ProviderError, RefusedError, RequestError, TransientError

_ACCESS_STATUS = {401, 402, 403, 404}
_TRANSIENT_STATUS = {408, 409, 425, 429}
_OVERLOAD_STATUS = {429, 503, 529}
_TRANSIENT_NAMES = {
    "APIConnectionError",
    "APITimeoutError",
    "BadGatewayError",
    "InternalServerError",
    "RateLimitError",
    "ServiceUnavailableError",
    "Timeout",
}


def translate(error: Exception, model: str) -> ProviderError:
    """This package's exception for one that litellm raised.

    Args:
        error: As caught.
        model: For the message.
    """
    names = {cls.__name__ for cls in type(error).__mro__}
    status = getattr(error, "status_code", None)
    message = f"{model}: {type(error).__name__}: {_first_line(error)}"
    if "ContentPolicyViolationError" in names:
        return RefusedError(message)
    if "ContextWindowExceededError" in names:
        return RequestError(message)
    if {"AuthenticationError", "PermissionDeniedError", "NotFoundError", "PaymentRequiredError"} & names:
        return AccessError(f"{message}; check the model's name and its key in the environment")
    if "LLM Provider NOT provided" in message or status in _ACCESS_STATUS:
        return AccessError(f"{message}; check the model's name (provider/model) and its key in the environment")
    if names & _TRANSIENT_NAMES or status in _TRANSIENT_STATUS or (isinstance(status, int) and status >= 500):
        is_overload = "RateLimitError" in names or status in _OVERLOAD_STATUS
        return TransientError(message, _retry_after(error), is_overload)
    if isinstance(error, OSError | TimeoutError):
        return TransientError(message)
    return RequestError(message)


def _retry_after(error: Exception) -> float | None:
    """Seconds from a Retry-After header, which holds a number or a date (RFC 9110, section 10.2.3)."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    headers = {**headers, **(getattr(error, "litellm_response_headers", None) or {})}
    value = next((text for name, text in headers.items() if name.lower().endswith("retry-after")), None)
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None


def _first_line(error: Exception) -> str:
    text = str(error).strip().split("\n")[0]
    return text if len(text) <= 300 else text[:299] + "…"
