"""What the parts hand to one another, as frozen values that mirror the schemas.

`from_json` trusts its argument: validation happens once, where a file is read (``validation.py``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

Json = dict[str, Any]
Role = Literal["questioner", "responder", "judge"]
Fault = Literal["refused", "unreadable"]
Outcome = Literal["solved", "unsolved", "aborted", "unscored", "failed"]
OUTCOMES: tuple[Outcome, ...] = ("solved", "unsolved", "aborted", "unscored", "failed")
OUTSIDE_MEANS: tuple[Outcome, ...] = ("unscored", "failed")
"""Endings that are not the player's doing: such episodes stand in no mean and no share, and are counted beside them."""


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
class Usage:
    """What model calls consumed.

    Attributes:
        calls: Number of calls.
        prompt_tokens: Tokens sent.
        completion_tokens: Tokens received.
        cost: US dollars; None as soon as one call's price is unknown.
        reasoning_tokens: Those of the tokens received that were reasoning, as far as providers say so.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0
    reasoning_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        # Rounded, so that the order in which parallel calls end does not show in the last digit.
        cost = None if self.cost is None or other.cost is None else round(self.cost + other.cost, 12)
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            cost,
            self.reasoning_tokens + other.reasoning_tokens,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """The responder's answer.

    Attributes:
        verdict: ``yes``, ``no`` or ``unknown``.
        is_key_clue: Whether the question touches a key clue or the core causal logic.
        clue: Number of that clue, from 1; None if the core logic was touched, or no clue.
        fault: Why the responder gave no verdict, or no flag: the provider ``refused`` the question, or the reply was
            ``unreadable`` even after a repair request. What it did not give is ``unknown``, or no flag.
    """

    verdict: Literal["yes", "no", "unknown"]
    is_key_clue: bool = False
    clue: int | None = None
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """What the questioner was shown of an answer; differs from it only under degraded feedback."""

    verdict: Literal["yes", "no", "unknown"] | None
    is_key_clue: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """One question with its answer; ``trace`` is the questioner's own working, plain JSON."""

    number: int
    question: str
    answer: Answer
    shown: Shown
    usage: Mapping[Role, Usage] = field(default_factory=dict)
    trace: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Episode:
    """One questioner playing one puzzle once.

    ``status`` is the game's own ending. Whether a completed episode is solved, unsolved or unscored is the
    judge's to say: see `outcome`.
    """

    puzzle_id: str
    agent: str
    seed: int
    status: Literal["completed", "aborted", "failed"]
    turns: tuple[Turn, ...] = ()
    prediction: BeliefState | None = None
    reason: str | None = None
    replies: tuple[str, ...] = ()
    usage: Mapping[Role, Usage] = field(default_factory=dict)

    @property
    def episode_id(self) -> str:
        """``<puzzle id>#<seed>``."""
        return f"{self.puzzle_id}#{self.seed}"

    def to_json(self) -> Json:
        """A record that satisfies ``episode.schema.json``."""
        return {"episode_id": self.episode_id, **to_json(self)}

    @classmethod
    def from_json(cls, record: Json) -> Episode:
        """Inverse of `to_json`."""
        return cls(
            puzzle_id=record["puzzle_id"],
            agent=record["agent"],
            seed=record["seed"],
            status=record["status"],
            turns=tuple(
                Turn(
                    turn["number"],
                    turn["question"],
                    Answer(**turn["answer"]),
                    Shown(**turn["shown"]),
                    _usages(turn["usage"]),
                    turn["trace"],
                )
                for turn in record["turns"]
            ),
            prediction=BeliefState.from_json(record["prediction"]) if record["prediction"] else None,
            reason=record["reason"],
            replies=tuple(record["replies"]),
            usage=_usages(record["usage"]),
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
    """What a score was measured with; only scores with equal rulers are ranked together."""

    protocol: str
    dataset: str
    dataset_hash: str
    judge: str
    judge_prompts: str | None
    weights: tuple[float, float, float]
    thresholds: tuple[float, float]


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

    def to_json(self) -> Json:
        """A record that satisfies ``score.schema.json``."""
        return to_json(self)  # type: ignore[no-any-return]

    @classmethod
    def from_json(cls, record: Json) -> Score:
        """Inverse of `to_json`."""
        ruler = record["ruler"]
        matches = record["matches"]
        return cls(
            **{name: value for name, value in record.items() if name not in ("ruler", "matches", "usage")},
            ruler=Ruler(**{**ruler, "weights": tuple(ruler["weights"]), "thresholds": tuple(ruler["thresholds"])}),
            matches=matches and {name: tuple(PointMatch(**m) for m in points) for name, points in matches.items()},
            usage=Usage(**record["usage"]) if record["usage"] else None,
        )


def outcome(episode: Episode, score: Score | None) -> Outcome:
    """The one of five outcomes that an episode and its score amount to; a missing score counts as unscored."""
    if episode.status != "completed":
        return episode.status
    if score is None or score.status == "unscored":
        return "unscored"
    return "solved" if score.solved else "unsolved"


def to_json(value: Any) -> Any:
    """The value as plain JSON: records become objects, tuples lists."""
    if is_dataclass(value):
        return {item.name: to_json(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, Mapping):
        return {key: to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    return value


def _usages(record: Mapping[Role, Mapping[str, Any]]) -> dict[Role, Usage]:
    return {role: Usage(**usage) for role, usage in record.items()}
