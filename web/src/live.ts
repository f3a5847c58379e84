// Results while the user types: the page of what is typed is fetched and its content put in the place of the old one, so that
// there is one way in which results are drawn. The text area stays where it is and keeps its caret.
//
// A search is settled by Enter, by a click or by a pause of two seconds. Until then nothing is announced, and all that is
// typed together makes one entry in the history of the browser.

import { announce, RESULTS, SETTLING } from "./dom";
import { recordSearch } from "./history";
import { latest } from "./latest";

/** The pause after a key: half of what the last search took, so that a fast server is asked at once and a slow one rarely. */
const [FIRST_PAUSE, SHORTEST_PAUSE, LONGEST_PAUSE] = [60, 30, 150];
const SETTLED = 2000;
const SHORTEST = 2;
const LONGEST = 4000;

/** The address that a form leads to; empty fields say nothing. */
export function addressOf(form: HTMLFormElement): string {
  const filled = [...new FormData(form)].filter(([, value]) => String(value).trim() !== "");
  const query = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString();
  return query === "" ? "/" : `/?${query}`;
}

class Live {
  private isDraft = false;
  private pause = FIRST_PAUSE;
  private settling: ReturnType<typeof setTimeout> | undefined;
  private readonly follow: (address: string) => void;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly text: HTMLTextAreaElement,
    private readonly main: HTMLElement,
  ) {
    this.follow = latest(
      () => this.pause,
      // Nothing to ask for, or asked for already: only what is under way is stopped.
      async (address: string, signal) => (address === location.pathname + location.search ? "" : this.fetched(address, signal)),
      (html, address) => html !== "" && this.show(html, address),
    );
    text.addEventListener("input", () => this.typed());
    // What was left by the back button is another search, which only the server can draw.
    addEventListener("popstate", () => location.reload());
  }

  private async fetched(address: string, signal: AbortSignal): Promise<string> {
    const start = performance.now();
    try {
      return await (await fetch(address, { signal, headers: { "perga-typing": "1" } })).text();
    } finally {
      this.pause = Math.min(Math.max((performance.now() - start) / 2, SHORTEST_PAUSE), LONGEST_PAUSE);
    }
  }

  private typed(): void {
    clearTimeout(this.settling);
    const { length } = this.text.value.trim();
    if (length === 0 || (length >= SHORTEST && length <= LONGEST)) this.follow(length === 0 ? "/" : addressOf(this.form));
  }

  private show(html: string, address: string): void {
    const page = new DOMParser().parseFromString(html, "text/html");
    const fresh = page.querySelector("main[data-live]");
    if (!fresh) return;
    this.main.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
    document.title = page.title;
    const [from, to] = [page.querySelector(".foot .api"), document.querySelector(".foot .api")];
    if (from && to) to.replaceWith(document.importNode(from, true));
    if (address !== "/") {
      document.body.classList.remove("home");
      document.querySelector(".hero")?.remove();
    }
    if (this.isDraft) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.isDraft = true;
    scrollTo({ top: 0 });
    document.dispatchEvent(new CustomEvent(RESULTS));
    this.settling = setTimeout(() => this.settle(), SETTLED);
  }

  private settle(): void {
    this.isDraft = false;
    recordSearch();
    document.dispatchEvent(new CustomEvent(SETTLING));
    const total = document.querySelector(".summary .total")?.textContent?.trim();
    if (total) announce(total);
  }
}

/** Shows results while the user types, on pages that show results. */
export function mountLive(form: HTMLFormElement): void {
  const text = form.querySelector<HTMLTextAreaElement>("#q");
  const main = document.querySelector<HTMLElement>("main[data-live]");
  if (text && main) new Live(form, text, main);
}
