"use strict";

/** What `transcript` shows of a game in progress: the attempts. How many words still fit is for the reader to find out. */
function seen(events) {
  const attempts = events.filter((event) => event.kind === "attempt").map(({ data: { word, colours } }) => ({ word, colours, left: null }));
  return { text: wordsOf(events).join(", "), words: wordsOf(events), attempts, moves: [], failure: null };
}

const wordsOf = (events) => events.find((event) => event.kind === "vocabulary").data.words;

/** A word of the vocabulary. */
function controls(decision, table) {
  const words = decision.accepts.properties.attempt.enum;
  const input = table.draft(el("input", { id: "attempt", list: "vocabulary", autocomplete: "off", autocapitalize: "none", spellcheck: "false", required: true, lang: "en", "data-first": true }), "attempt");
  const check = () => input.setCustomValidity(words.includes(wordIn(input)) ? "" : t("not-in-vocabulary"));
  input.addEventListener("input", check);
  check();
  return el("form", { class: "asked", onsubmit: (event) => { event.preventDefault(); table.act({ attempt: wordIn(input) }, ["attempt"]); } },
    field(t("your-attempt", { left: decision.view.turns_left + 1 }), input), el("datalist", { id: "vocabulary" }, words.map((word) => el("option", { value: word }))),
    el("button", { class: "primary" }, t("try")));
}

const wordIn = (input) => input.value.trim().toLowerCase();
