from __future__ import annotations

import asyncio
import doctest
import re
from importlib.metadata import entry_points
from itertools import product
from time import process_time
from typing import Any

import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from turtlesoup_bench.errors import InvalidInput, UnknownName
from turtlesoup_bench.games import Agent, Episode, Forfeit, Instance, Move, Setup, Unreadable
from turtlesoup_bench.games.checking import check_game
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.multi_turn.word_guess.form import GuesserForm
from turtlesoup_bench.games.multi_turn.word_guess.game import GAME, load
from turtlesoup_bench.games.multi_turn.word_guess.rules import feedback
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.prompts import Message

WORDS = ["spark", "proof", "retro", "robin", "crane"]
REMINDER = " Reply with one word of the vocabulary between tags: <attempt>WORD</attempt>."


def small(secret: str = "spark") -> Setup:
    data = {"words": WORDS, "secret": secret, "random_attempts": 3.0, "best_attempts": 2.0}
    return GAME.setup(Instance("small", "en", {"guesser": "guesser"}, data, "small"))


def attempted(match: Match, *words: str) -> Episode:
    for word in words:
        match.act({"guesser": Move({"attempt": word})})
    return match.episode()


def colours(text: str) -> tuple[str, ...]:
    names = {"G": "green", "y": "yellow", "-": "grey"}
    return tuple(names[letter] for letter in text)


@pytest.mark.parametrize(
    ("secret", "attempt", "expected"),
    [
        ("spark", "spark", "GGGGG"),
        ("spark", "proof", "yy---"),
        ("robin", "retro", "G---y"),  # the second r is grey: the secret has but one
        ("spark", "retro", "---G-"),  # the green one is marked first
        ("level", "eagle", "y--yy"),
        ("eagle", "level", "yy-y-"),
        ("geese", "eerie", "yG--G"),
        ("crane", "moist", "-----"),
    ],
)
def test_doubled_letters_are_marked_once_for_each_copy(secret: str, attempt: str, expected: str) -> None:
    assert feedback(attempt, secret) == colours(expected)


def defined(attempt: str, secret: str) -> tuple[str, ...]:
    """The colours by counting: a letter is yellow if the copies before it leave one that is not green."""

    def colour(place: int) -> str:
        letter = attempt[place]
        if secret[place] == letter:
            return "green"
        places = range(len(secret))
        copies = sum(secret[other] == letter != attempt[other] for other in places)
        earlier = sum(attempt[other] == letter != secret[other] for other in places[:place])
        return "yellow" if earlier < copies else "grey"

    return tuple(colour(place) for place in range(len(attempt)))


def test_feedback_is_as_defined_for_every_pair_of_words_of_three_letters() -> None:
    words = ["".join(letters) for letters in product("abc", repeat=5)]
    for secret in words:
        assert [feedback(attempt, secret) for attempt in words] == [defined(attempt, secret) for attempt in words]


@settings(max_examples=500, deadline=None)
@given(st.integers(1, 12).flatmap(lambda n: st.tuples(*[st.text("abcdez", min_size=n, max_size=n)] * 2)))
def test_feedback_is_as_defined_for_any_two_words_of_one_length(words: tuple[str, str]) -> None:
    assert feedback(*words) == defined(*words)


def test_feedback_is_as_defined_for_every_pair_of_a_vocabulary() -> None:
    instances = load({})
    assert len(instances) == 400
    for instance in instances:
        secret = instance.data["secret"]
        for attempt in instance.data["words"]:
            assert feedback(attempt, secret) == defined(attempt, secret)
            assert feedback(secret, attempt) == defined(secret, attempt)


def test_the_prompt_explains_the_colours_by_a_true_example() -> None:
    system = GuesserForm().system(Match(GAME, small()).observe()["guesser"])
    example = re.search(r"word is `(\w+)` and your attempt is `(\w+)`, I reply `([\w, ]+)`", system)
    assert example and ", ".join(feedback(example[2], example[1])) == example[3]
    assert set(example[3].split(", ")) == {"green", "yellow", "grey"}
    assert "5 five-letter words" in system and "at most 40 attempts" in system


