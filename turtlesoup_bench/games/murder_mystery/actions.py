"""What players may do in each phase: the schema of the action, and why the rules refuse one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from turtlesoup_bench.records import Json

LONGEST_TEXT = 6_000
"""Characters."""
_TEXT: Json = {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT, "pattern": "\\S"}
_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "fields": "Give a JSON object with just these fields: {fields}.",
        "text": "must be a text with something in it.",
        "long": "is longer than {longest} characters.",
        "player": "must be one of the other players.",
        "clues": "must be a list of clues that you hold and have not shared yet; [] for none.",
        "twice": "names a clue twice.",
        "answers": "must be a list of {count}, one answer a question, in their order.",
        "people": "must have a number for each of the other players.",
        "numbers": "must have numbers from 0 to 100.",
    },
    "zh": {
        "fields": "请给出一个 JSON 对象，只有这些字段：{fields}。",
        "text": "必须是有内容的文字。",
        "long": "超过了 {longest} 个字符。",
        "player": "必须是另外一位玩家。",
        "clues": "必须是你手里还没摆出来的线索的列表；没有就写 []。",
        "twice": "有一条线索写了两次。",
        "answers": "必须是 {count} 项的列表，按顺序一题一答。",
        "people": "必须给其他每位玩家一个数。",
        "numbers": "必须是 0 到 100 的数。",
    },
}
Check = Callable[[Any, Json], str | None]
"""Gives the name of what is wrong, of `_WORDS`; None if nothing is."""


def accepts(phase: str, view: Json) -> Json:
    """JSON schema of the action in a phase.

    Args:
        phase: See `turtlesoup_bench.games.murder_mystery.rules`.
        view: What the seat may know: ``others`` (ids of people), ``held`` (ids of its clues that others have not seen),
            ``questions`` (that it has to answer).
    """
    player: Json = {"enum": list(view["others"])}
    clues: Json = {"type": "array", "items": {"enum": list(view["held"])}, "uniqueItems": True}
    if not view["held"]:
        clues = {"type": "array", "maxItems": 0}
    count = len(view.get("questions", ()))
    shares: Json = {"type": "number", "minimum": 0, "maximum": 100}
    properties: dict[str, dict[str, Json]] = {
        "introduction": {"introduction": _TEXT},
        "question": {"question": _TEXT, "chosen_player": player, "clues_share": clues},
        "answer": {
            "answers": {"type": "array", "items": _TEXT, "minItems": count, "maxItems": count},
            "clues_share": clues,
        },
        "belief": {
            "suspicion": {
                "type": "object",
                "properties": dict.fromkeys(view["others"], shares),
                "required": list(view["others"]),
                "additionalProperties": False,
            }
        },
        "hypothesis": {"reasoning": _TEXT, "motive": _TEXT, "method": _TEXT},
        "vote": {"chosen_player": player},
    }
    fields = properties[phase]
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def refusal(phase: str, action: Any, view: Json, language: str) -> str | None:
    """Why an action is not accepted, as a sentence in a language; None if it is."""
    fields = {
        "introduction": {"introduction": _text},
        "question": {"question": _text, "chosen_player": _player, "clues_share": _clues},
        "answer": {"answers": _answers, "clues_share": _clues},
        "belief": {"suspicion": _suspicion},
        "hypothesis": {"reasoning": _text, "motive": _text, "method": _text},
        "vote": {"chosen_player": _player},
    }[phase]
    words = _WORDS[language]
    if not isinstance(action, Mapping) or set(action) != set(fields):
        return words["fields"].format(fields=", ".join(fields))
    for name, check in fields.items():
        if (reason := check(action[name], view)) is not None:
            return f"{name}: {words[reason].format(longest=LONGEST_TEXT, count=len(view.get('questions', ())))}"
    return None


def _text(value: Any, view: Json) -> str | None:
    if not isinstance(value, str) or not value.strip():
        return "text"
    return None if len(value) <= LONGEST_TEXT else "long"


def _player(value: Any, view: Json) -> str | None:
    return None if isinstance(value, str) and value in view["others"] else "player"


def _clues(value: Any, view: Json) -> str | None:
    is_list = isinstance(value, list) and all(isinstance(clue, str) for clue in value)
    if not is_list or not set(value) <= set(view["held"]):
        return "clues"
    return None if len(set(value)) == len(value) else "twice"


def _answers(value: Any, view: Json) -> str | None:
    if not isinstance(value, list) or len(value) != len(view["questions"]):
        return "answers"
    return next((reason for text in value if (reason := _text(text, view)) is not None), None)


def _suspicion(value: Any, view: Json) -> str | None:
    if not isinstance(value, Mapping) or set(value) != set(view["others"]):
        return "people"
    numbers: Sequence[Any] = list(value.values())
    if not all(isinstance(one, int | float) and not isinstance(one, bool) and 0 <= one <= 100 for one in numbers):
        return "numbers"
    return None
