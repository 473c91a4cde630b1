"""The report page of one run of any game, or of several runs of one game side by side: one file, no network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Game, Instance, Measure
from turtlesoup_bench.games.results import OUTSIDE_MEANS, Result, compare, outcomes_of, parity, success_measure
from turtlesoup_bench.pages import FOLDER, packed, page
from turtlesoup_bench.records import LANGUAGES, Json, to_json
from turtlesoup_bench.reporting.notes import texts
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.run_folder import write_atomically
from turtlesoup_bench.statistics.bootstrap import Interval


def write_report(results: RunResults) -> Path:
    """Writes ``report.html`` into the run folder.

    Raises:
        RunFolderError: If it cannot be written.
    """
    write_atomically(results.folder.report_file, render_report([results]))
    return results.folder.report_file


def render_report(runs: Sequence[RunResults], calls: Sequence[str | None] | None = None) -> str:
    """The page's HTML.

    Args:
        runs: One run, or several of one game; those after the first are compared with it.
        calls: Where a server gives the model calls of each run's episodes; None for a page that stands alone.

    Raises:
        InvalidInput: If they are of several games.
    """
    first, *others = runs
    game = first.game
    foreign = [run for run in others if run.game.name != game.name]
    if foreign:
        raise InvalidInput(Problem(str(run.folder.path), "game", run.game.name, game.name) for run in foreign)
    played = [(number, result) for number, run in enumerate(runs) for result in run.results]
    instances = {result.instance.id: result.instance for _, result in played}
    data = {
        "name": first.run["name"] if not others else game.name,
        "game": _game(game),
        "runs": [
            {**_run(run, label), "calls": path}
            for run, label, path in zip(runs, _labels(runs), calls or [None] * len(runs), strict=True)
        ],
        "comparisons": [_compared(game, first, run) for run in others] if game.measures else [],
        "instances": {name: _instance(game, instance) for name, instance in instances.items()},
        "episodes": [{"run": number, **_entry(result)} for number, result in played],
    }
    parts = [packed(_opened(result)) for _, result in played]
    title = f"{first.run['name']}: turtlesoup-bench"
    return page(title, data, _scripts(game), folders_of(game), parts, can_call_server=calls is not None)


def folders_of(game: Game) -> list[Path]:
    """Where a game keeps phrases and style of its pages: what `turtlesoup_bench.pages.page` takes."""
    return [game.report.folder] if game.report.folder else []


def _scripts(game: Game) -> list[Path]:
    folder = game.report.folder or FOLDER
    transcript, panels = folder / "transcript.js", folder / "panels.js"
    of_game = [
        transcript if transcript.is_file() else FOLDER / "transcript.js",
        *([panels] if panels.is_file() else []),
    ]
    before, after = (
        [FOLDER / f"{name}.js" for name in names]
        for names in (
            ("address", "tables", "downloads", "glossary", "charts", "calls", "moves"),
            ("episodes", "episode", "runs", "report"),
        )
    )
    return [*before, *of_game, *after]


def _game(game: Game) -> Json:
    words = outcomes_of(game)
    kinds = ("won", "lost") if success_measure(game) else ("scored",)
    return {
        "name": game.name,
        "measures": [{**_measure(measure), "is_success": measure.outcomes is not None} for measure in game.measures],
        "play_measures": [_measure(measure) for measure in game.play_measures],
        "outcomes": [
            {"word": word, "kind": kind} for word, kind in zip(words, (*kinds, *words[len(kinds) :]), strict=True)
        ],
        "groups": list(game.groups),
    }


def _measure(measure: Measure) -> Json:
    return {
        "name": measure.name,
        "label": measure.label,
        "range": list(measure.range),
        "in_percent": measure.scale == 100.0,
        "higher_is_better": measure.higher_is_better,
    }


def _labels(runs: Sequence[RunResults]) -> list[str]:
    """Who is tested in each run, with the run's name where that is the same in several."""
    tested = [run.tested for run in runs]
    return [
        who if tested.count(who) == 1 else f"{who} ({run.run['name']})" for who, run in zip(tested, runs, strict=True)
    ]


def _run(results: RunResults, label: str) -> Json:
    run, game = results.run, results.game
    return {
        **{name: run[name] for name in ("name", "game_version", "data", "options", "seeds")},
        "label": label,
        "others": results.others,
        "scorer": results.scorer,
        "notes": {language: texts(results.notes, language) for language in LANGUAGES},
        "episodes": len(results.results),
        "planned": results.planned,
        "rows": {
            row.group: {
                "episodes": row.episodes,
                "scored": row.scored,
                "outcomes": row.outcomes,
                "means": {name: _numbers(mean) for name, mean in row.means.items()},
            }
            for row in results.rows
        },
        "parity": _numbers(parity(game, results.results)),
        "usage": to_json(results.usage),
        "panels": game.report.panels(results.folder.path, run, results.results, results.scorer),
    }


def _compared(game: Game, first: RunResults, second: RunResults) -> Json:
    comparison = compare(game, first.results, second.results)
    return {"pairs": comparison.pairs, "difference": _numbers(comparison.difference), "p": comparison.p}


def _numbers(interval: Interval | None) -> list[float | None] | None:
    return None if interval is None else [interval.mean, interval.low, interval.high]


def _instance(game: Game, instance: Instance) -> Json:
    caption = game.report.caption(instance)
    tags = {name: instance.tags[name] for name in game.groups}
    return {"id": instance.id, "language": instance.language, "tags": tags, **to_json(caption)}


def _entry(result: Result) -> Json:
    """What the list and its filters need of an episode."""
    measures = (*result.game.measures, *result.game.play_measures)
    return {
        "id": result.episode.id,
        "instance": result.instance.id,
        "seed": result.episode.setup.seed,
        "outcome": result.outcome,
        "values": {measure.name: result.values[measure.name] for measure in measures},
        "text": " ".join(_written(result)),
    }


def _written(result: Result) -> Iterator[str]:
    """What the tested seats wrote."""
    for step in result.episode.moves:
        for seat in result.episode.setup.tested:
            if seat in step:
                yield from _texts(step[seat].action)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def _opened(result: Result) -> Json:
    """What is shown of an episode once it is opened."""
    reason = result.score.reason if result.score and result.outcome in OUTSIDE_MEANS else None
    return {"transcript": result.game.report.transcript(result), "unscored": reason}
