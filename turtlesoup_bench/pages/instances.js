"use strict";

const SHOWN = 60;
let site;
let shownCards = SHOWN;

const nameOfTag = (tag, value) => named(`${tag}-${value}`, value);

function draw() {
  drawTop(site.name, draw, el("a", { href: "../index.html" }, "turtlesoup-bench"));
  const values = address.read();
  const change = (name) => (event) => { shownCards = SHOWN; address.write({ [name]: event.target.value }); drawCards(); };
  const filled = (name, control) => { control.value = values[name] || ""; return control; };
  const choice = (name, options) => filled(name, select("filter-" + name, [["", t("all")], ...options], change(name)));
  const languages = [...new Set(site.instances.map((one) => one.language))];
  document.getElementById("main").replaceChildren(el("p", { class: "quiet" }, t("no-solutions")),
    el("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
      field(t("search-instances"), filled("text", el("input", { type: "search", id: "filter-text", oninput: change("text") }))),
      site.groups.map((tag) => field(named("tag-" + tag, tag), choice(tag, [...new Set(site.instances.map((one) => one.tags[tag]))].sort().map((value) => [value, nameOfTag(tag, value)])))),
      languages.length > 1 && field(t("language"), choice("language", languages.map((language) => [language, named("language-" + language, language)])))),
    el("div", { id: "cards" }));
  drawCards();
}

function drawCards() {
  const wanted = address.read();
  const words = (wanted.text || "").toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const kept = site.instances.filter((one) => site.groups.every((tag) => !wanted[tag] || one.tags[tag] === wanted[tag]) && (!wanted.language || one.language === wanted.language)
    && words.every((word) => `${one.title} ${one.text} ${one.id}`.toLocaleLowerCase().includes(word)));
  document.getElementById("cards").replaceChildren(el("p", { role: "status", id: "count" }, t("instances-count", { n: kept.length })),
    el("ul", { class: "cards" }, kept.slice(0, shownCards).map((one) => el("li", {}, el("h2", { lang: spoken(one.language) }, one.title), one.text && el("p", { lang: spoken(one.language) }, one.text),
      el("p", { class: "quiet" }, [...Object.entries(one.tags).map(([tag, value]) => nameOfTag(tag, value)), one.id].join(" · "))))),
    kept.length > shownCards ? el("button", { type: "button", onclick: () => { shownCards += 200; drawCards(); } }, t("more-instances", { n: kept.length - shownCards })) : "");
}

async function start() {
  site = await unpack(document.getElementById("data").textContent);
  draw();
  addEventListener("popstate", draw);
  document.body.dataset.ready = "yes";
}

start();
