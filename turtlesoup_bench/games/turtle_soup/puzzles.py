"""Puzzles: the packaged data set, or a folder in its layout."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from turtlesoup_bench.errors import InvalidInput, Problem, UnknownName
from turtlesoup_bench.records import LANGUAGES, Language
from turtlesoup_bench.validation import check_records

if TYPE_CHECKING:
    from datasets import Dataset, DatasetDict

GENRES = ("crime_thriller", "mind_game", "supernatural_fantasy", "constant_change", "clever_logic", "original")
SPLITS = ("dev", "test")
EASY, MEDIUM, HARD, UNPLAYED = DIFFICULTIES = ("easy", "medium", "hard", "unplayed")
PLAYS_FILE = "plays.json"
LITE, LITE_FILE = "lite", "lite.json"
"""Selects the stories of ``lite.json``, which are a part of ``test``: no split of the data files themselves."""
DATA = Path(__file__).parents[2] / "data" / "turtle_soup"
DATASET_NAME = "turtlesoup-bench"
CANARY = "turtlesoup-bench:5b1d0c52-6c0e-4a0e-9a43-3f8e2f1d7a96"
"""Stands in each story and puzzle, so that the set can be kept out of training data, and found if it was not."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A question with its right answer.

    Attributes:
        question: A yes/no question.
        answer: ``yes``, ``no`` or ``unknown``.
        key_clue: Number of the key clue it touches, from 1, or None.
    """

    question: str
    answer: Literal["yes", "no", "unknown"]
    key_clue: int | None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One telling of a story; the fields are those of ``puzzle.schema.json``.

    Attributes:
        id: ``<story id>@<language>``.
        split: ``dev``, for developing prompts and agents, or ``test``, for figures that are reported.
        surface: What the solver sees.
        bottom: The full hidden story.
        key_clues: Turning points, in the order in which a solver meets them.
        logic: Rubric, abstract steps; empty if the puzzle was imported without one.
        details: Rubric, concrete facts; empty likewise.
        probes: Labelled questions.
        cast: Who is who in the story, without its plot, for judges; empty if not known.
    """

    id: str
    story: str
    language: Language
    genre: str
    twist: str
    content_notes: tuple[str, ...]
    title: str
    surface: str
    bottom: str
    key_clues: tuple[str, ...]
    logic: tuple[str, ...]
    details: tuple[str, ...]
    probes: tuple[Probe, ...]
    cast: tuple[str, ...] = ()
    split: str = "test"

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Puzzle:
        """From a record that satisfies ``puzzle.schema.json``."""
        fields: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in record.items()
            if name != "canary"
        }
        return cls(**{**fields, "probes": tuple(Probe(**probe) for probe in record["probes"])})


@dataclass(frozen=True, slots=True)
class Plays:
    """How models fared with a puzzle that they had not seen before.

    Attributes:
        players: So many played it, each with questions.
        solved: So many of them solved it.
        questions: Asked by them in all.
        guesses: So many saw the surface alone and had one guess.
        guessed: So many of them solved it.
    """

    players: int = 0
    solved: int = 0
    questions: int = 0
    guesses: int = 0
    guessed: int = 0

    @property
    def difficulty(self) -> str:
        """``easy`` if all players solved it, ``medium`` if some did, ``hard`` if none did; ``unplayed`` without any."""
        if not self.players:
            return UNPLAYED
        return EASY if self.solved == self.players else MEDIUM if self.solved else HARD


@dataclass(frozen=True, slots=True)
class PuzzleSet:
    """Puzzles and where they come from.

    Attributes:
        puzzles: In the order of the files.
        version: Version of the data set.
        hash: First 16 hex digits of the SHA-256 over the data files, whatever part of them was selected.
        source: ``packaged`` or ``imported``.
    """

    puzzles: tuple[Puzzle, ...]
    version: str
    hash: str
    source: Literal["packaged", "imported"]


