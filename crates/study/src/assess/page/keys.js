"use strict";
(() => {
  const candidates = [...document.querySelectorAll(".candidate")];
  let at = Math.max(0, candidates.findIndex((one) => !one.classList.contains("is-done")));
  const show = () => {
    candidates.forEach((one, place) => one.classList.toggle("is-active", place === at));
    if (candidates.length > 1) candidates[at]?.scrollIntoView({ block: "nearest" });
  };
  // Time in which the page is visible and something was done in the last minute.
  let active = 0;
  let last = performance.now();
  setInterval(() => {
    if (!document.hidden && performance.now() - last < 60000) active += 250;
  }, 250);
  for (const kind of ["pointermove", "keydown", "scroll"]) addEventListener(kind, () => (last = performance.now()), { passive: true });
  for (const form of document.querySelectorAll("form")) {
    form.addEventListener("submit", () => {
      const field = form.querySelector("[name=active]");
      if (field) field.value = String(active);
    });
  }
  const follow = (id) => document.getElementById(id)?.click();
  const moves = { j: () => follow("next"), k: () => follow("back"), u: () => follow("undo"), "[": () => move(-1), "]": () => move(1) };
  const fold = (thread) => {
    if (thread) thread.open = !thread.open;
  };
  const move = (by) => {
    at = Math.min(candidates.length - 1, Math.max(0, at + by));
    show();
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("textarea, input[type=text]")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const button = candidates[at] && [...candidates[at].querySelectorAll("button[data-key]")].find((one) => one.dataset.key === event.key);
    const keys = document.getElementById("keys");
    if (button) button.click();
    else if (event.key in moves) moves[event.key]();
    else if (event.key === "t" || event.key === "r") fold(event.key === "t" ? document.querySelector(".question details.thread") : candidates[at]?.querySelector("details.thread"));
    else if (event.key === "n") candidates[at]?.querySelector("textarea")?.focus();
    else if (event.key === "h" && keys) keys.open = !keys.open;
    else return;
    event.preventDefault();
  });
  show();
})();
