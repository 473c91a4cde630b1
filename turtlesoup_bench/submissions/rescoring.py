"""A submission scored again by the maintainers, so that a ranked score is not its submitter's own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Score
from turtlesoup_bench.games.results import headline, mean_of_seats
from turtlesoup_bench.games.submissions import METADATA, Submitted
from turtlesoup_bench.run_folder import RunFolder, write_atomically
from turtlesoup_bench.statistics.bootstrap import Interval, cluster_interval
from turtlesoup_bench.submissions.checking import read_submission
from turtlesoup_bench.submissions.files import hashes, survey
from turtlesoup_bench.submissions.summary import aborted_of, summary_of


def read_for_scoring(folder: Path) -> Submitted:
    """A submission that can be scored again.

    Raises:
        InvalidInput: With all that is wrong with it, or if it has no transcripts.
    """
    submitted, problems = read_submission(folder)
    if submitted is None or problems:
        raise InvalidInput(problems)
    if submitted.instances is None:
        raise InvalidInput([Problem(str(folder), "data", "other data or rules", "those at hand")])
    if submitted.episodes is None or submitted.game.scorer is None:
        raise InvalidInput([Problem(str(folder), "", "no transcripts", "episodes that can be scored again")])
    return submitted


def difference_of(submitted: Submitted, scores: Mapping[str, Score]) -> Interval | None:
    """Mean of the headline by these scores minus that by those that the submission states with the same ruler, if any.

    Args:
        submitted: The submission.
        scores: By episode id.
    """
    measure, tested = headline(submitted.game), submitted.meta["tested"]
    stated = {key: score for lines in submitted.scores.values() for key, score in lines.items() if key in scores}
    pairs = []
    for key, score in scores.items():
        if key in stated and stated[key].ruler == score.ruler:
            before, after = (mean_of_seats(one.by_seat, tested, measure) for one in (stated[key], score))
            if before is not None and after is not None:
                pairs.append((after - before, (submitted.episodes or {})[key].setup.instance.cluster))
    return cluster_interval([value for value, _ in pairs], [cluster for _, cluster in pairs])


def write_scores(submitted: Submitted, name: str, scores: Mapping[str, Score]) -> Path:
    """Puts the scores by a scorer into a submission, in place of those that it states by it.

    Returns:
        Their file.

    Raises:
        RunFolderError: If a file cannot be written.
    """
    folder, meta = submitted.folder, submitted.meta
    file = RunFolder(folder).scores_file(name)
    write_atomically(file, "".join(json.dumps(one.to_json(), ensure_ascii=False) + "\n" for one in scores.values()))
    entry = {
        "scorer": name,
        "ruler": next(iter(scores.values())).ruler["scorer"],
        **summary_of(submitted.game, meta["tested"], scores.values(), aborted_of(meta), submitted.instances or {}),
    }
    others = [one for one in meta["scores"] if one["scorer"] != name]
    meta = {**meta, "scores": [*others, entry], "files": hashes(survey(folder)[0])}
    write_atomically(folder / METADATA, json.dumps(meta, indent=2, ensure_ascii=False) + "\n")
    return file
