"""Memory of a long run at several lengths, of episodes that are played by a model.

The most that the process held, and what the processes hold that make litellm's calls, pages that they share counted
once. The provider answers at once. ``python benchmarks/memory.py [turns]``
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from provider import ROUTES, provided

MEASURED = """
import asyncio, os, resource, sys
from pathlib import Path
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings
model, seeds, turns, out = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
settings = RunSettings("turtle-soup", agent="direct", model=model, seeds=tuple(range(seeds)), selection={"limit": 50},
                       options={"max_turns": turns}, concurrency=64, out=out)
asyncio.run(run(settings))
own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
group, beside = os.getpgid(0), 0
for folder in Path("/proc").glob("[0-9]*"):
    if os.getpgid(int(folder.name)) == group and int(folder.name) != os.getpid():
        beside += int((folder / "smaps_rollup").read_text().split("Pss:")[1].split()[0]) // 1024
print(f"{own} MB and {beside} MB")
"""


def main(turns: int = 4) -> None:
    """Prints both at 100, 400 and 800 episodes."""
    with provided(), tempfile.TemporaryDirectory() as scratch:
        for route, (model, _) in ROUTES.items():
            for seeds in (1, 4, 8):
                out = Path(scratch) / f"{model.split('/')[0]}-{seeds}"
                command = [sys.executable, "-c", MEASURED, model, str(seeds), str(turns), str(out)]
                done = subprocess.run(command, check=True, capture_output=True, text=True, process_group=0)
                print(f"{route}: {seeds * 100} episodes: {done.stdout.strip()}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
