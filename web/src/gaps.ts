// Chromium makes every root as wide as if it had the widest radical of the font, so a gap follows a low one: `√2 = x`. The
// style takes a part of it away without knowing how high a root is; here it is measured.

import { RESULTS } from "./dom";

/** Ems that nobody sees. */
const SMALLEST = 0.03;

/** The space behind what stands under the root, in ems. */
function gap(root: Element): number {
  const inside = root.localName === "mroot" ? root.firstElementChild : root.lastElementChild;
  if (!inside) return 0;
  const margin = Number.parseFloat(getComputedStyle(inside).marginInlineEnd) || 0;
  const end = inside.getBoundingClientRect().right + margin;
  return (root.getBoundingClientRect().right - end) / Number.parseFloat(getComputedStyle(root).fontSize);
}

function close(): void {
  // A root in a root is closed before the other is measured.
  for (const root of [...document.querySelectorAll<MathMLElement>("msqrt, mroot")].reverse()) {
    const width = gap(root);
    if (!Number.isFinite(width) || width < SMALLEST) continue;
    root.style.marginInlineEnd = `${(-width).toFixed(3)}em`;
    root.style.setProperty("--gap", `${width.toFixed(3)}em`);
  }
}

/** Closes the gaps behind roots, now and when other results are shown. */
export function mountRoots(): void {
  void document.fonts?.ready.then(close);
  document.addEventListener(RESULTS, close);
}
