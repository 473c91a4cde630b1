"use strict";

const valueText = ({ value, in_percent: inPercent }) => (inPercent ? `${percent(value)} %` : Number.isInteger(value) ? String(value) : rounded(value, 1));
const measureText = (measure) => [named("measure-" + measure.name, measure.label.toLowerCase()), " ", el("strong", {}, valueText(measure))];

/** How a game ended, what it was worth, all that could not be seen before, and how models played it. */
function drawEnding() {
  const { ending } = state;
  const instance = { language: state.language, text: ending.text };
  keepEnding(state.instance, ending);
  return [el("h2", { id: "ending", tabindex: "-1" }, t("it-is"), " ", el("span", { class: "outcome" }, ending.is_given_up ? t("given-up") : named("outcome-" + ending.outcome, ending.outcome))),
    outcomeOf(ending), meaning(ending), el("p", { class: "quiet", lang: spoken(state.language) }, [ending.title, ...Object.entries(ending.tags).map(([tag, value]) => named(`${tag}-${value}`, value)), ending.id].join(" · ")),
    el("p", {}, ending.next && el("a", { class: "button", id: "next", href: "#/begin/" + ending.next }, t("next"))),
    keeping(ending),
    transcript(ending.transcript, instance, true),
    ending.models.length > 0 && [el("h2", { id: "models" }, t("by-models")), ending.models.map((model) => el("details", { class: "model" },
      el("summary", {}, model.label, ": ", named("outcome-" + model.outcome, model.outcome)), outcomeOf(model), transcript(model.transcript, instance, true)))]];
}

const playedName = (instance) => `played-${desk.game}-${instance}`;

/** Remembers in this browser how a game ended, for the list. */
function keepEnding(instance, { outcome, is_given_up: isGivenUp, values }) {
  remembered.set(playedName(instance), JSON.stringify({ outcome, isGivenUp, value: values[0] }));
}

/** How an instance ended when it was last played in this browser; nothing where it was not. */
function endedBefore(instance) {
  const kept = remembered.get(playedName(instance));
  if (!kept) return null;
  const { outcome, isGivenUp, value } = JSON.parse(kept);
  return el("span", { class: "ended quiet" }, t("played-before"), " ", isGivenUp ? t("given-up") : named("outcome-" + outcome, outcome), value && [t("comma"), measureText(value)]);
}

const outcomeOf = (played) => el("ul", { class: "values" }, played.values.map((measure) => el("li", { "data-measure": measure.name }, measureText(measure))));

/** What the numbers say, and what they must not be compared with. */
function meaning({ values }) {
  const told = values.filter(({ name }) => STRINGS["about-measure-" + name]);
  return el("section", { id: "meaning" }, STRINGS["about-score"] && el("p", {}, t("about-score")),
    desk.notes.map((note) => el("p", { class: "note" }, note[uiLanguage])),
    told.length > 0 && el("details", {}, el("summary", {}, t("what-they-say")), el("dl", {}, told.flatMap((measure) =>
      [el("dt", {}, named("measure-" + measure.name, measure.label.toLowerCase())), el("dd", {}, t("about-measure-" + measure.name))]))));
}

/** The question whether the game may be kept; why not, where it cannot be. */
function keeping(ending) {
  if (state.path) return el("p", { role: "status" }, t("kept", { path: state.path }));
  if (ending.not_kept) return el("p", { class: "quiet" }, named("not-kept-" + ending.not_kept, ending.not_kept));
  return el("p", {}, t("consent"), " ", el("button", { type: "button", id: "keep", onclick: () => send(`/api/matches/${state.match}/keep`, {}) }, t("keep")));
}
