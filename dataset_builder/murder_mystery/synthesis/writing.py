"""How a case is written: facts, then roles, the critic, clues; and back to whoever wrote what the check refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from turtlesoup_bench.errors import Problem, TurtleSoupError
from turtlesoup_bench.games.murder_mystery.cases import Case, read_case
from turtlesoup_bench.games.murder_mystery.facts import Deed
from turtlesoup_bench.games.murder_mystery.solver import suspects_left
from turtlesoup_bench.games.murder_mystery.texts import stated
from turtlesoup_bench.records import Json
from turtlesoup_bench.validation import check_record

from ..check import case_problems
from ..questions.open_questions import reference
from .agents import Agents

SCHEMA = "murder_mystery/case"
AUTHOR = "written with a language model"
CRITICISM = 1
"""How often the critic is asked: its wishes never end."""
_LATER = ("roles[", "clues", "solution")


class Unfinished(TurtleSoupError):
    """A case that still has problems when no round is left."""


@dataclass(frozen=True, slots=True)
class Round:
    """What went back to the agents.

    Attributes:
        number: From 1.
        by: ``check`` or ``critic``.
        problems: What was found, by part: ``outline``, ``roles[0]`` .., ``clues``.
    """

    number: int
    by: str
    problems: dict[str, list[str]]


@dataclass
class Writing:
    """A case that is being written.

    Attributes:
        agents: Who write it.
        most: Most rounds in which the check may send something back.
        on_round: Told of each round.
        rounds: Those so far.
    """

    agents: Agents
    most: int
    on_round: Callable[[Round], None] = lambda one: None
    rounds: list[Round] = field(default_factory=list)

    async def case(self) -> Json:
        """The record of a case that the check has nothing against.

        Raises:
            Unfinished: If it still has something against it after the last round.
            MalformedReply: If a reply cannot be read.
            ProviderError: If the model cannot be reached.
        """
        facts = await self._settled(await self.agents.outline(None))
        roles = await self._roles(facts)
        for _ in range(CRITICISM):
            verdict = await self.agents.critic(facts, roles)
            if verdict.outline:
                self._send_back("critic", {"outline": list(verdict.outline)})
                facts = await self._settled(await self.agents.outline(facts, feedback=verdict.outline))
            if verdict.characters:
                self._send_back("critic", {"roles": list(verdict.characters)})
            if verdict.outline or verdict.characters:
                roles = await self._roles(facts, roles, verdict.characters)
        clues = await self.agents.clues(facts, _lies(roles), None)
        while problems := _by_part(checked(_record(facts, roles, clues))):
            self._send_back("check", problems)
            facts, roles, clues = await self._mended(facts, roles, clues, problems)
        return _record(facts, roles, clues)

    async def questions(self, record: Json) -> list[Json]:
        """Open questions on a case, as records of the schema ``murder_mystery/open_question``."""
        case = read_case(record)
        return await self.agents.questions(record, lambda asked: _open_questions(case, asked))

    async def _settled(self, facts: Json) -> Json:
        """The facts, when the check has nothing against them."""
        while problems := outline_problems(facts):
            self._send_back("check", {"outline": problems})
            facts = await self.agents.outline(facts, problems)
        return facts

    async def _roles(self, facts: Json, drafts: Sequence[Json] = (), feedback: Sequence[str] = ()) -> list[Json]:
        earlier = {role["who"]: role for role in drafts}
        return await asyncio.gather(
            *(self.agents.character(facts, who, _own(earlier.get(who)), feedback=feedback) for who in _people(facts))
        )

    async def _mended(
        self, facts: Json, roles: list[Json], clues: Json, problems: dict[str, list[str]]
    ) -> tuple[Json, list[Json], Json]:
        """The parts of which something was found, written again; the facts first, since all rest on them."""
        wrong = {role["who"]: problems.get(f"roles[{number}]", []) for number, role in enumerate(roles)}
        drafts = {role["who"]: role for role in roles}
        if "outline" in problems:
            facts = await self.agents.outline(facts, problems["outline"])

        async def role(who: str) -> Json:
            if who in drafts and not wrong[who]:
                return drafts[who]
            return await self.agents.character(facts, who, _own(drafts.get(who)), wrong.get(who, []))

        roles = await asyncio.gather(*(role(who) for who in _people(facts)))
        if "clues" in problems:
            clues = await self.agents.clues(facts, _lies(roles), clues, problems["clues"])
        return facts, roles, clues

    def _send_back(self, by: str, problems: dict[str, list[str]]) -> None:
        checks = sum(one.by == "check" for one in self.rounds)
        if by == "check" and checks == self.most:
            left = "\n".join(f"  {part}: {problem}" for part, found in problems.items() for problem in found)
            raise Unfinished(f"after {checks} rounds the check still finds:\n{left}")
        self.rounds.append(Round(len(self.rounds) + 1, by, problems))
        self.on_round(self.rounds[-1])


def outline_problems(facts: Json) -> list[str]:
    """What is wrong with the facts alone, before roles and clues are there."""
    roles = [{"who": who, **_EMPTY_ROLE} for who in _people(facts)]
    record = _record(facts, roles, _EMPTY_CLUES)
    problems = checked(record)
    found = [_line(problem) for problem in problems if not problem.place.startswith(_LATER)]
    if not found:
        case = read_case(record)
        left = suspects_left(case, case.facts.keys() - {deed.id for deed in case.of(Deed)})
        found = [f"means, stays: {who} is not ruled out by all facts together" for who in left if who != case.murderer]
    return found


def checked(record: Json) -> list[Problem]:
    """All that is wrong with a record of a case, by its schema and then by the check."""
    return check_record(record, SCHEMA, "case") or case_problems(record)


_EMPTY: Json = {"en": "Nothing yet.", "zh": "还没有。"}
_EMPTY_ROLE: Json = {"introduction": _EMPTY, "script": _EMPTY, "lies": []}
_EMPTY_CLUES: Json = {"clues": [{"id": "nothing_yet", "revealed": 0, "text": _EMPTY}], "solution": _EMPTY}


def _record(facts: Json, roles: Sequence[Json], clues: Json) -> Json:
    return {**facts, "created": date.today().isoformat(), "authors": [AUTHOR], "roles": list(roles), **clues}


def _people(facts: Json) -> list[str]:
    """Everybody but the victim; what has no such form is for the check to say."""
    people, murder = facts.get("people"), facts.get("murder")
    victim = murder.get("victim") if isinstance(murder, dict) else None
    ids: list[Any] = [one.get("id") for one in people if isinstance(one, dict)] if isinstance(people, list) else []
    return [one for one in ids if isinstance(one, str) and one != victim]


def _own(role: Json | None) -> Json | None:
    """A role as its agent wrote it."""
    return role and {name: role[name] for name in role if name != "who"}


def _lies(roles: Sequence[Json]) -> list[Json]:
    return [{"who": role["who"], "lies": role["lies"]} for role in roles]


def _by_part(problems: Sequence[Problem]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for problem in problems:
        part = problem.place.split(".")[0]
        if part.startswith(("clues", "solution")):
            part = "clues"
        elif not part.startswith("roles["):
            part = "outline"
        found.setdefault(part, []).append(_line(problem))
    return found


def _line(problem: Problem) -> str:
    return f"{problem.place}: found {problem.found}; expected {problem.expected}"


def _open_questions(case: Case, asked: Sequence[Any]) -> list[Json]:
    """The questions as records, or ValueError with what is wrong with one."""
    told, name = stated(case.record["solution"]), case.record["id"]
    records = []
    for number, one in enumerate(asked):
        facts = one.get("facts") if isinstance(one, dict) else None
        if not isinstance(facts, list) or not 2 <= len(set(map(str, facts))) <= 6:
            raise ValueError(f"question {number + 1} needs two to six facts")
        if strange := [fact for fact in facts if fact not in told]:
            raise ValueError(f"the solution does not anchor {', '.join(map(str, strange))}")
        record = {
            "id": f"{name}/open-chain{chr(ord('a') + number)}",
            "case": name,
            "question": one.get("question"),
            "reference": {language: reference(case, set(facts), language) for language in ("en", "zh")},
            "facts": sorted(set(facts)),
        }
        if wrong := check_record(record, "murder_mystery/open_question", "question"):
            raise ValueError(_line(wrong[0]))
        records.append(record)
    return records
