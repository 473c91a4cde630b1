"""The leaderboard and the static site in a browser: sort, filter, marks, reports behind the rows."""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import watched
from commands import in_a_process
from ranking_cases import RULER, line, table

from turtlesoup_bench.games.registry import game_names
from turtlesoup_bench.leaderboard.board import Board, render_board
from turtlesoup_bench.leaderboard.reported import ReportedTable, reported_tables
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.statistics.bootstrap import Interval
from turtlesoup_bench.statistics.comparison import Comparison


@pytest.fixture(scope="module")
def site(runs: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with two submissions, one of which had seen the data, and one run."""
    folder = tmp_path_factory.mktemp("site")
    statement = ["--author", "A. Person", "--contact", "person@example.org", "--out", folder / "submissions"]
    for command in (
        ["submit", "prepare", runs[0], *statement, "--seen", "yes", "--weights", "open"],
        ["submit", "prepare", runs[1], *statement],
        ["publish-site", folder / "site", "--submissions", folder / "submissions", "--run", runs[0]],
    ):
        done = in_a_process(*command)
        assert done.returncode == 0, done.stderr
    return folder / "site"


def write(board: Board, folder: Path) -> str:
    (folder / "index.html").write_text(render_board(board), encoding="utf-8")
    return (folder / "index.html").as_uri()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_every_page_of_the_site_can_be_read_by_everybody(browser, site: Path, scheme: str, width: int) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) == 1 + 1 + 2 + len(game_names()) + 1
    for file in pages:
        options = {"color_scheme": scheme, "viewport": {"width": width, "height": 900}}
        with watched(browser, file.as_uri(), **options) as seen:
            page = seen.open()
            assert seen.assess() == [], file
            assert page.evaluate("document.documentElement.scrollWidth") <= width, file
            page.click("#language")
            assert page.locator("html").get_attribute("lang") == "zh-Hans"


def test_a_row_leads_to_the_transcripts_of_its_submission(browser, runs: tuple[Path, Path], site: Path) -> None:
    with watched(browser, site.as_uri()) as seen:
        page = seen.page
        page.goto((site / "index.html").as_uri())
        page.click("main a[href='leaderboard/index.html']")
        page.wait_for_selector("body[data-ready] #tables")
        row = page.locator("#tables tr", has_text="mosaic")
        assert (
            "data seen before" in row.locator("td").first.inner_text()
            and row.locator("td").first.inner_text()[0] == "–"
        )
        row.locator("th a").first.click()
        page.wait_for_selector("body[data-ready] #list")
        overall = read_results(runs[0]).rows[0].means["overall"]
        assert overall and page.inner_text(".headline") == f"{100 * overall.mean:.1f}"
        page.locator("button[data-episode]").first.click()
        page.wait_for_selector("dialog ol.turns > li")
        page.go_back()
        page.go_back()
        page.wait_for_selector("body[data-ready] #tables")


def test_the_puzzles_are_browsed_without_their_solutions(browser, site: Path) -> None:
    with watched(browser, (site / "games" / "turtle-soup.html").as_uri()) as seen:
        page = seen.open()
        assert page.inner_text("#count") == "800 instances"
        page.select_option("#filter-language", "zh")
        assert page.inner_text("#count") == "400 instances"
        page.fill("#filter-text", "no such words")
        assert page.inner_text("#count") == "0 instances"
        assert page.evaluate("Object.keys(site.instances[0]).sort().join()") == "id,language,tags,text,title"


def test_rows_are_sorted_searched_and_filtered(browser, tmp_path: Path) -> None:
    spent = [{"tokens": 100.0 * n, "cost": 0.1 * n} for n in range(1, 5)]
    rows = [
        line("a", 0.5, 0.4, 0.6, rank=1, weights="open", spent=spent[3], link="https://example.org/a"),
        line("b", 0.3, 0.2, 0.4, rank=2, spent=spent[0], gap=Comparison(7, Interval(-0.2, -0.3, -0.1), 0.01)),
        line("people", 0.7, 0.6, 0.8, is_human=True, agents=("human",), models=(), spent=spent[1]),
        line("c", 0.9, seen="yes", verbatim=3, kind="anchor", spent=spent[2]),
    ]
    other = table(line("d", 0.1, agents=("mosaic",)), ruler={**RULER, "version": "1"})
    with watched(browser, write(Board([table(*rows), other], [PLAIN]), tmp_path)) as seen:
        page = seen.open()
        body = page.locator("#tables section").first.locator("tbody").first
        assert [row.inner_text().split()[0] for row in body.locator("tr").all()] == ["a", "b", "people", "c"]
        first = page.locator("#tables section").first
        first.locator("[data-sort=cost]").click()
        order = [row.inner_text().split()[0] for row in body.locator("tr").all()]
        assert order == ["b", "people", "c", "a"]
        marks = body.locator("tr", has_text="3 solutions word for word").locator("td").first.inner_text()
        assert "data seen before" in marks and "anchor" in marks
        assert "-20.0 [-30, -10] (7)" in body.locator("tr").first.inner_text()
        assert first.locator("figure circle").count() == 4
        assert (
            body.locator("a[href='https://example.org/a']").get_attribute("rel") == "noopener noreferrer nofollow ugc"
        )
        page.select_option("#filter-weights", "open")
        assert page.inner_text("#count") == "1 entry"
        page.select_option("#filter-weights", "")
        page.select_option("#filter-agent", "mosaic")
        assert page.inner_text("#count") == "1 entry" and page.locator("#tables section").count() == 1
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.inner_text("#count") == "1 entry"
        page.select_option("#filter-agent", "")
        page.fill("#filter-text", "PEOPLE")
        assert page.inner_text("#count") == "1 entry"
        assert seen.assess() == []


PLAIN = ReportedTable("arXiv 2508.10358", "table 9", ("overall",), (("some-model", "en", (12.5,)),))


def test_published_figures_stand_on_the_page_as_they_were_reported(browser, tmp_path: Path) -> None:
    with watched(browser, write(Board([], reported_tables()), tmp_path)) as seen:
        page = seen.open()
        text = page.inner_text("main")
        assert page.locator("h3").count() == 2 and "No submissions yet." in text
        for words in ("arXiv 2508.10142", "not comparable", "18.85", "75.7", "gemini-2.0-flash, then gemini-2.5-pro"):
            assert words in text


ATTACKS = [
    "<script>window.pwned = 1</script>",
    "</table><img src=x onerror='window.pwned = 1'>",
    '" onmouseover="window.pwned = 1',
    "'><svg/onload=window.pwned=1>",
    "{{ 7 * 7 }}{% for x in y %}",
    "]]></style></script><script>window.pwned = 1</script>",
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_that_is_shown_becomes_markup(browser, tmp_path: Path, attack: str) -> None:
    fields = dict.fromkeys(("agents", "models", "authors"), (attack,))
    fields |= dict.fromkeys(("ablates", "date", "seen", "weights", "report"), attack)
    fields |= {"anchors": {attack: 0.1}, "by_group": {attack: 0.5}}
    host = {"agent": attack, "version": attack, "model": attack, "sampling": None, "is_self_hosted": False}
    ruler = {**RULER, "version": attack, "options": {attack: attack}, "data": {"version": attack, "hash": attack}}
    ruler |= {"seats": {attack: host}, "scorer": {attack: attack}}
    figures = [ReportedTable(attack, attack, (attack,), ((attack, attack, (12.5,)),))]
    board = Board([table(line(attack, 0.5, kind="ablation", **fields), ruler=ruler)], figures)
    with watched(browser, write(board, tmp_path)) as seen:
        page = seen.open()
        assert page.inner_text("main").count(attack) >= 12
        assert page.locator("main img, main script, main svg, main style").count() == 0
        assert page.evaluate("window.pwned") is None
