from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from turtlesoup_bench.dataset_builder.turtle_soup.importing import add_rubrics, import_collection

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.turtle_soup.puzzles import DATA, load_puzzle_set
from turtlesoup_bench.games.turtle_soup.scoring.rubric import rubric_size
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider

S = "x" * 19 + "."


@pytest.mark.parametrize(
    ("length", "sentences", "size"),
    [
        (100, 1, (2, 3)),
        (139, 1, (2, 3)),
        (140, 1, (2, 4)),
        (179, 9, (2, 4)),
        (199, 9, (2, 4)),
        (200, 4, (2, 4)),
        (200, 5, (2, 5)),
        (249, 5, (2, 5)),
        (250, 6, (3, 5)),
        (250, 7, (3, 6)),
        (349, 7, (3, 6)),
        (350, 7, (4, 6)),
        (350, 8, (4, 7)),
        (499, 8, (4, 7)),
        (500, 1, (5, 8)),
        (5000, 90, (5, 8)),
    ],
)
@pytest.mark.parametrize("end", [".", "。"])
def test_the_length_rule(length: int, sentences: int, size: tuple[int, int], end: str) -> None:
    bottom = (f"a{end}" * sentences).ljust(length, "a")
    assert len(bottom) == length
    assert rubric_size(bottom) == size


def released(folder: Path) -> Path:
    """Two files in the released layout, of our own text; two records share a title."""
    for language, text in (("en", "A bottom. It has two sentences."), ("zh", "一个汤底。它有两句话。")):
        (folder / language).mkdir(parents=True)
        stories = [
            {"title": "Same", "surface": f"{text} {n}", "bottom": text * 5 + str(n), "tips": ["one", "two"]}
            for n in range(3)
        ]
        (folder / language / "Mind_Game.json").write_text(json.dumps(stories), encoding="utf-8")
    return folder


def test_the_released_layout_is_imported_by_position_and_content(tmp_path: Path) -> None:
    import_collection("paper", released(tmp_path / "src"), tmp_path / "out")
    puzzles = load_puzzle_set(data=tmp_path / "out").puzzles
    assert len(puzzles) == 6
    assert [p.story for p in puzzles[:3]] == [p.story for p in puzzles[3:]]
    assert len({p.id for p in puzzles}) == 6
    assert {p.genre for p in puzzles} == {"mind_game"}


def given_rubrics(folder: Path) -> int:
    """How many puzzles of a folder were given a rubric, by a judge that remembers no call."""

    async def add() -> int:
        with Journal() as journal:
            async with ClientPool(journal) as pool:
                return await add_rubrics(folder, pool.client("openai/judge"))

    return asyncio.run(add())


def test_an_extracted_rubric_is_kept_and_used_again(provider: SimulatedProvider, tmp_path: Path) -> None:
    import_collection("paper", released(tmp_path / "src"), tmp_path / "out")
    before = load_puzzle_set(data=tmp_path / "out").hash
    assert given_rubrics(tmp_path / "out") == 6
    loaded = load_puzzle_set(data=tmp_path / "out")
    assert loaded.hash != before
    for puzzle in loaded.puzzles:
        assert (len(puzzle.logic), len(puzzle.details)) == rubric_size(puzzle.bottom)
    calls = provider.tries.total()
    import_collection("paper", tmp_path / "src", tmp_path / "out")
    assert given_rubrics(tmp_path / "out") == 6
    assert provider.tries.total() == calls
    assert load_puzzle_set(data=tmp_path / "out").hash == loaded.hash


def test_a_rubric_on_a_torn_line_is_owed_again_and_a_broken_line_is_named(
    provider: SimulatedProvider, tmp_path: Path
) -> None:
    import_collection("paper", released(tmp_path / "src"), tmp_path / "out")
    given_rubrics(tmp_path / "out")
    file = tmp_path / "out" / "rubrics.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    import_collection("paper", tmp_path / "src", tmp_path / "out")
    calls = provider.tries.total()
    assert given_rubrics(tmp_path / "out") == 6
    assert provider.tries.total() == calls + 1
    assert sorted(file.read_bytes().splitlines()) == sorted(whole.splitlines())
    for broken in (b'{"key": "00', b'{"key": "00"}'):
        file.write_bytes(broken + b"\n" + whole)
        with pytest.raises(InvalidInput, match=r"rubrics\.jsonl:1: "):
            given_rubrics(tmp_path / "out")


def test_faults_of_a_collection_are_all_listed(tmp_path: Path) -> None:
    folder = released(tmp_path / "src")
    stories = json.loads((folder / "en" / "Mind_Game.json").read_text())
    (folder / "en" / "Mind_Game.json").write_text(json.dumps(stories[:2]))
    (folder / "en" / "Original.json").write_text('[{"title": "x"}]')
    with pytest.raises(InvalidInput) as caught:
        import_collection("paper", folder, tmp_path / "out")
    assert len(caught.value.problems) == 2
    assert not (tmp_path / "out").exists()


def test_nothing_is_imported_into_the_package(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="another folder"):
        import_collection("paper", released(tmp_path / "src"), DATA)


def test_turtlebench_guesses_become_probes(tmp_path: Path) -> None:
    story = [{"title": "A Title", "surface": "s", "bottom": "b"}]
    for language, lines in (
        ("en", "He fell\t|\tA Title\t|\tCorrect\nHe flew\t|\tA Title\t|\tIncorrect\n"),
        ("zh", "他摔了\tA Title\tT\n他多大\tA Title\tN\n"),
    ):
        (tmp_path / "src" / language).mkdir(parents=True)
        (tmp_path / "src" / language / "stories.json").write_text(json.dumps(story))
        (tmp_path / "src" / language / "cases.list").write_text(lines, encoding="utf-8")
    import_collection("turtlebench", tmp_path / "src", tmp_path / "out")
    english, chinese = load_puzzle_set(data=tmp_path / "out").puzzles
    assert [(probe.question, probe.answer) for probe in english.probes] == [("He fell", "yes"), ("He flew", "no")]
    assert [probe.answer for probe in chinese.probes] == ["yes", "unknown"]
