"""What the simulated model replies in the multi-turn games, played through the games' own words."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from turtlesoup_bench.games import Episode, Instance
from turtlesoup_bench.games.chat import tell
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.prompts import Message

CASES = {
    "word-guess": (("en",), 0.5),
    "movie-recommendation": (("en", "zh"), 0.3),
    "circuit-decoding": (("en", "zh"), 1.0),
    "word-chaining": (("en", "zh"), 1.0),
    "twenty-questions": (("en",), 1.0),
}
"""Languages of each game, and the least mean score of three instances."""
PLAYED = [(game, language) for game, (languages, _) in CASES.items() for language in languages]
REFUSAL = "I'm sorry, but I can't help with that."


def instances(game: str, language: str) -> list[Instance]:
    return list(find_game(game).load({"limit": 3, "languages": (language,)}))


def played(game: str, instance: Instance, slips: set[int] = frozenset(), junk: set[int] = frozenset()) -> Episode:
    """The episode of the simulated model; in these calls it slips, or its reply is lost and junk comes instead."""
    match = Match(find_game(game), find_game(game).setup(instance))
    chat: list[Message] = []
    call = 0
    while waiting := match.observe():
        ((seat, observation),) = waiting.items()
        tell(chat, match.forms(seat)[0], observation, match.game)
        reply = simulated_reply(chat, call in slips)
        assert reply is not None
        reply = REFUSAL if call in junk else reply
        chat.append({"role": "assistant", "content": reply})
        match.say(seat, reply)
        call += 1
    return match.episode()


def complaints(episode: Episode) -> int:
    return sum(len(move.complaints) for step in episode.moves for move in step.values())


def score(game: str, episode: Episode) -> float:
    made = asyncio.run(find_game(game).scorer("rules").score(episode.setup.instance, episode, lambda _: None))
    return next(iter(made.by_seat.values()))["score"]


@pytest.mark.parametrize(("game", "language"), PLAYED)
def test_its_moves_are_accepted_and_score(game: str, language: str) -> None:
    episodes = [played(game, instance) for instance in instances(game, language)]
    assert [episode.status for episode in episodes] == ["completed"] * 3
    assert sum(map(complaints, episodes)) == 0
    assert sum(score(game, episode) for episode in episodes) / 3 >= CASES[game][1]


@pytest.mark.parametrize(("game", "language"), PLAYED)
def test_it_goes_on_after_a_reply_that_could_not_be_read(game: str, language: str) -> None:
    instance = instances(game, language)[0]
    as_planned, disturbed = (played(game, instance, junk=junk) for junk in (set(), {1}))
    assert complaints(disturbed) == 1
    assert disturbed.events == as_planned.events
    assert disturbed.ending == as_planned.ending


@pytest.mark.parametrize(("game", "language"), PLAYED)
def test_a_slip_is_refused_or_loses(game: str, language: str) -> None:
    slipped = [played(game, instance, slips={1, 2}) for instance in instances(game, language)]
    outcomes = {"word-chaining": "lost", "twenty-questions": "contradiction"}
    expected: Any = outcomes.get(game, "aborted")
    assert expected in {episode.ending.outcome for episode in slipped if episode.ending}
