from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import entry_points
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games import Agent, Episode, Event, Instance, Move, Player, Seat, Setup, Unreadable
from turtlesoup_bench.games.checking import check_game
from turtlesoup_bench.games.match import Match, play
from turtlesoup_bench.games.multi_turn.word_chaining.form import UNMARKED, PlayerForm
from turtlesoup_bench.games.multi_turn.word_chaining.game import GAME, load
from turtlesoup_bench.games.multi_turn.word_chaining.quality import Quality, quality
from turtlesoup_bench.games.multi_turn.word_chaining.rules import TURNS
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.prompts import Message

ANIMALS = ["ant", "rabbit", "rat", "tapir", "tiger", "toad"]
PLAYER_BEGINS, USER_BEGINS = 0, 1  # seeds of the instance "small"


@pytest.fixture(scope="module")
def instances() -> list[Instance]:
    return load({})


def small(words: Sequence[str] = ANIMALS, seed: int = PLAYER_BEGINS, language: str = "en") -> Setup:
    data = {"words": list(words), "random": 0.25}
    return GAME.setup(Instance("small", language, {"player": "player"}, data, "small"), seed=seed)


def said(match: Match, word: str) -> Match:
    match.act({"player": Move({"word": word})})
    return match


def chain(episode: Episode) -> list[str]:
    return [event.data["word"] for event in episode.events if event.kind == "word"]


def measures(episode: Episode) -> dict[str, float]:
    assert GAME.scorer
    score = GAME.scorer("rules").score(episode.setup.instance, episode, lambda name: pytest.fail(name))
    return dict(GAME.settle(asyncio.run(score), episode).by_seat["player"])


def agent(name: str) -> Agent:
    (point,) = entry_points(group="turtlesoup_bench.agents", name=name)
    found: Agent = point.load()
    return found


def games(name: str, instances: Sequence[Instance], seed: int = 42) -> list[Episode]:
    chosen = agent(name)

    def player(instance: Instance) -> Player:
        return chosen.create(Seat(GAME, "player", "player", instance.language, seed))

    async def go() -> list[Episode]:
        return [await play(GAME, GAME.setup(i, seed=seed), {"player": player(i)}) for i in instances]

    return asyncio.run(go())


# What each side may say, defined anew: from the whole chain, word by word, and not from the last word alone.
def keeps_the_rules(words: Sequence[str], chain: Sequence[str]) -> bool:
    joined = all(before.endswith(after[:1]) for before, after in pairwise(chain))
    return joined and set(chain) <= set(words) and len(set(chain)) == len(chain)


@settings(max_examples=300, deadline=None)
@given(
    words=st.lists(st.text("abc", min_size=2, max_size=3), min_size=1, max_size=30, unique=True),
    wishes=st.lists(st.tuples(st.booleans(), st.text("abcd", min_size=1, max_size=3), st.integers(0, 99)), max_size=10),
    seed=st.integers(0, 1_000),
)
def test_a_game_is_lost_by_a_breach_alone(words: list[str], wishes: list[tuple[bool, str, int]], seed: int) -> None:
    match = Match(GAME, small(words, seed))
    for is_careful, wish, number in wishes:
        if not match.observe():
            break
        before = chain(match.episode())
        fit = [word for word in words if keeps_the_rules(words, [*before, word])]
        word = fit[number % len(fit)] if is_careful else wish  # there is one, or the game would be over
        said(match, word)
        is_lost = (ending := match.episode().ending) is not None and ending.outcome == "lost"
        assert is_lost is not keeps_the_rules(words, [*before, word])
    episode = match.episode()
    all_said = chain(episode)
    is_lost = episode.ending is not None and episode.ending.outcome == "lost"
    assert keeps_the_rules(words, all_said[: len(all_said) - is_lost])  # the user's words too
    if not is_lost:
        can_go_on = any(keeps_the_rules(words, [*all_said, word]) for word in words)
        assert (episode.ending is not None) == (len(all_said) == TURNS or not can_go_on)


@pytest.mark.parametrize(
    ("words", "breach"),
    [
        (["cat"], "not in the list"),
        ([""], "not in the list"),
        (["tiger"], None),
        ([" Tiger "], None),
        (["tiger", "tiger"], "said before"),
        (["tiger", "ant"], "wrong first letter"),
        (["tiger", "zebra"], "not in the list"),
    ],
)
def test_a_breach_loses_at_once(words: list[str], breach: str | None) -> None:
    match = Match(GAME, small())
    for word in words:
        said(match, word or " ")
    ending = match.episode().ending
    if breach is None:
        assert ending is None
    else:
        assert ending and (ending.outcome, ending.data["breach"]) == ("lost", breach)
        assert ending.data["words"] == len(chain(match.episode()))


