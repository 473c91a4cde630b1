"""Whether a game keeps the contract: `check_game` plays it at random and reports what is wrong with it."""

from __future__ import annotations

import asyncio
import copy
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games import (
    Decision,
    Ending,
    Episode,
    Event,
    Forfeit,
    Game,
    Instance,
    Move,
    Observation,
    Rules,
    Scorer,
    Setup,
    Unreadable,
)
from turtlesoup_bench.games.episode import Cause
from turtlesoup_bench.games.match import Match, merged
from turtlesoup_bench.records import to_json

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

    from turtlesoup_bench.models import ModelClient

T = TypeVar("T")

EXAMINED, STEPS = 40, 100
"""Playouts, and steps of each, that are examined one by one; the others are played, replayed and scored."""
LONGEST = 1_000
"""Steps after which a game counts as endless."""
ENDLESS = "length"
FORFEIT_RATE = 0.002
CAUSES: tuple[Cause, ...] = get_args(Cause)
TRACE = "canary-of-a-trace"
HOSTILE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 10**30, 0.5, 1e308, "", " ", "\x00", "\u202e", "no such thing", "x" * 100_000),
    *([], {}, [None], [[]], [{}], {"": None}, {"a": {"b": []}}, {"question": []}),
)


def check_game(
    game: Game,
    selection: Mapping[str, Any] | None = None,
    *,
    playouts: int = 1_000,
    options: Mapping[str, Any] | None = None,
    scorer: str | None = None,
) -> list[Problem]:
    """Plays random games by the examples of the chat forms, and checks everything that the contract promises.

    That is: pure rules; JSON that is read as it was written; no secret of the instance and no trace of a player in an
    observation or a message of a seat that may not know it; examples that can be read, satisfy the schema and are
    accepted; no exception whatever the action; an end; the same episode when replayed; measures within their range.
    For secrets, a word that occurs nowhere else is added to each text that `Game.secrets` names.

    Args:
        game: Game to check.
        selection: Which instances to play, as for `Game.load`; None for what it loads unasked.
        playouts: Games to play, spread over the instances.
        options: Options to play with; None for the defaults.
        scorer: Text that selects a scorer that needs no model; None leaves scores unchecked.

    Returns:
        Each kind of problem once, with the first place that showed it; empty if the game keeps the contract.
    """
    instances = game.load(selection or {})
    if not instances:
        return [Problem(game.name, "load", "no instances", "at least one")]
    without = sorted(
        {
            f"{role} in {instance.language}"
            for instance in instances
            for role in instance.seats.values()
            if not game.forms(role, instance.language)
        }
    )
    if without:
        expected = "a chat form for every role and language, a rule-based role's too: it is what random play is made of"
        return [Problem(game.name, "forms", f"none for {', '.join(without)}", expected)]
    findings = _Findings()
    scoring = game.scorer(scorer) if game.scorer is not None and scorer is not None else None
    for number in range(playouts):
        instance = instances[number * max(1, len(instances) // playouts) % len(instances)]
        findings.where = f"{instance.id}#{number}"
        with findings.caught("playing"):
            _play_out(game, instance, options, number, findings, scoring)
        if any(problem.place == ENDLESS for problem in findings.problems):
            break
    return findings.problems


class _Findings:
    """The problems so far, each kind once.

    Attributes:
        where: Instance and seed of the playout under way.
    """

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.where = ""

    def add(self, place: str, found: object, expected: str) -> None:
        """Notes a problem, unless it is known."""
        if not any((problem.place, problem.expected) == (place, expected) for problem in self.problems):
            self.problems.append(Problem(self.where, place, str(found)[:200], expected))

    def expect(self, holds: bool, place: str, found: object, expected: str) -> bool:
        """Notes a problem unless the condition holds, which is returned."""
        if not holds:
            self.add(place, found, expected)
        return holds

    @contextmanager
    def caught(self, place: str) -> Iterator[None]:
        """A context in which an exception is a problem of that place."""
        try:
            yield
        except Exception as error:
            self.add(place, f"{type(error).__name__}: {error}", "no exception")


def _play_out(
    game: Game,
    instance: Instance,
    options: Mapping[str, Any] | None,
    number: int,
    findings: _Findings,
    scorer: Scorer | None,
) -> None:
    """One random game."""
    rng = Random(number)
    secrets = game.secrets(instance)
    words: dict[str, str] = {}
    watched = None
    if number < EXAMINED:
        words = {pointer: f"canary{n}x{number}" for n, pointer in enumerate(secrets)}
        watched = _Watched(game.rules, findings)
        game = replace(game, rules=watched)
    setup = game.setup(_planted(instance, words), seed=number, options=options)
    match = Match(game, setup)
    for step in range(LONGEST):
        waiting = match.observe()
        if not waiting:
            break
        moves = {}
        for seat, observation in waiting.items():
            move = _random_move(match, observation, rng, findings)
            if move is None:
                return
            moves[seat] = move
            if watched and step < STEPS:
                forbidden = {word for pointer, word in words.items() if seat not in secrets[pointer]} | {TRACE}
                _examine(match, observation, forbidden, findings)
                if move.forfeit is None:
                    _check_actions(watched, observation, move.action, forbidden, findings)
        match.act(moves)
        for observation in match.observe().values():
            if observation.complaint is not None:
                findings.add("example", observation.complaint, "an example that the rules accept")
                return
    else:
        findings.add(ENDLESS, f"more than {LONGEST} steps", "a game that ends")
        return
    _check_episode(game, match.episode(), scorer, findings)


def _random_move(match: Match, observation: Observation, rng: Random, findings: _Findings) -> Move | None:
    """What the forms' examples read as, and now and then a forfeit; None if there is no such action."""
    if rng.random() < FORFEIT_RATE:
        return Move(forfeit=Forfeit(rng.choice(CAUSES), "at random"))
    readings = []
    for form in match.forms(observation.seat):
        reading = form.read(form.example(observation, rng), observation)
        if isinstance(reading, Unreadable):
            findings.add("example", reading.complaint, "an example that can be read")
            return None
        readings.append(reading)
    return Move(merged(readings), {"note": TRACE})


def _examine(match: Match, observation: Observation, forbidden: set[str], findings: _Findings) -> None:
    """What holds of an observation and of the messages made of it."""
    record = to_json(observation)
    _check_json("observation", observation, record, Observation.from_json, findings)
    text = json.dumps(record, ensure_ascii=False)
    for form in match.forms(observation.seat):
        parts = form.tell(observation)
        text += form.system(observation) + "".join(part.content for part in parts)
        for part in (*parts, *(part for event in observation.new for part in event.parts)):
            if not part.media_type.startswith("text/"):
                digest = hashlib.sha256(match.game.open_media(part.content)).hexdigest()
                findings.expect(digest == part.content, "open_media", digest, "bytes with the SHA-256 of the part")
    _check_secrets(observation, text, forbidden, findings)


def _check_actions(
    rules: _Watched, observation: Observation, action: Any, forbidden: set[str], findings: _Findings
) -> None:
    """What holds of any action, and of any forfeit, in place of a legal action."""
    validator = _validator(json.dumps(observation.accepts))
    error = next(validator.iter_errors(action), None)
    findings.expect(error is None, "accepts", error and error.message, "a schema that examples satisfy")
    forfeits = [Move(forfeit=Forfeit(cause, "to see what follows")) for cause in CAUSES]
    others = dict.fromkeys(rules.plain.waiting(rules.state), forfeits[0])
    for hostile in _hostile(action):
        with findings.caught("refuse"):
            complaint = rules.plain.refuse(rules.state, observation.seat, hostile)
            _check_secrets(observation, complaint or "", forbidden, findings)
            if complaint is None:
                if not validator.is_valid(hostile):
                    findings.add("refuse", repr(hostile)[:80], "a complaint if the schema has one")
                with findings.caught("apply"):
                    rules.plain.apply(rules.state, {**others, observation.seat: Move(hostile)})
    for forfeit in forfeits:
        with findings.caught("apply"):
            rules.plain.apply(rules.state, {**others, observation.seat: forfeit})


def _check_secrets(observation: Observation, text: str, forbidden: set[str], findings: _Findings) -> None:
    for word in forbidden:
        if word in text:
            place = "trace" if word == TRACE else "secrets"
            findings.add(place, _around(word, text), f"nothing of it shown to {observation.role}")


def _check_episode(game: Game, episode: Episode, scorer: Scorer | None, findings: _Findings) -> None:
    """What holds of a game that ended."""
    setup, instance = episode.setup, episode.setup.instance
    _check_json("setup", setup, setup.to_json(), lambda record: Setup.from_json(record, instance), findings)
    _check_json("episode", episode, episode.to_json(), lambda record: Episode.from_json(record, instance), findings)
    again = Match(game, setup, episode.moves).episode()
    findings.expect(again == episode, "replay", "another episode", "the same episode from the same moves")
    findings.expect(
        episode.status in ("completed", "aborted"), "ending", episode.status, "an ending once no seat is waiting"
    )
    if scorer is None:
        return
    score = game.settle(asyncio.run(scorer.score(instance, episode, _no_models)), episode)
    measures = {measure.name: measure for measure in game.measures}
    for seat, values in score.by_seat.items():
        findings.expect(seat in instance.seats, "score", seat, "a seat of the instance")
        for name, value in values.items():
            if findings.expect(name in measures, "score", name, "a measure of the game"):
                low, high = measures[name].range
                is_within = (low is None or low <= value) and (high is None or value <= high)
                findings.expect(is_within, f"score.{name}", value, f"a value in [{_end(low)}, {_end(high)}]")


def _end(bound: float | None) -> str:
    return "no bound" if bound is None else f"{bound:g}"


def _check_json(place: str, value: T, record: Any, read: Callable[[Any], T], findings: _Findings) -> None:
    with findings.caught(place):
        same = read(json.loads(json.dumps(record, allow_nan=False, ensure_ascii=False).encode())) == value
        findings.expect(same, place, "another value", "JSON that is read as it was written")


class _Watched:
    """Rules that are called twice each time, to see whether they are pure.

    Attributes:
        state: The last one that the match asked about.
    """

    def __init__(self, rules: Rules[Any], findings: _Findings):
        self.plain, self._findings = rules, findings
        self.state: Any = None

    def start(self, setup: Setup) -> tuple[Any, Sequence[Event]]:
        return self._same("start", self.plain.start(setup), self.plain.start(setup))

    def waiting(self, state: Any) -> Mapping[str, Decision]:
        self.state = state
        waiting = self._same("waiting", self.plain.waiting(state), self.plain.waiting(state))
        ending = self.plain.ending(state)
        self._findings.expect(bool(waiting) == (ending is None), "ending", ending, "an ending if no seat is waiting")
        return waiting

    def refuse(self, state: Any, seat: str, action: Any) -> str | None:
        return self._same("refuse", self.plain.refuse(state, seat, action), self.plain.refuse(state, seat, action))

    def apply(self, state: Any, moves: Mapping[str, Move]) -> tuple[Any, Sequence[Event]]:
        before = copy.deepcopy((state, moves))
        first = self.plain.apply(state, moves)
        if not self._findings.expect((state, moves) == before, "apply", "a changed state", "a state left as it is"):
            return first
        return self._same("apply", first, self.plain.apply(state, moves))

    def ending(self, state: Any) -> Ending | None:
        return self._same("ending", self.plain.ending(state), self.plain.ending(state))

    def _same(self, place: str, first: T, second: T) -> T:
        self._findings.expect(first == second, place, "another result", "the same result from the same arguments")
        return first


def _planted(instance: Instance, words: Mapping[str, str]) -> Instance:
    """The instance with a word added to the text at each JSON pointer."""
    data = copy.deepcopy(instance.data)
    for pointer, word in words.items():
        *steps, last = pointer.strip("/").split("/")
        place: Any = data
        for step in steps:
            place = place[int(step) if isinstance(place, list) else step]
        last_step = int(last) if isinstance(place, list) else last
        place[last_step] = f"{place[last_step]} {word}"
    return replace(instance, data=data)


def _hostile(action: Any) -> Iterator[Any]:
    """Actions that are wrong in many ways, some of them near a legal one."""
    yield from HOSTILE
    if isinstance(action, dict):
        yield {**action, "no such key": 1}
        for key in action:
            yield {name: value for name, value in action.items() if name != key}
            yield from ({**action, key: value} for value in HOSTILE)


def _around(word: str, text: str) -> str:
    at = text.find(word)
    return text[max(0, at - 60) : at + 60]


@cache
def _validator(schema: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(schema))


def _no_models(name: str) -> ModelClient:
    raise LookupError(f"a scorer that is checked must not need the model {name}")
