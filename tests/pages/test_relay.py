"""People reply as models on the page: a run whose host and judge they are, drafts, roles, and hostile prompts."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from asking import asking, reply, said, waiting
from browsing import Watched, watched
from serving import Site, serving

from turtlesoup_bench.errors import TransientError
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.pages import FOLDER, phrases_of
from turtlesoup_bench.reporting.results import read_results

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOOKS = {
    "wide and light": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "narrow, dark and Chinese": {
        "viewport": {"width": 390, "height": 800},
        "color_scheme": "dark",
        "locale": "zh-CN",
    },
}
PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9Q"
    "DwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@pytest.fixture
def relay(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    with serving(command="relay") as site:
        monkeypatch.setenv("HOSTED_VLLM_API_BASE", f"{site.address}v1")
        yield site


def check_look(seen: Watched) -> None:
    assert seen.assess() == []
    assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def reply_on_page(page: Page, text: str) -> None:
    """Replies to the call that is shown, and waits until it is not shown any more."""
    name = page.evaluate("current.id")
    page.fill("#reply", text)
    page.press("#reply", "Control+Enter")
    page.wait_for_function("name => !current || current.id !== name", arg=name)


@contextmanager
def running(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


SAME = '{"best": 1, "similarity": 1.0}'
"""A judge's reply to whatever it compares."""


@pytest.mark.parametrize("look", LOOKS)
def test_a_run_whose_host_and_judge_are_people(browser, relay: Site, tmp_path: Path, look: str) -> None:
    command = [sys.executable, "-m", "turtlesoup_bench", "run", "--seat", "host=hosted_vllm/host"]
    command += ["--judge", "hosted_vllm/judge", "--timeout", "600", "--limit", "1", "--language", "en"]
    command += ["--max-turns", "2", "--out", str(tmp_path / "run")]
    with watched(browser, relay.address, **LOOKS[look]) as seen, running(command) as run:
        page = seen.open()
        check_look(seen)
        for _ in range(4):  # an answer and a flag for each of two questions
            page.wait_for_function("() => current && current.role === 'host'")
            assert page.evaluate("document.activeElement.id") == "reply"
            asks_for_clue = "touches N, or does not?" in page.evaluate("current.messages.at(-1).content")
            reply_on_page(page, "does not" if asks_for_clue else "Yes")
        page.wait_for_function("() => current && current.role === 'judge'")
        assert "The reply has to be" in page.inner_text("#answer") or "JSON 对象" in page.inner_text("#answer")
        check_look(seen)
        for _ in range(1 + len(load_puzzles("en", limit=1)[0].details)):  # the conclusion, and each detail
            page.wait_for_function("() => current && current.role === 'judge'")
            reply_on_page(page, SAME)
        output, _ = run.communicate(timeout=60)
        assert run.returncode == 0, output
        page.click("ul.replied summary >> nth=0")
        page.wait_for_selector("ul.replied ol.chat")
        check_look(seen)
    [result] = read_results(tmp_path / "run").results
    assert [move["host"].action["verdict"] for move in result.episode.moves if "host" in move] == ["yes", "yes"]
    assert [result.values[name] for name in ("details", "conclusion")] == [1.0, 1.0]
    assert result.outcome == "solved"
    assert result.episode.usage["host"].prompt_tokens == 0


def test_what_is_typed_stays_and_goes_with_the_same_call(browser, relay: Site) -> None:
    with watched(browser, relay.address) as seen, asking() as begin:
        page = seen.open()
        first = begin("host", said("Is it raining?"), timeout=3.0)
        page.wait_for_selector("#reply")
        page.fill("#reply", "Perhaps")
        page.click("#language")
        assert page.input_value("#reply") == "Perhaps"
        page.reload()
        page.wait_for_selector("#reply")
        assert page.input_value("#reply") == "Perhaps"
        assert isinstance(first.exception(), TransientError)
        page.wait_for_selector("#left:not(:empty)")
        assert seen.assess() == []
        page.click("#send")
        page.wait_for_selector("ul.replied .tag")
        retried = begin("host", said("Is it raining?"))
        assert retried.result() == "Perhaps"
        page.wait_for_selector("ul.replied:not(:has(.tag))")

        begin("host", said("Is it dark?"), timeout=1.0)
        page.wait_for_selector("#reply")
        page.wait_for_selector("#call:not(:has(#reply))")  # nothing was typed, so nothing is kept


