"use strict";

const AGAIN = 2000;
let desk = { version: "", waiting: [], replied: [] };
let current = null; // the call that is shown, with its messages
let isCut = false; // whether the server does not answer
const sent = new Set(); // ids of the calls that were replied to here, of which an older list may still speak
const read = new Map(); // the messages beneath which was replied here, by role
const items = new Map(); // the list of replies, by the call's id

const roleNow = () => address.read().role || "";
const ofRole = (calls) => calls.filter((one) => !roleNow() || one.role === roleNow());
const waiting = () => ofRole(desk.waiting).filter((one) => !sent.has(one.id));
const part = (name) => document.getElementById(name);
const draftOf = (one) => "draft relay " + one.key;
const clock = (seconds) => new Date(1000 * seconds).toLocaleTimeString(uiLanguage === "zh" ? "zh-CN" : "en-GB", { hour: "2-digit", minute: "2-digit" });
const ago = (since) => el("span", { "data-since": since }, agoText(Math.max(0, Date.now() / 1000 - since)));
const isFamiliar = (role) => (message) => (read.get(role) || new Set()).has(JSON.stringify(message));

function draw() {
  drawTop(t("relay-title"), draw);
  part("main").replaceChildren(el("div", { id: "trouble", role: "alert" }), el("div", { id: "roles" }), el("h2", { id: "count" }), el("p", { id: "news", role: "status", class: "quiet" }), el("ul", { id: "queue", class: "queue" }),
    el("section", { id: "call", "aria-label": t("call") }), el("section", { id: "replied" }, el("h2", {}, t("replied")), el("ul", { class: "replied" })));
  items.clear();
  drawCall();
  drawLists();
}

/** What changes as calls come and go; what is typed and unfolded stays as it is. */
function drawLists() {
  const calls = waiting();
  document.title = (calls.length ? `(${calls.length}) ` : "") + t("relay-title");
  part("trouble").replaceChildren(isCut ? el("p", { class: "note" }, t("no-server")) : "");
  const roles = [...new Set([...desk.waiting, ...desk.replied].map((one) => one.role).concat(roleNow() || []))].sort();
  const chip = (role, label, n) => el("button", { type: "button", "data-role": role, "aria-pressed": String(role === roleNow()), onclick: () => choose(role) }, t("role-count", { role: label, n }));
  const open = desk.waiting.filter((one) => !sent.has(one.id));
  replaced(part("roles"), roles.length > 1 ? [chip("", t("all-roles"), open.length), ...roles.map((role) => chip(role, role, open.filter((one) => one.role === role).length))] : []);
  part("count").replaceChildren(...(calls.length ? [t(calls.length === 1 ? "one-waits" : "many-wait", { n: calls.length }), " ", ago(calls[0].since)] : [t("none-waits")]));
  replaced(part("queue"), calls.some((one) => !current || one.id !== current.id) ? calls.map((one) => el("li", {}, el("button", { type: "button", class: "small", "data-call": one.id, "aria-current": current && current.id === one.id ? "true" : null, onclick: () => show(one) },
    one.role, " ", ago(one.since), remembered.get(draftOf(one)) && [" ", t("has-draft")]))) : []);
  drawReplied();
}

/** Puts in new children, and leaves the focus with the one that stands for the same. */
function replaced(box, children) {
  const { role, call } = box.contains(document.activeElement) ? document.activeElement.dataset : {};
  box.replaceChildren(...children);
  const again = [...box.querySelectorAll("button")].find((one) => (call ? one.dataset.call === call : role !== undefined && one.dataset.role === role));
  if (again) again.focus();
}

function choose(role) {
  address.write({ role });
  if (current && role && current.role !== role) current = null;
  refresh(true);
}

/** The call that is shown, with a box for its reply. */
function drawCall() {
  if (!current) {
    part("call").replaceChildren(el("p", {}, t("waits-hint")), el("pre", { tabindex: "0" }, `HOSTED_VLLM_API_BASE=${location.origin}/v1`));
    return;
  }
  const one = current;
  const box = kept(el("textarea", { id: "reply", rows: 3, dir: "auto", onkeydown: (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); send(one, box.value); }
  } }), draftOf(one));
  const format = (one.settings.response_format || {}).type;
  const settings = Object.entries(one.settings).map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(", ");
  part("call").replaceChildren(
    el("p", {}, el("strong", {}, one.role), el("span", { class: "quiet" }, " ", t("asked-at", { time: clock(one.since) }), settings && ` · ${settings}`)),
    chat(one.messages, isFamiliar(one.role)),
    el("form", { id: "answer", onsubmit: (event) => { event.preventDefault(); send(one, box.value); } },
      el("p", { id: "left", role: "status" }),
      one.earlier.length > 0 && el("div", { class: "earlier" }, el("p", { class: "quiet" }, t("replied-before")),
        one.earlier.map((text) => el("button", { type: "button", class: "same", onclick: () => send(one, text) }, shortened(text)))),
      format && format !== "text" && el("p", { class: "quiet" }, t("needs-json")),
      field(t("your-reply"), box),
      el("p", {}, el("button", { class: "primary", id: "send" }, t("send")), el("span", { class: "quiet" }, " ", t("send-keys")))));
  drawLeft();
}

