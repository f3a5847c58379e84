// Formulas that are wider than the page scroll in their place; those that do can be reached with the keyboard.

import { RESULTS } from "./dom";

const SCROLLERS =
  ".scroll, .prose math, .statement math, .table-wrap, .tree-figure, .excerpt, .prose p, .comments li, .conditions, .statement p, .part";

function mark(): void {
  for (const one of document.querySelectorAll(SCROLLERS)) {
    const scrolls = one.scrollWidth > one.clientWidth + 1;
    one.classList.toggle("scrolls", scrolls);
    if (scrolls && !one.hasAttribute("tabindex")) one.setAttribute("tabindex", "0");
    else if (!scrolls && one.getAttribute("tabindex") === "0" && !one.hasAttribute("role")) one.removeAttribute("tabindex");
  }
}

/** Makes what scrolls focusable, now and when the width changes. */
export function mountScrolling(): void {
  mark();
  document.addEventListener(RESULTS, mark);
  void document.fonts?.ready.then(mark);
  addEventListener("resize", mark);
}
