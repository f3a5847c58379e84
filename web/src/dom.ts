// Small helpers to build and find elements. Text goes in as text, never as HTML.

/** Sent to the document when other results are shown. */
export const RESULTS = "perga:results";
/** Sent to the document when a search is settled. */
export const SETTLING = "perga:settled";

type Attributes = Record<string, string | boolean>;

/** An element with attributes and children; `true` sets an empty attribute, `false` leaves it out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false) continue;
    made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** Says something to screen readers, politely. */
export function announce(message: string): void {
  const region = document.getElementById("announce");
  if (region) region.textContent = message;
}

/** Shows a message for a moment to those who see the page; `announce` says it to the others. */
export function toast(message: string): void {
  document.querySelector(".toast")?.remove();
  const shown = element("div", { class: "toast", "aria-hidden": "true" }, message);
  document.body.append(shown);
  setTimeout(() => shown.remove(), 1800);
}

/** Whether keys typed now are meant for a text, not for the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.localName === "math-field") return true;
  if (target instanceof HTMLInputElement) return !["radio", "checkbox", "button", "submit"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** The drawn formula that a button is about: the one that matches, if titles and texts around it have others. */
export function formulaOf(button: Element): Element | null {
  const around = button.closest("[data-formula]");
  return around?.querySelector(".lit math") ?? around?.querySelector("math") ?? null;
}
