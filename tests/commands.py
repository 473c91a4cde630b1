"""The command line, in this process: starting one takes most of the time of a short command.

In a process of its own it finds by itself all that it imports, which is worth a test of a command.
"""

from __future__ import annotations

import io
import resource
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

import pytest

from turtlesoup_bench.cli import main


def turtlesoup(*arguments: object, typed: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """What ``turtlesoup`` with these arguments prints when these lines are typed, and the status it ends with."""
    command = [str(argument) for argument in arguments]
    lines = io.StringIO("".join(f"{line}\n" for line in typed))
    # In a thread of its own, since the event loop of a test's browser may run in this one.
    with (
        redirect_stdout(io.StringIO()) as out,
        redirect_stderr(io.StringIO()) as err,
        patch("sys.stdin", lines),
        ThreadPoolExecutor(1) as thread,
    ):
        status = thread.submit(_run, command).result()
    return subprocess.CompletedProcess(command, status, out.getvalue(), err.getvalue())


def in_a_process(*arguments: object, file_size: int = resource.RLIM_INFINITY) -> subprocess.CompletedProcess[str]:
    """The same in a new process; ``file_size`` is the largest file in bytes that it can write, as on a full disk."""
    return subprocess.run(
        [sys.executable, "-m", "turtlesoup_bench", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size)),
    )


def _run(command: list[str]) -> int:
    with pytest.raises(SystemExit) as end:
        main(command)
    assert isinstance(end.value.code, int)
    return end.value.code
