from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

import pytest
from browsing import watched
from conftest import ROOT

from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.reporting.results import read_results

QUESTION = "Did the burglaries happen on nights without electricity?"


def serve(*options: object) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "turtlesoup_bench", "serve", "--port", str(port), *map(str, options)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout
        process.stdout.readline()
        address = f"http://127.0.0.1:{port}/"
        for _ in range(200):
            try:
                urllib.request.urlopen(address).close()
                break
            except OSError:
                time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        process.communicate()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("kept") / "human"
    for address in serve("--out", folder):
        yield address, folder


def post(address: str, body: object, **headers: str) -> tuple[int, dict]:
    request = urllib.request.Request(
        address, json.dumps(body).encode(), {"Content-Type": "application/json", **headers}, method="POST"
    )
    try:
        with urllib.request.urlopen(request) as reply:
            return reply.status, json.load(reply)
    except HTTPError as error:
        text = error.read()
        return error.code, json.loads(text) if text.startswith(b"{") else {}


def test_a_person_plays_and_is_scored_and_may_keep_the_game(browser, site: tuple[str, Path]) -> None:
    address, folder = site
    puzzle = next(one for one in load_puzzles("en") if any(probe.question == QUESTION for probe in one.probes))
    with watched(browser, address) as seen:
        page = seen.open()
        assert seen.assess() == []
        assert puzzle.bottom not in page.content()
        page.fill("#shelf-text", puzzle.surface[:40])
        page.click("button[data-play]")
        page.wait_for_selector("#question")
        for number, question in enumerate((QUESTION, "Was it raining?", "Was it raining in the north?"), start=1):
            page.fill("#question", question)
            page.press("#question", "Enter")
            page.wait_for_function("n => document.querySelectorAll('ol.turns > li').length === n", arg=number)
        assert page.locator("ol.turns > li.clue").count() == 1
        assert "Yes" in page.locator("ol.turns > li").first.inner_text()
        assert seen.assess() == []
        page.click("#summary > summary")
        page.fill("#conclusion", puzzle.bottom)
        page.fill("#logic", "\n".join(puzzle.logic))
        page.fill("#details", "\n".join(puzzle.details))
        page.click("#summary button")
        page.wait_for_selector("#score")
        assert page.inner_text("#score") == "100.0"
        assert not folder.exists()
        page.click("#keep")
        page.wait_for_selector("text=Kept in")
        assert seen.assess() == []
    [result] = read_results(folder).results
    assert (result.episode.setup.cast["player"], result.values["turns"], result.episode.status) == (
        "human",
        3,
        "completed",
    )
    assert result.values["overall"] == 1.0


def test_spoilers_are_sent_only_when_asked_for(browser, site: tuple[str, Path]) -> None:
    with watched(browser, site[0]) as seen:
        page = seen.open()
        page.click("#language")
        page.select_option("#shelf-language", "zh")
        card = page.locator(".cards > li").first
        name = card.locator("button[data-play]").get_attribute("data-play")
        bottom = next(puzzle.bottom for puzzle in load_puzzles("zh") if puzzle.id == name)
        assert bottom not in page.content()
        card.locator("summary").click()
        page.wait_for_selector("details blockquote")
        assert bottom in card.inner_text()
        assert seen.assess() == []


def test_hostile_puzzles_are_only_text(browser, tmp_path: Path) -> None:
    hostile = "<img src=x onerror='window.pwned = 1'></script><script>window.pwned = 1</script>"
    record = json.loads(
        (ROOT / "turtlesoup_bench/data/turtle_soup/en/original.jsonl").read_text(encoding="utf-8").split("\n")[0]
    )
    record |= {"title": hostile, "surface": hostile, "bottom": hostile, "key_clues": [hostile] * 4, "genre": "odd"}
    record["probes"] = []
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "test.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    for address in serve("--data", tmp_path):
        with watched(browser, address) as seen:
            page = seen.open()
            page.click(".cards summary")
            page.wait_for_selector("details blockquote")
            page.click("button[data-play]")
            page.fill("#question", hostile)
            page.press("#question", "Enter")
            page.wait_for_selector("ol.turns > li")
            assert hostile in page.locator("ol.turns > li").inner_text()
            assert page.evaluate("window.pwned") is None


@pytest.mark.parametrize(
    ("path", "body", "headers", "status"),
    [
        ("api/games", {"puzzle": "no/such@en"}, {}, 404),
        ("api/games", ["not an object"], {}, 400),
        ("api/games", {}, {"Content-Type": "text/plain"}, 415),
        ("api/games", {}, {"Host": "evil.example"}, 400),
        ("api/games", {"puzzle": "x" * 70_000}, {}, 413),
        ("api/games/none/questions", {"question": "Who?"}, {}, 404),
    ],
)
def test_requests_that_are_not_the_page_s_own_are_refused(
    site: tuple[str, Path], path: str, body: object, headers: dict, status: int
) -> None:
    found, answer = post(site[0] + path, body, **headers)
    assert found == status
    assert answer.get("error") or status == 400


def test_a_game_cannot_be_kept_before_its_end_nor_twice(site: tuple[str, Path]) -> None:
    address = site[0]
    _, begun = post(address + "api/games", {"puzzle": load_puzzles("zh")[0].id})
    game = f"{address}api/games/{begun['game']}"
    assert post(game + "/kept", {}) == (400, {"error": "only a finished game can be kept, once"})
    assert post(game + "/questions", {"question": " "})[0] == 400
    status, ending = post(game + "/conclusion", {"conclusion": "不知道。", "logic": "nonsense", "details": [1, None]})
    assert status == 200
    assert ending["score"]["overall"] == 0.0
    assert post(game + "/questions", {"question": "还能问吗？"}) == (400, {"error": "this game has ended"})
    assert post(game + "/kept", {})[0] == 200
    assert post(game + "/kept", {})[0] == 400
