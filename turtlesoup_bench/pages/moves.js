"use strict";

/** Why an episode stopped before its rules could end it: a failure, or a move that was not made, with its replies. */
function stopNotes(game) {
  const forfeits = Object.values(game.moves.at(-1) || {}).map((move) => move.forfeit).filter(Boolean);
  return [game.failure && el("p", { class: "note" }, game.failure),
    forfeits.map(({ reason, replies }) => [el("p", { class: "note" }, reason), replies.map((reply) => el("pre", { tabindex: "0" }, reply))])];
}

/** All moves of an episode as they were recorded, folded up, each step with its model calls where they are at hand. */
function movesOf(game, lang) {
  return game.moves.length > 0 && el("details", {}, el("summary", {}, t("moves", { n: game.moves.length })),
    el("ol", { class: "events", lang }, game.moves.map((step, place) => el("li", {}, Object.entries(step).map(([seat, move]) => moveOf(seat, move)), game.calls && game.calls([place])))));
}

function moveOf(seat, move) {
  return el("div", {}, el("strong", {}, named("seat-" + seat, seat)), " ", move.forfeit ? [t("forfeit"), " ", readable(move.forfeit)] : readable(move.action),
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
