// Chromium makes every root as wide as if it had the widest radical of the font, so a gap follows a low one: `√2 = x`. The
// style takes a part of it away without knowing how high a root is; here it is measured. And it makes an integral with a
// subscript as wide as both, though the subscript stands under its slope: a gap follows `∫_A`.

import { RESULTS } from "./dom";

/** A difference in ems that is too small to see. */
const SMALLEST = 0.03;

/** The space that follows a subscript, in ems. */
const BEHIND_SCRIPT = 0.04;

/** The space behind what stands under a root, or behind an operator and its subscript, in ems. */
function gap(element: Element): number {
  const inside = element.localName === "mroot" ? element.firstElementChild : element.lastElementChild;
  if (!inside) return 0;
  const end = (one: Element) => one.getBoundingClientRect().right + (Number.parseFloat(getComputedStyle(one).marginInlineEnd) || 0);
  const isScript = element.localName === "msub";
  const last = isScript ? Math.max(...[...element.children].map(end)) : end(inside);
  const width = (element.getBoundingClientRect().right - last) / Number.parseFloat(getComputedStyle(element).fontSize);
  return isScript ? width - BEHIND_SCRIPT : width;
}

function close(): void {
  // A root in a root is closed before the other is measured.
  for (const element of [...document.querySelectorAll<MathMLElement>("msqrt, mroot, msub:has(> mo:first-child)")].reverse()) {
    const width = gap(element);
    if (!Number.isFinite(width) || width < SMALLEST) continue;
    element.style.marginInlineEnd = `${(-width).toFixed(3)}em`;
    element.style.setProperty("--gap", `${width.toFixed(3)}em`);
  }
}

/** Closes the gaps, now and when other results are shown. */
export function mountGaps(): void {
  void document.fonts?.ready.then(close);
  document.addEventListener(RESULTS, close);
}