const shortened = (text) => (text.length > 200 ? text.slice(0, 200) + "…" : text);

/** Says so where nobody waits for the reply any more. */
function drawLeft() {
  if (part("left")) part("left").replaceChildren(current.is_waiting ? "" : el("span", { class: "note" }, t("gave-up")));
}

function drawReplied() {
  const list = document.querySelector("ul.replied");
  part("replied").hidden = ofRole(desk.replied).length === 0;
  for (const one of [...desk.replied].reverse()) {
    const item = items.get(one.id);
    if (!item || item.is_delivered !== one.is_delivered) {
      const node = repliedItem(one);
      if (item) item.node.replaceWith(node);
      else list.prepend(node);
      items.set(one.id, { node, is_delivered: one.is_delivered });
    }
    items.get(one.id).node.hidden = Boolean(roleNow()) && one.role !== roleNow();
  }
}

function repliedItem(one) {
  const box = el("details", { ontoggle: async () => {
    if (!box.open || box.childElementCount > 1) return;
    const body = el("div", {});
    box.append(body);
    try {
      const { messages, reply } = await call("/api/calls/" + one.id);
      body.append(chat(messages, () => false), el("p", { class: "quiet" }, t("the-reply")), el("div", { class: "message" }, plain(reply)));
    } catch (error) {
      body.append(el("p", { class: "note" }, error.message));
    }
  } }, el("summary", {}, el("strong", {}, one.role), " ", clock(one.replied), " ", !one.is_delivered && [el("span", { class: "tag" }, t("not-taken")), " "], el("span", { class: "beginning", dir: "auto" }, one.beginning)));
  return el("li", {}, box);
}

/** Sends a reply, and goes on to the next call. */
async function send(one, text) {
  if (!text.trim() || sent.has(one.id)) return;
  sent.add(one.id);
  part("send").disabled = true;
  try {
    await call(`/api/calls/${one.id}/reply`, { text });
    if (!read.has(one.role)) read.set(one.role, new Set());
    one.messages.forEach((message) => read.get(one.role).add(JSON.stringify(message)));
    say(t(one.is_waiting ? "was-sent" : "was-kept"));
  } catch (error) {
    if (error.status !== 409) {
      sent.delete(one.id);
      part("send").disabled = false;
      part("trouble").replaceChildren(el("p", { class: "note" }, error.status === 404 ? t("is-gone") : error.message));
      return;
    }
    say(t("was-replied"));
  }
  remembered.drop(draftOf(one));
  if (current === one) current = null;
  await refresh(true);
}

const say = (text) => { part("news").textContent = text; };

/** Shows a call. */
async function show(one, isFocused = true) {
  try {
    const shown = await call("/api/calls/" + one.id);
    if (sent.has(one.id)) return;
    current = shown;
  } catch (error) {
    part("trouble").replaceChildren(el("p", { class: "note" }, error.message));
    return;
  }
  drawCall();
  drawLists();
  if (isFocused) {
    part("reply").focus({ preventScroll: true });
    part("roles").scrollIntoView({ block: "start" });
  }
}

/** Keeps the call that is shown as long as it waits or a reply is begun, and else shows the oldest. */
async function refresh(isFocused) {
  const same = current && desk.waiting.find((one) => one.id === current.id);
  const reply = current && desk.replied.find((one) => one.id === current.id);
  if (reply) say(t("was-replied"));
  if (current && !same && !reply && part("reply").value.trim()) {
    current.is_waiting = false;
    drawLeft();
  } else if (!same) {
    if (current && !reply) say(t("gave-up-early"));
    current = null;
  } else {
    current.is_waiting = true;
    drawLeft();
  }
  const [oldest] = waiting();
  if (!current && oldest) await show(oldest, isFocused || document.activeElement === document.body || part("call").contains(document.activeElement));
  else if (!current) drawCall();
  drawLists();
}

async function watch() {
  for (;;) {
    try {
      desk = await call("/api/calls?version=" + desk.version);
      isCut = false;
      await refresh(false);
    } catch {
      isCut = true;
      desk.version = "";
      drawLists();
      await new Promise((done) => setTimeout(done, AGAIN));
    }
    document.body.dataset.ready = "yes";
  }
}

setInterval(() => document.querySelectorAll("[data-since]").forEach((node) => { node.textContent = agoText(Math.max(0, Date.now() / 1000 - node.dataset.since)); }), 5000);
addEventListener("hashchange", () => choose(roleNow()));
draw();
watch();
