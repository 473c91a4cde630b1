"""A case as records, read from the content of a case file that satisfies the schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from .facts import Act, Bound, Claim, Clue, Deed, Fact, Lie, Means, Motive, Need, Scene, Secret, Sighting, Stay, Telling
from .plan import Door, Plan
from .texts import stated

Record = Mapping[str, Any]
FactKind = TypeVar("FactKind", bound=Fact)


@dataclass(frozen=True)
class Case:
    """A case.

    Attributes:
        record: The content of the file, for texts and names.
        begin: First minute of the day; minutes count from midnight before it.
        finish: Last minute of the day.
        plan: Places and doors.
        suspects: The people who have a role, in order; the victim has none.
        held: Where each object is when the day begins: the id of a place or of a person.
        facts: Every fact by its id, in the order of the file.
        public: Facts that the opening states, so that everybody knows them.
        murderer: Id of a person.
        victim: Id of a person.
        start: Minute in which the murder really begins.
        end: Minute in which it is really done.
    """

    record: Record = field(repr=False)
    begin: int
    finish: int
    plan: Plan
    suspects: tuple[str, ...]
    held: Mapping[str, str]
    facts: Mapping[str, Fact] = field(repr=False)
    lies: tuple[Lie, ...]
    clues: tuple[Clue, ...]
    public: frozenset[str]
    murderer: str
    victim: str
    start: int
    end: int

    def of(self, kind: type[FactKind]) -> list[FactKind]:
        """All facts of one kind, in the order of the file."""
        if kind not in self._by_kind:
            self._by_kind[kind] = [fact for fact in self.facts.values() if isinstance(fact, kind)]
        return [*self._by_kind[kind]]

    @cached_property
    def _by_kind(self) -> dict[type[Any], list[Any]]:
        return {}

    @property
    def scene(self) -> Scene:
        """Where the murder was done."""
        return self.of(Scene)[0]

    @cached_property
    def stays(self) -> Mapping[str, Sequence[Stay]]:
        """Everybody's stays in order of time."""
        stays = sorted(self.of(Stay), key=lambda stay: (stay.start, stay.end))
        return {person["id"]: [stay for stay in stays if stay.who == person["id"]] for person in self.record["people"]}

    def stay_during(self, person: str, start: int, end: int) -> Stay | None:
        """The stay of a person that covers these minutes, if one does."""
        return next((stay for stay in self.stays[person] if stay.start <= start and end <= stay.end), None)

    @property
    def known(self) -> frozenset[str]:
        """What everybody knows when all clues are on the table."""
        return self.public.union(*(clue.states for clue in self.clues))


def minutes(time: str) -> int:
    """Minutes from midnight to a time such as ``23:10``."""
    hours, rest = time.split(":")
    return 60 * int(hours) + int(rest)


def clock(minute: int) -> str:
    """A minute as a clock shows it, such as ``23:10``."""
    return f"{minute // 60 % 24:02}:{minute % 60:02}"


def read_case(record: Record) -> Case:
    """The case in the content of a file that satisfies the schema."""
    begin = minutes(record["day"]["from"])

    def at(time: str) -> int:
        """The minute of a time; what is earlier than the day's first hour is of the next day."""
        return minutes(time) + (24 * 60 if minutes(time) < begin else 0)

    murder = record["murder"]
    return Case(
        record=record,
        begin=begin,
        finish=at(record["day"]["to"]),
        plan=Plan(
            tuple(
                Door(door["id"], (door["between"][0], door["between"][1]), door["minutes"], door.get("key"))
                for door in record["doors"]
            )
        ),
        suspects=tuple(role["who"] for role in record["roles"]),
        held={thing["id"]: thing.get("at") or thing.get("with", "") for thing in record["objects"]},
        facts={fact.id: fact for fact in _facts(record, at)},
        lies=tuple(_lies(record, at)),
        clues=tuple(_clue(clue, f"clues[{number}]") for number, clue in enumerate(record["clues"])),
        public=stated(record["opening"]),
        murderer=murder["murderer"],
        victim=murder["victim"],
        start=at(murder["from"]),
        end=at(murder["to"]),
    )


def _facts(record: Record, at: Callable[[str], int]) -> Iterator[Fact]:
    def entries(name: str) -> Iterator[tuple[Record, str]]:
        return ((entry, f"{name}[{number}]") for number, entry in enumerate(record[name]))

    def maybe(entry: Record, name: str) -> int | None:
        return at(entry[name]) if name in entry else None

    for one, place in entries("stays"):
        start, end = at(one["from"]), at(one["to"])
        yield Stay(id=one["id"], place=place, who=one["who"], at=one["at"], start=start, end=end)
    for one, place in entries("acts"):
        takes, leaves = one.get("takes"), one.get("leaves")
        yield Act(id=one["id"], place=place, who=one["who"], time=at(one["at"]), takes=takes, leaves=leaves)
    for one, place in entries("sightings"):
        start, end = at(one["at"]), at(one.get("to", one["at"]))
        heard = one.get("heard", False)
        yield Sighting(id=one["id"], place=place, by=one["by"], of=one["of"], start=start, end=end, heard=heard)
    for one, place in entries("tellings"):
        to, phone = tuple(one["to"]), one.get("phone", False)
        time = maybe(one, "at")
        yield Telling(id=one["id"], place=place, by=one["by"], to=to, fact=one["fact"], time=time, phone=phone)
    for one, place in entries("motives"):
        yield Motive(id=one["id"], place=place, who=one["who"])
    for one, place in entries("secrets"):
        yield Secret(id=one["id"], place=place, who=one["who"])
    for one, place in entries("means"):
        yield Means(id=one["id"], place=place, who=one["who"], need=one["need"], has=one["has"])
    murder = record["murder"]
    yield Deed(id=murder["id"], place="murder", who=murder["murderer"])
    yield Scene(id=murder["place"]["id"], place="murder.place", at=murder["place"]["at"])
    for number, one in enumerate(murder["bounds"]):
        after, before, lasts = maybe(one, "after"), maybe(one, "before"), one.get("lasts")
        yield Bound(id=one["id"], place=f"murder.bounds[{number}]", after=after, before=before, lasts=lasts)
    for number, one in enumerate(murder["needs"]):
        yield Need(id=one["id"], place=f"murder.needs[{number}]", object=one.get("object"))


def _lies(record: Record, at: Callable[[str], int]) -> Iterator[Lie]:
    for number, role in enumerate(record["roles"]):
        for position, lie in enumerate(role["lies"]):
            claims = lie.get("claims")
            yield Lie(
                id=lie["id"],
                place=f"roles[{number}].lies[{position}]",
                who=role["who"],
                denies=lie.get("denies"),
                claims=claims and Claim(at=claims["at"], start=at(claims["from"]), end=at(claims["to"])),
                guards=lie.get("guards"),
            )


def _clue(clue: Record, place: str) -> Clue:
    lines = clue.get("image", {}).get("lines", [])
    shown = {line["fact"] for line in lines if "fact" in line}
    return Clue(
        id=clue["id"],
        place=place,
        states=frozenset(shown).union(stated(clue.get("text", {}))),
        held_by=clue.get("held_by"),
        is_pivotal=clue.get("pivotal", False),
        is_image="image" in clue,
    )
