from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from browsing import watched

from turtlesoup_bench.games.turtle_soup.measures import Result, summarise
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, load_puzzles
from turtlesoup_bench.games.turtle_soup.records import (
    Answer,
    BeliefState,
    Episode,
    PointMatch,
    Ruler,
    Score,
    Shown,
    Turn,
)
from turtlesoup_bench.reporting.report import render_report
from turtlesoup_bench.reporting.results import RunResults, read_results
from turtlesoup_bench.run_folder import RunFolder

RULER = Ruler("1", "0.1.0", "0", "embedded", None, (0.3, 0.3, 0.4), (0.5, 0.8))
RUN = {
    "name": "made", "agent": "mosaic", "model": "openai/made", "responder": "openai/made", "protocol": "1",
    "dataset": {"version": "0", "hash": "0"}, "max_turns": 30, "seeds": [42], "feedback": "full",
}  # fmt: skip


def made(results: list[Result], folder: Path) -> RunResults:
    return RunResults(RunFolder(folder), RUN, "embedded", results, summarise(results), {})


def test_a_run_is_read_filtered_and_opened(browser, runs: tuple[Path, Path]) -> None:
    page_file = runs[1] / "report.html"
    with watched(browser, page_file.as_uri()) as seen:
        page = seen.open()
        assert "openai/simulated" in page.inner_text("h1")
        assert page.locator("td.heat").count() >= 14
        assert page.inner_text("#count") == "40 of 40 episodes"
        assert seen.assess() == []

        page.select_option("#filter-language", "zh")
        assert page.inner_text("#count") == "20 of 40 episodes"
        page.select_option("#filter-outcome", "unsolved")
        unsolved = page.locator("button[data-episode]").count()
        assert 0 < unsolved <= 20
        page.fill("#filter-high", "10")
        assert page.locator("button[data-episode]").count() <= unsolved
        page.fill("#filter-high", "")
        page.fill("#filter-text", "no such words anywhere")
        assert page.inner_text("#count") == "0 of 40 episodes"
        page.fill("#filter-text", "")

        name = page.locator("button[data-episode]").first.get_attribute("data-episode")
        puzzle = next(puzzle for puzzle in load_puzzles("zh") if puzzle.id == name.split("#")[0])
        page.locator("button[data-episode]").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open]")
        assert puzzle.surface in page.inner_text("dialog")
        assert puzzle.bottom not in page.content()
        page.check("#secret")
        assert puzzle.bottom in page.inner_text("dialog")
        assert all(clue in page.inner_text("dialog") for clue in puzzle.key_clues)
        assert seen.assess() == []
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")


def test_the_interface_speaks_chinese_and_dark(browser, runs: tuple[Path, Path]) -> None:
    with watched(browser, (runs[0] / "report.html").as_uri(), color_scheme="dark") as seen:
        page = seen.open()
        page.click("#language")
        assert page.locator("html").get_attribute("lang") == "zh-Hans"
        assert page.inner_text("#count") == "40 局中的 40 局"
        assert seen.assess() == []
        page.locator("button[data-episode]").first.click()
        page.locator("dialog li.clue details summary").first.click()
        assert "候选问题" in page.inner_text("dialog")
        assert seen.assess() == []


def test_two_runs_stand_side_by_side(browser, runs: tuple[Path, Path], tmp_path: Path) -> None:
    both = tmp_path / "both.html"
    both.write_text(render_report([read_results(run) for run in runs]), encoding="utf-8")
    with watched(browser, both.as_uri(), viewport={"width": 1300, "height": 900}) as seen:
        page = seen.open()
        assert page.inner_text("#count") == "80 of 80 episodes"
        page.locator("button[data-episode]").first.click()
        page.wait_for_selector("dialog[open]")
        assert page.locator("dialog article").count() == 2
        boxes = [page.locator("dialog article").nth(place).bounding_box() for place in (0, 1)]
        assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
        assert seen.assess() == []


def test_a_link_opens_its_episode(browser, runs: tuple[Path, Path]) -> None:
    episode = next(iter(read_results(runs[0]).results)).episode.episode_id
    address = (runs[0] / "report.html").as_uri() + "#" + episode.replace("#", "%23")
    with watched(browser, address) as seen:
        assert seen.open().locator("dialog[open]").count() == 1