def test_words_of_the_user_count_as_said() -> None:
    match = Match(GAME, small(["tt", "tat"], USER_BEGINS))
    (first,) = chain(match.episode())
    ending = said(match, first).episode().ending
    assert ending and ending.data["breach"] == "said before"


@pytest.mark.parametrize(
    ("words", "seed", "outcome"),
    [
        (["ab", "bc"], PLAYER_BEGINS, (["ab", "bc"], "no word left")),  # the player has none
        (["ab", "cd"], PLAYER_BEGINS, (["ab"], "no word left")),  # the user has none
        (["ab"], USER_BEGINS, (["ab"], "no word left")),
        ([f"a{n}a" for n in range(30)], PLAYER_BEGINS, (20, "turn limit")),
        ([f"a{n}a" for n in range(30)], USER_BEGINS, (20, "turn limit")),
        ([f"a{n}a" for n in range(20)], USER_BEGINS, (20, "turn limit")),
        ([f"a{n}a" for n in range(19)], USER_BEGINS, (19, "no word left")),
    ],
)
def test_it_ends_without_a_loss_at_the_limit_or_without_a_word(
    words: list[str], seed: int, outcome: tuple[Any, str]
) -> None:
    match = Match(GAME, small(words, seed))
    while match.observe():
        used = chain(match.episode())
        said(match, next(word for word in words if keeps_the_rules(words, [*used, word])))
    episode, (expected, reason) = match.episode(), outcome
    assert episode.ending and episode.ending.outcome == "survived" and episode.ending.data["reason"] == reason
    assert (chain(episode) if isinstance(expected, list) else len(chain(episode))) == expected
    assert len(episode.moves) == sum(event.seat == "player" for event in episode.events)


def test_sides_begin_equally_often_and_the_user_draws_evenly(instances: list[Instance]) -> None:
    firsts = [chain(Match(GAME, GAME.setup(instances[0], seed=seed)).episode()) for seed in range(1_000)]
    begun = [words[0] for words in firsts if words]
    assert len(begun) / 1_000 == pytest.approx(0.5, abs=0.05)
    places = [instances[0].data["words"].index(word) for word in begun]
    assert sum(places) / len(places) == pytest.approx(249.5, abs=25)
    matches = [match for seed in range(800) if not chain((match := Match(GAME, small(seed=seed))).episode())]
    replies = Counter(chain(said(match, "ant").episode())[1] for match in matches)
    assert set(replies) == {"tapir", "tiger", "toad"} and min(replies.values()) > 0.26 * len(matches)


def test_the_user_begins_with_a_word_that_another_follows_if_there_is_one() -> None:
    words = ["aba", "abc", "cd", "ee"]  # no word follows "cd", and "ee" only itself
    begun = [chain(Match(GAME, small(words, seed)).episode())[:1] for seed in range(300)]
    assert {word for first in begun for word in first} == {"aba", "abc"}


def test_luck_follows_from_instance_and_seed_alone(instances: list[Instance]) -> None:
    (first,), (again,), (other,) = (games("word-chaining-first-legal", instances[:1], seed) for seed in (1, 1, 2))
    assert first == again
    assert chain(first) != chain(other)