def load_puzzle_set(
    languages: Iterable[str] = LANGUAGES,
    genres: Iterable[str] | None = None,
    limit: int | None = None,
    data: Path | None = None,
    splits: Iterable[str] = SPLITS,
    stories: Iterable[str] | None = None,
    difficulty: Iterable[str] | None = None,
) -> PuzzleSet:
    """Loads puzzles together with the version and hash of the data set they belong to.

    Args:
        languages: ``en``, ``zh`` or both.
        genres: Genres to keep; None keeps all.
        limit: At most so many puzzles a language, at least 1, taken in turn from each genre; None keeps all. The same
            stories are taken in each language, those of ``dev`` before those of ``test``.
        data: A folder with ``<language>/**/*.jsonl`` instead of the packaged data set.
        splits: ``dev``, ``test``, and ``lite``, a part of the packaged ``test`` (see `lite_stories`).
        stories: Ids of stories to keep, such as ``a-calm-bay``; None keeps all.
        difficulty: ``easy``, ``medium``, ``hard``, ``unplayed``: how models fared with the packaged puzzles, see
            `Plays.difficulty`; None keeps all. A story's two tellings may differ in it.

    Raises:
        UnknownName: If a language, genre, split, story or difficulty does not exist.
        InvalidInput: If the limit is less than 1, if ``lite`` is asked of ``data``, or with every problem of the files
            in it.
    """
    if limit is not None and limit < 1:
        raise InvalidInput([Problem("limit", "", str(limit), "at least 1")])
    splits = list(splits)
    if data and LITE in splits:
        raise InvalidInput([Problem("splits", "", LITE, "dev or test: only the packaged data set has a lite part")])
    root = data or DATA
    wanted = list(dict.fromkeys(languages))
    for language in wanted:
        if language not in LANGUAGES:
            raise UnknownName("language", language, LANGUAGES)
    paths: dict[str, list[Path]] = {language: data_files(root, language) for language in LANGUAGES}
    missing = [root / language for language in wanted if not paths[language]]
    if missing:
        raise InvalidInput(Problem(str(path), "", "no *.jsonl file", "puzzles as JSON Lines") for path in missing)
    puzzles = [
        puzzle for language in wanted for puzzle in (_imported(paths[language]) if data else _packaged(language))
    ]
    puzzles = _of_splits(puzzles, splits)
    puzzles = _only(puzzles, "genre", genres)
    puzzles = _only(puzzles, "story", stories)
    if difficulty is not None:
        puzzles = _of_difficulty(puzzles, list(difficulty))
    if limit is not None:
        puzzles = [puzzle for language in wanted for puzzle in _in_turn(puzzles, language, limit)]
    version = (root / "VERSION").read_text().strip() if (root / "VERSION").is_file() else "unversioned"
    digest = _packaged_hash() if data is None else _hash(data)
    return PuzzleSet(tuple(puzzles), version, digest, "imported" if data else "packaged")


def load_puzzles(
    language: str | None = None,
    genres: Iterable[str] | None = None,
    limit: int | None = None,
    data: Path | None = None,
    splits: Iterable[str] = SPLITS,
    difficulty: Iterable[str] | None = None,
) -> list[Puzzle]:
    """The puzzles of one language, or of both; see `load_puzzle_set` for the arguments and errors."""
    languages = LANGUAGES if language is None else [language]
    return list(load_puzzle_set(languages, genres, limit, data, splits, difficulty=difficulty).puzzles)


def load_dataset(name: str = DATASET_NAME, config: str = "all", **options: Any) -> Dataset | DatasetDict:
    """Loads the packaged data set with Hugging Face ``datasets``, from any folder and without a network.

    Args:
        name: ``turtlesoup-bench``, or any other name, which goes to ``datasets.load_dataset`` as it is.
        config: ``en``, ``zh``, ``all`` or a genre.
        **options: For ``datasets.load_dataset``; ``split`` is ``test`` unless given, ``dev`` is the other.
    """
    import datasets

    path = str(DATA) if name == DATASET_NAME else name
    return datasets.load_dataset(path, config, **{"split": "test", **options})


def data_files(root: Path, language: str) -> list[Path]:
    """The files with puzzles of a language in a data folder, genres in the data set's order, other names after them."""
    ranks = {genre: rank for rank, genre in enumerate(GENRES)}
    found = (root / language).rglob("*.jsonl")
    return sorted(found, key=lambda path: (ranks.get(path.stem, len(ranks)), path.as_posix()))


@cache
def former_ids() -> dict[str, str]:
    """Id of a story until version 0.1 of the data set → its id now; since then it has been told anew."""
    ids: dict[str, str] = json.loads((DATA / "former_ids.json").read_text(encoding="utf-8"))
    return ids


