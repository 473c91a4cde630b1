"use strict";

const SHOWN = 50;
const OUTCOMES = ["solved", "unsolved", "aborted", "unscored", "failed"];
const filters = { text: "", genre: "", language: "", outcome: "", low: "", high: "", sort: "order", shown: SHOWN };
let report;

const runName = (run) => run.agent + (run.model ? " · " + run.model : "");
const runOf = (episode) => report.runs[episode.run];
const puzzleOf = (episode) => report.puzzles[episode.puzzle];

function draw() {
  drawTop(report.runs.map(runName).join(" / "), draw);
  document.title = report.runs.map(runName).join(" / ") + " – turtlesoup-bench";
  document.getElementById("main").replaceChildren(
    ...report.runs.map(headline),
    ...(report.runs.length > 1 ? [comparison()] : []),
    el("h2", {}, t("by-genre")), el("div", { class: "columns" }, report.runs.map(heatMap)),
    el("h2", {}, t("curves")), curves(),
    el("h2", {}, t("outcomes")), ...report.runs.map(outcomes),
    el("h2", {}, t("scores")), ...report.runs.map(scores),
    el("h2", {}, t("spent")), ...report.runs.map(spent),
    el("h2", { id: "episodes" }, t("episodes")), filterForm(), el("div", { id: "list" }));
  drawList();
}

function headline(run) {
  const overall = run.rows.overall && run.rows.overall.means.overall;
  return el("section", { "aria-label": runName(run) },
    report.runs.length > 1 && el("h2", {}, runName(run)),
    el("p", { class: "quiet" }, t("ruler", { ...run, version: run.dataset.version, hash: run.dataset.hash, seeds: run.seeds.join(", ") })),
    el("p", {}, el("span", { class: "headline" }, overall ? percent(overall[0]) : "–"), " ", t("headline", {
      interval: overall && overall[1] !== null ? `${percent(overall[1])} – ${percent(overall[2])}` : "–",
      scored: run.rows.overall ? run.rows.overall.scored : 0, episodes: run.episodes })),
    run.notes[uiLanguage].map((note) => el("p", { class: "note" }, note)),
    run.parity && el("p", {}, t("parity", { value: interval(run.parity) })));
}

function comparison() {
  return el("section", {}, el("h2", {}, t("compared")), table(t("compared-caption"), [t("run"), t("pairs"), t("difference"), "p"],
    report.comparisons.map((one) => [runName(report.runs[one.run]), one.pairs, interval(one.difference), one.p === null ? "–" : one.p < 0.001 ? "<.001" : one.p.toFixed(3)])));
}

function heatMap(run) {
  const genres = report.genres.filter((genre) => run.rows[genre]);
  const languages = ["en", "zh"].filter((language) => run.rows[language]);
  const cell = (group) => {
    const row = run.rows[group];
    const mean = row && row.means.overall;
    const node = el("td", { class: "heat" }, mean ? percent(mean[0]) : "–", row ? el("small", {}, ` (${row.scored})`) : "");
    if (mean) node.style.background = `color-mix(in oklab, var(--accent) ${Math.round(6 + 28 * mean[0])}%, var(--paper))`;
    return node;
  };
  const line = (genre) => el("tr", { class: genre === "overall" ? "total" : null }, el("th", { scope: "row" }, genre === "overall" ? t("overall") : genreName(genre)),
    languages.map((language) => cell(genre === "overall" ? language : `${genre}@${language}`)), cell(genre));
  return el("div", {}, table(t("heat-caption", { run: runName(run) }), [t("genre"), ...languages.map((language) => t("language-" + language)), t("both")], [...genres, "overall"].map(line)));
}

