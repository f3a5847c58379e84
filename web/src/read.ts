// How a query is read, while it is typed: words, phrases, filters, and formulas as chips under the box.
//
// The chips stand in a row under the box and not inside it: a text area keeps undo, dictation, spelling, phones'
// keyboards and screen readers as their users know them, and what was typed stays what was typed. Each chip knows
// its place in the text, so that editing, locking and removing change the text there.

import type { ReadFilter, ReadPart, Reading } from "./api";
import { element } from "./dom";
import { mathElement } from "./mathml";
import { fromBytes } from "./spans";

/** What can be done with the formula of a chip. */
export interface Actions {
  edit(part: Place): void;
  lock(part: Place): void;
  remove(part: Place): void;
}

/** A formula and its place in the text of the box. */
export interface Place {
  start: number;
  end: number;
  tex: string;
}

/** A stretch of the text and how it is marked in the mirror of the box. */
export interface Stretch {
  start: number;
  end: number;
  look: "formula" | "doubt";
}

/** The TeX of a part as it was typed, without its delimiters; of MathML, what was read. */
export function texOf(part: ReadPart): string {
  const typed = part.text.trim();
  const read = part.formula?.tex ?? typed;
  if (typed.startsWith("<")) return read;
  const inner = /^(?:\$\$(.*)\$\$|\$(.*)\$|\\\((.*)\\\)|\\\[(.*)\\\])$/s.exec(typed);
  return inner ? (inner.slice(1).find((group) => group !== undefined) ?? read) : typed;
}

/** Whether all of a formula is locked: `\exact{…}` around the whole of it. */
export function isLocked(tex: string): boolean {
  return /^\\exact\{.*\}$/s.test(tex.trim());
}

/** Locks or unlocks a formula. */
export function toggleLock(tex: string): string {
  const trimmed = tex.trim();
  return isLocked(trimmed) ? trimmed.slice("\\exact{".length, -1) : `\\exact{${trimmed}}`;
}

/** The manner of most queries, which is not worth showing. */
const ORDINARY = "keywords";

/** Parts that are shown, and characters of a word: a pasted page is not shown again. */
const MOST_PARTS = 40;
const LONGEST_WORD = 60;
const MOST_REMARKS = 3;

/** A word that may be very long, cut with an ellipsis. */
function shortened(text: string): string {
  return text.length > LONGEST_WORD ? `${text.slice(0, LONGEST_WORD)}…` : text;
}

/** The signs of demands; most parts have none. */
const SIGNS: Record<string, string> = { must: "+", not: "−" };

function wordClass(part: ReadPart): string {
  const light = part.weight < 0.5 ? " light" : "";
  return `part ${part.kind}${light}${part.demand === "not" ? " not" : ""}`;
}

function formulaChip(part: ReadPart, asked: number, place: Place, actions: Actions): HTMLElement {
  const tex = place.tex;
  const locked = isLocked(tex);
  const doubtful = (part.formula?.diagnostics.length ?? 0) > 0 ? " doubtful" : "";
  const act = (name: string, label: string, run: (part: Place) => void, pressed?: boolean): HTMLButtonElement => {
    const button = element("button", { type: "button", class: "plain", "aria-label": `${label}: ${tex}`, title: label }, name);
    if (pressed !== undefined) button.setAttribute("aria-pressed", String(pressed));
    button.addEventListener("click", () => run(place));
    return button;
  };
  return element(
    "li",
    { class: `part formula${locked ? " locked" : ""}${doubtful}`, "data-asked": String(asked) },
    ...demandOf(part),
    element("span", { class: "scroll" }, mathElement(part.formula?.mathml ?? "", tex)),
    element(
      "span",
      { class: "acts" },
      act("Edit", "Edit this formula", actions.edit),
      act("Keep letters", "Keep letters as typed", actions.lock, locked),
      act("×", "Remove this formula", actions.remove),
    ),
  );
}

function demandOf(part: ReadPart): Node[] {
  const sign = SIGNS[part.demand];
  return sign ? [element("span", { class: "demand" }, sign)] : [];
}

