"use strict";

/** What `transcript` shows of a game in progress: the questions, each with what was answered. */
function seen(events) {
  const [surface] = events.filter((event) => event.kind === "surface");
  const shown = Object.fromEntries(events.filter((event) => event.kind === "shown").map((event) => [event.data.number, event.data]));
  const turns = events.filter((event) => event.kind === "question").map(({ data: { number, question } }) => ({
    question, shown: shown[number] || { verdict: null, is_key_clue: false }, answer: { verdict: (shown[number] || {}).verdict ?? null, clue: null },
    reply: shown[number] ? replyText(shown[number]) : "…", trace: {} }));
  return { text: surface.data.surface, turns, prediction: null, replies: [], reason: null };
}

const replyText = ({ verdict, is_key_clue: isKeyClue }) => [verdict ? t("answer-" + verdict) : t("no-answer"), isKeyClue && t("key-clue")].filter(Boolean).join(" ");

/** One question after another; at any time, and in the end, the explanation. */
function controls(decision, table) {
  const left = decision.view.turns_left;
  return el("div", {}, decision.phase === "ask" && questionForm(decision, table, left), explanationForm(decision, table, left));
}

/** A question without case, blanks and punctuation. */
const plainWords = (question) => question.toLocaleLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();

function questionForm(decision, table, left) {
  const most = decision.accepts.properties.question.maxLength;
  const input = table.draft(el("input", { id: "question", maxlength: most, autocomplete: "off", required: true, lang: spoken(table.language), "data-first": true }), "question");
  const ask = () => table.act({ question: input.value.trim() }, ["question"]);
  const submit = () => {
    const earlier = seen(table.events).turns.find(({ question }) => plainWords(question) === plainWords(input.value));
    if (earlier) confirmed(t("asked-before", { answer: earlier.reply }), t("ask-again"), ask);
    else if (input.value.trim()) ask();
  };
  return el("form", { class: "asked", onsubmit: (event) => { event.preventDefault(); submit(); } },
    field(t("your-question", { left, most }), input), el("button", { class: "primary" }, t("ask")));
}

function explanationForm(decision, table, left) {
  const area = (id, rows) => table.draft(el("textarea", { id, rows, lang: spoken(table.language), "data-first": id === "conclusion" && decision.phase === "conclude" }), id);
  const [conclusion, logic, details] = [area("conclusion", 6), area("logic", 4), area("details", 4)];
  conclusion.required = true;
  const lines = (box) => box.value.split("\n").map((line) => line.trim()).filter(Boolean);
  const finish = async () => {
    const said = JSON.stringify({ conclusion: conclusion.value, logic: lines(logic), details: lines(details) });
    if (decision.phase === "conclude" || (await table.act({ question: null }))) await table.say(said, ["conclusion", "logic", "details"]);
  };
  return el("details", { open: decision.phase === "conclude" || Boolean(conclusion.value), id: "summary" }, el("summary", {}, t("conclude")),
    el("form", { onsubmit: (event) => { event.preventDefault(); finish(); } },
      field(t("your-explanation"), conclusion), el("p", { class: "quiet" }, t("worth")),
      el("details", { id: "points" }, el("summary", {}, t("own-points")), field(t("your-logic"), logic), field(t("your-details"), details)),
      el("p", {}, el("button", { class: "primary", id: "finish" }, t("finish")))));
}
