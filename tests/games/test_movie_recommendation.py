from __future__ import annotations

import asyncio
import doctest
from collections.abc import Mapping
from fractions import Fraction
from importlib.metadata import entry_points
from random import Random
from typing import Any

import pytest
from conftest import MODEL, ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from turtlesoup_bench.errors import InvalidInput, UnknownName
from turtlesoup_bench.games import Episode, Forfeit, Instance, Move, Score, Unreadable
from turtlesoup_bench.games.checking import check_game
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.multi_turn.movie_recommendation.complaints import COMPLAINTS
from turtlesoup_bench.games.multi_turn.movie_recommendation.form import PROMPTS, QUESTION, RecommenderForm
from turtlesoup_bench.games.multi_turn.movie_recommendation.game import GAME, LANGUAGES, load
from turtlesoup_bench.games.multi_turn.movie_recommendation.rules import preference, rank, utility
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import to_json

SEEN = {
    "en": {"The Green Lamp": [300, 100], "Copper Kites": [100, 300], "A Cat's Tale": [40, 440]},
    "zh": {"绿灯": [300, 100], "铜风筝": [100, 300], "猫的故事": [40, 440]},
}
UNSEEN = {"Moss": [500, 0], "Fern": [0, 500], "Ivy": [250, 250], "Reed": [0, 501]}
"""With the weights 7 and 3: 3500, 1500, 2500 and 1503."""
GREEN, COPPER, CAT = SEEN["en"]
property_test = settings(derandomize=True, database=None, deadline=None)
attributes = st.lists(st.integers(0, 2_000), min_size=8, max_size=8)
weights = st.lists(st.integers(0, 10), min_size=8, max_size=8)


def small(language: str = "en", taste: tuple[int, int] = (7, 3), grants: Any = None) -> Match:
    """A game with two attributes, three seen movies and four new ones."""
    sets = {"seen": SEEN[language], "unseen": UNSEEN}
    data = {"attributes": ["pace", "dialogue"], "weights": list(taste), "random": 2.5, "best": 1.0, **sets}
    instance = Instance("small", language, {"recommender": "recommender"}, data, "user")
    return Match(GAME, GAME.setup(instance, grants=grants))


def ask(match: Match, movie: str = GREEN, over: str = COPPER) -> str:
    """The answer to a question."""
    match.act({"recommender": Move({"movie": movie, "over": over})})
    answer: str = next(event.data["answer"] for event in reversed(match.episode().events) if event.kind == "answer")
    return answer


def asked_ten(match: Match) -> Match:
    movie, over, *_ = match.episode().setup.instance.data["seen"]
    for _ in range(10):
        ask(match, movie, over)
    return match


def told(match: Match) -> str:
    (form,) = match.forms("recommender")
    return "\n".join(part.content for part in form.tell(match.observe()["recommender"]))


def scored(episode: Episode) -> Mapping[str, float]:
    assert GAME.scorer
    score: Score = asyncio.run(
        GAME.scorer("rules").score(episode.setup.instance, episode, lambda name: pytest.fail(name))
    )
    return GAME.settle(score, episode).by_seat["recommender"]


@property_test
@given(weights, attributes, attributes)
def test_a_utility_is_linear(taste: list[int], one: list[int], other: list[int]) -> None:
    both = [a + b for a, b in zip(one, other, strict=True)]
    assert utility(taste, both) == utility(taste, one) + utility(taste, other)
    assert utility(taste, [3 * score for score in one]) == 3 * utility(taste, one)
    units = [[int(place == number) for place in range(8)] for number in range(8)]
    assert [utility(taste, unit) for unit in units] == taste


@property_test
@given(weights, attributes, attributes)
def test_a_preference_can_be_turned_round(taste: list[int], one: list[int], other: list[int]) -> None:
    turned = {"yes": "no", "no": "yes", "no preference": "no preference"}
    assert preference(taste, one, other) == turned[preference(taste, other, one)]
    assert preference(taste, one, one) == "no preference"


