"use strict";

/** Questions with answers and the recommendation; the new movies ranked by the user's taste on demand. */
function transcript(game, instance, isOpen) {
  const lang = spoken(instance.language);
  return el("article", {},
    el("details", {}, el("summary", {}, t("seen", { n: game.seen.length })), movieTable(t("seen", { n: game.seen.length }), game.seen, game, lang)),
    el("h3", {}, t("questions", { n: game.questions.length })),
    el("ol", { lang }, game.questions.map((question, place) => el("li", {}, question, " ", el("strong", {}, game.answers[place])))),
    game.recommended && [el("h3", {}, t("recommendation")), el("p", { lang }, game.recommended)],
    stopNotes(game),
    isOpen && [el("h3", { class: "secret" }, t("ranking")), movieTable(t("ranking-caption", { n: game.unseen.length }), game.unseen, game, lang, true)],
    movesOf(game, lang));
}

/** Movies with their attribute scores; where ranked, with the taste, rank and utility, too, and the recommended one marked. */
function movieTable(caption, movies, game, lang, isRanked = false) {
  const attributes = game.attributes.map((attribute, place) => el("span", {},
    el("span", { lang }, attribute), isRanked && el("small", {}, " × ", game.weights[place].toFixed(1))));
  const lines = movies.map((movie) => {
    const isChosen = isRanked && movie.title === game.recommended;
    const cells = [...(isRanked ? [movie.rank, movie.utility.toFixed(2)] : []), ...movie.scores.map((score) => score.toFixed(2))];
    return el("tr", { class: isChosen ? "chosen" : null },
      el("th", { scope: "row" }, el("span", { lang }, movie.title), isChosen && ` ← ${t("recommended")}`),
      cells.map((cell) => el("td", {}, cell)));
  });
  return el("div", { class: "movies" }, table(caption, [t("movie"), ...(isRanked ? [t("rank"), t("utility")] : []), ...attributes], lines));
}
