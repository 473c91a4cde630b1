"use strict";

/** Several runs of one game: a row each, what must stand beside them, and a column each by groups. */
function runsTable() {
  const rows = report.runs.map((run, place) => ({ run, place, row: run.rows.overall, compared: place ? report.comparisons[place - 1] : null }));
  const mean = (name) => ({ row }) => (row && row.means[name] ? row.means[name][0] : null);
  const difference = ({ compared }) => (compared && compared.difference ? compared.difference[0] : null);
  const columns = [
    { key: "run", heading: t("run"), cell: ({ place }) => runHead(place), value: ({ run }) => run.label, isText: true, isAscending: true },
    { key: "played", heading: t("scored"), about: about("scored"), cell: ({ run, row }) => (row ? scoredText(run, row) : "0/0") },
    ...report.game.measures.map((measure, column) => ({ key: measure.name, heading: titled(measure), about: about("measure-" + measure.name), value: mean(measure.name),
      cell: ({ row }) => (row ? (column ? meanText : interval)(measure, row.means[measure.name]) : "–") })),
    { key: "tokens", heading: t("tokens"), about: about("tokens"), cell: (one) => (mean("tokens")(one) ? Math.round(mean("tokens")(one)).toLocaleString("en") : "–"), value: mean("tokens") },
    ...(headline() && report.comparisons.length ? [
      { key: "pairs", heading: t("pairs"), about: about("pairs"), cell: ({ compared }) => (compared ? compared.pairs : "") },
      { key: "difference", heading: t("difference"), about: t("compared-caption", { measure: titled(headline()) }), cell: ({ compared }) => (compared ? interval(headline(), compared.difference) : ""), value: difference },
      { key: "p", heading: "p", about: about("p"), cell: ({ compared }) => (!compared ? "" : compared.p === null ? "–" : compared.p < 0.001 ? "<.001" : compared.p.toFixed(3)), value: ({ compared }) => compared && compared.p }] : []),
  ];
  return el("section", { "aria-label": t("compared") }, sortedTable("runs", t("runs-caption"), columns, rows),
    headline() && report.comparisons.length > 0 && el("p", { class: "quiet" }, t("compared-caption", { measure: titled(headline()) })));
}

/** The notes of the runs, each once, with the runs that it is about where it is not about all; then their rulers. */
function commonNotes() {
  const runsOf = new Map();
  report.runs.forEach((run, place) => {
    for (const note of run.notes[uiLanguage]) runsOf.set(note, [...(runsOf.get(note) || []), place]);
  });
  return [[...runsOf].map(([note, places]) => el("p", { class: "note" }, places.length < report.runs.length && places.map((place) => [el("b", { class: `badge series${place % 8}` }, place + 1), " "]), note)),
    el("details", {}, el("summary", {}, t("rulers")), report.runs.map((run, place) => el("p", { class: "quiet" }, runHead(place), t("colon"), ruler(run))))];
}

/** The headline by each tag and language; by language alone, where there are no tags. */
function groups() {
  const tags = report.game.groups.length ? report.game.groups : languages().length > 1 ? [null] : [];
  return tags.flatMap((tag) => [
    el("h2", {}, tag === null ? t("by-language") : languages().length > 1 ? t("by-group-and-language", { group: tagName(tag) }) : t("by-group", { group: tagName(tag) })),
    report.runs.length > 1 ? groupsOfRuns(tag) : heatMap(report.runs[0], tag)]);
}

/** A cell with the headline's mean of a group of a run. */
function heatCell(run, group) {
  const row = run.rows[group];
  const mean = row && row.means[headline().name];
  const node = el("td", { class: "heat" }, mean ? number(headline(), mean[0]) : "–", row ? el("small", {}, ` (${row.scored})`) : "");
  if (mean) node.style.background = `color-mix(in oklab, var(--accent) ${Math.round(6 + 28 * warmth(mean[0]))}%, var(--paper))`;
  return node;
}

const groupRow = (label, cells, isTotal = false) => el("tr", { class: isTotal ? "total" : null }, el("th", { scope: "row" }, label), cells);

function heatMap(run, tag) {
  const columns = languages().length > 1 ? languages() : [];
  const values = tag === null ? [] : valuesOf(tag).filter((value) => run.rows[value]);
  const lines = [...values.map((value) => groupRow(valueName(tag, value), [columns.map((language) => heatCell(run, `${value}@${language}`)), heatCell(run, value)].flat())),
    groupRow(t("overall"), [...columns.map((language) => heatCell(run, language)), heatCell(run, "overall")], true)];
  return table(t("heat-caption", { measure: titled(headline()) }),
    [tag === null ? "" : tagName(tag), ...columns.map(languageName), columns.length ? t("both") : measureName(headline())], lines);
}

function groupsOfRuns(tag) {
  const names = [...(languages().length > 1 ? languages().map((language) => [language, languageName(language)]) : []),
    ...(tag === null ? [] : valuesOf(tag).map((value) => [value, valueName(tag, value)]))];
  const lines = [...names.map(([group, label]) => groupRow(label, report.runs.map((run) => heatCell(run, group)))),
    groupRow(t("overall"), report.runs.map((run) => heatCell(run, "overall")), true)];
  return table(t("heat-caption", { measure: titled(headline()) }), [t("group"), ...report.runs.map((_, place) => runHead(place))], lines);
}

/** Where the headline's value lies in its range, in [0, 1]; 0 where the range is open. */
function warmth(value) {
  const [low, high] = headline().range;
  return high === null ? 0 : Math.min(1, Math.max(0, (value - (low || 0)) / (high - (low || 0))));
}
