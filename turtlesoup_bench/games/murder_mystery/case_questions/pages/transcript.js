"use strict";

/** A question as it was asked: the case, its script and pictures, the options with the one that was chosen. */
function transcript(game, instance, isOpen) {
  const lang = spoken(instance.language);
  return el("article", {},
    caseShown(game, lang),
    el("h3", { lang }, game.question),
    game.options.length > 0 && el("ol", { class: "options", type: "a", lang }, game.options.map((option, place) => optionItem(option, "abcd"[place], game, isOpen))),
    game.options.length === 0 && game.answered && el("blockquote", { lang }, game.answered),
    stopNotes(game),
    isOpen && game.reference && game.reference.length > 0 && el("div", { class: "secret" }, el("h3", {}, t("reference")),
      el("ol", { lang }, game.reference.map((one, place) => el("li", {}, one, game.values && el("strong", {}, ` ${game.values[place]}`))))),
    movesOf(game, lang));
}

/** What is shown beside a question. */
function caseShown(game, lang) {
  const { title, opening, people, clues, script } = game.case;
  return el("div", { lang, class: "case" },
    el("h3", {}, title), el("blockquote", {}, opening),
    el("details", {}, el("summary", {}, t("people", { n: people.length })), el("ul", {}, people.map((one) => el("li", {}, el("strong", {}, one.name), ", ", one.about)))),
    clues.length > 0 && el("details", {}, el("summary", {}, t("text-clues", { n: clues.length })), el("ul", {}, clues.map((clue) => el("li", {}, clue)))),
    script && el("details", { open: true }, el("summary", {}, t("script", { name: script.name })), script.text.split("\n\n").map((one) => el("p", {}, one))),
    el("div", { class: "pictures" }, game.pictures.map((picture) => el("figure", {},
      picture.src.map((src) => el("img", { src, alt: `${picture.kind} ${picture.number}`, width: 512, height: 512 })),
      el("figcaption", {}, t("picture", picture)), picture.text && el("p", {}, picture.text)))));
}

function optionItem(option, letter, game, isOpen) {
  const isRight = isOpen && letter === game.right;
  const isChosen = letter === game.answered;
  return el("li", { class: isRight ? "chosen" : null }, option, isChosen && el("strong", {}, ` ← ${t("chosen")}`), isRight && el("strong", { class: "secret" }, ` ✓ ${t("right")}`));
}
