"""TurtleBench's released layout: ``<language>/stories.json`` and ``<language>/cases.list`` with labelled guesses.

A case is a line ``guess <tab> title <tab> label`` (in the English file a ``|`` stands between tabs as well); labels are
Correct, Incorrect, Unknown, or T, F, N. The guesses become probes.
"""

from __future__ import annotations

import json
from collections import defaultdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem

_LABELS = {"correct": "yes", "t": "yes", "incorrect": "no", "f": "no", "unknown": "unknown", "n": "unknown"}


def read_turtlebench(folder: Path, language: str) -> list[dict[str, Any]]:
    """Puzzle records with probes, without clues or rubric; ids come from the content, not from titles.

    Args:
        folder: Folder with one subfolder a language.
        language: ``en`` or ``zh``.

    Raises:
        InvalidInput: With every problem of the two files.
    """
    stories_file, cases_file = folder / language / "stories.json", folder / language / "cases.list"
    try:
        stories = json.loads(stories_file.read_text(encoding="utf-8"))
        lines = cases_file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise InvalidInput([Problem(str(folder / language), "", str(error), "stories.json and cases.list")]) from None
    problems: list[Problem] = []
    probes: dict[str, list[dict[str, Any]]] = defaultdict(list)
    titles = {story["title"].strip() for story in stories}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        fields = [field.strip() for field in line.split("\t") if field.strip() not in ("", "|")]
        where = f"{cases_file}:{number}"
        if len(fields) != 3 or fields[2].lower() not in _LABELS:
            problems.append(Problem(where, "", line[:80], "guess, title and label, between tabs"))
        elif fields[1] not in titles:
            problems.append(Problem(where, "title", fields[1], f"a title of {stories_file.name}"))
        else:
            probes[fields[1]].append({"question": fields[0], "answer": _LABELS[fields[2].lower()], "key_clue": None})
    if problems:
        raise InvalidInput(problems)
    return [_record(story, language, probes[story["title"].strip()]) for story in stories]


def _record(story: dict[str, Any], language: str, probes: list[dict[str, Any]]) -> dict[str, Any]:
    # The two languages of a story share no key but their place, so each telling is a story of its own here.
    digest = sha256((story["surface"] + "\0" + story["bottom"]).encode()).hexdigest()[:12]
    return {
        "id": f"turtlebench/{digest}@{language}",
        "story": f"turtlebench/{digest}",
        "language": language,
        "genre": "turtlebench",
        "twist": "",
        "content_notes": [],
        "title": story["title"].strip(),
        "surface": story["surface"],
        "bottom": story["bottom"],
        "key_clues": [],
        "logic": [],
        "details": [],
        "probes": probes,
    }
