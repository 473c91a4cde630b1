"""What a game adds for people who play it, on a web page and in the terminal. Nothing has to be given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from turtlesoup_bench.games.episode import Episode, Instance
from turtlesoup_bench.games.scores import Note

if TYPE_CHECKING:
    from turtlesoup_bench.games import ChatForm


def _told_nothing(instance: Instance) -> str:
    return ""


def _no_help(instance: Instance, episode: Episode) -> Sequence[str]:
    return ()


def _no_notes(cast: Mapping[str, str]) -> Iterable[Note]:
    return ()


@dataclass(frozen=True, slots=True)
class HumanPlay:
    """A game's part of what people play on.

    The page shows a game by the transcript of `GameReport`, whose folder may also hold ``controls.js``: its function
    ``seen(events)`` makes what ``transcript`` takes of the events that the person has seen, and its function
    ``controls(decision, desk)`` the nodes with which a person moves. Without it, a person is told what a chat model is
    told, and answers in words. Phrases of ``strings.json``: ``game-title``, ``game-about`` (a sentence) and ``how-to``.

    Attributes:
        teaser: What stands for an instance in a list. It must tell nothing that players are not told at the start.
        warnings: What a person may want to know before, such as violence; shown on demand.
        difficulty: How hard an instance is, in a sentence; None where that is not known.
        forms: The words in which a person is told of a role in a language, and answers; None for a chat model's.
        notes: What must be said of who plays the other seats, from the agent of each seat.
        hints: What helps as a game stands, the next hint first. A game with hints is no part of the human baseline.
        suggestions: Moves, in words, for a person who does not know how to go on; likewise.
        solution: What is told at the end, in the terminal.
        in_words: Options of the game where nothing but words can be shown, as in the terminal.
    """

    teaser: Callable[[Instance], str] = _told_nothing
    warnings: Callable[[Instance], Sequence[str]] = lambda _: ()
    difficulty: Callable[[Instance], Note | None] = lambda _: None
    forms: Callable[[str, str], Sequence[ChatForm]] | None = None
    notes: Callable[[Mapping[str, str]], Iterable[Note]] = _no_notes
    hints: Callable[[Instance, Episode], Sequence[str]] = _no_help
    suggestions: Callable[[Instance, Episode], Sequence[str]] = _no_help
    solution: Callable[[Instance], str] = _told_nothing
    in_words: Mapping[str, Any] = field(default_factory=dict)
