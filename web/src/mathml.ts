// MathML of the server, as nodes. The server escapes what it writes; that nothing but mathematics comes in here is
// checked once more, because a preview shows text that was typed or pasted.

const ELEMENTS = new Set(
  ("math mi mn mo mtext mspace ms mrow mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder " +
    "mover munderover mmultiscripts mprescripts none mtable mtr mtd menclose semantics").split(" "),
);
const ATTRIBUTES = new Set(
  ("class display mathvariant form fence separator stretchy symmetric lspace rspace largeop movablelimits accent " +
    "accentunder linethickness columnalign rowspacing columnspacing width height depth minsize maxsize notation " +
    "displaystyle scriptlevel").split(" "),
);
const NAMESPACE = "http://www.w3.org/1998/Math/MathML";

function copy(source: Element): Element | undefined {
  const name = source.localName.toLowerCase();
  if (!ELEMENTS.has(name)) return undefined;
  const made = document.createElementNS(NAMESPACE, name);
  for (const { name: attribute, value } of source.attributes) {
    if (ATTRIBUTES.has(attribute)) made.setAttribute(attribute, value);
  }
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) made.append(child.textContent ?? "");
    else if (child instanceof Element) {
      const inner = copy(child);
      if (inner) made.append(inner);
    }
  }
  return made;
}

/** A line of the server with formulas: text stays text, of elements only formulas are kept. */
export function lineNodes(html: string): Node[] {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return [...body.childNodes].flatMap((node) => {
    const made = node instanceof Element && node.localName === "math" ? copy(node) : undefined;
    return [made ?? document.createTextNode(node.textContent ?? "")];
  });
}

/** The formula as a `<math>` element, inline; its text where it cannot be read. */
export function mathElement(mathml: string, fallback: string): Node {
  const source = new DOMParser().parseFromString(mathml, "text/html").querySelector("math");
  const made = source ? copy(source) : undefined;
  if (!made) return document.createTextNode(fallback);
  made.removeAttribute("display");
  return made;
}
