// What a drawn formula looks like, as facts that do not depend on fonts: which symbols are scripts and which are limits, the
// rows and columns of tables, what is aligned, what overlaps. Both functions run in the page.

/** The structure of MathML as lines, in the order of the document. */
export function structureOf(source) {
  const same = { "¯": "¯", "´": "´", "¨": "¨", "˚": "˚", "∗": "*", "⟂": "⊥", Α: "A", Β: "B", Ε: "E", Ζ: "Z", Η: "H", Ι: "I", Κ: "K", Μ: "M", Ν: "N", Ο: "O", Ρ: "P", Τ: "T", Χ: "X", "⟺": "⇔", "–": "-", "◇": "◊", "○": "◯", "⊧": "⊨", "⊲": "◃", "⊳": "▹", "≇": "≆", "϶": "∍", "‾": "¯", "―": "¯", ˉ: "¯", ˆ: "^", "˜": "~", "⃗": "→", ˊ: "´", ˋ: "`", "−": "-", "∣": "|", "∥": "‖", "⋅": "·", "⁄": "/", "∕": "/" };
  const clean = (text) =>
    [...text.replace(/[\u0302\u0303\u030c]/g, (mark) => ({ "\u0302": "^", "\u0303": "~", "\u030c": "ˇ" })[mark]).normalize("NFC").replace(/[\s\u00a0\u200b\u2061-\u2064]/g, "")].map((c) => same[c] ?? same[c.normalize("NFKC")] ?? c.normalize("NFKC")).join("").replaceAll("||", "‖");
  // Scripts before a base come first, wherever they are in the document.
  const symbols = (element) => {
    const children = [...element.children];
    if (children.length === 0) return element.textContent;
    const divider = children.findIndex(({ localName }) => localName === "mprescripts");
    return (divider < 0 ? children : [...children.slice(divider + 1), ...children.slice(0, divider)]).filter(({ localName }) => localName !== "annotation").map(symbols).join("");
  };
  const text = (element) => (element ? clean(symbols(element)) : "");
  const lines = [];
  const scripts = ["msub", "msup", "msubsup", "munder", "mover", "munderover"];
  const walk = (element, display) => {
    const name = element.localName;
    const children = [...element.children];
    if (name === "annotation") return;
    const [first] = children;
    if (name === "mover" && first?.localName === "munder" && first.children[0]?.localName !== "munder" && !/[⏟]/.test(text(first))) {
      // Something over what has something under it is the same as both at once.
      lines.push(`munderover ${[...first.children, children[1]].map(text).join(" ; ")}`);
      for (const [at, child] of [...first.children, children[1]].entries()) walk(child, display && at === 0);
      return;
    }
    if (name === "mmultiscripts") {
      const divider = children.findIndex(({ localName }) => localName === "mprescripts");
      const [base, below, above, later, last] = children.slice(0, divider < 0 ? children.length : divider).map(text);
      const [before, over] = divider < 0 ? [] : children.slice(divider + 1).map(text);
      const pair = (middle, under, upper) => under && upper ? lines.push(`msubsup ${middle} ; ${under} ; ${upper}`) : (under || upper) && lines.push(`${under ? "msub" : "msup"} ${middle} ; ${under || upper}`);
      pair("", before, over);
      pair(base, below, above);
      pair("", later, last);
    }
    if (scripts.includes(name)) {
      // We give a script to the whole group, KaTeX to its closing bracket. KaTeX leaves it to the browser to move limits beside
      // an operator that is not in display style.
      const base = text(children[0]).replace(/^.+([)\]}|‖⟩⌋⌉])$/s, "$1");
      const isBeside = !display && /^(?:[∑∏∐⋃⋂⋁⋀⨁⨂⨀⨄⨆]|lim|limsup|liminf|sup|inf|max|min|det|gcd|Pr)$/u.test(base);
      const shown = isBeside ? name.replace("munderover", "msubsup").replace("munder", "msub").replace("mover", "msup") : name;
      const others = children.slice(1).map(text);
      // An empty script shows nothing.
      const [under, over] = others;
      const is = others.length < 2 || (under && over) ? shown : { msubsup: under ? "msub" : "msup", munderover: under ? "munder" : "mover" }[shown];
      lines.push(`${is} ${[base, ...others.filter((script) => script || others.length < 2)].join(" ; ")}`);
    }
    if (name === "mfrac") lines.push(`${/^0/.test(element.getAttribute("linethickness") ?? "1") ? "stack" : "fraction"} ${children.map(text).join(" ; ")}`);
    if (name === "msqrt") lines.push(`root ${text(element)}`);
    if (name === "mroot") lines.push(`root ${children.map(text).join(" ; ")}`);
    if (name === "mtable" && element.querySelectorAll(":scope > mtr > mtd").length > 1) {
      const rows = children.filter(({ localName }) => localName === "mtr").map((row) => [...row.children].map(text));
      const columns = Math.max(...rows.map((row) => row.length));
      const given = (element.getAttribute("columnalign") ?? "center").split(" ");
      const alignment = Array.from({ length: columns }, (_, at) => given[at] ?? given[given.length - 1]);
      lines.push(`table ${rows.length}x${columns} ${alignment.join(" ")}: ${rows.map((row) => row.join(" & ")).join(" / ")}`);
    }
    const given = element.getAttribute("displaystyle");
    const inner = given ? given === "true" : display && !["mfrac", "mtable"].includes(name);
    for (const [at, child] of children.entries()) walk(child, name === "mfrac" ? false : inner && !(scripts.includes(name) && at > 0));
  };
  const math = new DOMParser().parseFromString(source, "application/xml").documentElement;
  walk(math, math.getAttribute("display") === "block");
  const visible = math.querySelector("semantics > :first-child") ?? math;
  return [`symbols ${text(visible)}`, ...lines.sort()];
}

