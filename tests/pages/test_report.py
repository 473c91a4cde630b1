from __future__ import annotations

import csv
import json
import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from browsing import watched
from building import NO, Asked, judged, page_of, run_of, soup

from turtlesoup_bench.games import Forfeit, Move
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.games.turtle_soup.audits.failures import Failure, write_failures
from turtlesoup_bench.games.turtle_soup.game import GAME
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, load_puzzles
from turtlesoup_bench.reporting.report import render_report
from turtlesoup_bench.reporting.results import read_results


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
        page.fill("#filter-high", "-1")
        assert page.inner_text("#count") == "0 of 40 episodes"
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
    episode = read_results(runs[0]).results[0].episode.id
    address = (runs[0] / "report.html").as_uri() + "#" + episode.replace("#", "%23")
    with watched(browser, address) as seen:
        assert seen.open().locator("dialog[open]").count() == 1


def test_the_address_keeps_filters_order_and_the_open_episode(browser, runs: tuple[Path, Path]) -> None:
    with watched(browser, (runs[0] / "report.html").as_uri()) as seen:
        page = seen.open()
        page.select_option("#filter-language", "zh")
        page.click("#list [data-sort=overall]")
        best = page.locator("button[data-episode]").all_inner_texts()
        means = [float(text) for text in page.locator("#list tbody td:nth-child(4)").all_inner_texts()]
        assert means == sorted(means, reverse=True)
        page.locator("button[data-episode]").first.click()
        page.wait_for_selector("dialog[open]")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.inner_text("#episode-title") == best[0]
        assert page.locator("button[data-episode]").all_inner_texts() == best
        assert page.input_value("#filter-language") == "zh"
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        page.wait_for_url(lambda address: "episode=" not in address)
        assert "sort=-overall" in page.url


def test_next_previous_the_arrow_keys_and_back_lead_through_the_list(browser, runs: tuple[Path, Path]) -> None:
    with watched(browser, (runs[0] / "report.html").as_uri()) as seen:
        page = seen.open()
        titles = page.locator("button[data-episode]").all_inner_texts()
        shown = page.locator("#episode-title")
        page.locator("button[data-episode]").first.click()
        page.wait_for_selector("dialog[open]")
        assert page.is_disabled("#previous")
        page.click("#next")
        page.wait_for_function("title => document.querySelector('#episode-title').textContent === title", arg=titles[1])
        page.keyboard.press("ArrowRight")
        page.wait_for_function("title => document.querySelector('#episode-title').textContent === title", arg=titles[2])
        page.keyboard.press("ArrowLeft")
        page.wait_for_function("title => document.querySelector('#episode-title').textContent === title", arg=titles[1])
        page.go_back()
        page.wait_for_selector("dialog", state="detached")
        assert page.inner_text("#count") == "40 of 40 episodes"
        page.go_forward()
        page.wait_for_selector("dialog[open]")
        assert shown.inner_text() == titles[1]


def test_the_bottom_stands_where_the_reader_looks_and_each_predicted_point_has_its_match(browser, tmp_path) -> None:
    puzzle = load_puzzles("en", limit=1)[0]
    said = {"logic": ["one cause", "another", "one cause"], "details": ["a fact"], "conclusion": "so it was"}
    lost = soup(
        puzzle, 42, [Asked("Was it late?", trace={"plan": {"first": "who", "then": ["why", "how"]}})], Move(said)
    )
    for width in (390, 640, 1280, 1366):
        with watched(
            browser,
            page_of(tmp_path, run_of(GAME, [judged(lost, 0.5)], tmp_path)),
            viewport={"width": width, "height": 900},
        ) as seen:
            page = seen.open()
            page.locator("button[data-episode]").first.click()
            page.wait_for_selector("dialog[open]")
            points = page.locator("dialog ol.points").first.locator("li")
            assert points.all_inner_texts() == said["logic"]
            page.check("#secret")
            box = page.locator("dialog .secret blockquote").bounding_box()
            assert box and 0 < box["y"] < 900
            assert (
                f"meets logic {', '.join(map(str, range(1, len(puzzle.logic) + 1)))} (0.50)"
                in points.nth(0).inner_text()
            )
            assert "meets no rubric point" in points.nth(1).inner_text()
            assert "not judged" in points.nth(2).inner_text()
            assert page.locator("dialog .credit").count() == len(puzzle.logic) + len(puzzle.details)
            assert page.evaluate("(box => box.scrollWidth <= box.clientWidth)(document.querySelector('dialog'))")
            page.click("dialog ol.turns summary")
            thoughts = page.inner_text("dialog .mind")
            assert "plan: first: who, then: why, how" in thoughts and "{" not in thoughts


