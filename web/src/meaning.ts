// Shows what a symbol of a text stands for beside the symbol: for a mouse over it, a finger on it, or the focus on its
// formula. The server has drawn the list of meanings below each text, with the numbers of the formulas that each is for;
// nothing here makes HTML of text. What is shown lies over the page, so nothing moves.

/** Elements of MathML that can be a symbol. */
const SYMBOLS = "mi, msub, msup, mover, munder, msubsup";

/** The entries of the list that are for a formula. */
function entriesOf(formula: HTMLElement): HTMLElement[] {
  const number = formula.dataset.number;
  const unit = formula.closest("article");
  if (!number || !unit) return [];
  return [...unit.querySelectorAll<HTMLElement>(".meanings li")].filter((entry) => entry.dataset.formulas?.split(" ").includes(number));
}

function letters(element: Element): string {
  return (element.textContent ?? "").replace(/\s/g, "");
}

/** The entry for the symbol at an element: the largest part of the formula around it that has one. */
function entryAt(target: Element, formula: HTMLElement, entries: HTMLElement[]): [Element, HTMLElement] | undefined {
  let found: [Element, HTMLElement] | undefined;
  for (let at: Element | null = target.closest(SYMBOLS); at && formula.contains(at) && at !== formula; at = at.parentElement) {
    if (!at.matches(SYMBOLS)) continue;
    const seen = letters(at);
    const entry = entries.find((one) => one.dataset.letters === seen);
    if (entry) found = [at, entry];
  }
  return found;
}

const tip = document.createElement("div");
tip.className = "meaning-tip";
tip.id = "meaning-tip";
tip.setAttribute("role", "note");
tip.hidden = true;
let owner: HTMLElement | undefined;

function hide(): void {
  tip.hidden = true;
  owner = undefined;
}

/** Shows copies of entries below an element. */
function show(entries: HTMLElement[], beside: Element, formula: HTMLElement): void {
  const rows = entries.map((entry) => {
    const row = document.createElement("p");
    for (const node of entry.childNodes) row.append(node.cloneNode(true));
    return row;
  });
  tip.replaceChildren(...rows);
  // Beside its formula in the document, so that the next press of Tab leads into it.
  if (formula.nextSibling !== tip) formula.after(tip);
  tip.hidden = false;
  owner = formula;
  const place = beside.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const left = Math.max(8, Math.min(place.left, innerWidth - size.width - 8));
  const below = place.bottom + 6;
  const top = below + size.height > innerHeight ? Math.max(8, place.top - size.height - 6) : below;
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}

function pointed(event: Event): void {
  if (!(event.target instanceof Element) || tip.contains(event.target)) return;
  const formula = event.target.closest<HTMLElement>(".formula[data-number]");
  if (!formula) return;
  const found = entryAt(event.target, formula, entriesOf(formula));
  if (found) show([found[1]], found[0], formula);
}

/** Whether the pointer or the focus is where the meaning stays in sight. */
function isNear(target: EventTarget | null): boolean {
  return target instanceof Node && (tip.contains(target) || (owner?.contains(target) ?? false));
}

/** Makes formulas with explained symbols reachable, and names their meanings to screen readers. */
export function mountMeanings(): void {
  let count = 0;
  for (const formula of document.querySelectorAll<HTMLElement>("article .formula[data-number]")) {
    const entries = entriesOf(formula);
    if (entries.length === 0) continue;
    formula.classList.add("explained");
    formula.tabIndex = 0;
    formula.setAttribute("role", "group");
    formula.setAttribute("aria-describedby", entries.map((entry) => entry.id).join(" "));
    count += 1;
  }
  if (count === 0) return;
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") pointed(event);
  });
  document.addEventListener("pointerout", (event) => {
    if (event.pointerType === "mouse" && !isNear(event.relatedTarget) && document.activeElement !== owner) hide();
  });
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest(".formula.explained")) pointed(event);
    else if (!isNear(event.target)) hide();
  });
  document.addEventListener("focusin", (event) => {
    const target = event.target;
    if (!(target instanceof HTMLElement)) return;
    if (target.matches(".formula.explained:focus-visible")) show(entriesOf(target), target, target);
    else if (!isNear(target)) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  addEventListener("scroll", hide, { passive: true });
}
