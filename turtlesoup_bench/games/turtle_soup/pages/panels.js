"use strict";

/** What only turtle soup measures: how early the key clues were found, and why episodes were lost. */
const panels = (runs) => [
  el("h2", {}, t("curves")), curves(runs),
  runs.filter((run) => run.panels.shares).map((run) => failures(run, runs.length > 1 ? `: ${run.label}` : ""))];

function curves(runs) {
  const series = runs.flatMap((run) => Object.entries(run.panels.curves).map(([language, points]) => ({
    name: (runs.length > 1 ? run.label + ", " : "") + t("language-" + language), points })));
  if (!series.length) return el("p", { class: "quiet" }, t("no-questions"));
  const most = Math.max(...series.map((one) => one.points.length));
  const { picture, x, y } = chart(t("curves-caption"), { most, ticks: ticks(most), label: String },
    { most: 1, ticks: [0, 0.25, 0.5, 0.75, 1], label: (share) => percent(share, 0) });
  series.forEach((one, place) => {
    const path = [0, ...one.points].map((share, turn) => `${x(turn).toFixed(1)},${y(share).toFixed(1)}`);
    picture.append(svg("path", { class: "series" + (place % 4), d: "M" + path.join("L") }));
  });
  const legend = el("p", {}, series.map((one, place) => {
    const key = svg("svg", { class: "line-key", viewBox: "0 0 24 8", "aria-hidden": "true" }, svg("path", { class: "series" + (place % 4), d: "M0,4L24,4" }));
    return [key, one.name];
  }));
  const marks = [5, 10, 15, 20, 25, 30].filter((turn) => turn <= most);
  return withTable([picture, legend],
    table(t("curves-caption"), [t("run"), ...marks.map(String)], series.map((one) => [one.name, ...marks.map((turn) => percent(one.points[turn - 1]))])));
}

function failures(run, suffix) {
  const counts = Object.entries(run.panels.shares);
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  return table(t("failures-caption") + suffix, [t("failure"), t("episodes"), "%"],
    counts.map(([name, count]) => [t("failure-" + name), count, percent(count / Math.max(1, all))]));
}