/** What is drawn wrong in a `math` element of the page, as lines. */
export function faultsOf(math) {
  const faults = [];
  const box = (element) => element.getBoundingClientRect();
  const em = Number.parseFloat(getComputedStyle(math).fontSize);
  const shown = (element) => element.textContent.trim();
  const isStacked = (base, script) => {
    const center = (script.left + script.right) / 2;
    return (center >= base.left - 1 && center <= base.right + 1) || (base.left >= script.left - 1 && base.right <= script.right + 1);
  };
  for (const element of math.querySelectorAll("munder, mover, munderover")) {
    const [base, ...others] = [...element.children].map(box);
    if (!others.every((script) => isStacked(base, script))) faults.push(`limits beside: ${shown(element)}`);
  }
  for (const element of math.querySelectorAll("msub, msup, msubsup")) {
    const [base, ...others] = [...element.children].map(box);
    if (!others.every((script) => script.width === 0 || script.left >= base.right - 0.6 * em)) faults.push(`scripts not beside: ${shown(element)}`);
  }
  for (const row of math.querySelectorAll("math, mrow, mstyle, msqrt, mtd")) {
    const items = [...row.children].filter(({ localName }) => localName !== "mspace");
    for (let at = 1; at < items.length; at++) {
      const isNegative = items[at].previousElementSibling?.style?.marginLeft?.startsWith("-");
      if (!isNegative && box(items[at]).left < box(items[at - 1]).right - 1) faults.push(`overlap: ${shown(items[at - 1])} and ${shown(items[at])}`);
    }
  }
  for (const table of math.querySelectorAll("mtable")) {
    const rows = [...table.children].map((row) => [...row.children]);
    const alignment = (table.getAttribute("columnalign") ?? "").split(" ");
    const content = (cell) => {
      const boxes = [...cell.children].map(box).filter(({ width }) => width > 0);
      return boxes.length ? { left: Math.min(...boxes.map(({ left }) => left)), right: Math.max(...boxes.map(({ right }) => right)) } : null;
    };
    for (const [column, how] of alignment.entries()) {
      const edges = rows.map((row) => row[column] && content(row[column])).filter(Boolean).map(({ left, right }) => (how === "left" ? left : how === "right" ? right : (left + right) / 2));
      if (Math.max(...edges) - Math.min(...edges) > 2) faults.push(`column ${column} is not ${how}: ${edges.join(" ")}`);
    }
  }
  const container = math.parentElement;
  if (container.scrollWidth > container.clientWidth + 1) faults.push("wider than its place");
  return faults;
}
