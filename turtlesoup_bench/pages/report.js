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

function draw() {
  const title = report.runs.map((run) => run.label).join(" / ");
  drawTop(title, draw);
  document.title = title + " – turtlesoup-bench";
  document.getElementById("main").replaceChildren(...[
    report.runs.map(summary),
    report.comparisons.length > 0 && comparison(),
    headline() && heatMaps(),
    el("h2", {}, t("outcomes")), report.runs.map(outcomes),
    turnsMeasure() && [el("h2", {}, t("turns")), el("div", { class: "columns" }, report.runs.map(turns))],
    typeof panels === "function" && panels(report.runs),
    el("h2", {}, t("scores")), report.runs.map(scores),
    el("h2", {}, t("spent")), report.runs.map(spent),
    el("h2", { id: "episodes" }, t("episodes")), filterForm(), el("div", { id: "list" })].flat(2).filter(Boolean));
  drawList();
}

function summary(run) {
  const row = run.rows.overall;
  const mean = row && headline() && row.means[headline().name];
  return el("section", { "aria-label": run.label },
    report.runs.length > 1 && el("h2", {}, run.label),
    el("p", { class: "quiet ruler" }, ruler(run).join(t("comma"))),
    headline() && el("p", {}, el("span", { class: "headline" }, mean ? number(headline(), mean[0]) : "–"), " ", t("headline", {
      measure: titled(headline()), interval: mean && mean[1] !== null ? `${number(headline(), mean[1])} – ${number(headline(), mean[2])}` : "–",
      scored: row ? row.scored : 0, episodes: run.episodes })),
    run.notes[uiLanguage].map((note) => el("p", { class: "note" }, note)),
    run.parity && el("p", {}, t("parity", { value: interval(headline(), run.parity) })));
}

/** What the numbers were measured with. */
function ruler(run) {
  return [...Object.entries(run.others).map(([seat, who]) => `${seatName(seat)} ${who}`),
    ...(run.scorer ? [t("ruler-scorer", { scorer: run.scorer })] : []),
    t("ruler-game", { game: report.game.name, version: run.game_version }), t("ruler-data", run.data),
    ...Object.entries(run.options).map(([name, value]) => `${named("option-" + name, name)} ${typeof value === "string" ? value : JSON.stringify(value)}`),
    t("ruler-seeds", { seeds: run.seeds.join(", ") })];
}

function seatName(seat) {
  return named("seat-" + seat, seat);
}

function comparison() {
  return el("section", {}, el("h2", {}, t("compared")), table(t("compared-caption", { measure: titled(headline()) }), [t("run"), t("pairs"), t("difference"), "p"],
    report.comparisons.map((one, place) => [report.runs[place + 1].label, one.pairs, interval(headline(), one.difference), one.p === null ? "–" : one.p < 0.001 ? "<.001" : one.p.toFixed(3)])));
}

/** The headline by each tag and language; by language alone, where there are no tags. */
function heatMaps() {
  const tags = report.game.groups.length ? report.game.groups : languages().length > 1 ? [null] : [];
  return tags.flatMap((tag) => [
    el("h2", {}, tag === null ? t("by-language") : languages().length > 1 ? t("by-group-and-language", { group: tagName(tag) }) : t("by-group", { group: tagName(tag) })),
    el("div", { class: "columns" }, report.runs.map((run) => heatMap(run, tag)))]);
}

function heatMap(run, tag) {
  const columns = languages().length > 1 ? languages() : [];
  const cell = (group) => {
    const row = run.rows[group];
    const mean = row && row.means[headline().name];
    const node = el("td", { class: "heat" }, mean ? number(headline(), mean[0]) : "–", row ? el("small", {}, ` (${row.scored})`) : "");
    if (mean) node.style.background = `color-mix(in oklab, var(--accent) ${Math.round(6 + 28 * warmth(mean[0]))}%, var(--paper))`;
    return node;
  };
  const values = tag === null ? [] : valuesOf(tag).filter((value) => run.rows[value]);
  const lines = [...values.map((value) => el("tr", {}, el("th", { scope: "row" }, valueName(tag, value)), columns.map((language) => cell(`${value}@${language}`)), cell(value))),
    el("tr", { class: "total" }, el("th", { scope: "row" }, t("overall")), columns.map(cell), cell("overall"))];
  return el("div", {}, table(t("heat-caption", { measure: titled(headline()), run: run.label }),
    [tag === null ? "" : tagName(tag), ...columns.map(languageName), columns.length ? t("both") : measureName(headline())], lines));
}

/** Where the headline's value lies in its range, in [0, 1]; 0 where the range is open. */
function warmth(value) {
  const [low, high] = headline().range;
  return high === null ? 0 : Math.min(1, Math.max(0, (value - (low || 0)) / (high - (low || 0))));
}

function outcomes(run) {
  const counts = run.rows.overall ? run.rows.overall.outcomes : {};
  return el("div", {},
    el("div", { class: "bar", "aria-hidden": "true" }, report.game.outcomes.map(({ word, kind }) => {
      const part = el("span", { class: kind });
      part.style.width = `${(100 * (counts[word] || 0)) / Math.max(1, run.episodes)}%`;
      return part;
    })),
    el("p", { class: "outcomes" }, report.runs.length > 1 && el("strong", {}, run.label), report.game.outcomes.map(({ word, kind }) =>
      el("span", {}, el("span", { class: "key " + kind, "aria-hidden": "true" }), `${outcomeName(word)} ${counts[word] || 0}`))));
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
  const { measures, play_measures: playMeasures } = report.game;
  const groupLabels = Object.fromEntries([["overall", t("overall")], ...(languages().length > 1 ? languages() : []).map((language) => [language, languageName(language)]),
    ...report.game.groups.flatMap((tag) => valuesOf(tag).map((value) => [value, valueName(tag, value)]))]);
  return table(t("scores-caption", { run: run.label }), [t("group"), t("scored"), ...[...measures, ...playMeasures].map(titled)],
    Object.entries(groupLabels).filter(([group]) => run.rows[group]).map(([group, label]) => {
      const row = run.rows[group];
      const mean = (measure) => row.means[measure.name];
      return el("tr", { class: group === "overall" ? "total" : null }, el("th", { scope: "row" }, label),
        [`${row.scored}/${row.episodes}`, ...measures.map((measure, column) => (column ? meanText(measure, mean(measure)) : interval(measure, mean(measure)))),
          ...playMeasures.map((measure) => meanText(measure, mean(measure)))].map((cell) => el("td", {}, cell)));
    }));
}

const meanText = (measure, mean) => (mean ? number(measure, mean[0]) : "–");

function spent(run) {
  const usage = Object.entries(run.usage);
  if (!usage.some(([, use]) => use.calls)) return el("p", { class: "quiet" }, report.runs.length > 1 ? `${run.label}: ` : "", t("no-calls"));
  return table(t("spent-caption", { run: run.label }), [t("seat"), t("calls"), t("sent"), t("received"), t("cost")], usage.map(([seat, use]) => [seatName(seat),
    use.calls.toLocaleString("en"), use.prompt_tokens.toLocaleString("en"), use.completion_tokens.toLocaleString("en"), use.cost === null ? t("unknown-price") : "$" + use.cost.toFixed(4)]));
}

async function start() {
  report = await unpack(document.getElementById("data").textContent);
  report.episodes.forEach((episode, place) => { episode.place = place; });
  draw();
  const wanted = decodeURIComponent(location.hash.slice(1));
  const episode = report.episodes.find((one) => one.id === wanted);
  if (episode) await open(episode);
  document.body.dataset.ready = "yes";
}

start();
