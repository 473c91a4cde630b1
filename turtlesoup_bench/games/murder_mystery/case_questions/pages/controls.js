"use strict";

/** What `transcript` shows of a question that has not been answered. */
function seen(events) {
  const of = (kind) => events.filter((event) => event.kind === kind);
  const pictures = of("picture").map((event) => ({ ...event.data, src: event.parts.map((part) => part.media) }));
  const [answer] = of("answer");
  return { case: of("case")[0].data, pictures, ...of("question")[0].data, answered: answer ? answer.data.answer : null, moves: [], failure: null };
}

/** A button for each option, or a box for an answer in words. */
function controls(decision, table) {
  const game = seen(table.events);
  const lang = spoken(table.language);
  if (game.options.length > 0) {
    return el("div", { class: "asked letters" }, game.options.map((option, place) =>
      el("button", { lang, type: "button", "data-letter": "abcd"[place], onclick: () => table.act({ answer: "abcd"[place] }, []) }, `${"abcd"[place]}. ${option}`)));
  }
  const box = table.draft(el("textarea", { id: "answer", lang, rows: 5, required: true, maxlength: 6000 }), "answer");
  return el("form", { class: "asked", onsubmit: (event) => { event.preventDefault(); table.act({ answer: box.value }, ["answer"]); } },
    field(t("your-answer"), box), el("button", { class: "primary" }, t("answer")));
}
