"""Plays the recorded games again from their journals and keeps the runs in their place, as those of today's data.

Needed after a change of the data, or of what a run keeps beside its calls. The journals stay as they are. What a change
of prompts has overtaken cannot be played again and is named. Run: ``python examples/record_again.py``.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.recorded import recorded_runs, replay


def main() -> int:
    """Returns how many runs could not be played again."""
    overtaken = 0
    for recorded in recorded_runs():
        with tempfile.TemporaryDirectory() as folder:
            replayed = replay(recorded, Path(folder) / "run")
            if replayed.folder is None or replayed.difference is not None:
                overtaken += 1
                print(f"{recorded.name}: {replayed.difference}")
                continue
            journal = RunFolder(recorded).journal_file.name
            for file in replayed.folder.glob("*.json*"):
                if file.name != journal:
                    shutil.copyfile(file, recorded / file.name)
    return overtaken


if __name__ == "__main__":
    sys.exit(main())
