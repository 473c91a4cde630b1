"""The local page of run folders: progress, reports, comparison, and the model calls of a turn."""

from __future__ import annotations

import json
import shutil
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

import pytest
from browsing import watched
from commands import turtlesoup
from serving import serving

from turtlesoup_bench.prompts import as_data
from turtlesoup_bench.reporting.results import read_results


@pytest.fixture(scope="module")
def site(runs: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The server's address and its folder: two finished runs, one that has played 5 of 40, and one of another game."""
    folder = tmp_path_factory.mktemp("viewed")
    for run in runs:
        shutil.copytree(run, folder / run.name)
    growing = folder / "suite" / "growing"
    growing.mkdir(parents=True)
    shutil.copy(runs[0] / "run.json", growing)
    grow(growing, runs[0], 0, 5)
    words = ["--game", "word-guess", "--agent", "word-guess-random", "--limit", 2, "--out", folder / "words"]
    assert turtlesoup("run", *words).returncode == 0
    (folder / "broken").mkdir()
    (folder / "broken" / "run.json").write_text("{", encoding="utf-8")
    with serving(folder, command="view") as served:
        yield served.address, folder


def grow(folder: Path, source: Path, first: int, last: int) -> None:
    """Appends some episodes of a finished run, with their scores, as a run would."""
    for file in ("episodes.jsonl", "scores.embedded.jsonl"):
        lines = (source / file).read_text(encoding="utf-8").splitlines(keepends=True)
        with (folder / file).open("a", encoding="utf-8") as target:
            target.writelines(lines[first:last])


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_runs_are_listed_ticked_and_compared(browser, site: tuple[str, Path], scheme: str, width: int) -> None:
    viewport = {"width": width, "height": 900}
    with watched(browser, site[0], color_scheme=scheme, viewport=viewport) as seen:
        page = seen.open()
        assert page.locator("#runs tbody tr").count() == 5
        assert "broken JSON" in page.locator("#runs tr", has_text="broken").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert seen.assess() == []
        assert page.is_disabled("#compare button")
        page.check("[data-run=good]")
        page.check("[data-run=words]")
        assert page.is_disabled("#compare button") and "one game" in page.inner_text("#compare")
        page.uncheck("[data-run=words]")
        page.check("[data-run=poor]")
        page.click("#compare button")
        page.wait_for_selector("body[data-ready] #list")
        assert page.inner_text("h1") == "2 runs of turtle-soup"
        assert seen.assess() == []
        page.go_back()
        page.wait_for_selector("#runs")


def test_a_run_is_watched_while_it_goes_on(browser, site: tuple[str, Path], runs: tuple[Path, Path]) -> None:
    with watched(browser, site[0]) as seen:
        page = seen.open()
        row = page.locator("#runs tr", has_text="suite/growing")
        assert "5/40" in row.inner_text() and "running" in row.inner_text()
        grow(site[1] / "suite" / "growing", runs[0], 5, 9)
        page.locator("#runs tr", has_text="9/40").wait_for()
        row.locator("a").click()
        page.wait_for_selector("body[data-ready] #list")
        assert "Not finished: 9 of 40 episodes were played." in page.inner_text("main")
        assert page.inner_text("#count") == "9 of 9 episodes"


def test_the_model_calls_of_a_turn_are_shown(browser, site: tuple[str, Path]) -> None:
    first = read_results(site[1] / "good").results[0].episode
    address = f"{site[0]}report?run=good#{first.id.replace('#', '%23')}"
    with watched(browser, site[0]) as seen:
        page = seen.page
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        turn = page.locator("dialog ol.turns > li").first
        turn.locator("details.calls > summary").click()
        turn.locator(".call").first.wait_for()
        text = turn.locator(".calls").inner_text()
        assert (
            "openai/simulated" in text and "tokens sent" in text and "Player" in text.title() and "Host" in text.title()
        )
        turn.locator(".call summary", has_text="prompt").first.click()
        assert as_data(first.setup.instance.data["surface"]) in turn.locator(".calls").inner_text()
        assert seen.assess() == []
    with watched(browser, (site[1] / "good" / "report.html").as_uri()) as seen:
        page = seen.open()
        page.locator("button[data-episode]").first.click()
        page.wait_for_selector("dialog ol.turns > li")
        assert page.locator("dialog details.calls").count() == 0, "a page on disk has no server to ask"


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("report?run=../viewed", "127.0.0.1", 404),
        ("report", "127.0.0.1", 404),
        ("report?run=good&run=words", "127.0.0.1", 404),
        ("api/calls/nothing?episode=x", "127.0.0.1", 404),
        ("api/runs", "evil.example", 400),
    ],
)
def test_what_there_is_not_is_not_served(site: tuple[str, Path], path: str, host: str, status: int) -> None:
    with pytest.raises(HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(site[0] + path, headers={"Host": host}))
    with refused.value as answer:
        assert answer.code == status


def test_a_call_of_an_unknown_episode_is_none(site: tuple[str, Path]) -> None:
    with urllib.request.urlopen(site[0] + "api/calls/good?episode=unknown%2342") as reply:
        assert json.load(reply) == []
