"""What people can play: a game, who else sits at it, and its instances under names that tell nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random

from turtlesoup_bench.errors import AccessError, InvalidInput, Problem
from turtlesoup_bench.games import Instance, Note
from turtlesoup_bench.games.registry import game_description
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.models.calls import missing_keys
from turtlesoup_bench.models.own_server import is_own_server
from turtlesoup_bench.pages import phrases_of
from turtlesoup_bench.playing.baseline import Baseline
from turtlesoup_bench.records import Json, to_json
from turtlesoup_bench.reporting.results import RunResults, read_results
from turtlesoup_bench.runner.seats import HUMAN
from turtlesoup_bench.runner.settings import Plan


@dataclass(frozen=True)
class Offer:
    """A game with people in its tested seats.

    Attributes:
        planned: What is played, and by whom.
        baseline: Where games are kept.
        runs: Runs of models, whose games are shown beside a person's.
        is_kept: Whether games may be kept.
    """

    planned: Plan
    baseline: Baseline
    runs: Sequence[RunResults] = field(default=())
    is_kept: bool = True

    @property
    def name(self) -> str:
        """The game's name."""
        return self.planned.game.name

    @cached_property
    def instances(self) -> Mapping[str, Instance]:
        """By names that are the same in every session, and tell nothing: ids of some data do."""
        return {token_of(instance): instance for instance in self.planned.instances}

    @cached_property
    def phrases(self) -> Mapping[str, Mapping[str, str]]:
        """The game's phrases, with title and description where it has none of its own."""
        folder = self.planned.game.report.folder
        title, about = self.name.replace("-", " ").capitalize(), game_description(self.name)
        default = {"game-title": {"en": title, "zh": title}, "game-about": {"en": about, "zh": about}}
        return default | (phrases_of([folder]) if folder else {})

    @property
    def cast(self) -> dict[str, str]:
        """Who plays each seat."""
        return {seat: cast.label for seat, cast in self.planned.cast.items()}

    @property
    def notes(self) -> list[Note]:
        """What must be said of who plays the other seats, and who scores."""
        game, planned = self.planned.game, self.planned
        agents = {seat: cast.name for seat, cast in planned.cast.items()}
        scored = game.scorer_notes(planned.scorer_name) if game.scorer else ()
        return [*game.human.notes(agents), *scored]

    def next(self, instance: Instance, played: Container[str]) -> str | None:
        """Any other instance in the same language that was not played yet, by its name."""
        names = [
            name
            for name, other in self.instances.items()
            if other is not instance and other.language == instance.language and name not in played
        ]
        return Random(token_of(instance)).choice(names) if names else None

    def by_models(self, instance: Instance) -> Iterator[tuple[str, Result]]:
        """How models played an instance, with who they were."""
        for run in self.runs:
            yield from ((run.tested, result) for result in run.results if result.instance.id == instance.id)

    def listed(self) -> list[Json]:
        """The instances as a list shows them."""
        human = self.planned.game.human
        return [
            {
                "instance": name,
                "language": instance.language,
                "text": human.teaser(instance),
                "warnings": list(human.warnings(instance)),
                "difficulty": to_json(human.difficulty(instance)),
            }
            for name, instance in self.instances.items()
        ]


def offered(
    plans: Iterable[Plan], runs: Sequence[Path], out: Path | None, data: Path | None, is_public: bool = False
) -> list[Offer]:
    """What is offered by some plans.

    Args:
        plans: Of different games.
        runs: Run folders of models, of any of the games.
        out: Folder with a run folder for each game's baseline; None for the default one.
        data: Folder of imported data, if that is played.
        is_public: Whether it is offered to strangers, who spend nobody's key and whose games are not kept.

    Raises:
        InvalidInput: If a run cannot be read, is of no game that is offered, or nobody sits in a game's seat; or if
            strangers would play with a model.
        AccessError: If a key of a model is missing.
    """
    by_game: dict[str, list[RunResults]] = {plan.game.name: [] for plan in plans}
    for path in runs:
        results = read_results(path, data=data)
        if results.game.name not in by_game:
            raise InvalidInput([Problem(str(path), "game", results.game.name, " or ".join(by_game))])
        by_game[results.game.name].append(results)
    offers = []
    for planned in plans:
        if is_public and planned.models:
            found = ", ".join(planned.models)
            raise InvalidInput(
                [Problem("--public", planned.game.name, found, "no model: strangers would spend its key")]
            )
        check(planned)
        folder = out / planned.record["name"] if out else None
        offers.append(Offer(planned, Baseline(planned, folder), by_game[planned.game.name], not is_public))
    return offers


def check(planned: Plan) -> None:
    """Whether a plan can be played, so that nothing is missed in the middle of a game.

    Raises:
        InvalidInput: If a person sits in none of its seats.
        AccessError: If a key of a model is missing.
    """
    if not any(cast.name == HUMAN for cast in planned.cast.values()):
        expected = f"{HUMAN} in one of {', '.join(planned.cast)}"
        raise InvalidInput([Problem(planned.game.name, "seats", "nobody in person", expected)])
    for model in planned.models.values():
        if not is_own_server(model) and (names := missing_keys(model)):
            raise AccessError(f"{model}: no key; set {' or '.join(names)} in the environment")


def token_of(instance: Instance) -> str:
    """A name of an instance that tells nothing of it."""
    return hashlib.sha256(f"{instance.id} {instance.hash}".encode()).hexdigest()[:12]
