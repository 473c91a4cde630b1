"""What is published, and the real Hub client against a loopback server that keeps what it is sent."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import threading
import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import datasets
import pytest
from commands import turtlesoup
from ruamel.yaml import YAML
from turtlesoup_bench.dataset_builder.publish import export, repositories
from turtlesoup_bench.dataset_builder.publish.repositories import METRICS, Repository, lay_out, upload
from turtlesoup_bench.dataset_builder.publish.tables import Table, tables

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.murder_mystery.media import open_media, picture_of
from turtlesoup_bench.games.registry import find_game, game_names
from turtlesoup_bench.games.turtle_soup.puzzles import GENRES, load_puzzle_set

TOKEN = "hf_planted0token"


class Hub(ThreadingHTTPServer):
    """As much of the Hub as an upload meets."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.tokens: set[str | None] = set()
        self.made: dict[str, dict] = {}
        self.files: dict[str, dict[str, bytes]] = defaultdict(dict)
        self.tags: list[str] = []


class Handler(BaseHTTPRequestHandler):
    server: Hub

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.tokens.add(self.headers.get("Authorization"))
        repository = "/".join(self.path.split("/")[2:5])
        answer: object = {}
        if self.path.endswith("/repos/create"):
            asked = json.loads(body)
            name = f"{asked['organization']}/{asked['name']}"
            self.server.made[f"{asked['type']}s/{name}"] = asked
            answer = {"url": f"http://{self.headers['Host']}/{asked['type']}s/{name}", "id": name}
        elif "/preupload/" in self.path:
            paths = [file["path"] for file in json.loads(body)["files"]]
            answer = {"files": [{"path": path, "uploadMode": "regular", "shouldIgnore": False} for path in paths]}
        elif "/commit/" in self.path:
            for entry in map(json.loads, body.splitlines()):
                if entry["key"] == "file":
                    content = base64.b64decode(entry["value"]["content"])
                    self.server.files[repository][entry["value"]["path"]] = content
            url = f"http://{self.headers['Host']}/{repository}/commit/{'0' * 40}"
            answer = {"commitOid": "0" * 40, "commitUrl": url, "success": True}
        elif "/tag/" in self.path:
            self.server.tags.append(f"{repository} {json.loads(body)['tag']}")
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


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where `datasets` keeps what it has read."""
    return str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def staged(cache: str, tmp_path_factory: pytest.TempPathFactory) -> list[Repository]:
    """Reading it back is part of laying it out; the reader of Croissant warns of itself."""
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings(action="ignore"):
        patch.setattr(datasets.config, "HF_DATASETS_CACHE", cache)
        return lay_out(tmp_path_factory.mktemp("staged"))


@pytest.fixture(scope="module")
def load(staged: list[Repository], cache: str) -> Any:
    return lambda config, split="test": datasets.load_dataset(
        str(staged[0].folder), config, split=split, cache_dir=cache
    )


def same(value: object) -> object:
    return value


def named(rows: list[dict]) -> dict[str, Any]:
    """A mapping that was published as a list of records."""
    return dict(row.values() for row in rows)


IN_ROWS: Mapping[str, Mapping[str, Any]] = {
    "circuit-decoding": {},
    "movie-recommendation": {"seen": named, "unseen": named},
    "twenty-questions": {"words": named},
    "word-chaining": {},
    "word-guess": {},
    "turtle-soup": {},
}


@pytest.mark.parametrize("game", IN_ROWS)
def test_rows_hold_all_that_a_game_knows(load: Any, game: str) -> None:
    rows = list(load("all", "dev+test") if game == "turtle-soup" else load(game))
    instances = {instance.id: instance for instance in find_game(game).load({})}
    assert {row["id"] for row in rows} == set(instances) and len(rows) == len(instances)
    for row in rows:
        instance = instances[row["id"]]
        data = {name: IN_ROWS[game].get(name, same)(row[name]) for name in instance.data}
        assert data == json.loads(json.dumps(instance.data))
        assert row["language"] == instance.language


def test_cases_and_questions_come_with_the_pictures_that_players_see(load: Any) -> None:
    undecoded = datasets.List(datasets.Image(decode=False))
    cases = load("murder-mystery").cast_column("pictures", undecoded)
    instances = find_game("murder-mystery").load({})
    assert [json.loads(row["data"]) for row in cases] == [json.loads(json.dumps(one.data)) for one in instances]
    assert not any("](" in text for row in cases for text in (row["opening"], row["scripts"][0]["text"]))
    for row in cases:
        shown = [picture_of(row["case"], clue, row["language"])[0] for clue in row["pictured"]]
        assert [picture["bytes"] for picture in row["pictures"]] == [open_media(digest) for digest in shown]
    questions = {one.id: one for one in find_game("murder-mystery-questions").load({"kinds": ["media_rich", "open"]})}
    loaded = [load(f"murder-mystery-questions-{kind}") for kind in ("media_rich", "open")]
    assert loaded[0][0]["pictures"][0].format == "WEBP"
    rows = [row for one in loaded for row in one.cast_column("pictures", undecoded)]
    assert {row["id"] for row in rows} == set(questions)
    for row in rows:
        data = questions[row["id"]].data
        assert {name: row[name] for name in ("kind", "question", "options", "answer", "reference")} == {
            name: data[name] for name in ("kind", "question", "options", "answer", "reference")
        }
        assert row["pictured"] == data["pictures"] and len(row["pictures"]) == len(data["pictures"])


def test_every_game_is_a_configuration_and_the_card_tells_of_each(staged: list[Repository]) -> None:
    folder = staged[0].folder
    configs = datasets.get_dataset_config_names(str(folder))
    assert configs[:3] == ["all", "en", "zh"] and set(GENRES) <= set(configs)
    others = [name for name in game_names() if name != "turtle-soup"]
    assert set(others) <= set(configs) and {"word-chaining-zh", "murder-mystery-en"} <= set(configs)
    assert "twenty-questions-en" not in configs
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "written by language models" in card and "no person has\nread them all" in card
    for table in tables():
        assert f'<a id="{table.game}"></a>' in card
        assert all(f"`{name}`" in card for name in table.configs())
        assert all(f"| `{name}` | {told} |" in card for name, told in table.fields.items())


def test_the_benchmark_file_names_configurations_that_exist(staged: list[Repository]) -> None:
    registered = YAML(typ="safe").load((staged[0].folder / "eval.yaml").read_text(encoding="utf-8"))
    assert registered.keys() == {"name", "description", "evaluation_framework", "tasks"}
    assert [task["config"] for task in registered["tasks"]] == datasets.get_dataset_config_names(str(staged[0].folder))
    assert {task["split"] for task in registered["tasks"]} == {"test"}
    ids = [task["id"] for task in registered["tasks"]]
    assert len(set(ids)) == len(ids)
    assert {"turtle-soup", "turtle-soup-zh", "turtle-soup-original", "word-guess", "word-chaining-en"} <= set(ids)


def test_notices_of_licences_come_along(staged: list[Repository]) -> None:
    published = {path.as_posix() for path in staged[0].files()}
    packaged = Path(repositories.__file__).parents[2] / "turtlesoup_bench" / "data"
    notices = {f"{path.parent.name.replace('_', '-')}/LICENSES.md" for path in packaged.glob("*/LICENSES.md")}
    assert notices and notices <= published
    assert {"lite.json", "former_ids.json"} <= published


def test_everything_is_uploaded_and_the_data_set_is_tagged(
    hub: Hub, staged: list[Repository], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", f"http://127.0.0.1:{hub.server_address[1]}")
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    addresses = list(upload(staged, "somebody"))
    assert hub.tokens == {f"Bearer {TOKEN}"}
    names = [
        "datasets/somebody/turtlesoup-bench",
        *(f"spaces/somebody/{name}" for name in (*METRICS, "turtlesoup-play")),
    ]
    assert list(hub.made) == list(hub.files) == names
    assert [one.get("sdk") for one in hub.made.values()] == [None, "gradio", "gradio", "gradio", "docker"]
    assert [address.split("/commit/")[0].split("/", 3)[3] for address in addresses] == names
    assert hub.tags == [f"{names[0]} v{load_puzzle_set().version}"]
    for name, repository in zip(names, staged, strict=True):
        sent = {path: repository.folder.joinpath(path).read_bytes() for path in map(str, repository.files())}
        assert hub.files[name] == sent


def test_a_dry_run_lists_what_would_be_uploaded(staged: list[Repository], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repositories, "lay_out", lambda _: staged)
    monkeypatch.setattr(repositories, "upload", lambda *_: pytest.fail("uploaded"))
    done = turtlesoup("dataset", "publish", "somebody", "--dry-run")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    heads = [line.split(":")[0].rstrip(".") for line in lines if not line.startswith(" ")]
    assert heads == [
        "dataset somebody/turtlesoup-bench",
        *(f"space somebody/{name} (gradio)" for name in METRICS),
        "space somebody/turtlesoup-play (docker)",
        "Nothing was uploaded",
    ]
    listed = [line.split()[-1] for line in lines if line.startswith(" ")]
    assert listed == [path.as_posix() for repository in staged for path in repository.files()]


OFFLINE = """
import json
import datasets, evaluate
for name in ("en", "zh", "all", "word-guess"):
    print(name, datasets.load_dataset("turtlesoup-bench", name, split="test").num_rows)
