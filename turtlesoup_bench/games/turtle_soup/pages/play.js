"use strict";

/** A genre's name; the id where it has none, as in an imported collection. */
const genreName = (genre) => named("genre-" + genre, genre);

let site;
const shelf = { text: "", genre: "", language: "", shown: 60 };
let game = null;

async function call(path, body) {
  const reply = await fetch(path, body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const value = await reply.json();
  if (!reply.ok) throw new Error(value.error || reply.statusText);
  return value;
}

function draw() {
  drawTop("turtlesoup-bench", draw);
  if (game) drawGame();
  else drawShelf();
}

function drawShelf() {
  const change = (name) => (event) => { shelf[name] = event.target.value; shelf.shown = 60; drawCards(); };
  const form = el("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
    field(t("search-puzzles"), el("input", { type: "search", id: "shelf-text", oninput: change("text") })),
    field(t("tag-genre"), select("shelf-genre", [["", t("all")], ...[...new Set(site.puzzles.map((one) => one.genre))].map((genre) => [genre, genreName(genre)])], change("genre"))),
    field(t("language"), select("shelf-language", [["", t("all")], ["en", t("language-en")], ["zh", t("language-zh")]], change("language"))),
    el("button", { type: "button", onclick: () => { const kept = onShelf(); if (kept.length) begin(kept[Math.floor(Math.random() * kept.length)]); } }, t("random")));
  for (const name of ["text", "genre", "language"]) form.querySelector("#shelf-" + name).value = shelf[name];
  document.getElementById("main").replaceChildren(
    el("p", {}, t("welcome", { n: site.puzzles.length, turns: site.max_turns })),
    el("p", { class: "quiet" }, t("table", { responder: site.responder, judge: site.judge, version: site.version })),
    site.responder === "embedded" && el("p", { class: "note" }, t("embedded-table")) || "", form, el("div", { id: "cards" }));
  drawCards();
}

function onShelf() {
  const words = shelf.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return site.puzzles.filter((one) => (!shelf.genre || one.genre === shelf.genre) && (!shelf.language || one.language === shelf.language)
    && words.every((word) => (one.title + " " + one.surface + " " + one.id).toLocaleLowerCase().includes(word)));
}

function drawCards() {
  const kept = onShelf();
  document.getElementById("cards").replaceChildren(
    el("p", { role: "status" }, t("found-puzzles", { n: kept.length })),
    el("ul", { class: "cards" }, kept.slice(0, shelf.shown).map((puzzle) => el("li", {},
      el("h3", { lang: spoken(puzzle.language) }, puzzle.title), el("p", { lang: spoken(puzzle.language) }, puzzle.surface),
      el("p", { class: "quiet" }, [genreName(puzzle.genre), puzzle.language, ...puzzle.content_notes].join(" · ")),
      el("button", { type: "button", class: "primary", "data-play": puzzle.id, onclick: () => begin(puzzle) }, t("play")), " ", spoiler(puzzle)))),
    kept.length > shelf.shown ? el("button", { type: "button", onclick: () => { shelf.shown += 200; drawCards(); } }, t("more-puzzles", { n: kept.length - shelf.shown })) : "");
}

function spoiler(puzzle) {
  const box = el("details", { ontoggle: async () => {
    if (!box.open || box.childElementCount > 1) return;
    const told = await call(`/api/puzzles/${puzzle.id}/secret`);
    box.append(...solution(told, puzzle));
  } }, el("summary", {}, t("show-secrets")));
  return box;
}

function solution(told, puzzle) {
  const lang = spoken(puzzle.language);
  const list = (title, items) => [el("h4", {}, title), el("ul", { lang }, items.map((item) => el("li", {}, item)))];
  return [el("blockquote", { lang }, told.bottom), ...list(t("clues"), told.key_clues), ...list(t("measure-logic"), told.logic), ...list(t("measure-details"), told.details)];
}

async function begin(puzzle) {
  game = { puzzle, turns: [], left: site.max_turns, ...(await call("/api/games", { puzzle: puzzle.id })), ending: null };
  draw();
  document.getElementById("question").focus();
}

function drawGame() {
  const { puzzle } = game;
  const lang = spoken(puzzle.language);
  const message = el("p", { role: "alert", class: "bad" }, game.message || "");
  const parts = [
    el("p", {}, el("button", { type: "button", onclick: () => { game = null; draw(); } }, t("back"))),
    el("h2", { lang }, puzzle.title), el("p", { class: "quiet" }, [genreName(puzzle.genre), puzzle.language, puzzle.id].join(" · ")),
    transcript({ turns: game.turns, prediction: null, replies: [], reason: game.ended || null }, { language: puzzle.language, text: puzzle.surface }, false), message];
  if (game.ending) parts.push(...drawEnding(lang));
  else if (!game.ended) parts.push(...(game.left > 0 ? [questionForm(lang)] : []), summaryForm(lang));
  document.getElementById("main").replaceChildren(...parts);
}

function questionForm(lang) {
  const input = el("input", { id: "question", maxlength: 300, autocomplete: "off", required: true, lang, size: 60 });
  return el("form", { class: "filters", onsubmit: async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    event.target.querySelector("button").disabled = true;
    await tryTo(async () => Object.assign(game, await call(`/api/games/${game.game}/questions`, { question: text })));
    const again = document.getElementById("question");
    if (again) again.focus();
  } }, field(t("your-question", { left: game.left }), input), el("button", { class: "primary" }, t("ask")));
}

function summaryForm(lang) {
  const area = (id, rows) => el("textarea", { id, rows, lang });
  const lines = (id) => document.getElementById(id).value.split("\n").map((line) => line.trim()).filter(Boolean);
  return el("details", { open: game.left === 0, id: "summary" }, el("summary", {}, t("conclude")), el("form", { onsubmit: async (event) => {
    event.preventDefault();
    const said = { conclusion: document.getElementById("conclusion").value, logic: lines("logic"), details: lines("details") };
    await tryTo(async () => { game.ending = await call(`/api/games/${game.game}/conclusion`, said); });
  } }, field(t("your-conclusion"), area("conclusion", 5)), field(t("your-logic"), area("logic", 4)), field(t("your-details"), area("details", 4)),
  el("p", {}, el("button", { class: "primary" }, t("finish")))));
}

function drawEnding(lang) {
  const { score } = game.ending;
  const keep = el("button", { type: "button", id: "keep", onclick: () => tryTo(async () => { game.kept = (await call(`/api/games/${game.game}/kept`, {})).path; }) }, t("keep"));
  return [el("section", { "aria-label": t("measure-overall") }, el("p", {}, el("span", { class: "headline", id: "score" }, score ? percent(score.overall) : "–"), " ",
    score ? t("parts", { overall: percent(score.overall), logic: percent(score.logic), details: percent(score.details), conclusion: percent(score.conclusion) }) : ""),
  score && score.reason && el("p", { class: "note" }, score.reason)), el("h3", {}, t("bottom")), ...solution(game.ending, game.puzzle),
  game.kept ? el("p", { role: "status" }, t("kept", { path: game.kept })) : el("p", {}, t("consent"), " ", keep)];
}

async function tryTo(action) {
  try {
    game.message = "";
    await action();
  } catch (error) {
    game.message = error.message;
  }
  draw();
}

async function start() {
  site = await unpack(document.getElementById("data").textContent);
  draw();
  document.body.dataset.ready = "yes";
}

start();
