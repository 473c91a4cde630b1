"""The scores of answers: right or wrong by the rules; of open answers, by a judge, how much of the truth they state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean

from turtlesoup_bench.errors import AccessError, MalformedReply, Problem, ProviderError, UnknownName
from turtlesoup_bench.games import Episode, Instance, Measure, Score, Scorer
from turtlesoup_bench.games.murder_mystery.case_questions.instances import OPEN, READER
from turtlesoup_bench.games.murder_mystery.judging import PROMPTS, verdict_values
from turtlesoup_bench.models import Ledger, MeteredClient, ModelClient
from turtlesoup_bench.models.structured import ask_readable
from turtlesoup_bench.records import Json

RULES = "rules"
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


@dataclass(frozen=True)
class AnswerScorer(Scorer):
    """Scores answers.

    Attributes:
        judge: ``rules`` for no judge, or a model, which sees open answers alone.
    """

    judge: str = RULES

    @property
    def ruler(self) -> Json:
        """The rules, or the judge with its prompts."""
        if self.model is None:
            return {"scorer": RULES}
        return {"judge": self.judge, "judge_prompts": PROMPTS.version}

    @property
    def model(self) -> str | None:
        """The judge's model."""
        return None if self.judge == RULES else self.judge

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
        ledger = Ledger(episode.id)
        client = MeteredClient(models(self.model), "judge", ledger, asks_anew=True)
        try:
            values = await _judged(data, answer, instance.language, client)
        except AccessError:
            raise
        except (ProviderError, MalformedReply) as error:
            reason = f"judge: {error}"
            return Score("unscored", {}, detail, self.ruler, reason, usage=ledger.usage.get("judge"))
        by_seat = {READER: {"open": 100 * fmean(values)}}
        return Score("scored", by_seat, {**detail, "values": values}, self.ruler, usage=ledger.usage.get("judge"))


async def _judged(data: Json, answer: str, language: str, client: ModelClient) -> list[float]:
    """For each statement of the reference, how far the answer states it, from 0 to 1."""
    reference = data["reference"]
    facts = [f"{number}. {statement}" for number, statement in enumerate(reference, 1)]
    messages = PROMPTS.render("answer", language, question=data["question"], facts=facts, answer=answer)
    return await ask_readable(
        client, messages, lambda text: verdict_values(text, len(reference)), language, json_mode=True
    )


def scorer(name: str) -> AnswerScorer:
    """The scorer of a name: ``rules``, or the model that judges open answers.

    Raises:
        UnknownName: If it is neither.
    """
    if name != RULES and "/" not in name:
        raise UnknownName("scorer", name, [RULES, "provider/model"])
    return AnswerScorer(name)


def measure_play(instance: Instance, episode: Episode) -> dict[str, float | None]:
    """Whether no answer was given."""
    return {"passed": float(episode.ending is not None and episode.ending.data["answer"] is None)}
