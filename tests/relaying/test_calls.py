"""Calls reach people, wait as long as their clients do, and are replied to once."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

import pytest
from asking import ask, asking, reply, said, until, waiting
from serving import Site, request, serving

from turtlesoup_bench.errors import TransientError


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "calls.jsonl"


@pytest.fixture
def relay(log: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    with serving("--log", log, command="relay") as site:
        monkeypatch.setenv("HOSTED_VLLM_API_BASE", f"{site.address}v1")
        yield site


def lines(log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


def test_two_roles_are_asked_at_once_and_each_gets_its_own_reply(relay: Site, log: Path) -> None:
    prompts = {"host": [said("You host.", "system"), said("Is it raining?")], "judge": [said("How alike are these?")]}
    with asking() as begin:
        replies = {role: begin(role, *messages) for role, messages in prompts.items()}
        for call in reversed(waiting(relay.address, 2)):
            _, shown = request(f"{relay.address}api/calls/{call['id']}")
            assert shown["messages"] == prompts[call["role"]]
            assert shown["settings"]["seed"] == 1
            assert reply(relay.address, call, f"says the {call['role']}") == 200
        assert {role: one.result() for role, one in replies.items()} == {
            "host": "says the host",
            "judge": "says the judge",
        }
    _, models = request(f"{relay.address}v1/models")
    assert [model["id"] for model in models["data"]] == ["host", "judge"]
    assert {line["role"]: (line["messages"], line["reply"]) for line in lines(log)} == {
        role: (messages, f"says the {role}") for role, messages in prompts.items()
    }


def test_a_client_that_gives_up_takes_its_call_off_the_list(relay: Site, log: Path) -> None:
    with pytest.raises(TransientError, match="no reply within"):
        ask("host", said("Is it raining?"), timeout=0.5)
    assert waiting(relay.address, 0) == []
    [line] = lines(log)
    assert (line["role"], line["reply"]) == ("host", None)


def test_a_retry_finds_the_reply_that_was_written_meanwhile_and_only_once(relay: Site) -> None:
    question = said("Is it raining?")
    with asking() as begin:
        first = begin("host", question, timeout=1.0)
        [call] = waiting(relay.address)
        assert isinstance(first.exception(), TransientError)
        waiting(relay.address, 0)
        assert reply(relay.address, call, "Yes") == 200
        [kept] = until(relay.address, lambda listed: bool(listed["replied"]))["replied"]
        assert not kept["is_delivered"]
        assert ask("host", question) == "Yes"

        again = begin("host", question)
        [call] = waiting(relay.address)
        assert request(f"{relay.address}api/calls/{call['id']}")[1]["earlier"] == ["Yes"]
        assert reply(relay.address, call, "No") == 200
        assert again.result() == "No"


def test_a_retry_is_the_same_call(relay: Site) -> None:
    question = said("Is it raining?")
    with asking() as begin:
        begin("host", question, timeout=1.0)
        [call] = waiting(relay.address)
        waiting(relay.address, 0)
        retried = begin("host", question)
        [same] = waiting(relay.address)
        assert (same["id"], same["key"]) == (call["id"], call["key"])
        reply(relay.address, same, "Yes")
        assert retried.result() == "Yes"


def test_equal_requests_that_wait_are_one_call_and_other_seeds_are_others(relay: Site) -> None:
    question = said("Is it raining?")
    with asking() as begin:
        replies = [begin("host", question, seed=seed) for seed in (1, 1, 2)]
        first, second = until(relay.address, lambda listed: listed["version"] == len(replies))["waiting"]
        for call, text in ((first, "Yes"), (second, "No")):
            assert reply(relay.address, call, text) == 200
        texts = [one.result() for one in replies]
    assert texts[0] == texts[1] != texts[2]
    _, shown = request(f"{relay.address}api/calls/{first['id']}")
    assert (shown["reply"], shown["earlier"]) == ("Yes", [])


def test_earlier_replies_are_those_of_the_same_role_to_the_same_messages(relay: Site) -> None:
    question = said("Is it raining?")
    with asking() as begin:
        for seed, role, text in ((1, "host", "Yes"), (2, "host", "Maybe"), (3, "host", "Yes"), (1, "judge", "0.5")):
            begin(role, question, seed=seed)
            reply(relay.address, waiting(relay.address)[0], text)
            waiting(relay.address, 0)
        last = begin("host", question, seed=4)
        [call] = waiting(relay.address)
        assert request(f"{relay.address}api/calls/{call['id']}")[1]["earlier"] == ["Yes", "Maybe"]
        reply(relay.address, call, "No")
        assert last.result() == "No"


def test_a_call_is_replied_to_once(relay: Site) -> None:
    with asking() as begin:
        asked = begin("host", said("Is it raining?"))
        [call] = waiting(relay.address)
        path = f"{relay.address}api/calls/{call['id']}/reply"
        assert request(path, {"text": "Yes"}, **{"Content-Type": "text/plain"})[0] == 415
        assert [reply(relay.address, call, text) for text in (" \n", 1, "Yes", "No")] == [400, 400, 200, 409]
        assert asked.result() == "Yes"
    assert request(f"{relay.address}api/calls/{call['id']}")[1]["reply"] == "Yes"
    assert reply(relay.address, {"id": "unknown"}, "Yes") == 404


def test_text_that_no_file_can_hold_is_passed_on(relay: Site, log: Path) -> None:
    half = "\ud83d soup"
    with asking() as begin:
        asked = begin("host", said(half))
        [call] = waiting(relay.address)
        assert request(f"{relay.address}api/calls/{call['id']}")[1]["messages"] == [said(half)]
        reply(relay.address, call, half)
        assert asked.result() == half
    assert "soup" in log.read_text("utf-8")


BODY = {"model": "host", "messages": [said("Is it raining?")]}


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"model": None}, 400, "no model"),
        ({"messages": []}, 400, "no messages"),
        ({"messages": ["Is it raining?"]}, 400, "no messages"),
        ({"stream": True}, 400, "send stream false"),
        ({"n": 2}, 400, "send n 1"),
    ],
)
def test_what_no_person_can_reply_to_is_refused(
    relay: Site, change: dict[str, object], status: int, words: str
) -> None:
    answer = request(f"{relay.address}v1/chat/completions", {**BODY, **change})
    assert answer[0] == status
    assert words in answer[1]["error"]["message"]
    assert waiting(relay.address, 0) == []


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("v1/chat/completions", {"Content-Type": "text/plain"}, 415),
        ("v1/chat/completions", {"Host": "evil.example"}, 400),
        ("api/calls", {"Host": "evil.example"}, 400),
    ],
)
def test_other_sites_reach_nothing(relay: Site, path: str, headers: dict[str, str], status: int) -> None:
    sent = None if path == "api/calls" else BODY
    assert request(f"{relay.address}{path}", sent, **headers)[0] == status
    asked = urllib.request.Request(f"{relay.address}v1/chat/completions", method="OPTIONS")
    with pytest.raises(HTTPError) as refused:
        urllib.request.urlopen(asked)
    with refused.value as answer:
        assert "Access-Control-Allow-Origin" not in answer.headers


def test_another_machine_needs_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving("--host", "0.0.0.0", command="relay") as site, asking() as begin:
        home, _, token = site.address.partition("?token=")
        assert token
        monkeypatch.setenv("HOSTED_VLLM_API_BASE", f"{home}v1")
        assert request(f"{home}api/calls")[0] == 403
        assert request(f"{home}v1/chat/completions", BODY)[0] == 403
        monkeypatch.setenv("HOSTED_VLLM_API_KEY", token)
        asked = begin("host", said("Is it raining?"))
        cookie = {"Cookie": f"turtlesoup-token={token}"}
        version = ""
        while not (listed := request(f"{home}api/calls?version={version}", **cookie)[1])["waiting"]:
            version = listed["version"]
        [call] = listed["waiting"]
        assert request(f"{home}api/calls/{call['id']}/reply", {"text": "Yes"})[0] == 403
        assert request(f"{home}api/calls/{call['id']}/reply", {"text": "Yes"}, **cookie)[0] == 200
        assert asked.result() == "Yes"


def test_the_end_of_the_relay_ends_its_calls_so_that_they_can_be_made_again(relay: Site) -> None:
    with asking() as begin:
        asked = begin("host", said("Is it raining?"))
        waiting(relay.address)
        relay.process.send_signal(signal.SIGINT)
        relay.process.communicate(timeout=10)
        error = asked.exception()
        assert isinstance(error, TransientError)
        assert "the relay ended" in str(error)
    assert relay.process.returncode == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [(["--log", "missing/calls.jsonl"], "--log: found "), (["--terminal"], "--terminal: found no terminal")],
)
def test_what_cannot_be_started_is_said(tmp_path: Path, options: list[str], words: str) -> None:
    command = [sys.executable, "-m", "turtlesoup_bench", "relay", *options]
    refused = subprocess.run(command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert refused.returncode == 2
    assert words in refused.stderr
    assert refused.stdout == ""
