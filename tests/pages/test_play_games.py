"""A person plays a game of each kind on the page, to its end; and one that brings nothing for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import Watched, watched
from serving import Site, serving

from turtlesoup_bench.games import Game, Instance
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.multi_turn.movie_recommendation.rules import utility
from turtlesoup_bench.games.multi_turn.word_chaining.rules import legal_words
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.playing.offer import token_of
from turtlesoup_bench.reporting.results import read_results

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOOKS = {
    "wide and light": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "narrow and dark": {"viewport": {"width": 390, "height": 800}, "color_scheme": "dark", "locale": "zh-CN"},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def site(folder: Path, third_party_site: Path) -> Iterator[Site]:
    with serving("--out", folder, packages=third_party_site) as served:
        yield served


def after(page: Page, act: Callable[[], object]) -> None:
    """Does something that makes a move, and waits until it is made."""
    step = page.evaluate("state.step")
    act()
    page.wait_for_function("step => state.step > step && !isBusy", arg=step)


def guess_a_word(page: Page, instance: Instance) -> None:
    secret = instance.data["secret"]
    other = next(word for word in instance.data["words"] if word != secret)
    assert secret not in page.evaluate("JSON.stringify(state.events.filter(one => one.kind !== 'vocabulary'))")
    page.fill("#attempt", "zzzzz")
    page.press("#attempt", "Enter")
    assert page.evaluate("state.step") == 0
    for word in (other.upper(), secret):
        page.fill("#attempt", word)
        after(page, lambda: page.press("#attempt", "Enter"))


def recommend_a_movie(page: Page, instance: Instance) -> None:
    weights, seen, unseen = (instance.data[name] for name in ("weights", "seen", "unseen"))
    first, *others = seen
    for other in others[:10]:
        page.select_option("#preferred", first)
        page.select_option("#over", other)
        after(page, lambda: page.click("#controls button.primary"))
    best = max(unseen, key=lambda title: utility(weights, unseen[title]))
    page.select_option("#movie", best)
    page.click("#controls button.primary")


def decode_circuits(page: Page, instance: Instance) -> None:
    query = page.locator("#query option").nth(1).get_attribute("value")
    page.select_option("#query", query)
    after(page, lambda: page.click("#controls button.primary >> nth=0"))
    page.click("#guess > summary")
    assert page.input_value(f"[data-bit='{query}']") == instance.data["tables"][0]
    for place, bit in enumerate(instance.data["tables"]):
        page.locator("[data-bit]").nth(place).select_option(bit)
    page.click("#finish")


def chain_words(page: Page, instance: Instance) -> None:
    while page.locator("#ending").count() == 0:
        said = page.evaluate("state.events.filter(one => one.kind === 'word').map(one => one.data.word)")
        page.fill("#word", legal_words(instance.data["words"], said)[0])
        after(page, lambda: page.press("#word", "Enter"))


def answer_questions(page: Page, instance: Instance) -> None:
    word, types = next(iter(instance.data["words"].items()))
    after(page, lambda: page.click("#ready"))
    page.select_option("#my-word", word)
    while page.locator("#ending").count() == 0:
        question = page.evaluate("state.events.at(-1).data")
        answer = "yes" if question["name"] in (word, *types) else "no"
        assert page.input_value("#my-word") == word
        after(page, page.locator(f"[data-answer={answer}]").click)


def answer_one_question(page: Page, instance: Instance) -> None:
    pictures = len(instance.data["pictures"])
    assert page.locator("figure img").count() == pictures
    shown = page.evaluate("[...document.querySelectorAll('figure img')].filter(one => one.naturalWidth === 512).length")
    assert shown == pictures
    page.click(f"[data-letter={instance.data['answer']}]")


GAMES: dict[str, tuple[Callable[[Page, Instance], None], str]] = {
    "word-guess": (guess_a_word, "solved"),
    "movie-recommendation": (recommend_a_movie, "best movie"),
    "circuit-decoding": (decode_circuits, "solved"),
    "word-chaining": (chain_words, "survived"),
    "twenty-questions": (answer_questions, "consistent"),
    "murder-mystery-questions": (answer_one_question, "right"),
}


def open_match(seen: Watched) -> Page:
    page = seen.open()
    page.click("#begin")
    page.wait_for_selector("#controls")
    return page


def check_look(seen: Watched) -> None:
    assert seen.assess() == []
    assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("look", LOOKS)
def test_all_that_can_be_played_is_listed(browser, site: Site, look: str) -> None:
    with watched(browser, site.address, **LOOKS[look]) as seen:
        page = seen.open()
        assert page.locator(".cards > li").count() == 8
        check_look(seen)
        page.click("a[href='/circuit-decoding']")
        page.wait_for_selector("[data-instance]")
        check_look(seen)
        assert len(page.evaluate("[...new Set(matching().map(one => one.language))]")) == 1
        page.click("#any")
        page.wait_for_selector("#begin")
        check_look(seen)


def test_a_game_that_is_gone_is_said(browser, site: Site) -> None:
    with watched(browser, site.address + "word-guess#/match/gone") as seen:
        page = seen.open()
        assert "not here any more" in page.inner_text("#trouble")
        seen.trouble.clear()  # the browser's own word on what it did not find


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_each_kind_is_played_to_its_end(browser, site: Site, folder: Path, name: str, look: str) -> None:
    play, outcome = GAMES[name]
    game = find_game(name)
    language = "zh" if "zh" in LOOKS[look].get("locale", "") else "en"
    instances = game.load({})
    instance = next((one for one in instances if one.language == language), instances[0])
    with watched(browser, f"{site.address}{name}#/begin/{token_of(instance)}", **LOOKS[look]) as seen:
        page = open_match(seen)
        assert instance.id not in page.content() + json.dumps(page.evaluate("state"))
        check_look(seen)
        play(page, instance)
        page.wait_for_selector("#ending")
        assert page.evaluate("state.ending.outcome") == outcome
        check_look(seen)
        page.click("#keep")
        page.wait_for_selector("[role=status]:has-text('human_')")
    kept = read_results(kept_of(folder, game))
    result = [one for one in kept.results if one.instance.id == instance.id][-1]
    assert result.outcome == outcome
    episode = result.episode  # its luck is that of its seed, so that it can be played again by its moves
    assert Match(game, episode.setup, episode.moves).episode().events == episode.events


def kept_of(folder: Path, game: Game) -> Path:
    runs = [path.parent for path in folder.glob("*/run.json")]
    return next(path for path in runs if json.loads((path / "run.json").read_text())["game"] == game.name)


def test_a_game_that_was_begun_is_offered_again(browser, site: Site) -> None:
    instance = find_game("word-chaining").load({})[1]
    with watched(browser, f"{site.address}word-chaining#/begin/{token_of(instance)}") as seen:
        page = open_match(seen)
        begun = page.url
        page.go_back()
        page.click("a:has-text('Go on with the game')")
        page.wait_for_selector("#controls")
        assert page.url == begun


def test_a_game_without_controls_is_played_in_words(browser, site: Site, odd_one_out: Game) -> None:
    instance = odd_one_out.load({})[0]
    with watched(browser, f"{site.address}odd-one-out#/begin/{token_of(instance)}") as seen:
        page = open_match(seen)
        check_look(seen)

        def say(text: str) -> None:
            page.fill("#reply", text)
            page.click("#controls button.primary")

        for seat in instance.seats:
            assert f"You play the seat {seat}." in page.inner_text("#main")
            assert page.evaluate("document.querySelector('#controls img').naturalWidth") > 0
            after_said(page, lambda: say("It is bright."))
        say("nobody")
        page.wait_for_selector("text=Reply with one name.")
        assert page.input_value("#reply") == "nobody"
        for _ in instance.seats:
            after_said(page, lambda: say(page.evaluate("state.decision.view.others[0]")))
        page.wait_for_selector("#ending")
        check_look(seen)


def after_said(page: Page, act: Callable[[], object]) -> None:
    """Does something that ends the turn of a seat, and waits for the next one."""
    seat = page.evaluate("state.seat + state.step")
    act()
    page.wait_for_function("seat => (state.seat + state.step !== seat || state.ending) && !isBusy", arg=seat)
