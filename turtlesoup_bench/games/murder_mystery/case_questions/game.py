"""Questions on cases as a registered game: their data and their score."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

from turtlesoup_bench.games import Game, Instance, Measure, Observation, Role, Training
from turtlesoup_bench.games.murder_mystery.case_questions.form import PROMPTS, ReaderForm
from turtlesoup_bench.games.murder_mystery.case_questions.instances import READER, SELECTION, load
from turtlesoup_bench.games.murder_mystery.case_questions.pages import HUMAN_PLAY, REPORT
from turtlesoup_bench.games.murder_mystery.case_questions.rules import OPTIONS, CaseQuestion
from turtlesoup_bench.games.murder_mystery.case_questions.scoring import MEASURES, AnswerScorer, measure_play
from turtlesoup_bench.games.murder_mystery.case_questions.simulated import simulate
from turtlesoup_bench.games.murder_mystery.media import open_media
from turtlesoup_bench.games.murder_mystery.rewards import question_reward
from turtlesoup_bench.records import Json


def secrets(instance: Instance) -> Mapping[str, Collection[str]]:
    """What an open answer should state."""
    return {f"/reference/{number}": () for number in range(len(instance.data["reference"]))}


def right_reply(instance: Instance, observation: Observation) -> str:
    """The right letter; of an open question, what the answer should state."""
    answer = instance.data["answer"] or " ".join(instance.data["reference"])
    return json.dumps({"answer": answer}, ensure_ascii=False)


def reward_values(instance: Instance, observation: Observation) -> Json | None:
    """What `question_reward` needs; None for an open question, which a judge would have to reward."""
    data = instance.data
    if not data["options"]:
        return None
    pictures = [event.data["number"] for event in observation.events if event.kind == "picture"]
    return {"answer": data["answer"], "options": data["options"], "needed": pictures}


GAME = Game(
    name="murder-mystery-questions",
    version="1",
    roles=(Role(READER, without_model="murder-mystery-questions-random"),),
    rules=CaseQuestion(),
    load=load,
    selection=SELECTION,
    forms=lambda role, language: [ReaderForm(language)],
    measures=MEASURES,
    play_measures=(Measure("passed", "No answer", higher_is_better=False),),
    measure_play=measure_play,
    groups=("kind",),
    scorer=AnswerScorer.named,
    options=OPTIONS,
    simulate=simulate,
    allowance=1,
    secrets=secrets,
    open_media=open_media,
    prompts=(PROMPTS,),
    report=REPORT,
    human=HUMAN_PLAY,
    training=Training(
        question_reward,
        {"answer": "string", "options": ("string",), "needed": ("int64",)},
        values=reward_values,
        reply=right_reply,
    ),
    files=__package__,
)
