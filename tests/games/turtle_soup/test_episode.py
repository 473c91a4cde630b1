from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from turtlesoup_bench.errors import AccessError, MalformedReply, ProtocolBroken, RefusedError, TransientError
from turtlesoup_bench.games.turtle_soup.episode import play
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.questioner import Agent, Question, View
from turtlesoup_bench.games.turtle_soup.records import Answer, BeliefState, Episode, Score, outcome
from turtlesoup_bench.games.turtle_soup.responder.embedded import EmbeddedResponder
from turtlesoup_bench.validation import check_record


@dataclass
class Player:
    """Asks what it is given, keeps the views it saw, and may fail."""

    questions: list[str]
    fails: Exception | None = None
    views: list[View] = field(default_factory=list)

    async def ask(self, view: View) -> Question | None:
        self.views.append(view)
        if self.fails and len(view.exchanges) == 1:
            raise self.fails
        return Question(self.questions[len(view.exchanges)]) if len(view.exchanges) < len(self.questions) else None

    async def conclude(self, view: View) -> BeliefState:
        self.views.append(view)
        return BeliefState(conclusion="so it was")


@dataclass
class Responder:
    fails: Exception | None = None
    id = "test"
    prompt_version = None

    def seated(self, ledger, seed):
        return self

    async def answer(self, question: str, puzzle: Puzzle) -> Answer:
        if self.fails:
            raise self.fails
        return Answer("yes", True, 1)


def played(player: Player, puzzle: Puzzle, responder=None, **options) -> Episode:
    agent = Agent(create=lambda seat: player, needs_model=False, **options.pop("agent", {}))
    return asyncio.run(play(puzzle, "player", agent, responder or Responder(), **options))


def test_it_ends_when_the_turns_run_out(puzzle: Callable[[str], Puzzle]) -> None:
    player = Player([f"Question {number}?" for number in range(50)])
    episode = played(player, puzzle("en"))
    assert episode.status == "completed"
    assert len(episode.turns) == 30
    assert [view.turns_left for view in player.views] == list(range(30, -1, -1))
    assert check_record(episode.to_json(), "core/episode", "episode") == []
    assert Episode.from_json(episode.to_json()) == episode


def test_the_view_shows_all_that_a_player_may_see(puzzle: Callable[[str], Puzzle]) -> None:
    player = Player(["One?", "Two?"])
    played(player, puzzle("zh"))
    last = player.views[-1]
    assert last.surface == puzzle("zh").surface
    assert [exchange.reply("zh") for exchange in last.exchanges] == ["是 <Key Clue>"] * 2
    assert last.key_clue_records == last.exchanges
    assert not [name for name in dir(last) if "bottom" in name or "rubric" in name]


@pytest.mark.parametrize(("clues", "shown"), [("none", False), ("earned", True), ("given", False)])
def test_clues_are_flagged_only_where_they_are_earned(puzzle: Callable[[str], Puzzle], clues: str, shown: bool) -> None:
    player = Player(["One?"])
    episode = played(player, puzzle("en"), agent={"clues": clues})
    assert episode.turns[0].answer.is_key_clue
    assert episode.turns[0].shown.is_key_clue is shown
    assert player.views[0].clues == (puzzle("en").key_clues if clues == "given" else ())


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (ProtocolBroken("no question", ["mumble"]), "aborted"),
        (RefusedError("filtered"), "aborted"),
        (MalformedReply("unreadable", ["mumble"]), "aborted"),
        (TransientError("gave up"), "failed"),
    ],
)
def test_a_questioner_that_fails(puzzle: Callable[[str], Puzzle], error: Exception, status: str) -> None:
    episode = played(Player(["One?", "Two?"], fails=error), puzzle("en"))
    assert episode.status == status
    assert episode.prediction is None
    assert len(episode.turns) == 1
    assert episode.reason
    assert list(episode.replies) == list(getattr(error, "replies", ()))
    assert check_record(episode.to_json(), "core/episode", "episode") == []


def test_only_transport_fails_an_episode_by_its_responder(puzzle: Callable[[str], Puzzle]) -> None:
    episode = played(Player(["One?"]), puzzle("en"), Responder(fails=TransientError("gave up")))
    assert (episode.status, episode.turns, episode.reason) == ("failed", (), "responder: gave up")


def test_a_wrong_key_stops_everything(puzzle: Callable[[str], Puzzle]) -> None:
    with pytest.raises(AccessError):
        played(Player(["One?"]), puzzle("en"), Responder(fails=AccessError("key")))


def test_the_five_outcomes_are_never_merged() -> None:
    ruler = None
    completed = Episode("a/b@en", "x", 1, "completed", prediction=BeliefState())

    def made(status: str, solved: bool | None) -> Score:
        return Score("e", "a/b@en", status, ruler, solved=solved)  # type: ignore[arg-type]

    assert outcome(completed, made("scored", True)) == "solved"
    assert outcome(completed, made("scored", False)) == "unsolved"
    assert outcome(completed, made("unscored", None)) == "unscored"
    assert outcome(completed, None) == "unscored"
    assert outcome(Episode("a/b@en", "x", 1, "aborted"), None) == "aborted"
    assert outcome(Episode("a/b@en", "x", 1, "failed"), None) == "failed"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_embedded_responder_answers_what_is_written_and_never_guesses(
    puzzle: Callable[[str], Puzzle], language: str
) -> None:
    played_one = puzzle(language)

    def answer(question: str) -> Answer:
        return asyncio.run(EmbeddedResponder().answer(question, played_one))

    for probe in played_one.probes:
        assert answer(probe.question).verdict == probe.answer
    for number, clue in enumerate(played_one.key_clues, start=1):
        assert answer(clue) == Answer("yes", True, number)
    off_topic = "Was the moon landing filmed in a studio?" if language == "en" else "登月是在摄影棚里拍的吗？"
    assert answer(off_topic) == Answer("unknown", False, None)
