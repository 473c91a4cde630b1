"use strict";

/**
 * One game to be read: scene, turns with key clues lit, the player's mind, prediction against rubric; secrets on demand.
 *
 * `run` is the run's record, with its panels; a game that is still played has none.
 */
function transcript(game, instance, isOpen, run) {
  const lang = spoken(instance.language);
  return el("article", {},
    el("blockquote", { lang }, instance.text),
    game.reason && el("p", { class: "note" }, game.reason),
    game.replies.map((reply) => el("pre", { tabindex: "0" }, reply)),
    run && failureOf(run.panels.failures[game.id], lang),
    game.turns.length > 0 && el("h3", {}, t("questions", { n: game.turns.length })),
    el("ol", { class: "turns", lang }, game.turns.map((turn) => turnItem(turn, isOpen))),
    game.prediction && el("div", {}, el("h3", {}, t("prediction")), el("p", { lang }, game.prediction.conclusion)),
    isOpen && secrets(game, lang));
}

/** Why it was lost, where that was analysed. */
function failureOf(failure, lang) {
  return failure && el("p", {}, t("failure"), ": ", t("failure-" + failure.kind), ". ", failure.reason, " ",
    failure.evidence.map((words) => [el("q", { lang }, words), " "]));
}

function turnItem(turn, isOpen) {
  const isClue = turn.shown.is_key_clue;
  return el("li", { class: isClue ? "clue" : null },
    el("span", {}, turn.question), " ", el("span", { class: "answer" }, turn.reply.replace("<Key Clue>", t("key-clue"))),
    isOpen && turn.answer.clue && el("span", { class: "quiet" }, " ", t("touches", { n: turn.answer.clue })),
    turn.answer.fault && el("span", { class: "bad" }, " ", t("fault-" + turn.answer.fault)),
    isOpen && turn.answer.verdict !== turn.shown.verdict && el("span", { class: "bad" }, " ", t("really", { answer: t("answer-" + turn.answer.verdict) })),
    mind(turn));
}

/** What the player thought before it asked, as far as it left a trace. */
function mind(turn) {
  const trace = turn.trace || {};
  const parts = [];
  if (trace.genre !== undefined) parts.push(el("p", {}, t("genre-vote", { genre: trace.genre, confidence: percent(trace.confidence, 0) })));
  if (trace.analysis) parts.push(el("p", {}, trace.analysis));
  if (Array.isArray(trace.candidates) && trace.candidates.length) parts.push(el("p", {}, t("candidates", { how: trace.chosen || "" })),
    el("ul", {}, trace.candidates.map((one) => el("li", { class: one === turn.question ? "chosen" : null }, one, one === turn.question ? " ←" : ""))));
  if (trace.belief) parts.push(el("p", {}, t("belief")), belief(trace.belief));
  if (Array.isArray(trace.doubts) && trace.doubts.length) parts.push(el("p", {}, t("doubts")),
    el("ul", {}, trace.doubts.map((one) => el("li", {}, [one.doubt, one.analysis, one.proposal].filter(Boolean).join(" — ")))));
  const known = new Set(["genre", "confidence", "analysis", "candidates", "chosen", "belief", "doubts"]);
  const rest = Object.fromEntries(Object.entries(trace).filter(([key]) => !known.has(key)));
  if (Object.keys(rest).length) parts.push(el("pre", { tabindex: "0" }, JSON.stringify(rest, null, 1)));
  if (!parts.length) return null;
  return el("details", {}, el("summary", {}, t("mind")), el("div", { class: "mind" }, parts));
}

function belief(state) {
  return el("div", {}, el("p", {}, state.conclusion),
    el("ul", {}, [...state.logic, ...state.details].map((point) => el("li", {}, point))));
}

function secrets(game, lang) {
  const met = new Set(game.turns.filter((turn) => turn.answer.clue).map((turn) => turn.answer.clue));
  const nodes = [el("h3", {}, t("bottom")), el("blockquote", { lang }, game.bottom),
    el("h3", {}, t("key-clues", { met: met.size, all: game.key_clues.length })),
    el("ul", { class: "clues", lang }, game.key_clues.map((clue, place) => el("li", { class: met.has(place + 1) ? "met" : null }, clue)))];
  if (game.rubric.length) nodes.push(el("h3", {}, t("rubric")), table(t("rubric-caption"),
    [t("point"), t("dimension"), t("nearest"), t("similarity"), t("credit")],
    game.rubric.map((match) => [match.point, t("measure-" + match.dimension), match.nearest || "–", match.similarity.toFixed(2), match.credit.toFixed(2)]), [2]));
  return nodes;
}
