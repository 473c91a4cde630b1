"""The web application on whose pages people play."""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turtlesoup_bench.errors import RunFolderError
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.playing.offer import Offer
from turtlesoup_bench.playing.pages import game_page, home_page
from turtlesoup_bench.playing.session import Session, patient_pool
from turtlesoup_bench.playing.shown import shown, summary
from turtlesoup_bench.playing.visits import person_of, recognise
from turtlesoup_bench.records import Json
from turtlesoup_bench.web import Refused, answering_json, body_of, guard

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import HTMLResponse

MOST_GAMES = 200
"""Games kept at once; then the longest untouched of whoever has the most is given up."""


@dataclass(slots=True)
class _Open:
    """A game that somebody plays."""

    offer: Offer
    session: Session
    person: str | None


class _Desk:
    """The games that are being played.

    Args:
        offers: What can be played.
        pool: For all calls.
    """

    def __init__(self, offers: Sequence[Offer], pool: ClientPool):
        self._offers = {offer.name: offer for offer in offers}
        self._pool = pool
        self._games: OrderedDict[str, _Open] = OrderedDict()

    async def list(self, request: Request) -> Any:
        """The games of whoever asks that are not over."""
        person = person_of(request)
        return [
            summary(name, one.offer, one.session)
            for name, one in self._games.items()
            if person is not None and one.person == person and not one.session.is_over
        ]

    async def instances(self, request: Request) -> Any:
        """What can be played of a game."""
        return self.offer(request.path_params["game"]).listed()

    async def begin(self, request: Request) -> Any:
        """Begins a game."""
        body = await body_of(request)
        offer = self.offer(str(body.get("game")))
        instance = offer.instances.get(str(body.get("instance")))
        if instance is None:
            raise Refused("no such instance", 404)
        open_ones = [one.session.match.setup for one in self._games.values() if one.offer is offer]
        taken = {setup.seed for setup in open_ones if setup.instance is instance}
        session = Session(offer, instance, offer.baseline.free_seed(instance.id, taken), self._pool)
        name = secrets.token_urlsafe(12)
        self._games[name] = _Open(offer, session, person_of(request))
        if len(self._games) > MOST_GAMES:
            self._give_one_up()
        await session.go_on()
        return self._shown(name)

    async def look(self, request: Request) -> Any:
        """A game as it stands."""
        return self._shown(self._find(request))

    async def move(self, request: Request) -> Any:
        """Makes a move."""
        name, body = self._find(request), await body_of(request)
        complaint = await self._games[name].session.move(body.get("step", -1), str(body.get("seat")), body)
        return {**self._shown(name), "complaint": complaint}

    async def act(self, request: Request) -> Any:
        """Whatever else is done with a game."""
        name = self._find(request)
        await body_of(request)
        session = self._games[name].session
        match request.path_params["verb"]:
            case "again":
                await session.go_on()
            case "give-up":
                await session.give_up()
            case "hint" if not session.is_over:
                session.hint()
            case "suggest" if not session.is_over:
                session.suggest()
            case "keep":
                try:
                    return {**self._shown(name), "path": str(session.keep()), "is_kept": True}
                except (ValueError, RunFolderError) as error:
                    raise Refused(str(error)) from None
            case "leave":
                del self._games[name]
                return {}
            case verb:
                raise Refused(f"a game cannot {verb} now", 404)
        return self._shown(name)

    def offer(self, name: str) -> Offer:
        """The offer of a game's name."""
        if name not in self._offers:
            raise Refused("no such game", 404)
        return self._offers[name]

    def _find(self, request: Request) -> str:
        name = str(request.path_params["match"])
        if name not in self._games:
            raise Refused("this game is over or was never begun", 404)
        self._games.move_to_end(name)
        return name

    def _give_one_up(self) -> None:
        """So that nobody who begins many games pushes out others'; browsers without a name count as one person."""
        [(busiest, _)] = Counter(one.person for one in self._games.values()).most_common(1)
        del self._games[next(name for name, one in self._games.items() if one.person == busiest)]

    def _shown(self, name: str) -> Json:
        one = self._games[name]
        theirs = [other for other in self._games.values() if other.person is not None and other.person == one.person]
        ours = [other.session for other in theirs or [one]]
        played = {token for token, instance in one.offer.instances.items() if any(s.instance is instance for s in ours)}
        return shown(name, one.offer, one.session, one.offer.next(one.session.instance, played))


def make_app(offers: Sequence[Offer], token: str | None = None, is_public: bool = False) -> Starlette:
    """The web application.

    It takes only JSON from its own pages, and sends nothing that a player may not know before the game is over.

    Args:
        offers: What can be played.
        token: What a browser must know that uses it from another machine; None serves only names of this machine.
        is_public: Whether to let in whoever comes, by any name and in a frame of another site's page. Games are known
            to those who began them alone.

    Raises:
        ImportError: Without the extra ``serve``.
    """
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.gzip import GZipMiddleware
    from starlette.responses import HTMLResponse
    from starlette.routing import Route

    pool = patient_pool()
    desk = _Desk(offers, pool)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with pool:
            yield

    async def home(request: Request) -> HTMLResponse:
        answer = HTMLResponse(home_page(offers))
        recognise(request, answer, is_public)
        return answer

    async def game(request: Request) -> HTMLResponse:
        try:
            answer = HTMLResponse(game_page(desk.offer(request.path_params["game"])))
        except Refused as refusal:
            return HTMLResponse(str(refusal), status_code=refusal.status)
        recognise(request, answer, is_public)
        return answer

    return Starlette(
        routes=[
            Route("/", home),
            Route("/{game}", game),
            Route("/api/games/{game}", answering_json(desk.instances)),
            Route("/api/matches", answering_json(desk.list)),
            Route("/api/matches", answering_json(desk.begin), methods=["POST"]),
            Route("/api/matches/{match}", answering_json(desk.look)),
            Route("/api/matches/{match}/moves", answering_json(desk.move), methods=["POST"]),
            Route("/api/matches/{match}/{verb}", answering_json(desk.act), methods=["POST"]),
        ],
        middleware=[*([] if is_public else [guard(token)]), Middleware(GZipMiddleware)],
        lifespan=lifespan,
    )
