"""A person plays turtle soup on the page: what happens from the list of puzzles to the end of a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import Watched, watched
from commands import turtlesoup
from conftest import MODEL, ROOT
from serving import Site, request, serving

from turtlesoup_bench.games.turtle_soup.game import instance_of
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, load_puzzles
from turtlesoup_bench.playing.offer import token_of
from turtlesoup_bench.reporting.results import read_results

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from turtlesoup_bench.models.simulated.server import SimulatedProvider

PUZZLE = next(one for one in load_puzzles("en") if one.story == "families-packed-their-trunks")
QUESTION = next(probe.question for probe in PUZZLE.probes if probe.answer == "yes" and probe.key_clue)
PHONE = {"viewport": {"width": 390, "height": 800}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def model_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "one"
    assert turtlesoup("run", "--limit", 1, "--max-turns", 2, "--out", path).returncode == 0
    return path


@pytest.fixture(scope="module")
def site(folder: Path, model_run: Path) -> Iterator[Site]:
    with serving("--game", "turtle-soup", "--out", folder, "--run", model_run) as served:
        yield served


@pytest.fixture
def puzzle() -> Puzzle:
    return PUZZLE


def of(site: Site, puzzle: Puzzle) -> str:
    return f"{site.address}turtle-soup#/begin/{token_of(instance_of(puzzle))}"


def begin(seen: Watched) -> Page:
    page = seen.open()
    page.click("#begin")
    page.wait_for_selector("#question")
    return page


def ask(page: Page, question: str, number: int) -> None:
    page.fill("#question", question)
    page.press("#question", "Enter")
    page.wait_for_selector(f"ol.turns > li:nth-child({number})")


def finish(page: Page, explanation: str) -> None:
    if not page.locator("#conclusion").is_visible():
        page.click("#summary > summary")
    page.fill("#conclusion", explanation)
    page.click("#finish")
    page.wait_for_selector("#ending")


def value(page: Page, measure: str) -> float:
    return float(page.inner_text(f"li[data-measure={measure}] strong").removesuffix(" %"))


def test_a_game_from_the_list_to_its_score(browser, site: Site, puzzle: Puzzle, folder: Path) -> None:
    with watched(browser, site.address) as seen:
        page = seen.open()
        assert seen.assess() == []
        page.click("text=Turtle soup")
        page.wait_for_selector("[data-instance]")
        assert seen.assess() == []
        page.fill("#list-text", puzzle.surface[:40])
        page.click("[data-instance]")
        page.click("#begin")
        page.wait_for_selector("#question")
        told = page.content() + json.dumps(page.evaluate("state"))
        assert not [secret for secret in (puzzle.bottom, puzzle.title, puzzle.id, puzzle.story) if secret in told]
        for number, question in enumerate((QUESTION, "Was it raining?", "Was it raining in the north?"), start=1):
            ask(page, question, number)
        assert page.locator("ol.turns > li.clue").count() == 1
        assert page.locator("ol.turns > li").first.inner_text().endswith("Yes <Key Clue>")
        assert "27 left" in page.inner_text("label:has(#question)")
        assert page.evaluate("document.activeElement.id") == "question"
        page.click("#summary > summary")
        page.click("#points > summary")
        page.fill("#logic", "\n".join(puzzle.logic))
        page.fill("#details", "\n".join(puzzle.details))
        assert seen.assess() == []
        finish(page, puzzle.bottom)
        assert value(page, "overall") == 100
        assert page.inner_text("#ending .outcome") == "solved"
        assert puzzle.bottom in page.inner_text("article .secret blockquote")
        assert page.locator("ol.clues li.met").count() == 1
        assert (
            page.locator("ol.points > li:has-text('" + puzzle.details[0].replace("'", "\\'") + "')").count() == 2
        )  # as said, and as asked for
        assert not (folder / "human").exists() and not list(folder.glob("human*"))
        page.click("#keep")
        page.wait_for_selector("text=Kept in")
        page.click("#next")
        page.wait_for_selector("#begin")
        assert puzzle.surface not in page.content()
        page.click("a[href='#/']")
        page.fill("#list-text", puzzle.surface[:40])
        assert page.inner_text(".ended") == "You have played it: solved, overall 100.0 %"
        assert seen.assess() == []
    [result] = read_results(next(folder.glob("human*"))).results
    episode = result.episode
    assert (episode.setup.cast, episode.setup.seed, episode.status) == (
        {"player": "human", "host": "embedded"},
        1,
        "completed",
    )
    assert (result.values["turns"], result.values["overall"]) == (3, 1.0)


def test_nothing_typed_is_lost(browser, site: Site, puzzle: Puzzle) -> None:
    with watched(browser, of(site, puzzle)) as seen:
        page = begin(seen)
        page.click("#summary > summary")
        page.fill("#conclusion", "The dam was opened.")
        ask(page, QUESTION, 1)
        assert page.input_value("#conclusion") == "The dam was opened."
        page.fill("#question", "Was it dark?")
        page.click("#language")
        assert page.input_value("#question") == "Was it dark?"
        assert "是 <关键线索>" in page.inner_text("ol.turns")
        page.reload()
        page.wait_for_selector("#question")
        assert page.input_value("#question") == "Was it dark?"
        assert page.input_value("#conclusion") == "The dam was opened."
        assert page.locator("ol.turns > li").count() == 1
        game = page.url
        page.go_back()
        page.wait_for_selector("#begin")
        page.goto(site.address)
        page.click("#unfinished a")
        page.wait_for_selector("#question")
        assert page.url == game
        assert page.input_value("#question") == "Was it dark?"


def test_one_explanation_is_enough_to_solve_a_puzzle(browser, site: Site, puzzle: Puzzle) -> None:
    with watched(browser, of(site, puzzle)) as seen:
        page = begin(seen)
        finish(page, puzzle.bottom)
        assert value(page, "conclusion") == 100
        assert value(page, "details") > 0
        assert value(page, "overall") >= 50
        assert page.inner_text("#ending .outcome") == "solved"


def test_help_leads_through_a_game_that_is_no_baseline(browser, site: Site, puzzle: Puzzle) -> None:
    with watched(browser, of(site, puzzle), **PHONE) as seen:
        page = begin(seen)
        page.click("#hint")
        page.wait_for_selector(f"text={puzzle.key_clues[0]}")
        page.click("#suggest")
        page.click(f"#suggested button:has-text('{QUESTION}')")
        page.wait_for_selector("ol.turns > li.clue")
        assert seen.assess() == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        finish(page, puzzle.bottom)
        assert page.locator("#keep").count() == 0
        assert "The game had hints" in page.inner_text("#main")


def test_a_question_asked_before_is_not_sent_unasked(browser, site: Site, puzzle: Puzzle) -> None:
    with watched(browser, of(site, puzzle)) as seen:
        page = begin(seen)
        ask(page, "Was it raining?", 1)
        page.fill("#question", "was it  raining")
        page.press("#question", "Enter")
        page.wait_for_selector("dialog")
        assert "the answer was: " in page.inner_text("dialog")
        assert seen.assess() == []
        page.click("dialog button:has-text('Go on')")
        assert page.locator("ol.turns > li").count() == 1
        page.press("#question", "Enter")
        page.click("#confirm")
        page.wait_for_selector("ol.turns > li:nth-child(2)")


def test_giving_up_and_deleting_are_asked_for(browser, site: Site, puzzle: Puzzle) -> None:
    with watched(browser, of(site, puzzle)) as seen:
        page = begin(seen)
        page.click("#give-up")
        page.click("dialog button:has-text('Go on')")
        assert page.locator("#question").is_enabled()
        page.click("#give-up")
        assert seen.assess() == []
        page.click("#confirm")
        page.wait_for_selector("#ending")
        assert page.inner_text("#ending .outcome") == "given up"
        assert puzzle.bottom in page.content()
        assert "Nothing was played" in page.inner_text("#main")
        assert value(page, "overall") == 0
        page.goto(of(site, puzzle))
        page.click("#begin")
        page.click("#leave")
        page.click("#confirm")
        page.wait_for_selector("[data-instance]")
        assert page.locator("#unfinished").count() == 0


def test_the_end_shows_how_models_played(browser, site: Site, model_run: Path) -> None:
    result = read_results(model_run).results[0]
    with watched(browser, of(site, Puzzle.from_json(result.instance.data))) as seen:
        page = begin(seen)
        finish(page, "Nobody knows.")
        page.click("details.model > summary")
        assert "question-bank" in page.inner_text("details.model")
        assert result.episode.moves[0]["player"].action["question"] in page.inner_text("details.model ol.turns")
        assert seen.assess() == []


def test_a_call_that_fails_is_said_at_once_and_can_be_made_again(
    browser, provider: SimulatedProvider, puzzle: Puzzle, tmp_path: Path
) -> None:
    options = ("--game", "turtle-soup", "--responder", MODEL, "--judge", MODEL, "--out", tmp_path)
    with serving(*options) as site, watched(browser, of(site, puzzle)) as seen:
        page = begin(seen)
        provider.behaviour.faults, provider.behaviour.fault_tasks = {"server_error": 1.0}, "responder/answer"
        page.fill("#question", QUESTION)
        page.press("#question", "Enter")
        page.wait_for_selector("#again", timeout=5000)
        assert "nothing is lost" in page.inner_text("#trouble")
        assert seen.assess() == []
        page.reload()
        page.wait_for_selector("#again")
        assert QUESTION in page.inner_text("ol.turns")
        provider.behaviour.faults = {}
        page.click("#again")
        page.wait_for_selector("ol.turns > li:has-text('Yes')")
        assert page.locator("#again").count() == 0

        provider.behaviour.faults, provider.behaviour.fault_tasks = {"server_error": 1.0}, "judge/"
        finish(page, puzzle.bottom)
        page.wait_for_selector("#again", timeout=5000)
        assert page.inner_text("#ending .outcome") == "not scored yet"
        provider.behaviour.faults = {}
        provider.behaviour.latency = 1.0
        page.click("#again")
        page.wait_for_selector("#again[disabled]")
        page.wait_for_selector("#ending:has-text('solved')")

        page.click("#next")
        page.click("#begin")
        page.wait_for_selector("#question")
        page.fill("#question", "Is anybody there?")
        site.stop()
        page.press("#question", "Enter")
        page.wait_for_selector("text=The server does not answer.", timeout=5000)
        assert page.input_value("#question") == "Is anybody there?"
        seen.trouble.clear()  # the browser's own word on the server that is gone


def test_a_slow_answer_is_waited_for(browser, provider: SimulatedProvider, puzzle: Puzzle, tmp_path: Path) -> None:
    provider.behaviour.latency = 6.0
    with (
        serving("--game", "turtle-soup", "--responder", MODEL, "--out", tmp_path) as site,
        watched(browser, of(site, puzzle)) as seen,
    ):
        page = begin(seen)
        page.fill("#question", QUESTION)
        page.press("#question", "Enter")
        page.wait_for_selector("text=Still waiting for an answer", timeout=5500)
        assert page.locator("#question").is_disabled()
        page.reload()
        page.wait_for_selector("ol.turns > li:has-text('Yes')")


def test_a_chinese_browser_is_shown_chinese(browser, site: Site) -> None:
    with watched(browser, site.address + "turtle-soup", locale="zh-CN", color_scheme="dark", **PHONE) as seen:
        page = seen.open()
        assert page.evaluate("document.documentElement.lang") == "zh-Hans"
        assert "<关键线索>" in page.inner_text(".how-to")
        assert page.input_value("#list-language") == "zh"
        assert seen.assess() == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_hostile_puzzles_are_only_text(browser, tmp_path: Path) -> None:
    hostile = "<img src=x onerror='window.pwned = 1'></script><script>window.pwned = 1</script>"
    record = json.loads(
        (ROOT / "turtlesoup_bench/data/turtle_soup/en/dev/original.jsonl").read_text(encoding="utf-8").split("\n")[0]
    )
    record |= {"title": hostile, "surface": hostile, "bottom": hostile, "key_clues": [hostile] * 4, "genre": "odd"}
    record["probes"] = []
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "test.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    with serving("--data", tmp_path) as site, watched(browser, site.address + "turtle-soup") as seen:
        page = seen.open()
        page.click("[data-instance]")
        page.click("#begin")
        page.wait_for_selector("#question")
        ask(page, hostile, 1)
        assert hostile in page.locator("ol.turns > li").inner_text()
        finish(page, hostile)
        assert hostile in page.inner_text("article")
        assert page.evaluate("window.pwned") is None


@pytest.mark.parametrize(
    ("path", "body", "headers", "status"),
    [
        ("api/matches", {"game": "turtle-soup", "instance": "no-such"}, {}, 404),
        ("api/matches", {"game": "no-such"}, {}, 404),
        ("api/matches", ["not an object"], {}, 400),
        ("api/matches", {}, {"Content-Type": "text/plain"}, 415),
        ("api/matches", {}, {"Host": "evil.example"}, 400),
        ("api/matches", {"instance": "x" * 70_000}, {}, 413),
        ("api/matches/none/moves", {"action": {"question": "Who?"}}, {}, 404),
        ("api/games/no-such", None, {}, 404),
    ],
)
def test_requests_that_are_not_the_page_s_own_are_refused(
    site: Site, path: str, body: object, headers: dict, status: int
) -> None:
    refused, answer = request(site.address + path, body, **headers)
    assert refused == status
    assert answer.get("error") or status == 400


def test_a_move_is_made_once_and_a_game_kept_once(site: Site) -> None:
    puzzle = load_puzzles("zh")[0]
    instance = token_of(instance_of(puzzle))
    _, begun = request(site.address + "api/matches", {"game": "turtle-soup", "instance": instance})
    game = f"{site.address}api/matches/{begun['match']}"
    assert request(game + "/keep", {}) == (400, {"error": "not-ended"})
    question = {"step": 0, "seat": "player", "action": {"question": "下雨了吗？"}}
    assert request(game + "/moves", {**question, "action": {"question": " "}})[1]["complaint"]
    assert request(game + "/moves", {**question, "seat": "host"})[1]["step"] == 0
    assert [request(game + "/moves", question)[1]["step"] for _ in range(2)] == [2, 2]
    request(game + "/moves", {"step": 2, "seat": "player", "reply": ""})
    _, ended = request(game + "/moves", {"step": 3, "seat": "player", "reply": "不知道。"})
    assert ended["ending"]["values"][0]["value"] == 0.0
    assert request(game + "/keep", {})[1]["path"]
    assert request(game + "/keep", {}) == (400, {"error": "kept-once"})


def test_another_machine_needs_the_token(browser) -> None:
    with serving("--game", "word-guess", "--host", "0.0.0.0") as site:
        plain = site.address.partition("?")[0]
        assert request(plain + "api/matches")[0] == 403
        assert request(plain + "?token=wrong")[0] == 403
        with watched(browser, plain) as seen:
            seen.page.goto(site.address)
            seen.page.wait_for_selector("body[data-ready]")
            assert seen.page.url == plain
            seen.page.click("text=Word guess")
            seen.page.wait_for_selector("[data-instance]")
