"""The data set browser and the game as a web page on loopback."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turtlesoup_bench.games import Score
from turtlesoup_bench.games.turtle_soup.episode import DEFAULT_MAX_TURNS
from turtlesoup_bench.games.turtle_soup.pages import FOLDER, PLAY_SCRIPTS
from turtlesoup_bench.games.turtle_soup.playing.human import HumanGame, Keep, parts_of, score_game
from turtlesoup_bench.games.turtle_soup.puzzles import PuzzleSet
from turtlesoup_bench.games.turtle_soup.questioner import View
from turtlesoup_bench.games.turtle_soup.records import BeliefState
from turtlesoup_bench.games.turtle_soup.responder import make_responder
from turtlesoup_bench.games.turtle_soup.scoring.score import MAX_CONCLUSION_CHARACTERS, MAX_DETAILS, MAX_LOGIC
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.pages import page

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse

MAX_GAMES = 200
"""Games kept at once; the longest untouched is given up first."""
MAX_BODY = 64_000


@dataclass(slots=True)
class _Open:
    """A game in a browser; ``score`` once it was concluded."""

    game: HumanGame
    score: Score | None = None
    is_saved: bool = False


class _Refused(Exception):
    """A request that cannot be served, with the sentence that says why."""

    def __init__(self, reason: str, status: int = 400):
        super().__init__(reason)
        self.status = status


def make_app(
    puzzles: PuzzleSet,
    responder: str,
    judge: str,
    keep: Keep,
    max_turns: int = DEFAULT_MAX_TURNS,
) -> Starlette:
    """The web application.

    It serves only names of this machine, takes only JSON from its own page, and sends no bottom before a game is
    concluded or a reader asks for it.

    Args:
        puzzles: What can be read and played.
        responder: ``embedded`` or a model.
        judge: ``embedded`` or a model.
        keep: Keeps a game.
        max_turns: Questions a game may have.

    Raises:
        ImportError: Without the extra ``serve``.
    """
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.responses import HTMLResponse, JSONResponse
    from starlette.routing import Route

    known = {puzzle.id: puzzle for puzzle in puzzles.puzzles}
    games: OrderedDict[str, _Open] = OrderedDict()
    pool = ClientPool(Journal())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with pool:
            yield
            await asyncio.gather(*(opened.game.leave() for opened in games.values()))

    def find(request: Request) -> _Open:
        name = request.path_params["game"]
        if name not in games:
            raise _Refused("this game is over or was never begun", 404)
        games.move_to_end(name)
        return games[name]

    async def home(_: Request) -> HTMLResponse:
        shown = ("id", "title", "genre", "language", "surface", "content_notes")
        data = {
            "puzzles": [{name: getattr(puzzle, name) for name in shown} for puzzle in puzzles.puzzles],
            "responder": responder,
            "judge": judge,
            "version": puzzles.version,
            "max_turns": max_turns,
        }
        return HTMLResponse(page("turtlesoup-bench", data, PLAY_SCRIPTS, FOLDER, can_call_server=True))

    async def secret(request: Request) -> Any:
        puzzle = known.get(request.path_params["puzzle"])
        if puzzle is None:
            raise _Refused("no such puzzle", 404)
        return {name: getattr(puzzle, name) for name in ("bottom", "key_clues", "logic", "details")}

    async def begin(request: Request) -> Any:
        puzzle = known.get(str((await _body(request)).get("puzzle")))
        if puzzle is None:
            raise _Refused("no such puzzle", 404)
        game = HumanGame(puzzle, make_responder(responder, pool), max_turns)
        name = secrets.token_urlsafe(12)
        games[name] = _Open(game)
        if len(games) > MAX_GAMES:
            _, oldest = games.popitem(last=False)
            await oldest.game.leave()
        return {"game": name, **_state(game, await game.view())}

    async def ask(request: Request) -> Any:
        opened = find(request)
        question = (await _body(request)).get("question")
        if not isinstance(question, str) or not question.strip():
            raise _Refused("a question is needed")
        if opened.game.episode is not None or opened.score is not None:
            raise _Refused("this game has ended")
        return _state(opened.game, await opened.game.ask(question))

    async def conclude(request: Request) -> Any:
        opened = find(request)
        body = await _body(request)
        if opened.game.episode is None:
            logic, details = (_points(body.get(name), most) for name, most in _MOST.items())
            conclusion = str(body.get("conclusion", ""))[:MAX_CONCLUSION_CHARACTERS]
            await opened.game.conclude(BeliefState(logic, details, conclusion))
            assert opened.game.played is not None
            opened.score = await score_game(opened.game.played, judge, pool)
        puzzle = opened.game.puzzle
        told = {name: getattr(puzzle, name) for name in ("bottom", "key_clues", "logic", "details")}
        return {"score": parts_of(opened.score) if opened.score else None, **told}

    async def save(request: Request) -> Any:
        opened = find(request)
        await _body(request)
        if opened.game.played is None or opened.is_saved:
            raise _Refused("only a finished game can be kept, once")
        opened.is_saved = True
        return {"path": str(keep(opened.game.played, opened.score))}

    def answering(endpoint: Callable[[Request], Awaitable[Any]]) -> Callable[[Request], Awaitable[JSONResponse]]:
        async def answer(request: Request) -> JSONResponse:
            try:
                return JSONResponse(await endpoint(request))
            except _Refused as refusal:
                return JSONResponse({"error": str(refusal)}, status_code=refusal.status)

        return answer

    return Starlette(
        routes=[
            Route("/", home),
            Route("/api/puzzles/{puzzle:path}/secret", answering(secret)),
            Route("/api/games", answering(begin), methods=["POST"]),
            Route("/api/games/{game}/questions", answering(ask), methods=["POST"]),
            Route("/api/games/{game}/conclusion", answering(conclude), methods=["POST"]),
            Route("/api/games/{game}/kept", answering(save), methods=["POST"]),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost", "[::1]"])],
        lifespan=lifespan,
    )


_MOST = {"logic": MAX_LOGIC, "details": MAX_DETAILS}


async def _body(request: Request) -> dict[str, Any]:
    """The JSON object of a request, which another site's page cannot send without asking first."""
    if request.headers.get("content-type") != "application/json":
        raise _Refused("JSON is needed", 415)
    if int(request.headers.get("content-length") or 0) > MAX_BODY:
        raise _Refused("that is too long", 413)
    try:
        body = await request.json()
    except ValueError:
        raise _Refused("broken JSON") from None
    if not isinstance(body, dict):
        raise _Refused("a JSON object is needed")
    return body


def _points(value: object, most: int) -> tuple[str, ...]:
    lines = value if isinstance(value, list) else []
    return tuple(line.strip() for line in lines if isinstance(line, str) and line.strip())[:most]


def _state(game: HumanGame, view: View | None) -> dict[str, Any]:
    if view is None:
        return {"ended": game.episode.reason if game.episode else None}
    return {
        "turns": [
            {
                "question": exchange.question,
                "reply": exchange.reply(view.language),
                "answer": {"verdict": exchange.verdict, "clue": None},
                "shown": {"verdict": exchange.verdict, "is_key_clue": exchange.is_key_clue},
                "trace": {},
            }
            for exchange in view.exchanges
        ],
        "left": view.turns_left,
    }
