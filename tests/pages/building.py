"""Runs made by hand, for pages that must show something in particular."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from turtlesoup_bench import games
from turtlesoup_bench.games import Episode, Game, Instance, Move
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.games.turtle_soup.game import GAME as TURTLE_SOUP
from turtlesoup_bench.games.turtle_soup.game import instance_of
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import PointMatch, Ruler, Score
from turtlesoup_bench.reporting.report import render_report
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.run_folder import RunFolder

RULER = Ruler("1", "0.1.0", "0", "embedded", None, (0.3, 0.3, 0.4), (0.5, 0.8))
NO = {"verdict": "no", "is_key_clue": False, "clue": None}
PARTS = ("logic", "details", "conclusion", "overall", "precision")


class Asked(NamedTuple):
    """A question, the host's answer to it (None: the host forfeits) and what the player thought."""

    question: str
    answer: dict[str, Any] | None = NO
    trace: dict[str, Any] = {}  # noqa: RUF012


def run_of(game: Game, results: Sequence[Result], folder: Path, **changes: Any) -> RunResults:
    """A run of these results; ``changes`` are to its ``run.json``."""
    seats = results[0].instance.seats
    tested = [seat for seat, role in seats.items() if game.role(role).default is None]
    agents = {seat: {"agent": game.role(role).default or "chat", "model": None} for seat, role in seats.items()}
    run = {
        "name": "made", "game": game.name, "game_version": game.version, "seeds": [42], "self_hosted": [],
        "data": {"version": "0", "hash": "0" * 16, "instances": len(results)},
        "options": game.options_of({}), "tested": tested,
        "seats": {**agents, **{seat: {"agent": "chat", "model": "openai/made"} for seat in tested}}, **changes,
    }  # fmt: skip
    return RunResults(RunFolder(folder), run, game, game.default_scorer, results)


def page_of(folder: Path, *runs: RunResults) -> str:
    """Writes the page of some runs; its address."""
    file = folder / "report.html"
    file.write_text(render_report(runs), encoding="utf-8")
    return file.as_uri()


def soup(puzzle: Puzzle, seed: int, asked: Sequence[Asked], last: Move) -> Episode:
    """A game of turtle soup; the last move is the prediction, or a forfeit."""
    match = Match(TURTLE_SOUP, TURTLE_SOUP.setup(instance_of(puzzle), seed=seed, cast={"player": "made"}))
    for question, answer, trace in asked:
        match.act({"player": Move({"question": question}, trace)})
        refused = games.Forfeit("refused", "filtered")
        match.act({"host": Move(answer) if answer else Move(forfeit=refused)})
    if last.forfeit is None and match.observe()["player"].phase == "ask":
        match.act({"player": Move({"question": None})})
    match.act({"player": last})
    return match.episode()


def judged(episode: Episode, value: float, solved: bool = False) -> Result:
    """Its result where every part of the score has this value, and each rubric point is half met by the first one."""
    instance: Instance = episode.setup.instance
    matches: Any = {part: tuple(PointMatch(0, 0.5, 0.5) for _ in instance.data[part]) for part in ("logic", "details")}
    parts = dict.fromkeys(PARTS, value)
    score = Score(episode.id, instance.id, "scored", RULER, solved=solved, matches=matches, **parts)
    return Result(TURTLE_SOUP, instance, episode, games.Score.from_json(score.to_json()))
