"""Murder mystery as a registered game: its data and its score."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from turtlesoup_bench.games import Game, Instance, Measure, Role
from turtlesoup_bench.games.murder_mystery.form import PROMPTS, PlayerForm
from turtlesoup_bench.games.murder_mystery.instances import INNOCENT, MURDERER, SELECTION, load, seat_of
from turtlesoup_bench.games.murder_mystery.media import open_media
from turtlesoup_bench.games.murder_mystery.pages import HUMAN_PLAY, REPORT
from turtlesoup_bench.games.murder_mystery.rules import OPTIONS, MurderMystery
from turtlesoup_bench.games.murder_mystery.scoring import MEASURES, CaseScorer, measure_play
from turtlesoup_bench.games.murder_mystery.simulated import simulate


def secrets(instance: Instance) -> Mapping[str, Collection[str]]:
    """Scripts and lies, which their own seats may see; the solution and what it was, nobody."""
    language, case = instance.language, instance.data["case"]
    found: dict[str, Collection[str]] = {f"/case/solution/{language}": (), f"/case/murder/text/{language}": ()}
    for number, role in enumerate(case["roles"]):
        own = (seat_of(instance, role["who"]),)
        found[f"/case/roles/{number}/script/{language}"] = own
        for position in range(len(role["lies"])):
            found[f"/case/roles/{number}/lies/{position}/text/{language}"] = own
    for number, clue in enumerate(case["clues"]):
        if "held_by" in clue and "text" in clue:
            found[f"/case/clues/{number}/text/{language}"] = tuple(instance.seats)
    return found


GAME = Game(
    name="murder-mystery",
    version="1",
    roles=(
        Role(INNOCENT, without_model="murder-mystery-detective"),
        Role(MURDERER, without_model="murder-mystery-stonewaller"),
    ),
    rules=MurderMystery(),
    load=load,
    selection=SELECTION,
    forms=lambda role, language: [PlayerForm(language)],
    measures=MEASURES,
    play_measures=(Measure("passed", "Passed", higher_is_better=False), Measure("shared", "Shared clues")),
    measure_play=measure_play,
    groups=("roles",),
    scorer=CaseScorer.named,
    options=OPTIONS,
    simulate=simulate,
    allowance=1,
    secrets=secrets,
    open_media=open_media,
    weight=lambda instance: float(len(instance.seats)),
    prompts=(PROMPTS,),
    report=REPORT,
    human=HUMAN_PLAY,
    files=__package__,
)
