"use strict";

let site;

function draw() {
  drawTop("turtlesoup-bench", draw);
  document.getElementById("main").replaceChildren(...[
    el("p", {}, t("site-intro")),
    el("h2", {}, t("board-link")), el("p", {}, el("a", { href: "leaderboard/index.html" }, t("board-title")), el("span", { class: "quiet" }, ` ${t("matching-systems", { n: site.systems })}`)),
    el("h2", {}, t("games-title")), el("ul", {}, site.games.map((game) => el("li", {}, el("a", { href: game.path }, game.name), el("span", { class: "quiet" }, ` ${t("instances-count", { n: game.instances })}`)))),
    site.runs.length > 0 && el("h2", {}, t("runs-title-plain")), site.runs.length > 0 && sortedTable("runs", t("runs-caption"), [
      { key: "name", heading: t("run"), cell: (run) => el("a", { href: run.path }, run.name), value: (run) => run.name, isText: true, isAscending: true },
      { key: "game", heading: t("game"), cell: (run) => run.game, value: (run) => run.game, isText: true, isAscending: true },
      { key: "tested", heading: t("tested"), cell: (run) => run.tested, value: (run) => run.tested, isText: true, isAscending: true },
      { key: "played", heading: t("scored"), cell: (run) => run.played }], site.runs)].filter(Boolean));
}

async function start() {
  site = await unpack(document.getElementById("data").textContent);
  draw();
  document.body.dataset.ready = "yes";
}

start();
