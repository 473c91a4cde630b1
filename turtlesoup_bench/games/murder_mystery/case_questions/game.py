"""Questions on cases as a registered game: their data and their score."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from turtlesoup_bench.games import Game, Instance, Measure, Role
from turtlesoup_bench.games.murder_mystery.case_questions.form import PROMPTS, ReaderForm
from turtlesoup_bench.games.murder_mystery.case_questions.instances import READER, SELECTION, load
from turtlesoup_bench.games.murder_mystery.case_questions.pages import HUMAN_PLAY, REPORT
from turtlesoup_bench.games.murder_mystery.case_questions.rules import OPTIONS, CaseQuestion
from turtlesoup_bench.games.murder_mystery.case_questions.scoring import MEASURES, AnswerScorer, measure_play
from turtlesoup_bench.games.murder_mystery.case_questions.simulated import simulate
from turtlesoup_bench.games.murder_mystery.media import open_media


def secrets(instance: Instance) -> Mapping[str, Collection[str]]:
    """What an open answer should state."""
    return {f"/reference/{number}": () for number in range(len(instance.data["reference"]))}


GAME = Game(
    name="murder-mystery-questions",
    version="1",
    roles=(Role(READER, without_model="murder-mystery-questions-random"),),
    rules=CaseQuestion(),
    load=load,
    selection=SELECTION,
    forms=lambda role, language: [ReaderForm(language)],
    measures=MEASURES,
    play_measures=(Measure("passed", "Passed", higher_is_better=False),),
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
    files=__package__,
)
