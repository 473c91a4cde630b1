"""The game: questions and answers until the turns run out, then a prediction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from turtlesoup_bench.errors import AccessError, MalformedReply, ProviderError, RefusedError
from turtlesoup_bench.games.turtle_soup.feedback import Feedback
from turtlesoup_bench.games.turtle_soup.guard import GuardedClient, agent_code
from turtlesoup_bench.games.turtle_soup.memory import Memory
from turtlesoup_bench.games.turtle_soup.moves import read_prediction, read_question
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.questioner import Agent, Seat
from turtlesoup_bench.games.turtle_soup.responder import Responder
from turtlesoup_bench.models import Ledger, MeteredClient, ModelClient
from turtlesoup_bench.models.failures import first_line
from turtlesoup_bench.records import BeliefState, Episode, Role, Turn, Usage

DEFAULT_MAX_TURNS = 30
FULL = Feedback()


async def play(
    puzzle: Puzzle,
    name: str,
    agent: Agent,
    responder: Responder,
    *,
    model: ModelClient | None = None,
    seed: int = 42,
    max_turns: int = DEFAULT_MAX_TURNS,
    feedback: Feedback = FULL,
) -> Episode:
    """Plays one puzzle once.

    Args:
        puzzle: Puzzle to play.
        name: The agent's name, for the record.
        agent: Makes the questioner.
        responder: Answers the questions.
        model: The questioner's model, if it needs one.
        seed: Seed of the episode.
        max_turns: Questions the questioner may ask.
        feedback: What it is shown of the answers.

    Returns:
        The episode, whatever its ending: a questioner that breaks the protocol or raises, and a refused or failed call,
        are endings, not exceptions. A question that the responder could not judge counts as answered with Unknown.

    Raises:
        AccessError: If no call can succeed, so that the whole run should stop.
        BudgetSpent: If the run may spend no more.
        RunFolderError: If the run folder cannot be written.
    """
    ledger = Ledger()
    client = GuardedClient(MeteredClient(model, "questioner", ledger, seed)) if model else None
    answering = responder.seated(ledger, seed)
    memory = Memory(puzzle, max_turns if agent.asks else 0, puzzle.key_clues if agent.clues == "given" else ())
    asking: Literal["questioner", "responder"] = "questioner"
    prediction: BeliefState | None = None
    status: Literal["completed", "aborted", "failed"] = "completed"
    reason: str | None = None
    replies: tuple[str, ...] = ()
    try:
        with agent_code(client):
            questioner = agent.create(Seat(puzzle.language, seed, client))
        while (view := memory.view()).turns_left > 0:
            asking = "questioner"
            before = dict(ledger.usage)
            with agent_code(client):
                question = read_question(await questioner.ask(view))
            if question is None:
                break
            asking = "responder"
            answer = await answering.answer(question.text, puzzle)
            number = len(memory.turns) + 1
            shown = feedback.show(answer, puzzle.id, seed, number)
            if agent.clues != "earned":
                shown = replace(shown, is_key_clue=False)
            spent = _spent(before, ledger.usage)
            memory.turns.append(Turn(number, question.text, answer, shown, spent, question.trace))
        asking = "questioner"
        with agent_code(client):
            prediction = read_prediction(await questioner.conclude(memory.view()))
    except AccessError:
        raise
    except (MalformedReply, ProviderError) as error:
        is_players = asking == "questioner" and isinstance(error, MalformedReply | RefusedError)
        status, reason = ("aborted" if is_players else "failed"), first_line(f"{asking}: {error}")
        replies = error.replies if isinstance(error, MalformedReply) else ()
    return Episode(
        puzzle_id=puzzle.id,
        agent=name,
        seed=seed,
        status=status,
        turns=tuple(memory.turns),
        prediction=prediction,
        reason=reason,
        replies=replies,
        usage=dict(sorted(ledger.usage.items())),
    )


def _spent(before: Mapping[Role, Usage], after: Mapping[Role, Usage]) -> dict[Role, Usage]:
    spent: dict[Role, Usage] = {}
    for role, now in sorted(after.items()):
        then = before.get(role, Usage())
        if now.calls > then.calls:
            cost = None if now.cost is None or then.cost is None else round(now.cost - then.cost, 10)
            prompt, completion = now.prompt_tokens - then.prompt_tokens, now.completion_tokens - then.completion_tokens
            spent[role] = Usage(now.calls - then.calls, prompt, completion, cost)
    return spent
