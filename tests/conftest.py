from __future__ import annotations

import atexit
import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
os.environ["OMP_NUM_THREADS"] = "1"  # the workers fill the CPUs: numpy's own threads would wait for one another
if "PYTEST_XDIST_WORKER" not in os.environ:  # the processes of one session share what was computed once
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="turtlesoup-cache-")
    atexit.register(shutil.rmtree, os.environ["XDG_CACHE_HOME"], ignore_errors=True)
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_DATASETS_OFFLINE"] = "1"
os.environ["HF_EVALUATE_OFFLINE"] = "1"

from commands import turtlesoup

from turtlesoup_bench.games import Game
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, load_puzzles
from turtlesoup_bench.models.simulated.server import Behaviour, SimulatedProvider, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
MODEL = "openai/simulated"
BROWSER = "needs a browser: pip install -e '.[browser]' and apt-get install chromium fonts-noto-cjk"


def pytest_collection_finish() -> None:
    """Has the collector of garbage pass over thousands of tests, which stay, and come less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedProvider]:
    """The simulated provider, reached as a server of one's own (`openai/...`) and through litellm (`deepseek/...`)."""
    with served(simulated_reply, Behaviour(retry_after=0.05, hang=3.0)) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-simulated")
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("DEEPSEEK_API_KEY", "sk-simulated")
        monkeypatch.setenv("DEEPSEEK_API_BASE", server.url)
        yield server


@pytest.fixture(params=[MODEL, "deepseek/simulated"], ids=["own server", "litellm"])
def model(request: pytest.FixtureRequest) -> str:
    """A model of the simulated provider, by each of the two ways to it."""
    return str(request.param)


@pytest.fixture(scope="session")
def third_party_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the game of examples/third_party_game is installed."""
    folder = tmp_path_factory.mktemp("third-party")
    # A copy, since a build leaves its files beside the sources.
    shutil.copytree(ROOT / "examples" / "third_party_game", folder / "source")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    command = [*install, "--target", str(folder / "site"), str(folder / "source")]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "site"


@pytest.fixture
def odd_one_out(third_party_site: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """That game, found by its name."""
    monkeypatch.syspath_prepend(str(third_party_site))
    return find_game("odd-one-out")


@pytest.fixture(scope="session")
def puzzles() -> list[Puzzle]:
    return load_puzzles()


@pytest.fixture(scope="session")
def puzzle(puzzles: list[Puzzle]) -> Callable[[str], Puzzle]:
    """The first puzzle of a language."""
    return lambda language: next(puzzle for puzzle in puzzles if puzzle.language == language)


@pytest.fixture(scope="session")  # so that it comes before the runs that pages show, which take their time
def chromium() -> str:
    """Debian's chromium; where it or playwright is missing its tests are skipped, in CI they fail."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None or find_spec("playwright") is None:
        if os.environ.get("TURTLESOUP_BROWSER") == "required":
            pytest.fail(BROWSER)
        pytest.skip(BROWSER)
    return path


@pytest.fixture(scope="module")  # while it lives, an event loop of its own runs in this thread
def browser(chromium: str) -> Iterator[Browser]:
    """The browser, driven by playwright."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Chromium's own sandbox cannot be set up by root, as which containers run.
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two runs of 40 episodes on the same puzzles, of a good player and of one that often errs."""
    folder = tmp_path_factory.mktemp("runs")
    for name, agent, errors in (("good", "mosaic", 0.0), ("poor", "direct", 0.6)):
        with served(simulated_reply, Behaviour(error_rate=errors)) as provider, pytest.MonkeyPatch.context() as patch:
            patch.setenv("OPENAI_API_KEY", "sk-simulated")
            patch.setenv("OPENAI_BASE_URL", provider.url)
            options = ["--agent", agent, "--model", MODEL, "--max-turns", 4, "--limit", 20, "--concurrency", 32]
            done = turtlesoup("run", *options, "--out", folder / name)
            assert done.returncode == 0, done.stderr
    return folder / "good", folder / "poor"
