"""The scores of answers: right or wrong by the rules; of open answers, by a judge, how much of the truth they state."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games import Episode, Instance, Measure, Score
from turtlesoup_bench.games.murder_mystery.case_questions.instances import OPEN, READER
from turtlesoup_bench.games.murder_mystery.judged_scorer import JudgedScorer
from turtlesoup_bench.games.murder_mystery.judging import PROMPTS, verdict_values
from turtlesoup_bench.models import ModelClient
from turtlesoup_bench.models.structured import ask_readable
from turtlesoup_bench.records import Json

MEASURES = (
    Measure("accuracy", "Accuracy", outcomes=("right", "wrong")),
    Measure("lsu", "LSU"),
    Measure("tiu", "TIU"),
    Measure("miu", "MIU"),
    Measure("mmr", "MMR"),
    Measure("open", "Open", (0.0, 100.0)),
)
"""Whether the answer is the right letter, 0 or 1: over all questions with options, and by kind. LSU: long script
understanding; TIU: text-rich image understanding; MIU: media-rich image understanding; MMR: multi-hop multimodal
reasoning. Open: the share of the reference's statements that an open answer states, from 0 to 100, by a judge."""
BY_KIND = {"long_script": "lsu", "text_rich": "tiu", "media_rich": "miu", "multi_hop": "mmr"}


class AnswerScorer(JudgedScorer):
    """Scores answers; a judge sees open ones alone."""

    def problems(self, instance: Instance) -> list[Problem]:
        """Open questions need a judge."""
        if instance.data["kind"] != OPEN or self.model is not None:
            return []
        return [Problem(instance.id, "scorer", self.judge, "a model, since an open question is scored by a judge")]

    async def score(self, instance: Instance, episode: Episode, models: Callable[[str], ModelClient]) -> Score:
        """Scores an episode that has ended; no answer is a wrong one.

        Raises:
            ValueError: If the episode has not ended.
            AccessError: If the judge's model cannot be called at all.
        """
        if episode.ending is None:
            raise ValueError(f"the episode of {instance.id} has not ended")
        data, answer = instance.data, episode.ending.data["answer"]
        if data["kind"] != OPEN:
            right = float(answer == data["answer"])
            measures = {"accuracy": right, BY_KIND[data["kind"]]: right}
            return Score("scored", {READER: measures}, {"answer": answer, "right": data["answer"]}, self.ruler)
        if self.model is None:
            raise ValueError(f"{instance.id} is an open question, which needs a judge")
        detail = {"answer": answer, "reference": data["reference"]}
        if answer is None:
            return Score("scored", {READER: {"open": 0.0}}, detail, self.ruler)

        async def ask(client: ModelClient) -> tuple[dict[str, dict[str, float]], Json]:
            values = await _judged(data, answer, instance.language, client)
            return {READER: {"open": 100 * fmean(values)}}, {**detail, "values": values}

        return await self.judged(episode, models, detail, ask)


async def _judged(data: Json, answer: str, language: str, client: ModelClient) -> list[float]:
    """For each statement of the reference, how far the answer states it, from 0 to 1."""
    reference = data["reference"]
    facts = [f"{number}. {statement}" for number, statement in enumerate(reference, 1)]
    messages = PROMPTS.render("answer", language, question=data["question"], facts=facts, answer=answer)
    return await ask_readable(
        client, messages, lambda text: verdict_values(text, len(reference)), language, json_mode=True
    )


def measure_play(instance: Instance, episode: Episode) -> dict[str, float | None]:
    """Whether no answer was given."""
    return {"passed": float(episode.ending is not None and episode.ending.data["answer"] is None)}
