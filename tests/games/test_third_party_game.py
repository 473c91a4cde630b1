"""The game in examples/third_party_game, installed as a third party's package would be."""

from __future__ import annotations

import asyncio
import json
import os
import struct
import subprocess
import sys
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from conftest import MODEL, ROOT

from turtlesoup_bench.errors import AccessError
from turtlesoup_bench.games import Episode, Game, Move, Observation, Score
from turtlesoup_bench.games.match import Match, play
from turtlesoup_bench.models import Completion
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import Usage
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings

SEATS = ("ann", "bob", "cyd")


@dataclass
class Scripted:
    """Hints, then votes; an action it is not given is one that the rules refuse."""

    hint: Any
    vote: str
    seen: list[Observation] = field(default_factory=list)

    async def act(self, observation: Observation) -> Move:
        self.seen.append(observation)
        return Move({observation.phase: getattr(self, observation.phase)})


def turtlesoup(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "turtlesoup_bench", *arguments]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": str(site)}, capture_output=True, text=True)


def test_it_is_listed_and_keeps_the_contract(third_party_site: Path) -> None:
    listed = turtlesoup(third_party_site, "games")
    assert listed.returncode == 0, listed.stderr
    assert "odd-one-out" in listed.stdout and "won, fits" in listed.stdout
    checked = turtlesoup(third_party_site, "games", "check", "odd-one-out")
    assert (checked.returncode, checked.stderr) == (0, "")


def test_its_readme_names_every_file() -> None:
    folder = ROOT / "examples" / "third_party_game"
    lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 35
    for path in folder.glob("src/**/*.py"):
        assert any(path.relative_to(folder).as_posix() in line for line in lines), path


def played(game: Game, seed: int, votes: Mapping[str, str], hint: Any = "It is bright.") -> Episode:
    setup = game.setup(game.load({"limit": 1})[0], seed=seed)
    players = {seat: Scripted(hint if seat == "ann" else "It is bright.", votes[seat]) for seat in SEATS}
    return asyncio.run(play(game, setup, players))


def by_chat(game: Game, seed: int, votes: Mapping[str, str]) -> Episode:
    """The same, by what chat models reply: one refuses to hint at first, one votes for nobody, then for itself."""
    match = Match(game, game.setup(game.load({"limit": 1})[0], seed=seed))
    match.say("bob", "\n")
    assert match.observe()["bob"].complaint == "The first line is empty."
    for seat in SEATS:
        match.say(seat, "It is bright.\nI could say more.")
    match.say("cyd", "I cannot tell.")
    match.say("cyd", "cyd")
    assert match.observe()["cyd"].complaint == "Vote for ann or bob."
    for seat in SEATS:
        match.say(seat, f"I vote for {votes[seat].title()}.")
    return match.episode()


def test_scripted_players_and_chat_replies_play_the_same_episode(odd_one_out: Game) -> None:
    votes = {"ann": "bob", "bob": "cyd", "cyd": "bob"}
    scripted, chat = played(odd_one_out, 3, votes), by_chat(odd_one_out, 3, votes)
    assert scripted.events == chat.events
    assert scripted.ending == chat.ending
    assert chat.moves[1]["cyd"].complaints == ("Reply with one name.", "Vote for ann or bob.")


def test_the_odd_picture_is_drawn_and_seen_by_its_seat_alone(odd_one_out: Game) -> None:
    odd = set()
    for seed in range(20):
        episode = played(odd_one_out, seed, dict.fromkeys(SEATS, "ann") | {"ann": "bob"})
        pictures = {event.to: event.parts[0] for event in episode.events if event.kind == "picture"}
        assert episode.ending
        assert [to for to in pictures if list(pictures.values()).count(pictures[to]) == 1] == [
            (episode.ending.data["odd"],)
        ]
        assert episode.ending.outcome == ("caught" if episode.ending.data["odd"] == "ann" else "escaped")
        odd.add(episode.ending.data["odd"])
    assert odd == set(SEATS)


def test_its_pictures_are_png_files(odd_one_out: Game) -> None:
    match = Match(odd_one_out, odd_one_out.setup(odd_one_out.load({"limit": 1})[0]))
    (part,) = match.observe()["ann"].events[0].parts
    content = odd_one_out.open_media(part.content)
    assert (part.media_type, content[:8], content[12:16]) == ("image/png", b"\x89PNG\r\n\x1a\n", b"IHDR")
    assert struct.unpack(">II", content[16:24]) == (32, 32)
    start = content.index(b"IDAT") + 4
    rows = zlib.decompress(content[start : content.index(b"IEND") - 8])
    assert len(rows) == 32 * (1 + 3 * 32)
    with pytest.raises(KeyError):
        odd_one_out.open_media("0" * 64)


