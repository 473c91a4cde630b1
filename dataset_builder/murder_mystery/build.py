"""Builds the data set of murder mystery: cases and questions, a line each, and the pictures of image clues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem

from .case_files import case_files
from .check import check_cases
from .data_files import DATA, left_over, pictures, stale_pictures, text_files
from .images.content import Content


def build(paths: Sequence[Path] = (), out: Path = DATA) -> list[Path]:
    """Checks case files and writes the data set; pictures are drawn only where what they show has changed.

    Args:
        paths: Case files, by default all.
        out: The data folder.

    Returns:
        The files that changed.

    Raises:
        InvalidInput: With every problem of every case, or what drawing needs and is not installed; nothing is written.
    """
    cases, problems = check_cases(paths or case_files())
    if problems:
        raise InvalidInput(problems)
    shown = pictures(case.record for case in cases)
    stale = {path: shown[path] for path in stale_pictures(shown, out)}
    contents = drawn(stale) if stale else {}
    contents |= {name: text.encode() for name, text in text_files(cases, shown).items()}
    changed = []
    for name, content in contents.items():
        path = out / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            changed.append(path)
    for path in left_over(shown, out):
        path.unlink()
        changed.append(path)
    return changed


def drawn(shown: Mapping[str, Content]) -> dict[str, bytes]:
    """The pictures as WebP files, by path.

    Raises:
        InvalidInput: If Pillow or a font is not installed, or with each clue that has more text than fits.
    """
    try:
        from .images.fonts import LetterMissing
        from .images.kinds import draw
        from .images.typesetting import TextDoesNotFit
    except ModuleNotFoundError as error:
        expected = "the extra: pip install 'turtlesoup-bench[images]'"
        raise InvalidInput([Problem("images", "", f"no {error.name}", expected)]) from error
    files: dict[str, bytes] = {}
    problems = []
    for path, content in shown.items():
        try:
            files[path] = draw(content).encoded()
        except TextDoesNotFit as error:
            expected = f"less text than that: it does not fit into a {content.kind}"
            problems.append(Problem(path, "", str(error), expected))
        except LetterMissing as error:
            problems.append(Problem(path, "", str(error), f"other letters: the font of a {content.kind} has none"))
    if problems:
        raise InvalidInput(problems)
    return files
