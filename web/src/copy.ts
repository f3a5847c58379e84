// Copying a formula as LaTeX or MathML, citations, and links that reproduce a search.

import { announce, formulaOf, toast } from "./dom";

/** MathML without what only this page needs. */
function plainMathml(math: Element): string {
  const clone = math.cloneNode(true) as Element;
  for (const node of [clone, ...clone.querySelectorAll("*")]) {
    for (const name of ["id", "class", "style", "tabindex"]) node.removeAttribute(name);
  }
  return clone.outerHTML;
}

function textFor(button: HTMLElement): string | undefined {
  const kind = button.dataset.copy;
  if (kind === "link") return new URL(button.dataset.text ?? location.href, location.href).href;
  if (kind === "cite") return `${button.dataset.text ?? ""} ${new URL(button.dataset.link ?? location.href, location.href).href}`;
  if (kind !== "mathml") return button.dataset.text;
  const math = formulaOf(button);
  return math ? plainMathml(math) : undefined;
}

async function copy(button: HTMLElement): Promise<void> {
  const text = textFor(button);
  if (text === undefined) return;
  const label = button.dataset.label ?? button.textContent ?? "";
  button.dataset.label = label;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    toast("Copied");
    announce(`Copied: ${text.slice(0, 200)}`);
  } catch {
    button.textContent = "Copy failed";
    toast("The browser did not allow copying");
    announce("The browser did not allow copying");
  }
  setTimeout(() => (button.textContent = label), 1500);
}

/** Listens to every copy button of the page. */
export function mountCopy(): void {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-copy]") : null;
    if (button) void copy(button);
  });
}
