"""Why no submission can be made of a run and a statement yet: everything at once, in the words of the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.records import Json
from turtlesoup_bench.run_folder import SavedRun
from turtlesoup_bench.submissions.records import standing
from turtlesoup_bench.text_tables import counted
from turtlesoup_bench.validation import check_record

_STATED = {
    "authors": ("--author", "who submits; may be repeated"),
    "contact": ("--contact", "an e-mail address or an https link"),
    "name": ("--name", "a name of at most 80 characters"),
    "link": ("--link", "an https link"),
    "contamination": ("--seen", "yes, no or unknown"),
    "weights": ("--weights", "open, closed or unknown"),
}
"""Fields of the metadata that are stated by an option, and what it takes."""


def obstacles(saved: SavedRun, meta: Json, target: Path, *, with_episodes: bool) -> Iterator[Problem]:
    """What stands in the way of a submission.

    Args:
        saved: The run.
        meta: The submission's metadata, as far as it is known before its files are written.
        target: Its folder.
        with_episodes: Whether the transcripts go with it.
    """
    run, where = saved.run, str(saved.folder.path)
    stated = check_record({**meta, "scores": [], "play": {}, "files": {}}, "core/submission", where)
    wrong = {problem.place.partition(".")[0].partition("[")[0]: problem.found for problem in stated}
    for name, (option, expected) in _STATED.items():
        if name in wrong:
            yield Problem(option, "", "nothing" if meta[name] in ("", []) else wrong[name], expected)
    if run["data"]["source"] != "packaged":
        yield Problem(where, "data.source", repr(run["data"]["source"]), "a run of the packaged data set")
    if "handover" in run:
        yield Problem(where, "handover", "a run handed over", "one played by the same system throughout")
    if not with_episodes and saved.game.submissions is None:
        expected = f"transcripts, which the scores of {saved.game.name} follow from"
        yield Problem("--without-episodes", "", "no transcripts", expected)
    yield from _unscored(saved)
    if target.exists():
        yield Problem(str(target), "", "a folder of this name", "none; remove it, or give another --out")


def _unscored(saved: SavedRun) -> Iterator[Problem]:
    where = str(saved.folder.path)
    ended = {episode.id: episode.ending for episode in saved.episodes.values() if episode.ending}
    if not ended:
        yield Problem(where, "", "no episode that has ended", "one at least: run it again")
        return
    to_score = [name for name, ending in ended.items() if standing(saved.run["tested"], ending.aborted) == "scored"]
    for name in (saved.folder.scorers() or [saved.run["scorer"]]) if saved.game.scorer else []:
        scores = saved.folder.read_scores(name)
        owed = sum(episode not in scores for episode in to_score)
        if owed:
            found = f"{counted(owed, 'episode')} without a score by {name}"
            yield Problem(where, "", found, f"a score of each: turtlesoup score {where} --judge {name}")