@pytest.mark.parametrize(
    ("reply", "letters"),
    [
        ("<attempt>SPARK</attempt>", "spark"),
        ("<attempt>spark</attempt>", "spark"),
        ("<Attempt> Spark </ATTEMPT>", "spark"),
        ("< attempt >spark< / attempt >", "spark"),
        ("It may have an S.\n\n<attempt>SPARK</attempt>", "spark"),
        ("<attempt>SPARK</attempt>\nLet us see!", "spark"),
        ("Not <attempt>PROOF</attempt> but <attempt>SPARK</attempt>", "spark"),
        ("I write <attempt> before it:\n<attempt>SPARK</attempt>", "spark"),
        ("<attempt>\nSPARK\n</attempt>", "spark"),
        ("<attempt>SPARK", "spark"),
        ("<attempt>SPARK  \nIt fits.", "spark"),
        ("<attempt>SPARK<attempt>", "spark"),
        ("<attempt>SPARK<attempt/>", "spark"),
        ("<attempt>**SPARK**</attempt>", "spark"),
        ('<attempt>"Spark".</attempt>', "spark"),
        ("<attempt>S-P-A-R-K</attempt>", "spark"),
        ("&lt;attempt&gt;SPARK&lt;/attempt&gt;", "spark"),
        ("＜attempt＞SPARK＜／attempt＞", "spark"),
        ("`<attempt>SPARK</attempt>`", "spark"),
        ("<attempt>SPARK or PROOF</attempt>", "sparkorproof"),  # not in the vocabulary
        ("SPARK", None),
        ("My attempt is SPARK.", None),
        ("<guess>SPARK</guess>", None),
        ("<attempt></attempt>", None),
        ("<attempt>12345</attempt>", None),
        ("", None),
    ],
)
def test_the_attempt_is_the_letters_in_the_last_tag(reply: str, letters: str | None) -> None:
    read = GuesserForm().read(reply, Match(GAME, small()).observe()["guesser"])
    assert read == ({"attempt": letters} if letters else Unreadable("There is no attempt in the reply."))


@pytest.mark.parametrize("start", ["<attempt>", "<attempt>a", "<attempt>a<", "<attempt>a</attempt"])
def test_a_long_reply_is_read_in_linear_time(start: str) -> None:
    observation = Match(GAME, small()).observe()["guesser"]
    before = process_time()
    GuesserForm().read(start + " " * 100_000 + "<", observation)
    assert process_time() - before < 2


def test_the_guesser_is_told_the_vocabulary_once_and_then_the_colours_alone() -> None:
    match = Match(GAME, small())
    form = match.forms("guesser")[0]

    def told() -> str:
        return "\n".join(part.content for part in form.tell(match.observe()["guesser"]))

    assert '<vocabulary>[\n"spark",\n"proof"' in told()
    match.say("guesser", "I pass.")
    assert told() == "There is no attempt in the reply." + REMINDER
    match.say("guesser", "<attempt>PROOF</attempt>")
    assert told() == "yellow, yellow, grey, grey, grey"
    match.say("guesser", "<attempt>WORDS</attempt>")
    assert told() == "The attempt is not a word of the vocabulary." + REMINDER
    match.say("guesser", "<attempt>spark</attempt>")
    ending = match.episode().ending
    assert ending and (ending.outcome, ending.data) == ("solved", {"turns": 2, "solved": True})


@pytest.mark.parametrize(
    "action",
    [
        None,
        "spark",
        ["spark"],
        {},
        {"attempt": None},
        {"attempt": ["spark"]},
        {"attempt": "SPARK"},
        {"attempt": "words"},
        {"attempt": "spark", "second": "proof"},
        {"guess": "spark"},
    ],
)
def test_only_words_of_the_vocabulary_may_be_attempted(action: Any) -> None:
    match = Match(GAME, small())
    match.act({"guesser": Move(action)})
    assert match.observe()["guesser"].complaint == "The attempt is not a word of the vocabulary."


def test_it_ends_after_40_attempts_and_repeats_count() -> None:
    match = Match(GAME, small())
    episode = attempted(match, *["proof", "proof", "crane", "retro"] * 9, *["robin"] * 3)
    assert episode.ending is None
    assert match.observe()["guesser"].view == {"turn": 40, "turns_left": 0}
    ending = attempted(match, "proof").ending
    assert ending and (ending.outcome, ending.data) == ("not solved", {"turns": 40, "solved": False})


