"""A simulated author: it writes a drawn case, with a mistake in each part until that part was sent back."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from typing import Any

from turtlesoup_bench.dataset_builder.murder_mystery.generator import draw_case
from turtlesoup_bench.dataset_builder.murder_mystery.synthesis.agents import CLUES, DIMENSIONS, OUTLINE, PROMPTS, ROLE

from turtlesoup_bench.games.murder_mystery import simulated
from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.prompts import Message, find_prompt, message_text

SEED = 5
_TAGGED = re.compile(r"<(settings|facts|role|case|problems|feedback)>(.*?)</\1>", re.DOTALL)


def author(messages: Sequence[Message], slip: bool) -> str | None:
    """What the author replies; a chat of a game, as that game says."""
    prompt = find_prompt(messages)
    if prompt is None or not prompt.task.startswith(f"{PROMPTS.name}/"):
        return simulated_reply(messages, slip)
    told = {name: json.loads(value) for name, value in _TAGGED.findall(message_text(messages[1]))}
    return json.dumps(_reply(prompt.task.split("/")[1], told, "problems" in told), ensure_ascii=False)


def _reply(task: str, told: dict[str, Any], sent_back: bool) -> Any:
    case = deepcopy(drawn())
    if task == "outline":
        if not sent_back:  # somebody in two places at once
            case["stays"][1]["from"] = case["stays"][0]["from"]
        return {name: case[name] for name in OUTLINE}
    if task == "character":
        role = next(role for role in case["roles"] if role["who"] == told["role"])
        if not sent_back and role is case["roles"][0]:  # one fact that its script leaves out
            role["script"] = {
                language: re.sub(r"\[([^\]]*)\]\(secret_\w+\)", r"\1", text)
                for language, text in role["script"].items()
            }
        return {name: role[name] for name in ROLE}
    if task == "critic":
        return {
            "evaluation": dict.fromkeys(DIMENSIONS, "Fine."),
            "feedback": {"outline": [], "characters": ["Louder."]},
        }
    if task == "clues":
        if not sent_back:
            next(clue for clue in case["clues"] if clue.get("pivotal"))["pivotal"] = False
        return {name: case[name] for name in CLUES}
    facts = ["deed", f"motive_{case['murder']['murderer']}"]
    return {"questions": [{"question": {"en": "Who did it, and why?", "zh": "是谁干的，为什么？"}, "facts": facts}]}


@cache
def drawn() -> dict[str, Any]:
    """The case that it writes."""
    return draw_case(SEED)


def teach_the_players() -> None:
    """Lets the simulated players of the game know who did it in the case that the author writes."""
    case = drawn()
    for language, title in case["title"].items():
        people = {person["id"]: person["name"][language] for person in case["people"]}
        everybody = [people[role["who"]] for role in case["roles"]]
        simulated._names()[title] = (people[case["murder"]["murderer"]], everybody)
