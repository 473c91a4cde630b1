"""The rules of murder mystery: introductions, rounds of questions and answers, hypotheses, and a vote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from turtlesoup_bench.games import Decision, Ending, Event, Move, Setup
from turtlesoup_bench.games.murder_mystery.actions import accepts, refusal
from turtlesoup_bench.games.murder_mystery.cases import Case
from turtlesoup_bench.games.murder_mystery.clues import CAPTIONS, clue_event
from turtlesoup_bench.games.murder_mystery.instances import MURDERER, case_of, person_of, seat_of
from turtlesoup_bench.games.murder_mystery.solver import suspects_left
from turtlesoup_bench.games.murder_mystery.texts import plain, spans, stated
from turtlesoup_bench.records import Json

Phase = Literal["introduction", "question", "answer", "belief", "hypothesis", "vote"]
ELIMINATION = "elimination"
"""What a detective is granted: that the rules tell it whom all that it was shown does not rule out."""
OPTIONS: dict[str, Json] = {
    "rounds": {
        "type": "integer",
        "minimum": 1,
        "maximum": 9,
        "default": 3,
        "description": "Rounds of discussion; in each, every player asks one question.",
    },
    "images": {
        "enum": ["pictures", CAPTIONS],
        "default": "pictures",
        "description": "Whether image clues reach players as pictures, or as a description in words.",
    },
    "reveal": {
        "enum": ["by round", "at start"],
        "default": "by round",
        "description": "When clues come to the table: before the round that the case says, or all with the roles.",
    },
    "beliefs": {
        "type": "boolean",
        "default": True,
        "description": "Whether innocents say after each round, to nobody, how much they suspect each player.",
    },
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question that waits for its answer; people by their ids."""

    asker: str
    asked: str
    text: str


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands.

    Attributes:
        setup: What was fixed before.
        case: The case.
        seats: All seats, in an order drawn for the episode: that of the instance, or of the case, tells who did it.
        phase: What is decided next.
        round: Of the discussion, from 1; 0 before it.
        table: Ids of the clues that everybody has seen.
        said: Facts of which somebody has quoted the words of its own script.
        questions: Those of this round.
        ending: How it ended.
    """

    setup: Setup
    case: Case
    seats: tuple[str, ...]
    phase: Phase = "introduction"
    round: int = 0
    table: frozenset[str] = frozenset()
    said: frozenset[str] = frozenset()
    questions: tuple[Question, ...] = ()
    ending: Ending | None = None

    @property
    def players(self) -> list[str]:
        """Ids of the people who have a role, in the order of their seats."""
        return [self.person(seat) for seat in self.seats]

    def person(self, seat: str) -> str:
        """Id of the person that a seat plays."""
        return person_of(self.setup.instance, seat)

    def held(self, person: str) -> list[str]:
        """Ids of the clues that a person holds and has not shared."""
        return [clue.id for clue in self.case.clues if clue.held_by == person and clue.id not in self.table]


class MurderMystery:
    """See the package; the methods are those of `turtlesoup_bench.games.Rules`."""

    def start(self, setup: Setup) -> tuple[State, list[Event]]:
        """The case as everybody knows it, each seat its script, and the first clues."""
        instance = setup.instance
        case, language = case_of(instance), instance.language
        order = sorted(instance.seats, key=lambda seat: setup.draw("order", person_of(instance, seat)))
        state = State(setup, case, tuple(order))
        events = [_case_event(state)]
        for seat in state.seats:
            events.append(Event("role", _role(state, seat), to=(seat,)))
            for number, clue in enumerate(case.clues):
                if clue.held_by == state.person(seat):
                    events.append(clue_event(case, number, language, setup.options["images"], (seat,)))
        return _reveal(state, events)

    def waiting(self, state: State) -> Mapping[str, Decision]:
        """All seats at the same time; in answers those that were asked, in beliefs and hypotheses the innocents."""
        if state.ending is not None:
            return {}
        return {
            seat: Decision(state.phase, accepts(state.phase, view), view)
            for seat in _movers(state)
            for view in (_view(state, seat),)
        }

    def refuse(self, state: State, seat: str, action: Any) -> str | None:
        """Anything but what the phase's schema allows; nobody asks, suspects or votes for itself."""
        return refusal(state.phase, action, _view(state, seat), state.setup.instance.language)

    def apply(self, state: State, moves: Mapping[str, Move]) -> tuple[State, list[Event]]:
        """What was said, then the next phase; a forfeited move is a pass."""
        events = [
            Event("pass", {"who": state.person(seat), "phase": state.phase})
            for seat, move in moves.items()
            if move.forfeit is not None
        ]
        actions = {state.person(seat): move.action for seat, move in moves.items() if move.forfeit is None}
        state, laid = _lay(state, actions)
        state = replace(state, said=state.said.union(*_quotes(state, actions)))
        return _AFTER[state.phase](state, actions, [*events, *laid])

    def ending(self, state: State) -> Ending | None:
        """``caught`` if the murderer got more votes than anybody else, else ``escaped``; with the votes."""
        return state.ending


