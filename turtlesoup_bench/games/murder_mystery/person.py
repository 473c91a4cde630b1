"""Murder mystery in words for a person at a terminal, who answers in plain lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from turtlesoup_bench.games import Observation, Part, Unreadable
from turtlesoup_bench.games.murder_mystery.form import PlayerForm, clues_by_number, names_of, person_named

_SHARED = re.compile(r"((?:\s*\+\s*\d+)+)\s*\Z")
_COLON = re.compile(r"[:：]")
_SUSPICION = re.compile(r"([^\d,，;；:：]+?)\s*[:：]?\s*(\d{1,3})(?!\d)")
_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "rules": "Everybody introduces themselves. Then there are {rounds} rounds: each player asks one other a "
        "question, all at the same time, then everybody answers. In the end each names the murderer in secret, who "
        "escapes unless it has more votes than anybody else.",
        "murderer": "You are {name}, and you are the murderer. Do not be found: what you say of the time before the "
        "murder keeps to your script, and all of it must fit together.",
        "innocent": "You are {name}. You did not do it: find out who did, and tell the truth.",
        "lies": "You keep to this: {lies}",
        "script": "Your script",
        "introduction": "Introduce yourself in one line: who you are, what you did and when, what you noticed.",
        "question": "Round {round} of {rounds}. Ask somebody, in the form NAME: QUESTION.",
        "answer": "You are asked:\n{questions}\nAnswer, a line for each.",
        "share": " To lay clues that you hold, end with their numbers, as in +{held}.",
        "belief": "How much do you suspect each, from 0 to 100? In the form NAME 70, NAME 20; others count as 0.",
        "hypothesis": "What happened? Three lines: who did it and from what it follows; why; how and when.",
        "vote": "Who is the murderer?",
        "others": "The others: {others}",
        "empty": "Say something.",
        "who": "Begin with the name of one of the others and a colon: {others}.",
        "lines": "{count} lines are needed.",
        "name": "Name one of the others: {others}.",
        "numbers": "Give a name and a number from 0 to 100, such as {first} 70.",
    },
    "zh": {
        "rules": "大家先各自介绍。然后讨论 {rounds} 轮：每人同时向另一个人提一个问题，再一起回答。"
        "最后每人秘密指认凶手；凶手得票若不比其他人都多，就算逃脱。",
        "murderer": "你是{name}，你就是凶手。别让人找出来：案发以前的事照剧本说，前后都要圆得上。",
        "innocent": "你是{name}。人不是你杀的：把凶手找出来，要说真话。",
        "lies": "这句话你要坚持：{lies}",
        "script": "你的剧本",
        "introduction": "用一行话介绍自己：你是谁，几点做了什么，注意到了什么。",
        "question": "第 {round} 轮，共 {rounds} 轮。向一个人提问，格式是 名字：问题。",
        "answer": "有人问你：\n{questions}\n请一题一行作答。",
        "share": "要摆出手里的线索，就在末尾写上编号，如 +{held}。",
        "belief": "你对每个人的怀疑有多少，0 到 100？格式是 名字 70，名字 20；没写的算 0。",
        "hypothesis": "究竟是怎么回事？写三行：凶手是谁、凭什么；动机；手法和时间。",
        "vote": "凶手是谁？",
        "others": "其他人：{others}",
        "empty": "请说点什么。",
        "who": "请以其他人的名字和冒号开头：{others}。",
        "lines": "需要 {count} 行。",
        "name": "请写出其他人中的一位：{others}。",
        "numbers": "请写名字和 0 到 100 的数，如 {first} 70。",
    },
}


class PersonForm(PlayerForm):
    """Any seat, for a person; what is new is told as for a model, the rules and the replies are shorter."""

    def system(self, observation: Observation) -> str:
        """The rules in short, and who the person is."""
        role = next(event.data for event in observation.events if event.kind == "role")
        name = names_of(observation)[observation.view["who"]]
        lines = [
            self._say("rules", rounds=observation.view["rounds"]),
            self._say("murderer" if role["is_murderer"] else "innocent", name=name),
        ]
        lines += [self._say("lies", lies=lie) for lie in role["lies"]]
        return "\n".join(lines)

    def tell(self, observation: Observation) -> Sequence[Part]:
        """What is new, and what to do."""
        if observation.complaint:
            return [Part(observation.complaint)]
        lines = [line for event in observation.new for line in self._line(event, observation)]
        if observation.seen == 0:
            script = next(event.data["script"] for event in observation.events if event.kind == "role")
            lines = [*self._case(observation), f"{self._say('script')}\n{script}", *lines]
        pictures = [part for event in observation.new for part in self._pictures(event)]
        return [*pictures, Part("\n\n".join([*lines, self._asked(observation)]))]

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """The action in the lines that were typed."""
        said = _SHARED.search(reply)
        text = reply[: said.start()].strip() if said else reply.strip()
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        clues = [clues_by_number(observation).get(int(one), one) for one in re.findall(r"\d+", said[1])] if said else []
        if not lines:
            return self._unread("empty")
        if observation.phase == "introduction":
            return {"introduction": text}
        if observation.phase == "question":
            who, colon, question = self._parted(text)
            chosen = person_named(who, observation)
            if not colon or not question or chosen not in observation.view["others"]:
                return self._unread("who", others=self._others(observation))
            return {"question": question, "chosen_player": chosen, "clues_share": clues}
        if observation.phase == "answer":
            count = len(observation.view["questions"])
            if len(lines) < count:
                return self._unread("lines", count=count)
            return {"answers": [*lines[: count - 1], "\n".join(lines[count - 1 :])], "clues_share": clues}
        if observation.phase == "belief":
            return self._suspicion(text, observation)
        if observation.phase == "hypothesis":
            if len(lines) < 3:
                return self._unread("lines", count=3)
            return {"reasoning": lines[0], "motive": lines[1], "method": "\n".join(lines[2:])}
        chosen = person_named(text.rstrip(".。!！"), observation)
        if chosen not in observation.view["others"]:
            return self._unread("name", others=self._others(observation))
        return {"chosen_player": chosen}

    def _asked(self, observation: Observation) -> str:
        """What to do in this phase."""
        view, names = observation.view, names_of(observation)
        questions = [f"{names[one['asker']]}: {one['question']}" for one in view.get("questions", ())]
        asked = self._say(
            observation.phase,
            round=view["round"],
            rounds=view["rounds"],
            questions="\n".join(f"{number}. {question}" for number, question in enumerate(questions, 1)),
        )
        held = [str(number) for number, clue in clues_by_number(observation).items() if clue in view["held"]]
        if held and observation.phase in ("question", "answer"):
            asked += self._say("share", held=" +".join(held))
        if observation.phase in ("question", "belief", "vote"):
            asked += "\n" + self._say("others", others=self._others(observation))
        return asked

    def _suspicion(self, text: str, observation: Observation) -> Any | Unreadable:
        shares = dict.fromkeys(observation.view["others"], 0)
        for name, number in _SUSPICION.findall(text):
            who = person_named(name.strip(), observation)
            if who not in shares or int(number) > 100:
                break
            shares[who] = int(number)
        else:
            if any(shares.values()):
                return {"suspicion": shares}
        return self._unread("numbers", first=names_of(observation)[observation.view["others"][0]])

    def _parted(self, text: str) -> tuple[str, str, str]:
        """What stands before and after the first colon."""
        colon = _COLON.search(text)
        return (text[: colon.start()], colon[0], text[colon.end() :].strip()) if colon else (text, "", "")

    def _others(self, observation: Observation) -> str:
        names = names_of(observation)
        return ("、" if self.language == "zh" else ", ").join(names[who] for who in observation.view["others"])

    def _say(self, phrase: str, **values: Any) -> str:
        return _WORDS[self.language][phrase].format(**values)

    def _unread(self, phrase: str, **values: Any) -> Unreadable:
        return Unreadable(self._say(phrase, **values))
