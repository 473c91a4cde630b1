"""Every block of Python in README and docs is run; the pages that have a test of their own are named here."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from commands import turtlesoup
from conftest import MODEL
from fences import PAGES, Block, blocks

from turtlesoup_bench.models.simulated.server import SimulatedProvider

BY_OTHERS = ("docs/games.md", "docs/judges.md", "docs/tutorial.md", "docs/multi_turn/")
BLOCKS = [block for page in PAGES for block in blocks(page, ["python"]) if not block.page.startswith(BY_OTHERS)]
FRAMES = {"adapters.verifiers": "verifiers", "adapters.gymnasium": "gymnasium"}
"""What a block needs beside the package, by what it imports; the extras' own tests run them, too."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the data set and the metrics were laid out, as the pages say before they load one."""
    folder = tmp_path_factory.mktemp("python")
    assert turtlesoup("dataset", "export", folder).returncode == 0
    return folder


def test_pages_without_a_test_of_their_own_are_found() -> None:
    assert {block.page for block in BLOCKS} > {"README.md", "README.zh.md", "docs/measuring.md", "docs/scoring.md"}


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.page}: {block.text[:40]}")
def test_python_runs(block: Block, provider: SimulatedProvider, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, package in FRAMES.items():
        if name in block.text and find_spec(package) is None:
            pytest.skip(f"needs {package}")
    monkeypatch.chdir(folder)
    exec(compile(block.text.replace("openai/gpt-4o", MODEL), block.page, "exec"), {"__name__": "snippet"})