@dataclass
class Judge:
    """A model client that gives its replies in turn."""

    replies: list[str]
    model: str = "scripted"
    asked: list[Sequence[Message]] = field(default_factory=list)

    async def complete(
        self, messages: Sequence[Message], *, json_mode: bool = False, seed: int | None = None, sample: int = 0
    ) -> Completion:
        self.asked.append(messages)
        return Completion(self.replies.pop(0), Usage())


def judged(game: Game, episode: Episode, judge: Judge) -> Score:
    assert game.scorer
    score = asyncio.run(game.scorer("scripted").score(episode.setup.instance, episode, {"scripted": judge}.__getitem__))
    return game.settle(score, episode)


def test_a_model_judges_the_hints(odd_one_out: Game) -> None:
    episode = played(odd_one_out, 3, {"ann": "bob", "bob": "cyd", "cyd": "bob"})
    assert episode.ending
    judge = Judge(["Let me see.", json.dumps({"ann": True, "bob": False, "cyd": True})])
    score = judged(odd_one_out, episode, judge)
    is_caught, odd = episode.ending.outcome == "caught", episode.ending.data["odd"]
    assert score.status == "scored"
    assert {seat: values["fits"] for seat, values in score.by_seat.items()} == {"ann": 1.0, "bob": 0.0, "cyd": 1.0}
    assert {seat for seat, values in score.by_seat.items() if values["won"]} == (
        set(SEATS) - {odd} if is_caught else {odd}
    )
    assert "a red square" in judge.asked[0][0]["content"]
    assert set(score.by_seat["ann"]) == {measure.name for measure in odd_one_out.measures}


@pytest.mark.parametrize("reply", ["No.", '{"ann": true}', '{"ann": 1, "bob": 0, "cyd": 1}', ""])
def test_an_unusable_judgement_is_unscored(odd_one_out: Game, reply: str) -> None:
    score = judged(
        odd_one_out, played(odd_one_out, 3, dict.fromkeys(SEATS, "bob") | {"bob": "ann"}), Judge([reply] * 2)
    )
    assert (score.status, score.by_seat) == ("unscored", {})
    assert score.reason and score.reason.startswith("judge: scripted")


def test_a_seat_that_is_aborted_gets_the_worst_of_both_measures(odd_one_out: Game) -> None:
    episode = played(odd_one_out, 3, dict.fromkeys(SEATS, "bob"), hint="x" * 201)
    assert episode.status == "aborted"
    score = judged(odd_one_out, episode, Judge([]))
    assert score.by_seat == {"ann": {"won": 0.0, "fits": 0.0}}


def test_the_judge_may_be_any_model_that_the_client_reaches(
    odd_one_out: Game, provider: SimulatedProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    episode = played(odd_one_out, 3, {"ann": "bob", "bob": "cyd", "cyd": "bob"})

    async def score() -> Score:
        assert odd_one_out.scorer
        with Journal(None) as journal:
            async with ClientPool(journal) as pool:
                return await odd_one_out.scorer(MODEL).score(episode.setup.instance, episode, pool.client)

    said_hello = asyncio.run(score())  # as the simulated provider does to whatever it does not know
    assert (said_hello.status, provider.tries.total()) == ("unscored", 2)
    assert said_hello.reason and "no JSON objects" in said_hello.reason
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("OPENAI_BASE_URL")
    with pytest.raises(AccessError):
        asyncio.run(score())


def test_a_run_of_it_is_kept_and_summarised(odd_one_out: Game, provider: SimulatedProvider, tmp_path: Path) -> None:
    settings = RunSettings("odd-one-out", model=MODEL, scorer=MODEL, seeds=(1, 2), out=tmp_path / "run")
    results = read_results(asyncio.run(run(settings)).path)
    # All seats are tested. The provider says hello, which is a hint, and no vote: every seat is aborted.
    assert results.run["tested"] == list(SEATS)
    overall = results.rows[0]
    episodes = 2 * len(odd_one_out.load({}))
    assert (overall.episodes, overall.outcomes["aborted"]) == (episodes, episodes)
    assert [overall.means[name] and overall.means[name].mean for name in ("won", "fits")] == [0.0, 0.0]
    assert {seat: usage.calls for seat, usage in results.usage.items()} == dict.fromkeys(SEATS, 4 * episodes)
