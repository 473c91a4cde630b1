"""What is plainly missing to call a model, told before litellm is imported, which takes seconds."""

from __future__ import annotations

import os
from importlib.util import find_spec

from turtlesoup_bench.errors import AccessError
from turtlesoup_bench.models.calls import is_listed

_KEYS = {
    "anthropic": ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
    "deepseek": ("DEEPSEEK_API_KEY",),
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "groq": ("GROQ_API_KEY",),
    "mistral": ("MISTRAL_API_KEY",),
    "openai": ("OPENAI_API_KEY",),
    "openrouter": ("OPENROUTER_API_KEY", "OR_API_KEY"),
    "xai": ("XAI_API_KEY",),
}
"""Providers that many use, with the variables of which litellm needs one; it says itself what others need."""


def check_access(model: str) -> None:
    """Refuses a model that litellm cannot call: without a key, or a provider in its name; or litellm is not there.

    Raises:
        AccessError: If so.
    """
    if find_spec("litellm") is None:
        advice = "pip install 'turtlesoup-bench[run]'"
        raise AccessError(f"{model}: litellm, which reaches every provider, is not installed; {advice}")
    provider, slash, _ = model.partition("/")
    if not slash and not is_listed(model):
        raise AccessError(f"{model}: no provider in the model's name; write provider/model, such as openai/{model}")
    names = _KEYS.get(provider, ()) if slash else ()
    if names and not any(os.environ.get(name, "").strip() for name in names):
        raise AccessError(f"{model}: no key; set {' or '.join(names)} in the environment")
