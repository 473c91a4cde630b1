"use strict";

/** The open episode: its dialog, and whether the reader asked for what players could not see. */
let opened = null;

/** Id of the episode that is shown, or will be once its transcript is unpacked. */
let wanted = null;

/** Opens an episode as a step that Back undoes. */
function openEpisode(id) {
  address.write({ episode: id }, true);
  return showEpisode(id);
}

/** What the address names is shown, and nothing else. */
async function followAddress() {
  const { episode } = address.read();
  if (report.episodes.some((one) => one.id === episode)) await showEpisode(episode);
  else closeEpisode();
}

function closeEpisode() {
  wanted = null;
  if (opened) opened.box.close();
}

/** Shows an episode in the dialog; of several runs that played it with the same seed, each stands in a column. */
async function showEpisode(id) {
  wanted = id;
  const shown = report.episodes.filter((episode) => episode.id === id).sort((a, b) => a.run - b.run);
  const parts = document.querySelectorAll("script.part");
  const contents = await Promise.all(shown.map((one) => unpack(parts[one.place].textContent)));
  if (wanted !== id) return;
  if (!opened) openDialog();
  opened.id = id;
  opened.redraw = () => fillDialog(shown, contents);
  opened.redraw();
  opened.box.scrollTop = 0;
}

function openDialog() {
  const box = el("dialog", { class: "episode", "aria-labelledby": "episode-title", onclose: () => {
    opened = wanted = null;
    box.remove();
    if (!address.read().episode) return;
    if (history.state && history.state.isStep) history.back();
    else address.write({ episode: null });
  }, onkeydown: (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && !event.altKey && !event.ctrlKey && !event.metaKey && !event.target.closest(".scroll, pre, input:not([type=checkbox])")) turnTo(step);
  } });
  opened = { box, isOpen: false, id: null };
  document.body.append(box);
  box.showModal();
}

/** The next or previous episode of the list. */
function turnTo(step) {
  const ids = listedIds();
  const id = ids[ids.indexOf(wanted) + step];
  if (!id) return;
  address.write({ episode: id });
  showEpisode(id);
}

function fillDialog(shown, contents) {
  const instance = instanceOf(shown[0]);
  const ids = listedIds();
  const place = ids.indexOf(opened.id);
  const beside = [...new Set(report.episodes.filter((one) => one.instance === shown[0].instance).map((one) => one.id))];
  const goTo = (id) => { address.write({ episode: id }); showEpisode(id); };
  const step = (name, by) => el("button", { type: "button", id: name, disabled: !ids[place + by] || place < 0, title: t("arrow-hint"), onclick: () => turnTo(by) }, t(name));
  const secret = el("input", { type: "checkbox", id: "secret", onchange: (event) => { opened.isOpen = event.target.checked; opened.redraw(); showSecret(); } });
  secret.checked = opened.isOpen;
  const focused = document.activeElement && opened.box.contains(document.activeElement) ? document.activeElement.id : null;
  opened.box.replaceChildren(
    el("div", { class: "bar-top" }, el("h2", { id: "episode-title", lang: spoken(instance.language) }, instance.title),
      el("label", {}, secret, " ", t("show-secrets")), step("previous", -1), step("next", 1), el("button", { type: "button", id: "close", onclick: closeEpisode }, t("close"))),
    el("p", { class: "quiet" }, [...tagNames(instance), languageName(instance.language), opened.id].join(" · "), " · ",
      t("seed"), " ", beside.map((id) => [id === opened.id ? el("strong", {}, seedOf(id)) : el("button", { type: "button", class: "link", onclick: () => goTo(id) }, seedOf(id)), " "])),
    el("div", { class: shown.length > 1 ? "beside" : null, tabindex: shown.length > 1 ? "0" : null, role: shown.length > 1 ? "group" : null, "aria-label": shown.length > 1 ? t("compared") : null },
      shown.map((episode, column) => el("section", { "aria-label": runOf(episode).label }, shown.length > 1 && el("h3", {}, runHead(episode.run)), played(episode, contents[column], instance)))));
  const again = focused && document.getElementById(focused);
  (again && !again.disabled ? again : document.getElementById("close")).focus({ preventScroll: true });
}

const seedOf = (id) => id.slice(id.lastIndexOf("#") + 1);

/** One run's episode: how it ended, what was measured, and its transcript. */
function played(episode, content, instance) {
  const calls = callsOf(episode);
  const file = `${runOf(episode).name}-${episode.id}.json`;
  const record = { run: runOf(episode).name, id: episode.id, instance: instance.id, outcome: episode.outcome, values: episode.values, ...content };
  return [el("p", {}, outcomeTag(episode), " ", valuesText(episode)),
    content.unscored && el("p", { class: "note" }, content.unscored),
    transcript({ ...content.transcript, calls }, instance, opened.isOpen, runOf(episode)),
    calls([null]),
    el("p", { class: "actions" }, downloadButton(t("download-json"), () => download(file, "application/json", JSON.stringify(record, null, 1))))];
}

/** Brings what was just laid open into sight, where it is not. */
function showSecret() {
  const first = opened.isOpen && opened.box.querySelector(".secret");
  const isInSight = first && first.getBoundingClientRect().top < opened.box.getBoundingClientRect().bottom - 120;
  if (first && !isInSight) first.scrollIntoView({ block: "center" });
}

/** All that was measured of an episode, in a line; whether it was won stands before it. */
function valuesText(episode) {
  const all = [...report.game.measures, ...report.game.play_measures].filter((measure) => episode.values[measure.name] !== null && !measure.is_success);
  return all.map((measure, place) => [place ? t("comma") : "", term("measure-" + measure.name, measureName(measure)), " ", number(measure, episode.values[measure.name])]);
}
