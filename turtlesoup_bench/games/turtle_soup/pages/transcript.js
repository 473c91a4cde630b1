"use strict";

/**
 * One game to be read: scene, turns as a dialogue, the player's mind, prediction against rubric; the bottom on demand.
 *
 * `run` is the run's record, with its panels; a game that is still played has none.
 */
function transcript(game, instance, isOpen, run) {
  const lang = spoken(instance.language);
  const items = game.turns.map((turn) => turnItem(turn, isOpen, lang, game.calls));
  return el("article", {},
    el("blockquote", { lang }, instance.text),
    isOpen && secrets(game, lang),
    game.reason && el("p", { class: "note" }, game.reason),
    game.replies.map((reply) => el("pre", { tabindex: "0" }, reply)),
    run && failureOf(run.panels.failures[game.id], lang),
    items.length > 0 && [el("h3", {}, t("questions", { n: items.length })), run && timeline(game.turns, items)],
    el("ol", { class: "turns" }, items),
    game.prediction && prediction(game, isOpen, lang));
}

/** Why it was lost, where that was analysed. */
function failureOf(failure, lang) {
  return failure && el("p", {}, t("failure"), ": ", t("failure-" + failure.kind), ". ", failure.reason, " ",
    failure.evidence.map((words) => [el("q", { lang }, words), " "]));
}

/** A cell a turn, in the colour of its answer, a star where a key clue was touched; each leads to its turn. */
function timeline(turns, items) {
  return el("ol", { class: "timeline", "aria-label": t("timeline"), title: t("timeline") }, turns.map((turn, place) => {
    const { verdict, is_key_clue: isClue } = turn.shown;
    const answer = (verdict ? t("answer-" + verdict) : t("withheld")) + (isClue ? t("comma") + t("with-key-clue") : "");
    return el("li", {}, el("button", { type: "button", class: verdict, "aria-label": t("turn-label", { n: place + 1, answer }),
      onclick: () => items[place].scrollIntoView({ block: "center" }) }, isClue ? "★" : place + 1));
  }));
}

function turnItem(turn, isOpen, lang, calls) {
  const { verdict, is_key_clue: isClue } = turn.shown;
  return el("li", { class: isClue ? "clue" : null },
    el("p", {}, el("b", { class: "who" }, t("said-by-player")), el("span", { class: "question", lang }, turn.question)),
    el("p", {}, el("b", { class: "who" }, t("said-by-host")), el("span", { class: `answer ${verdict || "unknown"}`, lang }, turn.reply.replace("<Key Clue>", t("key-clue"))),
      isOpen && turn.answer.clue && el("span", { class: "tag secret" }, t("touches", { n: turn.answer.clue })),
      turn.answer.fault && el("span", { class: "bad" }, " ", t("fault-" + turn.answer.fault)),
      isOpen && turn.answer.verdict !== verdict && el("span", { class: "bad secret" }, " ", t("really", { answer: t("answer-" + turn.answer.verdict) }))),
    mind(turn, lang), calls && turn.steps && calls(turn.steps));
}

/** What the player thought before it asked, as far as it left a trace. */
function mind(turn, lang) {
  const { genre, confidence, analysis, candidates, chosen, belief, doubts, refused, ...rest } = turn.trace || {};
  const list = (items) => el("ul", { lang }, items);
  const parts = [
    genre !== undefined && el("p", {}, t("genre-vote", { genre: named("genre-" + genre, genre), confidence: percent(confidence, 0) })),
    analysis && el("p", { lang }, analysis),
    Array.isArray(candidates) && candidates.length > 0 && [el("p", {}, t("candidates", { how: chosen || "" })),
      list(candidates.map((one) => el("li", { class: one === turn.question ? "chosen" : null }, one, one === turn.question ? " ←" : "")))],
    Array.isArray(refused) && refused.length > 0 && [el("p", {}, t("refused-candidates")), list(refused.map((one) => el("li", {}, one.question, el("span", { class: "quiet" }, ` (${one.reason})`))))],
    belief && [el("p", {}, t("belief")), el("p", { lang }, belief.conclusion), list([...belief.logic, ...belief.details].map((point) => el("li", {}, point)))],
    Array.isArray(doubts) && doubts.length > 0 && [el("p", {}, t("doubts")), list(doubts.map((one) => el("li", {}, [one.doubt, one.analysis, one.proposal].filter(Boolean).join(" — "))))],
    Object.entries(rest).map(([key, value]) => el("p", {}, named("trace-" + key, key), t("colon"), readable(value)))].flat(2).filter(Boolean);
  return parts.length > 0 && el("details", {}, el("summary", {}, t("mind")), el("div", { class: "mind" }, parts));
}

/** The bottom where the reader looks, right below the scene, and the key clues with those that were touched. */
function secrets(game, lang) {
  const met = new Set(game.turns.filter((turn) => turn.answer.clue).map((turn) => turn.answer.clue));
  return el("div", { class: "secret" }, el("h3", {}, t("bottom")), el("blockquote", { lang }, game.bottom),
    el("h3", {}, t("key-clues", { met: met.size, all: game.key_clues.length })),
    el("ol", { class: "clues", lang }, game.key_clues.map((clue, place) => el("li", { class: met.has(place + 1) ? "met" : null }, clue))));
}

/** The prediction, point by point; with the bottom, what each point met, and what each point of the rubric got. */
function prediction(game, isOpen, lang) {
  const parts = ["logic", "details"].filter((part) => game.predicted[part].length);
  const point = (part) => (one) => el("li", {}, el("span", { lang }, one.text), isOpen && game.rubric.length > 0 && el("span", { class: "quiet secret" }, " ", meets(part, one)));
  return el("div", {}, el("h3", {}, t("prediction")), el("p", { lang }, game.prediction.conclusion),
    parts.map((part) => [el("h4", {}, t("measure-" + part)), el("ol", { class: "points" }, game.predicted[part].map(point(part)))]),
    isOpen && game.rubric.length > 0 && el("div", { class: "secret" }, el("h3", {}, t("rubric")), el("p", { class: "quiet" }, t("rubric-caption")),
      ["logic", "details"].map((part) => [el("h4", {}, t("measure-" + part)),
        el("ol", { class: "points" }, game.rubric.filter((match) => match.dimension === part).map((match) => rubricItem(match, lang)))])));
}

function meets(part, { matches, similarity, has_credit: hasCredit, is_judged: isJudged }) {
  if (!isJudged) return t("not-judged");
  if (!matches.length) return t("meets-none");
  const points = `${t("measure-" + part)} ${matches.join(t("comma"))}`;
  return t(hasCredit ? "meets" : "nearest-of", { points, similarity: similarity.toFixed(2) });
}

function rubricItem(match, lang) {
  const kind = match.credit >= 1 ? "good" : match.credit > 0 ? "half" : "bad";
  return el("li", {}, el("span", { lang }, match.point), el("div", { class: "nearest" },
    el("span", { class: "credit " + kind, title: t("numbers", { similarity: match.similarity.toFixed(2), credit: match.credit.toFixed(2) }) }, `${match.similarity.toFixed(2)} → ${match.credit.toFixed(2)}`), " ",
    match.nearest ? el("span", { lang }, match.nearest) : el("span", { class: "quiet" }, t("no-nearest"))));
}
