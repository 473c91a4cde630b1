"use strict";

/** What the server answers; an error with its sentence, or with ours where it does not answer at all. */
async function call(path, body) {
  const sent = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let reply;
  try {
    reply = await fetch(path, { ...sent, signal: AbortSignal.timeout(120000) });
  } catch {
    throw new Error(t("no-server"));
  }
  const value = await reply.json().catch(() => ({}));
  if (!reply.ok) throw Object.assign(new Error(value.error || reply.statusText), { status: reply.status });
  return value;
}
