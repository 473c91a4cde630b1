"""The report page of games that are not turtle soup: no part of the page knows one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browsing import watched
from building import page_of, run_of
from turtlesoup_bench.agents.multi_turn.twenty_questions import CoinFlips, Honest

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games import Caption, Game, GameReport, Measure, Move, Score
from turtlesoup_bench.games.match import Match, play
from turtlesoup_bench.games.multi_turn.twenty_questions.game import GAME
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.records import Usage
from turtlesoup_bench.reporting.report import render_report
from turtlesoup_bench.reporting.results import RunResults

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOSTILE = "<img src=x onerror='window.pwned = 1'>"

TWENTY_QUESTIONS = replace(GAME, report=GameReport())
"""Without a part of its own on the page, as a game has that brings none."""


def open_episode(page: Page, place: int = 0) -> None:
    page.locator("#list [data-episode]").nth(place).click()
    page.wait_for_selector("dialog[open]")


async def results_of(make: Callable[[int], Any]) -> list[Result]:
    """Thirty games of twenty questions, the last of which was aborted."""
    game, results = TWENTY_QUESTIONS, []
    assert game.scorer
    for number, instance in enumerate(game.load({"limit": 30})):
        episode = await play(game, game.setup(instance), {"answerer": make(number)})
        if number == 29:
            match = Match(game, game.setup(instance))
            match.say("answerer", "ready")
            while match.observe():
                match.say("answerer", "perhaps")
            episode = match.episode()
        score = await game.scorer("rules").score(instance, episode, lambda name: pytest.fail(name))
        episode = replace(episode, usage={"answerer": Usage(2, 30, 4, 0.5)})
        results.append(Result(game, instance, episode, game.settle(score, episode)))
    return results


def questions(make: Callable[[int], Any], folder: Path, **changes: Any) -> RunResults:
    with ThreadPoolExecutor(1) as thread:  # in this one, the browser's event loop is running
        return run_of(TWENTY_QUESTIONS, thread.submit(asyncio.run, results_of(make)).result(), folder, **changes)


def test_a_game_of_turns_has_its_measure_its_words_and_its_turns(browser, tmp_path: Path) -> None:
    run = questions(CoinFlips, tmp_path)
    won = sum(result.values["consistent"] == 1.0 for result in run.results)
    assert 0 < won < 29
    with watched(browser, page_of(tmp_path, run)) as seen:
        page = seen.open()
        main = page.inner_text("main")
        mean = run.rows[0].means["score"]
        assert mean and page.inner_text(".headline") == f"{100 * mean.mean:.1f}"
        assert "score (%); 95 % interval" in main and "mean of 30 of 30 episodes" in main
        assert f"consistent {won}" in main and f"contradiction {29 - won}" in main and "aborted 1" in main
        assert f"Ruler: scorer rules, twenty-questions {run.game.version}, data 0" in main and "questions 20" in main
        assert page.locator("td.heat").count() == 0, "neither groups nor a second language"
        usage = page.locator("tr", has_text="answerer").inner_text().split()
        assert usage == ["answerer", "60", "900", "120", "$15.0000"]
        assert seen.assess() == []

        heads = page.locator("#list thead").inner_text().split()
        assert heads == ["instance", "outcome", "score", "turns"]
        page.select_option("#filter-outcome", "contradiction")
        assert page.inner_text("#count") == f"{29 - won} of 30 episodes"
        page.select_option("#filter-outcome", "")
        page.fill("#filter-low", "50")
        assert page.inner_text("#count") == f"{won} of 30 episodes"
        page.fill("#filter-low", "")
        page.click("#list [data-sort=turns]")
        longest = max(run.results, key=lambda result: result.values["turns"] or 0)
        assert page.locator("#list tbody tr").first.locator("td").last.inner_text() == f"{longest.values['turns']:.0f}"


def test_the_histogram_counts_the_episodes_of_each_number_of_turns(browser, tmp_path: Path) -> None:
    run = questions(CoinFlips, tmp_path)
    expected: dict[int, dict[str, int]] = {}
    for result in run.results:
        counts = expected.setdefault(int(result.values["turns"] or 0), {})
        counts[result.outcome] = counts.get(result.outcome, 0) + 1
    with watched(browser, page_of(tmp_path, run)) as seen:
        page = seen.open()
        bars = page.locator("figure svg rect")
        assert bars.count() == sum(map(len, expected.values()))
        tall = {
            kind: sum(float(bar.get_attribute("height")) for bar in page.locator(f"figure rect.{kind}").all())
            for kind in ("won", "lost")
        }
        won, lost = (
            sum(counts.get(word, 0) for counts in expected.values()) for word in ("consistent", "contradiction")
        )
        assert tall["won"] / tall["lost"] == pytest.approx(won / lost)
        page.locator("figure summary").click()
        rows = [row.inner_text().split() for row in page.locator("figure tbody tr").all()]
        words = ("consistent", "contradiction", "aborted")
        assert rows == [
            [str(turns), *(str(expected[turns].get(word, 0)) for word in words)] for turns in sorted(expected)
        ]
        assert seen.assess() == []


def test_an_episode_without_a_transcript_of_its_own_is_its_events(browser, tmp_path: Path) -> None:
    run = questions(CoinFlips, tmp_path)
    place, lost = next((n, result) for n, result in enumerate(run.results) if result.outcome == "contradiction")
    assert lost.episode.ending
    with watched(browser, page_of(tmp_path, run), color_scheme="dark") as seen:
        page = seen.open()
        page.click("#language")
        open_episode(page, place)
        dialog = page.locator("dialog")
        assert dialog.locator("ol.events").first.locator("> li").count() == len(lost.episode.events)
        question = next(event.data for event in lost.episode.events if event.kind == "question")
        assert f"turn: 1, kind: {question['kind']}, name: {question['name']}" in dialog.inner_text()
        assert lost.episode.ending.data["contradiction"] in dialog.inner_text()
        assert "终局" in dialog.inner_text()
        assert seen.assess() == []
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        open_episode(page, 29)
        assert "perhaps" in dialog.inner_text()


def test_runs_of_a_game_are_compared_and_those_of_two_games_are_not(browser, odd_one_out: Game, tmp_path: Path) -> None:
    runs = [questions(CoinFlips, tmp_path, name="first"), questions(Honest, tmp_path, name="second")]
    with watched(browser, page_of(tmp_path, *runs)) as seen:
        page = seen.open()
        assert page.inner_text("h1") == "2 runs of twenty-questions"
        rows = page.locator("table", has_text="The runs, one a row").locator("tbody tr")
        assert ["chat with openai/made (first)" in rows.nth(0).inner_text(), rows.count()] == [True, 2]
        assert rows.nth(1).inner_text().split()[-1] == "<.001"
        assert page.locator("figure").count() == 2
        open_episode(page)
        assert page.locator("dialog article").count() == 2
        assert seen.assess() == []
    with pytest.raises(InvalidInput, match="found odd-one-out; expected twenty-questions"):
        render_report([runs[0], odd_run(odd_one_out, tmp_path)])


def odd_run(game: Game, folder: Path) -> RunResults:
    """One game each way: ann is caught, and somebody else is while ann has the odd picture."""
    results = []
    for seed in range(6):
        match = Match(game, game.setup(game.load({})[0], seed=seed))
        match.act({seat: Move({"hint": f"{seat} sees {HOSTILE}"}) for seat in ("ann", "bob", "cyd")})
        match.act({"ann": Move({"vote": "bob"}), "bob": Move({"vote": "ann"}), "cyd": Move({"vote": "ann"})})
        episode = match.episode()
        assert episode.ending
        odd, is_caught = episode.ending.data["odd"], episode.ending.outcome == "caught"
        by_seat = {seat: {"won": float((seat == odd) != is_caught), "fits": 1.0} for seat in ("ann", "bob", "cyd")}
        results.append(Result(game, episode.setup.instance, episode, Score("scored", by_seat, {}, {})))
    return run_of(game, results, folder)


def test_a_third_party_s_game_has_a_page_at_once(browser, odd_one_out: Game, tmp_path: Path) -> None:
    run = odd_run(odd_one_out, tmp_path)
    with watched(browser, page_of(tmp_path, run), viewport={"width": 360, "height": 740}) as seen:
        page = seen.open()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.locator("#list thead").inner_text().split() == ["instance", "seed", "outcome", "won"]
        assert "scored 6" in page.inner_text("main")
        assert page.locator("figure").count() == 0, "it does not measure turns"
        page.fill("#filter-text", "cyd sees")
        assert page.inner_text("#count") == "6 of 6 episodes"
        open_episode(page)
        text = page.inner_text("dialog")
        assert "picture (seen by ann)" in text and f"ann sees {HOSTILE}" in text
        assert "won: " in text and "a red square" not in page.inner_text("dialog")
        page.check("#secret")
        page.locator("dialog details", has_text="The instance's data").locator("summary").first.click()
        assert "a red square" in page.inner_text("dialog")
        assert page.evaluate("window.pwned") is None
        assert seen.assess() == []


def test_what_no_tested_seat_saw_is_shown_on_demand(browser, tmp_path: Path) -> None:
    run = questions(CoinFlips, tmp_path)
    first = run.results[0]
    hidden = replace(first.episode.events[-1], kind="whispered", to=())
    episode = replace(first.episode, events=(*first.episode.events, hidden))
    run = replace(run, results=[replace(first, episode=episode)])
    with watched(browser, page_of(tmp_path, run)) as seen:
        page = seen.open()
        open_episode(page)
        assert "1 more that the players could not see" in page.inner_text("dialog")
        assert "whispered" not in page.inner_text("dialog")
        page.check("#secret")
        assert "whispered answerer (seen by nobody)" in page.inner_text("dialog")


def test_a_game_brings_its_transcript_panels_phrases_and_style(browser, tmp_path: Path) -> None:
    files = tmp_path / "pages"
    files.mkdir()
    (files / "transcript.js").write_text(
        'const transcript = (game, instance, isOpen, run) => el("article", { class: "mine" }, '
        'instance.text, " ", t("length", game), isOpen && ` secret of ${run.panels.total}`);',
        encoding="utf-8",
    )
    (files / "panels.js").write_text(
        'const panels = (runs) => runs.map((run) => el("h2", {}, `Total ${run.panels.total}`));', encoding="utf-8"
    )
    (files / "strings.json").write_text(
        '{"length": {"en": "{events} events here", "zh": "共 {events} 个事件"},'
        ' "measure-score": {"en": "truthful", "zh": "前后一致"}}',
        encoding="utf-8",
    )
    (files / "style.css").write_text(".mine { border-top: 7px solid }", encoding="utf-8")
    report = GameReport(
        caption=lambda instance: Caption(f"{len(instance.data['words'])} words", "Pick one of them."),
        folder=files,
        transcript=lambda result: {"events": len(result.episode.events)},
        panels=lambda path, run, results, scorer: {"total": f"{len(results)} by {scorer}"},
    )
    game = replace(TWENTY_QUESTIONS, report=report, groups=("size",))
    plain = questions(CoinFlips, tmp_path)
    results = []
    for place, result in enumerate(plain.results):
        instance = replace(result.instance, tags={"size": "large" if place % 3 else "small"})
        episode = replace(result.episode, setup=replace(result.episode.setup, instance=instance))
        results.append(replace(result, game=game, instance=instance, episode=episode))
    run = replace(plain, game=game, results=results)
    with watched(browser, page_of(tmp_path, run)) as seen:
        page = seen.open()
        assert page.locator("h2", has_text="Total 30 by rules").count() == 1
        assert page.locator("td.heat").count() == 3
        assert "By size" in page.inner_text("main")
        assert "truthful (%); 95 % interval" in page.inner_text("main")
        page.select_option("#filter-size", "small")
        assert page.inner_text("#count") == "10 of 30 episodes"
        open_episode(page)
        assert "words" in page.inner_text("#episode-title")
        assert page.inner_text("article.mine") == f"Pick one of them. {len(results[0].episode.events)} events here"
        assert page.locator("article.mine").evaluate("(node) => getComputedStyle(node).borderTopWidth") == "7px"
        page.check("#secret")
        assert "secret of 30 by rules" in page.inner_text("article.mine")
        assert seen.assess() == []


def test_a_game_may_bring_phrases_alone(browser, tmp_path: Path) -> None:
    (tmp_path / "strings.json").write_text('{"outcome-consistent": {"en": "true", "zh": "一致"}}', encoding="utf-8")
    game = replace(TWENTY_QUESTIONS, report=GameReport(folder=tmp_path))
    run = replace(questions(CoinFlips, tmp_path), game=game)
    with watched(browser, page_of(tmp_path, run)) as seen:
        page = seen.open()
        page.click("#language")
        assert "一致" in page.inner_text("p.outcomes")
        open_episode(page)
        assert page.locator("dialog ol.events").count() > 0


@pytest.mark.parametrize(
    ("measure", "value", "shown", "best"),
    [
        (Measure("points", "Points", (0.0, 10.0)), 7.25, "7.3", "7.3"),
        (Measure("errors", "Errors", (0.0, None), False, if_aborted=9.0), 3.0, "3", "2"),
        (Measure("net", "Net gain", (None, 1.0), in_percent=True, if_aborted=0.0), -0.5, "-50.0", "-50.0"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_measures_of_any_range_are_shown_in_their_unit(
    browser, tmp_path: Path, measure: Measure, value: float, shown: str, best: str
) -> None:
    game = replace(TWENTY_QUESTIONS, measures=(measure,))
    results = []
    for place, result in enumerate(questions(CoinFlips, tmp_path).results[:2]):
        score = Score("scored", {"answerer": {measure.name: value - place}}, {}, {})
        results.append(replace(result, game=game, score=score))
    with watched(browser, page_of(tmp_path, run_of(game, results, tmp_path))) as seen:
        page = seen.open()
        cell = page.locator("#list tbody tr").first.locator("td").nth(1)
        assert cell.inner_text() == shown
        page.fill("#filter-low", shown)
        assert page.inner_text("#count") == f"{1 if measure.name != 'points' else 0} of 2 episodes"
        page.fill("#filter-low", "")
        page.click(f"#list [data-sort={measure.name}]")
        assert cell.inner_text() == best


def test_a_game_without_scores_has_a_page_too(browser, tmp_path: Path) -> None:
    game = replace(TWENTY_QUESTIONS, measures=(), scorer=None)
    results = [replace(one, game=game, score=None) for one in questions(CoinFlips, tmp_path).results]
    run = replace(run_of(game, results, tmp_path), scorer="")
    with watched(browser, page_of(tmp_path, run)) as seen:
        page = seen.open()
        assert page.locator(".headline").count() == page.locator("#filter-low").count() == 0
        assert page.locator("#list thead").inner_text().split() == ["instance", "outcome", "turns"]
        open_episode(page)
        assert page.locator("dialog ol.events").count() > 0
        assert seen.assess() == []
