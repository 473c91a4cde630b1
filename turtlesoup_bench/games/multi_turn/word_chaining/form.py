"""Word chaining in words."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from turtlesoup_bench.games import Observation, Unreadable
from turtlesoup_bench.games.chat import GrowingForm
from turtlesoup_bench.games.multi_turn.word_chaining.rules import legal_words, words_said
from turtlesoup_bench.prompts import Prompt, PromptSet

PROMPTS = PromptSet("word-chaining", Path(__file__).with_name("prompts"))
UNMARKED = {
    "en": "Put the word that you say in single quotation marks, like this: 'word'.",
    "zh": "请用单引号标出你要说的词，例如：'词语'。",
}
_SINGLE = "'‘’´＇"
_MARKS = (
    # A letter beside the mark makes it an apostrophe.
    re.compile(rf"(?<![A-Za-z])[{_SINGLE}]([^{_SINGLE}\n]{{1,100}})[{_SINGLE}](?![A-Za-z])"),
    re.compile(r"""["“＂「『《【`](.{1,100}?)["”＂」』》】`]"""),
    re.compile(r"[*_]{1,3}(.{1,100}?)[*_]{1,3}"),
)
_WORD = re.compile(r"\W*([^\W\d_](?:-?[^\W\d_])+)[^\w:：]*")  # of two letters or more; what a colon follows is a label


def marked_word(reply: str) -> str | None:
    """The word that a reply marks as its move; None if it marks none.

    That is the last one in single quotation marks; where there is none, in other quotation marks or code marks; where
    there is none of these either, in emphasis. Marks around several words or around a single letter mark no move, and
    nor do apostrophes.
    """
    text = html.unescape(reply).replace("\\", "")
    for marks in _MARKS:
        words = [word[1] for marked in marks.findall(text) if (word := _WORD.fullmatch(marked))]
        if words:
            return words[-1]
    return None


@dataclass(frozen=True)
class PlayerForm(GrowingForm):
    """The player; the chat grows with each word.

    Attributes:
        language: ``en`` or ``zh``.
    """

    language: str

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """The marked word, right or wrong; see `marked_word`."""
        word = marked_word(reply)
        return Unreadable(UNMARKED[self.language]) if word is None else {"word": word}

    def example(self, observation: Observation, rng: Random) -> str:
        """A word that may be said next; seldom any word of the list."""
        words = observation.events[0].data["words"]
        legal = legal_words(words, words_said(observation.events))
        return f"'{rng.choice(words if rng.random() < 0.05 else legal)}'"

    def prompt(self, observation: Observation) -> Prompt:
        """See `turtlesoup_bench.games.chat.PromptForm.prompt`."""
        words = [word for event in observation.new if event.kind == "words" for word in event.data["words"]]
        said = words_said(observation.events)
        values = {
            "words": ("、" if self.language == "zh" else ", ").join(words),
            "word": said[-1] if said else None,
            "turns": observation.view["turn"] + observation.view["turns_left"] - 1,
        }
        return PROMPTS.prompt("player", self.language, **values)
