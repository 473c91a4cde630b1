"use strict";

const SHOWN = 60;
const filters = { text: "", language: null, shown: SHOWN };
let instances = [];
let matches = [];

/** The language of the instances that are listed: the interface's, where there are some, unless another was chosen. */
const listed = () => filters.language ?? (desk.languages.includes(uiLanguage) ? uiLanguage : "");

function drawList() {
  const change = (name) => (event) => { filters[name] = event.target.value; filters.shown = SHOWN; drawCards(); };
  const languages = el("select", { id: "list-language", onchange: change("language") },
    [["", t("all")], ...desk.languages.map((language) => [language, named("language-" + language, language)])].map(([value, label]) => el("option", { value }, label)));
  languages.value = listed();
  const text = el("input", { type: "search", id: "list-text", oninput: change("text") });
  text.value = filters.text;
  const any = el("button", { type: "button", id: "any", onclick: () => {
    const kept = matching();
    if (kept.length) location.hash = `#/begin/${kept[Math.floor(Math.random() * kept.length)].instance}`;
  } }, t("any"));
  return [...introduction(), unfinished(matches),
    el("h2", {}, t("choose")),
    el("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
      field(t("search-instances"), text), desk.languages.length > 1 && field(t("language"), languages), any),
    el("div", { id: "cards" })];
}

/** What is played, and what must be said of those who play the other seats. */
function introduction() {
  return [STRINGS["how-to"] && el("div", { class: "how-to" }, t("how-to", desk.options).split("\n").map((line) => el("p", {}, line))),
    desk.notes.map((note) => el("p", { class: "note" }, note[uiLanguage])),
    el("p", { class: "quiet" }, [...others(), desk.scorer && t("scored-by", { scorer: desk.scorer })].filter(Boolean).join(t("comma")))];
}

const others = () => Object.entries(desk.cast).filter(([, who]) => who !== "human").map(([seat, who]) => `${named("seat-" + seat, seat)} ${who}`);

function matching() {
  const words = filters.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return instances.filter((one) => (!listed() || one.language === listed()) && words.every((word) => one.text.toLocaleLowerCase().includes(word)));
}

function drawCards() {
  const kept = matching();
  document.getElementById("cards").replaceChildren(
    el("p", { role: "status" }, t("instances", { n: kept.length })),
    el("ul", { class: "cards" }, kept.slice(0, filters.shown).map((one) => el("li", {},
      el("p", { lang: spoken(one.language) }, one.text || t("no-teaser")), fared(one), warnings(one),
      el("p", {}, el("a", { class: "button", href: "#/begin/" + one.instance, "data-instance": one.instance }, t("play")),
        el("span", { class: "quiet" }, desk.languages.length > 1 && " " + named("language-" + one.language, one.language)), " ", endedBefore(one.instance))))),
    kept.length > filters.shown ? el("button", { type: "button", onclick: () => { filters.shown += 200; drawCards(); } }, t("more-instances", { n: kept.length - filters.shown })) : "");
}

const fared = (one) => one.difficulty && el("p", { class: "quiet" }, one.difficulty[uiLanguage]);
const warnings = (one) => one.warnings.length > 0 && el("details", {}, el("summary", {}, t("warnings")), el("p", {}, one.warnings.map((word) => named("warning-" + word, word)).join(t("comma"))));

/** An instance before it is played. */
function drawInstance(instance) {
  const one = instances.find((other) => other.instance === instance);
  if (!one) return [el("p", { class: "note" }, t("no-instance"))];
  const begun = matches.find((match) => match.instance === instance);
  return [el("p", {}, el("a", { href: "#/" }, t("back"))), one.text && el("blockquote", { lang: spoken(one.language) }, one.text), fared(one), warnings(one),
    ...introduction(),
    begun && el("p", {}, el("a", { href: "#/match/" + begun.match }, t("go-on"))),
    el("p", {}, el("button", { type: "button", class: "primary", id: "begin", onclick: () => send("/api/matches", { game: desk.game, instance }) }, t("begin")))];
}