def _case_event(state: State) -> Event:
    """What everybody is told: where and when, who is there, who is dead."""
    case, language = state.case, state.setup.instance.language
    people = {person["id"]: person for person in case.record["people"]}
    introductions = {role["who"]: plain(role["introduction"][language]) for role in case.record["roles"]}

    def told(who: str) -> Json:
        return {"id": who, "name": people[who]["name"][language], "about": people[who]["about"][language]}

    data = {
        "title": case.record["title"][language],
        "opening": plain(case.record["opening"][language]),
        "players": [{**told(who), "introduction": introductions[who]} for who in state.players],
        "victim": told(case.victim),
        "rounds": state.setup.options["rounds"],
    }
    return Event("case", data)


def _role(state: State, seat: str) -> Json:
    language, who = state.setup.instance.language, state.person(seat)
    role = next(role for role in state.case.record["roles"] if role["who"] == who)
    lies = [plain(lie["text"][language]) for lie in role["lies"]]
    script = plain(role["script"][language])
    return {"who": who, "is_murderer": seat == MURDERER, "script": script, "lies": lies}


def _movers(state: State) -> list[str]:
    if state.phase == "answer":
        asked = {question.asked for question in state.questions}
        return [seat for seat in state.seats if state.person(seat) in asked]
    if state.phase in ("belief", "hypothesis"):
        return [seat for seat in state.seats if seat != MURDERER]
    return list(state.seats)


def _view(state: State, seat: str) -> Json:
    who, options = state.person(seat), state.setup.options
    view: Json = {
        "who": who,
        "others": [other for other in state.players if other != who],
        "held": state.held(who),
        "round": state.round,
        "rounds": options["rounds"],
    }
    if state.phase == "answer":
        asked = [question for question in state.questions if question.asked == who]
        view["questions"] = [{"asker": question.asker, "question": question.text} for question in asked]
    if state.setup.grants.get(seat, {}).get(ELIMINATION):
        left = suspects_left(state.case, _shown(state, who))
        view["left"] = [other for other in view["others"] if other in left]
    return view


def _shown(state: State, who: str) -> frozenset[str]:
    """The facts that a person was shown: the opening, clues, its own script, and what others quote from theirs."""
    script = next(role["script"] for role in state.case.record["roles"] if role["who"] == who)
    clues = (clue.states for clue in state.case.clues if clue.id in state.table or clue.held_by == who)
    return state.case.public.union(stated(script), state.said, *clues)


def _reveal(state: State, events: list[Event]) -> tuple[State, list[Event]]:
    """The clues of this round come to the table; those that somebody holds stay with their holder."""
    options = state.setup.options
    due = {
        number
        for number, record in enumerate(state.case.record["clues"])
        if record["revealed"] == state.round or (options["reveal"] == "at start" and state.round == 0)
        if state.case.clues[number].held_by is None and record["id"] not in state.table
    }
    return _show(state, sorted(due), events)


def _show(state: State, numbers: Sequence[int], events: list[Event]) -> tuple[State, list[Event]]:
    language, images = state.setup.instance.language, state.setup.options["images"]
    shown = [clue_event(state.case, number, language, images, None) for number in numbers]
    table = state.table.union(state.case.clues[number].id for number in numbers)
    return replace(state, table=table), [*events, *shown]