ENGLISH = [
    # (class of shapes, reply, word)
    ("single", "'tiger'", "tiger"),
    ("single", "‘tiger’", "tiger"),
    ("single", "’tiger’", "tiger"),
    ("single", "＇tiger＇", "tiger"),
    ("single", "´tiger´", "tiger"),
    ("single", "' tiger '", "tiger"),
    ("single", "'Tiger.'", "Tiger"),
    ("single", "'x-ray'", "x-ray"),
    ("escaped", "&#39;tiger&#39;", "tiger"),
    ("escaped", "\\'tiger\\'", "tiger"),
    ("sentence", "I'll say 'tiger'.", "tiger"),
    ("sentence", "It's the users' word: 'tiger', isn't it?", "tiger"),
    ("sentence", "The users' word: 'tiger'", "tiger"),
    ("sentence", "'Tis easy: 'tiger'", "tiger"),
    ("sentence", "'My cat's' or 'tiger'", "tiger"),
    ("sentence", "Your word was 'ant'.\nMine is\n'tiger'", "tiger"),
    ("sentence", "'ant' ends with 't', so 'tiger'. Your word begins with 'r'.", "tiger"),
    ("other marks", '"tiger"', "tiger"),
    ("other marks", "“tiger”", "tiger"),
    ("other marks", "`tiger`", "tiger"),
    ("other marks", '"ice cream" or "tiger"', "tiger"),
    ("nested", "**'tiger'**", "tiger"),
    ("nested", "'**tiger**'", "tiger"),
    ("nested", "`'tiger'`", "tiger"),
    ("nested", "'\"tiger\"'", "tiger"),
    ("emphasis", "**tiger**", "tiger"),
    ("emphasis", "_tiger_", "tiger"),
    ("emphasis", "***tiger***", "tiger"),
    ("emphasis", "**Ant** it was, so **tiger** it is.", "tiger"),
    ("order", "'tiger', not \"toad\"", "tiger"),
    ("order", '"tiger", **Toad**', "tiger"),
    ("order", "'ant', 'tiger'", "tiger"),
    ("none", "tiger", None),
    ("none", "", None),
    ("none", "'t'", None),
    ("none", "'ice cream'", None),
    ("none", "'12'", None),
    ("none", "The dogs' cats' word", None),
    ("none", "I don't think that I can't", None),
    ("none", "**Answer:** tiger", None),
    ("none", "**答案：**老虎", None),
    ("none", "'ti9er'", None),
    ("none", "'9tiger'", None),
    ("none", "'ti_ger'", None),
    ("none", "'tiger\n'", None),
    ("none", "'" + "tiger" * 50 + "'", None),
]
CHINESE = [
    ("single", "'老虎'", "老虎"),
    ("single", "‘老虎’", "老虎"),
    ("sentence", "我接'老虎'，该你了", "老虎"),
    ("sentence", "‘老师’的‘师’，我接‘师长’，请接‘长’字", "师长"),
    ("sentence", "'老师'接'师长'", "师长"),
    ("other marks", "“老虎。”", "老虎"),
    ("other marks", "「老虎」", "老虎"),
    ("other marks", "『老虎』", "老虎"),
    ("other marks", "《老虎》", "老虎"),
    ("other marks", "【老虎】", "老虎"),
    ("other marks", "＂老虎＂", "老虎"),
    ("other marks", "“我想想，好”或者“老虎”", "老虎"),
    ("emphasis", "我接**老虎**", "老虎"),
    ("none", "老虎", None),
    ("none", "请接“虎”字", None),
]


@pytest.mark.parametrize(
    ("language", "reply", "word"),
    [("en", reply, word) for _, reply, word in ENGLISH] + [("zh", reply, word) for _, reply, word in CHINESE],
    ids=[f"{kind}: {reply[:40]}" for kind, reply, _ in ENGLISH + CHINESE],
)
def test_the_last_marked_word_is_the_move(language: str, reply: str, word: str | None) -> None:
    observation = Match(GAME, small(language=language)).observe()["player"]
    read = PlayerForm(language).read(reply, observation)
    assert read == (Unreadable(UNMARKED[language]) if word is None else {"word": word})


@pytest.mark.parametrize("reply", ["'" * 40_000, "*_" * 40_000, "'a" * 40_000, '"' + "a-" * 40_000, "'" + "*" * 40_000])
def test_hostile_replies_are_read_in_no_time(reply: str) -> None:
    """A pattern that went back over the text would take minutes."""
    assert isinstance(PlayerForm("en").read(reply, Match(GAME, small()).observe()["player"]), Unreadable)


@pytest.mark.parametrize(
    ("language", "rules", "begin", "turn"),
    [
        ("en", "until 20 words have been said", "You begin.", "My word is '{}'. Your turn."),
        ("zh", "双方一共说满 20 个词", "请你先说。", "我说'{}'。轮到你了。"),
    ],
)
def test_the_player_is_told_the_list_once_and_then_each_word(language: str, rules: str, begin: str, turn: str) -> None:
    match = Match(GAME, small(["aa", "aba", "aca"], language=language))
    form = match.forms("player")[0]

    def told() -> str:
        return "\n".join(part.content for part in form.tell(match.observe()["player"]))

    assert rules in form.system(match.observe()["player"])
    joined = "aa、aba、aca" if language == "zh" else "aa, aba, aca"
    assert told() == f'<words>"{joined}"</words>\n{begin}'
    match.say("player", "hm")
    assert told() == UNMARKED[language]
    match.say("player", "'aa'")
    assert told() == turn.format(chain(match.episode())[-1])
    begun = Match(GAME, small(["aa", "aba", "aca"], USER_BEGINS, language))
    assert form.tell(begun.observe()["player"])[0].content == (
        f'<words>"{joined}"</words>\n' + turn.format(chain(begun.episode())[0])
    )


def test_a_player_without_a_marked_word_is_reminded_once_and_then_aborted() -> None:
    match = Match(GAME, small())
    match.say("player", "tiger")
    assert match.observe()["player"].complaint == UNMARKED["en"]
    match.say("player", "tiger!")
    episode = match.episode()
    assert episode.status == "aborted"
    assert episode.ending and episode.ending.data["replies"] == ["tiger", "tiger!"]
    assert measures(episode) == {"score": 0.0, "survived": 0.0}
    assert GAME.measure_play(episode.setup.instance, episode) == {"turns": 0, "legal": None, "options_left": None}


