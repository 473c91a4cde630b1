"""What a reviewer is told of what the model may have seen."""

from __future__ import annotations

import shutil
from pathlib import Path

from submitting import copy_of, edit_lines, edit_meta, lines

from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.submissions.checking import check
from turtlesoup_bench.submissions.notes import contamination_notes


def test_the_notes_ask_for_a_closed_book_run_and_find_it(tmp_path: Path) -> None:
    folder = copy_of("model", tmp_path)
    assert any("no closed-book submission of openai/simulated" in note for note in contamination_notes(folder))
    other = copy_of("closed book", tmp_path)
    assert any(note.startswith(other.name) for note in contamination_notes(folder))
    edit_meta(folder, lambda meta: meta["contamination"].update(seen="no", statement="trained before"))
    assert not any("whether the model" in note for note in contamination_notes(folder))
    assert check(folder) == []


def test_a_closed_book_run_of_another_model_says_nothing(tmp_path: Path) -> None:
    folder, other = copy_of("model", tmp_path), copy_of("closed book", tmp_path)
    edit_meta(other, lambda meta: meta["seats"]["player"].update(model="openai/other"))
    assert any("no closed-book submission" in note for note in contamination_notes(folder))


def test_the_notes_tell_of_answers_that_are_the_solution(tmp_path: Path) -> None:
    folder = copy_of("clues", tmp_path)
    bottoms = {puzzle.id: puzzle.bottom for puzzle in load_puzzles()}
    assert contamination_notes(folder) == []
    edit_lines(folder, "predictions.jsonl", lambda r: r[0].update(conclusion=bottoms[r[0]["puzzle_id"]]))
    assert ["1 of 4 conclusions are the bottom word for word" in note for note in contamination_notes(folder)] == [True]


def test_the_notes_tell_of_agents_that_are_not_known_here(tmp_path: Path) -> None:
    assert contamination_notes(copy_of("twenty", tmp_path)) == []
    folder = copy_of("twenty", tmp_path / "renamed")
    edit_meta(folder, lambda meta: meta["seats"]["answerer"].update(agent="nobody"))
    assert any("agent nobody is not registered here" in note for note in contamination_notes(folder))


def test_what_cannot_be_read_has_no_notes(tmp_path: Path) -> None:
    folder = copy_of("model", tmp_path)
    shutil.copy(folder / "predictions.jsonl", folder / "submission.json")
    assert len(lines(folder / "submission.json")) == 2
    assert contamination_notes(folder) == []