def test_six_runs_read_as_one_table(browser, runs: tuple[Path, Path], tmp_path: Path) -> None:
    page_file = tmp_path / "six.html"
    page_file.write_text(render_report([read_results(runs[place % 2]) for place in range(6)]), encoding="utf-8")
    for width, scheme in ((1280, "light"), (390, "dark")):
        with watched(
            browser, page_file.as_uri(), viewport={"width": width, "height": 900}, color_scheme=scheme
        ) as seen:
            page = seen.open()
            table = page.locator("table", has_text="The runs, one a row")
            assert table.locator("tbody tr").count() == 6
            if width == 1280:
                assert table.evaluate("(one) => one.offsetWidth <= one.parentElement.clientWidth")
            lines = page.locator("figure path[class^=series]").evaluate_all(
                "(all) => all.map((one) => { const s = getComputedStyle(one); return s.stroke + s.strokeDasharray })"
            )
            chart = page.locator("figure", has_text="English").locator("svg").first.locator("path")
            assert len(set(lines)) == 6 and chart.count() == 6
            assert page.locator("#list tbody tr").count() == 40, "a row a puzzle"
            page.click("#list [data-sort=difference]")
            apart = [float(text) for text in page.locator("#list tbody td:last-child").all_inner_texts()]
            assert apart == sorted(apart, reverse=True) and apart[0] > 0
            assert seen.assess() == []
            page.locator("button[data-episode]").first.click()
            page.wait_for_selector("dialog[open]")
            assert page.locator("dialog article").count() == 6
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert seen.assess() == []


def test_a_run_that_is_not_finished_says_so(browser, tmp_path: Path) -> None:
    puzzle = load_puzzles("en", limit=1)[0]
    played = [
        judged(soup(puzzle, seed, [], Move({"logic": [], "details": [], "conclusion": "x"})), 0.5) for seed in (1, 2)
    ]
    run = run_of(GAME, played, tmp_path, seeds=[1, 2, 3, 4])
    assert (run.planned, run.played) == (8, "2/8")
    with watched(browser, page_of(tmp_path, run)) as seen:
        page = seen.open()
        main = page.inner_text("main")
        assert "Not finished: 2 of 8 episodes were played." in main
        assert "mean of 2 of 8 episodes" in main and "not played 6" in main and "2; 2 of 8 played" in main
        assert page.locator("#list thead").inner_text().split()[2] == "seed"


def test_words_are_explained_a_click_away(browser, runs: tuple[Path, Path]) -> None:
    with watched(browser, (runs[0] / "report.html").as_uri()) as seen:
        page = seen.open()
        page.click("button.term:text-is('Ruler')")
        assert page.inner_text("dt.wanted") == "Ruler"
        assert "Everything that could change a score" in page.inner_text("dt.wanted + dd")
        words = page.inner_text("#glossary")
        assert all(
            word in words
            for word in ("found early", "Embedded", "Floor and ceiling", "three quarters of an English word")
        )
        assert seen.assess() == []
        page.keyboard.press("Escape")
        page.click("#language")
        page.click("#words")
        assert "评测条件" in page.inner_text("#glossary")


def test_episodes_charts_and_games_can_be_taken_away(browser, runs: tuple[Path, Path]) -> None:
    results = read_results(runs[0]).results
    with watched(browser, (runs[0] / "report.html").as_uri()) as seen:
        page = seen.open()
        page.select_option("#filter-language", "en")
        with page.expect_download() as download:
            page.click("text=Download as CSV")
        rows = list(csv.DictReader(Path(download.value.path()).read_text("utf-8-sig").splitlines()))
        overall = {one.episode.id: one.values["overall"] for one in results if one.instance.language == "en"}
        assert {row["episode"]: float(row["overall"]) for row in rows} == overall
        page.locator("summary", has_text="As a table").last.click()
        with page.expect_download() as download:
            page.locator("text=Download as SVG").last.click()
        picture = ElementTree.parse(download.value.path()).getroot()
        assert picture.tag.endswith("svg") and any(one.get("stroke", "none") != "none" for one in picture.iter())
        page.locator("button[data-episode]").first.click()
        with page.expect_download() as download:
            page.click("text=Download this episode as JSON")
        record = json.loads(Path(download.value.path()).read_text("utf-8"))
        assert record["transcript"]["turns"] and record["values"]["overall"] == overall[record["id"]]


def test_an_answer_that_the_responder_did_not_give_is_marked(browser, tmp_path: Path) -> None:
    puzzle = load_puzzles("en", limit=1)[0]
    unreadable = {"verdict": "unknown", "is_key_clue": False, "clue": None, "fault": "unreadable"}
    asked = [Asked("Question 1?", None), Asked("Question 2?", unreadable), Asked("Question 3?")]
    episode = soup(puzzle, 42, asked, Move({"logic": [], "details": [], "conclusion": "so it was"}))
    run = run_of(GAME, [Result(GAME, episode.setup.instance, episode, None)], tmp_path)
    with watched(browser, page_of(tmp_path, run)) as seen:
        page = seen.open()
        page.locator("button[data-episode]").first.click()
        page.wait_for_selector("dialog[open]")
        marks = ["(refused by the responder's provider)", "(the responder's reply could not be read)"]
        assert [text.strip() for text in page.locator("dialog ol.turns .bad").all_inner_texts()] == marks
        assert seen.assess() == []
        page.keyboard.press("Escape")
        page.click("#language")
        page.locator("button[data-episode]").first.click()
        page.wait_for_selector("dialog[open]")
        assert "（应答者的回复无法读取）" in page.inner_text("dialog")


