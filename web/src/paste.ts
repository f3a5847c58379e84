// What a pasted page becomes: its words, and its formulas in dollars or as MathML. Sites draw formulas in many
// ways; nearly all of them leave the TeX or the MathML somewhere near.

import { sanitized } from "./sanitize";

const TEX_ANNOTATION = 'annotation[encoding="application/x-tex"], annotation[encoding="TeX"], annotation[encoding="LaTeX"]';
const BLOCKS = new Set("p div section article header footer li ul ol table tr h1 h2 h3 h4 h5 h6 blockquote pre br".split(" "));
const SKIPPED = new Set("script style noscript template button svg head title".split(" "));

function dollars(tex: string, block = false): string {
  const trimmed = tex.trim().replace(/^\$+|\$+$/g, "").trim();
  if (trimmed === "") return "";
  return block ? ` $$${trimmed}$$ ` : ` $${trimmed}$ `;
}

/** The formula that an element draws, if it draws one. */
function formulaOf(node: Element): string | undefined {
  const name = node.localName;
  if (name === "math") {
    const tex = node.querySelector(TEX_ANNOTATION)?.textContent ?? node.getAttribute("alttext");
    const block = node.getAttribute("display") === "block";
    return tex ? dollars(tex, block) : ` ${bareMathml(node)} `;
  }
  if (name === "script" && /^math\/(tex|asciimath)/.test(node.getAttribute("type") ?? "")) {
    return dollars(node.textContent ?? "", /mode=display/.test(node.getAttribute("type") ?? ""));
  }
  if (node.classList.contains("katex") || name === "mjx-container" || node.classList.contains("mwe-math-element")) {
    const math = node.querySelector("math");
    if (math) return formulaOf(math);
    return node.querySelector("img[alt]") ? dollars(node.querySelector("img")?.getAttribute("alt") ?? "") : undefined;
  }
  if (node.classList.contains("MathJax_Preview") || node.classList.contains("MathJax")) return "";
  if (name === "img") {
    const alt = node.getAttribute("alt") ?? "";
    return /[\\^_{}$]/.test(alt) ? dollars(alt) : "";
  }
  return undefined;
}

/** MathML without ids, styles and handlers: what the reader of formulas needs. */
function bareMathml(node: Element): string {
  const clone = node.cloneNode(true) as Element;
  for (const inner of [clone, ...clone.querySelectorAll("*")]) {
    for (const { name } of [...inner.attributes]) {
      if (!["mathvariant", "open", "close", "separators", "name", "accent"].includes(name)) inner.removeAttribute(name);
    }
  }
  for (const annotation of clone.querySelectorAll("annotation, annotation-xml, script, style")) annotation.remove();
  return clone.outerHTML.replace(/\s+/g, " ").replace(/ xmlns="[^"]*"/g, "");
}

function walk(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replace(/\s+/g, " ");
  if (!(node instanceof Element)) return [...node.childNodes].map(walk).join("");
  const formula = formulaOf(node);
  if (formula !== undefined) return formula;
  if (SKIPPED.has(node.localName)) return "";
  const inner = [...node.childNodes].map(walk).join("");
  return BLOCKS.has(node.localName) ? `\n${inner}\n` : inner;
}

/** The text to put in the box for pasted HTML, or nothing if the plain text says as much. */
export function textOfHtml(html: string): string | undefined {
  const page = new DOMParser().parseFromString(sanitized(html), "text/html");
  const drawn = 'math, script[type^="math/"], .katex, mjx-container, .mwe-math-element, img[alt]';
  if (!page.querySelector(drawn)) return undefined;
  const text = walk(page.body);
  if (!/[$<]/.test(text)) return undefined;
  return text
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .replace(/ ([.,;:?!)])/g, "$1")
    .trim();
}
