"""What the page is told of a game: what its player may know until the end, and then everything."""

from __future__ import annotations

from typing import Any

from turtlesoup_bench.data_urls import data_url
from turtlesoup_bench.games import Event, Game, Measure, Observation, Part
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.playing.offer import Offer, token_of
from turtlesoup_bench.playing.session import Session
from turtlesoup_bench.records import Json, to_json


def shown(name: str, offer: Offer, session: Session, next_instance: str | None) -> Json:
    """A game as it stands.

    Args:
        name: Of the game, on the page.
        offer: What is played.
        session: The game.
        next_instance: What could be played after it, by name.
    """
    waiting = session.match.observe()
    seat = next((seat for seat in session.seats if seat in waiting), session.seats[0])
    helps = offer.planned.game.human
    state: Json = {
        **summary(name, offer, session),
        "seat": seat,
        "seats": session.seats,
        "step": session.match.step,
        "events": [_event(offer.planned.game, event) for event in session.seen(seat)],
        "decision": _decision(offer, session, waiting.get(seat)),
        "failure": session.failure,
        "hints": list(session.hints),
        "suggestions": None if session.suggestions is None else _not_said(session),
        "ending": None,
    }
    if session.is_over:
        return {**state, "ending": _ending(offer, session, next_instance)}
    episode = session.match.episode()
    hints = helps.hints(session.instance, episode)
    return {
        **state,
        "can_hint": any(hint not in session.hints for hint in hints),
        "can_suggest": bool(session.suggestions is None and helps.suggestions(session.instance, episode)),
    }


def summary(name: str, offer: Offer, session: Session) -> Json:
    """A game as a list of games shows it."""
    instance = session.instance
    return {
        "match": name,
        "game": offer.name,
        "instance": token_of(instance),
        "language": instance.language,
        "text": offer.planned.game.human.teaser(instance),
        "is_over": session.is_over,
    }


def _decision(offer: Offer, session: Session, observation: Observation | None) -> Json | None:
    """What the person has to decide, with the words for it; None while others have to move."""
    if observation is None or session.is_over:
        return None
    forms = session.forms(observation.seat)
    game = offer.planned.game
    return {
        **{name: getattr(observation, name) for name in ("phase", "view", "accepts", "complaint")},
        "rules": "\n\n".join(form.system(observation) for form in forms),
        "told": [_part(game, part) for form in forms for part in form.tell(observation)],
    }


def _event(game: Game, event: Event) -> Json:
    """An event, its parts as `_part` gives them."""
    return {**to_json(event), "parts": [_part(game, part) for part in event.parts]}


def _part(game: Game, part: Part) -> Json:
    """A text as it is, anything else as the address of its data."""
    if part.media_type.startswith("text/"):
        return {"text": part.content}
    return {"media": data_url(game.open_media(part.content), part.media_type)}


def _not_said(session: Session) -> list[str]:
    """The suggested moves that nobody has made yet."""
    actions = [move.action for step in session.match.episode().moves for move in step.values()]
    said = {
        value for action in actions if isinstance(action, dict) for value in action.values() if isinstance(value, str)
    }
    return [move for move in session.suggestions or () if move not in said]


def _ending(offer: Offer, session: Session, next_instance: str | None) -> Json:
    game, instance = offer.planned.game, session.instance
    caption = game.report.caption(instance)
    return {
        **_played(game, session.result()),
        "is_given_up": session.is_given_up,
        "id": instance.id,
        "title": caption.title,
        "text": caption.text,
        "tags": dict(instance.tags),
        "not_kept": session.not_kept(),
        "next": next_instance,
        "models": [{"label": label, **_played(game, result)} for label, result in offer.by_models(instance)],
    }


def _played(game: Game, result: Result) -> Json:
    """A game that has ended: how (in words, so that no measure says it again), its measures, and its transcript."""
    measures = [measure for measure in (*game.measures, *game.play_measures) if measure.outcomes is None]
    values = [_value(measure, result.values[measure.name]) for measure in measures]
    return {
        "outcome": result.outcome,
        "values": [value for value in values if value["value"] is not None],
        "transcript": to_json(game.report.transcript(result)),
    }


def _value(measure: Measure, value: Any) -> Json:
    return {"name": measure.name, "label": measure.label, "value": value, "in_percent": measure.scale == 100.0}
