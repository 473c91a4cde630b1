"use strict";

let site;
let matches = [];

function draw() {
  drawTop("turtlesoup-bench", draw);
  document.title = "turtlesoup-bench";
  const titles = Object.fromEntries(site.games.map((game) => [game.name, titleOf(game)]));
  document.getElementById("main").replaceChildren(...[
    el("p", {}, t("welcome")),
    unfinished(matches, titles),
    el("h2", {}, t("games")),
    el("ul", { class: "cards" }, site.games.map((game) => el("li", {},
      el("h3", {}, el("a", { href: "/" + game.name }, titleOf(game))), el("p", {}, game.about[uiLanguage]),
      el("p", { class: "quiet" }, t("instances", { n: game.instances }), " · ", game.languages.map((language) => named("language-" + language, language)).join(t("comma"))))))].filter(Boolean));
}

async function start() {
  site = await unpack(document.getElementById("data").textContent);
  try { matches = await call("/api/matches"); } catch { /* the games can be shown without those that were begun */ }
  draw();
  document.body.dataset.ready = "yes";
}

start();
