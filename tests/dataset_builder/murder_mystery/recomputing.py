"""Whether an option answers a question, from the content of the case file alone and by brute force.

It shares no code with the builder: names are looked up, intervals walked through, ways found by Floyd and Warshall.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from math import inf
from typing import Any, ClassVar

About = dict[str, str]


class Truth:
    """The facts of one case, by English names."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = record
        things = [*record["people"], *record["places"], *record["objects"]]
        self.names = {thing["id"]: thing["name"]["en"] for thing in things}
        self.people = {person["id"] for person in record["people"]}
        self.facts = {
            fact["id"]: fact
            for field in ("stays", "acts", "sightings", "tellings", "motives", "secrets", "means")
            for fact in record[field]
        }
        self.lines = [
            line | {"clue": clue["id"]} for clue in record["clues"] for line in clue.get("image", {}).get("lines", [])
        ]
        self.walks = self._floyd_and_warshall()

    def minute(self, time: str) -> int:
        first, now = ([int(part) for part in one.split(":")] for one in (self.record["day"]["from"], time))
        return 60 * now[0] + now[1] + (24 * 60 if now < first else 0)

    def _floyd_and_warshall(self) -> dict[tuple[str, str], float]:
        places = [place["id"] for place in self.record["places"]]
        walks = {(one, other): 0 if one == other else inf for one, other in product(places, places)}
        for door in self.record["doors"]:
            one, other = door["between"]
            walks[one, other] = walks[other, one] = min(door["minutes"], walks[one, other])
        for via, one, other in product(places, places, places):
            walks[one, other] = min(walks[one, other], walks[one, via] + walks[via, other])
        return walks

    def place(self, name: str) -> str:
        return next(place["id"] for place in self.record["places"] if place["name"]["en"] == name)

    def stays(self, person: str) -> list[dict[str, Any]]:
        own = [stay for stay in self.record["stays"] if self.names[stay["who"]] == person]
        return sorted(own, key=lambda stay: self.minute(stay["from"]))

    def at(self, person: str, minute: int) -> list[dict[str, Any]]:
        return [one for one in self.stays(person) if self.minute(one["from"]) <= minute <= self.minute(one["to"])]

    def doing(self, about: About) -> dict[str, Any]:
        [stay] = [stay for stay in self.stays(about["person"]) if stay["doing"]["en"] == about["doing"]]
        return stay

    def acts(self, person: str) -> list[dict[str, Any]]:
        return [act for act in self.record["acts"] if self.names[act["who"]] == person]

    def sightings(self, about: About, heard: bool) -> Iterator[tuple[dict[str, Any], str]]:
        for one in self.record["sightings"]:
            if self.names[one["by"]] == about["person"] and one.get("heard", False) == heard:
                yield one, self.names[self.facts[one["of"]]["who"]]

    def tellings(self, about: About) -> Iterator[dict[str, Any]]:
        for one in self.record["tellings"]:
            if self.names[one["by"]] == about["person"] and self.text(one["fact"]) == about["text"]:
                yield one

    def text(self, fact: str) -> str:
        return str(self.facts[fact].get("text", {}).get("en"))

    def written(self, text: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line.get("text", {}).get("en") == text]

    def time_of(self, text: str) -> int:
        [line] = self.written(text)
        return self.minute(line["time"])

    def fills(self, gapped: str, text: str, person: str) -> bool:
        """Whether the sentence is this text, with a name of the person in each gap."""
        pattern = "(.+?)".join(re.escape(part) for part in gapped.split("____"))
        match = re.fullmatch(pattern, text)
        return bool(match) and all(any(part in gap for part in person.split()) for gap in match.groups())

    def sentences(self) -> Iterator[tuple[str, str]]:
        """Texts on somebody: motives, secrets, and lines of images."""
        for one in (*self.record["motives"], *self.record["secrets"]):
            yield self.names[one["who"]], one["text"]["en"]
        yield from self.written_sentences()

    def written_sentences(self) -> Iterator[tuple[str, str]]:
        for line in self.lines:
            if "person" in line and "text" in line:
                yield self.names[line["person"]], line["text"]["en"]

    def seats(self) -> list[str]:
        [clue] = [clue for clue in self.record["clues"] if clue.get("image", {}).get("kind") == "seating_plan"]
        return [self.names[line["person"]] for line in clue["image"]["lines"]]

    def could(self, person: str, stated: set[str]) -> bool:
        """Whether the stated facts leave the person a minute for the murder."""
        murder, scene = self.record["murder"], self.record["murder"]["place"]["at"]
        first, last, lasts = self.minute(self.record["day"]["from"]), self.minute(self.record["day"]["to"]), 0
        for bound in murder["bounds"]:
            if bound["id"] in self.told():
                first = max(first, self.minute(bound["after"])) if "after" in bound else first
                last = min(last, self.minute(bound["before"])) if "before" in bound else last
                lasts = max(lasts, bound.get("lasts", 0))
        return any(
            all(
                self.minute(end) + self.walks[place, scene] <= start
                or start + lasts + self.walks[scene, place] <= self.minute(begin)
                for place, begin, end in self.whereabouts(person, stated)
                if place != scene
            )
            for start in range(first, last - lasts + 1)
        )

    def whereabouts(self, person: str, stated: set[str]) -> Iterator[tuple[str, str, str]]:
        """Places where the stated facts put a person, from when to when."""
        for name in stated & self.facts.keys():
            fact = self.facts[name]
            begin, end = fact.get("at") or fact.get("from"), fact.get("to") or fact.get("at")
            if "from" in fact and "doing" in fact:
                who, begin, end = fact["who"], fact["from"], fact["to"]
            elif "of" in fact:
                who = self.facts[fact["of"]]["who"]
            elif "doing" in fact:
                who = fact["who"]
            else:
                continue
            for one in {who, fact.get("by")} & self.people:
                if self.names[one] == person:
                    [stay, *_] = self.at(person, self.minute(begin))
                    yield stay["at"], begin, end

    def told(self) -> set[str]:
        """Facts that the opening and the clues state."""
        texts = [self.record["opening"]["en"], *(one["text"]["en"] for one in self.record["clues"] if "text" in one)]
        texts += [f"]({line['fact']})" for line in self.lines if "fact" in line]
        return {fact for text in texts for ids in re.findall(r"\]\(([^()]*)\)", text) for fact in ids.split()}

    def public(self) -> set[str]:
        ids = re.findall(r"\]\(([^()]*)\)", self.record["opening"]["en"])
        return {fact for some in ids for fact in some.split()}

    def lacks(self, person: str) -> bool:
        """Whether the clues tell a need, and that the person has it not."""
        told = self.told()
        return any(
            self.names[one["who"]] == person and not one["has"] and {one["id"], one["need"]} <= told
            for one in self.record["means"]
        )

    def _alibi(self, about: About, option: str) -> bool:
        times = about["time"].split(" and ")
        dated = [line for line in self.lines if line.get("time") in times and line.get("text")]
        noted = {line["fact"] for line in dated if "fact" in line}
        return not self.could(option, self.public() | noted)

    def is_right(self, ask: str, about: About, option: str) -> bool:
        """Whether an option is a right answer."""
        return self._answers[ask](self, about, option)

    def _next_place(self, about: About) -> str:
        stays = self.stays(about["person"])
        return str(stays[stays.index(self.doing(about)) + 1]["at"])

    _answers: ClassVar[dict[str, Callable[[Truth, About, str], bool]]] = {
        "place_at": lambda t, a, o: any(t.names[stay["at"]] == o for stay in t.at(a["person"], t.minute(a["time"]))),
        "doing_at": lambda t, a, o: any(stay["doing"]["en"] == o for stay in t.at(a["person"], t.minute(a["time"]))),
        "doing_from": lambda t, a, o: t.doing(a)["from"] == o,
        "doing_until": lambda t, a, o: t.doing(a)["to"] == o,
        "minutes_of": lambda t, a, o: t.minute(t.doing(a)["to"]) - t.minute(t.doing(a)["from"]) == int(o),
        "place_after": lambda t, a, o: t.names[t._next_place(a)] == o,
        "act_when": lambda t, a, o: any(
            act["doing"]["en"] == a["doing"] and act["at"] == o for act in t.acts(a["person"])
        ),
        "act_at": lambda t, a, o: any(
            act["doing"]["en"] == o and act["at"] == a["time"] for act in t.acts(a["person"])
        ),
        "saw_whom": lambda t, a, o: any(one["at"] == a["time"] and who == o for one, who in t.sightings(a, False)),
        "heard_whom": lambda t, a, o: any(one["at"] == a["time"] and who == o for one, who in t.sightings(a, True)),
        "saw_when": lambda t, a, o: any(one["at"] == o and who == a["other"] for one, who in t.sightings(a, False)),
        "heard_when": lambda t, a, o: any(one["at"] == o and who == a["other"] for one, who in t.sightings(a, True)),
        "saw_until": lambda t, a, o: any(
            one.get("to") == o and who == a["other"] for one, who in t.sightings(a, False)
        ),
        "told_when": lambda t, a, o: any(
            one.get("at") == o and a["other"] in map(t.names.get, one["to"]) for one in t.tellings(a)
        ),
        "told_whom": lambda t, a, o: any(o in map(t.names.get, one["to"]) for one in t.tellings(a)),
        "name_in_gap": lambda t, a, o: any(who == o and t.fills(a["text"], text, who) for who, text in t.sentences()),
        "true_of": lambda t, a, o: any(who == a["person"] and t.fills(o, text, who) for who, text in t.sentences()),
        "written_of": lambda t, a, o: any(
            who == a["person"] and t.fills(o, text, who) for who, text in t.written_sentences()
        ),
        "recorded_when": lambda t, a, o: any(line.get("time") == o for line in t.written(a["text"])),
        "recorded_what": lambda t, a, o: any(line.get("time") == a["time"] for line in t.written(o)),
        "recorded_who": lambda t, a, o: any(t.names[line["person"]] == o for line in t.written(a["text"])),
        "recorded_where": lambda t, a, o: any(t.names[line["place"]] == o for line in t.written(a["text"])),
        "seen_where": lambda t, a, o: any(t.names[stay["at"]] == o for stay in t.at(a["person"], t.minute(a["time"]))),
        "seen_who": lambda t, a, o: any(t.names[stay["at"]] == a["place"] for stay in t.at(o, t.minute(a["time"]))),
        "minutes_between": lambda t, a, o: abs(t.time_of(a["text"]) - t.time_of(a["other"])) == int(o),
        "minutes_of_walk": lambda t, a, o: t.walks[t.place(a["place"]), t.place(a["other"])] == int(o),
        "place_on_way": lambda t, a, o: (
            t.walks[t.place(a["place"]), t.place(o)] + t.walks[t.place(o), t.place(a["other"])]
            == t.walks[t.place(a["place"]), t.place(a["other"])]
        ),
        "place_next_to": lambda t, a, o: any(
            {t.place(a["place"]), t.place(o)} == set(door["between"]) for door in t.record["doors"]
        ),
        "seat_after": lambda t, a, o: t.seats()[(t.seats().index(a["person"]) + 1) % len(t.seats())] == o,
        "seat_between": lambda t, a, o: (
            {
                t.seats()[t.seats().index(o) - 1],
                t.seats()[(t.seats().index(o) + 1) % len(t.seats())],
            }
            == {a["person"], a["other"]}
        ),
        "minutes_apart": lambda t, a, o: any(
            abs(t.minute(act["at"]) - t.time_of(a["text"])) == int(o)
            for act in t.acts(a["person"])
            if act["doing"]["en"] == a["doing"]
        ),
        "place_when": lambda t, a, o: any(t.names[stay["at"]] == o for stay in t.at(a["person"], t.time_of(a["text"]))),
        "walk_when": lambda t, a, o: any(
            t.walks[stay["at"], t.place(a["place"])] == int(o) for stay in t.at(a["person"], t.time_of(a["text"]))
        ),
        "earliest_at": lambda t, a, o: (
            t.minute(t.doing(a)["to"]) + t.walks[t.doing(a)["at"], t.place(a["place"])] == t.minute(o)
        ),
        "alibi_by": lambda t, a, o: t._alibi(a, o),
        "who_lacks": lambda t, a, o: t.lacks(o),
    }
