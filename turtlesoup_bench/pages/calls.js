"use strict";

/**
 * What shows the raw model calls of some steps of an episode, as they stand in the run's journal.
 *
 * Only a page that is served beside its run folder can ask for them; else nothing is shown. The step null stands for the
 * calls beside the game, such as a judge's.
 */
function callsOf(episode) {
  const path = runOf(episode).calls;
  if (!path) return () => null;
  let reply = null;
  const load = () => (reply = reply || fetch(`${path}?episode=${encodeURIComponent(episode.id)}`).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText)))));
  return (steps) => {
    const box = el("details", { class: "calls", ontoggle: async () => {
      if (!box.open || box.childElementCount > 1) return;
      const body = el("div", {});
      box.append(body);
      try {
        const calls = (await load()).filter((call) => steps.includes(call.step));
        body.append(...(calls.length ? calls.map(callItem) : [el("p", { class: "quiet" }, t("no-calls-here"))]));
      } catch (error) {
        body.append(el("p", { class: "note" }, error.message));
      }
    } }, el("summary", {}, t(steps.includes(null) ? "calls-beside" : "calls-of-step")));
    return box;
  };
}

function callItem(call) {
  const spent = t("call-spent", { sent: call.prompt_tokens.toLocaleString("en"), received: call.completion_tokens.toLocaleString("en"), seconds: call.seconds.toFixed(2), n: call.n + 1 });
  const text = (content) => (typeof content === "string" ? content : JSON.stringify(content, null, 1));
  return el("div", { class: "call" }, el("p", {}, el("strong", {}, named("seat-" + call.seat, call.seat)), " ", call.model, el("span", { class: "quiet" }, " ", spent)),
    call.messages && el("details", {}, el("summary", {}, t("prompt")), call.messages.map((message) => [el("p", { class: "quiet" }, message.role), el("pre", { tabindex: "0" }, text(message.content))])),
    call.reasoning && el("details", {}, el("summary", {}, t("reasoning")), el("pre", { tabindex: "0" }, call.reasoning)),
    el("p", { class: "quiet" }, t("reply")), el("pre", { tabindex: "0" }, text(call.reply)));
}
