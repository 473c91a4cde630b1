"""A run is gone on with only by what began it: the same settings, protocol, data, agent and responder."""

from __future__ import annotations

import asyncio
import importlib
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import running

from turtlesoup_bench import PROTOCOL_VERSION
from turtlesoup_bench.errors import RunFolderError
from turtlesoup_bench.games.turtle_soup.forms import PLAYER_PROMPTS
from turtlesoup_bench.games.turtle_soup.game import GAME
from turtlesoup_bench.prompts import PromptSet
from turtlesoup_bench.runner.agents import agent_version
from turtlesoup_bench.runner.run import run

CODE = """
from turtlesoup_bench import BeliefState, questioner_agent

class Silent:
    async def ask(self, view):
        return None

    async def conclude(self, view):
        return BeliefState(conclusion="nothing")

agent = questioner_agent(lambda seat: Silent(), needs_model=False)
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Installs a third party's agent ``silent`` in a package of its own, or again with other files."""
    site = tmp_path / "site"
    monkeypatch.syspath_prepend(str(site))

    def install(**files: str) -> Path:
        information = site / "silent_agent-1.dist-info"
        information.mkdir(parents=True, exist_ok=True)
        (information / "METADATA").write_text("Metadata-Version: 2.1\nName: silent-agent\nVersion: 1\n")
        (information / "entry_points.txt").write_text("[turtlesoup_bench.agents]\nsilent = silent_agent.play:agent\n")
        package = site / "silent_agent"
        package.mkdir(exist_ok=True)
        for name, content in {"__init__.py": "", "play.py": CODE, **files}.items():
            (package / name).write_text(content)
        for name in [name for name in sys.modules if name.startswith("silent_agent")]:
            monkeypatch.delitem(sys.modules, name)
        importlib.invalidate_caches()
        return package

    return install


def settings(out: Path) -> running.RunSettings:
    return running.settings(agent="silent", limit=1, out=out)


@pytest.mark.parametrize("change", [{"play.py": CODE + "\n# other code"}, {"prompt.md": "Other words."}])
def test_an_agent_that_changed_does_not_go_on(installed: Callable[..., Path], tmp_path: Path, change: dict) -> None:
    installed()
    asyncio.run(run(settings(tmp_path / "run")))
    before = agent_version("silent", GAME)
    installed(**change)
    with pytest.raises(RunFolderError, match=r"seats\.player\.version: ") as error:
        asyncio.run(run(settings(tmp_path / "run")))
    assert before in str(error.value)
    assert agent_version("silent", GAME) in str(error.value)
    assert "give another folder with --out" in str(error.value)


def test_an_older_protocol_is_not_gone_on_with_but_another_package_is(
    installed: Callable[..., Path], tmp_path: Path
) -> None:
    installed()
    folder = asyncio.run(run(settings(tmp_path / "run")))
    record = folder.read_run()
    record["versions"]["turtlesoup-bench"] = "0.0.1"
    folder.run_file.write_text(json.dumps(record))
    asyncio.run(run(settings(tmp_path / "run")))
    folder.run_file.write_text(json.dumps({**record, "game_version": "0", "identity": "0" * 16}))
    with pytest.raises(RunFolderError, match=f'game_version: "0" before, "{PROTOCOL_VERSION}" now'):
        asyncio.run(run(settings(tmp_path / "run")))


def test_what_is_compiled_is_no_part_of_the_version(installed: Callable[..., Path]) -> None:
    package = installed()
    before = agent_version("silent", GAME)
    (package / "__pycache__").mkdir(exist_ok=True)
    (package / "__pycache__" / "play.cpython-311.pyc").write_bytes(b"compiled")
    assert agent_version("silent", GAME) == before


def test_the_games_prompts_for_players_are_part_of_it(installed: Callable[..., Path], tmp_path: Path) -> None:
    installed()
    before = agent_version("silent", GAME)
    other = PromptSet("direct", Path(shutil.copytree(PLAYER_PROMPTS.folder, tmp_path / "prompts")))
    (other.folder / "en" / "ask.md.j2").write_text("{% block system %}Ask.{% endblock %}{% block user %}{% endblock %}")
    assert agent_version("silent", replace(GAME, prompts=(other,))) != before
