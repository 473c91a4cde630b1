"use strict";

/** The words of the page that are explained: those with a phrase `about-<word>`. */
const explained = () => Object.keys(STRINGS).filter((key) => key.startsWith("about-")).map((key) => key.slice("about-".length));

const wordOf = (word) => named("word-" + word, named(word, word));

/** What a word says, for a hint; nothing where it needs no saying. */
const about = (word) => (STRINGS["about-" + word] ? t("about-" + word) : null);

/** A word in running text; a click opens the glossary at it. */
const term = (word, text) => (about(word) ? el("button", { type: "button", class: "term", title: about(word), onclick: () => openGlossary(word) }, text || wordOf(word)) : text || wordOf(word));

/** All words with what they mean, the wanted one marked. */
function openGlossary(wanted) {
  const entries = explained().sort((a, b) => wordOf(a).localeCompare(wordOf(b), uiLanguage));
  const box = el("dialog", { id: "glossary", "aria-labelledby": "glossary-title", onclose: () => box.remove() },
    el("div", { class: "bar-top" }, el("h2", { id: "glossary-title" }, t("glossary")), el("button", { type: "button", onclick: () => box.close() }, t("close"))),
    el("dl", {}, entries.map((word) => [el("dt", { class: word === wanted ? "wanted" : null }, wordOf(word)), el("dd", {}, t("about-" + word))])));
  document.body.append(box);
  box.showModal();
  const mark = box.querySelector(".wanted");
  if (mark) mark.scrollIntoView({ block: "center" });
}

const glossaryButton = () => el("button", { type: "button", id: "words", onclick: () => openGlossary() }, t("glossary"));
