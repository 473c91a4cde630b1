from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field, replace
from time import process_time
from typing import Any

import pytest
from toy import BOARD, GAME, INSTANCES, open_media

from turtlesoup_bench.errors import (
    AccessError,
    BudgetSpent,
    InvalidInput,
    MalformedReply,
    RefusedError,
    TransientError,
)
from turtlesoup_bench.games import Episode, Event, Move, Observation, Player, Setup
from turtlesoup_bench.games.match import LARGEST_MOVE, Match, advance, play

SETUP = GAME.setup(INSTANCES[0], seed=7)
SEATS = ("ann", "bob", "cyd")


@dataclass
class Voter:
    """Votes as it is told to, in turn; an exception is raised instead."""

    votes: list[Any]
    seen: list[Observation] = field(default_factory=list)

    async def act(self, observation: Observation) -> Move:
        self.seen.append(observation)
        vote = self.votes[min(len(self.seen), len(self.votes)) - 1]
        if isinstance(vote, BaseException):
            raise vote
        return vote if isinstance(vote, Move) else Move({"vote": vote})


def votes(**by_seat: Any) -> dict[str, Move]:
    return {seat: Move({"vote": vote}) for seat, vote in by_seat.items()}


def played(**players: Player) -> Episode:
    return asyncio.run(play(GAME, SETUP, players))


def whole() -> Episode:
    return played(ann=Voter(["bob", "cyd"]), bob=Voter(["cyd"]), cyd=Voter(["bob", "ann"]))


def test_seats_wait_at_the_same_time_and_see_what_is_meant_for_them() -> None:
    match = Match(GAME, SETUP)
    waiting = match.observe()
    assert list(waiting) == list(SEATS)
    for seat, observation in waiting.items():
        assert [event.kind for event in observation.new] == ["board", "card"]
        assert observation.events[0].parts == (BOARD,)
        assert observation.new[1].data == {"card": INSTANCES[0].data["cards"][seat]}
        assert (observation.seat, observation.role, observation.phase) == (seat, "voter", "vote")
        assert observation.view == {"round": 1}
    assert open_media(BOARD.content)


def test_the_rules_are_applied_once_every_waiting_seat_has_moved() -> None:
    match = Match(GAME, SETUP)
    match.act(votes(cyd="bob"))
    assert list(match.observe()) == ["ann", "bob"]
    match.act(votes(ann="bob", bob="cyd"))
    waiting = match.observe()
    assert list(waiting) == ["ann", "cyd"]
    assert [event.kind for event in waiting["cyd"].new] == ["vote", "vote", "vote", "out"]
    # The votes are told in the order of the seats, not in that in which they came.
    assert [event.seat for event in waiting["cyd"].new] == ["ann", "bob", "cyd", None]
    assert list(match.episode().moves[0]) == list(SEATS)
    assert match.episode().status == "unfinished"


def test_chance_follows_from_the_setup_alone() -> None:
    def drawn(seed: int, cast: str) -> str:
        match = Match(GAME, GAME.setup(INSTANCES[0], seed=seed, cast=dict.fromkeys(SEATS, cast)))
        match.act(votes(ann="bob", bob="cyd", cyd="ann"))
        return str(match.episode().events[-1].data["seat"])

    assert {drawn(seed, "x") for seed in range(30)} == set(SEATS)
    assert [drawn(seed, "x") for seed in range(30)] == [drawn(seed, "y") for seed in range(30)]


def test_a_refused_move_is_tried_again_with_the_complaint_and_then_forfeited() -> None:
    match = Match(GAME, SETUP)
    match.act(votes(ann="nobody"))
    again = match.observe()["ann"]
    assert again.complaint == "Vote for one of ann, bob, cyd."
    assert again.new == ()
    match.act(votes(ann="bob", bob="nobody", cyd="bob"))
    assert list(match.observe()) == ["bob"]
    match.act(votes(bob=None))
    episode = match.episode()
    assert episode.moves[0]["ann"].complaints == ("Vote for one of ann, bob, cyd.",)
    forfeit = episode.moves[0]["bob"].forfeit
    assert forfeit
    assert (forfeit.cause, forfeit.reason) == ("illegal", "no move in 2 tries: Vote for one of ann, bob, cyd.")
    assert episode.status == "aborted"
    assert episode.ending and episode.ending.aborted == ("bob",)


def test_a_seat_is_played_from_outside_by_what_a_model_replies() -> None:
    match = Match(GAME, SETUP)
    match.say("ann", "I vote for bob")
    match.say("bob", " ")
    assert match.observe()["bob"].complaint == "Say a name."
    match.say("bob", "\n")
    match.say("cyd", "ann")
    forfeit = match.episode().moves[0]["bob"].forfeit
    assert forfeit and forfeit.cause == "unreadable"
    assert forfeit.replies == (" ", "\n")
    assert match.episode().moves[0]["ann"].trace == {"replies": ["I vote for bob"]}


