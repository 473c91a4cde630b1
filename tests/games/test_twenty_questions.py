from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from turtlesoup_bench.agents.multi_turn.twenty_questions import Always, CoinFlips, Honest

from turtlesoup_bench.errors import InvalidInput, UnknownName
from turtlesoup_bench.games import Episode, Event, Forfeit, Instance, Move, Seat, Setup, Unreadable
from turtlesoup_bench.games.checking import check_game
from turtlesoup_bench.games.match import Match, play
from turtlesoup_bench.games.multi_turn.twenty_questions.form import AnswererForm
from turtlesoup_bench.games.multi_turn.twenty_questions.game import GAME, load
from turtlesoup_bench.games.multi_turn.twenty_questions.quality import Quality, quality
from turtlesoup_bench.games.multi_turn.twenty_questions.rules import (
    Board,
    Question,
    State,
    contradicted_turns,
    next_question,
)
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import Fault, SimulatedProvider
from turtlesoup_bench.prompts import Message

WORDS = {
    "dog": ["animal", "canine", "thing"],
    "cat": ["animal", "feline", "thing"],
    "oak": ["plant", "tree", "thing"],
    "spoon": ["tool", "thing"],
}
EVERYTHING, DOG, PETS, OAK = 0b1111, 0b0001, 0b0011, 0b0100


@pytest.fixture(scope="module")
def instances() -> list[Instance]:
    return load({})


def small(**options: Any) -> Setup:
    instance = Instance("small", "en", {"answerer": "answerer"}, {"words": WORDS, "random": 0.25}, "small")
    return GAME.setup(instance, options=options)


def asked(kind: Any, name: str, left: int, turn: int = 1) -> State:
    """A game in which this was asked while these words were left."""
    board = Board.of(WORDS)
    holds = board.types[name] if kind == "type" else 1 << board.words.index(name)
    return State(small(), board, left, (left,), turn, Question(kind, name, holds))


def answered(state: State, answer: str) -> State:
    after: State = GAME.rules.apply(state, {"answerer": Move({"answer": answer})})[0]
    return after


@pytest.mark.parametrize(
    ("kind", "name", "left", "answer", "contradiction"),
    [
        ("type", "plant", PETS, "yes", "every word of this type was excluded"),
        ("type", "animal", PETS, "no", "every word that was left is of this type"),
        ("type", "canine", DOG, "no", "every word that was left is of this type"),
        ("word", "oak", PETS, "yes", "this word was excluded"),
        ("word", "dog", DOG, "no", "this word was the only one left"),
        ("type", "animal", EVERYTHING, "yes", None),
        ("type", "animal", EVERYTHING, "no", None),
        ("type", "plant", PETS, "no", None),
        ("type", "animal", PETS, "yes", None),
        ("word", "oak", PETS, "no", None),
        ("word", "dog", PETS, "yes", None),
        ("word", "dog", PETS, "no", None),
        ("word", "dog", DOG, "yes", None),
    ],
)
def test_it_is_lost_by_a_contradiction_alone(
    kind: str, name: str, left: int, answer: str, contradiction: str | None
) -> None:
    ending = answered(asked(kind, name, left), answer).ending
    if contradiction:
        assert ending and (ending.outcome, ending.data["contradiction"]) == ("contradiction", contradiction)
    elif kind == "word":  # the first guess ends the game, right or wrong
        assert ending and (ending.outcome, ending.data) == ("consistent", {"turns": 1})
    else:
        assert ending is None


@pytest.mark.parametrize(
    ("earlier", "last", "turns"),
    [
        ([0b1110], 0b0001, [1]),
        ([0b1111, 0b0011, 0b0110], 0b0100, [2]),  # one turn is enough
        ([0b0111, 0b1011, 0b1111], 0b1100, [1, 2]),  # two are needed
        ([0b0111], 0b0000, []),  # no word of the list fits the last answer
        ([0b0111], ~0b1111, []),
    ],
)
def test_a_contradiction_names_the_earlier_turns(earlier: list[int], last: int, turns: list[int]) -> None:
    assert contradicted_turns(4, earlier, last) == turns


def test_the_turns_of_a_contradiction_leave_no_word(instances: list[Instance]) -> None:
    for episode in games(instances[:100], CoinFlips):
        ending = episode.ending
        if ending and ending.outcome == "contradiction":
            questions = [event.data for event in episode.events if event.kind == "question"]
            answers = [event.data["answer"] for event in episode.events if event.kind == "answer"]
            said = list(zip(questions, answers, strict=True))
            words = episode.setup.instance.data["words"]
            chosen = [said[turn - 1] for turn in ending.data["contradicted_turns"]]
            assert not any(fits(word, words, [*chosen, said[-1]]) for word in words)
            assert all(turn < ending.data["turns"] for turn in ending.data["contradicted_turns"])


