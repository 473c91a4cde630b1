"""The rules of word chaining, and the user who plays against the model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from turtlesoup_bench.games import Decision, Ending, Event, Move, Setup
from turtlesoup_bench.records import Json

PLAYER = "player"
TURNS = 20
"""Words of both sides together after which a game ends."""
LONGEST_WORD = 100
_REFUSED = {
    "en": f"Say one word of at most {LONGEST_WORD} letters.",
    "zh": f"请说一个词，不超过 {LONGEST_WORD} 个字。",
}
ACCEPTS: Json = {
    "type": "object",
    "properties": {"word": {"type": "string", "minLength": 1, "maxLength": LONGEST_WORD}},
    "required": ["word"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands.

    Attributes:
        setup: What was fixed before.
        said: The words of both sides, oldest first.
        ending: How it ended.
    """

    setup: Setup
    said: tuple[str, ...] = ()
    ending: Ending | None = None

    @property
    def words(self) -> Sequence[str]:
        """The list."""
        words: Sequence[str] = self.setup.instance.data["words"]
        return words


def breach(words: Sequence[str], said: Sequence[str], word: str) -> str | None:
    """The rule that a word breaks; None if it may be said next.

    Args:
        words: The list.
        said: The words of both sides so far.
        word: In small letters.
    """
    if word not in words:
        return "not in the list"
    if word in said:
        return "said before"
    if said and word[0] != said[-1][-1]:
        return "wrong first letter"
    return None


def legal_words(words: Sequence[str], said: Sequence[str]) -> list[str]:
    """The words that may be said next, in the order of the list."""
    if not said:
        return list(words)
    gone = set(said)
    return [word for word in _by_first_letter(tuple(words)).get(said[-1][-1], ()) if word not in gone]


@lru_cache(maxsize=1024)
def _by_first_letter(words: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    by_letter: dict[str, list[str]] = {}
    for word in words:
        by_letter.setdefault(word[0], []).append(word)
    return by_letter


def words_said(events: Iterable[Event]) -> list[str]:
    """The words of both sides in these events, oldest first."""
    return [event.data["word"] for event in events if event.kind == "word"]


class WordChaining:
    """See the package; the methods are those of `turtlesoup_bench.games.Rules`."""

    def start(self, setup: Setup) -> tuple[State, list[Event]]:
        """The list, and the first word if the user begins."""
        events = [Event("words", {"words": setup.instance.data["words"]})]
        return _after_user(State(setup), events) if setup.draw("first side") < 0.5 else (State(setup), events)

    def waiting(self, state: State) -> Mapping[str, Decision]:
        """The player, until the end; it sees how many words the sides may still say."""
        if state.ending is not None:
            return {}
        turn = len(state.said) + 1
        return {PLAYER: Decision("word", ACCEPTS, {"turn": turn, "turns_left": TURNS - turn + 1})}

    def refuse(self, state: State, seat: str, action: Any) -> str | None:
        """Anything but ``{"word": text}``. Words that break the rules of the game are accepted, and lose."""
        word = action.get("word") if isinstance(action, dict) and len(action) == 1 else None
        is_word = isinstance(word, str) and 1 <= len(word) <= LONGEST_WORD
        return None if is_word else _REFUSED[state.setup.instance.language]

    def apply(self, state: State, moves: Mapping[str, Move]) -> tuple[State, list[Event]]:
        """The player's word and what follows: the user's word, or the end."""
        move = moves[PLAYER]
        if move.forfeit is not None:
            data = {"words": len(state.said), "reason": move.forfeit.reason, "replies": list(move.forfeit.replies)}
            return replace(state, ending=Ending("aborted", data, aborted=(PLAYER,))), []
        word = move.action["word"].strip().lower()
        after = replace(state, said=(*state.said, word))
        events = [Event("word", {"turn": len(after.said), "word": word}, seat=PLAYER)]
        broken = breach(state.words, state.said, word)
        if broken is not None:
            return replace(after, ending=Ending("lost", {"words": len(after.said), "breach": broken})), events
        return _after_user(after, events)

    def ending(self, state: State) -> Ending | None:
        """``survived``, ``lost`` or ``aborted``, after so many ``words`` of both sides."""
        return state.ending


def _after_user(state: State, events: list[Event]) -> tuple[State, list[Event]]:
    """The state after the user's next word, if the game goes on that long."""
    followers = legal_words(state.words, state.said) if state.said else _opening_words(state.words)
    ending = _ending(state, followers)
    if ending is not None:
        return replace(state, ending=ending), events
    turn = len(state.said) + 1
    word = followers[int(state.setup.draw("word", turn) * len(followers))]
    after = replace(state, said=(*state.said, word))
    ending = _ending(after, legal_words(after.words, after.said))
    return replace(after, ending=ending), [*events, Event("word", {"turn": turn, "word": word})]


def _opening_words(words: Sequence[str]) -> list[str]:
    """The words with which the user may begin, in the order of the list: those that leave the player a word to say.

    Where there is no such word, it may begin with any.
    """
    followers = _by_first_letter(tuple(words))
    return [word for word in words if followers.get(word[-1], [word]) != [word]] or list(words)


def _ending(state: State, followers: Sequence[str]) -> Ending | None:
    """The end without a loss: by the turn limit, or because the side to move has no word."""
    if len(state.said) < TURNS and followers:
        return None
    reason = "turn limit" if len(state.said) == TURNS else "no word left"
    return Ending("survived", {"words": len(state.said), "reason": reason})
