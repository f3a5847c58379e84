// A formula in a line of words that is wider than the line breaks behind a relation, and behind a sum or a product if that
// is not enough, as in TeX. Browsers do not break MathML, so the formula becomes several, with room to break between
// them. Displayed formulas stay whole and scroll (scrolling.ts).

import { RESULTS } from "./dom";

const LINES = ".excerpt, .instances > li, .prose p, .hit h3, .page-head h1, .comments li, .conditions, .statement p";
const RELATIONS = new Set([..."=≠<>≤≥≈≡∼≃≅∝→⟶⇒⟹⇔⟺↦∈⊂⊆⊃⊇≪≫≔"]);
const OPERATORS = new Set([..."+−±·×"]);

function roomIn(line: Element): number {
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(line);
  return line.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
}

/** Whether a line may end behind a sign between two operands. */
function mayBreak(node: Element, signs: Set<string>): boolean {
  const isBetween = node.previousElementSibling !== null && node.nextElementSibling !== null;
  // A sign before its only operand has its space written down.
  return node.localName === "mo" && isBetween && !node.hasAttribute("lspace") && signs.has(node.textContent ?? "");
}

/** Breaks a formula behind the signs of a set; returns its pieces. */
export function broken(math: Element, signs: Set<string>): Element[] {
  const children = [...math.children];
  const ends = new Set(children.filter((child) => mayBreak(child, signs)));
  const pieces = [math];
  let piece = math;
  for (const child of children) {
    if (piece !== math) piece.append(child);
    if (!ends.has(child)) continue;
    child.setAttribute("form", "infix");
    const next = math.cloneNode(false) as Element;
    next.removeAttribute("id");
    piece.after(document.createElement("wbr"), next);
    pieces.push(next);
    piece = next;
  }
  return pieces;
}

function breakWide(): void {
  for (const math of document.querySelectorAll(`:is(${LINES}) math`)) {
    const line = math.closest(LINES);
    if (!line || getComputedStyle(math).display === "block math") continue;
    const room = roomIn(line);
    const isWide = (one: Element) => one.getBoundingClientRect().width > room;
    if (!isWide(math)) continue;
    for (const piece of broken(math, RELATIONS)) if (isWide(piece)) broken(piece, OPERATORS);
  }
}

/** Breaks what is too wide, now and when the results or the width change. */
export function mountBreaking(): void {
  breakWide();
  void document.fonts?.ready.then(breakWide);
  document.addEventListener(RESULTS, breakWide);
  addEventListener("resize", breakWide);
}
