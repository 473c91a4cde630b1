"use strict";

/** How the tables of the page are sorted, by name: `column` is a key, null as the page came. */
const orders = {};

/** Items by a column's values, those without a value last. */
function inOrder(items, columns, order) {
  const column = columns.find((one) => one.key === order.column);
  if (!column || !column.value) return items;
  const isMissing = (value) => value === null || value === undefined;
  const direction = order.isDescending ? -1 : 1;
  const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b, uiLanguage) : a - b);
  return [...items].sort((first, second) => {
    const [a, b] = [column.value(first), column.value(second)];
    return isMissing(a) || isMissing(b) ? isMissing(a) - isMissing(b) : direction * compare(a, b);
  });
}

/**
 * A table that is sorted by a click on a head: from the best or greatest on, the other way, and as it came.
 *
 * Each of `columns` has a `key`, a `heading`, `cell`, which shows an item, and may have `value`, by which it is sorted,
 * `about` (a hint), `isText`, and `isAscending`, where the least stands first at the first click. `rowClass` gives the
 * class of an item's row. At most `shown` rows are there; `changed` is told of another order.
 */
function sortedTable(name, caption, columns, items, { shown = Infinity, changed = () => {}, rowClass = () => null } = {}) {
  const order = orders[name] || (orders[name] = { column: null, isDescending: false });
  const box = el("div", {});
  const turn = (column) => {
    const first = !column.isAscending;
    if (order.column !== column.key) Object.assign(order, { column: column.key, isDescending: first });
    else if (order.isDescending === first) order.isDescending = !first;
    else order.column = null;
    fill();
    box.querySelector(`[data-sort="${CSS.escape(column.key)}"]`).focus();
    changed(order);
  };
  const head = (column, place) => {
    const isSorted = order.column === column.key && column.value;
    const label = column.value ? el("button", { type: "button", class: "sort", "data-sort": column.key, onclick: () => turn(column) },
      column.heading, el("span", { "aria-hidden": "true" }, isSorted ? (order.isDescending ? " ▾" : " ▴") : "")) : column.heading;
    return el("th", { scope: "col", class: place === 0 || column.isText ? "text" : null, title: column.about,
      "aria-sort": isSorted ? (order.isDescending ? "descending" : "ascending") : null }, label);
  };
  const line = (item) => el("tr", { class: rowClass(item) }, columns.map((column, place) =>
    el(place ? "td" : "th", { scope: place ? null : "row", class: place === 0 || column.isText ? "text" : null }, column.cell(item))));
  const fill = () => box.replaceChildren(el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    el("table", {}, el("caption", {}, caption), el("thead", {}, el("tr", {}, columns.map(head))),
      el("tbody", {}, inOrder(items, columns, order).slice(0, shown).map(line)))));
  fill();
  return box;
}
