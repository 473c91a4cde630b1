"""Murder mystery in words: what a chat model in a seat is told, and how its JSON is read."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from turtlesoup_bench.games import Event, Observation, Part, Unreadable
from turtlesoup_bench.games.chat import GrowingForm
from turtlesoup_bench.models.structured import read_object
from turtlesoup_bench.prompts import Prompt, PromptSet
from turtlesoup_bench.records import Json

PROMPTS = PromptSet("murder-mystery", Path(__file__).with_name("prompts"))
_FIELDS = {
    "introduction": ("introduction",),
    "question": ("question", "chosen_player", "clues_share"),
    "answer": ("answers", "clues_share"),
    "belief": ("suspicion",),
    "hypothesis": ("reasoning", "motive", "method"),
    "vote": ("chosen_player",),
}
_SYNONYMS = {"answers": ("answer",), "clues_share": ("clues", "share"), "chosen_player": ("player", "vote", "suspect")}
"""Other names of fields that models write; signs and case do not matter."""
_SEAT = re.compile(r"#\w+#\.?")
"""What stands before a name in the paper's form, ``#b#.Name``."""
_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "clue": "Clue {number} ({kind}): {text}",
        "picture": "Clue {number} ({kind}), a picture, see above.",
        "own": "Only you hold clue {number} ({kind}): {text}",
        "own_picture": "Only you hold clue {number} ({kind}), a picture, see above.",
        "above": "Clue {number} ({kind}):",
        "share": "{who} puts clue {clue} on the table.",
        "introduction": "{who} says: {text}",
        "question": "{who} asks {to}: {text}",
        "answer": "{who} answers {to}: {text}",
        "pass": "{who} says nothing.",
        "object": "Reply with one JSON object with the fields {fields}.",
    },
    "zh": {
        "clue": "线索{number}（{kind}）：{text}",
        "picture": "线索{number}（{kind}），图片见上。",
        "own": "只有你手里有线索{number}（{kind}）：{text}",
        "own_picture": "只有你手里有线索{number}（{kind}），图片见上。",
        "above": "线索{number}（{kind}）：",
        "share": "{who}把线索{clue}摆上桌面。",
        "introduction": "{who}说：{text}",
        "question": "{who}问{to}：{text}",
        "answer": "{who}回答{to}：{text}",
        "pass": "{who}没有说话。",
        "object": "请回复一个 JSON 对象，字段为 {fields}。",
    },
}


