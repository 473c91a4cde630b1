"use strict";

/** What `transcript` shows of a game in progress: the queries with answers, in the circuits' tables. */
function seen(events) {
  const told = events.find((event) => event.kind === "circuits").data;
  const answers = events.filter((event) => event.kind === "answer").map((event) => event.data);
  const answered = Object.fromEntries(answers.map(({ query, answer }) => [query, answer]));
  const rows = Array.from({ length: 2 ** told.inputs }, (_, row) => [...row.toString(2).padStart(told.inputs, "0")]);
  const circuits = Array.from({ length: told.circuits }, (_, place) => String.fromCharCode(65 + place)).map((label) => ({ label,
    rows: rows.map((bits) => ({ query: `${label}(${bits.join(", ")})`, inputs: bits.join(" "), answer: answered[`${label}(${bits.join(", ")})`] ?? null, guess: null })) }));
  return { text: t("stock", told.stock), inputs: told.inputs, answers, circuits, moves: [], failure: null };
}

/** A query, and the guess of all tables, in which what was answered is filled in. */
function controls(decision, table) {
  const game = seen(table.events);
  const left = decision.view.queries_left;
  return el("div", {}, left > 0 && queryForm(game, left, table), el("details", { open: left === 0, id: "guess" }, el("summary", {}, t("your-guess")), guessForm(game, table)));
}

function queryForm(game, left, table) {
  const open = game.circuits.map(({ label, rows }) => el("optgroup", { label: t("circuit", { label }) }, rows.filter((row) => row.answer === null).map(({ query }) => el("option", { value: query }, query))));
  const query = table.draft(el("select", { id: "query", required: true, "data-first": true }, el("option", { value: "" }, "–"), open), "query");
  return el("form", { class: "asked", onsubmit: (event) => { event.preventDefault(); table.act({ query: query.value }, ["query"]); } },
    field(t("your-query", { left }), query), el("button", { class: "primary" }, t("ask")));
}

function guessForm(game, table) {
  const bits = [];
  const bit = (row) => {
    const box = el("select", { required: true, "aria-label": row.query, "data-bit": row.query }, ["", "0", "1"].map((value) => el("option", { value }, value || "–")));
    bits.push(table.draft(box, "bit " + row.query));
    if (row.answer !== null) box.value = String(row.answer);
    return box;
  };
  return el("form", { onsubmit: (event) => { event.preventDefault(); table.act({ guess: bits.map((box) => box.value).join("") }); } },
    el("p", { class: "quiet" }, t("guess-all")),
    el("div", { class: "guesses" }, game.circuits.map(({ label, rows }) => el("fieldset", {}, el("legend", {}, t("circuit", { label })),
      rows.map((row) => el("p", {}, el("span", {}, row.inputs), " ", bit(row)))))),
    el("button", { class: "primary", id: "finish" }, t("finish")));
}
