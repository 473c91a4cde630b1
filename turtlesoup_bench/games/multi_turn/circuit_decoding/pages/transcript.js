"use strict";

/** Queries with answers, and each circuit's table with the guess; the true outputs and formulas on demand. */
function transcript(game, instance, isOpen) {
  const lang = spoken(instance.language);
  return el("article", {},
    el("p", { lang }, instance.text),
    el("h3", {}, t("queries", { n: game.answers.length })),
    el("ol", { class: "queries" }, game.answers.map(({ query, answer }) => el("li", {}, query, " = ", el("strong", {}, answer)))),
    stopNotes(game),
    el("h3", {}, t("truth-tables")),
    el("div", { class: "circuits" }, game.circuits.map((circuit) => el("div", {}, truthTable(circuit, game.inputs, isOpen),
      isOpen && el("p", { class: "quiet secret" }, `${circuit.label} = ${circuit.formula}`)))),
    movesOf(game, lang));
}

/** A circuit's rows with what was answered and guessed; the true output and whether the guess was right, where open. */
function truthTable(circuit, inputs, isOpen) {
  const names = Array.from({ length: inputs }, (_, place) => `x${place + 1}`).join(" ");
  const headings = [names, t("answer"), t("guess"), ...(isOpen ? [t("output"), t("right")] : [])];
  return table(t("circuit", { label: circuit.label }), headings, circuit.rows.map((row) => {
    const bit = (value) => (value === null ? "–" : String(value));
    const mark = row.guess === null ? "–" : row.guess === row.output ? "✓" : "✗";
    return el("tr", { class: isOpen && mark === "✗" ? "wrong" : null }, el("th", { scope: "row" }, row.inputs),
      [bit(row.answer), bit(row.guess), ...(isOpen ? [bit(row.output), mark] : [])].map((cell) => el("td", {}, cell)));
  }));
}