def test_survival_scores_1_and_a_loss_less_than_random_words() -> None:
    lost = said(Match(GAME, small()), "zebra").episode()
    survived = said(Match(GAME, small(["ab", "cd"])), "ab").episode()
    assert measures(lost) == {"score": pytest.approx(-1 / 3), "survived": 0.0}
    assert measures(survived) == {"score": 1.0, "survived": 1.0}


def test_quality_is_of_the_players_words() -> None:
    words = [
        ("ant", None),
        ("tiger", "player"),
        ("rat", None),
        ("tapir", "player"),
        ("rabbit", None),
        ("rat", "player"),
    ]
    events = [Event("words"), *(Event("word", {"word": word}, seat) for word, seat in words)]
    # After "tiger" rabbit and rat are left, after "tapir" rabbit; the second "rat" is a breach.
    assert quality(ANIMALS, events) == Quality(3, pytest.approx(2 / 3), 1.5)


def test_the_first_legal_word_never_loses(instances: list[Instance]) -> None:
    for language in ("en", "zh"):
        episodes = games("word-chaining-first-legal", [i for i in instances if i.language == language])
        assert len(episodes) == 400
        assert {episode.ending.outcome for episode in episodes if episode.ending} == {"survived"}
        assert all(measures(episode)["score"] == 1.0 for episode in episodes[:10])


def test_random_words_survive_as_often_as_the_instances_say(instances: list[Instance]) -> None:
    """The deviation is three standard errors of the mean over 800 games."""
    scores = [measures(episode)["score"] for episode in games("word-chaining-random", instances)]
    assert sum(scores) / len(scores) == pytest.approx(0, abs=3 * (0.04 / 800) ** 0.5)


@pytest.mark.parametrize(("language", "expected"), [("en", "at most 100 letters"), ("zh", "不超过 100 个字")])
@pytest.mark.parametrize("action", [None, {}, {"word": ""}, {"word": "x" * 101}, {"word": ["cat"]}])
def test_what_is_no_word_is_refused_in_the_language_of_the_game(action: Any, language: str, expected: str) -> None:
    match = Match(GAME, small(language=language))
    match.act({"player": Move(action)})
    assert expected in str(match.observe()["player"].complaint)


def test_a_model_that_refuses_to_play_is_aborted(provider: SimulatedProvider) -> None:
    provider.behaviour.faults = {"refusal": 1.0}
    match = Match(GAME, small())

    async def go() -> None:
        with Journal() as journal:
            async with ClientPool(journal) as pool:
                form = match.forms("player")[0]
                chat: list[Message] = []
                while seen := match.observe().get("player"):
                    chat = chat or [{"role": "system", "content": form.system(seen)}]
                    chat.append({"role": "user", "content": "\n".join(part.content for part in form.tell(seen))})
                    reply = (await pool.client("openai/simulated").complete(chat)).text
                    chat.append({"role": "assistant", "content": reply})
                    match.say("player", reply)

    asyncio.run(go())
    assert match.episode().status == "aborted"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_keeps_the_contract(language: str) -> None:
    assert check_game(GAME, {"languages": [language], "limit": 50}, playouts=100, scorer="rules") == []


def test_game_and_agents_are_registered() -> None:
    (point,) = entry_points(group="turtlesoup_bench.games", name="word-chaining")
    assert point.load() is GAME
    assert agent(str(GAME.roles[0].without_model)).games == ("word-chaining",)
    assert agent("word-chaining-random").games == ("word-chaining",)


def test_every_instance_is_as_described(instances: list[Instance]) -> None:
    assert len({instance.hash for instance in instances}) == len({instance.id for instance in instances}) == 800
    for instance in instances:
        words = instance.data["words"]
        assert len(set(words)) == len(words) == 500 and words == sorted(words)
        assert instance.id.endswith(f"@{instance.language}")
        firsts = {word[0] for word in words}
        assert sum(word[-1] in firsts for word in words) > 0.85 * 500
        assert 0 <= instance.data["random"] < 0.25
        if instance.language == "en":
            assert all(word.isascii() and word.isalpha() and word.islower() and len(word) > 2 for word in words)
        else:
            assert all(2 <= len(word) <= 4 and all("\u4e00" <= c <= "\u9fff" for c in word) for word in words)
    assert [len(load({"languages": [language], "limit": 3})) for language in ("en", "zh")] == [3, 3]
    with pytest.raises(InvalidInput, match="languages"):
        load({"languages": ["fr"]})
