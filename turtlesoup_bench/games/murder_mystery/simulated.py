"""What a perfect player replies: as an innocent it names the murderer, as the murderer somebody else; and a judge."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache

from turtlesoup_bench.games.murder_mystery.form import PROMPTS
from turtlesoup_bench.games.murder_mystery.instances import load
from turtlesoup_bench.games.murder_mystery.judging import COUNTS, FATES
from turtlesoup_bench.games.murder_mystery.judging import PROMPTS as JUDGE
from turtlesoup_bench.prompts import Message, find_prompt, message_text
from turtlesoup_bench.records import Json

_CASE = re.compile(r"<case>(.*?)</case>", re.DOTALL)
_FACTS = re.compile(r"<facts>(.*?)</facts>", re.DOTALL)
_LIES = re.compile(r"<lies>(.*?)</lies>", re.DOTALL)
_QUESTIONS = re.compile(r"<questions>(.*?)</questions>", re.DOTALL)
_PLAYERS = re.compile(r"<players>(.*?)</players>", re.DOTALL)
_TEXT = {"en": "I was where I said I was.", "zh": "我一直在我说的地方。"}


def simulate(messages: Sequence[Message], slip: bool) -> str | None:
    """See `turtlesoup_bench.games.Game.simulate`; a slip names somebody else."""
    prompt = find_prompt(messages)
    if prompt is None or not prompt.task.startswith((f"{PROMPTS.name}/", f"{JUDGE.name}/")):
        return None
    if prompt.task == f"{JUDGE.name}/role":
        return json.dumps({"reason": "", "mark": 5 if slip else 9, **dict.fromkeys(COUNTS, 0)})
    if prompt.task == f"{JUDGE.name}/hypothesis":
        facts = _FACTS.search(message_text(messages[1]))
        return json.dumps({"values": [0 if slip else 1] * (len(json.loads(facts[1])) if facts else 0)})
    if prompt.task == f"{JUDGE.name}/lies":
        lies = _LIES.search(message_text(messages[1]))
        return json.dumps({"lies": [FATES[slip]] * (len(json.loads(lies[1])) if lies else 0)})
    texts = [message_text(message) for message in messages]
    case = _CASE.search(texts[1])
    names = _names().get(json.loads(case[1])[0] if case else "")
    if names is None:
        return None
    murderer, everybody = names
    own = next((name for name in everybody if name in texts[0]), "")
    others = [name for name in everybody if name != own]
    is_right = murderer in others and not slip
    chosen = murderer if is_right else next(name for name in others if name != murderer)
    return json.dumps(_reply(texts[-1], prompt.language, chosen), ensure_ascii=False)


def _reply(asked: str, language: str, chosen: str) -> Json:
    text = _TEXT[language]
    if '{"introduction"' in asked:
        return {"introduction": text}
    if '{"question"' in asked:
        return {"question": text, "chosen_player": chosen, "clues_share": []}
    if questions := _QUESTIONS.search(asked):
        return {"answers": [text] * len(json.loads(questions[1])), "clues_share": []}
    if '{"suspicion"' in asked and (players := _PLAYERS.search(asked)):
        return {"suspicion": {name: 90 if name == chosen else 5 for name in json.loads(players[1])}}
    if '{"reasoning"' in asked:
        return {"reasoning": text, "motive": text, "method": text}
    return {"chosen_player": chosen}


@cache
def _names() -> dict[str, tuple[str, list[str]]]:
    """By the title of a case in a language: the murderer's name, and everybody's."""
    names = {}
    for instance in load({}):
        case = instance.data["case"]
        people = {person["id"]: person["name"][instance.language] for person in case["people"]}
        everybody = [people[role["who"]] for role in case["roles"]]
        names[case["title"][instance.language]] = people[case["murder"]["murderer"]], everybody
    return names
