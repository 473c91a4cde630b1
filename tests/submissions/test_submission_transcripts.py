"""Transcripts of a submission are played again by their moves: what does not follow is caught."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from submitting import assert_caught, copy_of, edit_lines, edited, first

from turtlesoup_bench import PROTOCOL_VERSION

EPISODES = "episodes.jsonl"


def event(kind: str, number: int = 0, **data: object) -> Callable[[dict], None]:
    """Changes the data of the first event of a kind, or of a later one."""

    def change(record: dict) -> None:
        [event for event in record["events"] if event["kind"] == kind][number]["data"].update(data)

    return change


def answer(**fields: object) -> Callable[[dict], None]:
    """Changes the host's first move, and the event that records it, but not what was shown of it."""

    def change(record: dict) -> None:
        next(step["host"] for step in record["moves"] if "host" in step)["action"].update(fields)
        event("answer", **fields)(record)

    return change


def turned(record: dict) -> None:
    """Changes the player's last answer, but not the event that tells of it."""
    action = record["moves"][-1]["answerer"]["action"]
    action["answer"] = "no" if action["answer"] == "yes" else "yes"


def ending(**data: object) -> Callable[[dict], None]:
    return lambda record: record["ending"]["data"].update(data)


Fraud = tuple[str, Callable[[dict], object], str]
FRAUDS: dict[str, Fraud] = {
    # name: the submission, what is done to its first transcript, words of the message
    "edited answer": ("bank", event("answer", verdict="yes"), "events[3].data.verdict: found 'yes'; expected"),
    "answer that was shown otherwise": (
        "bank",
        answer(verdict="yes"),
        ".data.verdict: found 'unknown'; expected 'yes'",
    ),
    "noise in what was shown": ("bank", event("shown", verdict=None), "verdict: found None; expected"),
    "flag that was not given": ("bank", event("shown", is_key_clue=True), "is_key_clue: found True; expected False"),
    "another surface": ("bank", event("surface", surface="It was the butler."), "found 'It was the butler.'"),
    "turn taken out": ("bank", lambda r: r["moves"].pop(0), "moves[0]: found moves of host; expected those of player"),
    "turn and its events taken out": (
        "bank",
        lambda r: (r["moves"].__delitem__(slice(2)), r["events"].__delitem__(slice(2, 5))),
        "number: found 2; expected 1",
    ),
    "moves after the end": ("bank", lambda r: r["moves"].append(r["moves"][-1]), "expected the end of the episode"),
    "moves without their end": ("bank", lambda r: r["moves"].pop(), "ending: found {"),
    "clue that the puzzle does not have": ("bank", answer(clue=99), "null or a number from 1 to"),
    "question longer than allowed": (
        "bank",
        lambda r: r["moves"][0]["player"]["action"].update(question="?" * 10_000),
        "The question has 10000 characters",
    ),
    "another prediction": ("bank", ending(prediction={"logic": [], "details": [], "conclusion": "!"}), "ending.data"),
    "another outcome": ("bank", lambda r: r["ending"].update(outcome="won"), "ending.outcome: found 'won'; expected"),
    "failure of a game that ended": ("bank", lambda r: r.update(failure="host: lost"), "null, since the game ended"),
    "status that does not follow": ("bank", lambda r: r.update(status="failed"), "status: found failed; expected comp"),
    "another id": ("bank", lambda r: r.update(episode_id="x#42"), "episode_id: found x#42; expected"),
    "another instance": ("bank", lambda r: r["setup"]["instance"].update(id="x"), "an instance of the data set"),
    "another instance's data": (
        "bank",
        lambda r: r["setup"]["instance"].update(hash="0" * 16),
        "setup.instance: found",
    ),
    "more turns than allowed": ("bank", lambda r: r["setup"]["options"].update(max_turns=60), "setup.options: found"),
    "another seed": ("bank", lambda r: r["setup"].update(seed=7), "setup.seed: found 7; expected one of [42]"),
    "another agent": ("bank", lambda r: r["setup"]["cast"].update(player="mosaic"), "setup.cast: found"),
    "another host": ("bank", lambda r: r["setup"]["cast"].update(host="openai/gpt-4o"), "setup.cast: found"),
    "nobody tested": ("bank", lambda r: r["setup"].update(tested=[]), "setup.tested: found []; expected ['player']"),
    "clues that the agent is not owed": (
        "bank",
        lambda r: r["setup"]["grants"]["player"].update(clues="given"),
        "what the agents are owed",
    ),
    "version of other rules": (
        "bank",
        lambda r: r.update(version="1"),
        f"version: found 1; expected {PROTOCOL_VERSION}",
    ),
    "game of another name": ("bank", lambda r: r.update(game="twenty-questions"), "game: found twenty-questions"),
    "model that was never called": ("model", lambda r: r.update(usage={}), "usage.player: found no call"),
    "calls of a seat without a model": (
        "bank",
        lambda r: r["usage"].update(player={"calls": 3, "prompt_tokens": 1, "completion_tokens": 1, "cost": None}),
        "none, since this seat has no model",
    ),
    # A game whose user follows from luck and from the answers.
    "last answer turned": ("twenty", turned, ".data.answer: found"),
    "another question": ("twenty", event("question", 1, name="thing"), "name: found 'thing'; expected"),
    "contradiction called consistent": (
        "twenty",
        lambda r: r["ending"].update(outcome="contradiction"),
        "ending.outcome: found 'contradiction'; expected 'consistent'",
    ),
    "fewer turns": ("twenty", ending(turns=0), "ending.data.turns: found 0; expected"),
}


@pytest.mark.parametrize("name", FRAUDS)
def test_a_fraud_or_mistake_is_caught(tmp_path: Path, name: str) -> None:
    kind, act, words = FRAUDS[name]
    folder = copy_of(kind, tmp_path)
    first(EPISODES, act)(folder)
    assert_caught(folder, EPISODES, words)


def test_a_transcript_cannot_be_left_out(tmp_path: Path) -> None:
    folder = copy_of("bank", tmp_path)
    edit_lines(folder, EPISODES, list.pop)
    assert_caught(folder, EPISODES, "no episode for 1: ")
    folder = copy_of("twenty", tmp_path)
    edit_lines(folder, EPISODES, list.pop)
    assert_caught(folder, "", "no result of 1: ")


def test_the_stated_options_are_those_of_the_transcripts(tmp_path: Path) -> None:
    folder = copy_of("bank", tmp_path)
    edited(lambda meta: meta["options"].update(max_turns=5))(folder)
    assert_caught(folder, EPISODES, "'max_turns': 5, 'feedback': 'full'}, as submission.json states")
