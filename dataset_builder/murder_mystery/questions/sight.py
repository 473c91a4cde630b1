"""What somebody sees who answers a question: the opening, the text clues, a script; and what only a picture tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from turtlesoup_bench.games.murder_mystery.cases import Case, clock
from turtlesoup_bench.games.murder_mystery.facts import Sighting
from turtlesoup_bench.games.murder_mystery.texts import clock_times, spans, stated

from .drafts import Words
from .wording import CaseWords, words


class Sight:
    """What the texts of a case state."""

    def __init__(self, case: Case) -> None:
        self._case = case
        texts = [case.record["opening"], *(clue["text"] for clue in case.record["clues"] if "text" in clue)]
        self.open = frozenset(fact for text in texts for fact in stated(text))
        self._scripts = {role["who"]: role["script"] for role in case.record["roles"]}
        self._said = {role: _words_by_fact(script) for role, script in self._scripts.items()}
        self._times = {time for text in texts for one in words(text) for time in clock_times(one)}

    def of_script(self, role: str) -> frozenset[str]:
        """The facts that a script states."""
        return stated(self._scripts[role])

    def says_time(self, role: str, fact: str, minute: int) -> bool:
        """Whether a script gives this time in the words that state a fact."""
        return all(clock(minute) in clock_times(one) for one in self._said[role][fact])

    def says_place(self, role: str, fact: str, place: Words) -> bool:
        """Whether a script names the place in the words that state a fact."""
        return any(name in one for name, one in zip(place, self._said[role][fact], strict=True))

    def said_places(self, said: CaseWords) -> tuple[Words, ...]:
        """The places that some script names where it says that its role was there."""
        stays = [stay for role in self._scripts for stay in self._case.stays[role]]
        at = {stay.at for stay in stays if self.says_place(stay.who or "", stay.id, said.names[stay.at])}
        return tuple(said.names[place] for place in sorted(at))

    def hides(self, facts: Iterable[str], *, role: str | None = None, time: int | None = None) -> bool:
        """Whether no text on the table, nor the script of the role, states these facts, or gives this time.

        A sighting and what is seen are one thing here.
        """
        same = {self._seen(fact) for fact in facts}
        readable = self.open | (self.of_script(role) if role else frozenset())
        if same & {self._seen(fact) for fact in readable}:
            return False
        times = self._times | (self._script_times(role) if role else set())
        return time is None or clock(time) not in times

    def _seen(self, fact: str) -> str:
        one = self._case.facts[fact]
        return one.of if isinstance(one, Sighting) else fact

    def _script_times(self, role: str) -> set[str]:
        return {time for one in words(self._scripts[role]) for time in clock_times(one)}


def _words_by_fact(script: Mapping[str, str]) -> Mapping[str, Words]:
    """The words of a script that state each fact; none for the facts that it does not state."""
    said: defaultdict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for place, language in enumerate(Words._fields):
        for span in spans(script[language]):
            for fact in dict.fromkeys(span.facts):
                said[fact][place].append(span.words)
    return defaultdict(lambda: Words("", ""), {fact: Words(*map(" ".join, parts)) for fact, parts in said.items()})
