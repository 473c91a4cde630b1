"""A match: one episode of any game, as it is played.

Whoever owns the model calls takes the observations of the waiting seats from `Match.observe` and answers with
`Match.act` (actions) or `Match.say` (a chat model's replies). `advance` does that for seats that have a `Player`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from turtlesoup_bench.errors import (
    AccessError,
    BudgetSpent,
    InvalidInput,
    MalformedReply,
    Problem,
    ProviderError,
    RefusedError,
    RunFolderError,
)
from turtlesoup_bench.games import (
    ChatForm,
    Decision,
    Episode,
    Event,
    Forfeit,
    Game,
    Move,
    Observation,
    Player,
    Setup,
    Unreadable,
)
from turtlesoup_bench.games.episode import Cause
from turtlesoup_bench.models import STEP
from turtlesoup_bench.models.at_once import together
from turtlesoup_bench.records import to_json

LARGEST_MOVE = 1_000_000
"""Characters of an action with its trace, written as JSON."""

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


class Match:
    """One episode while it is played: its history, who may see what, complaints, forfeits.

    Args:
        game: The game.
        setup: What is fixed before; see `Game.setup`.
        moves: Steps to replay before going on, such as `Episode.moves` of an earlier match.

    Raises:
        InvalidInput: If a step to replay is not what the rules allow there.
    """

    def __init__(self, game: Game, setup: Setup, moves: Iterable[Mapping[str, Move]] = ()):
        self.game = game
        self.setup = setup
        self._events: list[Event] = []
        self._visible: dict[str, list[Event]] = {seat: [] for seat in setup.instance.seats}
        self._seen: dict[str, int] = dict.fromkeys(setup.instance.seats, 0)
        self._moves: list[Mapping[str, Move]] = []
        self._forms: dict[str, Sequence[ChatForm]] = {}
        self._failure: str | None = None
        self._enter(*game.rules.start(setup))
        for number, step in enumerate(moves):
            self._replay(number, step)

    @property
    def step(self) -> int:
        """Number of the step that is decided next, from 0."""
        return len(self._moves)

    def observe(self) -> dict[str, Observation]:
        """What each seat that has yet to move may know; empty once nobody has to."""
        if self._failure is not None:
            return {}
        return {seat: self._observation(seat) for seat in self._waiting if seat not in self._decided}

    def act(self, moves: Mapping[str, Move]) -> None:
        """Moves for some or all waiting seats; once each has one, the rules are applied.

        A move that is not accepted leaves its seat waiting, with a complaint in its next observation, until its
        allowance is used up: then the move is forfeited.

        Raises:
            ValueError: If a seat is not waiting.
        """
        for seat, move in moves.items():
            self._check_waiting(seat)
            self._try(seat, move, ())
        self._apply()

    def say(self, seat: str, *replies: str) -> None:
        """Moves for a seat with what a chat model replied, one reply for each of the role's forms.

        A reply that cannot be read counts as a move that is not accepted.

        Raises:
            ValueError: If the seat is not waiting, or there are more or fewer replies than forms.
        """
        self._check_waiting(seat)
        observation = self._observation(seat)
        readings = [form.read(reply, observation) for form, reply in zip(self.forms(seat), replies, strict=True)]
        complaints = [reading.complaint for reading in readings if isinstance(reading, Unreadable)]
        if complaints:
            self._complain(seat, "unreadable", " ".join(complaints), replies)
        else:
            self._try(seat, Move(merged(readings), {"replies": list(replies)}), replies)
        self._apply()

    def fail(self, reason: str) -> None:
        """Ends the episode because the infrastructure cannot go on; `resume` or playing its moves again resumes it."""
        self._failure = reason

    def resume(self) -> None:
        """Goes on where it failed: the seats that had to move have to move again."""
        self._failure = None

    def forms(self, seat: str) -> Sequence[ChatForm]:
        """The forms in which a chat model plays the seat."""
        if seat not in self._forms:
            instance = self.setup.instance
            self._forms[seat] = self.game.forms(instance.seats[seat], instance.language)
        return self._forms[seat]

    def episode(self) -> Episode:
        """The episode so far."""
        ending = self.game.rules.ending(self._state)
        moves, events = tuple(self._moves), tuple(self._events)
        return Episode(self.game.name, self.game.version, self.setup, moves, events, ending, self._failure)

    def _enter(self, state: Any, events: Iterable[Event]) -> None:
        self._state = state
        self._waiting: Mapping[str, Decision] = self.game.rules.waiting(state)
        self._decided: dict[str, Move] = {}
        self._refused: defaultdict[str, list[tuple[str, Sequence[str]]]] = defaultdict(list)
        for event in events:
            self._events.append(event)
            for seat in self._visible if event.to is None else event.to:
                self._visible[seat].append(event)

    def _observation(self, seat: str) -> Observation:
        decision, refused = self._waiting[seat], self._refused.get(seat)
        return Observation(
            seat,
            self.setup.instance.seats[seat],
            decision.phase,
            decision.accepts,
            decision.view,
            tuple(self._visible[seat]),
            self._seen[seat],
            refused[-1][0] if refused else None,
        )

    def _check_waiting(self, seat: str) -> None:
        if self._failure is not None or seat not in self._waiting or seat in self._decided:
            waiting = ", ".join(self.observe()) or "none"
            raise ValueError(f"seat {seat!r} does not have to move; waiting: {waiting}")

    def _try(self, seat: str, move: Move, replies: Sequence[str]) -> None:
        """Accepts the move, or complains."""
        accepted = self._judge(seat, move)
        if isinstance(accepted, str):
            self._complain(seat, "illegal", accepted, replies)
        else:
            self._decide(seat, accepted)

    def _judge(self, seat: str, move: Move) -> Move | str:
        """The move as it will be recorded, or why it is not accepted."""
        if move.forfeit is not None:
            move = replace(move, action=None)
        try:
            text = _encode([move.action, move.trace, to_json(move.forfeit)])
            size = len(text.encode("utf-8", "surrogatepass"))  # models do say half of a pair; files hold it escaped
        except (TypeError, ValueError, RecursionError) as error:
            return f"The move cannot be written as JSON: {error}."
        if size > LARGEST_MOVE:
            return f"The move takes {size} bytes; at most {LARGEST_MOVE} are kept."
        # What the player goes on changing is not what is recorded.
        action, trace, _ = json.loads(text)
        if not isinstance(trace, dict):
            return "The trace must be a JSON object."
        if move.forfeit is None and (complaint := self.game.rules.refuse(self._state, seat, action)) is not None:
            return complaint
        return replace(move, action=action, trace=trace)

    def _complain(self, seat: str, cause: Cause, complaint: str, replies: Sequence[str]) -> None:
        refused = self._refused[seat]
        refused.append((complaint, replies))
        self._seen[seat] = len(self._visible[seat])
        if len(refused) > self.game.allowance:
            reason = f"no move in {len(refused)} tries: {complaint}"
            self._decide(
                seat, Move(forfeit=Forfeit(cause, reason, tuple(text for _, said in refused for text in said)))
            )

    def _decide(self, seat: str, move: Move) -> None:
        self._seen[seat] = len(self._visible[seat])
        complaints = tuple(complaint for complaint, _ in self._refused.get(seat, ()))
        self._decided[seat] = replace(move, complaints=complaints) if complaints else move

    def _apply(self) -> None:
        if self._waiting and len(self._decided) == len(self._waiting):
            moves = {seat: self._decided[seat] for seat in self._waiting}
            self._moves.append(moves)
            self._enter(*self.game.rules.apply(self._state, moves))

    def _replay(self, number: int, step: Mapping[str, Move]) -> None:
        where = self.setup.instance.id
        if set(step) != set(self._waiting):
            expected = "those of " + ", ".join(self._waiting) if self._waiting else "the end of the episode"
            raise InvalidInput([Problem(where, f"moves[{number}]", "moves of " + ", ".join(step), expected)])
        for seat, move in step.items():
            accepted = self._judge(seat, move)
            if isinstance(accepted, str):
                raise InvalidInput([Problem(where, f"moves[{number}].{seat}", repr(move.action)[:80], accepted)])
            self._decide(seat, accepted)
        self._apply()


def merged(readings: Sequence[Any]) -> Any:
    """The action that the readings of a role's forms make up."""
    return readings[0] if len(readings) == 1 else {key: value for part in readings for key, value in part.items()}


