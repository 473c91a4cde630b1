"use strict";

const EVERY = 2000;
let site;
const ticked = new Set();

const reportOf = (names) => "/report?" + names.map((name) => "run=" + encodeURIComponent(name)).join("&");

function draw() {
  drawTop(t("runs-in", { folder: site.root }), draw);
  document.title = "turtlesoup-bench";
  document.getElementById("main").replaceChildren(el("p", { class: "quiet" }, t("view-hint")), el("div", { id: "compare" }), el("div", { id: "runs" }));
  drawRuns();
}

function drawRuns() {
  const column = (key, value, rest) => ({ key, heading: t(key), value, cell: (run) => value(run) ?? "–", isText: true, isAscending: true, ...rest });
  const columns = [
    column("run", (run) => run.name, { cell: (run) => (run.problem ? [run.name, el("p", { class: "bad" }, run.problem)] : [tick(run), " ", el("a", { href: reportOf([run.name]) }, run.name)]) }),
    column("game", (run) => run.game), column("tested", (run) => run.tested), column("scorer", (run) => run.scorer),
    column("progress", (run) => run.played / Math.max(1, run.planned), { isText: false, cell: progress }),
    column("state", (run) => run.state, { cell: (run) => (run.state ? el("span", { class: "tag " + { finished: "won", running: "scored", stopped: "failed" }[run.state] }, t("state-" + run.state)) : "–") }),
    column("headline-measure", (run) => (run.headline ? run.headline.value : null), { isText: false, isAscending: false, cell: (run) => (run.headline ? `${run.headline.label.toLowerCase()} ${run.headline.value.toFixed(1)}` : "–") }),
    column("written", (run) => run.seconds, { isText: false, cell: (run) => agoText(run.seconds) })];
  const focused = document.activeElement && document.activeElement.dataset.run;
  document.getElementById("runs").replaceChildren(site.runs.length ? sortedTable("runs", t("runs-caption"), columns, site.runs) : el("p", { class: "note" }, t("no-runs")));
  const again = focused && document.querySelector(`[data-run="${CSS.escape(focused)}"]`);
  if (again) again.focus();
  drawCompare();
}

function tick(run) {
  const box = el("input", { type: "checkbox", "data-run": run.name, "aria-label": t("tick", { run: run.name }), onchange: () => { ticked[box.checked ? "add" : "delete"](run.name); drawCompare(); } });
  box.checked = ticked.has(run.name);
  return box;
}

const progress = (run) => (run.planned === undefined ? "–" : [el("progress", { max: Math.max(1, run.planned), value: run.played, "aria-label": t("progress-of", { run: run.name }) }), ` ${run.played}/${run.planned}`]);

/** Leads to the ticked runs on one page, which must be of one game. */
function drawCompare() {
  const chosen = site.runs.filter((run) => ticked.has(run.name));
  const games = new Set(chosen.map((run) => run.game));
  const isReady = chosen.length > 1 && games.size === 1;
  document.getElementById("compare").replaceChildren(el("p", { role: "status" },
    el("button", { type: "button", class: "primary", disabled: !isReady, onclick: () => location.assign(reportOf(chosen.map((run) => run.name))) }, t("compare-ticked", { n: chosen.length })), " ",
    games.size > 1 ? t("one-game-only") : ""));
}

async function look() {
  try {
    const reply = await fetch("/api/runs");
    const runs = await reply.json();
    const shown = (all) => JSON.stringify(all.map((run) => ({ ...run, seconds: agoText(run.seconds), written: 0 })));
    const isNew = shown(runs) !== shown(site.runs);
    site.runs = runs;
    if (isNew) drawRuns();
  } catch { /* the server has ended; it is asked again */ }
  setTimeout(look, EVERY);
}

async function start() {
  site = await unpack(document.getElementById("data").textContent);
  draw();
  document.body.dataset.ready = "yes";
  setTimeout(look, EVERY);
}

start();
