"use strict";

/** A game's title, which the server gives in both languages. */
const titleOf = (game) => game.title[uiLanguage];

/** The games that were begun in this browser and are not over, as links. */
function unfinished(matches, titles) {
  return matches.length > 0 && el("section", { id: "unfinished" }, el("h2", {}, t("in-progress")),
    el("ul", { class: "unfinished" }, matches.map((match) => el("li", {},
      el("a", { href: `/${match.game}#/match/${match.match}` }, titles && [titles[match.game], " – "],
        el("span", { lang: spoken(match.language) }, shortened(match.text) || t("game-in-progress")))))));
}

const shortened = (text) => (text.length > 80 ? text.slice(0, 80) + "…" : text);
