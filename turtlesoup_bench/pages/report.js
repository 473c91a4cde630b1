"use strict";

let report;

const headline = () => report.game.measures[0] || null;
const turnsMeasure = () => report.game.play_measures.find((measure) => measure.name === "turns") || null;
const languages = () => ["en", "zh"].filter((language) => report.runs.some((run) => run.rows[language]));
const valuesOf = (tag) => [...new Set(Object.values(report.instances).map((instance) => instance.tags[tag]))].sort();
const outcomeOf = (word) => report.game.outcomes.find((outcome) => outcome.word === word);

const languageName = (language) => named("language-" + language, language);
const tagName = (tag) => named("tag-" + tag, tag);
const valueName = (tag, value) => named(`${tag}-${value}`, value);
const tagNames = (instance) => Object.entries(instance.tags).map(([tag, value]) => valueName(tag, value));
const groupName = (instance) => [...tagNames(instance), instance.language].join(" · ");
const outcomeName = (word) => named("outcome-" + word, word);
const measureName = (measure) => named("measure-" + measure.name, measure.label.toLowerCase());
const titled = (measure) => measureName(measure) + (measure.in_percent ? " (%)" : "");
const seatName = (seat) => named("seat-" + seat, seat);

/** A value of a measure: in percent, or as it is, with at most one digit. */
function number(measure, value, digits = 1) {
  if (value === null || value === undefined) return "–";
  return measure.in_percent ? percent(value, digits) : Number.isInteger(value) ? String(value) : rounded(value, 1);
}

/** A mean, with its interval where it has one. */
function interval(measure, mean) {
  if (!mean) return "–";
  const [value, low, high] = mean;
  return low === null ? number(measure, value) : `${number(measure, value)} [${number(measure, low, 0)}, ${number(measure, high, 0)}]`;
}

const meanText = (measure, mean) => (mean ? number(measure, mean[0]) : "–");

/** A run as the head of a column: with its number, by which charts name it, where there are several. */
const runHead = (place) => (report.runs.length > 1 ? [el("b", { class: `badge series${place % 8}` }, place + 1), " ", report.runs[place].label] : report.runs[place].label);

/** `4/24`, or how many of them were played where the run is not finished. */
const scoredText = (run, row) => (run.episodes < run.planned ? t("scored-of-planned", { scored: row.scored, played: run.episodes, planned: run.planned }) : `${row.scored}/${row.episodes}`);

function draw() {
  const title = report.runs.length > 1 ? t("runs-title", { n: report.runs.length, game: report.game.name }) : report.runs[0].label;
  drawTop(title, () => { draw(); if (opened) opened.redraw(); }, glossaryButton());
  document.title = title + " – turtlesoup-bench";
  const isOne = report.runs.length === 1;
  document.getElementById("main").replaceChildren(...[
    isOne ? summary(report.runs[0]) : [runsTable(), commonNotes()],
    headline() && groups(),
    el("h2", {}, t("outcomes")), el("div", { class: isOne ? null : "columns" }, report.runs.map(outcomes)),
    turnsMeasure() && [el("h2", {}, t("turns")), el("div", { class: "columns" }, report.runs.map(turns))],
    typeof panels === "function" && panels(report.runs),
    el("h2", {}, t("scores")), isOne ? scores(report.runs[0]) : report.runs.map((run) => el("details", {}, el("summary", {}, run.label), scores(run))),
    el("h2", {}, t("spent")), spent(),
    el("h2", { id: "episodes" }, t("episodes")), filterForm(), el("div", { id: "list" })].flat(3).filter(Boolean));
  drawList();
}

function summary(run) {
  const row = run.rows.overall;
  const mean = row && headline() && row.means[headline().name];
  return el("section", { "aria-label": run.label },
    el("p", { class: "quiet ruler" }, ruler(run)),
    headline() && el("p", {}, el("span", { class: "headline" }, mean ? number(headline(), mean[0]) : "–"), " ", t("headline", {
      measure: titled(headline()), interval: mean && mean[1] !== null ? `${number(headline(), mean[1])} – ${number(headline(), mean[2])}` : "–",
      scored: row ? row.scored : 0, episodes: run.planned })),
    run.notes[uiLanguage].map((note) => el("p", { class: "note" }, note)),
    run.parity && el("p", {}, t("parity", { value: interval(headline(), run.parity) })));
}