def test_the_same_prompt_can_be_replied_to_the_same_by_one_click(browser, relay: Site) -> None:
    with watched(browser, relay.address) as seen, asking() as begin:
        page = seen.open()
        asked = [begin("host", said("Is it raining?"), seed=1)]
        page.wait_for_selector("#reply")
        assert page.locator(".same").count() == 0
        reply_on_page(page, "Yes <Key Clue>")
        asked.append(begin("host", said("Is it raining?"), seed=2))
        page.wait_for_selector(".same")
        assert page.inner_text(".same") == "Yes <Key Clue>"
        assert not asked[1].done()
        assert seen.assess() == []
        page.click(".same")
        assert [one.result() for one in asked] == ["Yes <Key Clue>"] * 2


def test_two_people_sit_in_two_roles_at_once(browser, relay: Site) -> None:
    with watched(browser, relay.address) as ours, watched(browser, relay.address) as theirs, asking() as begin:
        host, judge = ours.open(), theirs.open()
        asked = {(role, n): begin(role, said(f"{role} {n}?")) for role in ("host", "judge") for n in (1, 2)}
        waiting(relay.address, 4)
        for page, role in ((host, "host"), (judge, "judge")):
            page.wait_for_selector(f"[data-role={role}]")
            page.click(f"[data-role={role}]")
            page.wait_for_function("role => current && current.role === role", arg=role)
            assert page.locator("#queue button").count() == 2
            assert page.title().startswith("(2)")
        assert ours.assess() == []
        for page in (judge, host, judge, host):
            reply_on_page(page, f"reply to {page.evaluate('current.messages[0].content')}")
        assert all(one.result() == f"reply to {role} {n}?" for (role, n), one in asked.items())
        judge.reload()
        judge.wait_for_selector("ul.replied > li:visible")
        assert judge.locator("ul.replied > li:visible").count() == 2  # the role is part of the address


def test_what_somebody_else_replied_to_is_said(browser, relay: Site) -> None:
    with watched(browser, relay.address) as seen, asking() as begin:
        page = seen.open()
        asked = begin("host", said("Is it raining?"))
        page.wait_for_selector("#reply")
        page.fill("#reply", "Yes")
        reply(relay.address, waiting(relay.address)[0], "No")
        page.wait_for_selector("#call:not(:has(#reply))")
        assert "Somebody else has replied." in page.inner_text("#news")
        assert asked.result() == "No"


HOSTILE = "<img src=x onerror=alert(1)></pre><script>alert(2)</script> ${alert(3)} javascript:alert(4)"


def test_a_hostile_prompt_stays_text_and_calls_nobody(browser, relay: Site) -> None:
    image = {"type": "image_url", "image_url": {"url": PIXEL}}
    elsewhere = [
        {"type": "image_url", "image_url": {"url": url}}
        for url in ("http://127.0.0.1:9/x.png", "data:image/svg+xml;base64,PHN2Zy8+", "javascript:alert(5)")
    ]
    parts = [{"type": "text", "text": HOSTILE}, image, *elsewhere, {"type": HOSTILE}]
    messages = [{"role": HOSTILE, "content": HOSTILE, "name": HOSTILE}, {"role": "user", "content": parts}]
    with watched(browser, relay.address, **LOOKS["narrow, dark and Chinese"]) as seen, asking() as begin:
        page = seen.open()
        asked = begin(HOSTILE, *messages)
        page.wait_for_selector("#reply")
        assert page.inner_text("ol.chat").count(HOSTILE) >= 3
        images = page.locator("#main img")
        assert images.count() == 1
        assert images.evaluate("image => image.naturalWidth") == 1
        assert "127.0.0.1:9/x.png" in page.inner_text("ol.chat")
        check_look(seen)
        reply_on_page(page, HOSTILE)
        assert asked.result() == HOSTILE
        page.click("ul.replied summary")
        page.wait_for_selector("ul.replied ol.chat")
        check_look(seen)


def test_every_phrase_is_in_both_languages_and_used() -> None:
    folder = FOLDER / "relay"
    phrases = phrases_of([FOLDER, folder])
    code = "".join(file.read_text("utf-8") for file in (*folder.glob("*.js"), FOLDER / "dom.js", FOLDER / "server.js"))
    assert set(re.findall(r"\bt\(\"([a-z_-]+)\"[,)]", code)) <= set(phrases)
    own = json.loads((folder / "strings.json").read_text("utf-8"))
    assert all(set(phrase) == {"en", "zh"} and all(phrase.values()) for phrase in own.values())
    assert [key for key in own if f'"{key}"' not in code and not key.startswith("message-")] == []
