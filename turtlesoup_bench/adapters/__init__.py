"""Games inside other frameworks, which own the loop and the model calls; each adapter needs the extra of its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from turtlesoup_bench.errors import UnknownName
from turtlesoup_bench.games import Episode, Forfeit, Game, Instance, Move, Player, Score, Seat, Setup
from turtlesoup_bench.games.chat import tell
from turtlesoup_bench.games.match import Match, advance
from turtlesoup_bench.games.registry import find_agent
from turtlesoup_bench.models import SEEDS_BETWEEN_SAMPLES, ModelClient
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import Json

CHAT = "chat"
"""The agent that is a model in the framework's own chat."""
WITH = " with "
"""Between agent and model in an episode's cast, as in every run."""


class SeatChats:
    """How a model that someone else calls plays a seat: one chat for each form of the seat's role.

    Args:
        match: Played by this seat and the other players.
        seat: The model's.
        players: Of all other seats.

    Raises:
        ValueError: If another seat has no player.
    """

    def __init__(self, match: Match, seat: str, players: Mapping[str, Player]):
        missing = [other for other in match.setup.instance.seats if other != seat and other not in players]
        if missing:
            raise ValueError(f"no player for {', '.join(missing)}")
        self._match = match
        self._seat = seat
        self._players = {other: player for other, player in players.items() if other != seat}
        self._chats: list[list[Message]] = [[] for _ in match.forms(seat)]

    async def waiting(self) -> list[list[Message]]:
        """The chats that need a reply each, once the other seats have moved; none when the episode is over."""
        await advance(self._match, self._players)
        observation = self._match.observe().get(self._seat)
        if observation is None:
            return []
        for form, chat in zip(self._match.forms(self._seat), self._chats, strict=True):
            tell(chat, form, observation, self._match.game)
        return [list(chat) for chat in self._chats]

    def reply(self, *texts: str) -> None:
        """Moves by what the model replied, one text for each chat; what cannot be used is asked for again."""
        for chat, text in zip(self._chats, texts, strict=True):
            # Providers refuse a message without text.
            chat.append({"role": "assistant", "content": text or "(empty)"})
        self._match.say(self._seat, *texts)

    def refused(self, reason: str) -> None:
        """Forfeits the move, since a content filter stopped the model."""
        for chat in self._chats:
            chat.append({"role": "assistant", "content": "(empty)"})
        self._match.act({self._seat: Move(forfeit=Forfeit("refused", reason))})


def tested_seat(game: Game, instances: Iterable[Instance], seat: str | None) -> str:
    """The seat that the model plays: the one that is named, else the first that nobody plays by default.

    Raises:
        UnknownName: If no instance has a seat of that name.
    """
    roles = {name: game.role(role) for instance in instances for name, role in instance.seats.items()}
    if seat is not None and seat not in roles:
        raise UnknownName("seat", seat, roles)
    return seat or next(name for name, role in roles.items() if role.default is None)


def cast_of(seats: Mapping[str, tuple[str, str | None]]) -> Json:
    """What `Game.setup` is told of who plays: ``cast`` and ``grants``.

    Args:
        seats: Agent and model of each seat; no model for an agent without one.
    """
    granted = {name: find_agent(agent).grants for name, (agent, _) in seats.items()}
    return {
        "cast": {name: f"{agent}{WITH}{model}" if model else agent for name, (agent, model) in seats.items()},
        "grants": {name: grants for name, grants in granted.items() if grants},
    }


def seated(game: Game, setup: Setup, seat: str, agent: str, client: ModelClient | None) -> Player:
    """The player that an agent makes of a seat; one of a seat that is not tested knows the problem."""
    secret = None if seat in setup.tested else setup.instance
    role, language = setup.instance.seats[seat], setup.instance.language
    return find_agent(agent).create(Seat(game, seat, role, language, setup.seed, client, secret))


async def scored(game: Game, episode: Episode, judge: str | None, models: Callable[[str], ModelClient]) -> Score:
    """The score of an episode that ended.

    Args:
        game: What was played.
        episode: The episode.
        judge: Name of the scorer; None takes the one that needs no model.
        models: Gives the client of a model's name.
    """
    if game.scorer is None:
        return Score("scored", {}, {}, {})
    name = judge or game.default_scorer
    return replace(await game.scorer(name).score(episode.setup.instance, episode, models), scorer=name)


def rewarded(game: Game, episode: Episode, score: Score, seat: str) -> tuple[float, dict[str, float]]:
    """The reward of a seat, and all its measures.

    Args:
        game: What was played.
        episode: An episode that ended.
        score: What its scorer says.
        seat: The seat.

    Returns:
        The first of the game's measures that the seat has, and the measures by name.

    Raises:
        RuntimeError: If it has no score, which is no reward of 0.
    """
    settled = game.settle(score, episode)
    measures = dict(settled.by_seat.get(seat, {})) if settled.status == "scored" else {}
    for measure in game.measures:
        if measure.name in measures:
            return float(measures[measure.name]), measures
    reason = settled.reason or f"its scorer says nothing of {seat}"
    raise RuntimeError(f"{episode.setup.instance.id} is unscored: {reason}")


def seed_of(seed: int | None, sample: int) -> dict[str, int]:
    """The sampling seed of a call, under its name in OpenAI's API; nothing where none is asked for.

    Args:
        seed: See `ModelClient.complete`.
        sample: Likewise.
    """
    return {} if seed is None and not sample else {"seed": (seed or 0) + sample * SEEDS_BETWEEN_SAMPLES}
