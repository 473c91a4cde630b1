"""The folder of a submission: which files may stand in it, how large, with which hashes; nothing in it is trusted."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.submissions import EPISODES, METADATA

MEGABYTE = 2**20
LIMITS = {METADATA: 4 * MEGABYTE, EPISODES: 64 * MEGABYTE}
"""Bytes that these files may have; every other one may have `MAX_SIZE`."""
MAX_SIZE = 24 * MEGABYTE
MAX_TOTAL = 128 * MEGABYTE

_NAME = re.compile(r"submission\.json|[a-z]{1,40}(\.[A-Za-z0-9._%-]{1,120})?\.jsonl")
_ARCHIVES = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ",
    b"7z\xbc\xaf",
    b"Rar!",
    b"\x28\xb5\x2f\xfd",
)
_SECRETS = re.compile(
    r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}|\bhf_[A-Za-z0-9]{20,}|\bgh[opsru]_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{20,}"
    r"|\bglpat-[A-Za-z0-9_-]{16,}|\bA(?:KIA|SIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{30,}|\bxox[abeoprs]-[0-9A-Za-z-]{10,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----|\bBearer [A-Za-z0-9._~+/-]{16,}"
    r"|\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\."
)


def survey(folder: Path) -> tuple[dict[str, Path], list[Problem]]:
    """Looks at the folder without following anything that leads out of it.

    Args:
        folder: A submission.

    Returns:
        The files that may be read, by name, and what is wrong with the folder and the others.
    """
    if folder.is_symlink():
        return {}, [Problem(str(folder), "", "a symbolic link", "a folder; copy what it points to")]
    if not folder.is_dir():
        return {}, [Problem(str(folder), "", "no such folder", "submissions/<date>_<game>_<agent>_<model>")]
    files: dict[str, Path] = {}
    problems: list[Problem] = []
    total = 0
    for path in sorted(folder.iterdir()):
        status = path.lstat()
        total += status.st_size
        found = _refused(path, status.st_mode, status.st_size)
        problems += found
        if not found:
            files[path.name] = path
    if total > MAX_TOTAL:
        expected = f"at most {_size(MAX_TOTAL)}; leave {EPISODES} out"
        problems.append(Problem(str(folder), "", f"{_size(total)} in all", expected))
        files = {name: path for name, path in files.items() if name == METADATA}
    if METADATA not in files and not (folder / METADATA).is_symlink() and not (folder / METADATA).exists():
        problems.append(Problem(str(folder / METADATA), "", "no such file", "what the submission says of itself"))
    return files, problems


def _refused(path: Path, mode: int, size: int) -> list[Problem]:
    """Why a file is not read, if it is not."""
    if stat.S_ISLNK(mode):
        return [Problem(str(path), "", "a symbolic link", "a regular file; copy what it points to")]
    if stat.S_ISDIR(mode):
        return [Problem(str(path), "", "a folder", "files only, directly in the submission's folder")]
    if not stat.S_ISREG(mode):
        return [Problem(str(path), "", "a special file", "a regular file")]
    with path.open("rb") as file:
        head = file.read(512)
    if head.startswith(_ARCHIVES) or head[257:262] == b"ustar":
        return [Problem(str(path), "", "an archive", "plain JSON files; archives are never unpacked")]
    if not _NAME.fullmatch(path.name):
        return [foreign(path)]
    limit = LIMITS.get(path.name, MAX_SIZE)
    if size > limit:
        return [Problem(str(path), "", _size(size), f"at most {_size(limit)}")]
    return []


def foreign(path: Path, own: Sequence[str] = ()) -> Problem:
    """That a file is none of a submission's.

    Args:
        path: The file.
        own: Names of the files that its game has beside those of every game.
    """
    expected = "only " + ", ".join((METADATA, EPISODES, "scores.<scorer>.jsonl", *own))
    return Problem(str(path), "", "a file that does not belong here", expected)


def is_absent(folder: Path, meta: Mapping[str, Any], name: str) -> bool:
    """Whether a file is missing and nothing else says so: it is neither listed with its hash nor refused."""
    return name not in meta["files"] and not (folder / name).is_symlink() and not (folder / name).exists()


def hashes(files: Mapping[str, Path]) -> dict[str, str]:
    """SHA-256 of every file but ``submission.json``, by name."""
    return {name: sha256(path.read_bytes()).hexdigest() for name, path in sorted(files.items()) if name != METADATA}


def check_hashes(folder: Path, stated: Mapping[str, str], files: Mapping[str, Path]) -> Iterator[Problem]:
    """Compares the stated hashes with the files that may be read; no stated path is ever opened."""
    where = str(folder / METADATA)
    there = hashes(files)
    for name in sorted(set(stated) | set(there)):
        if not _NAME.fullmatch(name):
            yield Problem(where, "files", repr(name), "the name of a file in this folder, without a path")
        elif name not in there:
            if (folder / name).is_symlink() or (folder / name).exists():
                continue  # refused already, with its reason
            yield Problem(str(folder / name), "", "no such file", f"the file that {METADATA} lists")
        elif name not in stated:
            yield Problem(where, "files", f"no hash of {name}", f"its SHA-256, {there[name]}")
        elif stated[name] != there[name]:
            yield Problem(str(folder / name), "", f"SHA-256 {there[name]}", f"{stated[name]}, as {METADATA} states")


def check_secrets(files: Mapping[str, Path]) -> Iterator[Problem]:
    """What looks like a key or token, in any file; at most its first characters are shown."""
    for path in files.values():
        with path.open(encoding="utf-8", errors="replace", newline="\n") as file:
            for number, line in enumerate(file, start=1):
                secret = find_secret(line)
                if secret:
                    yield Problem(f"{path}:{number}", "", *secret)


def find_secret(text: str) -> tuple[str, str] | None:
    """What looks like a secret in a text, shortened, and what is expected; None if nothing does."""
    found = _SECRETS.search(text)
    if not found:
        return None
    return f"what looks like a secret ({found[0][:6]}…)", "no keys or tokens; revoke it, then take it out"


def _size(count: int) -> str:
    return f"{count / MEGABYTE:.1f} MB"
