"""The command line in this process, since starting one takes most of the time of a short command."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from subprocess import CompletedProcess

import pytest

from turtlesoup_bench.cli import main


def turtlesoup(*arguments: object) -> CompletedProcess[str]:
    """What ``turtlesoup`` with these arguments prints, and the status it ends with."""
    command = [str(argument) for argument in arguments]
    # In a thread of its own, since the event loop of a test's browser may run in this one.
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err, ThreadPoolExecutor(1) as thread:
        status = thread.submit(_run, command).result()
    return CompletedProcess(command, status, out.getvalue(), err.getvalue())


def _run(command: list[str]) -> int:
    with pytest.raises(SystemExit) as end:
        main(command)
    assert isinstance(end.value.code, int)
    return end.value.code
