"""The Spaces, started as the Hub starts them: the forms of the metrics, and the page to play on."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

import pytest
from commands import turtlesoup
from ruamel.yaml import YAML
from serving import request, until_up
from turtlesoup_bench.dataset_builder.publish import repositories
from turtlesoup_bench.dataset_builder.publish.repositories import METRICS, copy_metric

from turtlesoup_bench.games.turtle_soup.game import instance_of
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.playing.app import MOST_GAMES
from turtlesoup_bench.playing.offer import token_of

PLAY = Path(repositories.__file__).parent / "play_space"
PUZZLE = next(one for one in load_puzzles("en") if one.story == "families-packed-their-trunks")
EXPECTED = {
    "turtlesoup_score": {"n": 1, "scored": 1},
    "multi_turn_puzzles": {"n": 1, "aborted": 0},
    "murder_mystery_qa": {"n": 2, "unread": 0, "accuracy": 1.0},
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def head(readme: Path) -> dict:
    return YAML(typ="safe").load(readme.read_text(encoding="utf-8").split("---\n")[1])


@contextmanager
def started(command: list[str], folder: Path, port: int, **environment: str) -> Iterator[str]:
    process = subprocess.Popen(command, cwd=folder, env=os.environ | environment, stdout=subprocess.DEVNULL)
    try:
        until_up(port)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait()


@pytest.mark.skipif(find_spec("gradio") is None, reason="needs gradio: pip install -e '.[spaces]'")
@pytest.mark.parametrize("name", METRICS)
def test_the_form_of_a_metric_computes_it(name: str, tmp_path: Path) -> None:
    folder, port = copy_metric(name, tmp_path), free_port()
    assert head(folder / "README.md")["app_file"] == "app.py"
    environment = {"GRADIO_SERVER_PORT": str(port), "GRADIO_ANALYTICS_ENABLED": "False"}
    with started([sys.executable, "app.py"], folder, port, **environment) as address:
        [page] = [one for one in request(address + "config")[1]["components"] if one["type"] == "json"]
        assert page["props"]["label"] == "scores"
        shown = [one["props"] for one in request(address + "config")[1]["components"]]
        filled = [one["value"] for one in shown if one.get("label") in ("predictions", "references", "game")]
        assert EXPECTED[name].items() <= computed(address, filled).items()
        with pytest.raises(AssertionError, match="error"):
            computed(address, ["[1", *filled[1:]])


def computed(address: str, values: list[str]) -> dict:
    """What the form gives, by the calls that its page makes."""
    status, event = request(address + "gradio_api/call/compute", {"data": values})
    assert status == 200
    with urlopen(f"{address}gradio_api/call/compute/{event['event_id']}") as stream:
        told = stream.read().decode()
    assert "event: complete" in told, told
    return json.loads(told.partition("data: ")[2].splitlines()[0])[0]


@pytest.fixture(scope="module")
def play_space(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page, by the command of its Dockerfile on a free port."""
    lines = (PLAY / "Dockerfile").read_text(encoding="utf-8").splitlines()
    [command] = [json.loads(line.removeprefix("CMD ")) for line in lines if line.startswith("CMD ")]
    port = free_port()
    assert command[:2] == ["turtlesoup", "serve"]
    assert command[-1] == str(head(PLAY / "README.md")["app_port"])
    own = [sys.executable, "-m", "turtlesoup_bench", *command[1:-1], str(port)]
    with started(own, tmp_path_factory.mktemp("home"), port) as address:
        yield address


def visitor(address: str) -> dict[str, str]:
    """The headers that a new browser sends from now on, through the proxy of the Hub."""
    with urlopen(address + "turtle-soup") as page:
        cookie = SimpleCookie(page.headers["Set-Cookie"])
    [name] = cookie
    assert (cookie[name]["samesite"], cookie[name]["secure"]) == ("none", True)  # for the frame on the Hub's page
    return {"Cookie": f"{name}={cookie[name].value}", "Host": "somebody-turtlesoup-play.hf.space"}


def begun(address: str, visitor: dict[str, str]) -> dict:
    status, game = request(
        address + "api/matches", {"game": "turtle-soup", "instance": token_of(instance_of(PUZZLE))}, **visitor
    )
    assert status == 200
    return game


def test_a_visitor_without_a_key_plays_a_puzzle_to_its_end(play_space: str) -> None:
    me = visitor(play_space)
    game = begun(play_space, me)
    path = f"{play_space}api/matches/{game['match']}"
    assert game["can_suggest"]
    asked = request(path + "/suggest", {}, **me)[1]["suggestions"]
    assert set(asked) == {probe.question for probe in PUZZLE.probes}
    for question in asked[:3]:
        game = request(path + "/moves", {"step": game["step"], "seat": "player", "reply": question}, **me)[1]
    answers = [event["data"]["verdict"] for event in game["events"] if event["kind"] == "shown"]
    assert len(answers) == 3 and set(answers) <= {"yes", "no", "unknown"}
    game = request(path + "/moves", {"step": game["step"], "seat": "player", "reply": ""}, **me)[1]
    game = request(path + "/moves", {"step": game["step"], "seat": "player", "reply": PUZZLE.bottom}, **me)[1]
    values = {one["name"]: one["value"] for one in game["ending"]["values"]}
    assert values["overall"] > 0.5
    assert game["ending"]["not_kept"] == "public"
    status, refused = request(path + "/keep", {}, **me)
    assert (status, refused["error"]) == (400, "public")


def test_visitors_do_not_see_or_disturb_each_others_games(play_space: str) -> None:
    one, other = visitor(play_space), visitor(play_space)
    first, second = begun(play_space, one), begun(play_space, other)
    nobody = {"Host": one["Host"]}

    def games(who: dict[str, str]) -> list[str]:
        return [game["match"] for game in request(play_space + "api/matches", **who)[1]]

    assert (games(one), games(other), games(nobody)) == ([first["match"]], [second["match"]], [])
    for _ in range(MOST_GAMES):
        begun(play_space, other)
    assert games(one) == [first["match"]]
    assert request(f"{play_space}api/matches/{first['match']}", **one)[1]["step"] == first["step"]


def test_strangers_spend_nobodys_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted")
    for option in ("--responder", "--judge"):
        done = turtlesoup("serve", "--public", "--game", "turtle-soup", option, "openai/gpt-4o")
        assert done.returncode == 2
        assert "no model: strangers would spend its key" in done.stderr
