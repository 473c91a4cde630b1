"""Turtle soup as a registered game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turtlesoup_bench import PROTOCOL_VERSION, games
from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Game, GameReport, Instance, Measure, Role
from turtlesoup_bench.games.turtle_soup.forms import PLAYER_PROMPTS, chat_forms
from turtlesoup_bench.games.turtle_soup.measures import PLAY_MEASURES, measure_turns
from turtlesoup_bench.games.turtle_soup.notes import run_notes, scorer_notes
from turtlesoup_bench.games.turtle_soup.pages import FOLDER, caption, panels, transcript
from turtlesoup_bench.games.turtle_soup.playing import HUMAN_PLAY
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, load_puzzle_set
from turtlesoup_bench.games.turtle_soup.records import HOST, PLAYER, Episode
from turtlesoup_bench.games.turtle_soup.rules import OPTIONS, TurtleSoup
from turtlesoup_bench.games.turtle_soup.scorer import JudgeScorer
from turtlesoup_bench.games.turtle_soup.scoring.judges import EMBEDDED
from turtlesoup_bench.games.turtle_soup.simulated import REPLY_TOKENS, simulate
from turtlesoup_bench.games.turtle_soup.submitting.predictions import Predictions
from turtlesoup_bench.records import Json, to_json

_SELECTION = ("languages", "genres", "stories", "splits", "difficulty", "limit", "data")


def instance_of(puzzle: Puzzle) -> Instance:
    """A puzzle as an instance; both tellings of a story are resampled together."""
    tags = {"genre": puzzle.genre, "twist": puzzle.twist}
    seats = {PLAYER: PLAYER, HOST: HOST}
    return Instance(puzzle.id, puzzle.language, seats, to_json(puzzle), puzzle.story, tags)


def load(selection: Mapping[str, Any]) -> list[Instance]:
    """The instances of a selection; its keys are the arguments of `puzzles.load_puzzle_set`.

    Raises:
        InvalidInput: If a key is unknown, or `load_puzzle_set` refuses its value.
    """
    unknown = [name for name in selection if name not in _SELECTION]
    if unknown:
        raise InvalidInput(Problem("selection", name, "an unknown key", ", ".join(_SELECTION)) for name in unknown)
    return [instance_of(puzzle) for puzzle in load_puzzle_set(**selection).puzzles]


def secrets(instance: Instance) -> dict[str, list[str]]:
    """The texts that the host alone may see, and those that nobody may."""
    known = ["/bottom", *(f"/key_clues/{number}" for number in range(len(instance.data["key_clues"])))]
    unseen = [
        "/title",
        *(f"/{name}/{n}" for name in ("logic", "details", "cast") for n in range(len(instance.data[name]))),
    ]
    unseen += [f"/probes/{number}/question" for number in range(len(instance.data["probes"]))]
    return {pointer: [HOST] for pointer in known} | {pointer: [] for pointer in unseen}


def data_version(selection: Mapping[str, Any]) -> Json:
    """Version and hash of the data set that a selection is from, and whether it is the packaged one."""
    puzzles = load_puzzle_set(**selection)
    return {"version": puzzles.version, "hash": puzzles.hash, "source": puzzles.source}


def measure_play(instance: Instance, episode: games.Episode) -> dict[str, float | None]:
    """See `turtlesoup_bench.games.turtle_soup.measures.measure_turns`."""
    view = Episode.of(episode)
    return measure_turns(view, len(instance.data["key_clues"]), episode.setup.options["max_turns"])


def weight(instance: Instance) -> int:
    """Every prompt holds these texts."""
    data = instance.data
    return len(data["surface"]) + len(data["bottom"]) + sum(map(len, data["key_clues"]))


GAME = Game(
    name="turtle-soup",
    version=PROTOCOL_VERSION,
    roles=(
        Role(PLAYER, with_model="direct", without_model="question-bank"),
        Role(HOST, default="embedded", with_model="responder"),
    ),
    rules=TurtleSoup(),
    load=load,
    selection=_SELECTION,
    forms=chat_forms,
    measures=(
        Measure("overall", "Overall"),
        Measure("logic", "Logic"),
        Measure("details", "Details"),
        Measure("conclusion", "Concl."),
        Measure("precision", "Prec."),
        Measure("solved", "Solved", outcomes=("solved", "unsolved")),
    ),
    play_measures=PLAY_MEASURES,
    measure_play=measure_play,
    groups=("genre",),
    scorer=JudgeScorer,
    default_scorer=EMBEDDED,
    scorer_notes=scorer_notes,
    run_notes=run_notes,
    submissions=Predictions(),
    options=OPTIONS,
    secrets=secrets,
    weight=weight,
    data_version=data_version,
    prompts=(PLAYER_PROMPTS,),
    simulate=simulate,
    reply_tokens=REPLY_TOKENS,
    report=GameReport(caption, FOLDER, transcript, panels),
    human=HUMAN_PLAY,
    files="turtlesoup_bench.games.turtle_soup",
)