row = datasets.load_dataset("turtlesoup-bench", "zh", split="test")[0]
gold = {"logic": row["logic"], "details": row["details"], "conclusion": row["bottom"]}
own = {"bottom": row["bottom"], "logic": row["logic"], "details": row["details"]}
metric = evaluate.load("turtlesoup_score")
for reference in (row["id"], own):
    print(metric.compute(predictions=[gold], references=[reference])["overall"])
row = datasets.load_dataset("turtlesoup-bench", "circuit-decoding", split="test")[0]
puzzles = evaluate.load("multi_turn_puzzles")
print(puzzles.compute(predictions=[row["tables"]], references=[row["id"]], game="circuit-decoding")["score"])
row = datasets.load_dataset("turtlesoup-bench", "murder-mystery-questions", split="test")[0]
answers = evaluate.load("murder_mystery_qa")
print(answers.compute(predictions=[row["answer"]], references=[row["id"]])["accuracy"])
"""


def test_data_set_and_metrics_load_by_name_in_their_folder(staged: list[Repository], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", OFFLINE],
        cwd=staged[0].folder.parent,
        env={**os.environ, "HF_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["en", "320", "zh", "320", "all", "640", "word-guess", "400", *["1.0"] * 4]


def test_an_export_has_that_layout(staged: list[Repository], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(export, "write_data_set", lambda folder: shutil.copytree(staged[0].folder, folder))
    done = turtlesoup("dataset", "export", tmp_path)
    folders = [repository.name for repository in staged[:-1]]
    assert done.stdout == "".join(f"wrote {tmp_path / name}\n" for name in folders)
    for repository in staged[:-1]:
        assert Repository(repository.name, "space", tmp_path / repository.name).files() == repository.files()


def test_repositories_are_named_by_us_so_an_owner_is_enough() -> None:
    done = turtlesoup("dataset", "publish", "somebody/soup")
    assert done.returncode == 2
    assert "the owner alone" in done.stderr


def test_a_folder_with_files_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(InvalidInput, match="an empty or a new folder"):
        lay_out(tmp_path)


def test_a_game_without_a_table_has_its_rows_as_json() -> None:
    instance = find_game("word-guess").load({"limit": 1})[0]
    row = Table("word-guess").row(instance)
    assert row.keys() == Table("word-guess").fields.keys()
    seats, data, tags = (json.loads(row[name]) for name in ("seats", "data", "tags"))
    again = Instance(row["id"], row["language"], seats, data, row["cluster"], tags)
    assert again == instance
