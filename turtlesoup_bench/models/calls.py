"""One call of one provider, through litellm: the only module that knows it."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import AccessError, RefusedError, TransientError
from turtlesoup_bench.models.failures import of_exception

_THINKING = re.compile(r"\A\s*<(think|thinking)>.*?</\1>", re.DOTALL)


async def call(request: dict[str, Any]) -> dict[str, Any]:
    """Sends a request once.

    Args:
        request: ``model`` as litellm writes it, ``messages``, ``temperature``, ``seed``, ``json_mode`` and ``timeout``
            (seconds).

    Returns:
        ``text``, ``prompt_tokens``, ``completion_tokens`` and ``cost`` (US dollars; None where no price is known).

    Raises:
        ProviderError: As the provider's failure has to be taken; see `turtlesoup_bench.errors`.
    """
    model = request["model"]
    options = {key: value for key, value in request.items() if key != "json_mode"}
    if request["json_mode"] and _has_json_mode(model):
        options["response_format"] = {"type": "json_object"}
    try:
        response = await litellm().acompletion(**options, drop_params=True, num_retries=0, max_retries=0)
    except Exception as error:
        # Providers report a missing key in many ways, some of which look like a passing failure.
        missing = _missing_keys(model)
        if missing:
            raise AccessError(f"{model}: no key; set {' or '.join(missing)} in the environment") from error
        raise of_exception(error, model) from error
    choice = response.choices[0]
    usage = getattr(response, "usage", None)
    return {
        "text": read_text(model, choice.message.content, choice.finish_reason),
        "prompt_tokens": getattr(usage, "prompt_tokens", None) or 0,
        "completion_tokens": getattr(usage, "completion_tokens", None) or 0,
        "cost": _cost(response),
    }


def read_text(model: str, content: str | None, finish_reason: str | None) -> str:
    """The text of a choice, without a leading ``<think>`` block.

    Raises:
        RefusedError: If a content filter stopped it.
        TransientError: If there is none.
    """
    if finish_reason == "content_filter":
        raise RefusedError(f"{model}: the provider's content filter stopped the reply")
    text = _THINKING.sub("", content or "").strip()
    if not text:
        raise TransientError(f"{model}: empty reply (finish reason {finish_reason})")
    return text


def price(model: str) -> tuple[float, float] | None:
    """US dollars a token sent and a token received, as litellm lists them; None for a model that it has no price of."""
    try:
        sent, received = litellm().cost_per_token(model=model, prompt_tokens=1, completion_tokens=1)
    except Exception:  # litellm raises whatever the look-up met, for a name that it does not list
        return None
    return (float(sent), float(received)) if sent or received else None


def is_listed(name: str) -> bool:
    """Whether litellm lists a model of this name, with its price and what it takes; does not import it."""
    return name.casefold() in _listed()


@cache
def _listed() -> frozenset[str]:
    found = find_spec("litellm")
    file = Path(str(found and found.origin)).with_name("model_prices_and_context_window_backup.json")
    try:
        names = json.loads(file.read_bytes())
    except (OSError, ValueError):  # litellm keeps it elsewhere, but surely knows where
        names = litellm().model_cost
    return frozenset(name.casefold() for name in names)


@cache
def litellm() -> Any:
    """The library, imported when first needed: it takes seconds."""
    # litellm fetches its price list from the network when imported, unless told to use the one it ships.
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    litellm.suppress_debug_info = True
    litellm.telemetry = False
    return litellm


@cache
def _has_json_mode(model: str) -> bool:
    return "response_format" in (litellm().get_supported_openai_params(model=model) or [])


def _missing_keys(model: str) -> list[str]:
    names: list[str] = litellm().validate_environment(model)["missing_keys"]
    return [name for name in names if name.endswith("_API_KEY")]


def _cost(response: Any) -> float | None:
    """US dollars of a call, as litellm reckoned them when it made the response; None where it knows no price."""
    cost = getattr(response, "_hidden_params", {}).get("response_cost")
    return float(cost) if cost is not None else None
