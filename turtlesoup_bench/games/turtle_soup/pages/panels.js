"use strict";

/** What only turtle soup measures: how early the key clues were found, and why episodes were lost. */
const panels = (runs) => [
  el("h2", {}, t("curves")), curves(runs),
  runs.filter((run) => run.panels.shares).map((run) => failures(run, runs.length > 1 ? `: ${run.label}` : ""))];

/** One chart of a run's languages; of several runs, one a language, so that a line is a run. */
function curves(runs) {
  const lines = runs.flatMap((run, place) => Object.entries(run.panels.curves).map(([language, points]) => ({ run, place, language, points: [0, ...points] })));
  if (!lines.length) return el("p", { class: "quiet" }, t("no-questions"));
  if (runs.length === 1) return curveChart(t("curves-caption"), lines.map((line, place) => ({ ...line, number: place, name: t("language-" + line.language) })));
  const spokenIn = [...new Set(lines.map((line) => line.language))];
  return el("div", { class: "columns" }, spokenIn.map((language) => curveChart(`${t("curves-caption")}${t("colon")}${t("language-" + language)}`,
    lines.filter((line) => line.language === language).map((line) => ({ ...line, number: line.place, name: line.run.label })))));
}

function curveChart(caption, series) {
  const most = Math.max(...series.map((one) => one.points.length - 1));
  const picture = lineChart(caption, series, { most, ticks: ticks(most), label: String });
  const marks = [5, 10, 15, 20, 25, 30].filter((turn) => turn <= most);
  return el("figure", {}, el("figcaption", { class: "quiet" }, caption), withTable(picture, lineLegend(series),
    table(caption, ["", ...marks.map(String)], series.map((one) => [one.name, ...marks.map((turn) => percent(one.points[turn]))]))));
}

function failures(run, suffix) {
  const counts = Object.entries(run.panels.shares);
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  return table(t("failures-caption") + suffix, [t("failure"), t("episodes"), "%"],
    counts.map(([name, count]) => [t("failure-" + name), count, percent(count / Math.max(1, all))]));
}
