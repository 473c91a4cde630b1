"use strict";

/** An episode of a game without a transcript of its own: its events, how it ended, and what the players could not see. */
function transcript(game, instance, isOpen) {
  const lang = spoken(instance.language);
  const seen = (event) => !event.to || event.to.some((seat) => game.tested.includes(seat));
  const events = game.events.filter((event) => isOpen || seen(event));
  const byKey = ([name, value]) => el("li", {}, el("strong", {}, name), ": ", readable(value));
  const seats = Object.entries(game.by_seat);
  return el("article", {},
    instance.text && el("blockquote", { lang }, instance.text),
    game.failure && el("p", { class: "note" }, game.failure),
    el("h3", {}, t("events", { n: game.events.length })),
    events.length < game.events.length && el("p", { class: "quiet" }, t("hidden-events", { n: game.events.length - events.length })),
    el("ol", { class: "events", lang }, events.map(eventItem)),
    game.ending && [el("h3", {}, t("ending")), el("ul", { lang }, byKey([t("outcome"), game.ending.outcome]), Object.entries(game.ending.data).map(byKey))],
    seats.length > 1 && [el("h3", {}, t("scores-by-seat")), el("ul", {}, seats.map(byKey))],
    game.moves.length > 0 && el("details", {}, el("summary", {}, t("moves", { n: game.moves.length })),
      el("ol", { class: "events", lang }, game.moves.map((step) => el("li", {}, Object.entries(step).map(([seat, move]) => moveOf(seat, move)))))),
    isOpen && el("details", {}, el("summary", {}, t("instance-data")), el("div", { lang }, readable(game.data))));
}

function eventItem(event) {
  const seats = event.to && (event.to.length ? t("seen-by", { seats: event.to.join(", ") }) : t("seen-by-nobody"));
  return el("li", {},
    el("strong", {}, event.kind), el("span", { class: "quiet" }, event.seat && ` ${event.seat}`, seats && ` ${seats}`), " ",
    Object.keys(event.data).length > 0 && readable(event.data),
    event.parts.map((part) => el("p", { class: "part-text" }, part.media_type.startsWith("text/") ? part.content : `[${part.media_type}]`)));
}

function moveOf(seat, move) {
  return el("div", {}, el("strong", {}, seat), " ", move.forfeit ? [t("forfeit"), " ", readable(move.forfeit)] : readable(move.action),
    move.complaints.length > 0 && el("div", { class: "bad" }, t("complaints"), " ", readable(move.complaints)),
    Object.keys(move.trace).length > 0 && el("div", { class: "quiet" }, readable(move.trace)));
}

/** JSON as text: what is short in a line, what is longer as a list, and what is very long folded up. */
function readable(value) {
  if (value === null || typeof value !== "object") return String(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const item = ([key, inner]) => (isList ? [readable(inner)] : [el("b", {}, key), ": ", readable(inner)]);
  const length = JSON.stringify(value).length;
  const isOfWords = isList && value.every((one) => typeof one !== "object" && String(one).length <= 40);
  if (length <= (isOfWords ? 500 : 120)) return el("span", {}, entries.map((entry, place) => [place ? ", " : "", item(entry)]));
  const list = el("ul", {}, entries.map((entry) => el("li", {}, item(entry))));
  return length <= 1000 || entries.length === 1 ? list : el("details", {}, el("summary", {}, t("entries", { n: entries.length })), list);
}