def test_nobody_moves_out_of_turn() -> None:
    match = Match(GAME, SETUP)
    match.act(votes(ann="bob"))
    for seat in ("ann", "dan"):
        with pytest.raises(ValueError, match=rf"seat '{seat}' does not have to move; waiting: bob, cyd"):
            match.act({seat: Move({"vote": "bob"})})
    with pytest.raises(ValueError, match="zip"):
        match.say("bob", "one reply", "one too many")


class Odd:
    pass


def cyclic() -> list[Any]:
    items: list[Any] = []
    items.append(items)
    return items


@pytest.mark.parametrize(
    "move",
    [
        Move({"vote": Odd()}),
        Move({"vote": float("nan")}),
        Move(cyclic()),
        Move({"vote": "bob"}, trace={"thought": Odd()}),
        Move({"vote": "bob"}, trace=["no object"]),  # type: ignore[arg-type]
        Move({"vote": "bob"}, trace={"thought": "x" * LARGEST_MOVE}),
    ],
    ids=["object", "nan", "cycle", "trace", "list as trace", "size"],
)
def test_what_cannot_be_written_is_not_accepted(move: Move) -> None:
    match = Match(GAME, SETUP)
    match.act({"ann": move})
    assert match.observe()["ann"].complaint


def test_half_of_a_surrogate_pair_is_kept_as_it_was_said() -> None:
    match = Match(GAME, SETUP)
    match.act({**votes(bob="cyd", cyd="ann"), "ann": Move({"vote": "bob"}, {"reply": "so \ud83d"})})
    assert match.episode().moves[0]["ann"].trace == {"reply": "so \ud83d"}


def test_what_a_player_goes_on_changing_is_not_what_is_recorded() -> None:
    match = Match(GAME, SETUP)
    action, trace = {"vote": "bob"}, {"thoughts": [1]}
    match.act({"ann": Move(action, trace)})
    action["vote"] = "cyd"
    trace["thoughts"].append(2)
    match.act(votes(bob="bob", cyd="bob"))
    assert match.episode().moves[0]["ann"] == Move({"vote": "bob"}, {"thoughts": [1]})


def test_the_same_moves_give_the_same_episode_through_json_too() -> None:
    episode = whole()
    assert episode.status == "completed"
    assert Match(GAME, SETUP, episode.moves).episode() == episode
    record = json.loads(json.dumps(episode.to_json()))
    assert Episode.from_json(record, INSTANCES[0]) == episode
    assert "of hearts" not in json.dumps(record["setup"])
    with pytest.raises(InvalidInput, match="table-jack"):
        Episode.from_json(record, INSTANCES[1])