@property_test
@given(st.integers(0, 1_999), st.randoms(use_true_random=False))
def test_answers_and_rank_follow_the_taste_by_the_numbers_that_are_shown(number: int, rng: Random) -> None:
    match = Match(GAME, GAME.setup(INSTANCES[number]))
    taste = [Fraction(weight, 10) for weight in INSTANCES[number].data["weights"]]

    def liked(scores: list[float]) -> Fraction:
        return sum((weight * Fraction(str(score)) for weight, score in zip(taste, scores, strict=True)), Fraction())

    shown = match.observe()["recommender"].events[0].data["movies"]
    for _ in range(10):
        movie, over = rng.sample(list(shown), 2)
        difference = liked(shown[movie]) - liked(shown[over])
        assert ask(match, movie, over) == ("yes" if difference > 0 else "no" if difference else "no preference")
    new = match.observe()["recommender"].events[-1].data["movies"]
    choice = rng.choice(list(new))
    match.act({"recommender": Move({"movie": choice})})
    ending = match.episode().ending
    assert (
        ending and ending.data["rank"] == sorted(map(liked, new.values()), reverse=True).index(liked(new[choice])) + 1
    )


INSTANCES = load({})


@pytest.mark.parametrize(
    ("movie", "over", "answer"),
    [(GREEN, COPPER, "yes"), (COPPER, GREEN, "no"), (COPPER, CAT, "no preference"), (CAT, COPPER, "no preference")],
)
def test_the_three_answers(movie: str, over: str, answer: str) -> None:
    assert ask(small(), movie, over) == answer


@pytest.mark.parametrize(
    ("utilities", "own", "expected"),
    [([3, 2, 1], 3, 1), ([3, 2, 1], 1, 3), ([3, 3, 1], 3, 1.5), ([1, 3, 1, 1], 1, 3), ([2, 2], 2, 1.5)],
)
def test_equal_utilities_share_the_mean_of_their_ranks(utilities: list[int], own: int, expected: float) -> None:
    assert rank(utilities, own) == expected


def test_ten_questions_are_asked_before_the_new_movies_are_shown() -> None:
    match = small()
    for number in range(10):
        observation = match.observe()["recommender"]
        assert observation.phase == "ask" and observation.view == {"turn": number + 1, "questions_left": 10 - number}
        assert not any(title in str(to_json(observation)) for title in UNSEEN)
        ask(match)
    observation = match.observe()["recommender"]
    assert observation.phase == "recommend" and observation.view == {"turn": 11, "questions_left": 0}
    assert observation.events[-1].data["movies"]["Ivy"] == [2.5, 2.5]
    match.act({"recommender": Move({"movie": "Moss"})})
    ending = match.episode().ending
    assert ending and (ending.outcome, ending.data) == ("recommended", {"movie": "Moss", "rank": 1.0, "turns": 11})


@pytest.mark.parametrize("action", [None, {}, {"movie": GREEN}, {"movie": GREEN, "over": GREEN}])
def test_a_question_is_about_two_different_seen_movies(action: Any) -> None:
    refused = ["Ask about two different movies of the table, by their titles."]
    for hostile in (action, {"movie": GREEN, "over": "Moss"}, {"movie": GREEN, "over": [COPPER]}):
        match = small()
        match.act({"recommender": Move(hostile)})
        assert [match.observe()["recommender"].complaint] == refused


def test_a_chinese_game_refuses_in_chinese() -> None:
    match = small("zh")
    match.act({"recommender": Move({"movie": GREEN})})
    assert match.observe()["recommender"].complaint == COMPLAINTS["zh"]["movies"]


@pytest.mark.parametrize("action", [None, {}, {"movie": GREEN}, {"movie": ["Moss"]}, {"movie": "Moss", "over": "Fern"}])
def test_what_is_recommended_is_a_new_movie(action: Any) -> None:
    match = asked_ten(small())
    match.act({"recommender": Move(action)})
    assert match.observe()["recommender"].complaint == "Recommend one movie of the new table, by its title."


def test_nothing_that_is_seen_depends_on_the_taste_but_the_answers() -> None:
    """7 : 3 and 9 : 2 answer alike; the first answers of 3 : 7 differ."""
    one, same, other = (asked_ten(small(taste=taste)) for taste in ((7, 3), (9, 2), (3, 7)))
    assert one.observe() == same.observe() != other.observe()
    assert "taste" not in {event.kind for event in one.episode().events}


def test_an_oracle_is_told_the_taste_and_nobody_else() -> None:
    granted = small(grants={"recommender": {"taste": "given"}})
    taste = [event for event in granted.observe()["recommender"].events if event.kind == "taste"]
    assert [(event.data, event.to) for event in taste] == [({"weights": [0.7, 0.3]}, ("recommender",))]
    ungranted = small(grants={"another": {"taste": "given"}})
    assert [event.kind for event in ungranted.episode().events] == ["seen"]


