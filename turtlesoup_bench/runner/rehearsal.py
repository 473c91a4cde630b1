"""What a run will cost, before it costs anything: a few of its episodes, played in memory by the simulated provider."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Instance
from turtlesoup_bench.models import Completion, ModelClient, Sampling
from turtlesoup_bench.models.calls import price
from turtlesoup_bench.prompts import Message, find_prompt
from turtlesoup_bench.records import Usage
from turtlesoup_bench.runner.scoring import JUDGE
from turtlesoup_bench.runner.settings import Plan, RunSettings, plan
from turtlesoup_bench.runner.worker import EpisodeSpec, LocalWorker

_REHEARSED = 2
"""Episodes a language that are played to learn their shape."""
_TOKENS_A_CHARACTER = {"en": 0.25, "zh": 0.7}
SECONDS_A_CALL, TOKENS_A_SECOND = 0.6, 60.0
"""Of a hosted model of today: until it begins to reply, and while it does."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What one seat of a run, or its judge, is expected to need.

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
        seats: By seat, and the scorer's as ``judge``; those without a model are left out.
        hours: Wall time with the settings' concurrency.
    """

    episodes: int
    seats: Mapping[str, Expected]
    hours: float

    @property
    def cost(self) -> float | None:
        """US dollars in all; None where a price is not known."""
        costs = [expected.usage.cost for expected in self.seats.values()]
        return None if None in costs else sum(cost for cost in costs if cost is not None)


class _Rehearsing:
    """Clients that cost nothing: replies from the game's simulated models, lengths counted."""

    def __init__(self, planned: Plan, language: str):
        if planned.game.simulate is None:
            expected = "a game that can be simulated; try one episode with --limit 1 instead"
            raise InvalidInput([Problem("--dry-run", "", planned.game.name, expected)])
        self._simulate = planned.game.simulate
        self._least_tokens = planned.game.reply_tokens
        self._rate = _TOKENS_A_CHARACTER.get(language, 0.25)
        self.model = "rehearsal"

    def client(self, model: str, sampling: Sampling | None = None) -> ModelClient:
        return self

    async def complete(
        self, messages: Sequence[Message], *, json_mode: bool = False, seed: int | None = None, sample: int = 0
    ) -> Completion:
        text = self._simulate(messages, False) or "?"
        prompt = find_prompt(messages)
        least_tokens = self._least_tokens.get(prompt.task if prompt else "", 2)
        sent = int(self._rate * sum(len(message["content"]) for message in messages))
        return Completion(text, Usage(1, sent, max(int(self._rate * len(text)), least_tokens)))


def forecast(settings: RunSettings) -> Forecast:
    """Rehearses a few episodes of a run and scales them up.

    Raises:
        InvalidInput: If a setting or the data is wrong, or the game cannot be simulated.
    """
    planned = plan(settings)
    if not planned.models:
        return Forecast(len(planned.instances) * len(settings.seeds), {}, 0.0)
    by_language: dict[str, list[Instance]] = defaultdict(list)
    for instance in planned.instances:
        by_language[instance.language].append(instance)
    totals: dict[str, Usage] = {}
    for language, instances in by_language.items():
        sample = instances[:_REHEARSED]
        for instance in sample:
            scale = len(instances) * len(settings.seeds) / len(sample)
            for seat, usage in asyncio.run(_rehearse(planned, language, instance)).items():
                totals[seat] = totals.get(seat, Usage()) + Usage(
                    round(usage.calls * scale),
                    round(usage.prompt_tokens * scale),
                    round(usage.completion_tokens * scale),
                )
    seats = {
        seat: Expected(model, _priced(totals[seat], model)) for seat, model in planned.models.items() if seat in totals
    }
    seconds = sum(
        expected.usage.calls * SECONDS_A_CALL + expected.usage.completion_tokens / TOKENS_A_SECOND
        for expected in seats.values()
    )
    episodes = len(planned.instances) * len(settings.seeds)
    return Forecast(episodes, seats, seconds / min(settings.concurrency, 4 * max(1, episodes)) / 3600)


async def _rehearse(planned: Plan, language: str, instance: Instance) -> dict[str, Usage]:
    # Models play every seat that could have one, so that the tested seat meets a history of the usual length.
    roles = {seat: planned.game.role(role) for seat, role in instance.seats.items()}
    cast = {
        seat: one
        if one.is_tested or roles[seat].is_rule_based
        else replace(one, name=roles[seat].with_model, model="rehearsal")
        for seat, one in planned.cast.items()
    }
    worker = LocalWorker(replace(planned, cast=cast), _Rehearsing(planned, language))
    episode = await worker.play(EpisodeSpec(instance, planned.settings.seeds[0]))
    usage = dict(episode.usage)
    if planned.scoring and planned.scoring.is_needed(episode) and JUDGE in planned.models:
        usage[JUDGE] = (await worker.score(episode)).usage or Usage()
    return usage


def _priced(usage: Usage, model: str) -> Usage:
    found = price(model)
    cost = found and usage.prompt_tokens * found[0] + usage.completion_tokens * found[1]
    return replace(usage, cost=cost)
