"use strict";

const SLOW = 4000;
let desk;
let state = null;
let trouble = null;
let isBusy = false;
let drawn = "";

const route = () => location.hash.slice(2).split("/");

function draw() {
  drawTop(titleOf(desk), () => { draw(); });
  document.title = `${titleOf(desk)} – turtlesoup-bench`;
  const [page, name] = route();
  const nodes = page === "match" ? drawMatch() : page === "begin" ? drawInstance(name) : drawList();
  const main = document.getElementById("main");
  const unfolded = drawn === location.hash ? summaries(main, true) : [];
  drawn = location.hash;
  main.replaceChildren(el("p", { class: "quiet" }, el("a", { href: "/" }, t("all-games"))), ...nodes.flat(3).filter(Boolean), el("div", { id: "trouble", role: "alert" }), el("p", { id: "waiting", role: "status", class: "quiet" }));
  const texts = new Set(unfolded.map((summary) => summary.textContent));
  for (const summary of summaries(main, false)) summary.parentElement.open ||= texts.has(summary.textContent);
  if (!page) drawCards();
  drawTrouble();
  if (page === "match" && isPending()) {
    document.getElementById("waiting").textContent = t("others-move");
    setTimeout(refresh, 1000);
  }
}

/** Whether the others still have to move, as after a reload in the middle of a call. */
const isPending = () => state && !isBusy && !state.decision && !state.ending && !state.failure;

async function refresh() {
  if (isPending() && route()[1] === state.match) await look(state.match);
}

/** Asks how a game stands, and shows it. */
async function look(name) {
  try {
    state = await call("/api/matches/" + name);
    trouble = null;
  } catch (error) {
    trouble = troubleOf(error, () => look(name));
  }
  draw();
  focusNext();
}

/** What an error means to whoever plays; what is gone for good cannot be tried again. */
const troubleOf = (error, again) => (error.status === 404 ? { message: t("no-match"), isComplaint: true } : { message: error.message, again });

/** The summaries of what is folded up, or of what was unfolded, which stays so when the page is drawn anew. */
const summaries = (main, isOpen) => [...main.querySelectorAll(isOpen ? "details[open] > summary" : "details > summary")];

/** What went wrong, and the way to try it again; the rest of the page stays as it is. */
function drawTrouble() {
  const failed = trouble || (state && route()[0] === "match" && state.failure && { message: state.failure, again: () => send(`/api/matches/${state.match}/again`, {}) });
  document.getElementById("trouble").replaceChildren(failed ? el("div", { class: "note" }, el("p", {}, !failed.isComplaint && [t("failed"), " "], el("span", { class: "reason" }, failed.message)),
    failed.again && el("p", {}, el("button", { type: "button", class: "primary", id: "again", onclick: failed.again }, t("again")))) : "");
}

/** Sends something that changes the game; what was typed stays until it is accepted. */
async function send(path, body, accepted = () => {}) {
  if (isBusy) return;
  setBusy(true);
  const begun = Date.now();
  const clock = setInterval(() => {
    const passed = Date.now() - begun;
    if (passed >= SLOW) document.getElementById("waiting").textContent = t("waiting", { n: Math.round(passed / 1000) });
  }, 500);
  try {
    const answer = await call(path, body);
    trouble = answer.complaint ? { message: answer.complaint, isComplaint: true } : null;
    if (!answer.complaint) accepted();
    if (answer.match) state = answer;
    setBusy(false);
    if (answer.match && route()[1] !== answer.match) location.hash = `#/match/${answer.match}`;
    else { draw(); focusNext(); announce(); }
    return answer;
  } catch (error) {
    setBusy(false);
    trouble = troubleOf(error, () => send(path, body, accepted));
    drawTrouble();
  } finally {
    clearInterval(clock);
    document.getElementById("waiting").textContent = "";
  }
}

/** While something is sent, nothing else can be. */
function setBusy(now) {
  isBusy = now;
  document.getElementById("main").setAttribute("aria-busy", String(now));
  for (const control of document.querySelectorAll("#main button, #main input, #main textarea, #main select")) {
    if (now && !control.disabled) { control.disabled = true; control.dataset.held = ""; }
    else if (!now && "held" in control.dataset) { control.disabled = false; delete control.dataset.held; }
  }
}

function focusNext() {
  const next = document.querySelector("#controls [data-first]:not([disabled])") || document.getElementById("again") || document.getElementById("ending");
  if (next) next.focus();
}

