"""A person plays a game in the terminal, in the game's words for people or else those for a chat model."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Episode, Game, Instance, Score
from turtlesoup_bench.games.match import advance
from turtlesoup_bench.playing.baseline import Baseline
from turtlesoup_bench.playing.offer import Offer, check
from turtlesoup_bench.playing.session import TRIES, has_moves, patient_pool
from turtlesoup_bench.runner.person import Person, say, typed
from turtlesoup_bench.runner.settings import Plan
from turtlesoup_bench.runner.worker import EpisodeSpec, LocalWorker

_SAY = {
    "en": {
        "left": "The game was left.",
        "failed": "{failure}\nNothing is lost. Try again? [Y/n] ",
        "unscored": "not scored: {reason}",
        "keep": "Keep this game as part of the human baseline (moves and score, no name)? [y/N] ",
        "kept": "kept in {path}",
    },
    "zh": {
        "left": "已离开。",
        "failed": "{failure}\n什么都没丢。再试一次吗？[Y/n] ",
        "unscored": "未评分：{reason}",
        "keep": "愿意把这局留作人类基线吗（只存行动和得分，不记姓名）？[y/N] ",
        "kept": "已存入 {path}",
    },
}
_YES = ("y", "yes", "是", "好")
_NO = ("n", "no", "不", "否")


def play_in_terminal(planned: Plan, instance: Instance, out: Path | None) -> None:
    """Plays an instance with whoever sits at the terminal, prints the score, and keeps the game by consent.

    Args:
        planned: With a person in its tested seat.
        instance: What is played.
        out: Run folder of the games that are kept; None for the default one.

    Raises:
        InvalidInput: If several seats are tested.
        AccessError: If a key of a model is missing.
        RunFolderError: If a game that is to be kept cannot be.
    """
    if len(planned.tested) != 1:
        taken = ", ".join(planned.tested)
        raise InvalidInput(
            [Problem("--seat", planned.game.name, taken, "one seat, such as --seat " + planned.tested[0])]
        )
    check(planned)
    baseline = Baseline(planned, out)
    words = _SAY.get(instance.language, _SAY["en"])
    try:
        asyncio.run(_play(planned, instance, baseline, words))
    except KeyboardInterrupt:
        print(f"\n{words['left']}")


async def _play(planned: Plan, instance: Instance, baseline: Baseline, words: dict[str, str]) -> None:
    for note in Offer(planned, baseline).notes:
        say(note.text("zh" if instance.language == "zh" else "en"))
    print()
    async with patient_pool() as pool:
        worker = LocalWorker(replace(planned, game=replace(planned.game, allowance=TRIES)), pool)
        episode = await _played(planned, EpisodeSpec(instance, baseline.free_seed(instance.id)), worker, words)
        if episode is None:
            return
        score = await _scored(planned, episode, worker, words)
    seat = planned.tested[0]
    print(f"\n{episode.ending.outcome if episode.ending else episode.failure}")
    for line in (*_measures(planned.game, seat, score), planned.game.human.solution(instance), ""):
        say(line)
    if has_moves(episode, [seat]) and (await typed(words["keep"])).strip().lower() in _YES:
        print(words["kept"].format(path=baseline.keep(episode, score)))


async def _played(planned: Plan, spec: EpisodeSpec, worker: LocalWorker, words: dict[str, str]) -> Episode | None:
    """The game once it has ended; None if it was left after a failure."""
    match, players, ledger = worker.begin(spec)
    instance, forms = spec.instance, planned.game.human.forms
    if forms:
        players |= {seat: Person(forms(instance.seats[seat], instance.language)) for seat in planned.tested}
    while True:
        await advance(match, players)
        episode = match.episode()
        if episode.failure is None:
            return replace(episode, usage=dict(sorted(ledger.usage.items())))
        if (await typed(words["failed"].format(failure=episode.failure))).strip().lower() in _NO:
            print(words["left"])
            return None
        match.resume()


async def _scored(planned: Plan, episode: Episode, worker: LocalWorker, words: dict[str, str]) -> Score | None:
    if planned.scoring is None or not planned.scoring.is_needed(episode):
        return None
    while True:
        score = await worker.score(episode)
        if score.status == "scored":
            return score
        if (await typed(words["failed"].format(failure=score.reason))).strip().lower() in _NO:
            print(words["unscored"].format(reason=score.reason))
            return None


def _measures(game: Game, seat: str, score: Score | None) -> list[str]:
    """Each measure of the seat, the headline first."""
    measures = score.by_seat.get(seat, {}) if score else {}
    return [f"{m.label}: {m.scale * measures[m.name]:.4g}" for m in game.measures if m.name in measures]