/** Filters in the words in which the server draws them, one piece for each field: `tag: calculus, not algebra`. */
export function filtersInWords(filters: ReadFilter[]): string[] {
  const fields = [...new Set(filters.map(({ field }) => field))];
  return fields.map((field) => {
    const values = filters.filter((filter) => filter.field === field);
    const words = values.map(({ value, excluded }) => (excluded ? `not ${value}` : value)).join(", ");
    if (field === "is") return words;
    return field === "votes" ? `${field}: ${words} or more` : `${field}: ${words}`;
  });
}

/** Text in which code stands between backticks. */
function withCode(text: string): Node[] {
  return text.split("`").map((piece, at) => (at % 2 === 1 ? element("code", {}, piece) : document.createTextNode(piece)));
}

function noteLine(quoted: string, message: string, hint: string): HTMLElement {
  const said = element("p", { class: "note" }, element("u", {}, shortened(quoted)), " ", ...withCode(message), " · ");
  said.append(element("span", { class: "hint" }, ...withCode(hint)));
  return said;
}

/** The query with its formulas drawn. */
export function queryNodes(reading: Reading): Node[] {
  const at = fromBytes(reading.source);
  const nodes: Node[] = [];
  let from = 0;
  for (const part of reading.parts) {
    if (!part.formula) continue;
    nodes.push(document.createTextNode(reading.source.slice(from, at(part.start))), mathElement(part.formula.mathml, part.text));
    from = at(part.end);
  }
  return [...nodes, document.createTextNode(reading.source.slice(from))];
}

/** The stretches of a text that its mirror marks. */
export function stretches(reading: Reading): Stretch[] {
  const at = fromBytes(reading.source);
  const found: Stretch[] = [];
  for (const part of reading.parts) {
    if (part.kind !== "formula") continue;
    found.push({ start: at(part.start), end: at(part.end), look: "formula" });
    for (const { span: [start = 0, end = 0] } of part.formula?.diagnostics ?? []) {
      found.push({ start: at(start), end: at(end), look: "doubt" });
    }
  }
  for (const note of reading.notes) found.push({ start: at(note.start), end: at(note.end), look: "doubt" });
  return found;
}

/** The formula around an offset of the text. */
export function formulaAt(reading: Reading, offset: number): Place | undefined {
  const at = fromBytes(reading.source);
  for (const part of reading.parts) {
    const place = { start: at(part.start), end: at(part.end), tex: texOf(part) };
    if (part.kind === "formula" && place.start <= offset && offset <= place.end) return place;
  }
  return undefined;
}

/** Shows a reading under the box. */
export function showReading(target: HTMLElement, reading: Reading, actions: Actions): void {
  const at = fromBytes(reading.source);
  const list = element("ul", { class: "parts" }, element("li", { class: "label" }, "Read as"));
  const notes: HTMLElement[] = [];
  let asked = 0;
  for (const part of reading.parts.slice(0, MOST_PARTS)) {
    if (part.kind !== "formula") {
      list.append(element("li", { class: wordClass(part) }, ...demandOf(part), shortened(part.text)));
      continue;
    }
    const place = { start: at(part.start), end: at(part.end), tex: texOf(part) };
    list.append(formulaChip(part, asked, place, actions));
    asked += 1;
    for (const { span: [start = 0, end = 0], message, hint } of part.formula?.diagnostics ?? []) {
      notes.push(noteLine(reading.source.slice(at(start), at(end)), message, hint));
    }
  }
  const left = reading.parts.length - MOST_PARTS;
  if (left > 0) list.append(element("li", { class: "part filter" }, `and ${left} more`));
  for (const filter of filtersInWords(reading.filters)) list.append(element("li", { class: "part filter" }, filter));
  if (!["", ORDINARY].includes(reading.manner)) list.append(element("li", { class: "part filter" }, reading.manner));
  for (const kind of reading.wanted) list.append(element("li", { class: "part filter" }, `wants ${kind}`));
  for (const note of reading.notes) {
    notes.push(noteLine(reading.source.slice(at(note.start), at(note.end)), note.message, note.hint));
  }
  // The same remark on several places is shown once.
  const different = notes.filter((note, at) => notes.findIndex((other) => other.textContent === note.textContent) === at);
  target.replaceChildren(...(reading.parts.length > 0 ? [list] : []), ...different.slice(0, MOST_REMARKS));
}
