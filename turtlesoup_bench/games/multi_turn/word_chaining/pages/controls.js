"use strict";

/** What `transcript` shows of a game in progress: the words that were said. */
function seen(events) {
  const chain = events.filter((event) => event.kind === "word").map((event) => ({ word: event.data.word, by: event.seat || "user", allowed: null }));
  return { words: events.find((event) => event.kind === "words").data.words, chain, breach: null, reason: null, moves: [], failure: null };
}

/** The next word. The list may be searched, but which words fit is for the player to find out. */
function controls(decision, table) {
  const { words, chain } = seen(table.events);
  const last = chain.at(-1);
  const lang = spoken(table.language);
  const input = table.draft(el("input", { id: "word", list: "words", autocomplete: "off", autocapitalize: "none", spellcheck: "false", required: true, maxlength: decision.accepts.properties.word.maxLength, lang, "data-first": true }), "word");
  return el("form", { class: "asked", onsubmit: (event) => { event.preventDefault(); if (input.value.trim()) table.act({ word: input.value.trim() }, ["word"]); } },
    field(last ? t("your-word", { letter: [...last.word].at(-1), left: decision.view.turns_left }) : t("first-word", { left: decision.view.turns_left }), input),
    el("datalist", { id: "words", lang }, words.map((word) => el("option", { value: word }))), el("button", { class: "primary" }, t("say")));
}