def test_why_an_episode_was_lost_stands_in_it_and_beside_the_outcomes(browser, tmp_path: Path) -> None:
    puzzle = load_puzzles("en", limit=1)[0]
    lost = soup(puzzle, 42, [Asked("Was it late?")], Move({"logic": [], "details": [], "conclusion": "it was late"}))
    run = run_of(GAME, [judged(lost, 0.1)], tmp_path)
    why = Failure(lost.id, "semantic_fixation", ("Was it late?",), "late has two meanings here", "openai/made")
    write_failures(run.folder, run.scorer, [why])
    with watched(browser, page_of(tmp_path, run)) as seen:
        page = seen.open()
        row = page.locator("table", has_text="Why unsolved episodes failed").locator("tr", has_text="usual meaning")
        assert row.inner_text().split()[-2:] == ["1", "100.0"]
        page.locator("button[data-episode]").first.click()
        page.wait_for_selector("dialog[open]")
        assert "stuck on a usual meaning. late has two meanings here" in page.inner_text("dialog")
        assert page.inner_text("dialog q") == "Was it late?"


def test_a_narrow_screen_shows_everything(browser, runs: tuple[Path, Path]) -> None:
    with watched(browser, (runs[0] / "report.html").as_uri(), viewport={"width": 360, "height": 740}) as seen:
        page = seen.open()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def talkative(puzzle: Puzzle, seed: int, sentences: list[str]) -> Result:
    """An episode as long as a real model's: thoughts every turn, beliefs every fifth."""
    draw = random.Random(f"{puzzle.id}{seed}")

    def words(count: int) -> str:
        return " ".join(draw.choices(sentences, k=count))

    asked = []
    for number in range(1, 31):
        candidates = [words(1)[:280] + "?" for _ in range(3)]
        trace: dict[str, Any] = {"genre": puzzle.genre, "confidence": 0.65, "candidates": candidates}
        trace |= {"chosen": "screening", "analysis": words(3)}
        if number % 5 == 1:
            trace["belief"] = {"logic": [words(1) for _ in range(4)], "details": [words(1) for _ in range(6)]}
            trace["belief"]["conclusion"] = words(6)
            trace["doubts"] = [{"doubt": words(1), "analysis": words(1), "proposal": words(1)} for _ in range(3)]
        asked.append(Asked(candidates[0], NO, trace))
    prediction = {"logic": [words(1)] * 4, "details": [words(1)] * 6, "conclusion": words(6)}
    return judged(soup(puzzle, seed, asked, Move(prediction)), 0.2)


def test_the_report_of_800_episodes_is_small_and_opens_fast(browser, tmp_path: Path) -> None:
    puzzles = load_puzzles()
    sentences = [point for puzzle in puzzles for point in (*puzzle.logic, *puzzle.details, *puzzle.key_clues)]
    results = [talkative(puzzles[n % len(puzzles)], n // len(puzzles), sentences) for n in range(800)]
    address = page_of(tmp_path, run_of(GAME, results, tmp_path))
    assert (tmp_path / "report.html").stat().st_size < 15_000_000
    with watched(browser, address) as seen:
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
        trace = {
            "analysis": text, "candidates": [text], "chosen": text, "genre": text, "confidence": text,
            "__proto__": text,
            "belief": {"logic": [text], "details": [text], "conclusion": text}, text: {text: [text]},
            "doubts": [{"doubt": text, "analysis": text, "proposal": text}],
        }  # fmt: skip
        asked = [Asked(text, {"verdict": "yes", "is_key_clue": True, "clue": 1}, trace)]
        puzzle = puzzles[place % len(puzzles)]
        prediction = Move({"logic": [text], "details": [text], "conclusion": text})
        results.append(judged(soup(puzzle, place, asked, prediction), 0.5))
        aborted = soup(puzzle, 1000 + place, asked, Move(forfeit=Forfeit("error", text, (text, text))))
        results.append(Result(GAME, aborted.setup.instance, aborted, None))
    run = run_of(GAME, results, tmp_path, name=HOSTILE[1])
    run.run["seats"]["player"] = {"agent": HOSTILE[1], "model": HOSTILE[2]}
    run = replace(run, scorer=HOSTILE[1])
    with watched(browser, page_of(tmp_path, run)) as seen:
        page = seen.open()
        page.click("#list > button")
        for place, text in enumerate(text for text in HOSTILE for _ in range(2)):
            page.locator("button[data-episode]").nth(place).click()
            page.check("#secret")
            page.evaluate("document.querySelectorAll('dialog details').forEach((box) => { box.open = true; })")
            shown = page.locator("dialog ol.turns .question").first.evaluate("(node) => node.textContent")
            assert shown == text.encode("utf-8", "backslashreplace").decode()
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
