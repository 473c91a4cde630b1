"""Recorded games, of any game, for people: a table with a row a run, and a page for each thing that was played."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from turtlesoup_bench.games.results import OVERALL, outcomes_of
from turtlesoup_bench.reporting.report import render_report
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.reporting.tables import number
from turtlesoup_bench.run_folder import write_atomically
from turtlesoup_bench.text_tables import plain_table

if TYPE_CHECKING:
    from rich.table import Table


def recorded_table(runs: Iterable[RunResults]) -> Table:
    """Who played what in which language, how many games ended how, and the mean of the game's headline.

    Args:
        runs: Of any games; at least one episode each.
    """
    table = plain_table("game", "player", "", "games", "ended", "score")
    before = ""
    for run in sorted(runs, key=lambda run: (run.game.name, _languages(run), _agents(run))):
        row = next(row for row in run.rows if row.group == OVERALL)
        measure = run.game.measures[0]
        ended = ", ".join(f"{row.outcomes[word]} {word}" for word in outcomes_of(run.game) if row.outcomes.get(word))
        name = run.game.name if run.game.name != before else ""
        score = number(measure, row.means[measure.name])
        table.add_row(name, _agents(run), _languages(run), str(row.episodes), ended, score)
        before = run.game.name
    return table


def write_pages(runs: Iterable[RunResults], out: Path) -> list[Path]:
    """Writes a report page of all runs that played the same by the same options; returns the pages, the longest first.

    Args:
        runs: The runs.
        out: Folder for the pages.
    """
    alike: dict[str, list[RunResults]] = {}
    for run in runs:
        played = [run.game.name, run.run["data"]["selection"], run.run["options"]]
        alike.setdefault(json.dumps(played, sort_keys=True), []).append(run)
    pages: list[Path] = []
    for of_page in sorted(alike.values(), key=lambda runs: -sum(len(run.results) for run in runs)):
        name = "-".join([of_page[0].game.name, *_languages(of_page[0]).split()])
        page = out / f"{name}.html"
        if page in pages:
            page = out / f"{name}-{len(pages)}.html"
        write_atomically(page, render_report(of_page))
        pages.append(page)
    return pages


def _agents(run: RunResults) -> str:
    agents = dict.fromkeys(run.run["seats"][seat]["agent"] for seat in run.run["tested"])
    return ", ".join(agent.removeprefix(f"{run.game.name}-") for agent in agents)


def _languages(run: RunResults) -> str:
    return " ".join(dict.fromkeys(result.instance.language for result in run.results))
