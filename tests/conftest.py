from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="turtlesoup-cache-")
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_DATASETS_OFFLINE"] = "1"
os.environ["HF_EVALUATE_OFFLINE"] = "1"

from turtlesoup_bench.models.simulated.server import Behaviour, SimulatedProvider, served
from turtlesoup_bench.puzzles import Puzzle, load_puzzles

ROOT = Path(__file__).parents[1]
MODEL = "openai/simulated"


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedProvider]:
    """The simulated provider, reached as `openai/...` through the real litellm client."""
    with served(Behaviour(retry_after=0.05, hang=3.0)) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-simulated")
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        yield server


@pytest.fixture(scope="session")
def puzzles() -> list[Puzzle]:
    return load_puzzles()


@pytest.fixture(scope="session")
def puzzle(puzzles: list[Puzzle]) -> Callable[[str], Puzzle]:
    """The first puzzle of a language."""
    return lambda language: next(puzzle for puzzle in puzzles if puzzle.language == language)
