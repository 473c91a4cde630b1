"""Any game with one tested seat is played in the terminal, by the words for chat models."""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess

import pytest
from commands import turtlesoup

from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.run_folder import read_saved


def play(game: str, lines: list[str], *options: str) -> CompletedProcess[str]:
    return turtlesoup("play", "--game", game, *options, typed=lines)


def test_a_game_is_played_to_its_score() -> None:
    instance = find_game("word-guess").load({})[0]
    secret = instance.data["secret"]
    other = next(word for word in instance.data["words"] if word != secret)
    done = play("word-guess", [f"<attempt>{other}</attempt>", f"<attempt>{secret}</attempt>"], instance.id)
    assert done.returncode == 0, done.stderr
    assert other in done.stdout and "grey" in done.stdout
    assert "Attempts: 2\nSolved: 100" in done.stdout


def test_mistakes_are_complained_of_as_often_as_they_are_made() -> None:
    instance = find_game("word-guess").load({})[0]
    mistakes = ["crane is my guess", "", "", "<attempt>zzzzz</attempt>", "<attempt>qqqqq</attempt>"]
    done = play("word-guess", [*mistakes, "I take", f"<attempt>{instance.data['secret']}</attempt>"], instance.id)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("There is no attempt in the reply.") == 2
    assert "Attempts: 1\n" in done.stdout


@pytest.mark.parametrize(
    "game", ["circuit-decoding", "movie-recommendation", "twenty-questions", "word-chaining", "word-guess"]
)
def test_every_game_of_one_seat_begins_and_can_be_left(game: str) -> None:
    done = play(game, [])
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) > 200
    assert done.stdout.endswith("The game was left.\n")


def test_an_answerer_is_asked_until_the_end() -> None:
    done = play("twenty-questions", ["ready", *["no"] * 21])
    assert done.returncode == 0, done.stderr
    assert "Is it a type of" in done.stdout or "Is your word" in done.stdout
    assert "Consistent: " in done.stdout


def test_what_cannot_be_played_is_said() -> None:
    assert "instance: found 'nothing'" in play("word-guess", [], "nothing").stderr
    assert "did you mean 'word-guess'" in play("word-gues", []).stderr


def test_a_person_sits_in_a_seat_of_a_run(tmp_path: Path) -> None:
    first, second = find_game("word-guess").load({"limit": 2})
    out = tmp_path / "run"
    command = ["run", "--game", "word-guess", "--seat", "guesser=human", "--limit", 2, "--out", out]
    typed = [f"<attempt>{first.data['secret']}</attempt>", f"<attempt>{second.data['secret']}</attempt>"]
    stopped = turtlesoup(*command, typed=typed[:1])
    assert stopped.returncode == 130
    assert "run the same command again" in stopped.stderr
    done = turtlesoup(*command, typed=typed[1:])
    assert done.returncode == 0, done.stderr
    assert "2/2" in done.stdout
    episodes = read_saved(out).episodes
    assert {name: len(episode.moves) for name, episode in episodes.items()} == {
        f"{i.id}#42": 1 for i in (first, second)
    }
    assert {episode.setup.cast["guesser"] for episode in episodes.values()} == {"human"}
