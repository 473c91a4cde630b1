"use strict";

/** What `transcript` shows of a game in progress: the questions with answers, and the seen movies. */
function seen(events) {
  const of = (kind) => events.filter((event) => event.kind === kind).map((event) => event.data);
  const movies = (table) => Object.entries(table.movies).map(([title, scores]) => ({ title, scores }));
  const [told] = of("seen");
  return { attributes: told.attributes, seen: movies(told), unseen: of("unseen").flatMap(movies),
    questions: of("question").map(({ movie, over }) => t("question", { movie, over })), answers: of("answer").map(({ answer }) => t("answer-" + answer)),
    recommended: null, moves: [], failure: null };
}

/** Two of the seen movies to compare, and in the end one of the new ones. */
function controls(decision, table) {
  const game = seen(table.events);
  const lang = spoken(table.language);
  const choice = (id, movies) => table.draft(el("select", { id, lang, required: true, "data-first": id !== "over" }, el("option", { value: "" }, "–"), movies.map(({ title }) => el("option", { value: title }, title))), id);
  if (decision.phase === "recommend") {
    const movie = choice("movie", game.unseen);
    return el("div", {}, movieTable(t("new-movies", { n: game.unseen.length }), game.unseen, game, lang),
      el("form", { class: "asked", onsubmit: (event) => { event.preventDefault(); table.act({ movie: movie.value }, ["movie"]); } },
        field(t("your-recommendation"), movie), el("button", { class: "primary" }, t("recommend"))));
  }
  const [movie, over] = [choice("preferred", game.seen), choice("over", game.seen)];
  const check = () => over.setCustomValidity(movie.value && movie.value === over.value ? t("two-movies") : "");
  [movie, over].forEach((box) => box.addEventListener("input", check));
  check();
  return el("form", { class: "asked", onsubmit: (event) => { event.preventDefault(); table.act({ movie: movie.value, over: over.value }, ["preferred", "over"]); } },
    field(t("would-you-prefer", { left: decision.view.questions_left }), movie), field(t("over"), over), el("button", { class: "primary" }, t("ask")));
}
