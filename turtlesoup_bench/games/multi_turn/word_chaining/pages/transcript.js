"use strict";

/** The chain with who said which word, and the breach with its reason; the words that were allowed on demand. */
function transcript(game, instance, isOpen) {
  const lang = spoken(instance.language);
  return el("article", {},
    el("details", {}, el("summary", {}, t("list", { n: game.words.length })), wordList(game.words, lang)),
    el("h3", {}, t("chain", { n: game.chain.length })),
    el("ol", { class: "chain" }, game.chain.map((link, place) => chainLink(link, place === game.chain.length - 1, game, isOpen, lang))),
    game.breach && el("p", { class: "note" }, t("lost-by", { breach: named("breach-" + game.breach, game.breach) })),
    game.reason && el("p", {}, t("ended-by", { reason: named("reason-" + game.reason, game.reason) })),
    stopNotes(game),
    isOpen && game.breach && [el("h3", { class: "secret" }, t("allowed-instead", { n: game.allowed.length })), wordList(game.allowed, lang)],
    movesOf(game, lang));
}

const wordList = (words, lang) => el("p", { lang }, words.join(lang === "en" ? ", " : "、"));

/** A word with the character that links it to the one before; the last one may break a rule, and repeat an earlier one. */
function chainLink(link, isLast, game, isOpen, lang) {
  const isBreach = isLast && game.breach !== null;
  const isRepeated = !isLast && game.breach === "said before" && link.word === game.chain.at(-1).word;
  const [first, ...rest] = link.word;
  return el("li", { class: [link.by, isBreach && "breach", isRepeated && "repeated"].filter(Boolean).join(" ") },
    el("small", {}, t("said-by-" + link.by)),
    el("span", { lang }, el("b", {}, first), rest.slice(0, -1).join(""), el("b", {}, rest.slice(-1))),
    isBreach && el("small", { class: "bad" }, named("breach-" + game.breach, game.breach)),
    isRepeated && el("small", { class: "bad" }, t("repeated-later")),
    isOpen && el("small", { class: "secret" }, t("allowed", { n: link.allowed })));
}
