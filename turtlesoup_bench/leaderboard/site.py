"""A static site: the board with a report of each submission, chosen runs, and what every game is played on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from turtlesoup_bench.games import Game, Instance
from turtlesoup_bench.games.registry import find_game, game_names
from turtlesoup_bench.leaderboard.board import build
from turtlesoup_bench.pages import FOLDER, page
from turtlesoup_bench.records import Json, to_json
from turtlesoup_bench.reporting.report import folders_of, render_report
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.run_folder import write_atomically

_HOME = [FOLDER / f"{name}.js" for name in ("tables", "site")]
_INSTANCES = [FOLDER / f"{name}.js" for name in ("address", "instances")]


def publish_site(out: Path, submissions: Path, runs: Sequence[Path] = ()) -> list[Path]:
    """Writes the site; every page of it also opens from disk.

    Args:
        out: Folder of the site.
        submissions: Folder of submissions.
        runs: Run folders whose reports stand on the site, too.

    Returns:
        The files written, the home page first.

    Raises:
        InvalidInput: If a submission or a run cannot be read; the home page is not written then.
        RunFolderError: If a file cannot be written.
    """
    board, files = build(submissions, out / "leaderboard")
    for folder in ("games", "runs"):
        (out / folder).mkdir(exist_ok=True)
    listed: dict[str, list[Json]] = {"games": [], "runs": []}
    for name in game_names():
        game = find_game(name)
        files.append(out / "games" / f"{name}.html")
        instances = [_instance(game, one) for one in game.load({})]
        write_atomically(
            files[-1], page(f"{name}: turtlesoup-bench", _game(game, instances), _INSTANCES, folders_of(game))
        )
        listed["games"].append({"name": name, "path": f"games/{name}.html", "instances": len(instances)})
    for run in runs:
        results = read_results(run)
        file = re.sub(r"[^\w.-]+", "-", results.run["name"]) + ".html"
        files.append(out / "runs" / file)
        write_atomically(files[-1], render_report([results]))
        label = {"name": results.run["name"], "path": f"runs/{file}", "tested": results.tested}
        listed["runs"].append({**label, "game": results.game.name, "played": results.played})
    home = out / "index.html"
    systems = sum(len(table.lines) for table in board.tables)
    write_atomically(home, page("turtlesoup-bench", {**listed, "systems": systems}, _HOME))
    return [home, *files]


def _game(game: Game, instances: Sequence[Json]) -> Json:
    return {"name": game.name, "groups": list(game.groups), "instances": list(instances)}


def _instance(game: Game, instance: Instance) -> Json:
    """What everybody may know of an instance; solutions stay away from a public page."""
    tags = {name: instance.tags[name] for name in game.groups}
    return {"id": instance.id, "language": instance.language, "tags": tags, **to_json(game.report.caption(instance))}
