"""What the scores of a submission amount to, and whether that is what it states."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.turtle_soup.records import Score
from turtlesoup_bench.games.turtle_soup.scoring.judges import judge_version
from turtlesoup_bench.games.turtle_soup.scoring.score import DEFAULT_SCHEME
from turtlesoup_bench.records import Json, to_json
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.statistics.bootstrap import Interval, cluster_interval
from turtlesoup_bench.submissions.files import METADATA
from turtlesoup_bench.submissions.records import Records

PARTS = ("logic", "details", "conclusion", "overall")
EXACT = 1e-6
ENDS = 0.005
"""How far the end of a bootstrap interval may be off, as another version of the library draws other samples."""


@dataclass(frozen=True, slots=True)
class JudgeSummary:
    """What the scores of one judge amount to.

    Attributes:
        judge: Judge id.
        judge_prompts: What besides its id decides its verdicts.
        scored: Episodes in the means: predictions with a score, and aborted episodes, which count 0.
        solved: Share of these that count as solved, in [0, 1].
        means: By the names of `PARTS`; None if nothing was scored.
    """

    judge: str
    judge_prompts: str | None
    scored: int
    solved: float
    means: Mapping[str, Interval | None]

    def to_json(self) -> Json:
        """An entry of ``scores`` in ``submission.json``."""
        record: Json = to_json(self)
        return {**{name: value for name, value in record.items() if name != "means"}, **record["means"]}


def aborted_of(meta: Mapping[str, Any]) -> list[str]:
    """The episodes that a submission declares as aborted."""
    return [name for group in meta["missing"] if group["status"] == "aborted" for name in group["episodes"]]


def summary_of(scores: Collection[Score], aborted: Collection[str]) -> JudgeSummary:
    """Means with their intervals; the order of the scores does not matter.

    Args:
        scores: At least one, all with one ruler.
        aborted: Ids of the episodes whose player broke the protocol.
    """
    ruler = next(iter(scores)).ruler
    means = {part: mean_of(part, scores, aborted) for part in PARTS}
    scored = sum(item.status == "scored" for item in scores) + len(set(aborted))
    solved = sum(bool(item.solved) for item in scores) / scored if scored else 0.0
    return JudgeSummary(ruler.judge, ruler.judge_prompts, scored, solved, means)


def mean_of(part: str, scores: Iterable[Score], aborted: Iterable[str]) -> Interval | None:
    """Mean of one of `PARTS` over what was scored and, with 0, what was aborted; None where there is neither."""
    values = {item.episode_id: getattr(item, part) for item in scores if item.status == "scored"}
    values = dict(sorted({**dict.fromkeys(aborted, 0.0), **values}.items()))
    return cluster_interval([*values.values()], [name.rsplit("@", 1)[0] for name in values])


def check_rulers(folder: Path, meta: Mapping[str, Any], records: Records, is_current: bool = True) -> Iterator[Problem]:
    """Each stated judge has its file, each file its judge, and each line the ruler that both say.

    Args:
        folder: The submission.
        meta: Its metadata.
        records: Its records.
        is_current: Whether the judge's prompts must be those of this version.
    """
    stated = {RunFolder(folder).scores_file(entry["judge"]).name: entry for entry in meta["scores"]}
    if len(stated) < len(meta["scores"]):
        yield Problem(str(folder / METADATA), "scores", "a judge twice", "one entry a judge")
    for name in sorted(set(stated) - set(records.scores)):
        if name not in meta["files"] and not (folder / name).is_symlink() and not (folder / name).exists():
            yield Problem(str(folder / name), "", "no such file", f"the scores by {stated[name]['judge']}")
    for name, scores in records.scores.items():
        where = str(folder / name)
        if name not in stated:
            yield Problem(where, "", "scores of a judge that is not stated", f"one of {', '.join(sorted(stated))}")
            continue
        if not scores:
            yield Problem(where, "", "no scores", "a line for each prediction, of which there must be one")
        judge, prompts = stated[name]["judge"], stated[name]["judge_prompts"]
        current = judge_version(judge)
        if is_current and prompts != current:
            expected = f"{current!r}, that of this version of the package; score again with it"
            yield Problem(str(folder / METADATA), f"scores: {judge}: judge_prompts", repr(prompts), expected)
        wanted = {
            "protocol": meta["protocol"],
            "dataset": meta["dataset"]["version"],
            "dataset_hash": meta["dataset"]["hash"],
            "judge": judge,
            "judge_prompts": prompts,
            "weights": DEFAULT_SCHEME.weights,
            "thresholds": DEFAULT_SCHEME.thresholds,
        }
        for episode_id, made in scores.items():
            for field, value in wanted.items():
                found = getattr(made.ruler, field)
                if found != value:
                    yield Problem(f"{where} {episode_id}", f"ruler.{field}", repr(found), repr(value))
        for episode_id in sorted(set(records.predictions) ^ set(scores)):
            if episode_id in scores:
                yield Problem(f"{where} {episode_id}", "", "a score without a prediction", "no such line")
            else:
                yield Problem(where, "", f"no score for {episode_id}", "a score, or unscored with the reason")


def check_stated(folder: Path, meta: Mapping[str, Any], records: Records) -> Iterator[Problem]:
    """The stated scores are those of the files."""
    for number, entry in enumerate(meta["scores"]):
        scores = records.scores.get(RunFolder(folder).scores_file(entry["judge"]).name)
        if not scores:
            continue
        found = summary_of(scores.values(), aborted_of(meta)).to_json()
        for name in ("scored", "solved", *PARTS):
            for end, stated, made in _ends(entry[name], found[name]):
                if not is_near(stated, made, ENDS if end in ("low", "high") else EXACT):
                    place = f"scores[{number}].{name}" + (f".{end}" if end else "")
                    yield Problem(
                        str(folder / METADATA), place, str(stated), f"{made}, recomputed from the scores file"
                    )


def _ends(stated: Any, found: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(stated, dict) and isinstance(found, dict):
        yield from ((end, stated[end], found[end]) for end in ("mean", "low", "high"))
    else:
        yield "", stated, found


def is_near(first: float | None, second: float | None, tolerance: float) -> bool:
    """Whether two numbers are as good as equal, or both None; never so for NaN."""
    if first is None or second is None:
        return first is second
    return not isinstance(first, dict) and not isinstance(second, dict) and abs(first - second) <= tolerance
