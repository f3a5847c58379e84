// Suggestions while typing: a list under the box, driven by the arrow keys, Enter and Escape. The text area keeps
// the focus and points to the active option, as the combobox pattern has it.

import type { Suggested, Suggestions as Answer } from "./api";
import { announce, element, SETTLING } from "./dom";
import { json, latest } from "./latest";
import { lineNodes } from "./mathml";

const PAUSE = 60;
const LONGEST = 200;

class Suggestions {
  private active = -1;
  private texts: string[] = [];
  private readonly ask: (typed: string) => void;

  constructor(
    private readonly text: HTMLTextAreaElement,
    private readonly list: HTMLElement,
  ) {
    this.ask = latest(
      PAUSE,
      async (typed: string, signal): Promise<Pick<Answer, "suggestions">> =>
        typed.trim() === "" || typed.length > LONGEST
          ? { suggestions: [] }
          : json<Answer>(`/api/v1/suggest?n=6&q=${encodeURIComponent(typed)}`, signal),
      ({ suggestions }, typed) => this.show(suggestions, typed),
    );
    text.addEventListener("input", (event) => {
      if (event.isTrusted) this.ask(text.value);
      else this.hide();
    });
    text.addEventListener("keydown", (event) => this.key(event));
    text.addEventListener("blur", () => this.hide());
    document.addEventListener(SETTLING, () => this.hide());
    text.form?.addEventListener("submit", () => this.hide());
  }

  private get open(): boolean {
    return !this.list.hidden;
  }

  private show(suggestions: Suggested[], typed: string): void {
    if (typed !== this.text.value || document.activeElement !== this.text) return;
    const other = suggestions.filter(({ text }) => text !== typed);
    this.active = -1;
    this.text.removeAttribute("aria-activedescendant");
    this.texts = other.map(({ text }) => text);
    this.list.replaceChildren(...other.map((one, index) => this.option(one, index)));
    this.list.hidden = other.length === 0;
    if (other.length > 0) announce(`${other.length} ${other.length === 1 ? "suggestion" : "suggestions"}; use the arrow keys to choose`);
  }

  private option({ html, label, why }: Suggested, index: number): HTMLElement {
    const option = element(
      "li",
      { role: "option", id: `suggestion-${index}`, "aria-selected": "false" },
      element("span", {}, ...lineNodes(html)),
      element("span", { class: "why", title: why }, label),
    );
    // Before the text area loses the focus.
    option.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.take(index);
      this.text.form?.requestSubmit();
    });
    return option;
  }

  private key(event: KeyboardEvent): void {
    if (!this.open || event.isComposing) return;
    const count = this.list.childElementCount;
    if (event.key === "ArrowDown") this.move((this.active + 2) % (count + 1) - 1);
    else if (event.key === "ArrowUp") this.move((this.active + count + 1) % (count + 1) - 1);
    else if (event.key === "Escape") this.hide();
    else if (event.key === "Tab" && this.active >= 0) this.take(this.active);
    else if (event.key === "Enter" && this.active >= 0) {
      // The form is submitted by the box, with the text taken here.
      this.take(this.active);
      return;
    } else return;
    event.preventDefault();
  }

  private move(to: number): void {
    this.active = to;
    for (const [index, option] of [...this.list.children].entries()) option.setAttribute("aria-selected", String(index === to));
    if (to < 0) this.text.removeAttribute("aria-activedescendant");
    else this.text.setAttribute("aria-activedescendant", `suggestion-${to}`);
    this.list.children[to]?.scrollIntoView({ block: "nearest" });
  }

  private take(index: number): void {
    const text = this.texts[index];
    this.hide();
    if (text === undefined) return;
    this.text.value = text;
    this.text.dispatchEvent(new Event("input", { bubbles: true }));
  }

  private hide(): void {
    this.list.hidden = true;
    this.active = -1;
    this.text.removeAttribute("aria-activedescendant");
  }
}

/** Mounts suggestions for a text area. */
export function mountSuggestions(text: HTMLTextAreaElement, list: HTMLElement): void {
  new Suggestions(text, list);
}