def test_a_match_goes_on_from_a_list_of_moves() -> None:
    episode = whole()
    match = Match(GAME, SETUP, episode.moves[:1])
    players: dict[str, Player] = {seat: Voter(["cyd"]) for seat in match.observe()}
    asyncio.run(advance(match, players))
    assert match.episode().moves[0] == episode.moves[0]
    assert match.episode().status == "completed"


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([votes(ann="bob")], r"moves\[0\]: found moves of ann; expected those of ann, bob, cyd"),
        ([votes(ann="bob", bob="bob", cyd="dan")], r"moves\[0\]\.cyd: found .*dan.*Vote for one of"),
        ([*whole().moves, votes(ann="bob")], r"moves\[2\]: found moves of ann; expected the end"),
    ],
)
def test_moves_that_the_rules_do_not_allow_are_not_replayed(steps: list[dict[str, Move]], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        Match(GAME, SETUP, steps)


def test_it_plays_until_a_seat_without_a_player_must_move() -> None:
    match = Match(GAME, SETUP)
    ann, cyd = Voter(["bob", "cyd"]), Voter(["bob", "ann"])
    asyncio.run(advance(match, {"ann": ann, "cyd": cyd}))
    assert list(match.observe()) == ["bob"]
    match.say("bob", "bob")
    asyncio.run(advance(match, {"ann": ann, "cyd": cyd}))
    assert match.episode().status == "completed"
    with pytest.raises(ValueError, match="no player for bob, cyd"):
        played(ann=ann)


def test_waiting_seats_think_at_the_same_time() -> None:
    barrier: asyncio.Barrier | None = None

    class Thinker:
        async def act(self, observation: Observation) -> Move:
            nonlocal barrier
            barrier = barrier or asyncio.Barrier(3)
            if observation.view["round"] == 1:
                await barrier.wait()  # would wait for ever if one thought after another
            return Move({"vote": observation.seat})

    assert played(**{seat: Thinker() for seat in SEATS}).status == "completed"


@pytest.mark.parametrize(
    ("error", "cause", "replies"),
    [
        (RefusedError("filtered"), "refused", ()),
        (MalformedReply("unreadable", ["mumble"]), "unreadable", ("mumble",)),
        (MalformedReply("cut off", ["mum"], is_truncated=True), "truncated", ("mum",)),
        (ZeroDivisionError("oh"), "error", ()),
    ],
)
def test_a_player_that_raises_forfeits(error: Exception, cause: str, replies: tuple[str, ...]) -> None:
    episode = played(ann=Voter([error]), bob=Voter(["ann"]), cyd=Voter(["ann"]))
    forfeit = episode.moves[0]["ann"].forfeit
    assert forfeit and (forfeit.cause, forfeit.replies) == (cause, replies)
    assert str(error) in forfeit.reason
    assert episode.status == "aborted"


def test_a_player_must_return_a_move() -> None:
    player: Any = type("Mute", (), {"act": lambda self, observation: asyncio.sleep(0, "ann")})()
    forfeit = played(ann=player, bob=Voter(["ann"]), cyd=Voter(["ann"])).moves[0]["ann"].forfeit
    assert forfeit and forfeit.reason == "TypeError: a player must return a Move, not str"


def test_a_seat_that_is_not_tested_fails_the_episode_with_its_exception() -> None:
    setup = replace(SETUP, tested=("ann", "cyd"))
    players: dict[str, Player] = {"ann": Voter(["bob"]), "bob": Voter([ZeroDivisionError("oh")]), "cyd": Voter(["bob"])}
    episode = asyncio.run(play(GAME, setup, players))
    assert (episode.status, episode.failure) == ("failed", "bob: ZeroDivisionError: oh")


def test_an_infrastructure_that_fails_leaves_an_episode_to_resume() -> None:
    gone = [Move({"vote": "bob"}), TransientError("gave up")]
    episode = played(ann=Voter(gone), bob=Voter(["bob"]), cyd=Voter(["bob"]))
    assert (episode.status, episode.failure, len(episode.moves)) == ("failed", "ann: gave up", 1)
    resumed = Match(GAME, SETUP, episode.moves)
    assert list(resumed.observe()) == ["ann", "cyd"]


@pytest.mark.parametrize("error", [AccessError("key"), BudgetSpent("spent")])
def test_what_stops_a_run_waits_for_the_calls_beside_it(error: Exception) -> None:
    done: list[str] = []

    class Slow:
        async def act(self, observation: Observation) -> Move:
            for _ in range(5):
                await asyncio.sleep(0)
            done.append(observation.seat)
            return Move({"vote": "ann"})

    with pytest.raises(type(error)):
        played(ann=Voter([error]), bob=Slow(), cyd=Slow())
    assert done == ["bob", "cyd"]


def test_an_aborted_seat_gets_the_worst_of_every_measure() -> None:
    episode = played(ann=Voter([ZeroDivisionError()]), bob=Voter(["ann"]), cyd=Voter(["ann"]))
    assert GAME.scorer
    score = asyncio.run(GAME.scorer("1").score(INSTANCES[0], episode, lambda name: pytest.fail(name)))
    generous = replace(score, by_seat={seat: {"survived": 1.0} for seat in SEATS})
    assert GAME.settle(generous, episode).by_seat == {
        "ann": {"survived": 0.0},
        "bob": {"survived": 1.0},
        "cyd": {"survived": 1.0},
    }


def test_options_are_filled_in_and_checked() -> None:
    game = replace(GAME, options={"rounds": {"type": "integer", "default": 3, "minimum": 1}})
    assert game.setup(INSTANCES[0]).options == {"rounds": 3}
    assert game.setup(INSTANCES[0]).tested == SEATS
    with pytest.raises(InvalidInput, match="rounds: found 0"):
        game.setup(INSTANCES[0], options={"rounds": 0})
    with pytest.raises(InvalidInput, match="round"):
        game.setup(INSTANCES[0], options={"round": 2})


def test_a_move_costs_microseconds() -> None:
    class Long(type(GAME.rules)):  # type: ignore[misc]
        rounds = 2_000

        def refuse(self, state: Any, seat: str, action: Any) -> str | None:
            return None

        def apply(self, state: Any, moves: Any) -> Any:
            return replace(state, round=state.round + 1), [
                Event("vote", {"n": state.round}, seat=seat) for seat in moves
            ]

    match = Match(replace(GAME, rules=Long()), Setup(INSTANCES[0]))
    begun = process_time()
    for _ in range(30):
        match.act({seat: Move({"vote": "ann"}, {"thought": "x" * 200}) for seat in match.observe()})
    assert process_time() - begun < 90 * 300e-6  # about 20 microseconds a move; the rest is for slow machines
