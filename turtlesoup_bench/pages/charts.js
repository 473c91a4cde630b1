"use strict";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 246, 44, 12, 16, 28];

/**
 * An empty chart with its axes: `x` and `y` place values in it.
 *
 * `across` and `up` have `most`, the value at the end of the axis, `ticks`, and `label`, which writes one.
 */
function chart(caption, across, up) {
  const x = (value) => LEFT + (value / across.most) * (WIDTH - LEFT - RIGHT);
  const y = (value) => TOP + (1 - value / up.most) * (HEIGHT - BOTTOM - TOP);
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

/** A chart with its numbers as a table that can be opened. */
const withTable = (nodes, numbers) => el("div", {}, nodes, el("details", {}, el("summary", {}, t("as-table")), numbers));

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
  return withTable(picture, table(caption, [t("turns"), ...present.map((kind) => kind.label)],
    bins.filter(total).map((bin) => [bin.label, ...present.map((kind) => bin.counts[kind.word] || 0)])));
}