async def play(game: Game, setup: Setup, players: Mapping[str, Player]) -> Episode:
    """Plays a whole episode; see `advance`.

    Raises:
        ValueError: If a seat has no player.
    """
    missing = [seat for seat in setup.instance.seats if seat not in players]
    if missing:
        raise ValueError(f"no player for {', '.join(missing)}")
    match = Match(game, setup)
    await advance(match, players)
    return match.episode()


async def advance(match: Match, players: Mapping[str, Player]) -> None:
    """Plays until a seat without a player must move, or the episode ends.

    Seats that wait at the same time think at the same time. A player that raises forfeits or fails; see `Player.act`.

    Raises:
        AccessError: If no call can succeed, so that the whole run should stop.
        BudgetSpent: If nothing may be spent any more; likewise.
        RunFolderError: If nothing can be recorded any more; likewise.
    """
    while ours := {seat: seen for seat, seen in match.observe().items() if seat in players}:
        outcomes = await together([_move(match, players[seat], seen) for seat, seen in ours.items()])
        for outcome in outcomes:
            if isinstance(outcome, AccessError | BudgetSpent | RunFolderError):
                raise outcome
        for seat, outcome in zip(ours, outcomes, strict=True):
            if isinstance(outcome, Exception):
                kind = "" if isinstance(outcome, ProviderError) else f"{type(outcome).__name__}: "
                match.fail(f"{seat}: {kind}{outcome}")
                return
        match.act({seat: move for seat, move in zip(ours, outcomes, strict=True) if isinstance(move, Move)})


async def _move(match: Match, player: Player, observation: Observation) -> Move | Exception:
    """The player's move, or the exception that stops more than its seat: so no call beside it is left alone."""
    outer = STEP.set(match.step)
    try:
        move = await player.act(observation)
        if not isinstance(move, Move):
            raise TypeError(f"a player must return a Move, not {type(move).__name__}")
    except (AccessError, BudgetSpent, RunFolderError) as error:
        return error
    except RefusedError as error:
        return Move(forfeit=Forfeit("refused", str(error)))
    except MalformedReply as error:
        return Move(forfeit=Forfeit("truncated" if error.is_truncated else "unreadable", str(error), error.replies))
    except ProviderError as error:
        return error
    except Exception as error:
        if observation.seat not in match.setup.tested:
            return error
        return Move(forfeit=Forfeit("error", f"{type(error).__name__}: {error}"))
    finally:
        STEP.reset(outer)
    return move
