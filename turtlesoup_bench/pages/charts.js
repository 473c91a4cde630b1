"use strict";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 246, 44, 26, 16, 28];

/**
 * An empty chart with its axes: `x` and `y` place values in it.
 *
 * `across` and `up` have `most`, the value at the end of the axis, `ticks`, and `label`, which writes one.
 */
function chart(caption, across, up) {
  const x = (value) => LEFT + (value / across.most) * (WIDTH - LEFT - RIGHT);
  const least = up.least || 0;
  const y = (value) => TOP + (1 - (value - least) / (up.most - least)) * (HEIGHT - BOTTOM - TOP);
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": caption });
  for (const tick of up.ticks) {
    picture.append(svg("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }),
      svg("text", { x: LEFT - 8, y: y(tick) + 4, "text-anchor": "end" }, up.label(tick)));
  }
  for (const tick of across.ticks) picture.append(svg("text", { x: x(tick), y: HEIGHT - 8, "text-anchor": "middle" }, across.label(tick)));
  return { picture, x, y };
}

/** Whole numbers from 0 to a value, about five of them and at equal distances. */
function ticks(most) {
  const decade = 10 ** Math.floor(Math.log10(Math.max(most, 1) / 5));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * decade).find((one) => one * 5 >= most) || 1);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, place) => place * step);
}

/** A chart with its numbers as a table that can be opened, and as a picture to take away. */
const withTable = (picture, legend, numbers) => el("div", {}, picture, legend,
  el("details", {}, el("summary", {}, t("as-table")), numbers, downloadButton(t("download-svg"), () => download(`${picture.getAttribute("aria-label")}.svg`, "image/svg+xml", svgText(picture)))));

/** Lines, each with a colour and dashes of its own and its number at its end; `points` are shares, the first of them at 0. */
function lineChart(caption, series, across) {
  const { picture, x, y } = chart(caption, across, { most: 1, ticks: [0, 0.25, 0.5, 0.75, 1], label: (share) => percent(share, 0) });
  const ends = [];
  for (const { points, number: line } of series) {
    const path = points.map((share, place) => `${x(place).toFixed(1)},${y(share).toFixed(1)}`);
    picture.append(svg("path", { class: "series" + (line % 8), d: "M" + path.join("L") }));
    // A number keeps off those that stand at its height already.
    const right = x(points.length - 1) + 4;
    let height = y(points.at(-1)) + 4;
    while (ends.some((end) => Math.abs(end - height) < 12)) height -= 12;
    ends.push(height);
    if (series.length > 1) picture.append(svg("text", { x: right, y: height }, String(line + 1)));
  }
  return picture;
}

/** Points with their numbers; what is written at the axes is up to the caller. */
function scatterChart(caption, points, labelAcross, labelUp) {
  const [least, most] = [Math.min(0, ...points.map((point) => point.y)), Math.max(...points.map((point) => point.y), 0.01)];
  const widest = Math.max(...points.map((point) => point.x)) || 1;
  const { picture, x, y } = chart(caption, { most: widest, ticks: [0, widest / 2, widest], label: labelAcross }, { least, most, ticks: [...new Set([least, 0, most])], label: labelUp });
  for (const point of points) {
    picture.append(svg("circle", { class: "series" + (point.number % 8), cx: x(point.x), cy: y(point.y), r: 6 }),
      svg("text", { x: x(point.x) + (point.x > widest / 2 ? -9 : 9), y: y(point.y) + 4, "text-anchor": point.x > widest / 2 ? "end" : "start" }, String(point.number + 1)));
  }
  return picture;
}

const pointLegend = (points) => el("p", { class: "legend" }, points.map((point) => el("span", {}, el("b", { class: "badge series" + (point.number % 8) }, point.number + 1), " ", point.name)));

/** What the lines of a chart stand for. */
const lineLegend = (series) => el("p", { class: "legend" }, series.map(({ name, number: line }) => el("span", {},
  svg("svg", { class: "line-key", viewBox: "0 0 24 8", "aria-hidden": "true" }, svg("path", { class: "series" + (line % 8), d: "M0,4L24,4" })), `${line + 1} ${name}`)));

/** How many values lie in each of at most 31 steps of equal width; of each, a count by kind. */
function histogram(values, most) {
  const width = Math.ceil((most + 1) / 31);
  const bins = Array.from({ length: Math.floor(most / width) + 1 }, (_, place) => ({
    from: place * width, label: width === 1 ? String(place) : `${place * width}–${place * width + width - 1}`, counts: {} }));
  for (const { value, kind } of values) {
    const { counts } = bins[Math.floor(value / width)];
    counts[kind] = (counts[kind] || 0) + 1;
  }
  return { width, bins };
}

/** Bars, each divided by kind, in the order and colours of the kinds. */
function histogramChart(caption, values, most, kinds) {
  const { width, bins } = histogram(values, most);
  const total = (bin) => Object.values(bin.counts).reduce((sum, count) => sum + count, 0);
  const highest = Math.max(1, ...bins.map(total));
  const marked = ticks(bins.length - 1);
  const { picture, x, y } = chart(caption, { most: bins.length, ticks: marked.map((place) => place + 0.5), label: (place) => String((place - 0.5) * width) },
    { most: highest, ticks: ticks(highest), label: String });
  bins.forEach((bin, place) => {
    let below = 0;
    for (const kind of kinds.filter((one) => bin.counts[one.word])) {
      const count = bin.counts[kind.word];
      picture.append(svg("rect", { class: kind.kind, x: x(place + 0.1), width: x(0.8) - x(0), y: y(below + count), height: y(0) - y(count) }));
      below += count;
    }
  });
  const present = kinds.filter((kind) => bins.some((bin) => bin.counts[kind.word]));
  return withTable(picture, null, table(caption, [t("turns"), ...present.map((kind) => kind.label)],
    bins.filter(total).map((bin) => [bin.label, ...present.map((kind) => bin.counts[kind.word] || 0)])));
}
