"use strict";

let board;
const FILTERS = ["game", "judge", "host", "language", "agent", "weights"];

const inWords = (text) => text[uiLanguage];
const shownNumber = (measure, value) => (value === null || value === undefined ? "–" : measure.in_percent ? percent(value) : rounded(value, 1));
const meanOf = (mean) => (mean ? mean.mean : null);
const withInterval = (measure, mean) => (mean && mean.low !== null ? `${shownNumber(measure, mean.mean)} [${measure.in_percent ? percent(mean.low, 0) : rounded(mean.low, 1)}, ${measure.in_percent ? percent(mean.high, 0) : rounded(mean.high, 1)}]` : shownNumber(measure, meanOf(mean)));
const hostsOf = (one) => Object.values(one.hosts).map((host) => host.who);

function draw() {
  drawTop(t("board-title"), draw, glossaryButton());
  document.title = t("board-title");
  document.getElementById("main").replaceChildren(
    el("p", {}, t("board-intro")), el("details", {}, el("summary", {}, t("how-ranked")), board.rules[uiLanguage].map((rule) => el("p", {}, rule))),
    el("details", {}, el("summary", {}, t("how-to-submit")), el("ol", {}, [1, 2, 3].map((step) => el("li", {}, t("submit-" + step)))),
      el("pre", { tabindex: "0" }, "turtlesoup run --model provider/model --seat host=provider/host --judge provider/judge --out runs/mine\nturtlesoup submit prepare runs/mine --author \"A. Person\" --contact person@example.org\nturtlesoup submit check submissions/<date>_<game>_<agent>_<model>")),
    filterForm(), el("div", { id: "tables" }), reported());
  drawTables();
}

function filterForm() {
  const values = address.read();
  const change = (name) => (event) => { address.write({ [name]: event.target.value }); drawTables(); };
  const lines = board.tables.flatMap((one) => one.lines);
  const options = { game: board.tables.map((one) => one.game), judge: board.tables.map((one) => one.scorer), host: board.tables.flatMap(hostsOf),
    language: board.tables.flatMap((one) => one.languages), agent: lines.flatMap((line) => line.agents), weights: lines.map((line) => line.weights) };
  const label = (name, value) => (name === "weights" || name === "language" ? named(`${name}-${value}`, value) : value);
  const search = el("input", { type: "search", id: "filter-text", oninput: change("text") });
  search.value = values.text || "";
  return el("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() }, field(t("search-systems"), search),
    FILTERS.map((name) => {
      const box = select("filter-" + name, [["", t("all")], ...[...new Set(options[name])].sort().map((value) => [value, label(name, value)])], change(name));
      box.value = values[name] || "";
      return field(t(name), box);
    }));
}

function drawTables() {
  const wanted = address.read();
  const words = (wanted.text || "").toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const isWanted = (line) => words.every((word) => [line.name, ...line.agents, ...line.models, ...line.authors].join(" ").toLocaleLowerCase().includes(word))
    && (!wanted.agent || line.agents.includes(wanted.agent)) && (!wanted.weights || line.weights === wanted.weights);
  const shown = board.tables.filter((one) => (!wanted.game || one.game === wanted.game) && (!wanted.judge || one.scorer === wanted.judge)
    && (!wanted.host || hostsOf(one).includes(wanted.host)) && (!wanted.language || one.languages.includes(wanted.language)))
    .map((one) => ({ ...one, place: board.tables.indexOf(one), lines: one.lines.filter(isWanted) })).filter((one) => one.lines.length);
  document.getElementById("tables").replaceChildren(
    el("p", { role: "status", id: "count" }, t("matching-systems", { n: shown.reduce((sum, one) => sum + one.lines.length, 0) })),
    ...(board.tables.length ? shown.map(tableSection) : [el("p", { class: "note" }, t("no-submissions"))]));
}