function curves() {
  const series = report.runs.flatMap((run) => Object.entries(run.curves).map(([language, points]) => ({
    name: (report.runs.length > 1 ? runName(run) + ", " : "") + t("language-" + language), points })));
  if (!series.length) return el("p", { class: "quiet" }, t("no-questions"));
  const [width, height, left, bottom] = [720, 240, 44, 28];
  const turns = Math.max(...series.map((one) => one.points.length));
  const x = (turn) => left + (turn / turns) * (width - left - 12);
  const y = (share) => 10 + (1 - share) * (height - bottom - 10);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("curves-caption") });
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    picture.append(svg("line", { class: "axis", x1: left, x2: width - 12, y1: y(share), y2: y(share) }),
      svg("text", { x: left - 8, y: y(share) + 4, "text-anchor": "end" }, percent(share, 0)));
  }
  for (let turn = 0; turn <= turns; turn += turns > 12 ? 5 : 2) picture.append(svg("text", { x: x(turn), y: height - 8, "text-anchor": "middle" }, String(turn)));
  series.forEach((one, place) => {
    const path = [[0, 0], ...one.points.map((share, turn) => [turn + 1, share])].map(([turn, share]) => `${x(turn).toFixed(1)},${y(share).toFixed(1)}`);
    picture.append(svg("path", { class: "series" + (place % 4), d: "M" + path.join("L") }));
  });
  const legend = el("p", {}, series.map((one, place) => {
    const key = svg("svg", { viewBox: "0 0 24 8", "aria-hidden": "true" }, svg("path", { class: "series" + (place % 4), d: "M0,4L24,4" }));
    key.style.cssText = "display:inline-block;width:24px;height:8px;margin:0 .4rem 0 1rem";
    return [key, one.name];
  }));
  const marks = [5, 10, 15, 20, 25, 30].filter((turn) => turn <= turns);
  return el("div", {}, picture, legend, el("details", {}, el("summary", {}, t("as-table")),
    table(t("curves-caption"), [t("run"), ...marks.map(String)], series.map((one) => [one.name, ...marks.map((turn) => percent(one.points[turn - 1]))]))));
}

function outcomes(run) {
  const counts = run.rows.overall ? run.rows.overall.outcomes : {};
  const all = Math.max(1, run.episodes);
  return el("div", {},
    el("div", { class: "bar", "aria-hidden": "true" }, OUTCOMES.map((name) => {
      const part = el("span", { class: name });
      part.style.width = `${(100 * (counts[name] || 0)) / all}%`;
      return part;
    })),
    el("p", {}, report.runs.length > 1 ? runName(run) + ": " : "", OUTCOMES.map((name) => `${t(name)} ${counts[name] || 0}`).join(", ")),
    run.failures && table(t("failures-caption"), [t("failure"), t("episodes"), "%"],
      Object.entries(run.failures).map(([name, count]) => [t("failure-" + name), count, percent(count / Math.max(1, Object.values(run.failures).reduce((a, b) => a + b, 0)))])));
}

function scores(run) {
  const parts = ["logic", "details", "conclusion", "overall", "precision"];
  return table(t("scores-caption", { run: runName(run) }), [t("group"), t("scored"), ...parts.map((part) => t(part)), t("solved"), t("turns"), t("clue-coverage"), t("unknown-rate"), t("redundancy")],
    Object.entries(run.rows).filter(([group]) => !group.includes("@")).map(([group, row]) => el("tr", { class: group === "overall" ? "total" : null },
      el("th", { scope: "row" }, group === "overall" ? t("overall") : ["en", "zh"].includes(group) ? t("language-" + group) : genreName(group)),
      [`${row.scored}/${row.episodes}`, ...parts.map((part) => (part === "overall" ? interval(row.means[part]) : percent(row.means[part] && row.means[part][0]))),
        percent(row.solved_rate, 0) + " %", row.means.turns ? row.means.turns[0].toFixed(1) : "–",
        ...["clue_coverage", "unknown_rate", "redundancy"].map((part) => percent(row.means[part] && row.means[part][0]))].map((cell) => el("td", {}, cell)))));
}

function spent(run) {
  const rows = Object.entries(run.usage);
  if (!rows.length) return el("p", { class: "quiet" }, t("no-calls"));
  return table(t("spent-caption", { run: runName(run) }), [t("role"), t("calls"), t("sent"), t("received"), t("cost")], rows.map(([role, use]) => [t("role-" + role),
    use.calls.toLocaleString("en"), use.prompt_tokens.toLocaleString("en"), use.completion_tokens.toLocaleString("en"), use.cost === null ? t("unknown-price") : "$" + use.cost.toFixed(4)]));
}

function filterForm() {
  const change = (name) => (event) => { filters[name] = event.target.value; filters.shown = SHOWN; drawList(); };
  const number = (name) => el("input", { type: "number", id: "filter-" + name, min: 0, max: 100, step: 1, oninput: change(name) });
  const form = el("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
    field(t("search"), el("input", { type: "search", id: "filter-text", oninput: change("text") })),
    field(t("genre"), select("filter-genre", [["", t("all")], ...report.genres.map((genre) => [genre, genreName(genre)])], change("genre"))),
    field(t("language"), select("filter-language", [["", t("all")], ["en", t("language-en")], ["zh", t("language-zh")]], change("language"))),
    field(t("outcome"), select("filter-outcome", [["", t("all")], ...OUTCOMES.map((name) => [name, t(name)])], change("outcome"))),
    field(t("score-from"), number("low")), field(t("score-to"), number("high")),
    field(t("sort"), select("filter-sort", [["order", t("sort-order")], ["best", t("sort-best")], ["worst", t("sort-worst")], ["longest", t("sort-longest")]], change("sort"))));
  for (const name of ["text", "genre", "language", "outcome", "low", "high", "sort"]) form.querySelector("#filter-" + name).value = filters[name];
  return form;
}

