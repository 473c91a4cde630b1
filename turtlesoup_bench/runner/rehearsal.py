"""What a run will cost, before it costs anything: a few of its episodes, played in memory by the simulated provider."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from turtlesoup_bench.games.turtle_soup.episode import play
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, load_puzzle_set
from turtlesoup_bench.games.turtle_soup.questioner import Agent
from turtlesoup_bench.games.turtle_soup.responder import EMBEDDED
from turtlesoup_bench.games.turtle_soup.responder.model import ModelResponder
from turtlesoup_bench.games.turtle_soup.scoring.judges import BATCHED
from turtlesoup_bench.games.turtle_soup.scoring.judges.model import ModelJudge
from turtlesoup_bench.games.turtle_soup.scoring.score import Reference, score
from turtlesoup_bench.games.turtle_soup.simulated import SimulatedModel, read_prompt
from turtlesoup_bench.models import Completion
from turtlesoup_bench.models.calls import price
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import Role, Usage
from turtlesoup_bench.runner.agents import find_agent
from turtlesoup_bench.runner.settings import RunSettings

_REHEARSED = 2
"""Episodes a language that are played to learn their shape."""
_TOKENS_A_CHARACTER = {"en": 0.25, "zh": 0.7}
_REPLY_TOKENS = {
    "mosaic/local_analysis": 120,
    "mosaic/doubts": 300,
    "mosaic/genre_vote": 60,
    "mosaic/candidates": 90,
    "mosaic/hypotheses": 250,
    "mosaic/hypothesis_candidates": 150,
    "judge/point": 60,
    "judge/points": 300,
    "judge/conclusion": 60,
}
"""Least tokens of a reply, where the simulated provider is terser than models are. Models that think aloud, or that
count their reasoning, need several times as much."""
SECONDS_A_CALL, TOKENS_A_SECOND = 0.6, 60.0
"""Of a hosted model of today: until it begins to reply, and while it does."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What one role of a run is expected to need.

    Attributes:
        model: Who plays it.
        usage: Calls, tokens and cost in all; the cost is None where the price is not known.
    """

    model: str
    usage: Usage


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a run is expected to need.

    Attributes:
        episodes: How many it has.
        roles: By role; roles without a model are left out.
        hours: Wall time with the settings' concurrency.
    """

    episodes: int
    roles: Mapping[Role, Expected]
    hours: float

    @property
    def cost(self) -> float | None:
        """US dollars in all; None where a price is not known."""
        costs = [expected.usage.cost for expected in self.roles.values()]
        return None if None in costs else sum(cost for cost in costs if cost is not None)


class _Rehearsing:
    """A model client that costs nothing: replies from the simulated provider, lengths counted."""

    def __init__(self, model: str, simulated: SimulatedModel):
        self.model = model
        self._simulated = simulated

    async def complete(
        self, messages: Sequence[Message], *, json_mode: bool = False, seed: int | None = None, sample: int = 0
    ) -> Completion:
        prompt = read_prompt(messages)
        text = (self._simulated.reply(prompt, slip=False) if prompt else None) or "?"
        rate = _TOKENS_A_CHARACTER[prompt.language if prompt else "en"]
        sent = int(rate * sum(len(message["content"]) for message in messages))
        received = max(int(rate * len(text)), _REPLY_TOKENS.get(prompt.task if prompt else "", 2), 2)
        return Completion(text, Usage(1, sent, received))


def forecast(settings: RunSettings) -> Forecast:
    """Rehearses a few episodes of a run and scales them up.

    Raises:
        InvalidInput: If a setting or the data is wrong.
    """
    agent = find_agent(settings.agent_name)
    settings.check(agent)
    puzzles = load_puzzle_set(settings.languages, settings.genres, settings.limit, settings.data)
    models: dict[Role, str | None] = {
        "questioner": settings.model if agent.needs_model else None,
        "responder": None if settings.responder_name == EMBEDDED else settings.responder_name,
        "judge": None if settings.judge == EMBEDDED else settings.judge,
    }
    simulated = SimulatedModel(puzzles.puzzles)
    totals: dict[Role, Usage] = {}
    counts: dict[str, int] = defaultdict(int)
    for puzzle in puzzles.puzzles:
        counts[puzzle.language] += 1
    for language, count in counts.items():
        sample = [puzzle for puzzle in puzzles.puzzles if puzzle.language == language][:_REHEARSED]
        for puzzle in sample:
            for role, usage in asyncio.run(_rehearse(puzzle, agent, settings, simulated, models)).items():
                scale = count * len(settings.seeds) / len(sample)
                totals[role] = totals.get(role, Usage()) + Usage(
                    round(usage.calls * scale),
                    round(usage.prompt_tokens * scale),
                    round(usage.completion_tokens * scale),
                )
    roles: dict[Role, Expected] = {}
    seconds = 0.0
    for role, usage in sorted(totals.items()):
        model = models[role]
        if model is None:
            continue
        roles[role] = Expected(model, _priced(usage, model.removesuffix(BATCHED)))
        seconds += usage.calls * SECONDS_A_CALL + usage.completion_tokens / TOKENS_A_SECOND
    episodes = len(puzzles.puzzles) * len(settings.seeds)
    return Forecast(episodes, roles, seconds / min(settings.concurrency, 4 * max(1, episodes)) / 3600)


async def _rehearse(
    puzzle: Puzzle, agent: Agent, settings: RunSettings, simulated: SimulatedModel, models: Mapping[Role, str | None]
) -> dict[Role, Usage]:
    # Played by a model's prompts whoever answers, so that the questioner meets a history of the usual length.
    responder = ModelResponder(_Rehearsing("rehearsal", simulated))
    model = _Rehearsing(models["questioner"], simulated) if models["questioner"] else None
    episode = await play(puzzle, settings.agent_name, agent, responder, model=model, max_turns=settings.max_turns)
    usage = dict(episode.usage)
    if models["judge"] and episode.prediction is not None:
        judge = ModelJudge(_Rehearsing(models["judge"], simulated), is_batched=settings.judge.endswith(BATCHED))
        judged = await score(
            episode.prediction, Reference.of(puzzle), judge, episode_id="", puzzle_id=puzzle.id, dataset=("", "")
        )
        usage["judge"] = judged.usage or Usage()
    return {role: spent for role, spent in usage.items() if models[role]}


def _priced(usage: Usage, model: str) -> Usage:
    found = price(model)
    if found is None:
        return Usage(usage.calls, usage.prompt_tokens, usage.completion_tokens, None)
    cost = usage.prompt_tokens * found[0] + usage.completion_tokens * found[1]
    return Usage(usage.calls, usage.prompt_tokens, usage.completion_tokens, cost)
