"use strict";

/** For a game without controls of its own: what was seen, as its events. */
const seen = (events) => ({ events, moves: [], tested: [], failure: null, ending: null, by_seat: {} });

/** What a chat model is told, and a box for what it would reply. */
function controls(decision, table) {
  const box = table.draft(el("textarea", { id: "reply", rows: 3, required: true, "data-first": true }), "reply");
  return el("div", {},
    el("details", { open: table.isFirst }, el("summary", {}, t("rules")), el("pre", { tabindex: "0" }, decision.rules)),
    decision.told.map(({ text, media }) => (media ? el("p", {}, el("img", { src: media, alt: t("picture") })) : el("pre", { tabindex: "0" }, text))),
    el("form", { onsubmit: (event) => { event.preventDefault(); table.say(box.value, ["reply"]); } },
      field(t("your-reply"), box), el("p", {}, el("button", { class: "primary" }, t("send")))));
}