@pytest.mark.parametrize(
    ("movie", "expected"),
    [
        ("Moss", {"score": 1.0, "rank": 1.0, "rank_share": 1.0, "found_best": 1.0}),
        ("Ivy", {"score": 1 / 3, "rank": 2.0, "rank_share": 2 / 3, "found_best": 0.0}),
        ("Fern", {"score": -1.0, "rank": 4.0, "rank_share": 0.0, "found_best": 0.0}),
    ],
)
def test_measures_follow_from_the_rank(movie: str, expected: dict[str, float]) -> None:
    match = asked_ten(small())
    match.act({"recommender": Move({"movie": movie})})
    assert scored(match.episode()) == pytest.approx(expected)
    assert GAME.measure_play(match.setup.instance, match.episode()) == {"turns": 11}


@pytest.mark.parametrize("turns", [0, 3, 10])
def test_one_reminder_then_the_player_is_aborted_and_gets_the_worst_rank(turns: int) -> None:
    match = small()
    for _ in range(turns):
        ask(match)
    match.say("recommender", "I pass.")
    assert match.observe()["recommender"].view["turn"] == turns + 1  # no turn is lost
    match.say("recommender", "I pass.")
    episode = match.episode()
    assert episode.status == "aborted" and episode.ending and episode.ending.data["replies"] == ["I pass."] * 2
    assert scored(episode) == {"score": 0.0, "rank": 40.0, "rank_share": 0.0, "found_best": 0.0}
    assert GAME.measure_play(episode.setup.instance, episode) == {"turns": turns}


def test_a_player_may_forfeit() -> None:
    match = small()
    match.act({"recommender": Move(forfeit=Forfeit("refused", "filtered"))})
    assert match.episode().status == "aborted"


PAIR, LAST, NONE = {"movie": GREEN, "over": COPPER}, {"movie": CAT, "over": GREEN}, None
ZH_PAIR = {"movie": "绿灯", "over": "铜风筝"}
QUESTIONS = [
    # (class of shape, language, inside of the question tag, what is read)
    ("as told", "en", "Would you prefer watching The Green Lamp over Copper Kites?", PAIR),
    ("to watch", "en", "Would you prefer to watch The Green Lamp over Copper Kites?", PAIR),
    ("no verb", "en", "Do you prefer The Green Lamp over Copper Kites?", PAIR),
    ("rather than", "en", "Would you prefer watching The Green Lamp rather than Copper Kites?", PAIR),
    ("rather .. than", "en", "Would you rather watch The Green Lamp than Copper Kites?", PAIR),
    ("case", "en", "would you prefer watching the green lamp over COPPER KITES?", PAIR),
    ("no question mark", "en", "Would you prefer watching The Green Lamp over Copper Kites.", PAIR),
    ("words behind it", "en", "Would you prefer watching The Green Lamp over Copper Kites? (pace)", PAIR),
    ("quotation marks", "en", "Would you prefer watching “The Green Lamp” over 'Copper Kites'?", PAIR),
    ("emphasis", "en", "Would you prefer watching **The Green Lamp** over _Copper Kites_?", PAIR),
    ("full width", "en", "Would you prefer watching Ｔｈｅ Green Lamp over Copper Kites？", PAIR),
    ("line breaks", "en", "Would you prefer watching\nThe Green\n Lamp over Copper  Kites?", PAIR),
    ("curly apostrophe", "en", "Would you prefer watching A Cat’s Tale over The Green Lamp?", LAST),
    ("as told", "zh", "你更想看《绿灯》，而不是《铜风筝》吗？", ZH_PAIR),
    ("no book marks", "zh", "你更想看绿灯,而不是铜风筝吗?", ZH_PAIR),
    ("no comma", "zh", "你更愿意看“绿灯”而不是“铜风筝”？", ZH_PAIR),
    ("no question", "zh", "更想看《绿灯》而不是《铜风筝》", ZH_PAIR),
    ("words behind it", "zh", "你更想看《绿灯》而不是《铜风筝》？（看节奏）", ZH_PAIR),
    ("words behind it", "zh", "和《铜风筝》相比，你更想看《绿灯》？（看节奏）", ZH_PAIR),
    ("like better", "zh", "你更喜欢《绿灯》而不是《铜风筝》吗？", ZH_PAIR),
    ("而非", "zh", "你更想看《绿灯》而非《铜风筝》吗？", ZH_PAIR),
    ("而不是看", "zh", "你更想看《绿灯》，而不是看《铜风筝》吗？", ZH_PAIR),
    ("更倾向于看", "zh", "你更倾向于看《绿灯》而不是《铜风筝》吗？", ZH_PAIR),
    ("相比", "zh", "相比《铜风筝》，你更喜欢《绿灯》吗？", ZH_PAIR),
    ("相比于", "zh", "相比于《铜风筝》，你更喜欢看《绿灯》吗？", ZH_PAIR),
    ("相较于", "zh", "相较于《铜风筝》，你更倾向《绿灯》？", ZH_PAIR),
    ("compared first", "zh", "比起《铜风筝》，你更想看《绿灯》吗？", ZH_PAIR),
    ("和..相比", "zh", "和《铜风筝》相比，你更想看《绿灯》？", ZH_PAIR),
    ("与..相比", "zh", "与《铜风筝》相比，更愿意看《绿灯》", ZH_PAIR),
    ("跟..相比", "zh", "跟《铜风筝》相比，你是不是更想看《绿灯》吗？", ZH_PAIR),
    ("English form", "zh", "Would you prefer watching 绿灯 over 铜风筝?", ZH_PAIR),
    ("either or", "en", "Would you like The Green Lamp or Copper Kites?", "question"),
    ("one movie", "en", "Would you prefer watching The Green Lamp?", "question"),
    ("nothing", "en", "", "question"),
    ("either or", "zh", "你想看《绿灯》还是《铜风筝》？", "question"),
    ("itself", "en", "Would you prefer watching The Green Lamp over The Green Lamp?", "movies"),
    ("unknown", "en", "Would you prefer watching The Red Lamp over Copper Kites?", "movies"),
    ("unknown", "en", "Would you prefer watching The Green Lamp over Moss?", "movies"),
    ("not shown", "zh", "你更想看《红灯》，而不是《铜风筝》吗？", "movies"),
]


