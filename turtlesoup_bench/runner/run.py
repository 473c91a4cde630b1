"""One run: every puzzle and seed once, each episode saved and scored as it ends, resumed by running it again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.episode import play
from turtlesoup_bench.games.turtle_soup.questioner import Agent
from turtlesoup_bench.games.turtle_soup.responder import make_responder
from turtlesoup_bench.models.budget import Budget
from turtlesoup_bench.models.calls import price
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.puzzles import Puzzle, PuzzleSet, load_puzzle_set
from turtlesoup_bench.records import Episode, Score
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.agents import find_agent
from turtlesoup_bench.runner.progress import Progress, Silent
from turtlesoup_bench.runner.settings import RunSettings, run_record
from turtlesoup_bench.scoring.judges import BATCHED, EMBEDDED, make_judge
from turtlesoup_bench.scoring.score import Reference, score

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
    record = run_record(settings, agent, puzzles)
    folder = RunFolder(settings.out or RUNS / record["name"])
    with folder.opened(record), Journal(folder.journal_file) as journal:
        if budget is not None and own:
            budget.add(journal.spent())
        pool = ClientPool(
            journal,
            concurrency=settings.concurrency,
            requests_per_minute=settings.requests_per_minute,
            tokens_per_minute=settings.tokens_per_minute,
            budget=budget,
            temperature=settings.temperature,
            timeout=settings.timeout,
            on_call=progress.called,
        )
        async with pool:
            await _Table(settings, agent, puzzles, folder, pool, progress).play_all()
    return folder


@dataclass(frozen=True, slots=True)
class _Sitting:
    """One episode to be."""

    puzzle: Puzzle
    seed: int

    @property
    def episode_id(self) -> str:
        return f"{self.puzzle.id}#{self.seed}"

    @property
    def weight(self) -> int:
        """How long the episode is expected to take beside others of the run: every prompt holds these texts."""
        return len(self.puzzle.surface) + len(self.puzzle.bottom) + sum(map(len, self.puzzle.key_clues))


class _Table:
    """Where the episodes of a run are played: everything that they share."""

    def __init__(
        self,
        settings: RunSettings,
        agent: Agent,
        puzzles: PuzzleSet,
        folder: RunFolder,
        pool: ClientPool,
        progress: Progress,
    ):
        self._settings = settings
        self._agent = agent
        self._puzzles = puzzles
        self._folder = folder
        self._progress = progress
        self._model = pool.client(settings.model) if settings.model else None
        self._responder = make_responder(settings.responder_name, pool)
        self._judge = make_judge(settings.judge, pool)

    async def play_all(self) -> None:
        """Plays what is owed, with at most as many episodes at once as calls may be in flight."""
        episodes = self._folder.read_episodes()
        scores = self._folder.read_scores(self._judge.id)
        sittings = [_Sitting(puzzle, seed) for seed in self._settings.seeds for puzzle in self._puzzles.puzzles]
        owed = [s for s in sittings if not _is_settled(episodes.get(s.episode_id), scores.get(s.episode_id))]
        # The longest first, so that the run does not end on one long episode that nothing else runs beside.
        owed.sort(key=lambda sitting: -sitting.weight)
        self._progress.started(len(sittings), len(sittings) - len(owed))
        queue = iter(owed)
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(self._settings.concurrency, len(owed))):
                    group.create_task(self._work(queue, episodes))
        except BaseExceptionGroup as errors:
            # Every worker meets the same wrong key or full disk: one of them says it all.
            raise errors.exceptions[0] from None

    async def _work(self, queue: Iterator[_Sitting], episodes: dict[str, Episode]) -> None:
        for sitting in queue:
            episode = episodes.get(sitting.episode_id)
            if episode is None or episode.status == "failed":
                episode = await self._play(sitting)
                self._folder.add_episode(episode)
            if episode.prediction is not None:
                self._folder.add_score(await self._score(sitting.puzzle, episode))
            self._progress.finished()
            # Episodes without model calls never wait; this lets the others, and Ctrl-C, have their turn.
            await asyncio.sleep(0)

    async def _play(self, sitting: _Sitting) -> Episode:
        return await play(
            sitting.puzzle,
            self._settings.agent_name,
            self._agent,
            self._responder,
            model=self._model,
            seed=sitting.seed,
            max_turns=self._settings.max_turns,
            feedback=self._settings.feedback,
        )

    async def _score(self, puzzle: Puzzle, episode: Episode) -> Score:
        assert episode.prediction is not None
        return await score(
            episode.prediction,
            Reference.of(puzzle),
            self._judge,
            episode_id=episode.episode_id,
            puzzle_id=puzzle.id,
            dataset=(self._puzzles.version, self._puzzles.hash),
        )


def _is_settled(episode: Episode | None, score: Score | None) -> bool:
    """Whether nothing is owed; a failed episode, and an unscored prediction, is tried again."""
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


def _check_rubrics(puzzles: PuzzleSet) -> None:
    expected = "logic points and details (a rubric can be extracted by a model judge)"
    problems = [
        Problem(p.id, "logic, details", "no rubric", expected) for p in puzzles.puzzles if not (p.logic and p.details)
    ]
    if problems:
        raise InvalidInput(problems)
