"""The server of the page: the list of runs, a report of one or several, and the model calls of an episode."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from turtlesoup_bench.errors import TurtleSoupError, UnknownName
from turtlesoup_bench.models.journal import Call, read_calls
from turtlesoup_bench.pages import FOLDER, page
from turtlesoup_bench.records import Json
from turtlesoup_bench.reporting.report import render_report
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.viewing.folders import RunFolders
from turtlesoup_bench.web import guard

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

KEPT = 8
"""Reports kept at once, each until a file of its runs changes."""
_SCRIPTS = [FOLDER / f"{name}.js" for name in ("tables", "view")]


def make_app(folders: RunFolders) -> Starlette:
    """The web application. It serves only names of this machine, reads, and changes nothing.

    Args:
        folders: What is shown.

    Raises:
        ImportError: Without the extra ``serve``.
    """
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse
    from starlette.routing import Route

    reports = _Reports(folders)

    def answering(make: Callable[[Request], Any], kind: type[Response]) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            try:
                return kind(await run_in_threadpool(make, request))
            except TurtleSoupError as error:
                return PlainTextResponse(str(error), status_code=404)

        return answer

    def home(_: Request) -> str:
        data = {"root": str(folders.root), "runs": folders.statuses()}
        return page("turtlesoup-bench", data, _SCRIPTS, can_call_server=True)

    def calls(request: Request) -> list[Json]:
        folder = RunFolder(folders.find(request.path_params["run"]))
        return [_shown(call) for call in read_calls(folder.journal_file, request.query_params.get("episode", ""))]

    return Starlette(
        routes=[
            Route("/", answering(home, HTMLResponse)),
            Route("/api/runs", answering(lambda _: folders.statuses(), JSONResponse)),
            Route("/api/calls/{run:path}", answering(calls, JSONResponse)),
            Route("/report", answering(lambda request: reports.get(request.query_params.getlist("run")), HTMLResponse)),
        ],
        middleware=[guard(None)],
    )


class _Reports:
    """Report pages, made anew once a file of their runs has changed."""

    def __init__(self, folders: RunFolders):
        self._folders = folders
        self._pages: dict[tuple[str, ...], tuple[object, str]] = {}

    def get(self, names: Sequence[str]) -> str:
        """The page of some runs.

        Raises:
            TurtleSoupError: If there is no such run, or the runs make no page together.
        """
        paths = [self._folders.find(name) for name in names]
        if not paths:
            raise UnknownName("run", "", self._folders.names())
        state = [_state(path) for path in paths]
        key = tuple(names)
        if key not in self._pages or self._pages[key][0] != state:
            calls = [f"/api/calls/{quote(name)}" for name in names]
            self._pages.pop(key, None)
            self._pages[key] = (state, render_report([read_results(path) for path in paths], calls))
            while len(self._pages) > KEPT:
                self._pages.pop(next(iter(self._pages)))
        return self._pages[key][1]


def _state(path: Path) -> list[tuple[str, float, int]]:
    """What changes when a run writes what its report shows."""
    files = [path / "run.json", path / "episodes.jsonl", *sorted(path.glob("scores.*.jsonl"))]
    files += sorted(path.glob("failures.*.json"))
    return [(file.name, (status := file.stat()).st_mtime, status.st_size) for file in files if file.exists()]


def _shown(call: Call) -> Json:
    """What ``calls.js`` shows of a call."""
    reply, request = call.reply, call.request
    return {
        "seat": call.place.seat,
        "step": call.place.step,
        "n": call.place.n,
        "model": request["model"] if request else "",
        "messages": request["messages"] if request else None,
        "reply": reply["text"],
        "reasoning": reply.get("reasoning", ""),
        "seconds": call.seconds,
        **{name: reply[name] for name in ("prompt_tokens", "completion_tokens", "cost")},
    }