def _lay(state: State, actions: Mapping[str, Any]) -> tuple[State, list[Event]]:
    """Puts the clues that players share on the table."""
    shared = [(who, clue) for who, action in actions.items() for clue in action.get("clues_share", ())]
    laid = {clue for _, clue in shared}
    numbers = [number for number, clue in enumerate(state.case.clues) if clue.id in laid]
    return _show(state, numbers, [Event("share", {"who": who, "clue": clue}) for who, clue in shared])


def _quotes(state: State, actions: Mapping[str, Any]) -> Iterator[frozenset[str]]:
    """The facts whose words in a speaker's own script stand in what it says aloud."""
    language = state.setup.instance.language
    scripts = {role["who"]: role["script"][language] for role in state.case.record["roles"]}
    for who, action in actions.items():
        said = [action.get("introduction", ""), action.get("question", ""), *action.get("answers", ())]
        yield frozenset(
            fact for span in spans(scripts[who]) if any(span.words in text for text in said) for fact in span.facts
        )


def _after_introductions(state: State, actions: Mapping[str, Any], events: list[Event]) -> tuple[State, list[Event]]:
    events += [Event("introduction", {"who": who, "text": action["introduction"]}) for who, action in actions.items()]
    return _next_round(state, events)


def _after_questions(state: State, actions: Mapping[str, Any], events: list[Event]) -> tuple[State, list[Event]]:
    questions = tuple(Question(who, action["chosen_player"], action["question"]) for who, action in actions.items())
    events += [
        Event("question", {"who": question.asker, "to": question.asked, "text": question.text})
        for question in questions
    ]
    if not questions:
        return _after_round(state, events)
    return replace(state, phase="answer", questions=questions), events


def _after_answers(state: State, actions: Mapping[str, Any], events: list[Event]) -> tuple[State, list[Event]]:
    for who, action in actions.items():
        asked = [question for question in state.questions if question.asked == who]
        events += [
            Event("answer", {"who": who, "to": question.asker, "text": text})
            for question, text in zip(asked, action["answers"], strict=True)
        ]
    return _after_round(replace(state, questions=()), events)


def _after_round(state: State, events: list[Event]) -> tuple[State, list[Event]]:
    if state.setup.options["beliefs"]:
        return replace(state, phase="belief"), events
    return _next_round(state, events)


def _after_beliefs(state: State, actions: Mapping[str, Any], events: list[Event]) -> tuple[State, list[Event]]:
    """Nobody sees them."""
    for who, action in actions.items():
        events.append(Event("belief", {"who": who, "round": state.round, "suspicion": action["suspicion"]}, to=()))
    return _next_round(state, events)


def _next_round(state: State, events: list[Event]) -> tuple[State, list[Event]]:
    if state.round == state.setup.options["rounds"]:
        return replace(state, phase="hypothesis"), events
    return _reveal(replace(state, phase="question", round=state.round + 1), events)


def _after_hypotheses(state: State, actions: Mapping[str, Any], events: list[Event]) -> tuple[State, list[Event]]:
    """Nobody sees them, so that a vote is a player's own."""
    events += [Event("hypothesis", {"who": who, **action}, to=()) for who, action in actions.items()]
    return replace(state, phase="vote"), events


def _after_votes(state: State, actions: Mapping[str, Any], events: list[Event]) -> tuple[State, list[Event]]:
    votes = {who: action["chosen_player"] for who, action in actions.items()}
    events += [Event("vote", {"who": who, "for": chosen}) for who, chosen in votes.items()]
    counts = Counter(votes.values())
    most = max((count for who, count in counts.items() if who != state.case.murderer), default=0)
    outcome = "caught" if counts[state.case.murderer] > most else "escaped"
    seats = {who: seat_of(state.setup.instance, who) for who in votes}
    data = {"murderer": state.case.murderer, "votes": {seats[who]: chosen for who, chosen in votes.items()}}
    return replace(state, ending=Ending(outcome, data)), events


_AFTER = {
    "introduction": _after_introductions,
    "question": _after_questions,
    "answer": _after_answers,
    "belief": _after_beliefs,
    "hypothesis": _after_hypotheses,
    "vote": _after_votes,
}
