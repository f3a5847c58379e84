// The keys of the page. Every one of them does what a link or a button does as well; `h` shows them all.

import { announce, isTyping, toast } from "./dom";

type Action = (event: KeyboardEvent) => void;

function stops(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-stop]")];
}

/** The hit or unit that has the focus. */
function current(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-stop]") ?? undefined;
}

function step(by: number): void {
  const all = stops();
  const here = current();
  const from = here ? all.indexOf(here) : by > 0 ? -1 : all.length;
  const next = all[Math.min(Math.max(from + by, 0), all.length - 1)];
  const target = next?.querySelector<HTMLElement>(".open") ?? next;
  target?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

/** Presses the first of these that the hit has; `missing` is said if it has none. */
function press(selectors: string[], missing: string): void {
  const scope = current() ?? stops()[0];
  const found = selectors.map((selector) => scope?.querySelector<HTMLElement>(selector)).find((one) => one);
  if (found) {
    found.click();
    return;
  }
  toast(missing);
  announce(missing);
}

/** Goes to the next formula of a thread that matches the query. */
function stepFound(by: number): void {
  const all = [...document.querySelectorAll<HTMLElement>(".formula.matched")];
  if (all.length === 0) return;
  const here = all.findIndex((one) => one.classList.contains("here"));
  const next = all[here < 0 ? (by > 0 ? 0 : all.length - 1) : (here + by + all.length) % all.length];
  for (const one of all) one.classList.toggle("here", one === next);
  next?.setAttribute("tabindex", "-1");
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "center" });
}

function toggleKeymap(): void {
  const map = document.querySelector<HTMLDialogElement>("#keymap");
  if (!map) return;
  if (map.open) map.close();
  else map.showModal();
}

function focusBox(event: KeyboardEvent): void {
  const box = document.querySelector<HTMLElement>("#q");
  if (!box) {
    location.assign("/");
    return;
  }
  event.preventDefault();
  box.focus();
  if (box instanceof HTMLTextAreaElement) box.setSelectionRange(box.value.length, box.value.length);
}

const KEYS: Record<string, Action> = {
  "/": focusBox,
  j: () => step(1),
  k: () => step(-1),
  ArrowDown: (event) => {
    if (!current()) return;
    event.preventDefault();
    step(1);
  },
  ArrowUp: (event) => {
    if (!current()) return;
    event.preventDefault();
    step(-1);
  },
  o: () => press(["a.thread", "a.open"], "There is nothing to open"),
  c: () => press(['[data-copy="tex"]'], "There is no formula to copy"),
  m: () => press(["a.like"], "There is nothing to compare with"),
  w: () => press(["a.why-link"], "There is nothing to explain"),
  s: () => press(["[data-save]"], "There is no formula to save"),
  "[": () => stepFound(-1),
  "]": () => stepFound(1),
  n: () => document.querySelector<HTMLElement>('a[rel="next"]')?.click(),
  p: () => document.querySelector<HTMLElement>('a[rel="prev"]')?.click(),
  h: toggleKeymap,
  "?": toggleKeymap,
};

/** Listens to the keys of the page. */
export function mountKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape" && document.activeElement instanceof HTMLElement && isTyping(event.target)) {
      document.activeElement.blur();
      return;
    }
    if (isTyping(event.target)) return;
    if (document.querySelector("dialog[open]") && !["h", "?"].includes(event.key)) return;
    KEYS[event.key]?.(event);
  });
  for (const button of document.querySelectorAll("[data-keymap]")) button.addEventListener("click", toggleKeymap);
}
