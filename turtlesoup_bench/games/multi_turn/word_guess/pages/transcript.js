"use strict";

/** The attempts as coloured tiles with the words that fit them; the secret on demand. */
function transcript(game, instance, isOpen) {
  const lang = spoken(instance.language);
  return el("article", {},
    el("details", {}, el("summary", {}, t("vocabulary")), el("p", { lang }, instance.text)),
    el("h3", {}, t("attempts", { n: game.attempts.length })),
    el("ol", { class: "attempts" }, game.attempts.map((attempt) => el("li", {},
      tileRow(attempt.word, attempt.colours, lang), attempt.left && wordsLeft(attempt.left, isOpen, lang)))),
    stopNotes(game),
    isOpen && [el("h3", { class: "secret" }, t("secret")), tileRow(game.secret, Array(game.secret.length).fill("green"), lang)],
    movesOf(game, lang));
}

/** The letters of a word, each with its colour, which is also named for those who cannot tell it. */
const tileRow = (word, colours, lang) => el("span", { class: "tiles" }, [...word].map((letter, place) =>
  el("span", { class: "tile " + colours[place] }, el("b", { lang }, letter), el("small", {}, t("colour-" + colours[place])))));

/** How many words fit all colours so far; which ones, where the reader asked. */
const wordsLeft = (words, isOpen, lang) => el("span", { class: "quiet" }, t("words-left", { n: words.length }),
  isOpen && words.length > 0 && [t("colon"), el("span", { lang }, words.join(", "))]);
