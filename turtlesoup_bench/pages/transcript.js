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
    movesOf(game, lang),
    isOpen && el("details", { class: "secret" }, el("summary", {}, t("instance-data")), el("div", { lang }, readable(game.data))));
}

function eventItem(event) {
  const seats = event.to && (event.to.length ? t("seen-by", { seats: event.to.join(", ") }) : t("seen-by-nobody"));
  return el("li", {},
    el("strong", {}, event.kind), el("span", { class: "quiet" }, event.seat && ` ${event.seat}`, seats && ` ${seats}`), " ",
    Object.keys(event.data).length > 0 && readable(event.data),
    event.parts.map((part) => el("p", { class: "part-text" }, part.media_type.startsWith("text/") ? part.content : `[${part.media_type}]`)));
}
