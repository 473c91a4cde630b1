"use strict";

/** A case as it was played: people, clues, what was said round by round, votes; scripts, beliefs and solution on demand. */
function transcript(game, instance, isOpen) {
  const lang = spoken(instance.language);
  const told = game.events.find((event) => event.kind === "case").data;
  const names = Object.fromEntries(told.players.map(({ id, name }) => [id, name]));
  const roles = game.events.filter((event) => event.kind === "role").map((event) => event.data);
  const of = (kind) => game.events.filter((event) => event.kind === kind).map((event) => event.data);
  const votes = of("vote");
  return el("article", {},
    instance.text && el("blockquote", { lang }, instance.text),
    el("h3", {}, t("people")),
    el("ul", { class: "people", lang }, told.players.map((one) => personItem(one, roles.find(({ who }) => who === one.id), isOpen && one.id === game.murderer, isOpen, one.id === game.own))),
    el("p", { lang }, t("victim"), " ", told.victim.name, ", ", told.victim.about),
    stopNotes(game),
    el("h3", {}, t("what-was-said")),
    el("ol", { class: "talk", lang }, game.events.map((event) => saidItem(event, names, game, isOpen))),
    votes.length > 0 && [el("h3", {}, t("votes")), el("ul", { lang }, votes.map((vote) => el("li", {}, names[vote.who], " → ", el("strong", {}, names[vote.for]))))],
    isOpen && beliefTable(of("belief"), names, lang),
    isOpen && game.solution && el("div", { class: "secret" }, el("h3", {}, t("solution")), paragraphs(game.solution, lang),
      el("details", { lang }, el("summary", {}, t("timeline")), table(t("timeline"), [t("time"), t("person"), t("place"), t("doing")], game.timeline, [1, 2, 3]))),
    movesOf(game, lang));
}

const paragraphs = (text, lang) => text.split("\n\n").map((one) => el("p", { lang }, one));

/** A person; with the script, where it is to be seen: unfolded for whoever plays it. */
function personItem(one, role, isMurderer, isOpen, isOwn) {
  return el("li", {}, el("strong", {}, one.name), ", ", one.about, isOwn && el("strong", {}, " ← ", t("you")),
    isMurderer && el("strong", { class: "bad secret" }, " ", t("murderer")),
    el("br"), one.introduction,
    (isOpen || isOwn) && role && el("details", { class: isOwn ? null : "secret", open: isOwn }, el("summary", {}, t("script")), role.is_murderer && el("p", { class: "bad" }, t("you-are-murderer")), paragraphs(role.script), role.lies.length > 0 && el("p", {}, t("lies"), " ", role.lies.join(" "))));
}

/** One thing that was said or shown; null for what is shown elsewhere, or was meant for nobody. */
function saidItem(event, names, game, isOpen) {
  const { kind, data } = event;
  const to = data.to ? " → " + names[data.to] : "";
  if (kind === "clue") return clueItem(event, game, isOpen);
  if (kind === "share") return el("li", { class: "quiet" }, t("shares", { who: names[data.who] }));
  if (kind === "pass") return el("li", { class: "quiet" }, t("passes", { who: names[data.who] }));
  if (["introduction", "question", "answer"].includes(kind)) return el("li", { class: kind }, el("small", {}, names[data.who] + to), el("div", {}, data.text));
  if (kind === "hypothesis" && isOpen) return el("li", { class: "secret" }, el("small", {}, t("hypothesis", { who: names[data.who] })), ["reasoning", "motive", "method"].map((name) => el("div", {}, data[name])));
  return null;
}

/** A clue; one that a single seat holds is shown there only on demand. */
function clueItem(event, game, isOpen) {
  const { number, kind, text } = event.data;
  if (event.to && !isOpen && !game.own) return null;
  const pictures = event.parts.map((part) => part.media || game.pictures[part.content]).filter(Boolean);
  return el("li", { class: event.to ? "clue secret" : "clue" },
    el("small", {}, t(event.to ? "held-clue" : "clue", { number, kind })),
    pictures.map((src) => el("button", { type: "button", class: "picture", title: t("larger"), "aria-label": `${kind} ${number}: ${t("larger")}`, onclick: (event) => event.currentTarget.classList.toggle("large") },
      el("img", { src, alt: "", width: 512, height: 512 }))),
    text && el("div", {}, text));
}

/** How each innocent's suspicion moved: whom it suspected most after each round. */
function beliefTable(beliefs, names, lang) {
  if (!beliefs.length) return null;
  const rounds = [...new Set(beliefs.map(({ round }) => round))];
  const people = [...new Set(beliefs.map(({ who }) => who))];
  const most = (one) => {
    const [who, share] = Object.entries(one.suspicion).sort((a, b) => b[1] - a[1])[0];
    return `${names[who]} ${Math.round(share)}`;
  };
  const cell = (who, round) => {
    const one = beliefs.find((belief) => belief.who === who && belief.round === round);
    return el("td", { lang }, one ? most(one) : "");
  };
  return el("div", { class: "secret" }, el("h3", {}, t("suspicion")), el("p", { class: "quiet" }, t("suspicion-how")),
    el("table", {}, el("thead", {}, el("tr", {}, el("th"), rounds.map((round) => el("th", {}, t("round", { round }))))),
      el("tbody", {}, people.map((who) => el("tr", {}, el("th", { lang }, names[who]), rounds.map((round) => cell(who, round)))))));
}
