"""The simulated model, in a process that has loaded nothing but it."""

from __future__ import annotations

import json
import subprocess
import sys

from conftest import ROOT

KNOWN = """
import json
from turtlesoup_bench import prompts
from turtlesoup_bench.games.simulated import simulated_reply
simulated_reply([{"role": "user", "content": "hi"}], False)
print(json.dumps([str(one.folder) for one in prompts._SETS]))
"""


def test_it_knows_every_prompt() -> None:
    done = subprocess.run([sys.executable, "-c", KNOWN], check=True, capture_output=True, text=True)
    folders = {
        str(path.parent.parent) for part in ("turtlesoup_bench", "agents") for path in (ROOT / part).rglob("*.md.j2")
    }
    assert set(json.loads(done.stdout)) == folders
