"""One call of one provider, through litellm: the only module that knows it."""

from __future__ import annotations

import json
import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import AccessError
from turtlesoup_bench.models.failures import of_exception
from turtlesoup_bench.models.reasoning import read_reply


async def call(request: dict[str, Any]) -> dict[str, Any]:
    """Sends a request once.

    Args:
        request: ``model`` as litellm writes it, ``messages``, ``sampling`` (see `Sampling.to_json`), ``seed``,
            ``json_mode`` and ``timeout`` (seconds).

    Returns:
        ``text`` (empty where the model gave none), ``reasoning`` (likewise), ``finish_reason``, ``prompt_tokens``,
        ``completion_tokens``, ``reasoning_tokens`` (which are part of them; 0 where the provider does not say),
        ``cost`` (US dollars; None where no price is known), ``sent`` (sampling parameters as they were sent, by their
        names in OpenAI's API) and ``dropped`` (names of those that the model does not take).

    Raises:
        ProviderError: As the provider's failure has to be taken; see `turtlesoup_bench.errors`.
    """
    model = request["model"]
    sampling = sampling_parameters(request)
    options = {"model": model, "messages": request["messages"], "timeout": request["timeout"], **sampling}
    try:
        taken = _taken(model, json.dumps({**sampling, "seed": 1}))
        response = await litellm().acompletion(**options, drop_params=True, num_retries=0, max_retries=0)
    except Exception as error:
        # Providers report a missing key in many ways, some of which look like a passing failure.
        missing = missing_keys(model)
        if missing:
            raise AccessError(f"{model}: no key; set {' or '.join(missing)} in the environment") from error
        raise of_exception(error, model) from error
    choice = response.choices[0]
    usage = getattr(response, "usage", None)
    details = getattr(usage, "completion_tokens_details", None)
    text, reasoning = read_reply(choice.message.model_dump(), choice.finish_reason)
    return {
        "text": text,
        "reasoning": reasoning,
        "finish_reason": choice.finish_reason,
        "prompt_tokens": getattr(usage, "prompt_tokens", None) or 0,
        "completion_tokens": getattr(usage, "completion_tokens", None) or 0,
        "reasoning_tokens": getattr(details, "reasoning_tokens", None) or 0,
        "cost": _cost(response),
        "sent": {name: value if name == "seed" else taken[name] for name, value in sampling.items() if name in taken},
        "dropped": [name for name in sampling if name not in taken],
    }


def sampling_parameters(request: dict[str, Any]) -> dict[str, Any]:
    """What a request asks of the sampling, by the names of OpenAI's API."""
    parameters = {**request["sampling"], "seed": request["seed"]}
    return {**parameters, "response_format": {"type": "json_object"}} if request["json_mode"] else parameters


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
    if found is None:  # an extra
        return frozenset()
    file = Path(str(found.origin)).with_name("model_prices_and_context_window_backup.json")
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
def _taken(model: str, parameters: str) -> dict[str, Any]:
    """The sampling parameters that litellm sends to a model, with their values; that of the seed stands for any.

    Its list of what a model takes names parameters that it then drops for their value, such as the temperature of
    OpenAI's reasoning models; hence each is left out in turn, to see whether what would be sent differs.

    Args:
        model: As litellm writes it.
        parameters: What is asked for, as JSON.
    """
    name, provider, _, _ = litellm().get_llm_provider(model)
    sampling = json.loads(parameters)

    def translated(parameters: dict[str, Any]) -> dict[str, Any]:
        options = {"model": name, "custom_llm_provider": provider, "drop_params": True, **parameters}
        return litellm().utils.get_optional_params(**options)  # type: ignore[no-any-return]

    everything = translated(sampling)
    return {
        parameter: everything.get(parameter, value)
        for parameter, value in sampling.items()
        if translated({key: sampling[key] for key in sampling if key != parameter}) != everything
    }


def missing_keys(model: str) -> list[str]:
    """Names of the environment's variables that litellm needs to call a model, and that are not set."""
    names: list[str] = litellm().validate_environment(model)["missing_keys"]
    return [name for name in names if name.endswith("_API_KEY")]


def _cost(response: Any) -> float | None:
    """US dollars of a call, as litellm reckoned them when it made the response; None where it knows no price."""
    cost = getattr(response, "_hidden_params", {}).get("response_cost")
    return float(cost) if cost is not None else None
