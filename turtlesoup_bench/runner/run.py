"""One run: every puzzle and seed once, each episode saved and scored as it ends, resumed by running it again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from itertools import cycle
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, PuzzleSet, load_puzzle_set
from turtlesoup_bench.games.turtle_soup.scoring.judges import BATCHED, EMBEDDED, judge_version
from turtlesoup_bench.games.turtle_soup.scoring.score import ruler_of
from turtlesoup_bench.models.budget import Budget
from turtlesoup_bench.models.calls import price
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.records import Episode, Score
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.agents import agent_version, find_agent
from turtlesoup_bench.runner.cluster import cluster_workers
from turtlesoup_bench.runner.progress import Progress, Silent
from turtlesoup_bench.runner.settings import RunSettings, run_record
from turtlesoup_bench.runner.worker import EpisodeSpec, Worker, local_workers

RUNS = Path("runs")


async def run(settings: RunSettings, progress: Progress | None = None, budget: Budget | None = None) -> RunFolder:
    """Plays and scores what the settings ask for.

    Episodes that the folder already holds are kept, unless the infrastructure had failed them; a half-played one
    replays its calls from the journal and goes on.

    Args:
        settings: What to run.
        progress: Told of what happens.
        budget: A budget that several runs share; None takes the settings' own.

    Returns:
        The run folder, with every episode played and scored.

    Raises:
        InvalidInput: If a setting or the data is wrong; nothing is written then.
        RunFolderError: If the folder belongs to another run, is in use or cannot be written.
        AccessError: If a model cannot be called at all; the folder can be resumed.
        BudgetSpent: If the budget is used up; the folder can be resumed with a larger one.
    """
    progress = progress or Silent()
    agent = find_agent(settings.agent_name)
    settings.check(agent)
    puzzles = load_puzzle_set(settings.languages, settings.genres, settings.limit, settings.data)
    _check_rubrics(puzzles)
    own = budget is None
    budget = budget or (Budget.parse(settings.budget) if settings.budget else None)
    check_prices(budget, (settings.model, settings.responder_name, settings.judge))
    record = run_record(settings, agent_version(settings.agent_name), puzzles)
    folder = RunFolder(settings.out or RUNS / record["name"])
    opened_workers = cluster_workers if settings.executor == "ray" else local_workers
    with folder.opened(record):
        if budget is not None and own:
            book_spent(budget, folder)
        dataset = (puzzles.version, puzzles.hash)
        async with opened_workers(settings, dataset, folder, budget, progress.called) as workers:
            await _play_all(settings, puzzles.puzzles, dataset, workers, folder, progress)
    return folder


async def _play_all(
    settings: RunSettings,
    puzzles: Sequence[Puzzle],
    dataset: tuple[str, str],
    workers: Sequence[Worker],
    folder: RunFolder,
    progress: Progress,
) -> None:
    """Plays what is owed, with at most as many episodes at once as calls may be in flight."""
    episodes = folder.read_episodes()
    scores = folder.read_scores(settings.judge, ruler_of(settings.judge, judge_version(settings.judge), dataset))
    specs = [EpisodeSpec(puzzle, seed) for seed in settings.seeds for puzzle in puzzles]
    owed = [s for s in specs if not _is_settled(episodes.get(s.episode_id), scores.get(s.episode_id))]
    # The longest first, so that the run does not end on one long episode that nothing else runs beside.
    owed.sort(key=lambda spec: -spec.weight)
    progress.started(len(specs), len(specs) - len(owed))
    queue = iter(owed)

    async def work(worker: Worker) -> None:
        for spec in queue:
            episode = episodes.get(spec.episode_id)
            if episode is None or episode.status == "failed":
                episode = await worker.play(spec)
                folder.add_episode(episode)
            if episode.prediction is not None:
                folder.add_score(await worker.score(spec, episode))
            progress.finished()
            # Episodes without model calls never wait; this lets the others, and Ctrl-C, have their turn.
            await asyncio.sleep(0)

    try:
        async with asyncio.TaskGroup() as group:
            for _, worker in zip(range(min(settings.concurrency, len(owed))), cycle(workers)):
                group.create_task(work(worker))
    except BaseExceptionGroup as errors:
        # Every worker meets the same wrong key or full disk: one of them says it all.
        raise errors.exceptions[0] from None


def _is_settled(episode: Episode | None, score: Score | None) -> bool:
    """Whether nothing is owed; a failed episode, and a prediction without a score by this ruler, is tried again."""
    if episode is None or episode.status == "failed":
        return False
    return episode.prediction is None or (score is not None and score.status == "scored")


def check_prices(budget: Budget | None, models: Iterable[str | None]) -> None:
    """Refuses a budget in money where a model's price is not known: it could not be honoured.

    Raises:
        InvalidInput: With every such model.
    """
    if budget is None or budget.unit != "usd":
        return
    called = {model.removesuffix(BATCHED) for model in models if model} - {EMBEDDED}
    expected = "a budget in calls or tokens, such as 5000calls or 3Mtokens"
    problems = [
        Problem("--budget", "", f"no known price of {model}", expected) for model in sorted(called) if not price(model)
    ]
    if problems:
        raise InvalidInput(problems)


def book_spent(budget: Budget, folder: RunFolder) -> None:
    """Books what earlier sessions of a run consumed, which its journal knows."""
    if folder.journal_file.exists():
        with Journal(folder.journal_file) as journal:
            budget.add(journal.spent())


def _check_rubrics(puzzles: PuzzleSet) -> None:
    expected = "logic points and details (a rubric can be extracted by a model judge)"
    problems = [
        Problem(p.id, "logic, details", "no rubric", expected) for p in puzzles.puzzles if not (p.logic and p.details)
    ]
    if problems:
        raise InvalidInput(problems)
