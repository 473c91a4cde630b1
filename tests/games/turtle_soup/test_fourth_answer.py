"""The option of a fourth answer, Partly, and the player's word for having asked enough."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from turtlesoup_bench.games import Move, Unreadable
from turtlesoup_bench.games.match import Match, advance
from turtlesoup_bench.games.turtle_soup.feedback import Feedback
from turtlesoup_bench.games.turtle_soup.forms import AnswerForm, PlayerForm
from turtlesoup_bench.games.turtle_soup.game import GAME, instance_of
from turtlesoup_bench.games.turtle_soup.players import ResponderPlayer
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import Answer, Episode
from turtlesoup_bench.models import Ledger

Puzzles = Callable[[str], Puzzle]
PARTLY = {"verdict": "partly", "is_key_clue": False, "clue": None}


@dataclass
class Halving:
    """A host that answers Partly where it may."""

    told: list[bool]
    id = "halving"
    prompt_version = None

    def seated(self, ledger: Ledger, seed: int) -> Halving:
        return self

    async def answer(self, question: str, puzzle: Puzzle, *, partly: bool = False) -> Answer:
        self.told.append(partly)
        return Answer("partly" if partly else "no")


def begun(puzzle: Puzzle, **options: Any) -> Match:
    return Match(GAME, GAME.setup(instance_of(puzzle), options=options, cast={"player": "x"}))


@pytest.mark.parametrize(("answers", "verdict"), [(3, "no"), (4, "partly")])
def test_the_host_is_told_whether_it_may(puzzle: Puzzles, answers: int, verdict: str) -> None:
    one, host = puzzle("en"), Halving([])
    match = begun(one, max_turns=1, answers=answers)
    assert match.observe()["player"].view["partly"] == (answers == 4)
    match.act({"player": Move({"question": "Is it so?"})})
    asyncio.run(advance(match, {"host": ResponderPlayer(host, one)}))
    match.act({"player": Move({"logic": [], "details": [], "conclusion": "x"})})
    [turn] = Episode.of(match.episode()).turns
    assert host.told == [answers == 4]
    assert (turn.answer.verdict, turn.shown.verdict) == (verdict, verdict)


def test_partly_is_refused_where_there_are_three_answers(puzzle: Puzzles) -> None:
    for answers, complaint in ((3, '"verdict" must be one of yes, no, unknown.'), (4, None)):
        match = begun(puzzle("en"), answers=answers)
        match.act({"player": Move({"question": "Is it so?"})})
        match.act({"host": Move(PARTLY)})
        waiting = match.observe()
        assert (waiting["host"].complaint if complaint else "host" not in waiting) == (complaint or True)


@pytest.mark.parametrize(("language", "word"), [("en", "Partly"), ("zh", "部分正确")])
def test_a_chat_model_says_partly(puzzle: Puzzles, language: str, word: str) -> None:
    for answers in (3, 4):
        match = begun(puzzle(language), answers=answers)
        match.act({"player": Move({"question": "Is it so?"})})
        observation = match.observe()["host"]
        form = AnswerForm(language)
        read = form.read(word, observation)
        assert read == {"verdict": "partly"} if answers == 4 else isinstance(read, Unreadable)
        assert (word in form.prompt(observation).system) == (answers == 4)


def test_partly_is_garbled_by_noise_as_unknown_is() -> None:
    noisy = Feedback.parse("noisy:1")
    for verdict in ("partly", "unknown"):
        shown = {noisy.show(Answer(verdict), "a/b@en", 42, turn).verdict for turn in range(40)}
        assert shown == {"yes", "no"}


ENOUGH = ["CONCLUDE", "conclude", "**CONCLUDE**", "Conclude.", "I am ready to conclude.", "I know it all.\nCONCLUDE"]


@pytest.mark.parametrize(
    ("language", "reply"), [*(("en", text) for text in ENOUGH), ("zh", "结束提问"), ("zh", "“结束提问”。")]
)
def test_a_player_says_that_it_has_asked_enough(puzzle: Puzzles, language: str, reply: str) -> None:
    match = begun(puzzle(language))
    observation = match.observe()["player"]
    assert PlayerForm(language).read(reply, observation) == {"question": None}
    match.say("player", reply)
    assert match.observe()["player"].phase == "conclude"


@pytest.mark.parametrize("reply", ["Can I conclude that he died?\nCONCLUDE", "Did he conclude the deal?"])
def test_a_question_goes_before_the_wish_to_stop(puzzle: Puzzles, reply: str) -> None:
    observation = begun(puzzle("en")).observe()["player"]
    assert PlayerForm("en").read(reply, observation) == {"question": reply.splitlines()[0]}


@pytest.mark.parametrize("reply", ["I conclude that he died.", "Concluded", "结束提问了吗"])
def test_what_does_not_say_so_is_no_move(puzzle: Puzzles, reply: str) -> None:
    assert isinstance(PlayerForm("en").read(reply, begun(puzzle("en")).observe()["player"]), Unreadable)