def fits(word: str, hypernyms: Mapping[str, list[str]], answers: list[tuple[dict[str, Any], str]]) -> bool:
    """Whether all answers are true of the word."""
    return all(
        (question["name"] in ({word} if question["kind"] == "word" else hypernyms[word])) == (answer == "yes")
        for question, answer in answers
    )


def checked_by_brute_force(instance: Instance, seed: int, say: Iterator[bool]) -> str:
    """Plays a game by these answers; its outcome, after each of which brute force over the words agreed."""
    words = instance.data["words"]
    match = Match(GAME, GAME.setup(instance, seed=seed))
    match.act({"answerer": Move({"ready": True})})
    answers: list[tuple[dict[str, Any], str]] = []
    while waiting := match.observe():
        answer = "yes" if next(say) else "no"
        answers.append((waiting["answerer"].events[-1].data, answer))
        match.act({"answerer": Move({"answer": answer})})
        lost = not any(fits(word, words, answers) for word in words)
        ending = match.episode().ending
        assert lost == (ending is not None and ending.outcome == "contradiction")
    assert ending
    return ending.outcome


def test_contradictions_are_those_that_brute_force_finds(instances: list[Instance]) -> None:
    outcomes = set()
    for number in range(600):
        rng = Random(number)
        share = rng.choice((0.1, 0.3, 0.5, 0.9))
        answers = iter(lambda rng=rng, share=share: rng.random() < share, None)
        outcomes.add(checked_by_brute_force(instances[number % len(instances)], number, answers))
    assert outcomes == {"consistent", "contradiction"}


@settings(max_examples=200, deadline=None)
@given(
    place=st.integers(0, 399),
    seed=st.integers(0, 2**32),
    answers=st.lists(st.booleans(), min_size=21, max_size=21),
)
def test_contradictions_are_those_that_brute_force_finds_whatever_is_said(
    instances: list[Instance], place: int, seed: int, answers: list[bool]
) -> None:
    checked_by_brute_force(instances[place], seed, iter(answers))


def games(instances: list[Instance], make: Any, seed: int = 42) -> list[Episode]:
    async def go() -> list[Episode]:
        return [
            await play(GAME, GAME.setup(instance, seed=seed), {"answerer": make(number)})
            for number, instance in enumerate(instances)
        ]

    return asyncio.run(go())


@pytest.mark.parametrize(
    ("make", "expected", "spread"),
    [
        (Honest, 1.0, 0.0),
        (CoinFlips, 0.41, 0.08),
        (lambda seed: Always(True), 0.82, 0.06),
        (lambda seed: Always(False), 0.23, 0.07),
    ],
    ids=["honest", "coin flips", "always yes", "always no"],
)
def test_players_that_follow_a_rule_win_as_often_as_in_simulations_of_the_paper(
    instances: list[Instance], make: Any, expected: float, spread: float
) -> None:
    """``spread`` is a little more than three standard errors of 400 games."""
    episodes = games(instances, make)
    assert len(episodes) == 400
    consistent = sum(episode.ending.outcome == "consistent" for episode in episodes if episode.ending)
    assert consistent / 400 == pytest.approx(expected, abs=spread)


def test_it_ends_with_a_guess_at_the_latest_on_turn_21(instances: list[Instance]) -> None:
    lengths = set()
    for episode in games(instances[:100], Honest):
        kinds = [event.data["kind"] for event in episode.events if event.kind == "question"]
        assert kinds[-1] == "word" and set(kinds[:-1]) <= {"type"}
        lengths.add(len(kinds))
    assert max(lengths) == 21
    short = Match(GAME, GAME.setup(instances[0], options={"questions": 1}))
    short.act({"answerer": Move({"ready": True})})
    short.act({"answerer": Move({"answer": "no"})})
    assert short.observe()["answerer"].events[-1].data["kind"] == "word"


