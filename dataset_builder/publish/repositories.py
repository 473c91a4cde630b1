"""The repositories on the Hugging Face Hub: laid out as folders, then uploaded."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Literal

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzle_set

from ..turtle_soup.check import check
from .card import NAME
from .croissant import croissant, unlike_croissant
from .data_set import SUFFIX, unlike_the_package, write_data_set
from .tables import tables

METRICS = ("turtlesoup_score", "multi_turn_puzzles", "murder_mystery_qa")
PLAY = "turtlesoup-play"
_PLAY_FILES = Path(__file__).parent / "play_space"


@dataclass(frozen=True)
class Repository:
    """What becomes a repository.

    Attributes:
        name: Without its owner.
        kind: As the Hub calls it.
        folder: What is uploaded.
        sdk: Of a Space.
    """

    name: str
    kind: Literal["dataset", "space"]
    folder: Path
    sdk: Literal["gradio", "docker"] | None = None

    def files(self) -> list[Path]:
        """What is uploaded, by paths in the repository."""
        return sorted(path.relative_to(self.folder) for path in self.folder.rglob("*") if path.is_file())


def lay_out(target: Path) -> list[Repository]:
    """Writes a folder for each repository, and reads the data set back as a user of the Hub would.

    Args:
        target: An empty or new folder.

    Returns:
        The repositories, the data set first.

    Raises:
        InvalidInput: With every problem of the stories, if the folder holds something, or if what was written does not
            read back as the packaged data.
        ImportError: Without the extra ``publish``.
    """
    if target.exists() and any(target.iterdir()):
        raise InvalidInput([Problem(str(target), "", "a folder with files in it", "an empty or a new folder")])
    data = Repository(NAME, "dataset", target / NAME)
    _lay_out_data(data.folder)
    spaces = [Repository(name, "space", copy_metric(name, target), "gradio") for name in METRICS]
    play = Repository(PLAY, "space", Path(shutil.copytree(_PLAY_FILES, target / PLAY)), "docker")
    return [data, *spaces, play]


def copy_metric(name: str, target: Path) -> Path:
    """Copies a metric to a folder of its name in a folder, which is the content of its Space."""
    with as_file(files("turtlesoup_bench.metrics").joinpath(name)) as source:
        # The package marker would only make a stray Python package of it.
        ignored = shutil.ignore_patterns("__pycache__", "__init__.py")
        return Path(shutil.copytree(source, target / name, ignore=ignored, dirs_exist_ok=True))


def upload(repositories: Sequence[Repository], owner: str, private: bool = False) -> Iterator[str]:
    """Uploads each repository as one commit, and tags the data set with its version.

    The token comes from ``HF_TOKEN`` or ``hf auth login``; ``HF_ENDPOINT`` names another Hub. What a repository
    holds beside these files stays.

    Args:
        repositories: What `lay_out` wrote.
        owner: A user or organization; repositories that do not exist are made.
        private: Whether new repositories are private.

    Yields:
        Address of each commit.

    Raises:
        huggingface_hub.errors.HfHubHTTPError: If the Hub refuses.
    """
    from huggingface_hub import HfApi

    hub = HfApi(library_name=NAME)
    packaged = load_puzzle_set()
    for one in repositories:
        name = f"{owner}/{one.name}"
        hub.create_repo(name, repo_type=one.kind, private=private, exist_ok=True, space_sdk=one.sdk)
        commit = hub.upload_folder(
            repo_id=name,
            repo_type=one.kind,
            folder_path=one.folder,
            commit_message=f"Version {packaged.version}, content hash {packaged.hash}",
        )
        if one.kind == "dataset":
            hub.create_tag(name, tag=f"v{packaged.version}", revision=commit.oid, repo_type=one.kind, exist_ok=True)
        yield str(commit.commit_url)


def _lay_out_data(folder: Path) -> None:
    stories, problems = check()
    if problems:
        raise InvalidInput(problems)
    ids = write_data_set(folder)
    released = max(str(story["created"]) for story in stories)
    metadata = croissant(folder, tables(), SUFFIX, load_puzzle_set().version, released)
    file = folder / "croissant.json"
    file.write_text(json.dumps(metadata, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    problems = [*unlike_croissant(file, ids), *unlike_the_package(folder, ids)]
    if problems:
        raise InvalidInput(problems)