@dataclass(frozen=True)
class PlayerForm(GrowingForm):
    """Any seat; the chat grows with each move.

    Attributes:
        language: ``en`` or ``zh``.
    """

    language: str

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """The fields of the JSON object in a reply; people by their names, clues by their numbers.

        Where the introduction is asked for, a reply without any JSON is the introduction.
        """
        fields = _FIELDS[observation.phase]
        if observation.phase == "introduction" and "{" not in reply and reply.strip():
            return {"introduction": reply.strip()}
        try:
            said = {_letters(name): value for name, value in read_object(reply).items()}
        except ValueError:
            return Unreadable(self._phrase("object", fields=", ".join(fields)))
        action: dict[str, Any] = {}
        for field in fields:
            names = [_letters(name) for name in (field, *_SYNONYMS.get(field, ()))]
            name = next((name for name in names if name in said), None)
            if name is None and field != "clues_share":
                return Unreadable(self._phrase("object", fields=", ".join(fields)))
            action[field] = self._value(field, said[name] if name else [], observation)
        return action

    def example(self, observation: Observation, rng: Random) -> str:
        """A short text, another player drawn at random, and sometimes a clue."""
        names, view = names_of(observation), observation.view
        other = names[rng.choice(view["others"])]
        held = [number for number, clue in clues_by_number(observation).items() if clue in view["held"]]
        share = rng.sample(held, rng.randint(0, len(held)))
        text = rng.choice(("I was where I said I was.", "那天晚上我一直在原来的地方。"))
        replies: dict[str, Json] = {
            "introduction": {"introduction": text},
            "question": {"question": text, "chosen_player": other, "clues_share": share},
            "answer": {"answers": [text] * len(view.get("questions", ())), "clues_share": share},
            "belief": {"suspicion": {names[who]: rng.randint(0, 100) for who in view["others"]}},
            "hypothesis": {"reasoning": text, "motive": text, "method": text},
            "vote": {"chosen_player": other},
        }
        return json.dumps(replies[observation.phase], ensure_ascii=False)

    def prompt(self, observation: Observation) -> Prompt:
        """See `turtlesoup_bench.games.chat.PromptForm.prompt`."""
        view, names = observation.view, names_of(observation)
        role = next(event.data for event in observation.events if event.kind == "role")
        is_first = observation.seen == 0
        held = [number for number, clue in clues_by_number(observation).items() if clue in view["held"]]
        return PROMPTS.prompt(
            "player",
            self.language,
            name=names[view["who"]],
            is_murderer=role["is_murderer"],
            lies=role["lies"],
            rounds=view["rounds"],
            round=view["round"],
            case=self._case(observation) if is_first else None,
            script=role["script"] if is_first else None,
            news=[line for event in observation.new for line in self._line(event, observation)],
            phase=observation.phase,
            left=[names[who] for who in view["left"]] if "left" in view else None,
            others=[names[who] for who in view["others"]],
            held=", ".join(map(str, held)),
            questions=[f"{names[one['asker']]}: {one['question']}" for one in view.get("questions", ())],
        )

    def tell(self, observation: Observation) -> Sequence[Part]:
        """Pictures that are new, each under its number, then the text."""
        parts = [] if observation.complaint else [part for event in observation.new for part in self._pictures(event)]
        return [*parts, *super().tell(observation)]

    def _pictures(self, event: Event) -> Iterable[Part]:
        if event.parts:
            yield Part(self._phrase("above", number=event.data["number"], kind=event.data["kind"]))
            yield from event.parts

    def _case(self, observation: Observation) -> list[str]:
        """What everybody knows, a line each: title, opening, people."""
        case = observation.events[0].data
        colon = "：" if self.language == "zh" else ": "
        people = [f"{one['name']} ({one['about']}){colon}{one['introduction']}" for one in case["players"]]
        victim = f"{case['victim']['name']} ({case['victim']['about']})"
        return [case["title"], case["opening"], *people, victim]

    def _line(self, event: Event, observation: Observation) -> Iterable[str]:
        names, data = names_of(observation), event.data
        if event.kind == "clue":
            kind = ("own_" if event.to else "") + ("picture" if event.parts else "clue")
            yield self._phrase("own" if kind == "own_clue" else kind, **{"text": "", **data})
        elif event.kind == "share":
            yield self._phrase("share", who=names[data["who"]], clue=_number(observation, data["clue"]))
        elif event.kind in ("introduction", "question", "answer", "pass") and data["who"] != observation.view["who"]:
            people = {key: names[data[key]] for key in ("who", "to") if key in data}
            yield self._phrase(event.kind, **dict(data, **people))

    def _value(self, field: str, value: Any, observation: Observation) -> Any:
        if field == "chosen_player":
            return person_named(value, observation)
        if field == "suspicion" and isinstance(value, Mapping):
            return {person_named(name, observation): number for name, number in value.items()}
        if field == "clues_share":
            listed = value if isinstance(value, list) else [] if value in (None, "") else [value]
            return [_clue(one, observation) for one in listed]
        if field == "answers" and isinstance(value, str):
            return [value]
        return value

    def _phrase(self, name: str, **values: Any) -> str:
        return _WORDS[self.language][name].format(**values)


def names_of(observation: Observation) -> dict[str, str]:
    """Names of all players by their ids."""
    return {one["id"]: one["name"] for one in observation.events[0].data["players"]}


def clues_by_number(observation: Observation) -> dict[int, str]:
    """Ids of the clues that a seat has seen, by their numbers."""
    return {event.data["number"]: event.data["clue"] for event in observation.events if event.kind == "clue"}


def _number(observation: Observation, clue: str) -> int | str:
    return next((number for number, one in clues_by_number(observation).items() if one == clue), clue)


def person_named(said: Any, observation: Observation) -> Any:
    """The id of one of the other players who is named in full, by a part of the name that is nobody else's, or by id.

    What names nobody stays as it is.
    """
    names = {who: name for who, name in names_of(observation).items() if who in observation.view["others"]}
    return _named(said, names) or said


def player_chosen(reply: str, names: Mapping[str, str]) -> str | None:
    """The id of the player whom a reply asks or votes for; None if none can be read.

    Args:
        reply: With a JSON object.
        names: Names of all players by their ids.
    """
    try:
        said = {_letters(name): value for name, value in read_object(reply).items()}
    except ValueError:
        return None
    field = "chosen_player"
    return _named(next((said[key] for key in map(_letters, (field, *_SYNONYMS[field])) if key in said), None), names)


def _named(said: Any, names: Mapping[str, str]) -> str | None:
    if not isinstance(said, str):
        return None
    wanted = _letters(_SEAT.sub("", said))
    for who, name in names.items():
        if wanted in (_letters(who), _letters(name)):
            return who
    near = [who for who, name in names.items() if wanted and (wanted in _parts(name) or _letters(name) in wanted)]
    return near[0] if len(near) == 1 else None


def _parts(name: str) -> set[str]:
    return {_letters(part) for part in re.split(r"[\s·]+", name)}


def _clue(said: Any, observation: Observation) -> Any:
    """The id of a clue that is given by its number, alone or in words such as ``clue 3``, or by its id."""
    digits = re.findall(r"\d+", str(said))
    numbers = clues_by_number(observation)
    return numbers.get(int(digits[0]), said) if len(digits) == 1 and len(digits[0]) < 5 else said


def _letters(text: str) -> str:
    """Letters and digits alone, without accents or case."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in plain if char.isalnum())
