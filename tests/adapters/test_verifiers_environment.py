"""The package that gives every game to verifiers by name plays as a match, and as a run of ours, without verifiers."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from conftest import MODEL, ROOT

from turtlesoup_bench.errors import InvalidInput, UnknownName
from turtlesoup_bench.games import Episode, Score, Seat
from turtlesoup_bench.games.chat import tell
from turtlesoup_bench.games.match import Match, advance
from turtlesoup_bench.games.registry import find_agent, find_game, game_names
from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.models.simulated.server import Behaviour, SimulatedProvider, served
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings

NEEDED = "pip install -e '.[verifiers]'"
vf = pytest.importorskip("verifiers.v1", reason=NEEDED)
loaders = pytest.importorskip("verifiers.v1.utils.loaders", reason=NEEDED)
configured = pytest.importorskip("turtlesoup_bench.adapters.verifiers.configured", reason=NEEDED)

FOLDER = ROOT / "environments" / "turtlesoup_bench_v1"
ID = "turtlesoup-bench-v1"
REFUSAL = "I'm sorry, but I can't help with that."


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setenv("OPENAI_API_KEY", "simulated")


@dataclass
class Stubborn:
    """The simulated model, which refuses the first time that it is asked anything; notes what it was asked."""

    asked: list[str] = field(default_factory=list)

    def __call__(self, messages: Sequence[Message], slip: bool) -> str | None:
        self.asked += [message["content"] for message in messages[:1]]  # none when a server warms up
        return REFUSAL if messages and len(self.asked) == 1 else simulated_reply(messages, slip)


def rolled_out(url: str, **settings: Any) -> Any:
    """The trace of the first task of an environment that verifiers loads by its id."""
    env = loaders.load_environment(loaders.resolve_env_config({"taskset": {"id": ID, **settings}}))
    client = vf.EvalClientConfig(base_url=url, api_key_var="OPENAI_API_KEY")
    context = vf.ModelContext(client=client, model="simulated", sampling=vf.SamplingConfig())

    async def go() -> Any:
        async with env.serving():
            (slot,) = env.slots(next(iter(env.taskset)), 1)
            return await env.run_slot(slot, context)

    episode = asyncio.run(go())
    (trace,) = episode.traces
    return trace


def by_match(name: str, tested: str, language: str, options: dict[str, Any]) -> tuple[Episode, Score]:
    """The same without verifiers, from the contract of games alone."""
    game, model = find_game(name), Stubborn()
    instance = game.load({"limit": 1, "languages": [language]})[0]
    roles = {seat: game.role(role) for seat, role in instance.seats.items() if seat != tested}
    agents = {seat: role.without_model or role.default for seat, role in roles.items()}
    setup = game.setup(
        instance,
        seed=5,
        options=options,
        tested=[tested],
        cast={seat: agents.get(seat, "chat with simulated") for seat in instance.seats},
        grants={seat: find_agent(agent).grants for seat, agent in agents.items() if find_agent(agent).grants},
    )
    players = {
        seat: find_agent(agent).create(Seat(game, seat, instance.seats[seat], language, 5, None, instance))
        for seat, agent in agents.items()
    }

    async def go() -> tuple[Episode, Score]:
        match, chat = Match(game, setup), []
        await advance(match, players)
        while waiting := match.observe():
            tell(chat, match.forms(tested)[0], waiting[tested], game)
            chat.append({"role": "assistant", "content": model(chat, False)})
            match.say(tested, chat[-1]["content"])
            await advance(match, players)
        score = await game.scorer(game.default_scorer).score(instance, match.episode(), None)
        return match.episode(), game.settle(score, match.episode())

    return asyncio.run(go())


SEATS = [
    *((name, None) for name in ("circuit-decoding", "movie-recommendation", "word-chaining", "word-guess")),
    *(("murder-mystery", seat) for seat in ("murderer", "innocent-2")),
    *((name, None) for name in ("murder-mystery-questions", "turtle-soup", "twenty-questions")),
]


def test_no_game_is_left_out() -> None:
    assert {name for name, _ in SEATS} == set(game_names())


@pytest.mark.parametrize(("name", "seat"), SEATS)
def test_a_rollout_is_the_match_without_verifiers(name: str, seat: str | None) -> None:
    game = find_game(name)
    language = game.load({})[-1].language
    options = {"max_turns": 3} if "max_turns" in game.options else {}
    tested = seat or next(role.name for role in game.roles if role.default is None)
    expected, score = by_match(name, tested, language, options)
    with served(Stubborn()) as provider:
        trace = rolled_out(
            provider.url,
            game=name,
            seat=seat,
            language=language,
            selection={"limit": 1},
            options=options,
            seed=5,
        )
    assert trace.ok, trace.errors
    assert Episode.from_json(trace.info["episode"], expected.setup.instance) == expected
    assert trace.metrics == pytest.approx(score.by_seat[tested])
    names = [measure.name for measure in game.measures if measure.name in score.by_seat[tested]]
    assert trace.reward == pytest.approx(score.by_seat[tested][names[0]])


def test_a_trace_keeps_what_was_played_by_whom() -> None:
    with served(simulated_reply) as provider:
        trace = rolled_out(provider.url, game="turtle-soup", language="en", options={"max_turns": 1})
    record = json.loads(trace.model_dump_json())
    assert record["info"]["episode"]["setup"]["cast"] == {"player": "chat with simulated", "host": "embedded"}
    assert record["task"]["data"]["settings"]["game"] == "turtle-soup"
    assert record["task"]["data"]["name"] == record["info"]["episode"]["setup"]["instance"]["id"]


def test_models_as_opponent_and_judge_are_those_of_a_run_of_ours(provider: SimulatedProvider, tmp_path: Path) -> None:
    options = {"max_turns": 2}
    host, judge = Stubborn(["another one is asked first"]), Stubborn(["likewise"])
    with served(host) as hosting, served(judge) as judging:
        trace = rolled_out(
            provider.url,
            game="turtle-soup",
            language="zh",
            selection={"limit": 1},
            options=options,
            opponents={"host": {"model": "simulated", "base_url": hosting.url}},
            judge={"model": "judge", "base_url": judging.url},
        )
    assert trace.ok, trace.errors
    settings = RunSettings(
        "turtle-soup",
        agent="chat",
        model=MODEL,
        scorer="openai/judge",
        selection={"limit": 1, "languages": ["zh"]},
        options=options,
        out=tmp_path / "run",
    )
    [ours] = read_results(asyncio.run(run(settings)).path).results
    assert len(host.asked) == 5 and len(judge.asked) > 1
    theirs = trace.info["episode"]
    assert theirs["setup"]["cast"]["host"] == "responder with openai/simulated"
    assert theirs["events"] == ours.episode.to_json()["events"]
    assert trace.reward == pytest.approx(next(iter(ours.scored.values())))
    assert trace.metrics == pytest.approx({name: value for name, value in ours.scored.items() if name in trace.metrics})


def test_an_opponent_out_of_reach_is_an_error_of_the_rollout(provider: SimulatedProvider) -> None:
    with served(lambda messages, slip: None, Behaviour(unknown=None)) as hosting:  # status 404
        opponents = {"host": {"model": "absent", "base_url": hosting.url}}
        trace = rolled_out(provider.url, game="turtle-soup", language="en", opponents=opponents)
    assert not trace.ok
    assert "openai/absent: NotFoundError" in trace.errors[0].message


@pytest.mark.parametrize(
    ("settings", "kind", "message"),
    [
        ({}, UnknownName, "word-guess"),
        ({"game": "word-gues"}, UnknownName, "word-guess"),
        ({"game": "word-guess", "seat": "host"}, UnknownName, "host"),
        ({"game": "word-guess", "options": {"turns": 3}}, InvalidInput, "no such option"),
        (
            {"game": "turtle-soup", "opponents": {"hosts": {"model": "a", "base_url": "http://127.0.0.1"}}},
            InvalidInput,
            r"opponents\.hosts",
        ),
    ],
)
def test_settings_that_do_not_fit_are_refused_in_words(settings: Any, kind: type[Exception], message: str) -> None:
    env = loaders.load_environment(loaders.resolve_env_config({"taskset": {"id": ID, **settings}}))
    with pytest.raises(kind, match=message):
        list(env.taskset)


def test_a_seat_that_only_models_play_needs_one(odd_one_out: Any) -> None:
    env = loaders.load_environment(loaders.resolve_env_config({"taskset": {"id": ID, "game": "odd-one-out"}}))
    with pytest.raises(InvalidInput, match=r"opponents\.bob: .*no player without a model"):
        list(env.taskset)


def test_the_package_is_named_as_verifiers_looks_for_it() -> None:
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["name"] == ID
    assert project["tool"]["setuptools"]["packages"] == [ID.replace("-", "_")]
    assert loaders.environment_class(ID) is configured.GameEnv
    assert loaders.default_harness_id(ID) == ID
    config = loaders.resolve_env_config({"taskset": {"id": ID, "game": "word-guess"}, "agent": {"max_turns": 9}})
    assert isinstance(config.agent.runtime, vf.SubprocessConfig)
