"use strict";

/** Hands a text to the reader as a file. */
function download(name, type, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name.replace(/[^\w.@-]+/g, "-") });
  link.click();
  URL.revokeObjectURL(link.href);
}

const downloadButton = (label, action) => el("button", { type: "button", class: "small", onclick: action }, label);

/** Rows as CSV, which spreadsheets must not take for formulas. */
function csv(rows) {
  const cell = (value) => {
    if (value === null || value === undefined) return "";
    const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? "'" + value : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return "\ufeff" + rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** A picture as a file of its own, with the colours that the page gives it now. */
function svgText(picture) {
  const copy = picture.cloneNode(true);
  const styled = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family"];
  const [shown, copied] = [picture, copy].map((one) => [one, ...one.querySelectorAll("*")]);
  shown.forEach((node, place) => {
    const style = getComputedStyle(node);
    copied[place].removeAttribute("class");
    for (const name of styled) copied[place].setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.style.background = getComputedStyle(document.body).backgroundColor;
  return new XMLSerializer().serializeToString(copy);
}