@pytest.mark.parametrize(("shape", "language", "text", "expected"), QUESTIONS)
def test_a_question_is_read_in_the_shapes_that_models_write(
    shape: str, language: str, text: str, expected: Any
) -> None:
    match = small(language)
    read = RecommenderForm(language).read(f"So:\n<question>{text}</question>", match.observe()["recommender"])
    assert read == (Unreadable(COMPLAINTS[language][expected]) if isinstance(expected, str) else expected)


FORM = "<question>Would you prefer watching {} over {}?</question>"
REPLIES = [
    # (class of shape, questions asked before, reply, what is read)
    ("the last question counts", 0, f"{FORM.format(COPPER, CAT)} No: {FORM.format(GREEN, COPPER)}", PAIR),
    ("a line of its own", 0, FORM.format(GREEN, COPPER).replace(">W", ">\nW").replace("?", "?\n"), PAIR),
    ("no closing tag", 0, FORM.format(GREEN, COPPER).removesuffix("</question>"), PAIR),
    ("a question without its tag", 0, "Would you prefer watching The Green Lamp over Copper Kites?", "question"),
    ("too early an answer", 0, "<final_answer>Moss</final_answer>", "question"),
    ("an answer", 10, "Pace counts.\n<final_answer>Moss</final_answer>", {"movie": "Moss"}),
    ("a space in the tag", 10, "<final answer>Moss</final answer>", {"movie": "Moss"}),
    ("marks around the title", 10, "<final_answer>**《Moss》**.</final_answer>", {"movie": "Moss"}),
    (
        "the last answer counts",
        10,
        "<final_answer>Ivy</final_answer><final_answer>Fern</final_answer>",
        {"movie": "Fern"},
    ),
    ("an answer without its tag", 10, "Moss", "final_answer"),
    ("an empty answer", 10, "<final_answer></final_answer>", "final_answer"),
    ("a question too many", 10, FORM.format(GREEN, COPPER), "final_answer"),
    ("a seen movie", 10, f"<final_answer>{GREEN}</final_answer>", "movie"),
    ("two movies", 10, "<final_answer>Moss, Fern</final_answer>", "movie"),
]