@cache
def plays() -> Mapping[str, Plays]:
    """How models fared with the packaged puzzles, by the ids of those that any has played."""
    counts = json.loads((DATA / PLAYS_FILE).read_text(encoding="utf-8"))
    return {puzzle: Plays(**of_puzzle) for puzzle, of_puzzle in counts.items()}


@cache
def lite_stories() -> frozenset[str]:
    """Ids of the 60 stories of ``test`` that ``lite`` selects, with as large a share of each genre as in ``test``."""
    return frozenset(json.loads((DATA / LITE_FILE).read_text(encoding="utf-8"))["stories"])


def content_hash(files: Iterable[bytes]) -> str:
    """First 16 hex digits of the SHA-256 over the data files, English before Chinese."""
    digest = hashlib.sha256()
    for content in files:
        digest.update(content)
    return digest.hexdigest()[:16]


def _hash(root: Path) -> str:
    return content_hash(path.read_bytes() for language in LANGUAGES for path in data_files(root, language))


@cache
def _packaged_hash() -> str:
    return _hash(DATA)


@cache
def _packaged(language: str) -> tuple[Puzzle, ...]:
    """The packaged puzzles, read once a process; their files are checked when they are built, and by the tests."""
    lines = (line for path in data_files(DATA, language) for line in path.read_text(encoding="utf-8").split("\n"))
    return tuple(Puzzle.from_json(json.loads(line)) for line in lines if line)


def _imported(paths: Iterable[Path]) -> list[Puzzle]:
    records: list[dict[str, Any]] = []
    problems: list[Problem] = []
    seen: dict[str, Path] = {}
    for path in paths:
        found, wrong = check_records(path, "turtle_soup/puzzle", unique="id")
        problems += wrong
        for record in found:
            problems += _check_puzzle(record, path)
            if seen.setdefault(record["id"], path) != path:
                problems.append(
                    Problem(str(path), "id", record["id"], f"an id that {seen[record['id']]} does not have")
                )
        records += found
    if problems:
        raise InvalidInput(problems)
    return [Puzzle.from_json(record) for record in records]


def _check_puzzle(record: Mapping[str, Any], path: Path) -> Iterator[Problem]:
    if record["id"] != f"{record['story']}@{record['language']}":
        yield Problem(f"{path} {record['id']}", "id", record["id"], "<story>@<language>")
    for number, probe in enumerate(record["probes"]):
        if (probe["key_clue"] or 0) > len(record["key_clues"]):
            expected = f"at most {len(record['key_clues'])}, the number of key clues"
            yield Problem(record["id"], f"probes[{number}].key_clue", str(probe["key_clue"]), expected)


def _of_splits(puzzles: list[Puzzle], splits: list[str]) -> list[Puzzle]:
    for split in splits:
        if split not in (*SPLITS, LITE):
            raise UnknownName("split", split, (*SPLITS, LITE))
    lite = lite_stories() if LITE in splits else ()
    return [puzzle for puzzle in puzzles if puzzle.split in splits or puzzle.story in lite]


def _of_difficulty(puzzles: list[Puzzle], wanted: list[str]) -> list[Puzzle]:
    for one in wanted:
        if one not in DIFFICULTIES:
            raise UnknownName("difficulty", one, DIFFICULTIES)
    return [puzzle for puzzle in puzzles if plays().get(puzzle.id, Plays()).difficulty in wanted]


def _only(puzzles: list[Puzzle], field: Literal["genre", "story"], wanted: Iterable[str] | None) -> list[Puzzle]:
    """The puzzles whose field has one of the values; None wants all."""
    if wanted is None:
        return puzzles
    values, known = list(wanted), {getattr(puzzle, field) for puzzle in puzzles}
    for value in values:
        if value not in known:
            raise UnknownName(field, value, known)
    return [puzzle for puzzle in puzzles if getattr(puzzle, field) in values]


def _in_turn(puzzles: list[Puzzle], language: str, limit: int) -> list[Puzzle]:
    """The first ``limit`` puzzles, taking the genres in turn so that a small sample has something of each."""
    queues: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        if puzzle.language == language:
            queues.setdefault(puzzle.genre, []).append(puzzle)
    ranked = [(place, puzzle) for queue in queues.values() for place, puzzle in enumerate(queue)]
    return [puzzle for _, puzzle in sorted(ranked, key=lambda item: item[0])[:limit]]
