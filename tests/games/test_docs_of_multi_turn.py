"""docs/multi_turn: every example on its pages is run."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from conftest import ROOT

PAGES = sorted((ROOT / "docs" / "multi_turn").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_the_examples_are_true(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0
