from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from browsing import watched
from commands import turtlesoup

from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.games.results import outcomes_of
from turtlesoup_bench.pages import FOLDER, phrases_of

AGENTS = {
    "word-guess": "word-guess-random",
    "movie-recommendation": "movie-recommendation-greedy",
    "circuit-decoding": "circuit-decoding-random",
    "word-chaining": "word-chaining-random",
    "twenty-questions": "twenty-questions-coin-flips",
}
SHOWN = {
    "word-guess": "ol.attempts .tile.green",
    "movie-recommendation": "ol > li strong",
    "circuit-decoding": ".circuits table",
    "word-chaining": "ol.chain li.breach",
    "twenty-questions": "ol.answers > li",
}
SECRET = {
    "word-guess": "article > .tiles",
    "movie-recommendation": "tr.chosen",
    "circuit-decoding": "tr.wrong",
    "word-chaining": "article > p[lang]",
    "twenty-questions": "ol.answers details",
}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("games")
    for game, agent in AGENTS.items():
        done = turtlesoup("run", "--game", game, "--agent", agent, "--limit", 2, "--out", folder / game)
        assert done.returncode == 0, done.stderr
    return {game: folder / game / "report.html" for game in AGENTS}


@pytest.mark.parametrize("game", AGENTS)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_a_transcript_keeps_its_secret_until_the_reader_asks(
    browser: Any, reports: dict[str, Path], game: str, width: int, scheme: str
) -> None:
    options = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    with watched(browser, reports[game].as_uri(), **options) as seen:
        page = seen.open()
        page.locator("button[data-episode]").first.click()
        page.wait_for_selector("dialog[open]")
        secret = page.locator(f"dialog {SECRET[game]}")
        assert page.locator(f"dialog {SHOWN[game]}").count() > 0
        assert secret.count() == 0
        page.check("#secret")
        assert secret.count() > 0
        assert seen.assess() == []
        assert page.evaluate("document.querySelector('dialog').scrollWidth") <= width
        page.uncheck("#secret")
        assert secret.count() == 0


def test_the_turns_that_contradict_each_other_are_marked(browser: Any, reports: dict[str, Path]) -> None:
    with watched(browser, reports["twenty-questions"].as_uri()) as seen:
        page = seen.open()
        page.select_option("#filter-outcome", "contradiction")
        page.locator("button[data-episode]").first.click()
        page.wait_for_selector("dialog[open]")
        assert page.locator("dialog li.contradiction").count() == 1
        assert page.locator("dialog li.contradicted").count() >= 1
        assert "0 words left" in page.inner_text("dialog li.contradiction")


@pytest.mark.parametrize("game", ["movie-recommendation", "circuit-decoding", "word-chaining"])
def test_chinese_instances_name_their_language(browser: Any, reports: dict[str, Path], game: str) -> None:
    with watched(browser, reports[game].as_uri()) as seen:
        page = seen.open()
        page.select_option("#filter-language", "zh")
        page.locator("button[data-episode]").first.click()
        page.wait_for_selector("dialog[open]")
        assert page.locator("dialog h2[lang=zh-Hans]").count() == 1
        assert page.locator("dialog article [lang=zh-Hans]").count() > 0


@pytest.mark.parametrize("name", AGENTS)
def test_every_phrase_is_in_both_languages(name: str) -> None:
    game = find_game(name)
    assert game.report.folder
    phrases = phrases_of([FOLDER, game.report.folder])
    assert all(set(phrase) == {"en", "zh"} and all(phrase.values()) for phrase in phrases.values())
    used = set(re.findall(r"\bt\(\"([a-z-]+[a-z])\"", (game.report.folder / "transcript.js").read_text("utf-8")))
    names = {
        *(f"measure-{measure.name}" for measure in (*game.measures, *game.play_measures)),
        *(f"outcome-{word}" for word in outcomes_of(game)),
        *(f"seat-{role.name}" for role in game.roles),
        *(f"option-{option}" for option in game.options),
        *(f"tag-{tag}" for tag in game.groups),
        *(f"{tag}-{value}" for tag in game.groups for value in {one.tags[tag] for one in game.load({})}),
    }
    assert used
    assert (used | names) - set(phrases) == set()


@pytest.mark.parametrize(("name", "secret"), [("word-guess", "secret"), ("circuit-decoding", "tables")])
def test_a_caption_does_not_depend_on_the_solution(name: str, secret: str) -> None:
    from dataclasses import replace

    game = find_game(name)
    instance = game.load({"limit": 1})[0]
    other = replace(instance, data={**instance.data, secret: "other"})
    assert game.report.caption(other) == game.report.caption(instance)