def test_an_answer_that_the_responder_did_not_give_is_marked(browser, tmp_path: Path) -> None:
    puzzle = load_puzzles("en", limit=1)[0]
    turns = tuple(
        Turn(number, f"Question {number}?", Answer("unknown", fault=fault), Shown("unknown"))
        for number, fault in enumerate(("refused", "unreadable", None), start=1)
    )
    episode = Episode(puzzle.id, "made", 42, "completed", turns, BeliefState(conclusion="so it was"))
    run = made([Result(puzzle, episode, None, 30)], tmp_path)
    (tmp_path / "report.html").write_text(render_report([run]), encoding="utf-8")
    with watched(browser, (tmp_path / "report.html").as_uri()) as seen:
        page = seen.open()
        page.locator("button[data-episode]").first.click()
        marks = ["(refused by the responder's provider)", "(the responder's reply could not be read)"]
        assert [text.strip() for text in page.locator("dialog ol.turns .bad").all_inner_texts()] == marks
        assert seen.assess() == []
        page.keyboard.press("Escape")
        page.click("#language")
        page.locator("button[data-episode]").first.click()
        assert "（应答者的回复无法读取）" in page.inner_text("dialog")


def test_a_narrow_screen_shows_everything(browser, runs: tuple[Path, Path]) -> None:
    with watched(browser, (runs[0] / "report.html").as_uri(), viewport={"width": 360, "height": 740}) as seen:
        page = seen.open()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def talkative(puzzle: Puzzle, seed: int, sentences: list[str]) -> Result:
    """An episode as long as a real model's: thoughts every turn, beliefs every fifth."""
    draw = random.Random(f"{puzzle.id}{seed}")

    def words(count: int) -> str:
        return " ".join(draw.choices(sentences, k=count))

    turns = []
    for number in range(1, 31):
        candidates = [words(1) + "?" for _ in range(3)]
        trace = {"genre": puzzle.genre, "confidence": 0.65, "candidates": candidates, "chosen": "screening"}
        trace["analysis"] = words(3)
        if number % 5 == 1:
            trace["belief"] = {"logic": [words(1) for _ in range(4)], "details": [words(1) for _ in range(6)]}
            trace["belief"]["conclusion"] = words(6)
            trace["doubts"] = [{"doubt": words(1), "analysis": words(1), "proposal": words(1)} for _ in range(3)]
        turns.append(Turn(number, candidates[0], Answer("no"), Shown("no"), {}, trace))
    prediction = BeliefState((words(1),) * 4, (words(1),) * 6, words(6))
    episode = Episode(puzzle.id, "mosaic", seed, "completed", tuple(turns), prediction)
    matches = {part: tuple(PointMatch(0, 0.4, 0.0) for _ in getattr(puzzle, part)) for part in ("logic", "details")}
    parts = (0.1, 0.2, 0.3, 0.2, 0.5, False)
    score = Score(episode.episode_id, puzzle.id, "scored", RULER, None, *parts, matches)
    return Result(puzzle, episode, score)


