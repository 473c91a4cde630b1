"""What people play turtle soup with: words for the terminal and the page, hints and suggestions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from turtlesoup_bench.games import Episode, HumanPlay, Instance, Note
from turtlesoup_bench.games.turtle_soup.playing.form import PersonForm
from turtlesoup_bench.games.turtle_soup.puzzles import Plays, plays
from turtlesoup_bench.games.turtle_soup.records import HOST
from turtlesoup_bench.games.turtle_soup.responder import EMBEDDED
from turtlesoup_bench.text_tables import counted

_EMBEDDED_HOST = Note(
    "The embedded host knows only the labelled questions and the clues of each story, and answers Unknown to nearly "
    "everything else. The page can suggest the labelled questions. For a real game, let a model answer: --responder "
    "provider/model.",
    "内置主持人只认得每个故事里标注过的问题和线索，其余几乎都答“未知”。"
    "网页上可以让它推荐标注过的问题。想认真玩，请在启动时用 --responder 服务商/模型 让模型来回答。",
)


def _notes(cast: Mapping[str, str]) -> Iterator[Note]:
    if cast[HOST] == EMBEDDED:
        yield _EMBEDDED_HOST


def _hints(instance: Instance, episode: Episode) -> Sequence[str]:
    """The key clues that no question has touched."""
    touched = {event.data["clue"] for event in episode.events if event.kind == "answer"}
    return [clue for number, clue in enumerate(instance.data["key_clues"], start=1) if number not in touched]


def _suggestions(instance: Instance, episode: Episode) -> Sequence[str]:
    """The labelled questions, where only they are understood; their order tells nothing of their answers."""
    if episode.setup.cast.get(HOST) != EMBEDDED:
        return []
    asked = {event.data["question"] for event in episode.events if event.kind == "question"}
    questions = [probe["question"] for probe in instance.data["probes"] if probe["question"] not in asked]
    return sorted(questions, key=lambda question: sha256(question.encode()).digest())


def _difficulty(instance: Instance) -> Note | None:
    """How models fared; of a guess at once only where one was tried."""
    fared = plays().get(instance.id, Plays())
    if not fared.players:
        return None
    asked = round(fared.questions / fared.players)
    english = (
        f"{fared.solved} of {counted(fared.players, 'model')} solved it, with {counted(asked, 'question')} on average"
    )
    chinese = f"{fared.players} 个模型玩过，{fared.solved} 个解开，平均问了 {asked} 个问题"
    if fared.guesses:
        english += f"; at a first guess {fared.guessed} of {fared.guesses}"
        chinese += f"；只看汤面猜一次，{fared.guesses} 个里猜中 {fared.guessed} 个"
    return Note(f"{english}.", f"{chinese}。")


HUMAN_PLAY = HumanPlay(
    teaser=lambda instance: str(instance.data["surface"]),
    warnings=lambda instance: list(instance.data["content_notes"]),
    difficulty=_difficulty,
    forms=lambda role, language: [PersonForm(language)],
    notes=_notes,
    hints=_hints,
    suggestions=_suggestions,
    solution=lambda instance: str(instance.data["bottom"]),
)