def test_the_user_asks_as_often_for_each_kind_as_it_should(instances: list[Instance]) -> None:
    counts = {"excluded": 0, "common": 0, "part": 0, "early": 0}
    turns = 0
    for episode in games(instances[:200], Honest, seed=7):
        board = Board.of(episode.setup.instance.data["words"])
        left = (1 << len(board.words)) - 1
        questions = [event.data for event in episode.events if event.kind == "question"]
        answers = [event.data["answer"] for event in episode.events if event.kind == "answer"]
        for question, answer in zip(questions, answers, strict=True):
            if left.bit_count() == 1 or question["turn"] == 21:
                break  # a forced guess
            if question["turn"] == 1:  # nothing is excluded yet
                assert question["kind"] == "word" or board.types[question["name"]]
            else:
                turns += 1
            if question["kind"] == "word":
                counts["early"] += question["turn"] > 1
                break
            holds = board.types[question["name"]]
            kind = "excluded" if not holds & left else "common" if holds & left == left else "part"
            counts[kind] += question["turn"] > 1 or kind == "excluded"
            left &= holds if answer == "yes" else ~holds
    shares = {kind: count / turns for kind, count in counts.items()}
    # A turn in which every hypernym of a kind is missing goes to the proper parts.
    assert shares == pytest.approx({"excluded": 0.098, "common": 0.098, "part": 0.784, "early": 0.02}, abs=0.025)


@pytest.mark.parametrize(("left", "turn"), [(DOG, 3), (PETS, 21)], ids=["one word left", "last turn"])
def test_a_forced_guess_is_of_an_excluded_word_as_often_as_any(left: int, turn: int) -> None:
    board, instance = Board.of(WORDS), small().instance
    guesses = [next_question(GAME.setup(instance, seed=seed), board, left, turn) for seed in range(2_000)]
    assert {guess.kind for guess in guesses} == {"word"}
    assert {guess.name for guess in guesses} == set(WORDS)
    excluded = sum(not guess.holds & left for guess in guesses)
    assert excluded / 2_000 == pytest.approx(0.15, abs=0.03)


def test_the_first_guess_cannot_be_of_an_excluded_word() -> None:
    board, instance = Board.of(WORDS), small().instance
    first = [next_question(GAME.setup(instance, seed=seed), board, EVERYTHING, 1) for seed in range(2_000)]
    early = [question for question in first if question.kind == "word"]
    assert len(early) / 2_000 == pytest.approx(0.02, abs=0.012)
    assert all(question.holds & EVERYTHING for question in first)


def test_quality_is_what_the_answers_excluded() -> None:
    turns = [("type", "animal", "yes"), ("type", "thing", "yes"), ("word", "dog", "no"), ("word", "cat", "no")]
    events = [Event("words")]
    for number, (kind, name, answer) in enumerate(turns, 1):
        events.append(Event("question", {"turn": number, "kind": kind, "name": name}))
        events.append(Event("answer", {"turn": number, "answer": answer}, "answerer"))
    # Four words, two, two, one; the last answer leaves none and is not counted.
    assert quality(WORDS, events) == Quality(4, pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert quality(WORDS, events[:2]) == Quality(1, None, None)


def test_luck_follows_from_instance_and_seed_alone(instances: list[Instance]) -> None:
    def questions(seed: int, cast: str) -> list[Any]:
        setup = GAME.setup(instances[0], seed=seed, cast={"answerer": cast})
        episode = asyncio.run(play(GAME, setup, {"answerer": Honest(5)}))
        return [event.data for event in episode.events if event.kind == "question"]

    assert questions(1, "a") == questions(1, "b")
    assert questions(1, "a") != questions(2, "a")


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("yes", "yes"),
        ("No.", "no"),
        ("**Yes**", "yes"),
        ("Yes, it is a type of animal.", "yes"),
        ("By its attributes: no", "no"),
        ("No, that is not right. Yes!", None),
        ("I know nothing", None),
        ("nope", None),
        ("", None),
        ("It is, yes, an animal", None),
    ],
)
def test_a_reply_is_its_first_or_last_word(reply: str, answer: str | None) -> None:
    match = Match(GAME, small())
    match.say("answerer", "I have one.")
    read = AnswererForm().read(reply, match.observe()["answerer"])
    assert read == ({"answer": answer} if answer else Unreadable("Answer yes or no."))


def test_the_answerer_is_told_the_words_once_and_then_each_question() -> None:
    match = Match(GAME, small(questions=2))
    form = match.forms("answerer")[0]

    def told() -> str:
        return "\n".join(part.content for part in form.tell(match.observe()["answerer"]))

    assert "up to 3 questions" in form.system(match.observe()["answerer"])
    assert '"dog: animal, canine, thing"' in told()
    match.say("answerer", "...")
    assert told() == "Say that you have picked a word."
    match.say("answerer", "ready")
    question = match.observe()["answerer"].events[-1].data
    assert (
        told()
        == {
            "type": f"Is it a type of {question['name']}?",
            "word": f"Is your word {question['name']}?",
        }[question["kind"]]
    )
    match.say("answerer", "perhaps")
    assert told() == "Answer yes or no."


