"use strict";

const SHOWN = 50;
let shownRows = SHOWN;
let listedBy = null;

const runOf = (episode) => report.runs[episode.run];
const instanceOf = (episode) => report.instances[episode.instance];
const headlineOf = (episode) => (headline() ? episode.values[headline().name] : null);
/** The headline as it is shown, so that what is typed into the filters is meant in the same unit. */
const shownScore = (episode) => (headlineOf(episode) === null ? null : headlineOf(episode) * (headline().in_percent ? 100 : 1));
const seeds = () => [...new Set(report.episodes.map((episode) => episode.seed))].sort((a, b) => a - b);

const outcomeTag = (episode) => el("span", { class: "tag " + outcomeOf(episode.outcome).kind }, outcomeName(episode.outcome));

/** The filters, each a value of the page's address. */
function filterForm() {
  const values = address.read();
  const change = (name) => (event) => { shownRows = SHOWN; address.write({ [name]: event.target.value }); drawList(); };
  const filled = (name, control) => { control.value = values[name] || ""; return control; };
  const text = (name, type) => filled(name, el("input", { type, id: "filter-" + name, step: "any", oninput: change(name) }));
  const choice = (name, options) => filled(name, select("filter-" + name, [["", t("all")], ...options], change(name)));
  return el("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
    field(t("search"), text("text", "search")),
    report.game.groups.map((tag) => field(tagName(tag), choice(tag, valuesOf(tag).map((value) => [value, valueName(tag, value)])))),
    languages().length > 1 && field(t("language"), choice("language", languages().map((language) => [language, languageName(language)]))),
    seeds().length > 1 && field(t("seed"), choice("seed", seeds().map((seed) => [seed, seed]))),
    field(t("outcome"), choice("outcome", report.game.outcomes.map(({ word }) => [word, outcomeName(word)]))),
    headline() && [field(t("score-from"), text("low", "number")), field(t("score-to"), text("high", "number"))]);
}

function matching() {
  const wanted = address.read();
  const words = (wanted.text || "").toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return report.episodes.filter((episode) => {
    const instance = instanceOf(episode);
    const text = [instance.title, instance.text, episode.id, episode.text].join(" ").toLocaleLowerCase();
    const shown = shownScore(episode);
    return report.game.groups.every((tag) => !wanted[tag] || instance.tags[tag] === wanted[tag])
      && (!wanted.language || instance.language === wanted.language)
      && (!wanted.seed || String(episode.seed) === wanted.seed)
      && (!wanted.outcome || episode.outcome === wanted.outcome)
      && (!wanted.low || (shown !== null && shown >= Number(wanted.low)))
      && (!wanted.high || (shown !== null && shown <= Number(wanted.high)))
      && words.every((word) => text.includes(word));
  });
}

/** The rows of the list: an episode each; of several runs, an instance each, with its episodes. */
function rowsOf(episodes) {
  if (report.runs.length === 1) return episodes;
  const kept = new Set(episodes.map((episode) => episode.instance));
  const played = new Map([...kept].map((name) => [name, []]));
  for (const episode of report.episodes) if (kept.has(episode.instance)) played.get(episode.instance).push(episode);
  return [...played].map(([instance, all]) => ({ instance, id: all[0].id, all, means: report.runs.map((_, run) => meanOf(all.filter((one) => one.run === run).map(headlineOf))) }));
}

function meanOf(values) {
  const numbers = values.filter((value) => value !== null && value !== undefined);
  return numbers.length ? numbers.reduce((sum, value) => sum + value, 0) / numbers.length : null;
}

/** The filters of the address as a text, without the episode that is open. */
const filtersText = () => JSON.stringify({ ...address.read(), episode: "" });

/** Shows what the address asks for, where a step back or an edited address has changed it. */
function followFilters() {
  if (filtersText() === listedBy) return;
  document.querySelector("form.filters").replaceWith(filterForm());
  drawList();
}

