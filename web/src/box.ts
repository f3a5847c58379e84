// The search box: grows, shows how it is read, takes pastes apart, suggests, and opens palette and editor.

import type { Reading } from "./api";
import { announce, element } from "./dom";
import { insertTemplate, insideDollars, replaceFormula, type Inserted } from "./insert";
import { json, latest } from "./latest";
import { mountPalette } from "./palette";
import { textOfHtml } from "./paste";
import { formulaAt, showReading, stretches, toggleLock, type Place, type Stretch } from "./read";
import { mountSuggestions } from "./suggest";

const PREVIEW_PAUSE = 50;

/** Fills the mirror: the text, with its formulas tinted and its doubtful places underlined. */
export function fillMirror(mirror: HTMLElement, text: string, marked: Stretch[]): void {
  const cuts = [...new Set([0, text.length, ...marked.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  const pieces = cuts.slice(1).map((end, i) => {
    const start = cuts[i] ?? 0;
    const looks = new Set(marked.filter((one) => one.start <= start && one.end >= end).map(({ look }) => look));
    return element("span", { class: [...looks].join(" ") }, text.slice(start, end));
  });
  // The line break at the end gives the last, empty line its height.
  mirror.replaceChildren(...pieces, "\n");
}

class SearchBox {
  private reading: Reading | undefined;
  private readonly preview: (text: string) => void;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly text: HTMLTextAreaElement,
    private readonly mirror: HTMLElement,
    private readonly read: HTMLElement,
  ) {
    this.preview = latest(
      PREVIEW_PAUSE,
      async (typed: string, signal) =>
        typed.trim() === "" ? undefined : json<Reading>(`/api/v1/read?q=${encodeURIComponent(typed)}`, signal),
      (reading, typed) => reading && this.show(reading, typed),
    );
    text.addEventListener("input", () => this.changed());
    text.addEventListener("paste", (event) => this.paste(event));
    text.addEventListener("scroll", () => (mirror.scrollTop = text.scrollTop));
    text.addEventListener("keydown", (event) => this.submitOnEnter(event));
    // What is tapped under the box leaves the focus, and with it the keyboard of a phone, where it is.
    for (const part of form.querySelectorAll(".tools, .under")) part.addEventListener("pointerdown", (event) => event.preventDefault());
    this.changed();
  }

  /** Replaces the text and puts the caret where it belongs. */
  put({ text, start, end }: Inserted): void {
    this.text.focus();
    this.text.value = text;
    this.text.setSelectionRange(start, end);
    this.text.dispatchEvent(new Event("input", { bubbles: true }));
  }

  insert(template: string): void {
    this.put(insertTemplate(this.text.value, this.text.selectionStart, this.text.selectionEnd, template));
  }

  /** Opens the editor with a formula, or with the one around the caret, or with none. */
  async edit(place: Place = this.placeAtCaret()): Promise<void> {
    const { openEditor } = await import("./editor");
    const tex = await openEditor(place.tex);
    if (tex === undefined) return this.text.focus();
    this.put(replaceFormula(this.text.value, place.start, place.end, tex));
    announce("Formula inserted into the search box");
  }

  private placeAtCaret(): Place {
    const { selectionStart: start, selectionEnd: end, value } = this.text;
    const around = this.reading?.source === value ? formulaAt(this.reading, start) : undefined;
    return around ?? { start, end, tex: value.slice(start, end) };
  }

  private changed(): void {
    const typed = this.text.value;
    const known = this.reading?.source === typed ? stretches(this.reading) : [];
    fillMirror(this.mirror, typed, known);
    if (typed.trim() === "") {
      this.reading = undefined;
      this.read.replaceChildren();
    }
    this.preview(typed);
  }

  private show(reading: Reading, typed: string): void {
    if (typed !== this.text.value || typed.trim() === "") return;
    this.reading = reading;
    // Spans count from the beginning of the query, which the server may have trimmed.
    const shift = typed.length - typed.trimStart().length;
    const moved = stretches(reading).map((one) =>
      reading.source === typed ? one : { ...one, start: one.start + shift, end: one.end + shift },
    );
    fillMirror(this.mirror, typed, moved);
    const here = ({ start, end, tex }: Place): Place =>
      reading.source === typed ? { start, end, tex } : { start: start + shift, end: end + shift, tex };
    showReading(this.read, reading, {
      edit: (place) => void this.edit(here(place)),
      lock: (place) => this.replace(here(place), toggleLock(place.tex)),
      remove: (place) => this.replace(here(place), ""),
    });
  }

  private replace({ start, end }: Place, tex: string): void {
    this.put(replaceFormula(this.text.value, start, end, tex));
  }

  private paste(event: ClipboardEvent): void {
    const html = event.clipboardData?.getData("text/html") ?? "";
    const text = html === "" ? undefined : textOfHtml(html);
    if (text === undefined) return;
    event.preventDefault();
    const { selectionStart, selectionEnd, value } = this.text;
    const put = insideDollars(value, selectionStart) ? text.replaceAll("$", "") : text;
    const caret = selectionStart + put.length;
    this.put({ text: value.slice(0, selectionStart) + put + value.slice(selectionEnd), start: caret, end: caret });
  }

  private submitOnEnter(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    this.form.requestSubmit();
  }
}

/** Mounts the box of a search form. */
export function mountBox(form: HTMLFormElement): void {
  const text = form.querySelector<HTMLTextAreaElement>("#q");
  const mirror = form.querySelector<HTMLElement>(".mirror");
  const read = form.querySelector<HTMLElement>("#read");
  const list = form.querySelector<HTMLElement>("#suggestions");
  if (!text || !mirror || !read) return;
  const draft = new URLSearchParams(location.hash.slice(1)).get("edit");
  if (draft !== null) {
    text.value = draft;
    history.replaceState(null, "", location.pathname + location.search);
    text.focus();
  }
  if (list) mountSuggestions(text, list);
  const box = new SearchBox(form, text, mirror, read);
  form.querySelector("[data-editor]")?.addEventListener("click", () => void box.edit());
  const palette = form.querySelector<HTMLElement>("#palette");
  const opener = form.querySelector<HTMLButtonElement>("[data-palette]");
  if (palette && opener) mountPalette(palette, opener, (template) => box.insert(template));
}
