"use strict";

/** Questions, answers and the words that fit them, with the turns that contradict each other; which words on demand. */
function transcript(game, instance, isOpen) {
  const lang = spoken(instance.language);
  return el("article", {},
    el("details", {}, el("summary", {}, t("words", { n: Object.keys(game.words).length })),
      el("ul", { lang }, Object.entries(game.words).map(([word, types]) => el("li", {}, el("strong", {}, word), ": ", types.join(", "))))),
    el("h3", {}, t("questions", { n: game.turns.length })),
    game.contradiction && el("p", { class: "note" }, contradiction(game, game.turns.length)),
    el("ol", { class: "answers" }, game.turns.map((turn, place) => answerItem(turn, place + 1, game, isOpen, lang))),
    stopNotes(game),
    movesOf(game, lang));
}

function contradiction(game, last) {
  const reason = named("contradiction-" + game.contradiction, game.contradiction);
  return game.contradicted_turns.length ? t("contradiction", { last, turns: game.contradicted_turns.join(t("and")), reason }) : t("no-such-word", { last, reason });
}

/** A turn: the last one of a contradiction and the earlier ones that it denies are marked. */
function answerItem(turn, number, game, isOpen, lang) {
  const isLast = game.contradiction !== null && number === game.turns.length;
  const isDenied = game.contradicted_turns.includes(number);
  return el("li", { class: isLast ? "contradiction" : isDenied ? "contradicted" : null },
    el("span", { lang }, turn.question), " ",
    turn.answer && [el("strong", {}, t("answer-" + turn.answer)), " ", turn.left && el("span", { class: "quiet" }, t("words-left", { n: turn.left.length }))],
    isDenied && el("span", { class: "bad" }, " ", t("contradicted", { last: game.turns.length })),
    isLast && el("span", { class: "bad" }, " ", t("contradicts", { turns: game.contradicted_turns.join(t("and")) })),
    isOpen && turn.answer && turn.left.length > 0 && el("details", { class: "secret" }, el("summary", {}, t("which-words")), el("p", { lang }, turn.left.join(", "))));
}
