"use strict";

/** What the page shows, kept in its address: `#outcome=solved&sort=score`. A name alone, `#<episode>`, is an episode's. */
const address = {
  read() {
    const text = location.hash.slice(1);
    if (text.includes("=")) return Object.fromEntries(new URLSearchParams(text));
    try { return text ? { episode: decodeURIComponent(text) } : {}; } catch { return {}; }
  },
  /** Changes some values; `isStep` makes a step that the browser's Back undoes. */
  write(changes, isStep = false) {
    const values = Object.entries({ ...address.read(), ...changes }).filter(([, value]) => value !== "" && value !== null && value !== undefined);
    const text = new URLSearchParams(values).toString();
    history[isStep ? "pushState" : "replaceState"]({ isStep }, "", text ? "#" + text : location.pathname + location.search);
  },
};
