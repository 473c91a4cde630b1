"""Takes the pictures of the README, from runs without a model: ``python docs/pictures.py`` (extras browser, images)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).with_name("images")
WIDTH, HEIGHT = 1280, 1000
SHOWN = 960
"""Width of a picture as it is kept."""
REPORT = ["--agent", "all-clues", "--select", "splits=dev"]
GAME = ["--game", "murder-mystery", "--agent", "murder-mystery-detective", "--language", "en"]
GAME += ["--seat", "murderer=murder-mystery-stonewaller", "--select", "cases=slow-match"]


def main() -> None:
    """Writes ``report.webp`` and ``game.webp``."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with _report(browser, Path(folder) / "report", REPORT) as page:
            _keep(page, "report.webp")
        with _report(browser, Path(folder) / "game", GAME) as page:
            page.locator("button[data-episode]").first.click()
            page.wait_for_selector("dialog[open]")
            page.wait_for_timeout(500)
            _keep(page, "game.webp")


@contextmanager
def _report(browser: Browser, run: Path, arguments: list[str]) -> Iterator[Page]:
    subprocess.run([sys.executable, "-m", "turtlesoup_bench", "run", *arguments, "--out", run], check=True)
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    page.goto((run / "report.html").as_uri())
    page.wait_for_selector("body[data-ready]")
    yield page
    page.close()


def _keep(page: Page, name: str) -> None:
    picture = Image.open(BytesIO(page.screenshot()))
    picture.resize((SHOWN, SHOWN * HEIGHT // WIDTH), Image.Resampling.LANCZOS).save(IMAGES / name, quality=80)


if __name__ == "__main__":
    main()
