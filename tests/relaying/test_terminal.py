"""A person replies to calls in the terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from asking import asking, reply, said, waiting
from serving import until_up

ENTER, NEW_LINE, INTERRUPT = "\r", "\x1b\r", "\x03"
PROMPT = "\x1b[?2004h"
"""What a prompt begins with: a terminal's word for that whole pastes can be taken."""


@dataclass
class Terminal:
    """A relay that was started in a terminal."""

    address: str
    process: subprocess.Popen[bytes]
    ours: int
    screen: bytes = b""
    place: int = field(default=0)

    def wait_for(self, *texts: str) -> None:
        """Reads until these texts have come, one after the other."""
        for text in texts:
            while (start := self.screen.find(text.encode(), self.place)) < 0:
                assert select.select([self.ours], [], [], 60)[0], f"no {text!r} came: {self.screen!r}"
                self.screen += os.read(self.ours, 4096)
            self.place = start + len(text.encode())

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())


@contextmanager
def started() -> Iterator[Terminal]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    command = [sys.executable, "-m", "turtlesoup_bench", "relay", "--terminal", "--port", str(port)]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    terminal = Terminal(f"http://127.0.0.1:{port}/", process, ours)
    try:
        terminal.wait_for("Ctrl-C ends.")
        until_up(port)
        yield terminal
    finally:
        process.terminate()
        process.wait()
        os.close(ours)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    with started() as one:
        monkeypatch.setenv("HOSTED_VLLM_API_BASE", f"{one.address}v1")
        yield one


def test_calls_are_shown_and_replied_to_one_after_the_other(terminal: Terminal) -> None:
    rules = said("You host.", "system")
    with asking() as begin:
        first = begin("host", rules, said("下雨了吗？"))
        terminal.wait_for("===== host =====", "[system]", "You host.", "[user]", "下雨了吗？", PROMPT)
        second = begin("host", rules, said("Is it dark?"))
        waiting(terminal.address, 2)
        terminal.type(f"没有{NEW_LINE}真的{ENTER}")
        assert first.result() == "没有\n真的"
        terminal.wait_for("[system: as before]", "Is it dark?", PROMPT)
        terminal.type(f"{ENTER}Yes{ENTER}")  # an empty reply is none
        assert second.result() == "Yes"
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.process.wait(timeout=10) == 0


def test_an_earlier_reply_is_sent_again_by_one_key(terminal: Terminal) -> None:
    with asking() as begin:
        for seed, typed in ((1, "Unknown"), (2, "")):
            asked = begin("host", said("Is it raining?"), seed=seed)
            terminal.wait_for(PROMPT)
            assert not asked.done()
            terminal.type(typed + ENTER)
            assert asked.result() == "Unknown"
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.process.wait(timeout=10) == 0


def test_a_call_that_ends_meanwhile_is_put_aside_with_its_draft(terminal: Terminal) -> None:
    with asking() as begin:
        begin("host", said("Is it raining?"), timeout=1.0)
        terminal.wait_for(PROMPT)
        terminal.type("Ye")
        terminal.wait_for("Nobody waits for this reply any more.")
        asked = begin("host", said("Is it raining?"))
        terminal.wait_for("Is it raining?", PROMPT, "Ye")
        terminal.type(f"s{ENTER}")
        assert asked.result() == "Yes"

        elsewhere = begin("host", said("Is it dark?"))
        terminal.wait_for(PROMPT)
        reply(terminal.address, waiting(terminal.address)[0], "No")
        terminal.wait_for("Somebody else has replied.")
        assert elsewhere.result() == "No"
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.process.wait(timeout=10) == 0


def test_a_prompt_gives_the_terminal_no_commands(terminal: Terminal) -> None:
    with asking() as begin:
        asked = begin("host\x1b]0;evil\x07", said("\x1b[2Jgone\x9b2J\rover"))
        terminal.wait_for("host\N{REPLACEMENT CHARACTER}]0;evil", "\N{REPLACEMENT CHARACTER}[2Jgone", "over", PROMPT)
        assert b"\x1b[2J" not in terminal.screen and b"\x1b]0;" not in terminal.screen
        terminal.type(f"Yes{ENTER}")
        assert asked.result() == "Yes"


def test_it_ends_where_a_reply_is_typed_too(terminal: Terminal) -> None:
    with asking() as begin:
        asked = begin("host", said("Is it raining?"))
        terminal.wait_for(PROMPT)
        terminal.type(f"Ye{INTERRUPT}")
        assert terminal.process.wait(timeout=10) == 0
        assert "the relay ended" in str(asked.exception())
