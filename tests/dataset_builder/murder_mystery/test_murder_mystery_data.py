"""The data folder of murder mystery: cases and pictures, built from the case files and known to be fresh or not."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from statistics import median

import pytest
from clue_samples import needs_fonts
from packaged_cases import checked_cases
from PIL import Image, ImageChops
from ruamel.yaml import YAML
from turtlesoup_bench.dataset_builder.murder_mystery import data_files
from turtlesoup_bench.dataset_builder.murder_mystery.build import build
from turtlesoup_bench.dataset_builder.murder_mystery.case_files import case_files
from turtlesoup_bench.dataset_builder.murder_mystery.check import check_cases
from turtlesoup_bench.dataset_builder.murder_mystery.data_files import DATA, pictures, stale_files
from turtlesoup_bench.dataset_builder.murder_mystery.images.content import Content
from turtlesoup_bench.dataset_builder.murder_mystery.images.kinds import draw
from turtlesoup_bench.dataset_builder.yaml_files import read_mapping

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.murder_mystery.cases import Record
from turtlesoup_bench.games.murder_mystery.difficulty import difficulty_of
from turtlesoup_bench.validation import check_record


def read(path: Path) -> Record:
    record, problems = read_mapping(path)
    assert record is not None and not problems
    return record


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [read(path) for path in case_files()]


@pytest.fixture
def case_file(tmp_path: Path) -> Path:
    """A copy of a case, which may be changed."""
    path = tmp_path / "cases" / case_files()[0].name
    path.parent.mkdir()
    path.write_bytes(case_files()[0].read_bytes())
    return path


def change(path: Path, edit: Callable[[dict], None]) -> None:
    record = YAML(typ="safe").load(path)
    edit(record)
    YAML(typ="safe").dump(record, path)


def test_the_packaged_data_is_fresh() -> None:
    assert stale_files(list(checked_cases().values())) == []


def test_the_packaged_cases_are_valid_and_in_the_order_of_the_schema(records: list[Record]) -> None:
    lines = [json.loads(line) for line in (DATA / "cases.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [{name: line[name] for name in line if name != "difficulty"} for line in lines] == records
    for line in lines:
        assert line["difficulty"] == difficulty_of(checked_cases()[line["id"]])
        assert check_record(line, "murder_mystery/case", line["id"]) == []
        assert list(line)[:3] == ["id", "title", "created"]


def test_the_packaged_pictures_are_square_and_small(records: list[Record]) -> None:
    sizes = []
    for path in pictures(records):
        image = Image.open(BytesIO((DATA / path).read_bytes()))
        assert (image.format, image.size) == ("WEBP", (512, 512)), path
        sizes.append((DATA / path).stat().st_size)
    assert median(sizes) <= 11_000


@needs_fonts
def test_the_packaged_pictures_are_what_the_code_draws(records: list[Record]) -> None:
    # Some of each kind in each language: that all show what their case says, their digests prove.
    # Not to the byte: another release of Pillow may smooth edges in another way.
    by_kind: dict[tuple[str, ...], dict[str, Content]] = defaultdict(dict)
    for path, content in sorted(pictures(records).items(), key=lambda one: sha256(one[0].encode()).digest()):
        of_kind = by_kind[content.kind, *Path(path).suffixes]
        if len(of_kind) < 4:
            of_kind[path] = content
    assert len(by_kind) > 40
    for path, content in (one for of_kind in by_kind.values() for one in of_kind.items()):
        packaged = Image.open(BytesIO((DATA / path).read_bytes()))
        histogram = ImageChops.difference(packaged.convert("L"), draw(content).smooth().convert("L")).histogram()
        assert sum(histogram[64:]) < 512 * 512 / 200, f"{path}: draw again, with a new DRAWING_VERSION"


@needs_fonts
def test_only_what_changed_is_drawn_again(case_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "data"
    build([case_file], out)
    assert stale_files(check_cases([case_file])[0], out) == []
    assert build([case_file], out) == []

    def say_otherwise(record: dict) -> None:
        clue = next(clue for clue in record["clues"] if clue["id"] == "bolt_label")
        clue["image"]["lines"][0]["text"]["en"] = "DANGER"
        clue["image"]["caption"]["en"] = "Another caption, which is not drawn"

    change(case_file, say_otherwise)
    stale = [Path(problem.where).name for problem in stale_files(check_cases([case_file])[0], out)]
    assert stale == ["cases.jsonl", "questions.jsonl", "images.json", "bolt_label.en.webp"]
    assert {path.name for path in build([case_file], out)} == set(stale)
    assert stale_files(check_cases([case_file])[0], out) == []


@needs_fonts
def test_pictures_that_no_clue_has_are_removed(case_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "data"
    build([case_file], out)
    stray = out / "images" / case_file.stem / "no_such_clue.en.webp"
    stray.write_bytes(b"")
    assert [Path(problem.where) for problem in stale_files(check_cases([case_file])[0], out)] == [stray]
    assert build([case_file], out) == [stray]
    assert not stray.exists()


@needs_fonts
def test_a_clue_with_too_much_text_is_named_and_nothing_is_written(case_file: Path, tmp_path: Path) -> None:
    def say_too_much(record: dict) -> None:
        clue = next(clue for clue in record["clues"] if clue["id"] == "bolt_label")
        clue["image"]["lines"][0]["text"]["zh"] = "危险" * 500

    change(case_file, say_too_much)
    with pytest.raises(InvalidInput, match=r"bolt_label\.zh\.webp.*does not fit into a label"):
        build([case_file], tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_a_missing_picture_is_stale(records: list[Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_files, "text_files", lambda *_: {})  # of the pictures alone
    (tmp_path / "images.json").write_bytes((DATA / "images.json").read_bytes())
    assert len(stale_files(list(checked_cases().values()), tmp_path)) == len(pictures(records))
