"""What an audit leaves in a run folder, where tables and reports find it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from turtlesoup_bench.records import to_json
from turtlesoup_bench.run_folder import write_atomically


def keep(path: Path, found: object) -> Path:
    """Writes what was found as JSON.

    Raises:
        RunFolderError: If it cannot be written.
    """
    write_atomically(path, json.dumps(to_json(found), indent=1, ensure_ascii=False) + "\n")
    return path


def read_kept(path: Path) -> Any:
    """What a file holds, or None where there is none that can be read."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
