"use strict";

const SHOWN = 50;
const filters = { text: "", language: "", outcome: "", low: "", high: "", sort: "order", shown: SHOWN, tags: {} };

const runOf = (episode) => report.runs[episode.run];
const instanceOf = (episode) => report.instances[episode.instance];
const headlineOf = (episode) => (headline() ? episode.values[headline().name] : null);
/** The headline as it is shown, so that what is typed into the filters is meant in the same unit. */
const shownScore = (episode) => (headlineOf(episode) === null ? null : headlineOf(episode) * (headline().in_percent ? 100 : 1));

const outcomeTag = (episode) => el("span", { class: "tag " + outcomeOf(episode.outcome).kind }, outcomeName(episode.outcome));

function filterForm() {
  const redraw = () => { filters.shown = SHOWN; drawList(); };
  const change = (name) => (event) => { filters[name] = event.target.value; redraw(); };
  const number = (name) => el("input", { type: "number", id: "filter-" + name, step: "any", oninput: change(name) });
  const choice = (id, names, onchange) => select(id, [["", t("all")], ...names], onchange);
  const byTag = report.game.groups.map((tag) => {
    const box = choice("filter-" + tag, valuesOf(tag).map((value) => [value, valueName(tag, value)]), (event) => { filters.tags[tag] = event.target.value; redraw(); });
    box.value = filters.tags[tag] || "";
    return field(tagName(tag), box);
  });
  const sorts = [["order", t("sort-order")], ...(headline() ? [["best", t("sort-best")], ["worst", t("sort-worst")]] : []), ...(turnsMeasure() ? [["longest", t("sort-longest")]] : [])];
  const form = el("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
    field(t("search"), el("input", { type: "search", id: "filter-text", oninput: change("text") })),
    byTag,
    languages().length > 1 && field(t("language"), choice("filter-language", languages().map((language) => [language, languageName(language)]), change("language"))),
    field(t("outcome"), choice("filter-outcome", report.game.outcomes.map(({ word }) => [word, outcomeName(word)]), change("outcome"))),
    headline() && [field(t("score-from"), number("low")), field(t("score-to"), number("high"))],
    field(t("sort"), select("filter-sort", sorts, change("sort"))));
  for (const name of ["text", "language", "outcome", "low", "high", "sort"]) {
    const control = form.querySelector("#filter-" + name);
    if (control) control.value = filters[name];
  }
  return form;
}

function matching() {
  const words = filters.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const better = headline() && !headline().higher_is_better ? -1 : 1;
  const score = (episode) => (headlineOf(episode) === null ? -Infinity : better * headlineOf(episode));
  const descending = (value) => (a, b) => (value(a) === value(b) ? 0 : value(b) > value(a) ? 1 : -1);
  const orders = { best: descending(score), worst: descending((one) => -score(one)), longest: descending((one) => one.values.turns || 0) };
  const kept = report.episodes.filter((episode) => {
    const instance = instanceOf(episode);
    const text = [instance.title, instance.text, episode.id, episode.text].join(" ").toLocaleLowerCase();
    const shown = shownScore(episode);
    return Object.entries(filters.tags).every(([tag, value]) => !value || instance.tags[tag] === value)
      && (!filters.language || instance.language === filters.language)
      && (!filters.outcome || episode.outcome === filters.outcome)
      && (filters.low === "" || (shown !== null && shown >= Number(filters.low)))
      && (filters.high === "" || (shown !== null && shown <= Number(filters.high)))
      && words.every((word) => text.includes(word));
  });
  return orders[filters.sort] ? kept.sort(orders[filters.sort]) : kept;
}

function drawList() {
  const kept = matching();
  const columns = listColumns();
  const texts = columns.map((column, place) => (column.isText ? place : null)).filter((place) => place !== null);
  const rows = kept.slice(0, filters.shown).map((episode) => columns.map(({ cell }) => cell(episode)));
  document.getElementById("list").replaceChildren(
    el("p", { role: "status", id: "count" }, t("matching", { n: kept.length, all: report.episodes.length })),
    kept.length ? table(t("episodes"), columns.map(({ heading }) => heading), rows, texts) : "",
    kept.length > filters.shown ? el("button", { type: "button", onclick: () => { filters.shown += 200; drawList(); } }, t("more", { n: kept.length - filters.shown })) : "");
}

function listColumns() {
  const link = (episode) => {
    const instance = instanceOf(episode);
    return el("button", { type: "button", class: "link", lang: spoken(instance.language), "data-episode": episode.id, onclick: () => open(episode) }, instance.title);
  };
  const isGrouped = report.game.groups.length > 0 || languages().length > 1;
  return [
    { heading: t("instance"), cell: link, isText: true },
    report.runs.length > 1 && { heading: t("run"), cell: (episode) => runOf(episode).label, isText: true },
    isGrouped && { heading: t("group"), cell: (episode) => groupName(instanceOf(episode)), isText: true },
    { heading: t("outcome"), cell: outcomeTag, isText: true },
    ...[headline(), turnsMeasure()].filter(Boolean).map((measure) => ({ heading: measureName(measure), cell: (episode) => number(measure, episode.values[measure.name]) })),
  ].filter(Boolean);
}

/** Opens an episode; where another run played the same instance with the same seed, both stand side by side. */
async function open(episode) {
  const shown = report.episodes.filter((other) => other === episode || (other.id === episode.id && other.run !== episode.run));
  shown.sort((a, b) => a.run - b.run);
  const parts = document.querySelectorAll("script.part");
  const opened = await Promise.all(shown.map((one) => unpack(parts[one.place].textContent)));
  const instance = instanceOf(episode);
  const body = el("div", {});
  const fill = (isOpen) => body.replaceChildren(el("p", { class: "quiet" }, [...tagNames(instance), languageName(instance.language), episode.id].join(" · ")),
    el("div", { class: shown.length > 1 ? "columns" : null }, shown.map((one, place) => el("div", {},
      el("p", {}, shown.length > 1 && el("strong", {}, runOf(one).label, " "), outcomeTag(one), " ", valuesText(one)),
      opened[place].unscored && el("p", { class: "note" }, opened[place].unscored),
      transcript(opened[place].transcript, instance, isOpen, runOf(one))))));
  const secret = el("input", { type: "checkbox", id: "secret", onchange: (event) => fill(event.target.checked) });
  const box = el("dialog", { "aria-labelledby": "episode-title", onclose: () => { box.remove(); history.replaceState(null, "", location.pathname + location.search); } },
    el("div", { class: "bar-top" }, el("h2", { id: "episode-title", lang: spoken(instance.language) }, instance.title), el("label", {}, secret, " ", t("show-secrets")),
      el("button", { type: "button", onclick: () => box.close() }, t("close"))), body);
  fill(false);
  document.body.append(box);
  box.showModal();
  history.replaceState(null, "", "#" + encodeURIComponent(episode.id));
}

/** All that was measured of an episode, in a line. */
function valuesText(episode) {
  const all = [...report.game.measures, ...report.game.play_measures].filter((measure) => episode.values[measure.name] !== null);
  return all.map((measure) => `${measureName(measure)} ${number(measure, episode.values[measure.name])}`).join(t("comma"));
}
