"""Questions on what the lines of an image clue show: times, names, places, objects and texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from turtlesoup_bench.games.murder_mystery.cases import Case, Record, clock, minutes

from .drafts import Draft, Hop, Words, both
from .sight import Sight
from .wording import CaseWords, tells_time, words

TEXT_RICH = (
    "letter",
    "telegram",
    "diary",
    "newspaper",
    "receipt",
    "ticket",
    "log",
    "register",
    "form",
    "chat",
    "label",
)
"""Kinds of image clue that are read; the others are looked at."""
RUNNING = ("letter", "telegram", "diary", "newspaper", "label")
"""Kinds that show no name beside the text of a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of an image clue that shows what no text on the table states, with what can be seen of it.

    Attributes:
        clue: Id of the clue.
        kind: Of the image.
        fact: Id of the fact; of a line that states none, the clue and the line's number, such as ``lock_log[2]``.
        minute: The time that it shows.
        person: Id of the person whom it shows.
        place: Id of the place that it shows.
        object: Id of the object that it shows.
        text: Its text.
        is_only: Whether no other line of any image clue has this text.
    """

    clue: str
    kind: str
    fact: str
    minute: int | None
    person: str | None
    place: str | None
    object: str | None
    text: Words | None
    is_only: bool

    @property
    def hop(self) -> Hop:
        """The fact, and this clue as its source."""
        return Hop((self.fact,), self.clue)

    @property
    def quoted(self) -> Words | None:
        """The text, if it can be quoted without a time, and means this line alone."""
        return None if self.text is None or tells_time(self.text) or not self.is_only else self.text


def lines(case: Case, said: CaseWords, sight: Sight) -> list[Line]:
    """The lines of all image clues."""
    texts = list(_texts(case))
    return [
        line
        for clue in case.record["clues"]
        for number in range(len(clue.get("image", {}).get("lines", [])))
        if (line := _line(case, said, sight, clue, number, texts))
    ]


def _line(case: Case, said: CaseWords, sight: Sight, clue: Record, number: int, texts: Sequence[Words]) -> Line | None:
    shown = clue["image"]["lines"][number]
    minute = _minute(case, shown["time"]) if "time" in shown else None
    fact = shown.get("fact") or _stay(case, shown, minute)
    if not sight.hides([fact] if fact else [], time=minute):
        return None
    text = words(shown["text"]) if "text" in shown else None
    in_words = clue["image"]["kind"] in RUNNING and text is not None

    def seen(field: str) -> str | None:
        """A name stands beside the text, or in it."""
        name: str | None = shown.get(field)
        if not in_words or name is None or text is None:
            return name
        if field == "person":
            return name if name in said.named(text) else None
        return name if all(part in one for part, one in zip(said.names[name], text, strict=True)) else None

    return Line(
        clue=clue["id"],
        kind=clue["image"]["kind"],
        fact=fact or f"{clue['id']}[{number}]",
        minute=minute,
        person=seen("person"),
        place=seen("place"),
        object=seen("object"),
        text=text,
        is_only=text is None or sum(text.overlaps(other) for other in texts) == 1,
    )


def _texts(case: Case) -> Iterator[Words]:
    """The texts of all lines of all image clues."""
    for clue in case.record["clues"]:
        yield from (words(line["text"]) for line in clue.get("image", {}).get("lines", []) if "text" in line)


def _minute(case: Case, time: str) -> int:
    return minutes(time) + (24 * 60 if minutes(time) < case.begin else 0)


def _stay(case: Case, shown: Record, minute: int | None) -> str | None:
    """The stay that a line without a fact shows."""
    if minute is None or not {"person", "place"} <= shown.keys():
        return None
    stay = case.stay_during(shown["person"], minute, minute)
    return stay.id if stay else None


def picture_drafts(case: Case, said: CaseWords, sight: Sight) -> Iterator[Draft]:
    """Questions on one line, and on two of one clue."""
    everything = lines(case, said, sight)
    for line in everything:
        ask = partial(
            Draft,
            kind="text_rich" if line.kind in TEXT_RICH else "media_rich",
            facts=(line.fact,),
            hops=(line.hop,),
            clues=(line.clue,),
        )
        others = [other for other in everything if other is not line]
        yield from _on_text(said, line, others, ask)
        yield from _on_time(case, said, line, others, ask)
    for one, other in combinations(everything, 2):
        if one.clue == other.clue and one.fact != other.fact and one.quoted and other.quoted:
            yield from _between(one, other)


def _on_text(said: CaseWords, line: Line, others: list[Line], ask: partial[Draft]) -> Iterator[Draft]:
    """What stands beside the text of a line, and the name in it."""
    text = line.text
    if text is None:
        return
    about = {"text": text}
    if line.minute is not None and line.quoted:
        yield ask(ask="recorded_when", about=about, answer=both(clock(line.minute)), pool=said.times)
    if line.person and line.person not in said.named(text):
        yield ask(ask="recorded_who", about=about, answer=said.names[line.person], pool=said.people)
    if line.place and not _contains(text, said.names[line.place]):
        yield ask(ask="recorded_where", about=about, answer=said.names[line.place], pool=said.places)
    gapped = said.with_gap(text, line.person) if line.person else None
    if line.person and gapped:
        alike = [other.person for other in others if other.person and other.text and _alike(said, other, gapped)]
        named = [who for who in said.named(text) if who != line.person]
        unfit = tuple(said.names[who] for who in (*alike, *named))
        person = said.names[line.person]
        yield ask(ask="name_in_gap", about={"text": gapped}, answer=person, unfit=unfit, pool=said.people)
        if not alike:
            yield ask(ask="written_of", about={"person": person}, answer=gapped)


def _contains(text: Words, name: Words) -> bool:
    return any(part in one for part, one in zip(name, text, strict=True))


def _alike(said: CaseWords, other: Line, gapped: Words) -> bool:
    same = said.with_gap(other.text, other.person) if other.text and other.person else None
    return same is not None and same.overlaps(gapped)


def _on_time(case: Case, said: CaseWords, line: Line, others: list[Line], ask: partial[Draft]) -> Iterator[Draft]:
    """What is shown for a time."""
    if line.minute is None:
        return
    time = {"time": both(clock(line.minute))}
    then = [other for other in others if other.minute == line.minute]
    if line.quoted:
        unfit = tuple(other.text for other in then if other.text)
        pool = tuple(other.quoted for other in others if other.quoted and other.minute != line.minute)
        yield ask(ask="recorded_what", about=time, answer=line.quoted, unfit=unfit, pool=pool)
    if line.person and line.place:
        person, place = said.names[line.person], said.names[line.place]
        yield ask(ask="seen_where", about=time | {"person": person}, answer=place, pool=said.places)
        there = [who for who in case.stays if who != line.person and _is_there(case, line, who)]
        unfit = tuple(said.names[who] for who in there)
        yield ask(ask="seen_who", about=time | {"place": place}, answer=person, unfit=unfit, pool=said.people)


def _is_there(case: Case, line: Line, who: str) -> bool:
    stay = None if line.minute is None else case.stay_during(who, line.minute, line.minute)
    return stay is not None and stay.at == line.place


def _between(one: Line, other: Line) -> Iterator[Draft]:
    if one.minute is None or other.minute is None or one.minute == other.minute or not (one.quoted and other.quoted):
        return
    if one.quoted.overlaps(other.quoted):
        return
    yield Draft(
        kind="text_rich" if one.kind in TEXT_RICH else "media_rich",
        ask="minutes_between",
        about={"text": one.quoted, "other": other.quoted},
        answer=both(abs(other.minute - one.minute)),
        facts=(one.fact, other.fact),
        hops=(Hop((one.fact, other.fact), one.clue),),
        clues=(one.clue,),
    )