/** Reads out what is new: the last line of the transcript. */
function announce() {
  const line = [...document.querySelectorAll("#main article li")].at(-1);
  document.getElementById("news").textContent = state && !state.ending && line ? line.textContent : "";
}

function drawMatch() {
  if (!state) return [];
  const back = el("p", {}, el("a", { href: "#/" }, state.ending ? t("back") : t("back-for-now")));
  if (state.ending) return [back, ...drawEnding()];
  const game = seen(state.events);
  const { decision } = state;
  const table = {
    act: (action, drafts) => move({ action }, drafts),
    say: (reply, drafts) => move({ reply }, drafts),
    draft: (control, name) => kept(control, draftOf(state.match, name)),
    events: state.events,
    language: state.language,
    isFirst: state.step === 0,
  };
  return [back, state.seats.length > 1 && el("p", {}, t("your-seat", { seat: named("seat-" + state.seat, state.seat) })),
    STRINGS["how-to"] && el("details", {}, el("summary", {}, t("how-to-play")), introduction()),
    playing(transcript(game, { language: state.language, text: game.text || "" }, false)),
    state.hints.length > 0 && el("section", {}, el("h3", {}, t("hints")), el("ul", { lang: spoken(state.language) }, state.hints.map((hint) => el("li", {}, hint)))),
    decision && el("section", { id: "controls", "aria-label": t("your-move") }, controls(decision, table), suggested(table)), helps()];
}

/** Makes a move; once it is accepted, what was typed into the controls of these names is forgotten. */
function move(said, drafts = []) {
  const { step, seat, match } = state;
  return send(`/api/matches/${match}/moves`, { step, seat, ...said }, () => drafts.forEach((name) => remembered.drop(draftOf(match, name))));
}

/** Moves for somebody who does not know how to go on. */
const suggested = (table) => state.suggestions && el("section", { id: "suggested" }, el("h3", {}, t("suggested")),
  el("ul", { lang: spoken(state.language) }, state.suggestions.map((text) => el("li", {}, el("button", { type: "button", class: "link", onclick: () => table.say(text) }, text)))));

/** The transcript, with what the game is played on unfolded at the start. */
function playing(article) {
  article.classList.add("playing");
  if (state.step === 0) for (const details of article.querySelectorAll(":scope > details")) details.open = true;
  return article;
}

function helps() {
  const act = (verb) => () => send(`/api/matches/${state.match}/${verb}`, {});
  const button = (verb, onclick) => el("button", { type: "button", id: verb, onclick }, t(verb));
  const asked = (verb, then) => button(verb, () => confirmed(t(verb + "-question"), t(verb), then));
  return el("div", { class: "helps" },
    state.can_suggest && button("suggest", act("suggest")), state.can_hint && button("hint", act("hint")),
    asked("give-up", act("give-up")), asked("leave", leave),
    (state.can_suggest || state.can_hint) && el("p", { class: "quiet" }, t("help-costs")));
}

async function leave() {
  const { match } = state;
  if (await send(`/api/matches/${match}/leave`, {})) { remembered.drop(draftOf(match, "")); state = null; location.hash = "#/"; }
}

/** Asks before something that cannot be taken back. */
function confirmed(question, verb, then) {
  const box = el("dialog", { class: "asking", "aria-labelledby": "question-asked", onclose: () => { box.remove(); if (box.returnValue === "yes") then(); } },
    el("p", { id: "question-asked" }, question),
    el("p", { class: "filters" }, el("button", { type: "button", onclick: () => box.close("") }, t("go-on-playing")), el("button", { type: "button", class: "primary", id: "confirm", onclick: () => box.close("yes") }, verb)));
  document.body.append(box);
  box.showModal();
}

const draftOf = (match, name) => `draft ${match} ${name}`;

/** Shows what the address says. */
async function visit() {
  const [page, name] = route();
  trouble = null;
  if (page === "match" && state && state.match === name) {
    draw();
    focusNext();
  } else if (page === "match") {
    state = null;
    await look(name);
  } else await list();
  document.body.dataset.ready = "yes";
}

/** Shows what can be played, and what was begun. */
async function list() {
  state = null;
  try {
    if (!instances.length) instances = await call("/api/games/" + desk.game);
    matches = (await call("/api/matches")).filter((match) => match.game === desk.game);
  } catch (error) {
    trouble = troubleOf(error, visit);
  }
  draw();
}

async function start() {
  desk = await unpack(document.getElementById("data").textContent);
  document.body.append(el("div", { id: "news", class: "unseen", role: "status" }));
  addEventListener("hashchange", visit);
  await visit();
}

start();
