"""What must stand beside the numbers of any game's run, one sentence each, in English and Chinese."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import stdev
from typing import TYPE_CHECKING

from turtlesoup_bench.games import Note
from turtlesoup_bench.games.results import UNSCORED, Result, between_seeds, reliability
from turtlesoup_bench.records import Language
from turtlesoup_bench.text_tables import counted

if TYPE_CHECKING:
    from turtlesoup_bench.reporting.results import RunResults


def texts(notes: Sequence[Note], language: Language = "en") -> list[str]:
    """The sentences of some notes."""
    return [note.text(language) for note in notes]


def scorer_notes(run: RunResults) -> list[Note]:
    """What must stand beside the scores of a run's scorer in any table."""
    notes = list(run.game.scorer_notes(run.scorer))
    judged_by = run.scorer_model
    tested = [run.run["seats"][seat]["model"] for seat in run.run["tested"]]
    if judged_by and any(model and family(model) == family(judged_by) for model in tested):
        notes.append(
            Note(
                f"The judge is of the player's own model family ({family(judged_by)}), and may favour it.",
                f"裁判与被测模型同属一个系列（{family(judged_by)}），可能偏袒。",
            )
        )
    return notes


def run_notes(run: RunResults) -> Iterator[Note]:
    """What a reader must know beside the numbers of a run."""
    played, planned = len(run.results), run.planned
    if played < planned:
        yield Note(
            f"Not finished: {played} of {planned} episodes were played.",
            f"尚未完成：{planned} 局中只进行了 {played} 局。",
        )
    yield from scorer_notes(run)
    if run.run["self_hosted"]:
        seats = ", ".join(run.run["self_hosted"])
        yield Note(
            f"Self-hosted: the model under test plays the seat {seats} too. Not ranked with others.",
            f"自任主持：被测模型同时担任 {seats}，不与其他结果一同排名。",
        )
    if "handover" in run.run:
        first_move = run.run["handover"]["first_move"]
        moves, chinese = (
            ("the last move", "最后一步") if first_move is None else (f"move {first_move}", f"第 {first_move} 步")
        )
        yield Note(
            f"Handed over: the tested seats took up the episodes of {run.run['handover']['name']} at {moves}. Tokens "
            "and cost are theirs alone. Not ranked with others.",
            f"接手：被测席位从{chinese}起接着下 {run.run['handover']['name']} 的各局；只计接手部分的用量，不参与排名。",
        )
    yield from run.game.run_notes(run.folder.path, run.run, run.results, run.scorer)
    yield from _seeds(run)
    for model, parameters in run.dropped.items():
        names = ", ".join(parameters)
        yield Note(
            f"Not taken by {model}, and so not sent to it: {names}.",
            f"{model} 不接受以下采样参数，因此没有发送：{names}。",
        )
    yield from _unscored(run.results)


def _seeds(run: RunResults) -> Iterator[Note]:
    means = between_seeds(run.game, run.results)
    if not means:
        return
    label, scale = run.game.measures[0].label, run.game.measures[0].scale
    each = ", ".join(f"{seed}: {scale * mean:.1f}" for seed, mean in means.items())
    deviation = f"{scale * stdev(means.values()):.1f}"
    yield Note(
        f"{label} by seed: {each}; standard deviation {deviation}.", f"各随机种子的得分：{each}；标准差 {deviation}。"
    )
    won = reliability(run.game, run.results)
    if won:
        chances = ", ".join(f"{k}: {100 * share:.1f} %" for k, share in won.items())
        yield Note(
            f"Won with every one of k seeds (pass^k), by k: {chances}.",
            f"k 个随机种子全部成功的比例（pass^k）：{chances}。",
        )


def _unscored(results: Sequence[Result]) -> Iterator[Note]:
    stopped = [result.episode.failure for result in results if result.episode.failure is not None]
    if stopped:
        reasons = commonest(stopped)
        yield Note(
            f"{counted(len(stopped), 'episode')} failed, to be tried again by the next run: {reasons}",
            f"{len(stopped)} 局因故障中断，下次运行时会重试：{reasons}",
        )
    unscored = [r.score.reason or "" for r in results if r.score is not None and r.score.status == "unscored"]
    missing = sum(r.score is None and r.outcome == UNSCORED for r in results)
    if unscored:
        reasons = commonest(unscored)
        yield Note(
            f"{counted(len(unscored), 'prediction is', 'predictions are')} unscored, and in no mean, since the "
            f"judgement failed: {reasons}",
            f"{len(unscored)} 个推断未评分，不计入任何平均值；裁判出错：{reasons}",
        )
    if missing:
        yield Note(
            f"{counted(missing, 'prediction has', 'predictions have')} no score by the newest ruler of this judge, and "
            "stand in no mean until `turtlesoup score` has scored the run again.",
            f"{missing} 个推断尚无该裁判最新评分标准下的得分，用 `turtlesoup score` 重新评分之前不计入任何平均值。",
        )


def commonest(reasons: Sequence[str], shown: int = 3) -> str:
    """The commonest of some reasons with their numbers, such as ``16 × no reply within 60 seconds``."""
    counts = Counter(reasons)
    texts = [f"{count} × {reason}" for reason, count in counts.most_common(shown)]
    return "; ".join(
        [*texts, *([f"and {counted(len(counts) - shown, 'other reason')}"] if len(counts) > shown else [])]
    )


def family(model: str) -> str:
    """The family that a model belongs to, by its name: ``openai/gpt-4o-mini`` and ``azure/gpt-5`` are both ``gpt``."""
    name = model.rsplit("/", 1)[-1].lower()
    found = re.match(r"[a-z]+", name)
    names: Mapping[str, str] = {"o": "gpt", "chatgpt": "gpt"}
    return names.get(found[0], found[0]) if found else name