@pytest.mark.parametrize(("shape", "asked", "reply", "expected"), REPLIES)
def test_a_move_is_the_last_tag_of_its_kind(shape: str, asked: int, reply: str, expected: Any) -> None:
    match = asked_ten(small()) if asked else small()
    read = RecommenderForm("en").read(reply, match.observe()["recommender"])
    assert read == (Unreadable(COMPLAINTS["en"][expected]) if isinstance(expected, str) else expected)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_can_be_asked_about_and_recommended(language: str) -> None:
    of_language = [instance for instance in INSTANCES if instance.language == language]
    form, missing = RecommenderForm(language), {title for i in of_language for title in i.data["seen"]}
    for instance in of_language:
        observation = Match(GAME, GAME.setup(instance)).observe()["recommender"]
        titles = list(instance.data["seen"])
        for movie, over in zip(titles, titles[1:] + titles[:1], strict=True):
            if missing & {movie, over}:
                missing -= {movie, over}
                text = f"<question>{QUESTION[language].format(movie, over)}</question>"
                assert form.read(text, observation) == {"movie": movie, "over": over}
        if not missing:
            return
    pytest.fail(f"never seen: {missing}")


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["You have 10 questions", "Yes. Ask your next question. You have 9 left.", "No Preference. That was"]),
        ("zh", ["一共 10 个", "是。请提下一个问题，连这个还有 9 个。", "没有偏好。问题已经问完"]),
    ],
)
def test_the_recommender_is_told_a_table_then_answers_then_the_other_table(language: str, texts: list[str]) -> None:
    match = small(language)
    green, copper, cat = SEEN[language]
    head = {"en": "title", "zh": "片名"}[language]
    assert f'["{head}", "pace", "dialogue"],\n["{green}", 3.0, 1.0]' in told(match) and texts[0] in told(match)
    ask(match, green, copper)
    assert told(match) == texts[1]
    for _ in range(9):
        ask(match, copper, cat)
    assert told(match).startswith(texts[2]) and '["Reed", 0.0, 5.01]' in told(match)
    assert green not in told(match) and "<final_answer>" in told(match)
    match.say("recommender", "Moss")
    assert told(match) == COMPLAINTS[language]["final_answer"]


def test_both_languages_have_the_same_words() -> None:
    assert {path.name for path in (PROMPTS.folder / "en").iterdir()} == {"recommender.md.j2"}
    assert {path.name for path in (PROMPTS.folder / "zh").iterdir()} == {"recommender.md.j2"}
    assert COMPLAINTS["en"].keys() == COMPLAINTS["zh"].keys()


def test_a_model_that_refuses_to_play_is_aborted(provider: SimulatedProvider) -> None:
    provider.behaviour.faults = {"refusal": 1.0}
    match = small()

    async def go() -> None:
        with Journal() as journal:
            async with ClientPool(journal) as pool:
                (form,) = match.forms("recommender")
                chat: list[Message] = []
                while seen := match.observe().get("recommender"):
                    chat = chat or [{"role": "system", "content": form.system(seen)}]
                    chat.append({"role": "user", "content": "\n".join(part.content for part in form.tell(seen))})
                    reply = (await pool.client(MODEL).complete(chat)).text
                    chat.append({"role": "assistant", "content": reply})
                    match.say("recommender", reply)

    asyncio.run(go())
    episode = match.episode()
    assert episode.status == "aborted"
    assert episode.ending and episode.ending.data["replies"] == ["I'm sorry, but I can't help with that."] * 2


def test_it_keeps_the_contract() -> None:
    assert check_game(GAME, playouts=200, scorer="rules") == []


def test_it_is_registered() -> None:
    (point,) = entry_points(group="turtlesoup_bench.games", name="movie-recommendation")
    assert point.load() is GAME
    with pytest.raises(UnknownName, match="one of rules"):
        GAME.scorer and GAME.scorer("a-model")


def test_a_selection_is_checked() -> None:
    assert [instance.language for instance in load({"limit": 2})] == ["en", "zh"] * 2
    assert {instance.language for instance in load({"languages": ["zh"]})} == {"zh"}
    with pytest.raises(InvalidInput, match="selection"):
        load({"users": 3})


def test_the_examples_of_the_page_are_true() -> None:
    page = ROOT / "docs" / "multi_turn" / "movie_recommendation.md"
    failures, examples = doctest.testfile(str(page), module_relative=False)
    assert examples >= 3 and not failures
