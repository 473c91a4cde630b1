"""The real Hub client against a loopback server that keeps what it is sent."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from pathlib import Path

import datasets
import pytest
from ruamel.yaml import YAML
from turtlesoup_bench.dataset_builder.turtle_soup.card import configs
from turtlesoup_bench.dataset_builder.turtle_soup.publish import stage

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.turtle_soup.puzzles import DATA, GENRES, load_puzzle_set, load_puzzles

TOKEN = "hf_planted0token"


class Hub(ThreadingHTTPServer):
    """As much of the Hub as an upload meets."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.calls: list[tuple[str, str | None]] = []
        self.files: dict[str, bytes] = {}
        self.tags: list[str] = []


class Handler(BaseHTTPRequestHandler):
    server: Hub

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.calls.append((self.path, self.headers.get("Authorization")))
        answer: object = {}
        if self.path.endswith("/repos/create"):
            answer = {"url": f"http://{self.headers['Host']}/datasets/somebody/soup", "id": "somebody/soup"}
        elif "/preupload/" in self.path:
            paths = [file["path"] for file in json.loads(body)["files"]]
            answer = {"files": [{"path": path, "uploadMode": "regular", "shouldIgnore": False} for path in paths]}
        elif "/commit/" in self.path:
            for line in body.splitlines():
                entry = json.loads(line)
                if entry["key"] == "file":
                    self.server.files[entry["value"]["path"]] = base64.b64decode(entry["value"]["content"])
            url = f"http://{self.headers['Host']}/datasets/somebody/soup/commit/{'0' * 40}"
            answer = {"commitOid": "0" * 40, "commitUrl": url, "success": True}
        elif "/tag/" in self.path:
            self.server.tags.append(json.loads(body)["tag"])
        self.answer(answer)

    def do_GET(self) -> None:
        self.answer({"sha": "0" * 40, "id": "somebody/soup", "siblings": []})

    def answer(self, content: object) -> None:
        text = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def hub() -> Iterator[Hub]:
    with Hub() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()


def test_what_is_published_loads_as_the_packaged_puzzles(hub: Hub, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "HF_ENDPOINT": f"http://127.0.0.1:{hub.server_address[1]}",
        "HF_HUB_OFFLINE": "0",
        "HF_TOKEN": TOKEN,
        "HF_HOME": str(tmp_path / "home"),
    }
    command = [sys.executable, "-m", "turtlesoup_bench", "dataset", "publish", "somebody/soup"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {token for _, token in hub.calls} == {f"Bearer {TOKEN}"}
    assert hub.tags == [f"v{load_puzzle_set().version}"]
    assert {"README.md", "eval.yaml", "croissant.json", *chain(*configs("parquet")["all"].values())} == set(hub.files)
    assert TOKEN not in done.stdout + done.stderr

    copy = tmp_path / "copy"
    for name, content in hub.files.items():
        path = copy / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for config, split, puzzles in [
        ("zh", "test", load_puzzles("zh", splits=["test"])),
        ("mind_game", "dev", load_puzzles(genres=["mind_game"], splits=["dev"])),
        ("all", "dev+test", [*load_puzzles(splits=["dev"]), *load_puzzles(splits=["test"])]),
    ]:
        rows = datasets.load_dataset(str(copy), config, split=split, cache_dir=str(tmp_path / "cache"))
        assert list(rows["id"]) == [puzzle.id for puzzle in puzzles]
        assert rows[0]["probes"][0].keys() == {"question", "answer", "key_clue"}


def test_a_folder_with_files_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(InvalidInput, match="an empty or a new folder"):
        stage(tmp_path)


def test_the_benchmark_file_names_configurations_that_exist() -> None:
    registered = YAML(typ="safe").load((DATA / "eval.yaml").read_text(encoding="utf-8"))
    assert registered.keys() == {"name", "description", "evaluation_framework", "tasks"}
    names = datasets.get_dataset_config_names(str(DATA))
    assert [task["config"] for task in registered["tasks"]] == names == ["all", "en", "zh", *GENRES]
    assert {task["split"] for task in registered["tasks"]} == {"test"}