def test_the_report_of_800_episodes_is_small_and_opens_fast(browser, tmp_path: Path) -> None:
    puzzles = load_puzzles()
    sentences = [point for puzzle in puzzles for point in (*puzzle.logic, *puzzle.details, *puzzle.key_clues)]
    results = [talkative(puzzles[n % len(puzzles)], n // len(puzzles), sentences) for n in range(800)]
    page_file = tmp_path / "report.html"
    page_file.write_text(render_report([made(results, tmp_path)]), encoding="utf-8")
    assert page_file.stat().st_size < 15_000_000
    with watched(browser, page_file.as_uri()) as seen:
        start = time.perf_counter()
        page = seen.open()
        assert time.perf_counter() - start < 2.0
        assert page.inner_text("#count") == "800 of 800 episodes"


HOSTILE = [
    "<script>window.pwned = 1</script>",
    "</script><script>window.pwned = 1</script>",
    "<img src=x onerror='window.pwned = 1'>",
    "<svg onload='window.pwned = 1'>",
    "<svg><script>window.pwned = 1</script></svg>",
    "<iframe srcdoc='<script>parent.pwned = 1</script>'></iframe>",
    "<a href='javascript:window.pwned = 1'>click</a>",
    "<details open ontoggle='window.pwned = 1'>x</details>",
    "<body onload='window.pwned = 1'>",
    "<input autofocus onfocus='window.pwned = 1'>",
    "<video><source onerror='window.pwned = 1'></video>",
    "<math><mtext><style><img src=x onerror='window.pwned = 1'></style></mtext></math>",
    "<style>@import 'http://192.0.2.1/a.css'; body { display: none }</style>",
    "<link rel=stylesheet href=http://192.0.2.1/a.css>",
    "<meta http-equiv=refresh content='0;url=http://192.0.2.1/'>",
    "<base href=http://192.0.2.1/>",
    "<form action=http://192.0.2.1/><input type=submit></form>",
    "<object data='data:text/html,<script>parent.pwned = 1</script>'></object>",
    "<template><script>window.pwned = 1</script></template>",
    "<!-- <script> -->",
    "&lt;script&gt;window.pwned = 1&lt;/script&gt;",
    "{{ constructor.constructor('window.pwned = 1')() }} {% raw %}",
    "${window.pwned = 1} `${window.pwned = 1}`",
    "'-(window.pwned = 1)-' \"-(window.pwned = 1)-\"",
    "\u2028window.pwned = 1\u2029//",
    "\u202egnitroppus\u202c \u200b<b>\u0000 ]]> --> */",
    "]}</script></style></title><plaintext>",
]


def test_what_models_and_players_write_is_only_text(browser, tmp_path: Path) -> None:
    assert len(HOSTILE) >= 25
    puzzles = load_puzzles("en")
    results = []
    for place, text in enumerate(HOSTILE):
        answer, shown = Answer("yes", True, 1), Shown("yes", True)
        trace = {
            "analysis": text, "candidates": [text], "chosen": text, "genre": text, "confidence": text,
            "__proto__": text,
            "belief": {"logic": [text], "details": [text], "conclusion": text}, text: {text: [text]},
            "doubts": [{"doubt": text, "analysis": text, "proposal": text}],
        }  # fmt: skip
        turn = Turn(1, text, answer, shown, {}, trace)
        puzzle = puzzles[place % len(puzzles)]
        episode = Episode(
            puzzle.id, text, place, "completed", (turn,), BeliefState((text,), (text,), text), text, (text, text)
        )
        matches = {part: tuple(PointMatch(0, 0.5, 0.5) for _ in getattr(puzzle, part)) for part in ("logic", "details")}
        parts = (0.5, 0.5, 0.5, 0.5, 0.5, False)
        score = Score(episode.episode_id, puzzle.id, "scored", RULER, None, *parts, matches)
        results.append(Result(puzzle, episode, score, 3))
    hostile_run = {**RUN, "agent": HOSTILE[1], "model": HOSTILE[2], "name": HOSTILE[1]}
    run = RunResults(RunFolder(tmp_path), hostile_run, HOSTILE[2], results, summarise(results), {})
    page_file = tmp_path / "report.html"
    page_file.write_text(render_report([run]), encoding="utf-8")
    with watched(browser, page_file.as_uri()) as seen:
        page = seen.open()
        for place, text in enumerate(HOSTILE):
            page.locator("button[data-episode]").nth(place).click()
            page.check("#secret")
            page.evaluate("document.querySelectorAll('dialog details').forEach((box) => { box.open = true; })")
            said = page.locator("dialog ol.turns > li > span").first.evaluate("(node) => node.textContent")
            assert said == text.encode("utf-8", "backslashreplace").decode()
            page.evaluate("document.querySelector('dialog').close()")
        foreign = (
            "document.querySelectorAll('iframe, object, img, base, link[rel=stylesheet], video, form[action]').length"
        )
        assert page.evaluate(foreign) == 0
        assert page.evaluate("window.pwned") is None


def test_a_page_without_scripts_says_so(browser, runs: tuple[Path, Path]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((runs[0] / "report.html").as_uri())
    assert "Turn scripts on" in page.inner_text("main")
    context.close()


@pytest.mark.parametrize("name", ["report", "play"])
def test_every_phrase_of_the_interface_is_in_both_languages(name: str) -> None:
    import json
    import re

    from turtlesoup_bench import pages

    folder = Path(pages.__file__).parent
    strings = json.loads((folder / "strings.json").read_text(encoding="utf-8"))
    assert all(set(phrase) == {"en", "zh"} and all(phrase.values()) for phrase in strings.values())
    for script in (f"{name}.js", "transcript.js", "dom.js"):
        used = re.findall(r"\bt\(\"([a-z-]+[a-z])\"", (folder / script).read_text(encoding="utf-8"))
        assert used
        assert not set(used) - set(strings), script


def test_the_leaderboard_can_be_read_by_everybody(browser, runs: tuple[Path, Path], tmp_path: Path) -> None:
    statement = ["--author", "A. Person", "--contact", "person@example.org", "--out", tmp_path / "submissions"]
    for command in (
        *(["submit", "prepare", run, *statement] for run in runs),
        ["leaderboard", "build", tmp_path / "submissions", "--out", tmp_path / "board"],
    ):
        subprocess.run([sys.executable, "-m", "turtlesoup_bench", *map(str, command)], check=True, capture_output=True)
    address = (tmp_path / "board" / "index.html").as_uri()
    for scheme, width in (("light", 1200), ("dark", 360)):
        viewport = {"width": width, "height": 740}
        with watched(browser, address, color_scheme=scheme, viewport=viewport) as seen:
            seen.page.goto(address)
            assert seen.page.locator("table").count() >= 3
            assert seen.assess() == []
            assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
