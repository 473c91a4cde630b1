"use strict";

const IMAGE = /^data:image\/(png|jpeg|gif|webp);base64,/;

/** The messages of a chat; those that whoever reads has replied beneath before are folded up, but for the last. */
const chat = (messages, isFamiliar) => el("ol", { class: "chat" }, messages.map((message) => el("li", {}, messageItem(message, message !== messages.at(-1) && isFamiliar(message)))));

function messageItem(message, isFolded) {
  const body = el("div", { class: "message" }, contentOf(message));
  return el("details", { open: !isFolded }, el("summary", {}, named("message-" + message.role, message.role), isFolded && [" ", t("as-before")]), body);
}

/** A message's text and images; whatever else it holds stands there as it was sent. */
function contentOf(message) {
  const { role, content, ...rest } = message;
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : Array.isArray(content) ? content : [];
  return [...parts.map(partOf), Object.keys(rest).length > 0 && plain(JSON.stringify(rest, null, 1))];
}

function partOf(part) {
  if (part && part.type === "text" && typeof part.text === "string") return plain(part.text);
  const url = part && part.type === "image_url" && part.image_url && part.image_url.url;
  // An image elsewhere is not fetched: what asks for a reply must not make this page call anybody.
  if (typeof url === "string") return IMAGE.test(url) ? el("p", {}, el("img", { src: url, alt: t("image") })) : plain(url);
  return plain(JSON.stringify(part, null, 1));
}

const plain = (text) => el("p", { class: "part-text", dir: "auto" }, text);
