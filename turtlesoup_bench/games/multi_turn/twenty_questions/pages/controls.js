"use strict";

/** What `transcript` shows of a game in progress: the questions with answers. What they leave is for the player to know. */
function seen(events) {
  const answers = Object.fromEntries(events.filter((event) => event.kind === "answer").map((event) => [event.data.turn, event.data.answer]));
  const turns = events.filter((event) => event.kind === "question").map(({ data: { turn, kind, name } }) => ({ question: QUESTIONS[kind](name), answer: answers[turn] || null, left: null }));
  return { words: events.find((event) => event.kind === "words").data.words, turns, contradiction: null, contradicted_turns: [], moves: [], failure: null };
}

const QUESTIONS = { type: (name) => `Is it a type of ${name}?`, word: (name) => `Is your word ${name}?` };

/** First a word is picked, which the page never asks for; then each question is answered. */
function controls(decision, table) {
  if (decision.phase === "pick") {
    return el("div", {}, el("p", {}, t("pick")), el("button", { type: "button", class: "primary", id: "ready", "data-first": true, onclick: () => table.act({ ready: true }) }, t("picked")));
  }
  const { turns, words } = seen(table.events);
  const note = table.draft(el("select", { id: "my-word", lang: "en" }, el("option", { value: "" }, "–"), Object.keys(words).map((word) => el("option", { value: word }, word))), "my-word");
  const types = el("p", { class: "quiet", lang: "en" });
  const show = () => { types.textContent = note.value ? `${note.value}: ${words[note.value].join(", ")}` : ""; };
  note.addEventListener("input", show);
  show();
  const answer = (value) => el("button", { type: "button", class: "primary", "data-answer": value, "data-first": value === "yes", onclick: () => table.act({ answer: value }) }, t("answer-" + value));
  return el("div", {}, el("p", { lang: "en" }, el("strong", {}, turns.at(-1).question)), el("p", { class: "filters" }, answer("yes"), answer("no"), el("span", { class: "quiet" }, t("questions-left", { left: decision.view.turns_left }))),
    field(t("my-word"), note), types);
}
