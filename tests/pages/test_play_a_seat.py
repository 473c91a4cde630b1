"""A person takes a seat of a murder mystery on the page; reference players sit in the others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import watched
from serving import Site, serving

from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.murder_mystery.game import GAME, load
from turtlesoup_bench.games.murder_mystery.texts import plain
from turtlesoup_bench.playing.offer import token_of
from turtlesoup_bench.reporting.results import read_results

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOOKS = {
    "en": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "zh": {"viewport": {"width": 390, "height": 800}, "color_scheme": "dark", "locale": "zh-CN"},
}
SEAT = "innocent-1"
INTRODUCTION = "I was at work, and <b>noticed</b> nothing."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[Site]:
    with serving("--game", GAME.name, "--seat", SEAT, "--out", folder) as served:
        yield served


def act(page: Page) -> None:
    step = page.evaluate("state.step")
    page.click("#controls button.primary")
    page.wait_for_function("step => (state.step > step || state.ending) && !isBusy", arg=step)


def play(page: Page, instance: Instance) -> None:
    """Plays to the vote, and names the murderer."""
    murderer = instance.data["people"]["murderer"]
    while page.locator("#ending").count() == 0:
        phase = page.evaluate("state.decision.phase")
        if phase == "question":
            page.select_option("#asked", murderer)
            for box in page.locator("input[name=share]").all():
                box.check()
        if phase == "vote":
            page.select_option("#vote", murderer)
        if phase == "belief":
            page.fill(f"#suspicion-{murderer}", "90")
        for box in page.locator("#controls textarea").all():
            box.fill(INTRODUCTION)
        act(page)


@pytest.mark.parametrize("language", LOOKS)
def test_a_case_is_played_from_one_seat_to_the_vote(browser, site: Site, folder: Path, language: str) -> None:
    instance = load({"languages": [language], "limit": 1})[0]
    own = instance.data["people"][SEAT]
    scripts = {one["who"]: plain(one["script"][language]) for one in instance.data["case"]["roles"]}
    with watched(browser, f"{site.address}{GAME.name}#/begin/{token_of(instance)}", **LOOKS[language]) as seen:
        page = seen.open()
        page.click("#begin")
        page.wait_for_selector("#introduction")
        told = json.dumps(page.evaluate("state"), ensure_ascii=False)
        for who, script in scripts.items():
            assert (json.dumps(script, ensure_ascii=False)[1:80] in told) == (who == own)
        assert page.evaluate("[...document.querySelectorAll('article img')].every(one => one.naturalWidth === 512)")
        assert page.locator("article img").count() > 0
        assert seen.assess() == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        play(page, instance)
        page.wait_for_selector("#ending")
        assert page.evaluate("state.ending.outcome") == "caught"
        assert INTRODUCTION in page.inner_text("article")
        assert seen.assess() == []
        page.click("#keep")
        page.wait_for_selector("[role=status]:has-text('human_')")
    (kept,) = {path.parent for path in folder.glob("*/run.json")}
    result = next(one for one in read_results(kept).results if one.instance.id == instance.id)
    assert result.episode.setup.tested == (SEAT,)
    assert result.score is not None
    assert result.score.by_seat[SEAT]["dm"] == 1.0