function found() {
  const words = filters.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const score = (episode) => (episode.overall === null ? -1 : episode.overall);
  const orders = { best: (a, b) => score(b) - score(a), worst: (a, b) => score(a) - score(b), longest: (a, b) => b.turns - a.turns };
  const kept = report.episodes.filter((episode) => {
    const puzzle = puzzleOf(episode);
    const text = [puzzle.title, puzzle.surface, episode.id, episode.text].join(" ").toLocaleLowerCase();
    return (!filters.genre || puzzle.genre === filters.genre) && (!filters.language || puzzle.language === filters.language)
      && (!filters.outcome || episode.outcome === filters.outcome)
      && (filters.low === "" || (episode.overall !== null && 100 * episode.overall >= Number(filters.low)))
      && (filters.high === "" || (episode.overall !== null && 100 * episode.overall <= Number(filters.high)))
      && words.every((word) => text.includes(word));
  });
  return orders[filters.sort] ? kept.sort(orders[filters.sort]) : kept;
}

function drawList() {
  const kept = found();
  const headings = [t("puzzle"), ...(report.runs.length > 1 ? [t("run")] : []), t("genre"), t("outcome"), t("overall"), t("turns"), t("clues")];
  const rows = kept.slice(0, filters.shown).map((episode) => {
    const puzzle = puzzleOf(episode);
    return [el("button", { type: "button", class: "link", lang: spoken[puzzle.language], "data-episode": episode.id, onclick: () => open(episode) }, puzzle.title),
      ...(report.runs.length > 1 ? [runName(runOf(episode))] : []), `${genreName(puzzle.genre)} (${puzzle.language})`,
      el("span", { class: "tag " + episode.outcome }, t(episode.outcome)), episode.overall === null ? "–" : percent(episode.overall), String(episode.turns), `${episode.met}/${episode.clues}`];
  });
  document.getElementById("list").replaceChildren(
    el("p", { role: "status", id: "count" }, t("found", { n: kept.length, all: report.episodes.length })),
    kept.length ? table(t("episodes"), headings, rows) : "",
    kept.length > filters.shown ? el("button", { type: "button", onclick: () => { filters.shown += 200; drawList(); } }, t("more", { n: kept.length - filters.shown })) : "");
}

/** Opens a game; where another run played the same puzzle with the same seed, both stand side by side. */
async function open(episode) {
  const shown = report.episodes.filter((other) => other === episode || (other.id === episode.id && other.run !== episode.run));
  shown.sort((a, b) => a.run - b.run);
  const parts = document.querySelectorAll("script.part");
  const games = await Promise.all(shown.map((one) => unpack(parts[one.part].textContent)));
  const puzzle = puzzleOf(episode);
  const body = el("div", {});
  const fill = (isOpen) => body.replaceChildren(el("div", { class: games.length > 1 ? "columns" : null }, games.map((game, place) => el("div", {},
    el("p", {}, games.length > 1 ? el("strong", {}, runName(runOf(shown[place])), " ") : "", el("span", { class: "tag " + shown[place].outcome }, t(shown[place].outcome)), " ",
      t("parts", { overall: percent(shown[place].overall), logic: percent(shown[place].logic), details: percent(shown[place].details), conclusion: percent(shown[place].conclusion) })),
    shown[place].failure && el("p", {}, t("failure"), ": ", t("failure-" + shown[place].failure.kind), ". ", shown[place].failure.reason, " ",
      shown[place].failure.evidence.map((words) => [el("q", { lang: spoken[puzzle.language] }, words), " "])),
    transcript(game, puzzle, isOpen)))));
  const secret = el("input", { type: "checkbox", id: "secret", onchange: (event) => fill(event.target.checked) });
  const box = el("dialog", { "aria-labelledby": "game-title", onclose: () => { box.remove(); history.replaceState(null, "", location.pathname + location.search); } },
    el("div", { class: "bar-top" }, el("h2", { id: "game-title", lang: spoken[puzzle.language] }, puzzle.title), el("label", {}, secret, " ", t("show-bottom")),
      el("button", { type: "button", onclick: () => box.close() }, t("close"))), body);
  fill(false);
  document.body.append(box);
  box.showModal();
  history.replaceState(null, "", "#" + encodeURIComponent(episode.id));
}

async function start() {
  report = await unpack(document.getElementById("data").textContent);
  draw();
  const wanted = decodeURIComponent(location.hash.slice(1));
  const episode = report.episodes.find((one) => one.id === wanted);
  if (episode) await open(episode);
  document.body.dataset.ready = "yes";
}

start();
