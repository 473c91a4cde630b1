"""The layout released with arXiv 2508.10358: ``data/<language>/<Genre>.json``, lists of title, surface, bottom, tips.

The n-th record of a genre's English file tells the n-th of its Chinese file. Titles repeat, so ids come from the
content: a story's from its Chinese telling, or from the English one where there is no Chinese file.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.records import LANGUAGES

_FIELDS = ("title", "surface", "bottom", "tips")


def read_paper(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Puzzle records by language, with key clues, without rubric or probes.

    Args:
        folder: The folder that holds ``en`` and ``zh``, or its parent.

    Raises:
        InvalidInput: With every problem of every file.
    """
    root = folder / "data" if (folder / "data").is_dir() else folder
    names = sorted({path.name for language in LANGUAGES for path in (root / language).glob("*.json")})
    problems: list[Problem] = []
    if not names:
        raise InvalidInput([Problem(str(root), "", "no files", "<language>/<Genre>.json")])
    records: dict[str, list[dict[str, Any]]] = {language: [] for language in LANGUAGES}
    for name in names:
        tellings = {language: _read(root / language / name, problems) for language in LANGUAGES}
        present = {language: stories for language, stories in tellings.items() if stories}
        if len({len(stories) for stories in present.values()}) > 1:
            counts = ", ".join(f"{len(stories)} {language}" for language, stories in present.items())
            problems.append(Problem(name, "", counts, "as many stories in both languages, paired by position"))
            continue
        genre = name.removesuffix(".json").lower().replace(" ", "_").replace("-", "_")
        for place in range(max(map(len, present.values()), default=0)):
            source = present.get("zh", present.get("en", []))[place]
            digest = sha256((source["surface"] + "\0" + source["bottom"]).encode()).hexdigest()[:12]
            for language, stories in present.items():
                records[language].append(_record(stories[place], genre, f"{genre}/{digest}", language))
    problems += _repeats(records)
    if problems:
        raise InvalidInput(problems)
    return {language: found for language, found in records.items() if found}


def _read(path: Path, problems: list[Problem]) -> list[dict[str, Any]]:
    if not path.is_file():
        return []
    try:
        stories = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        problems.append(Problem(str(path), "", "broken JSON", f"a list of stories ({error})"))
        return []
    if not isinstance(stories, list):
        problems.append(Problem(str(path), "", type(stories).__name__, "a list of stories"))
        return []
    wanted = f"the fields {', '.join(_FIELDS)}"
    broken = [n for n, story in enumerate(stories) if not isinstance(story, dict) or not set(story) >= set(_FIELDS)]
    problems += [Problem(f"{path}[{number}]", "", str(stories[number])[:60], wanted) for number in broken]
    return [] if broken else stories


def _repeats(records: dict[str, list[dict[str, Any]]]) -> list[Problem]:
    problems = []
    for found in records.values():
        seen: set[str] = set()
        for record in found:
            if record["id"] in seen:
                problems.append(Problem(record["id"], "", "the same story twice", "each story once"))
            seen.add(record["id"])
    return problems


def _record(story: dict[str, Any], genre: str, story_id: str, language: str) -> dict[str, Any]:
    return {
        "id": f"{story_id}@{language}",
        "story": story_id,
        "language": language,
        "genre": genre,
        "twist": "",
        "content_notes": [],
        "title": story["title"].strip(),
        "surface": story["surface"].strip(),
        "bottom": story["bottom"].strip(),
        "key_clues": [tip.strip() for tip in story["tips"] if tip.strip()],
        "logic": [],
        "details": [],
        "probes": [],
    }
