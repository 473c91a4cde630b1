"""Where case files are."""

from __future__ import annotations

from pathlib import Path

CASES = Path(__file__).parent / "cases"


def case_files(root: Path = CASES) -> list[Path]:
    """All case files of a folder, by name."""
    return sorted(root.glob("*.yaml"))
