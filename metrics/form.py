"""The page of a metric's Space: a form that computes it (gradio, which a Space brings along)."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import evaluate
import gradio

from turtlesoup_bench.errors import TurtleSoupError


def form(script: Path, example: Mapping[str, Sequence[Any]], choices: Mapping[str, Sequence[str]]) -> gradio.Interface:
    """A form with predictions and references as JSON lists.

    Args:
        script: The metric's module; its card ``README.md`` lies beside it.
        example: Predictions and references that are filled in.
        choices: Further arguments of the metric, each with the values to choose from, the first of them chosen.
    """
    metric = evaluate.load(str(script))

    def compute(predictions: str, references: str, *chosen: str) -> dict[str, Any]:
        given = {"predictions": _read(predictions, "predictions"), "references": _read(references, "references")}
        try:
            return metric.compute(**given, **dict(zip(choices, chosen, strict=True)))
        except (TurtleSoupError, ValueError) as error:
            raise gradio.Error(str(error)) from error

    card = script.with_name("README.md").read_text(encoding="utf-8")
    return gradio.Interface(
        compute,
        [
            *(
                gradio.Code(json.dumps(example[name], ensure_ascii=False, indent=1), "json", label=name)
                for name in ("predictions", "references")
            ),
            *(gradio.Dropdown(list(values), value=values[0], label=name) for name, values in choices.items()),
        ],
        gradio.JSON(label="scores"),
        title=metric.name,
        article=card.split("---\n", 2)[2],
        api_name="compute",
        flagging_mode="never",
    )


def _read(text: str, name: str) -> list[Any]:
    try:
        values = json.loads(text)
    except ValueError as error:
        raise gradio.Error(f"{name}: {error}") from error
    if not isinstance(values, list):
        raise gradio.Error(f"{name}: a JSON list is needed, one entry a prediction")
    return values
