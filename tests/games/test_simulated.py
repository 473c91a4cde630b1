"""Registered games, played to the end by chat models of the simulated provider."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys

import pytest
from conftest import MODEL
from test_prompts import SETS
from turtlesoup_bench.agents.chat.player import ChatPlayer

from turtlesoup_bench.games import Episode, Game
from turtlesoup_bench.games.match import play
from turtlesoup_bench.games.registry import find_game, game_names
from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider

GAMES = [name for name in game_names() if find_game(name).simulate is not None]


def played(game: Game, place: int) -> Episode:
    instance = game.load({})[place]

    async def go() -> Episode:
        with Journal() as journal:
            async with ClientPool(journal) as pool:
                client = pool.client(MODEL)
                players = {
                    seat: ChatPlayer(game, role, instance.language, client) for seat, role in instance.seats.items()
                }
                return await play(game, game.setup(instance), players)

    return asyncio.run(go())


@pytest.mark.parametrize("place", [0, -1])
@pytest.mark.parametrize("name", GAMES)
def test_a_simulated_model_plays_it_to_the_end(provider: SimulatedProvider, name: str, place: int) -> None:
    episode = played(find_game(name), place)
    assert episode.status == "completed", episode.ending
    assert not [move.complaints for step in episode.moves for move in step.values() if move.complaints]
    assert "other" not in provider.tasks


@pytest.mark.parametrize("name", GAMES)
def test_a_simulated_model_can_be_wrong(provider: SimulatedProvider, name: str) -> None:
    game = find_game(name)
    right = played(game, 0)
    provider.behaviour.error_rate = 1.0
    assert played(game, 0).moves != right.moves


KNOWN = """
import json, sys
from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.prompts import find_prompt

simulated_reply([], False)
for system in json.load(sys.stdin):
    print(find_prompt([{"role": "system", "content": system}]).task)
"""


def test_a_process_that_does_nothing_else_knows_every_prompt() -> None:
    outlines = [outline for prompts in SETS for outline in prompts.outlines]
    systems = json.dumps([f"{first} {last}" for first, last, _ in outlines])
    done = subprocess.run([sys.executable, "-c", KNOWN], input=systems, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [name.task for _, _, name in outlines]


@pytest.mark.parametrize("content", ["hi", "", [{"type": "text", "text": "hi"}]])
def test_a_chat_of_no_game_has_no_reply(content: object) -> None:
    assert simulated_reply([{"role": "system", "content": content}, {"role": "user", "content": "hi"}], False) is None
