"""Every command in README, CONTRIBUTING and docs is run, unless its block says why it is not; see `fences`.

Games are small here, and all models are the simulated provider's: a command is run with ``--limit 1``.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from glob import glob
from itertools import pairwise
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from commands import turtlesoup
from conftest import MODEL, ROOT
from fences import PAGES, Block, blocks

from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.models.simulated.server import Behaviour, SimulatedProvider, served

BY_OTHERS = {"docs/tutorial.md": "tutorial", "docs/games.md": "of_games", "docs/judges.md": "judges"}
"""Pages that a test of their own runs, whole and in order."""
BLOCKS = [block for page in PAGES for block in blocks(page) if block.page not in BY_OTHERS]
RUN = [block for block in BLOCKS if block.reason is None]
REASONS = ("needs a GPU", "needs the extra", "needs a model that writes", "takes a minute")
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
FILES = {
    "suite.yaml": f"name: first\ngame: word-guess\nagents: [chat]\nmodels: [{MODEL}]\n"
    "seeds: [1]\nselection: {limit: 1}\n",
    "predictions.jsonl": "".join(
        json.dumps({"puzzle_id": one.id, "logic": list(one.logic), "details": [], "conclusion": one.bottom}) + "\n"
        for one in load_puzzles("en", limit=1)
    ),
}
SMALLER = {
    "run": "--limit 1",
    "ablate": "--limit 1 --max-turns 1",
    "responder audit": "--limit 1",
    "dataset new-split": "--count 2",
}
"""What is added to a command."""
NUMBERS = {"--budget": "500calls", "--min-score": "0", "--count": "1", "--questions": "2", "--predictions": "2"}
_MODEL = re.compile(r"(hosted_vllm/)?\b(openai|deepseek|anthropic|provider)/[\w.-]+")


PLAYED = ("--model", MODEL, "--seat", "host=embedded")
RUNS = {
    "one": (*PLAYED, "--max-turns", 2),
    "two": (*PLAYED, "--max-turns", 2, "--seed", 2),
    "another": ("--agent", "closed-book"),
    "other": ("--agent", "closed-book"),
    "mystery": ("--game", "murder-mystery", "--model", MODEL, "--option", "images=captions"),
}
"""Runs by the names that the pages give them."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that commands name."""
    folder = tmp_path_factory.mktemp("docs")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    with served(simulated_reply, Behaviour()) as provider, pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "sk-simulated")
        patch.setenv("OPENAI_BASE_URL", provider.url)
        made = [["run", "--limit", 1, *options, "--out", folder / "runs" / name] for name, options in RUNS.items()]
        for command in (*made, ["score", folder / "runs" / "one", "--judge", MODEL]):
            done = turtlesoup(*command)
            assert done.returncode == 0, done.stderr
    embedded = (folder / "runs" / "one" / "scores.embedded.jsonl").read_text(encoding="utf-8")
    people = embedded.replace('"scorer":"embedded"', '"scorer":"people"')
    (folder / "runs" / "one" / "scores.people.jsonl").write_text(people, encoding="utf-8")
    for bridge in ("old-mosaic", "new-mosaic"):
        shutil.copytree(folder / "runs" / "one", folder / "runs" / bridge)
    return folder


def test_every_block_is_run_or_says_why_not() -> None:
    assert {block.page for block in BLOCKS} > {"README.md", "CONTRIBUTING.md", "docs/measuring.md"}
    for block in BLOCKS:
        assert block.reason is None or block.reason.startswith(REASONS), block
        assert block.commands, block
    for page, name in BY_OTHERS.items():
        assert Path(page).name in (ROOT / "tests" / f"test_docs_{name}.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("block", RUN, ids=lambda block: f"{block.page}: {block.commands[0][:40]}")
def test_commands_run(block: Block, folder: Path, provider: SimulatedProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOSTED_VLLM_API_BASE", provider.url)
    for command in block.commands:
        words = shlex.split(_MODEL.sub(MODEL, command))
        while re.fullmatch(r"[A-Z_]+=http.*", words[0]):
            monkeypatch.setenv(words.pop(0).partition("=")[0], provider.url)
        match words:
            case ["turtlesoup", *arguments]:
                done = run([one for word in arguments for one in sorted(glob(word)) or [word]], monkeypatch)
                assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
            case ["pip", "install", *packages]:
                extras = [name for one in packages for part in re.findall(r"\[(.*)\]", one) for name in part.split(",")]
                assert set(extras) <= set(EXTRAS), command
            case ["make", *targets]:
                rules = (ROOT / "Makefile").read_text(encoding="utf-8")
                assert all(f"\n{one}:" in rules for one in targets if one not in ("&&", "make")), command
            case ["export", _]:
                pass
            case _:
                pytest.fail(f"no way to run it here: {command}")


def run(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> subprocess.CompletedProcess[str]:
    """A command of ours, on little data; of a server all but its listening, of an export all but its rows.

    Those other tests have.
    """
    for name in ("turtlesoup_bench.web.serve", "turtlesoup_bench.relaying.server.serve_relay"):
        monkeypatch.setattr(name, lambda *_: None)
    monkeypatch.setattr("turtlesoup_bench.web.announce", lambda *_: None)
    monkeypatch.setattr("turtlesoup_bench.dataset_builder.publish.export.write_data_set", lambda _: None)
    monkeypatch.setattr("turtlesoup_bench.models.simulated.server.serve_forever", AsyncMock())
    short = [NUMBERS.get(before, word) for before, word in pairwise(["", *arguments])]
    more = next((options.split() for name, options in SMALLER.items() if " ".join(short).startswith(name)), [])
    return turtlesoup(*short, *more, typed=["", "n"] if short[0] == "play" else [])
