"""Run folders of protocol 1 and early 2, of the time before games had names, as run folders of today.

Their scores keep rulers of their own, so they are shown, but never averaged or ranked with newer ones.
"""

from __future__ import annotations

import json
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem, RunFolderError
from turtlesoup_bench.games import Forfeit, Instance, Move
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.turtle_soup.game import GAME, instance_of
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzle_set
from turtlesoup_bench.games.turtle_soup.records import HOST, MEASURES, PLAYER
from turtlesoup_bench.games.turtle_soup.responder import EMBEDDED
from turtlesoup_bench.records import Json
from turtlesoup_bench.run_folder import RunFolder, append_line, write_atomically

_SEATS = {"questioner": PLAYER, "responder": HOST}


def upgrade(path: Path, out: Path, data: Path | None = None) -> None:
    """Makes a run folder of today from one of an earlier version, which is left as it is.

    Args:
        path: The old folder.
        out: The new one, which must not exist.
        data: Folder of imported puzzles, if the run played such.

    Raises:
        InvalidInput: If the old folder cannot be read, or today's rules do not allow what was played.
        RunFolderError: If the new one exists or cannot be written.
    """
    old = RunFolder(path)
    try:
        run = run_record(json.loads(old.run_file.read_text(encoding="utf-8")))
        episodes, scores = _records(old.episodes_file), [_records(file) for file in path.glob("scores.*.jsonl")]
        failures = {file: json.loads(file.read_text(encoding="utf-8")) for file in path.glob("failures.*.json")}
    except (OSError, ValueError, KeyError) as error:
        found = f"no field {error}" if isinstance(error, KeyError) else getattr(error, "strerror", None) or str(error)
        expected = "a run folder of version 0.1.0 of this package"
        raise InvalidInput([Problem(str(path), "", found, expected)]) from error
    new = RunFolder(out)
    if new.run_file.exists():
        raise RunFolderError(f"{out}: there is a run folder already; give another --out")
    puzzles = load_puzzle_set(run["data"]["selection"]["languages"], data=data).puzzles
    instances = {puzzle.id: instance_of(puzzle) for puzzle in puzzles}
    unknown = [e["puzzle_id"] for e in episodes if e["puzzle_id"] not in instances]
    if unknown:
        raise InvalidInput(Problem(str(old.episodes_file), "puzzle_id", n, "a puzzle of the data set") for n in unknown)
    converted = [episode_record(record, run, instances[record["puzzle_id"]]) for record in episodes]
    with new.opened(run):
        for record in converted:
            append_line(new.episodes_file, record)
        for lines in scores:
            for line in lines:
                record = score_record(line, run)
                append_line(new.scores_file(record["scorer"]), record)
        for file, record in failures.items():
            write_atomically(out / file.name, json.dumps(record, ensure_ascii=False))


def _records(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def run_record(record: Json) -> Json:
    """``run.json``."""
    dataset, model, responder = record["dataset"], record["model"], record["responder"]
    host_model = None if responder == EMBEDDED else responder
    return {
        **{name: record[name] for name in ("name", "identity", "created", "versions", "seeds", "concurrency")},
        "game": GAME.name,
        "game_version": record["protocol"],
        "data": {
            **{name: dataset[name] for name in ("version", "hash", "source")},
            "selection": {name: dataset[name] for name in ("languages", "genres", "limit")},
            "instances": dataset["puzzles"],
        },
        "options": {name: record[name] for name in ("max_turns", "feedback")},
        "seats": {
            PLAYER: _seat(record, "agent", record["agent"], model, record["temperature"]),
            HOST: _seat(record, "responder", "responder" if host_model else EMBEDDED, host_model, 0.0),
        },
        "tested": [PLAYER],
        "self_hosted": [HOST] if model and host_model == model else [],
        "scorer": record["judge"],
    }


def _seat(record: Json, kind: str, agent: str, model: str | None, temperature: float) -> Json:
    version = record.get(f"{kind}_version", record.get(f"{kind}_prompts"))
    return {
        "agent": agent,
        "version": version,
        "model": model,
        "sampling": {"temperature": temperature} if model else None,
    }


def episode_record(record: Json, run: Json, instance: Instance) -> Json:
    """An episode: its turns are played again by the rules.

    Args:
        record: Of that time.
        run: The run's record, as of today.
        instance: The puzzle.

    Raises:
        InvalidInput: If today's rules do not allow the turns.
    """
    turns, prediction = record["turns"], record["prediction"]
    clues = "earned"
    is_full = run["options"]["feedback"] == "full"
    if is_full and any(turn["answer"]["is_key_clue"] > turn["shown"]["is_key_clue"] for turn in turns):
        clues = "none"
    asks = bool(turns) or record["status"] != "completed"
    setup = GAME.setup(
        instance,
        seed=record["seed"],
        options=run["options"],
        cast={seat: " with ".join(filter(None, (s["agent"], s["model"]))) for seat, s in run["seats"].items()},
        grants={PLAYER: {"asks": asks, "clues": clues}},
    )
    moves: list[dict[str, Move]] = []
    for turn in turns:
        moves += [{PLAYER: Move({"question": turn["question"]}, turn["trace"])}, {HOST: Move(turn["answer"])}]
    match = Match(GAME, setup, moves)
    if prediction is not None:
        if any(seen.phase == "ask" for seen in match.observe().values()):
            match.act({PLAYER: Move({"question": None})})
        match.act({PLAYER: Move(prediction)})
    elif record["status"] == "aborted":
        reason = str(record["reason"]).removeprefix("questioner: ")
        match.act({PLAYER: Move(forfeit=Forfeit("unreadable", reason, tuple(record["replies"])))})
    else:
        match.fail(str(record["reason"]))
    usage = {_SEATS[role]: spent for role, spent in record["usage"].items()}
    return {**match.episode().to_json(), "usage": usage}


def score_record(record: Json, run: Json) -> Json:
    """A score."""
    ruler = record["ruler"]
    is_scored = record["status"] == "scored"
    return {
        **{name: record[name] for name in ("episode_id", "status", "reason", "usage")},
        "scorer": ruler["judge"],
        "by_seat": {PLAYER: {name: float(record[name]) for name in MEASURES}} if is_scored else {},
        "detail": {"matches": record["matches"]},
        "ruler": {
            "game": GAME.name,
            "version": ruler["protocol"],
            "options": run["options"],
            "data": {"version": ruler["dataset"], "hash": ruler["dataset_hash"]},
            "seats": {HOST: {**run["seats"][HOST], "is_self_hosted": HOST in run["self_hosted"]}},
            "scorer": {name: ruler[name] for name in ("judge", "judge_prompts", "weights", "thresholds")},
        },
    }
