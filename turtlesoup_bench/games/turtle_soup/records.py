"""Turtle soup's own view of episodes and scores: turns with questions and answers, and the parts of a score.

Files hold the records that all games share; `Episode.from_json` and `Score.from_json` read these. They trust their
argument: validation happens once, where a file is read (``validation.py``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from turtlesoup_bench import games
from turtlesoup_bench.games.episode import episode_id, instance_id
from turtlesoup_bench.games.turtle_soup.answers import Verdict
from turtlesoup_bench.models.failures import first_line
from turtlesoup_bench.records import Json, Usage, to_json

PLAYER, HOST = "player", "host"
Fault = Literal["refused", "unreadable"]
MEASURES = ("overall", "logic", "details", "conclusion", "precision", "solved")


@dataclass(frozen=True, slots=True)
class BeliefState:
    """What a questioner believes happened; an episode's prediction is the last one.

    Attributes:
        logic: Abstract causes and effects, one statement each.
        details: Concrete facts, one statement each.
        conclusion: One full explanation.
    """

    logic: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    conclusion: str = ""

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> BeliefState:
        """Reads the three fields, ignoring others (a prediction record carries its puzzle id too)."""
        return cls(tuple(record["logic"]), tuple(record["details"]), record["conclusion"])


@dataclass(frozen=True, slots=True)
class Answer:
    """The responder's answer.

    Attributes:
        verdict: ``yes``, ``no``, ``unknown`` or, in games with four answers, ``partly``.
        is_key_clue: Whether the question touches a key clue or the core causal logic.
        clue: Number of that clue, from 1; None if the core logic was touched, or no clue.
        fault: Why the responder gave no verdict, or no flag: the provider ``refused`` the question, or the reply was
            ``unreadable`` even after a repair request. What it did not give is ``unknown``, or no flag.
    """

    verdict: Verdict
    is_key_clue: bool = False
    clue: int | None = None
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """What the questioner was shown of an answer; differs from it only under degraded feedback."""

    verdict: Verdict | None
    is_key_clue: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """One question with its answer; ``trace`` is the questioner's own working, plain JSON."""

    number: int
    question: str
    answer: Answer
    shown: Shown
    trace: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Episode:
    """One questioner playing one puzzle once.

    ``status`` is the game's own ending. Whether a completed episode is solved, unsolved or unscored is the
    judge's to say: see `turtlesoup_bench.games.results.Result.outcome`.
    """

    puzzle_id: str
    agent: str
    seed: int
    status: Literal["completed", "aborted", "failed"]
    turns: tuple[Turn, ...] = ()
    prediction: BeliefState | None = None
    reason: str | None = None
    replies: tuple[str, ...] = ()
    usage: Mapping[str, Usage] = field(default_factory=dict)

    @property
    def episode_id(self) -> str:
        """``<puzzle id>#<seed>``."""
        return episode_id(self.puzzle_id, self.seed)

    @classmethod
    def of(cls, episode: games.Episode) -> Episode:
        """The view of an episode."""
        setup, ending = episode.setup, episode.ending
        moves = [step[PLAYER] for step in episode.moves if PLAYER in step]
        asked = [move for move in moves if move.forfeit is None and move.action.get("question") is not None]
        answers, shown = ([e.data for e in episode.events if e.kind == kind] for kind in ("answer", "shown"))
        return cls._made(
            (setup.instance.id, setup.cast[PLAYER], setup.seed),
            episode.status,
            [(move.action["question"], move.trace) for move in asked],
            answers,
            shown,
            ending.data if ending else {},
            episode.failure,
            episode.usage,
        )

    @classmethod
    def from_json(cls, record: Json) -> Episode:
        """The view of an episode's record, whose puzzle need not be at hand."""
        setup, ending = record["setup"], record["ending"]
        moves = [step[PLAYER] for step in record["moves"] if PLAYER in step]
        asked = [move for move in moves if move["forfeit"] is None and move["action"].get("question") is not None]
        answers, shown = ([e["data"] for e in record["events"] if e["kind"] == kind] for kind in ("answer", "shown"))
        return cls._made(
            (setup["instance"]["id"], setup["cast"][PLAYER], setup["seed"]),
            record["status"],
            [(move["action"]["question"], move["trace"]) for move in asked],
            answers,
            shown,
            ending["data"] if ending else {},
            record["failure"],
            {seat: Usage(**usage) for seat, usage in record["usage"].items()},
        )

    @classmethod
    def _made(
        cls,
        identity: tuple[str, str, int],
        status: str,
        asked: Sequence[tuple[str, Json]],
        answers: Sequence[Json],
        shown: Sequence[Json],
        ending: Json,
        failure: str | None,
        usage: Mapping[str, Usage],
    ) -> Episode:
        turns = [
            Turn(
                said["number"],
                question,
                Answer(**{key: said[key] for key in ("verdict", "is_key_clue", "clue", "fault")}),
                Shown(seen["verdict"], seen["is_key_clue"]),
                trace,
            )
            for (question, trace), said, seen in zip(asked, answers, shown, strict=False)  # the last may have no answer
        ]
        return cls(
            *identity,
            "failed" if status == "unfinished" else status,  # type: ignore[arg-type]
            tuple(turns),
            BeliefState.from_json(ending["prediction"]) if "prediction" in ending else None,
            first_line(failure or f"{PLAYER}: {ending['reason']}") if failure or status == "aborted" else None,
            tuple(ending.get("replies", ())),
            usage,
        )


