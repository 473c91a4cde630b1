"""Lies: each of the murderer's can be caught, and an innocent lies only for a secret, never about the murder."""

from __future__ import annotations

from collections.abc import Iterator

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.murder_mystery.cases import Case
from turtlesoup_bench.games.murder_mystery.facts import Claim, Lie, Secret
from turtlesoup_bench.games.murder_mystery.knowledge import contradictions, own_facts
from turtlesoup_bench.games.murder_mystery.solver import presences, proof_facts


def lie_problems(case: Case) -> Iterator[Problem]:
    """Lies that are true, that nobody can contradict, or that an innocent has no reason for."""
    for lie in case.lies:
        if lie.denies and lie.denies not in own_facts(case, lie.who):
            found = f"{lie.denies}, which is not about {lie.who}"
            yield Problem(case.record["id"], f"{lie.place}.denies", found, "a fact that the liar did, saw or was told")
        if lie.claims and _is_true(case, lie.who, lie.claims):
            found = f"{lie.who} in {lie.claims.at}, where it really was"
            yield Problem(case.record["id"], f"{lie.place}.claims", found, "a stay that is false")
        yield from _of_murderer(case, lie) if lie.who == case.murderer else _of_innocent(case, lie)
    if not any(lie.who == case.murderer for lie in case.lies):
        place = f"roles[{case.suspects.index(case.murderer)}].lies" if case.murderer in case.suspects else "roles"
        yield Problem(case.record["id"], place, f"no lie of {case.murderer}", "a lie that the murderer must tell")


def _of_murderer(case: Case, lie: Lie) -> Iterator[Problem]:
    if not contradictions(case, lie):
        found = f"the lie {lie.id}, which nobody can contradict"
        expected = "a clue, or a fact that another role knows, against it"
        yield Problem(case.record["id"], lie.place, found, expected)


def _of_innocent(case: Case, lie: Lie) -> Iterator[Problem]:
    secret = case.facts.get(lie.guards or "")
    if not (isinstance(secret, Secret) and secret.who == lie.who):
        found = f"a lie of {lie.who} that guards {lie.guards or 'nothing'}"
        yield Problem(case.record["id"], lie.place, found, "guards: a secret of its own, or no lie")
    if lie.denies and (lie.denies in proof_facts(case, case.known) or _is_on_murderer(case, lie.denies)):
        found = f"{lie.who} denies {lie.denies}, which helps to find the murderer"
        yield Problem(case.record["id"], f"{lie.place}.denies", found, "a lie on something else, or none")


def _is_true(case: Case, who: str, claim: Claim) -> bool:
    stay = case.stay_during(who, claim.start, claim.end)
    return stay is not None and stay.at == claim.at


def _is_on_murderer(case: Case, fact: str) -> bool:
    return any(presence.who == case.murderer for presence in presences(case, fact))
