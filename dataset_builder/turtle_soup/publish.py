"""The data set as it stands on the Hugging Face Hub: Parquet, card, benchmark file and Croissant metadata."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.puzzles import DATASET_NAME, GENRES, SPLITS, load_dataset, load_puzzle_set
from turtlesoup_bench.records import LANGUAGES

from .card import benchmark_file, configs, dataset_card
from .check import check

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
_PARQUET = "application/x-parquet"
_FIELDS = {
    "id": "Puzzle id, <story>@<language>",
    "story": "Story id, shared by its two languages",
    "language": "en or zh",
    "genre": "One of six genres",
    "split": "dev, for developing prompts and agents, or test, for figures that are reported",
    "twist": "Family of mechanism",
    "content_notes": "What a reader may want to be warned of",
    "title": "Title",
    "surface": "What the solver sees",
    "bottom": "The full hidden story",
    "key_clues": "Turning points, in the order in which a solver meets them",
    "logic": "Rubric: abstract steps of cause and effect",
    "details": "Rubric: concrete facts",
    "cast": "Who is who in the story, without its plot, for judges",
    "canary": "The same text in each row, by which the set is found in training data",
}
_LISTS = ("content_notes", "key_clues", "logic", "details", "cast")


def stage(target: Path) -> list[Path]:
    """Writes the folder that `publish` uploads, and reads it back as a user of the Hub would.

    Args:
        target: An empty or new folder.

    Returns:
        The files, in the order in which they were written.

    Raises:
        InvalidInput: With every problem of the stories, if the folder holds something, or if what was written does not
            read back as the packaged puzzles.
        ImportError: Without the extra ``publish``.
    """
    if target.exists() and any(target.iterdir()):
        raise InvalidInput([Problem(str(target), "", "a folder with files in it", "an empty or a new folder")])
    import datasets

    stories, problems = check()
    if problems:
        raise InvalidInput(problems)
    packaged = load_puzzle_set()
    written = []
    datasets.disable_progress_bars()
    for language in LANGUAGES:
        for split in SPLITS:
            rows = load_dataset(config=language, split=split)
            (target / language / split).mkdir(parents=True)
            for genre in GENRES:
                written.append(target / language / split / f"{genre}.parquet")
                of_genre = [number for number, one in enumerate(rows["genre"]) if one == genre]
                rows.select(of_genre).to_parquet(str(written[-1]))
    released = max(str(story["created"]) for story in stories)
    texts = {
        "README.md": dataset_card(stories, packaged.version, packaged.hash, "parquet"),
        "eval.yaml": benchmark_file(),
        "croissant.json": json.dumps(croissant(target, packaged.version, released), indent=1, ensure_ascii=False)
        + "\n",
    }
    for name, text in texts.items():
        (target / name).write_text(text, encoding="utf-8")
        written.append(target / name)
    problems = list(_read_back(target, {puzzle.id for puzzle in packaged.puzzles}))
    if problems:
        raise InvalidInput(problems)
    return written


def publish(repository: str, folder: Path, private: bool = False) -> str:
    """Uploads a staged folder as one commit and tags it with the data set's version.

    The token comes from ``HF_TOKEN`` or ``hf auth login``; ``HF_ENDPOINT`` names another Hub. What the repository
    holds beside these files stays.

    Args:
        repository: ``<owner>/<name>`` of the data set repository, made if it does not exist.
        folder: What `stage` wrote.
        private: Whether a new repository is private.

    Returns:
        Address of the commit.

    Raises:
        huggingface_hub.errors.HfHubHTTPError: If the Hub refuses.
    """
    from huggingface_hub import HfApi

    hub = HfApi(library_name=DATASET_NAME)
    hub.create_repo(repository, repo_type="dataset", private=private, exist_ok=True)
    packaged = load_puzzle_set()
    commit = hub.upload_folder(
        repo_id=repository,
        repo_type="dataset",
        folder_path=folder,
        commit_message=f"Version {packaged.version}, content hash {packaged.hash}",
    )
    hub.create_tag(repository, tag=f"v{packaged.version}", revision=commit.oid, repo_type="dataset", exist_ok=True)
    return str(commit.commit_url)


def croissant(folder: Path, version: str, released: str) -> dict[str, Any]:
    """Croissant metadata (https://docs.mlcommons.org/croissant/) of the Parquet files in a folder.

    Args:
        folder: With ``<language>/<split>/<genre>.parquet``.
        version: Version of the data set.
        released: Date of the version, ISO 8601.

    Returns:
        JSON-LD.
    """
    import mlcroissant as mlc

    paths = [folder / name for names in configs("parquet")["all"].values() for name in names]
    files = [
        mlc.FileObject(
            id=path.relative_to(folder).as_posix(),
            name=path.relative_to(folder).as_posix(),
            content_url=path.relative_to(folder).as_posix(),
            encoding_formats=[_PARQUET],
            sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        )
        for path in paths
    ]
    records = [
        mlc.RecordSet(
            id=file.id.removesuffix(".parquet"),
            name=file.id.removesuffix(".parquet"),
            fields=[
                mlc.Field(
                    id=f"{file.id.removesuffix('.parquet')}/{name}",
                    name=name,
                    description=description,
                    data_types=[mlc.DataType.TEXT],
                    is_array=name in _LISTS or None,
                    array_shape="-1" if name in _LISTS else None,
                    source=mlc.Source(file_object=file.id, extract=mlc.Extract(column=name)),
                )
                for name, description in _FIELDS.items()
            ],
        )
        for file in files
    ]
    metadata = mlc.Metadata(
        name=DATASET_NAME,
        description="Situation puzzles in Chinese and English, with key clues, a rubric and labelled questions.",
        cite_as=f"turtlesoup-bench contributors: turtlesoup-bench {version}",
        license=[LICENCE],
        version=version,
        date_published=datetime.fromisoformat(released),
        in_language=list(LANGUAGES),
        distribution=files,
        record_sets=records,
    )
    document: dict[str, Any] = metadata.to_json()
    return document


def _read_back(folder: Path, ids: set[str]) -> Iterator[Problem]:
    import datasets
    import mlcroissant as mlc

    try:
        described = mlc.Dataset(jsonld=str(folder / "croissant.json"))
    except mlc.ValidationError as error:
        yield Problem(str(folder / "croissant.json"), "", str(error), "valid Croissant metadata")
        return
    seen = {
        row[f"{record.id}/id"].decode()
        for record in described.metadata.record_sets
        for row in described.records(record.id)
    }
    if seen != ids:
        yield Problem(str(folder / "croissant.json"), "", f"{len(seen)} puzzles", f"the {len(ids)} of the package")
    loaded = set(datasets.load_dataset(str(folder), "all", split="+".join(SPLITS))["id"])
    if loaded != ids:
        yield Problem(str(folder / "README.md"), "configs", f"{len(loaded)} puzzles", f"the {len(ids)} of the package")
