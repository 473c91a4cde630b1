"""Replies of a model to every game, and the episodes that they make: every framework must give the same."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from turtlesoup_bench.games import Episode, Forfeit, Game, Move, Observation, Player, Score, Seat, Setup
from turtlesoup_bench.games.chat import tell
from turtlesoup_bench.games.match import Match, advance
from turtlesoup_bench.games.registry import find_agent, find_game
from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.prompts import Message

FILTERED = "(filtered)"
"""Stands for a reply that a content filter stopped."""
REFUSAL = "I'm sorry, but I can't help with that."
SEED = 3
PREDICTION = json.dumps({"logic": ["a lie"], "details": [], "conclusion": "It was a dream."})
TOO_MUCH = json.dumps({"logic": ["a"] * 1001, "details": [], "conclusion": "b"})


class Voter:
    """Gives a hint and votes for the first of the others."""

    async def act(self, observation: Observation) -> Move:
        is_hint = observation.phase == "hint"
        return Move({"hint": "You see it every day."} if is_hint else {"vote": observation.view["others"][0]})


class Host:
    """Says Yes to everything and flags the first key clue."""

    async def act(self, observation: Observation) -> Move:
        return Move({"verdict": "yes", "is_key_clue": True, "clue": 1})


@dataclass(frozen=True)
class Case:
    """What a model replies in one seat of a game.

    Attributes:
        game: Name of the game.
        seat: The model's.
        replies: With why each ends, as OpenAI's API says it.
        outcome: Of the episode.
        players: Of the other seats.
        options: Of the game.
        complaints: So many replies are asked for again.
        selection: The one instance that is played.
    """

    game: str
    seat: str
    replies: Sequence[tuple[str, str]]
    outcome: str
    complaints: int
    players: Mapping[str, Player] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    selection: Mapping[str, Any] = field(default_factory=lambda: {"limit": 1})

    def players_of(self, setup: Setup) -> Mapping[str, Player]:
        return self.players

    def find(self) -> Game:
        return find_game(self.game)

    def setup(self) -> Setup:
        game = self.find()
        (instance,) = game.load(self.selection)
        return game.setup(instance, seed=SEED, options=self.options, tested=[self.seat])


def texts(*replies: str) -> list[tuple[str, str]]:
    return [(reply, "stop") for reply in replies]


FIRST = {"limit": 1, "languages": ["en"]}


def simulated(game: str, tested: str, players: Mapping[str, Player]) -> list[tuple[str, str]]:
    """The replies of the simulated model in a seat of the first instance of a game."""
    (instance,) = find_game(game).load(FIRST)
    match = Match(find_game(game), find_game(game).setup(instance, seed=SEED, tested=[tested]))
    chat: list[Message] = []
    asyncio.run(advance(match, players))
    while waiting := match.observe():
        ((seat, observation),) = waiting.items()
        tell(chat, match.forms(seat)[0], observation, match.game)
        chat.append({"role": "assistant", "content": simulated_reply(chat, False) or ""})
        match.say(seat, chat[-1]["content"])
        asyncio.run(advance(match, players))
    return texts(*(message["content"] for message in chat if message["role"] == "assistant"))


def first_refuses(game: str, seat: str, outcome: str) -> Case:
    """A model that refuses at first, is cut off in the second move, if there is one, and then plays to the end."""
    first, *others = simulated(game, seat, {})
    cut_off = [USED_UP] if others else []
    replies = [*texts(REFUSAL), first, *cut_off, *others]
    complaints = 1 + len(cut_off)
    return Case(game, seat, replies, outcome, complaints=complaints, selection=FIRST)


def in_a_case(seat: str) -> Case:
    """A model in one seat of a murder mystery; honest witnesses, or a silent murderer, in the others."""
    game = find_game("murder-mystery")
    (instance,) = game.load(FIRST)
    roles = {"innocent": "murder-mystery-witness", "murderer": "murder-mystery-stonewaller"}
    players = {
        other: find_agent(roles[role]).create(Seat(game, other, role, instance.language, SEED))
        for other, role in instance.seats.items()
        if other != seat
    }
    introduction, *others = simulated(game.name, seat, players)
    replies = [introduction, *texts(REFUSAL), *others[:1], USED_UP, *others[1:]]
    return Case(game.name, seat, replies, "", players=players, complaints=2, selection=FIRST)


TWENTY = {"game": "twenty-questions", "seat": "answerer", "options": {"questions": 3}}
SOUP = {
    "game": "turtle-soup",
    "seat": "player",
    "options": {"max_turns": 2},
    "players": {"host": Host()},
    "selection": {"limit": 1, "languages": ["en"]},
}
ODD = {"game": "odd-one-out", "seat": "cyd", "players": {"ann": Voter(), "bob": Voter()}}
CUT_OFF = ("The answer to that", "length")
USED_UP = ("", "length")
CASES: dict[str, Callable[[], Case]] = {
    "twenty questions": lambda: Case(
        **TWENTY,
        replies=[
            *texts("I have picked one.", REFUSAL, "no"),
            CUT_OFF,
            *texts("It is not, no.", "Yes, or no?", "Yes.", "no"),
        ],
        outcome="consistent",
        complaints=3,
    ),
    "turtle soup": lambda: Case(
        **SOUP,
        replies=[
            *texts(REFUSAL, "Did somebody die?"),
            USED_UP,
            *texts("1. Was it an accident?", TOO_MUCH),
            (PREDICTION[:20], "length"),
            *texts(PREDICTION),
        ],
        outcome="concluded",
        complaints=4,
    ),
    "odd one out": lambda: Case(
        **ODD,
        replies=[*texts("\nSorry.", "x" * 201, "It is bright.", REFUSAL), USED_UP, *texts("Ann has it.")],
        outcome="",
        complaints=4,
    ),
    "word guess": lambda: first_refuses("word-guess", "guesser", "solved"),
    "movie recommendation": lambda: first_refuses("movie-recommendation", "recommender", "recommended"),
    "circuit decoding": lambda: first_refuses("circuit-decoding", "decoder", "solved"),
    "word chaining": lambda: first_refuses("word-chaining", "player", "survived"),
    "murder mystery, an innocent": lambda: in_a_case("innocent-2"),
    "murder mystery, the murderer": lambda: in_a_case("murderer"),
    "a question on a case": lambda: first_refuses("murder-mystery-questions", "reader", "answered"),
    "an unreadable model": lambda: Case(
        **TWENTY, replies=texts("ready", *[REFUSAL] * 2), outcome="aborted", complaints=2
    ),
    "an invalid move": lambda: Case(**ODD, replies=texts("Bright.", *["cyd"] * 3), outcome="aborted", complaints=3),
    "a content filter": lambda: Case(
        **SOUP, replies=[("Did he die?", "stop"), (FILTERED, "content_filter")], outcome="aborted", complaints=0
    ),
}


@cache
def case_of(name: str) -> Case:
    """The case of a name; made when it is first asked for, since making one can take a whole game."""
    return CASES[name]()


def by_match(case: Case) -> Episode:
    """The episode that the replies make, without a framework."""
    match = Match(case.find(), case.setup())

    async def go() -> None:
        for text, reason in case.replies:
            await advance(match, case.players)
            if reason == "content_filter":
                match.act({case.seat: Move(forfeit=Forfeit("refused", "a content filter stopped the model"))})
            else:
                match.say(case.seat, text)
        await advance(match, case.players)

    asyncio.run(go())
    episode = match.episode()
    assert episode.ending
    if case.outcome:
        assert episode.ending.outcome == case.outcome
    assert sum(len(step[case.seat].complaints) for step in episode.moves if case.seat in step) == case.complaints
    return episode


async def score(episode: Episode) -> Score:
    """One number of any game: the share of moves that were accepted at once, under the name of its headline."""
    (seat,) = episode.setup.tested
    moves = [step[seat] for step in episode.moves if seat in step]
    value = sum(not move.complaints for move in moves) / len(moves)
    name = find_game(episode.game).measures[0].name
    return Score("scored", {seat: {name: value}}, {"moves": len(moves)}, {"scorer": "accepted at once"})