function tableSection(one) {
  const first = one.measures[0];
  const title = [`${one.game}: ${one.languages.map((language) => named("language-" + language, language)).join(t("comma"))}`, `${t("judge")} ${one.scorer}`,
    ...Object.values(one.hosts).map((host) => `${inWords(host.seat)} ${host.who}`)].join(t("comma"));
  const options = [...Object.entries(one.ruler.options), ...Object.entries(one.ruler.scorer || {})].map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`);
  const ruler = [`${t("version")} ${one.ruler.version}`, t("ruler-data", one.ruler.data), ...options].join(t("comma"));
  return el("section", { "aria-label": title }, el("h2", {}, title, " ", one.is_official && el("span", { class: "tag" }, t("official-ruler"))), el("p", { class: "quiet" }, term("ruler"), t("colon"), ruler),
    one.notes[uiLanguage].map((note) => el("p", { class: "note" }, note)),
    sortedTable("board" + one.place, t("board-caption", { measure: inWords(first.label) }), columnsOf(one), one.lines, { rowClass: (line) => (line.is_ranked ? null : "unranked") }), costChart(one));
}

function columnsOf(one) {
  const first = one.measures[0];
  const mean = (measure) => (line) => meanOf((measure.is_played ? line.play : line.means)[measure.name]);
  const plain = (measure) => ({ key: measure.name, heading: inWords(measure.label), about: measure.about && inWords(measure.about), isAscending: !measure.higher_is_better,
    cell: (line) => shownNumber(measure, mean(measure)(line)), value: mean(measure) });
  const people = one.lines.some((line) => line.is_human || line.gap);
  return [
    { key: "name", heading: t("system"), cell: nameCell, value: (line) => line.name, isText: true, isAscending: true },
    { key: "rank", heading: t("rank"), about: about("rank"), cell: rankCell, value: (line) => line.rank, isText: true, isAscending: true },
    { key: first.name, heading: `${inWords(first.label)} [95 %]`, about: about("interval"), cell: (line) => withInterval(first, line.means[first.name]), value: mean(first), isAscending: !first.higher_is_better },
    people && { key: "gap", heading: t("gap"), about: about("gap"), cell: (line) => (line.gap && line.gap.difference ? [withInterval(first, line.gap.difference), el("small", {}, ` (${line.gap.pairs})`)] : "–"), value: (line) => (line.gap && line.gap.difference ? line.gap.difference.mean : null) },
    ...one.measures.slice(1).filter((measure) => !measure.is_played).map(plain),
    ...(one.languages.length > 1 ? one.languages : []).map((language) => ({ key: "language-" + language, heading: named("language-" + language, language), cell: (line) => shownNumber(first, meanOf(line.by_language[language])), value: (line) => meanOf(line.by_language[language]) })),
    ...one.groups.map((group) => ({ key: "group-" + group.name, heading: inWords(group.label), cell: (line) => shownNumber(first, line.by_group[group.name]), value: (line) => line.by_group[group.name] })),
    { key: "scored", heading: t("scored"), about: about("scored"), cell: (line) => `${line.scored}/${line.episodes}`, value: (line) => line.scored / Math.max(1, line.episodes) },
    { key: "tokens", heading: t("tokens"), about: about("tokens"), cell: (line) => (line.spent.tokens ? Math.round(line.spent.tokens).toLocaleString("en") : "–"), value: (line) => line.spent.tokens, isAscending: true },
    { key: "cost", heading: t("cost-an-episode"), cell: (line) => (line.spent.cost === null || !line.spent.tokens ? "–" : "$" + line.spent.cost.toFixed(4)), value: (line) => (line.spent.tokens ? line.spent.cost : null), isAscending: true },
    { key: "anchors", heading: t("anchors"), about: about("floor"), cell: (line) => (Object.keys(line.anchors).length ? Object.entries(line.anchors).map(([agent, value]) => el("div", {}, `${agent} ${shownNumber(first, value)}`)) : "–") },
    { key: "seen", heading: t("seen"), about: about("seen"), cell: (line) => t("seen-" + line.seen), isText: true },
    ...one.measures.filter((measure) => measure.is_played).map(plain),
  ].filter(Boolean);
}

function nameCell(line) {
  return el("div", { class: "system" }, line.report ? el("a", { href: line.report }, line.name) : line.name, " ",
    line.link && el("a", { href: line.link, rel: "noopener noreferrer nofollow ugc", "aria-label": `${line.name}: ${t("more-about")}` }, "↗"),
    el("div", { class: "quiet" }, [...line.agents, ...line.models].join(t("comma"))), el("div", { class: "quiet" }, `${line.authors.join(t("comma"))}${t("comma")}${line.date}`));
}

/** The rank, or why there is none, where the reader looks for it. */
function rankCell(line) {
  const mark = (text, isGrave) => el("div", {}, el("span", { class: "tag" + (isGrave ? " failed" : "") }, text));
  return [line.rank || "–",
    line.is_human && mark(t("people")), line.kind !== "system" && !line.is_human && mark(line.ablates ? t("ablation-of", { agent: line.ablates }) : t("kind-" + line.kind)),
    line.is_self_hosted && mark(t("word-self-hosted")), line.seen === "yes" && mark(t("data-seen"), true), line.verbatim > 0 && mark(t("verbatim", { n: line.verbatim }), true)];
}

/** Score against what an episode costs, in dollars where all prices are known, else in tokens. */
function costChart(one) {
  const lines = one.lines.filter((line) => line.spent.tokens && line.means[one.measures[0].name]);
  if (lines.length < 2) return null;
  const unit = lines.every((line) => line.spent.cost !== null) ? "cost" : "tokens";
  const measure = one.measures[0];
  const points = lines.map((line, place) => ({ name: line.name, number: place, x: line.spent[unit], y: line.means[measure.name].mean }));
  const caption = t(unit === "cost" ? "score-by-cost" : "score-by-tokens", { measure: inWords(measure.label) });
  const label = (value) => (unit === "cost" ? "$" + value.toPrecision(2) : Math.round(value).toLocaleString("en"));
  return el("figure", {}, el("figcaption", { class: "quiet" }, caption), withTable(scatterChart(caption, points, label, (value) => shownNumber(measure, value)), pointLegend(points),
    table(caption, [t("system"), t(unit === "cost" ? "cost-an-episode" : "tokens"), inWords(measure.label)], points.map((point) => [point.name, label(point.x), shownNumber(measure, point.y)]))));
}

function reported() {
  const sources = [...new Set(board.reported.map((one) => one.source))];
  return el("section", { "aria-label": t("reported") }, el("h2", {}, t("reported")), el("p", { class: "quiet" }, t("reported-hint")),
    sources.map((source) => [el("h3", {}, source), board.reported.filter((one) => one.source === source).map((one, place) => sortedTable(source + place, one.title, [
      { key: "name", heading: t("system"), cell: ([name]) => [name, " ", el("span", { class: "tag lost" }, t("reported-tag"))], value: ([name]) => name, isText: true, isAscending: true },
      { key: "language", heading: t("language"), cell: ([, language]) => named("language-" + language, language), isText: true },
      ...one.columns.map((column, at) => ({ key: column, heading: column, cell: ([, , figures]) => (figures[at] === null ? "–" : String(figures[at])), value: ([, , figures]) => figures[at] }))], one.rows))]));
}

async function start() {
  board = await unpack(document.getElementById("data").textContent);
  draw();
  addEventListener("popstate", draw);
  document.body.dataset.ready = "yes";
}

start();
