"""Questions of saved games, with what hosts answered to them; and hosts that are asked what they have not answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from turtlesoup_bench.errors import AccessError, ProviderError
from turtlesoup_bench.games.turtle_soup.audits.saved import Rater, check_raters, rank
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import HOST, Answer, Episode
from turtlesoup_bench.games.turtle_soup.responder import EMBEDDED, Responder, make_responder, responder_version
from turtlesoup_bench.games.turtle_soup.wording import same_words
from turtlesoup_bench.models import GREEDY, Sampling
from turtlesoup_bench.models.at_once import each
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.run_folder import SavedRun

_CALLS_A_QUESTION = 2
"""The answer and the flag; a reply that cannot be read costs one more."""


@dataclass(slots=True)
class Question:
    """A question of saved games.

    Attributes:
        puzzle: The puzzle that it was asked about.
        text: As it was asked; of several wordings of the same question, the first by `rank`.
        answers: By host. An answer with a fault is none.
    """

    puzzle: Puzzle
    text: str
    answers: dict[Rater, Answer] = field(default_factory=dict)


def questions_of(runs: Sequence[SavedRun]) -> list[Question]:
    """Every question that was asked in some runs, those in the same words once a puzzle, with the hosts' answers."""
    asked = []
    for run in runs:
        seat = run.run["seats"][HOST]
        answers = run.run["options"].get("answers", 3)
        host = _host(seat["model"] or seat["agent"], seat["version"], seat["sampling"], answers)
        for episode in run.episodes.values():
            puzzle = Puzzle.from_json(episode.setup.instance.data)
            asked += [(puzzle, turn, host) for turn in Episode.of(episode).turns]
    asked.sort(key=lambda one: rank(one[0].id, one[1].question))
    by_puzzle: dict[str, list[Question]] = {}
    for puzzle, turn, host in asked:
        known = by_puzzle.setdefault(puzzle.id, [])
        question = next((one for one in known if same_words(one.text, turn.question)), None)
        if question is None:
            question = Question(puzzle, turn.question)
            known.append(question)
        if turn.answer.fault is None:
            question.answers.setdefault(host, turn.answer)
    return [question for known in by_puzzle.values() for question in known]


@dataclass(frozen=True, slots=True)
class AskedHost:
    """A host to be asked.

    Attributes:
        name: ``embedded``, or a model.
        sampling: How the model is sampled.
        answers: How many answers it has: 4 with Partly.
    """

    name: str
    sampling: Sampling = GREEDY
    answers: int = 3

    @property
    def rater(self) -> Rater:
        """What could change its answers."""
        sampling = None if self.name == EMBEDDED else self.sampling.to_json()
        return _host(self.name, responder_version(self.name), sampling, self.answers)

    def responder(self, pool: ClientPool) -> Responder:
        """The host itself."""
        if self.name == EMBEDDED:
            return make_responder(self.name, pool)
        from turtlesoup_bench.games.turtle_soup.responder.model import ModelResponder

        return ModelResponder(pool.client(self.name, self.sampling))

    def owed(self, questions: Sequence[Question]) -> list[Question]:
        """The questions to which it has given no answer yet."""
        rater = self.rater
        return [question for question in questions if rater not in question.answers]

    def calls_for(self, questions: Sequence[Question]) -> int:
        """Calls that it needs for those."""
        return 0 if self.name == EMBEDDED else _CALLS_A_QUESTION * len(self.owed(questions))


def check_hosts(questions: Sequence[Question], asked: Iterable[AskedHost]) -> None:
    """Refuses a comparison without two hosts, before anything is asked.

    Args:
        questions: With the answers that are known.
        asked: Those who will be asked.

    Raises:
        InvalidInput: If there are fewer than two.
    """
    check_raters("--responder", {host for one in questions for host in one.answers} | {host.rater for host in asked})


async def ask(
    host: AskedHost, questions: Sequence[Question], pool: ClientPool, on_answer: Callable[[], None] = lambda: None
) -> None:
    """Puts those questions to a host that it has not answered, and notes its answers.

    Args:
        host: Who answers.
        questions: Changed in place.
        pool: Where the client of its model comes from.
        on_answer: Called after each question.

    Raises:
        AccessError: If its model cannot be called at all.
    """
    rater, responder = host.rater, host.responder(pool)

    async def one(question: Question) -> None:
        try:
            answer = await responder.answer(question.text, question.puzzle, partly=host.answers == 4)
            if answer.fault is None:
                question.answers[rater] = answer
        except AccessError:
            raise
        except ProviderError:  # asked again when the audit is
            pass
        on_answer()

    await each(one, host.owed(questions))


def _host(name: str, version: str | None, sampling: object, answers: int) -> Rater:
    return Rater.of(name, {"version": version, "sampling": sampling, "answers": answers})