def test_a_player_past_its_allowance_is_aborted_and_gets_nothing() -> None:
    match = Match(GAME, small())
    match.say("answerer", "ready")
    for _ in range(2):
        match.say("answerer", "perhaps")
    episode = match.episode()
    assert episode.status == "aborted"
    assert episode.ending and episode.ending.data["replies"] == ["perhaps"] * 2
    assert GAME.scorer
    score = asyncio.run(GAME.scorer("rules").score(episode.setup.instance, episode, lambda name: pytest.fail(name)))
    assert GAME.settle(score, episode).by_seat == {"answerer": {"score": 0.0, "consistent": 0.0}}


def test_a_player_may_forfeit_before_it_has_picked() -> None:
    match = Match(GAME, small())
    match.act({"answerer": Move(forfeit=Forfeit("refused", "filtered"))})
    assert match.episode().status == "aborted"


def test_consistent_games_score_1_and_others_less_than_coin_flips(instances: list[Instance]) -> None:
    assert GAME.scorer
    scorer = GAME.scorer("rules")
    for episode in games(instances[:20], CoinFlips):
        score = asyncio.run(scorer.score(episode.setup.instance, episode, lambda name: pytest.fail(name)))
        consistent = episode.ending is not None and episode.ending.outcome == "consistent"
        random = episode.setup.instance.data["random"]
        expected = {"score": 1.0 if consistent else pytest.approx(-random / (1 - random)), "consistent": consistent}
        assert score.by_seat == {"answerer": expected}
    with pytest.raises(UnknownName, match="one of rules"):
        GAME.scorer("a-model")
    with pytest.raises(ValueError, match="has not ended"):
        asyncio.run(scorer.score(instances[0], Match(GAME, small()).episode(), lambda name: pytest.fail(name)))


@pytest.mark.parametrize(("fault", "outcome"), [(None, "consistent"), ("refusal", "aborted")])
def test_a_model_plays_until_it_refuses(provider: SimulatedProvider, fault: Fault | None, outcome: str) -> None:
    match = Match(GAME, small())
    provider.behaviour.faults = {fault: 1.0} if fault else {}

    async def go() -> None:
        with Journal() as journal:
            async with ClientPool(journal) as pool:
                form = match.forms("answerer")[0]
                chat: list[Message] = []
                while seen := match.observe().get("answerer"):
                    chat = chat or [{"role": "system", "content": form.system(seen)}]
                    chat.append({"role": "user", "content": "\n".join(part.content for part in form.tell(seen))})
                    reply = (await pool.client("openai/simulated").complete(chat)).text
                    chat.append({"role": "assistant", "content": reply})
                    match.say("answerer", reply)

    asyncio.run(go())
    episode = match.episode()
    assert episode.ending and episode.ending.outcome == outcome
    assert len(episode.ending.data.get("replies", [])) == (2 if fault else 0)
    assert provider.tasks == {"twenty-questions/answerer": provider.answered.total()}


def test_it_keeps_the_contract_in_a_thousand_games() -> None:
    assert check_game(GAME, scorer="rules") == []


def test_it_is_registered() -> None:
    (point,) = entry_points(group="turtlesoup_bench.games", name="twenty-questions")
    assert point.load() is GAME
    for name, kind in (("honest", Honest), ("always-yes", Always), ("coin-flips", CoinFlips)):
        (point,) = entry_points(group="turtlesoup_bench.agents", name=f"twenty-questions-{name}")
        agent = point.load()
        assert agent.games == ("twenty-questions",) and not agent.needs_model
        assert isinstance(agent.create(Seat(GAME, "answerer", "answerer", "en", 42)), kind)
    assert GAME.roles[0].without_model == "twenty-questions-honest"


@pytest.mark.parametrize("selection", [{"limit": 0}, {"limit": -1}, {"limit": "2"}, {"genres": ["x"]}])
def test_a_selection_is_checked(selection: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="selection"):
        load(selection)
    assert len(load({"limit": 3})) == 3


def test_every_instance_is_as_the_paper_describes_it(instances: list[Instance]) -> None:
    assert len({instance.id for instance in instances}) == len(instances) == 400
    assert len({instance.hash for instance in instances}) == 400
    sizes = {len(instance.data["words"]) for instance in instances}
    assert min(sizes) == 80 and max(sizes) == 100
    for instance in instances:
        words = instance.data["words"]
        sets = [frozenset(hypernyms) for hypernyms in words.values()]
        assert all(len(hypernyms) >= 7 for hypernyms in sets)
        assert all("physical entity" in hypernyms and "abstraction" not in hypernyms for hypernyms in sets)
        assert len(set(sets)) == len(sets)
        assert not frozenset().union(*sets) & set(words)