/** What the numbers were measured with. */
function ruler(run) {
  const parts = [...Object.entries(run.others).map(([seat, who]) => `${seatName(seat)} ${who}`),
    ...(run.scorer ? [t("ruler-scorer", { scorer: run.scorer })] : []),
    t("ruler-game", { game: report.game.name, version: run.game_version }), t("ruler-data", run.data),
    ...Object.entries(run.options).map(([name, value]) => `${named("option-" + name, name)} ${typeof value === "string" ? value : JSON.stringify(value)}`),
    t("ruler-seeds", { seeds: run.seeds.join(", ") })];
  return [term("ruler"), t("colon"), parts.join(t("comma"))];
}

function outcomes(run, place) {
  const counts = run.rows.overall ? run.rows.overall.outcomes : {};
  return el("div", {},
    report.runs.length > 1 && el("p", {}, runHead(place)),
    el("div", { class: "bar", "aria-hidden": "true" }, report.game.outcomes.map(({ word, kind }) => {
      const part = el("span", { class: kind });
      part.style.width = `${(100 * (counts[word] || 0)) / Math.max(1, run.planned)}%`;
      return part;
    })),
    el("p", { class: "outcomes" }, [...report.game.outcomes.map(({ word, kind }) =>
      el("span", {}, el("span", { class: "key " + kind, "aria-hidden": "true" }), term("outcome-" + word, outcomeName(word)), ` ${counts[word] || 0}`)),
    run.episodes < run.planned && el("span", {}, el("span", { class: "key", "aria-hidden": "true" }), `${t("not-played")} ${run.planned - run.episodes}`)]));
}

function turns(run, place) {
  const all = report.episodes.map((episode) => episode.values.turns || 0);
  const values = report.episodes.filter((episode) => episode.run === place && episode.values.turns !== null)
    .map((episode) => ({ value: episode.values.turns, kind: episode.outcome }));
  if (!values.length) return el("p", { class: "quiet" }, t("no-turns", { run: run.label }));
  const kinds = report.game.outcomes.map((outcome) => ({ ...outcome, label: outcomeName(outcome.word) }));
  const caption = t("turns-caption", { run: run.label });
  return el("figure", {}, el("figcaption", { class: "quiet" }, caption), histogramChart(caption, values, Math.max(0, ...all), kinds));
}

function scores(run) {
  const measures = [...report.game.measures, ...report.game.play_measures];
  const labels = [["overall", t("overall")], ...(languages().length > 1 ? languages() : []).map((language) => [language, languageName(language)]),
    ...report.game.groups.flatMap((tag) => valuesOf(tag).map((value) => [value, valueName(tag, value)]))];
  const rows = labels.filter(([group]) => run.rows[group]).map(([group, label]) => ({ group, label, ...run.rows[group] }));
  const value = (measure) => (row) => row.means[measure.name] && row.means[measure.name][0];
  return sortedTable("scores", t("scores-caption", { run: run.label }), [
    { key: "group", heading: t("group"), cell: (row) => row.label },
    { key: "scored", heading: t("scored"), about: about("scored"), cell: (row) => (row.group === "overall" ? scoredText(run, row) : `${row.scored}/${row.episodes}`) },
    ...measures.map((measure, column) => ({ key: measure.name, heading: titled(measure), about: about("measure-" + measure.name), value: value(measure),
      cell: (row) => (column ? meanText : interval)(measure, row.means[measure.name]) }))],
  rows, { rowClass: (row) => (row.group === "overall" ? "total" : null) });
}

function spent() {
  const rows = report.runs.flatMap((run, place) => Object.entries(run.usage).filter(([, use]) => use.calls).map(([seat, use]) => ({ place, seat, ...use })));
  if (!rows.length) return el("p", { class: "quiet" }, t("no-calls"));
  const count = (key) => ({ key, heading: t(key), cell: (row) => row[key].toLocaleString("en"), value: (row) => row[key] });
  return sortedTable("spent", t("spent-caption"), [
    report.runs.length > 1 && { key: "run", heading: t("run"), cell: (row) => runHead(row.place), isText: true },
    { key: "seat", heading: t("seat"), cell: (row) => seatName(row.seat), isText: true },
    count("calls"), count("prompt_tokens"), count("completion_tokens"),
    { key: "cost", heading: t("cost"), cell: (row) => (row.cost === null ? t("unknown-price") : "$" + row.cost.toFixed(4)), value: (row) => row.cost }].filter(Boolean), rows);
}

async function start() {
  report = await unpack(document.getElementById("data").textContent);
  report.episodes.forEach((episode, place) => { episode.place = place; });
  draw();
  addEventListener("popstate", () => { followFilters(); followAddress(); });
  await followAddress();
  document.body.dataset.ready = "yes";
}

start();
