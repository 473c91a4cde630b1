"use strict";

/** What `transcript` shows of a game in progress, to whoever sits in one seat. */
function seen(events) {
  const of = (kind) => events.find((event) => event.kind === kind).data;
  return { events, own: of("role").who, text: `${of("case").title}. ${of("case").opening}`, pictures: {}, moves: [], failure: null };
}

/** What has to be said or chosen in each phase. */
function controls(decision, table) {
  const lang = spoken(table.language);
  const told = table.events.find((event) => event.kind === "case").data;
  const names = Object.fromEntries(told.players.map(({ id, name }) => [id, name]));
  const { view, phase } = decision;
  const text = (id, label, rows = 4) => field(label, table.draft(el("textarea", { id, lang, rows, required: true, maxlength: 6000 }), id));
  const choice = (id, label) => field(label, table.draft(el("select", { id, lang, required: true }, el("option", { value: "" }, "–"), view.others.map((who) => el("option", { value: who }, names[who]))), id));
  const value = (id) => document.getElementById(id).value.trim();
  const form = (fields, action, drafts) => el("form", { class: "asked", onsubmit: (event) => { event.preventDefault(); table.act(action(), drafts); } },
    view.rounds && ["question", "answer", "belief"].includes(phase) && el("p", { class: "quiet" }, t("round-of", { round: view.round, rounds: view.rounds })),
    fields, el("p", {}, el("button", { class: "primary" }, t("do-" + phase))));
  if (phase === "introduction") return form(text("introduction", t("your-introduction")), () => ({ introduction: value("introduction") }), ["introduction"]);
  if (phase === "question") {
    return form([choice("asked", t("whom-to-ask")), text("question", t("your-question"), 2), sharing(view, table)],
      () => ({ question: value("question"), chosen_player: value("asked"), clues_share: shared() }), ["asked", "question"]);
  }
  if (phase === "answer") {
    const ids = view.questions.map((_, place) => "answer-" + place);
    return form([view.questions.map((one, place) => [el("p", { lang }, el("strong", {}, names[one.asker]), " ", one.question), text(ids[place], t("your-answer"), 3)]), sharing(view, table)],
      () => ({ answers: ids.map(value), clues_share: shared() }), ids);
  }
  if (phase === "belief") {
    const ids = view.others.map((who) => "suspicion-" + who);
    const slider = (who) => field(names[who], table.draft(el("input", { id: "suspicion-" + who, type: "range", min: 0, max: 100, value: 50, lang }), "suspicion-" + who));
    return form([el("p", {}, t("suspicion-asked")), view.others.map(slider)],
      () => ({ suspicion: Object.fromEntries(view.others.map((who) => [who, Number(value("suspicion-" + who))])) }), ids);
  }
  if (phase === "hypothesis") {
    const parts = ["reasoning", "motive", "method"];
    return form(parts.map((part) => text(part, t("your-" + part), 3)), () => Object.fromEntries(parts.map((part) => [part, value(part)])), parts);
  }
  return form(choice("vote", t("your-vote")), () => ({ chosen_player: value("vote") }), ["vote"]);
}

/** A box to tick for each clue that nobody else has seen. */
function sharing(view, table) {
  const clues = table.events.filter((event) => event.kind === "clue" && view.held.includes(event.data.clue)).map((event) => event.data);
  return clues.length > 0 && el("fieldset", {}, el("legend", {}, t("lay-clues")),
    clues.map(({ clue, number, kind }) => el("label", {}, el("input", { type: "checkbox", name: "share", value: clue }), " ", t("clue", { number, kind }))));
}

const shared = () => [...document.querySelectorAll("input[name=share]:checked")].map((box) => box.value);