function drawList() {
  listedBy = filtersText();
  const kept = matching();
  const rows = rowsOf(kept);
  const columns = report.runs.length === 1 ? episodeColumns() : puzzleColumns();
  const sort = address.read().sort || "";
  orders.episodes = { column: sort.replace(/^-/, "") || null, isDescending: sort.startsWith("-") };
  const changed = (order) => { address.write({ sort: order.column && (order.isDescending ? "-" : "") + order.column }); listedBy = filtersText(); };
  document.getElementById("list").replaceChildren(
    el("p", { class: "actions" }, el("span", { role: "status", id: "count" }, t("matching", { n: kept.length, all: report.episodes.length })), " ",
      downloadButton(t("download-csv"), () => download(`${report.name}.csv`, "text/csv", episodesCsv(kept)))),
    rows.length ? sortedTable("episodes", t("episodes"), columns, rows, { shown: shownRows, changed }) : "",
    rows.length > shownRows ? el("button", { type: "button", onclick: () => { shownRows += 200; drawList(); } }, t("more", { n: rows.length - shownRows })) : "");
}

/** Ids of the episodes that the list holds, in its order: where Next and Previous lead. */
function listedIds() {
  const columns = report.runs.length === 1 ? episodeColumns() : puzzleColumns();
  const rows = inOrder(rowsOf(matching()), columns, orders.episodes);
  return [...new Set(rows.flatMap((row) => (row.all ? row.all.map((episode) => episode.id) : [row.id])))];
}

const linkTo = (row) => el("button", { type: "button", class: "link", lang: spoken(instanceOf(row).language), "data-episode": row.id, onclick: () => openEpisode(row.id) }, instanceOf(row).title);

function commonColumns() {
  const isGrouped = report.game.groups.length > 0 || languages().length > 1;
  return [
    { key: "instance", heading: t("instance"), cell: linkTo, value: (row) => instanceOf(row).title, isText: true, isAscending: true },
    isGrouped && { key: "group", heading: t("group"), cell: (row) => groupName(instanceOf(row)), value: (row) => groupName(instanceOf(row)), isText: true, isAscending: true }];
}

function episodeColumns() {
  const words = report.game.outcomes.map(({ word }) => word);
  return [...commonColumns(),
    seeds().length > 1 && { key: "seed", heading: t("seed"), cell: (episode) => String(episode.seed), value: (episode) => episode.seed, isAscending: true },
    { key: "outcome", heading: t("outcome"), cell: outcomeTag, value: (episode) => words.indexOf(episode.outcome), isText: true, isAscending: true },
    ...[headline(), turnsMeasure()].filter(Boolean).map((measure) => ({ key: measure.name, heading: measureName(measure), about: about("measure-" + measure.name), isAscending: measure === headline() && !measure.higher_is_better,
      cell: (episode) => number(measure, episode.values[measure.name]), value: (episode) => episode.values[measure.name] })),
  ].filter(Boolean);
}

/** Of several runs: a row an instance, a column a run, and how far apart they are. */
function puzzleColumns() {
  const apart = ({ means }) => {
    const numbers = means.filter((mean) => mean !== null);
    if (numbers.length < 2) return null;
    return report.runs.length === 2 ? means[1] - means[0] : Math.max(...numbers) - Math.min(...numbers);
  };
  const cell = (run) => (row) => {
    const played = row.all.filter((episode) => episode.run === run);
    const shown = row.means[run] === null ? played.map(outcomeTag) : headline() ? number(headline(), row.means[run]) : played.map(outcomeTag);
    return played.length ? el("span", { class: played.every((one) => outcomeOf(one.outcome).kind === "won") ? "good" : null }, shown, played.length > 1 && el("small", {}, ` ×${played.length}`)) : "–";
  };
  return [...commonColumns(),
    ...report.runs.map((run, place) => ({ key: `run${place + 1}`, heading: runHead(place), about: run.label, cell: cell(place), value: (row) => row.means[place] })),
    headline() && { key: "difference", heading: report.runs.length === 2 ? t("second-minus-first") : t("spread"), about: t("spread-hint"),
      cell: (row) => number(headline(), apart(row)), value: apart },
  ].filter(Boolean);
}

/** Everything that was measured, a row an episode, for a spreadsheet. */
function episodesCsv(episodes) {
  const measures = [...report.game.measures, ...report.game.play_measures].map((measure) => measure.name);
  return csv([["run", "episode", "instance", "title", "language", ...report.game.groups, "seed", "outcome", ...measures],
    ...episodes.map((episode) => {
      const instance = instanceOf(episode);
      return [runOf(episode).name, episode.id, instance.id, instance.title, instance.language, ...report.game.groups.map((tag) => instance.tags[tag]),
        episode.seed, episode.outcome, ...measures.map((name) => episode.values[name])];
    })]);
}