@dataclass(frozen=True, slots=True)
class PointMatch:
    """How one rubric point was met.

    Attributes:
        index: Position of the matching predicted point, from 0, or None.
        similarity: As judged, in [0, 1].
        credit: After calibration, in [0, 1].
    """

    index: int | None
    similarity: float
    credit: float


@dataclass(frozen=True, slots=True)
class Ruler:
    """What a prediction was judged with."""

    protocol: str
    dataset: str
    dataset_hash: str
    judge: str
    judge_prompts: str | None
    weights: tuple[float, float, float]
    thresholds: tuple[float, float]

    def to_json(self) -> Json:
        """The ruler as the records of scores hold it, for a prediction of which it is not known how it was played."""
        names = ("judge", "judge_prompts", "weights", "thresholds")
        return {
            "game": "turtle-soup",
            "version": self.protocol,
            "options": None,
            "data": {"version": self.dataset, "hash": self.dataset_hash},
            "seats": None,
            "scorer": {name: to_json(getattr(self, name)) for name in names},
        }

    @classmethod
    def from_json(cls, record: Json) -> Ruler:
        """The view of a ruler, without what it says of play."""
        data, scorer = record["data"], record["scorer"]
        return cls(
            record["version"],
            data["version"],
            data["hash"],
            scorer["judge"],
            scorer["judge_prompts"],
            tuple(scorer["weights"]),
            tuple(scorer["thresholds"]),
        )


@dataclass(frozen=True, slots=True)
class Score:
    """One prediction, judged. Every number is None while ``status`` is ``unscored``."""

    episode_id: str
    puzzle_id: str
    status: Literal["scored", "unscored"]
    ruler: Ruler
    reason: str | None = None
    logic: float | None = None
    details: float | None = None
    conclusion: float | None = None
    overall: float | None = None
    precision: float | None = None
    solved: bool | None = None
    matches: Mapping[Literal["logic", "details"], Sequence[PointMatch]] | None = None
    usage: Usage | None = None

    @property
    def by_seat(self) -> dict[str, dict[str, float]]:
        """The measures as the records of scores hold them; none while it is unscored."""
        if self.status == "unscored":
            return {}
        return {PLAYER: {name: float(getattr(self, name)) for name in MEASURES}}

    def to_json(self) -> Json:
        """A record that satisfies ``core/score``, for a prediction of which it is not known how it was played."""
        return {
            "episode_id": self.episode_id,
            "scorer": self.ruler.judge,
            "status": self.status,
            "reason": self.reason,
            "by_seat": self.by_seat,
            "detail": {"matches": to_json(self.matches)},
            "usage": to_json(self.usage),
            "ruler": self.ruler.to_json(),
        }

    @classmethod
    def of(cls, score: games.Score) -> Score:
        """The view of a score."""
        measures: Mapping[str, Any] = score.by_seat.get(PLAYER, {})
        matches = score.detail.get("matches")
        return cls(
            score.episode_id,
            instance_id(score.episode_id),
            score.status,
            Ruler.from_json(score.ruler),
            score.reason,
            **{**measures, **({"solved": bool(measures["solved"])} if measures else {})},
            matches=matches and {name: tuple(PointMatch(**point) for point in matches[name]) for name in matches},
            usage=score.usage,
        )

    @classmethod
    def from_json(cls, record: Json) -> Score:
        """The view of a score's record."""
        return cls.of(games.Score.from_json(record))
