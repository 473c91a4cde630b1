"use strict";

/** An element. Strings become text nodes, never markup; `on...` attributes are listeners. */
function el(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function svg(name, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/** The value that was packed into base64 of gzipped JSON. */
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

const remembered = {
  get(key) { try { return localStorage.getItem("turtlesoup-" + key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem("turtlesoup-" + key, value); } catch { /* a page on disk may have no storage */ } },
  /** Forgets everything whose key begins so. */
  drop(start) { try { Object.keys(localStorage).filter((key) => key.startsWith("turtlesoup-" + start)).forEach((key) => localStorage.removeItem(key)); } catch { /* likewise */ } },
};

let uiLanguage = remembered.get("language") || (navigator.languages.find((language) => /^(zh|en)/.test(language)) || "en").slice(0, 2);

/** A phrase of the interface; `{name}` is filled from the values, and `{n question|questions}` counts. */
function t(key, values) {
  const phrase = (STRINGS[key] || {})[uiLanguage] || key;
  const value = (name) => (values && name in values ? String(values[name]) : "");
  return phrase
    .replace(/\{(\w+) ([^{|}]*)\|([^{|}]*)\}/g, (_, name, one, many) => `${value(name)} ${value(name) === "1" ? one : many}`)
    .replace(/\{(\w+)\}/g, (_, name) => value(name));
}

/** What a phrase says; the text where there is none, as for the names that a game or a run gives. */
const named = (key, text) => (STRINGS[key] ? t(key) : text);

/** The language of a text, as HTML names it. */
const spoken = (language) => (language === "zh" ? "zh-Hans" : language);

/** A number with so many digits, and no sign before a zero. */
const rounded = (value, digits) => value.toFixed(digits).replace(/^-(0(\.0+)?)$/, "$1");

const percent = (value, digits = 1) => (value === null || value === undefined ? "–" : rounded(100 * value, digits));

/** How long ago something was. */
const agoText = (seconds) => (seconds < 90 ? t("seconds-ago", { n: Math.round(seconds) }) : seconds < 5400 ? t("minutes-ago", { n: Math.round(seconds / 60) }) : seconds < 129600 ? t("hours-ago", { n: Math.round(seconds / 3600) }) : t("days-ago", { n: Math.round(seconds / 86400) }));

/** Keeps what is typed into a control, so that it is there again after whatever happens to the page. */
function kept(control, key) {
  const draft = remembered.get(key);
  if (draft) control.value = draft;
  control.addEventListener("input", () => remembered.set(key, control.value));
  return control;
}

/** The page's top: title, buttons of its own, language of the interface, light or dark. `redraw` is called when the language changes. */
function drawTop(title, redraw, ...buttons) {
  document.documentElement.lang = uiLanguage === "zh" ? "zh-Hans" : "en";
  document.documentElement.style.colorScheme = remembered.get("scheme") || "";
  const language = el("button", { type: "button", id: "language", lang: uiLanguage === "zh" ? "en" : "zh-Hans", onclick: () => {
    uiLanguage = uiLanguage === "zh" ? "en" : "zh";
    remembered.set("language", uiLanguage);
    redraw();
    document.getElementById("language").focus();
  } }, uiLanguage === "zh" ? "English" : "中文");
  const scheme = el("button", { type: "button", id: "scheme", onclick: () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.style.colorScheme || (dark ? "dark" : "light");
    document.documentElement.style.colorScheme = now === "dark" ? "light" : "dark";
    remembered.set("scheme", document.documentElement.style.colorScheme);
  } }, t("scheme"));
  document.getElementById("top").replaceChildren(el("h1", {}, title), ...buttons, language, scheme);
}

/** A table: headings, rows of cells (strings or nodes); the first cell of a row is its header. */
function table(caption, headings, rows, textColumns = []) {
  const kind = (place) => (place === 0 || textColumns.includes(place) ? "text" : null);
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    el("table", {}, el("caption", {}, caption),
      el("thead", {}, el("tr", {}, headings.map((heading, place) => el("th", { scope: "col", class: kind(place) }, heading)))),
      el("tbody", {}, rows.map((row) => (row instanceof Node ? row : el("tr", {}, row.map((cell, place) =>
        el(place ? "td" : "th", { scope: place ? null : "row", class: kind(place) }, cell))))))));
}

/** A labelled field of a filter or form. */
const field = (label, control) => el("label", {}, label, control);

const select = (id, options, onchange) => el("select", { id, onchange }, options.map(([value, label]) => el("option", { value }, label)));
