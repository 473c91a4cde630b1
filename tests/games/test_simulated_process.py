"""The simulated model in a process that has loaded nothing but it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from conftest import ROOT

from turtlesoup_bench.games.turtle_soup.scoring.judges.model import PROMPTS

SERVED = """
import json, sys, urllib.request
from turtlesoup_bench import prompts
from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.models.simulated.server import served

with served(simulated_reply) as provider:
    url, headers = provider.url + "/chat/completions", {"Content-Type": "application/json"}
    for line in sys.stdin:
        urllib.request.urlopen(urllib.request.Request(url, line.encode(), headers)).close()
    print(json.dumps({"tasks": provider.tasks, "folders": [str(one.folder) for one in prompts._SETS]}))
"""


def asked(*chats: Any) -> Any:
    """What such a process knows once it was asked to complete these chats."""
    requests = "".join(json.dumps({"model": "m", "messages": chat}) + "\n" for chat in chats)
    done = subprocess.run([sys.executable, "-c", SERVED], input=requests, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def test_it_knows_every_prompt_from_the_first_call_on() -> None:
    values = {"surface": "s", "bottom": "b", "conclusion": "c"}
    known = asked(PROMPTS.render("conclusion", "en", **values), [{"role": "user", "content": "hi"}])
    assert known["tasks"] == {"judge/conclusion": 1, "other": 1}
    assert set(known["folders"]) == {
        str(path.parent.parent) for part in ("turtlesoup_bench", "agents") for path in (ROOT / part).rglob("*.md.j2")
    }
