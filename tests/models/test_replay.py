"""Saved episodes played again from their journal, without a network; and what differs where they cannot be."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import pytest
from conftest import MODEL
from turtlesoup_bench.agents.turtle_soup.baselines.direct import agent as direct
from turtlesoup_bench.agents.turtle_soup.mosaic import questioner
from turtlesoup_bench.agents.turtle_soup.mosaic.questioner import mosaic

from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.games.turtle_soup.episode import play
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import Episode, Score
from turtlesoup_bench.games.turtle_soup.responder.model import ModelResponder
from turtlesoup_bench.games.turtle_soup.scoring.judges.model import ModelJudge
from turtlesoup_bench.games.turtle_soup.scoring.score import Reference, score
from turtlesoup_bench.models import ModelClient, Sampling
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal, canonical, request_key
from turtlesoup_bench.models.replay import NotJournaled, Replay
from turtlesoup_bench.models.simulated.server import Behaviour, served
from turtlesoup_bench.prompts import PromptSet

AGENTS = {"direct": direct, "mosaic": mosaic}
SEEDS = {"direct": 1, "mosaic": 2}
TURNS = 6
Played = list[tuple[Episode, Score]]


class Clients(Protocol):
    def client(self, model: str, sampling: Sampling = ..., /) -> ModelClient: ...


async def played(clients: Clients, puzzles: Sequence[Puzzle], names: Sequence[str] = ("direct", "mosaic")) -> Played:
    """Four episodes at once, two of each agent, with their scores."""

    async def one(puzzle: Puzzle, name: str) -> tuple[Episode, Score]:
        player, responder = clients.client(MODEL, Sampling(0.7)), ModelResponder(clients.client(MODEL))
        episode = await play(puzzle, name, AGENTS[name], responder, model=player, seed=SEEDS[name], max_turns=TURNS)
        assert episode.prediction
        judge = ModelJudge(clients.client("openai/judge"))
        where = {"episode_id": episode.episode_id, "puzzle_id": puzzle.id, "dataset": ("1", "x")}
        return episode, await score(episode.prediction, Reference.of(puzzle), judge, **where)

    return await asyncio.gather(*(one(puzzle, name) for name in names for puzzle in puzzles))


@pytest.fixture(scope="module")
def chosen(puzzles: list[Puzzle]) -> list[Puzzle]:
    return [next(puzzle for puzzle in puzzles if puzzle.language == language) for language in ("en", "zh")]


@pytest.fixture(scope="module")
def recorded(chosen: list[Puzzle], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Played]]:
    """A journal and the episodes that it is of; their provider errs at times, and is gone."""
    path = tmp_path_factory.mktemp("recorded") / "calls.sqlite"

    async def record() -> Played:
        with Journal(path) as journal:
            async with ClientPool(journal) as pool:
                return await played(pool, chosen)

    with pytest.MonkeyPatch.context() as patch:
        faults = {"broken_json": 0.1, "empty": 0.05}
        with served(simulated_reply, Behaviour(latency=0.005, error_rate=0.1, faults=faults)) as provider:
            patch.setenv("OPENAI_BASE_URL", provider.url)
            episodes = asyncio.run(record())
        yield path, episodes


def test_episodes_and_scores_are_the_same_without_a_network(
    recorded: tuple[Path, Played], chosen: list[Puzzle]
) -> None:
    path, episodes = recorded
    before = path.read_bytes()
    with Journal(path) as journal:
        assert asyncio.run(played(Replay(journal), chosen)) == episodes
    assert path.read_bytes() == before


def test_every_call_of_an_episode_can_be_shown(recorded: tuple[Path, Played]) -> None:
    path, episodes = recorded
    with Journal(path) as journal:
        calls = {episode.episode_id: journal.calls(episode.episode_id) for episode, _ in episodes}
        assert len(journal) <= sum(map(len, calls.values()))
    for episode, scored in episodes:
        mine = calls[episode.episode_id]
        assert {call.place.seat for call in mine} == {"player", "host", "judge"}
        by_seat = {seat: [call for call in mine if call.place.seat == seat] for seat in ("player", "host", "judge")}
        # A request that is repeated in a step is one call with one reply, however often it is booked.
        assert len(by_seat["player"]) <= episode.usage["player"].calls
        assert len(by_seat["host"]) == episode.usage["host"].calls
        assert scored.usage and len(by_seat["judge"]) == scored.usage.calls
        assert {call.place.step for call in by_seat["host"]} == set(range(1, 2 * TURNS, 2))
        assert {call.place.step for call in by_seat["player"]} == set(range(0, 2 * TURNS + 1, 2))
        assert {call.place.step for call in by_seat["judge"]} == {None}
        assert all(call.request and request_key(canonical(call.request)) == call.key for call in mine)
        temperatures = {
            seat: {c.request["sampling"]["temperature"] for c in by_seat[seat] if c.request} for seat in by_seat
        }
        assert temperatures == {"player": {0.7}, "host": {0.0}, "judge": {0.0}}


@pytest.mark.parametrize(
    ("prompt", "step"), [("candidates", 0), ("local_analysis", 2), ("doubts", 10), ("global_deliberation", 10)]
)
def test_the_first_call_that_a_changed_prompt_changes_is_named(
    recorded: tuple[Path, Played],
    chosen: list[Puzzle],
    prompt: str,
    step: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = Path(shutil.copytree(questioner.PROMPTS.folder, tmp_path / "prompts"))
    file = folder / "en" / f"{prompt}.md.j2"
    file.write_text(file.read_text(encoding="utf-8").replace("turtle soup", "onion soup", 1), encoding="utf-8")
    monkeypatch.setattr(questioner, "PROMPTS", PromptSet("mosaic", folder))
    path, _ = recorded
    with Journal(path) as journal, pytest.raises(NotJournaled) as caught:
        asyncio.run(played(Replay(journal), chosen[:1], ["mosaic"]))
    error = caught.value
    assert error.place and (error.place.episode, error.place.seat) == (f"{chosen[0].id}#2", "player")
    assert error.place.step == step
    assert f"{chosen[0].id}#2, player, step {step}, call {error.place.n}: the journal has no reply" in str(error)
    assert "turtle soup" in str(error) and "onion soup" in str(error)
    assert error.recorded
    then, now = (request["messages"][0]["content"] for request in (error.recorded, error.asked))
    assert then.replace("turtle soup", "onion soup", 1) == now


def test_other_sampling_is_another_request(recorded: tuple[Path, Played], chosen: list[Puzzle]) -> None:
    class Hotter(Replay):
        def client(self, model: str, sampling: Sampling = Sampling(), /) -> ModelClient:  # noqa: B008
            return super().client(model, Sampling(0.9) if sampling.temperature else sampling)

    with Journal(recorded[0]) as journal, pytest.raises(NotJournaled, match=r"step 0, call 0: .*0\.7.*0\.9"):
        asyncio.run(played(Hotter(journal), chosen[:1], ["direct"]))


def test_what_was_never_asked_has_no_counterpart(chosen: list[Puzzle]) -> None:
    with Journal() as journal:
        with pytest.raises(NotJournaled, match=r"step 0, call 0: .*; no other one is recorded there"):
            asyncio.run(played(Replay(journal), chosen[:1]))
        with pytest.raises(NotJournaled, match="a call of no episode"):
            asyncio.run(Replay(journal).client(MODEL).complete([{"role": "user", "content": "hi"}]))
