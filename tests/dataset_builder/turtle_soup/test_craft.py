"""Signs of weak craft: each is found where it is put, and what the whole set gives away is measured."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random

import pytest
from turtlesoup_bench.dataset_builder.turtle_soup.check import warnings
from turtlesoup_bench.dataset_builder.turtle_soup.craft import craft_warnings
from turtlesoup_bench.dataset_builder.turtle_soup.form import bottom_limits, check_stories
from turtlesoup_bench.dataset_builder.turtle_soup.leaks import ANSWERS, leak_warnings, leaks
from turtlesoup_bench.dataset_builder.turtle_soup.numerals import numbers
from turtlesoup_bench.dataset_builder.turtle_soup.stories import story_files
from turtlesoup_bench.dataset_builder.turtle_soup.tics import STORIES_A_PHRASE, tic_warnings


@pytest.fixture(scope="module")
def stories() -> list[dict]:
    return check_stories(story_files())[0]


def plain(stories: list[dict]) -> dict:
    """A story in which nothing is to look at."""
    looked_at = {problem.where for problem in craft_warnings(stories[:40])}
    return copy.deepcopy(next(story for story in stories if story["id"] not in looked_at))


def clue_again(story: dict) -> None:
    story["rubric"]["logic"][0] = copy.deepcopy(story["key_clues"][0])


def surface_again(story: dict) -> None:
    story["rubric"]["details"][0]["en"] = story["en"]["surface"].split(". ")[0] + "."


def point_again(story: dict) -> None:
    story["rubric"]["details"][1]["en"] = "Indeed, " + story["rubric"]["details"][0]["en"]


def unsupported(story: dict) -> None:
    story["rubric"]["details"][0]["en"] = "Helicopters sprayed purple lemonade."


def conclusion(story: dict) -> None:
    story["rubric"]["logic"][0]["zh"] = "可见" + story["rubric"]["logic"][0]["zh"]


def telling_slug(story: dict) -> None:
    story["id"] = "zeppelin"
    story["en"]["bottom"] += " It was a zeppelin."


def stale_slug(story: dict) -> None:
    story["id"] = "zeppelin"


def denials(story: dict) -> None:
    story["en"]["surface"] = "Nothing was stolen, nobody was hurt, and no door stood open."


def dense(story: dict) -> None:
    story["zh"]["bottom"] = "他来，看，问，听，笑，走，又回，再问，才懂。"


def too_full(story: dict) -> None:
    story["en"]["bottom"] = "word " * bottom_limits(story["genre"])["en"][1]


def another_number(story: dict) -> None:
    story["en"]["bottom"] += " It took 8,641 days."


CASES: list[tuple[Callable[[dict], None], str]] = [
    (clue_again, "much like a key clue"),
    (surface_again, "much like the surface"),
    (point_again, "much like rubric.details[0].en"),
    (unsupported, "the story has no helic, lemon, purpl, spray"),
    (conclusion, "begins with '可见'"),
    (telling_slug, "'zeppelin' is told by the bottom alone"),
    (stale_slug, "'zeppelin' stands nowhere"),
    (denials, "3 denials"),
    (dense, "clauses a sentence"),
    (too_full, "of at most"),
    (another_number, "8641, which the other language does not say"),
]


@pytest.mark.parametrize(("spoil", "expected"), CASES, ids=[case[0].__name__ for case in CASES])
def test_a_sign_of_weak_craft_is_found(stories: list[dict], spoil: Callable[[dict], None], expected: str) -> None:
    story = plain(stories)
    spoil(story)
    assert any(expected in str(problem) for problem in warnings([story], whole=False))


NUMBERS = [
    ("en", "a hundred and eleven men", {111}),
    ("en", "forty-one, and the twenty-first", {41, 21}),
    ("en", "two thousand three hundred in 1938", {2300, 1938}),
    ("en", "one hundred thousand, or 12,500", {100_000, 12_500}),
    ("en", "three or four dozen", {3, 4, 12}),
    ("en", "one of the two", set()),
    ("zh", "一百七十片，两万三千", {170, 23_000}),
    ("zh", "一九三八年，十一点", {1938, 11}),
    ("zh", "四处看，万一呢，再三说", set()),
    ("zh", "二十一，15 人", {21, 15}),
    ("en", "dozens of them, on a Wednesday", set()),
    ("zh", "星期三，周五，三月，十一月里", set()),
    ("zh", "三个月，十分钟", {3, 10}),
    ("zh", "几百人，上千里，十来步", set()),
    ("zh", "九十来天", {90}),
]


@pytest.mark.parametrize(("language", "text", "expected"), NUMBERS)
def test_numbers_are_read_in_words_and_figures(language: str, text: str, expected: set[int]) -> None:
    assert numbers(text, language) == expected


def probes(story: int, en: dict[str, str]) -> list[dict]:
    rng = Random(story)
    topics = ["the door", "a letter", "his brother", "the river", "her coat", "a song", "the money", "an old debt"]
    asked = [(answer, rng.choice(topics)) for answer in ANSWERS for _ in range(3)]
    return [
        {"en": en[answer].format(topic), "zh": f"{topic}有关吗？", "answer": answer, "key_clue": None}
        for answer, topic in rng.sample(asked, len(asked))
    ]


@pytest.mark.parametrize(
    ("en", "gives_away"),
    [
        (dict.fromkeys(ANSWERS, "Was {} important?"), False),
        ({"yes": "Was {} important?", "no": "Was {} there by chance?", "unknown": "Did {} ever return?"}, True),
    ],
)
def test_wording_that_tells_the_answer_is_measured(en: dict[str, str], gives_away: bool) -> None:
    stories = [{"id": f"original/{n}", "probes": probes(n, en)} for n in range(60)]
    english, chinese = leaks(stories)
    warned = leak_warnings([english, chinese])
    for share in english.accuracy.values():
        assert share == 1.0 if gives_away else share < 0.45
    assert all(share < 0.45 for share in chinese.accuracy.values())
    assert bool([problem for problem in warned if "probes, en" in str(problem)]) == gives_away
    assert not gives_away or ("ever", "unknown") in english.telling


def test_what_comes_again_and_again_over_the_set_is_found(stories: list[dict]) -> None:
    many = copy.deepcopy(stories[: STORIES_A_PHRASE + 1])
    for story in many:
        story["en"]["bottom"] += " He wore a plum waistcoat."
    found = [str(problem) for problem in tic_warnings(many)]
    assert any("'wore a plum waistcoat' in 13 stories" in problem for problem in found)
    assert not any("waistcoat" in str(problem) for problem in tic_warnings(many[1:]))


def test_a_detail_may_be_a_key_clue(stories: list[dict]) -> None:
    story = plain(stories)
    story["rubric"]["details"][0] = copy.deepcopy(story["key_clues"][0])
    assert not any("key clue" in str(problem) for problem in warnings([story], whole=False))