def score_of(episode: Episode) -> dict[str, float]:
    assert GAME.scorer
    score = asyncio.run(
        GAME.scorer("rules").score(episode.setup.instance, episode, lambda name: pytest.fail(f"model {name}"))
    )
    return dict(GAME.settle(score, episode).by_seat["guesser"])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["spark"], {"score": 2.0, "attempts": 1, "solved": 1.0}),  # luck may go beyond best play
        (["crane", "spark"], {"score": 1.0, "attempts": 2, "solved": 1.0}),
        (["proof", "crane", "spark"], {"score": 0.0, "attempts": 3, "solved": 1.0}),
        (["proof", "crane", "retro", "spark"], {"score": -1.0, "attempts": 4, "solved": 1.0}),
        (["crane"] * 39 + ["spark"], {"score": -37.0, "attempts": 40, "solved": 1.0}),
        (["crane"] * 40, {"score": -37.0, "attempts": 40, "solved": 0.0}),
    ],
)
def test_the_score_stands_between_random_and_best_play(words: list[str], expected: dict[str, float]) -> None:
    assert score_of(attempted(Match(GAME, small()), *words)) == expected


def test_a_player_is_aborted_after_one_reminder_for_a_move() -> None:
    match = Match(GAME, small())
    for reply in ("perhaps", "<attempt>PROOF</attempt>", "<attempt>WORDS</attempt>", "<attempt>BIRDS</attempt>"):
        assert match.episode().ending is None
        match.say("guesser", reply)
    episode = match.episode()
    assert episode.status == "aborted"
    assert episode.ending and episode.ending.data["turns"] == 1
    assert episode.ending.data["replies"] == ["<attempt>WORDS</attempt>", "<attempt>BIRDS</attempt>"]
    assert score_of(episode) == {"score": 0.0, "attempts": 40.0, "solved": 0.0}


def test_a_player_may_forfeit_at_once() -> None:
    match = Match(GAME, small())
    match.act({"guesser": Move(forfeit=Forfeit("refused", "filtered"))})
    assert match.episode().status == "aborted"


def test_the_rules_alone_score() -> None:
    assert GAME.scorer
    with pytest.raises(UnknownName, match="one of rules"):
        GAME.scorer("a-model")


def test_a_model_that_refuses_to_play_is_aborted(provider: SimulatedProvider) -> None:
    provider.behaviour.faults = {"refusal": 1.0}
    match = Match(GAME, small())

    async def go() -> None:
        with Journal() as journal:
            async with ClientPool(journal) as pool:
                form = match.forms("guesser")[0]
                chat: list[Message] = []
                while seen := match.observe().get("guesser"):
                    chat = chat or [{"role": "system", "content": form.system(seen)}]
                    chat.append({"role": "user", "content": "\n".join(part.content for part in form.tell(seen))})
                    reply = (await pool.client("openai/simulated").complete(chat)).text
                    chat.append({"role": "assistant", "content": reply})
                    match.say("guesser", reply)

    asyncio.run(go())
    ending = match.episode().ending
    assert (
        ending
        and ending.aborted == ("guesser",)
        and ending.data["replies"] == ["I'm sorry, but I can't help with that."] * 2
    )


def test_it_keeps_the_contract() -> None:
    assert check_game(GAME, playouts=200, scorer="rules") == []


def test_it_and_its_players_are_registered() -> None:
    (point,) = entry_points(group="turtlesoup_bench.games", name="word-guess")
    assert point.load() is GAME
    points = [point for point in entry_points(group="turtlesoup_bench.agents") if point.name.startswith("word-guess-")]
    assert {point.name for point in points} == {f"word-guess-{name}" for name in ("random", "consistent", "optimum")}
    for point in points:
        agent = point.load()
        assert isinstance(agent, Agent) and (agent.games, agent.needs_model) == (("word-guess",), False)
    assert GAME.roles[0].without_model in {point.name for point in points}


@pytest.mark.parametrize("selection", [{"limit": 0}, {"languages": ["zh"]}, {"genres": ["x"]}])
def test_a_selection_is_checked(selection: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="selection"):
        load(selection)
    assert len(load({"limit": 3})) == 3


def test_the_examples_of_the_documentation_are_true() -> None:
    page = ROOT / "docs" / "multi_turn" / "word_guess.md"
    results = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert results.failed == 0 and results.attempted >= 5
