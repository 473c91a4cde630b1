"""Murder mystery as a registered game: its data and its score."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from turtlesoup_bench.games import Game, Instance, Measure, Observation, Role, Training
from turtlesoup_bench.games.murder_mystery.form import PROMPTS, PlayerForm, names_of
from turtlesoup_bench.games.murder_mystery.instances import INNOCENT, MURDERER, SELECTION, load, seat_of
from turtlesoup_bench.games.murder_mystery.media import open_media
from turtlesoup_bench.games.murder_mystery.pages import HUMAN_PLAY, REPORT
from turtlesoup_bench.games.murder_mystery.rewards import choice_reward
from turtlesoup_bench.games.murder_mystery.rules import OPTIONS, MurderMystery
from turtlesoup_bench.games.murder_mystery.scoring import MEASURES, CaseScorer, measure_play
from turtlesoup_bench.games.murder_mystery.simulated import simulate
from turtlesoup_bench.records import Json


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


def reward_values(instance: Instance, observation: Observation) -> Json | None:
    """What `choice_reward` needs where an innocent chooses a player; None elsewhere."""
    if observation.role != INNOCENT or observation.phase not in ("question", "vote"):
        return None
    names = names_of(observation)
    return {
        "phase": observation.phase,
        "asker": names[observation.view["who"]],
        "murderer": names[instance.data["people"][MURDERER]],
        "people": list(names.values()),
    }


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
    groups=("difficulty", "roles"),
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
    training=Training(
        choice_reward,
        {"phase": "string", "asker": "string", "murderer": "string", "people": ("string",)},
        values=reward_values,
    ),
    files=__package__,
)
