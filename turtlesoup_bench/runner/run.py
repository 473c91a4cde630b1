"""One run: every instance and seed once, each episode saved and scored as it ends, resumed by running it again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from itertools import cycle

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Episode, Score
from turtlesoup_bench.models.budget import Budget
from turtlesoup_bench.models.calls import price
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.cluster import cluster_workers
from turtlesoup_bench.runner.progress import Progress, Silent
from turtlesoup_bench.runner.scoring import Scoring
from turtlesoup_bench.runner.seats import HUMAN
from turtlesoup_bench.runner.settings import Plan, RunSettings, plan
from turtlesoup_bench.runner.worker import EpisodeSpec, OpenWorkers, Worker, local_workers


async def run(
    settings: RunSettings,
    progress: Progress | None = None,
    budget: Budget | None = None,
    open_workers: OpenWorkers | None = None,
) -> RunFolder:
    """Plays and scores what the settings ask for.

    Episodes that the folder already holds are kept, unless the infrastructure had failed them; a half-played one
    replays its calls from the journal and goes on.

    Args:
        settings: What to run.
        progress: Told of what happens.
        budget: A budget that several runs share; None takes the settings' own.
        open_workers: Who plays and scores; None takes the settings' executor.

    Returns:
        The run folder, with every episode played and scored.

    Raises:
        InvalidInput: If a setting or the data is wrong; nothing is written then.
        RunFolderError: If the folder belongs to another run, is in use or cannot be written.
        AccessError: If a model cannot be called at all; the folder can be resumed.
        BudgetSpent: If the budget is used up; the folder can be resumed with a larger one.
    """
    progress = progress or Silent()
    planned = plan(settings)
    own = budget is None
    budget = budget or (Budget.parse(settings.budget) if settings.budget else None)
    check_prices(budget, planned.models.values())
    folder = RunFolder(planned.folder)
    if open_workers is None:
        open_workers = cluster_workers if settings.executor == "ray" else local_workers
    with folder.opened(planned.record):
        if budget is not None and own:
            book_spent(budget, folder)
        async with open_workers(planned, folder, budget, progress.called) as workers:
            await _play_all(planned, workers, folder, progress)
    return folder


async def _play_all(planned: Plan, workers: Sequence[Worker], folder: RunFolder, progress: Progress) -> None:
    """Plays what is owed, with at most as many episodes at once as calls may be in flight."""
    settings = planned.settings
    episodes = folder.read_episodes({instance.id: instance for instance in planned.instances})
    scoring = planned.scoring
    scores = folder.read_scores(scoring.name, scoring.ruler) if scoring else {}
    specs = [EpisodeSpec(instance, seed) for seed in settings.seeds for instance in planned.instances]
    owed = [s for s in specs if not _is_settled(scoring, episodes.get(s.episode_id), scores.get(s.episode_id))]
    # The longest first, so that the run does not end on one long episode that nothing else runs beside.
    owed.sort(key=lambda spec: -planned.game.weight(spec.instance))
    progress.started(len(specs), len(specs) - len(owed))
    queue = iter(owed)
    # A person plays one game after the other.
    at_once = 1 if any(cast.name == HUMAN for cast in planned.cast.values()) else settings.concurrency

    async def work(worker: Worker) -> None:
        for spec in queue:
            episode = episodes.get(spec.episode_id)
            if episode is None or episode.status == "failed":
                episode = await worker.play(spec)
                folder.add_episode(episode)
            if scoring and scoring.is_needed(episode):
                folder.add_score(await worker.score(episode))
            progress.finished()
            # Episodes without model calls never wait; this lets the others, and Ctrl-C, have their turn.
            await asyncio.sleep(0)

    try:
        async with asyncio.TaskGroup() as group:
            for _, worker in zip(range(min(at_once, len(owed))), cycle(workers)):
                group.create_task(work(worker))
    except BaseExceptionGroup as errors:
        # Every worker meets the same wrong key or full disk: one of them says it all.
        raise errors.exceptions[0] from None


def _is_settled(scoring: Scoring | None, episode: Episode | None, score: Score | None) -> bool:
    """Whether nothing is owed; a failed episode, and one without a score by this ruler, is tried again."""
    if episode is None or episode.status == "failed":
        return False
    return scoring is None or not scoring.is_needed(episode) or (score is not None and score.status == "scored")


def check_prices(budget: Budget | None, models: Iterable[str]) -> None:
    """Refuses a budget in money where a model's price is not known: it could not be honoured.

    Raises:
        InvalidInput: With every such model.
    """
    if budget is None or budget.unit != "usd":
        return
    expected = "a budget in calls or tokens, such as 5000calls or 3Mtokens"
    problems = [
        Problem("--budget", "", f"no known price of {model}", expected)
        for model in sorted(set(models))
        if not price(model)
    ]
    if problems:
        raise InvalidInput(problems)


def book_spent(budget: Budget, folder: RunFolder) -> None:
    """Books what earlier sessions of a run consumed, which its journal knows."""
    if folder.journal_file.exists():
        with Journal(folder.journal_file) as journal:
            budget.add(journal.spent())
