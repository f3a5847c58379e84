// The page of earlier searches and saved formulas, and the places where they are made.

import type { Reading, Trees } from "./api";
import { announce, element, toast } from "./dom";
import { json } from "./latest";
import { mathElement } from "./mathml";
import { queryNodes } from "./read";
import { keep, load, matching, merged, parse, withFormula, withSearch, type Formula, type Search } from "./store";

/** Stores the search that this page shows. */
export function recordSearch(): void {
  const results = document.querySelector<HTMLElement>("[data-results]");
  const parameters = new URLSearchParams(location.search);
  const query = parameters.get("q")?.trim();
  if (!results || !query) return;
  // Every page of a search is the same search.
  parameters.delete("offset");
  const total = Number(results.dataset.results) || 0;
  keep(withSearch(load(), { query, address: `${location.pathname}?${parameters}`, when: Date.now(), total }));
}

/** Listens to the buttons that save a formula. */
export function mountSaving(): void {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-save]") : null;
    const tex = button?.dataset.save;
    if (!button || !tex) return;
    keep(withFormula(load(), { tex, name: button.dataset.name ?? "", when: Date.now() }));
    button.textContent = "Saved";
    toast("Saved");
    announce("Formula saved in this browser");
  });
}

function day(when: number): string {
  return new Date(when).toISOString().slice(0, 16).replace("T", " ");
}

/** Draws the formulas of a query in its place. */
async function draw(place: Element): Promise<void> {
  const reading = await json<Reading>(`/api/v1/read?${new URLSearchParams({ q: place.textContent ?? "" })}`);
  place.replaceChildren(...queryNodes(reading));
}

function editAddress(query: string): string {
  return `/#${new URLSearchParams({ edit: query })}`;
}

class HistoryPage {
  private readonly filter: HTMLInputElement;
  private readonly searches = element("ul", { class: "entries" });
  private readonly formulas = element("ul", { class: "entries" });
  /** Queries are drawn when they come into sight: there may be hundreds. */
  private readonly inSight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      this.inSight.unobserve(target);
      void draw(target).catch(() => undefined);
    }
  });

  constructor(page: HTMLElement) {
    this.filter = element("input", { type: "search", "aria-label": "Search your history", placeholder: "Search your history", "data-first-field": true });
    this.filter.addEventListener("input", () => this.show());
    page.replaceChildren(
      element("div", { class: "filter-form" }, this.filter),
      element("section", { class: "section" }, element("h2", {}, "Saved formulas"), this.formulas),
      element("section", { class: "section" }, element("h2", {}, "Searches"), this.searches),
      element("section", { class: "section" }, this.tools()),
    );
    this.show();
  }

  private show(): void {
    const kept = matching(load(), this.filter.value);
    this.searches.replaceChildren(...kept.searches.map((one) => this.searchEntry(one)));
    this.formulas.replaceChildren(...kept.formulas.map((one) => this.formulaEntry(one)));
    const filtered = this.filter.value.trim() !== "";
    if (kept.searches.length === 0) this.searches.append(element("li", { class: "empty" }, filtered ? "No matching searches" : "No searches yet"));
    if (kept.formulas.length === 0) this.formulas.append(element("li", { class: "empty" }, filtered ? "No matching formulas" : "No saved formulas yet. Use “Save” on a hit to keep its formula here."));
  }

  private searchEntry({ query, address, when, total }: Search): HTMLElement {
    const open = element("a", { class: "open", href: address }, query);
    if (/[$\\^_=]/.test(query)) this.inSight.observe(open);
    return element(
      "li",
      { "data-stop": true },
      element("span", { class: "what" }, open),
      element("span", { class: "when" }, `${total} ${total === 1 ? "result" : "results"} · ${day(when)}`),
      element("a", { class: "button", href: editAddress(query) }, "Edit"),
      this.deletion(`Delete the search ${query}`, (kept) => ({ ...kept, searches: kept.searches.filter((one) => one.address !== address) })),
    );
  }

  private formulaEntry({ tex, name, when }: Formula): HTMLElement {
    const shown = element("a", { class: "open", href: `/?${new URLSearchParams({ q: `$${tex}$` })}` }, element("code", {}, tex));
    void json<Trees>(`/api/v1/tree?${new URLSearchParams({ formula: tex, query: "true" })}`)
      .then(({ mathml }) => shown.replaceChildren(mathElement(mathml, tex)))
      .catch(() => undefined);
    return element(
      "li",
      { "data-stop": true },
      element("span", { class: "what" }, shown, name === "" ? "" : ` ${name}`),
      element("span", { class: "when" }, day(when)),
      element("a", { class: "button", href: editAddress(`$${tex}$`) }, "Edit"),
      element("button", { type: "button", "data-copy": "tex", "data-text": tex }, "Copy LaTeX"),
      this.deletion(`Delete the formula ${tex}`, (kept) => ({ ...kept, formulas: kept.formulas.filter((one) => one.tex !== tex) })),
    );
  }

  private deletion(label: string, without: (kept: ReturnType<typeof load>) => ReturnType<typeof load>): HTMLElement {
    const button = element("button", { type: "button", "aria-label": label }, "Delete");
    button.addEventListener("click", () => {
      keep(without(load()));
      this.show();
      announce("Deleted");
      this.filter.focus();
    });
    return button;
  }

  private tools(): HTMLElement {
    const exporting = element("button", { type: "button" }, "Export");
    exporting.addEventListener("click", () => {
      const file = new Blob([JSON.stringify(load(), null, 2)], { type: "application/json" });
      const link = element("a", { href: URL.createObjectURL(file), download: "perga-history.json" });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
    const file = element("input", { type: "file", accept: "application/json,.json", class: "visually-hidden", tabindex: "-1", "aria-hidden": "true" });
    file.addEventListener("change", async () => {
      const text = await file.files?.[0]?.text();
      if (text === undefined) return;
      keep(merged(load(), parse(text)));
      this.show();
      announce("Imported");
    });
    const importing = element("button", { type: "button" }, "Import");
    importing.addEventListener("click", () => file.click());
    const clearing = element("button", { type: "button" }, "Delete all");
    clearing.addEventListener("click", () => {
      if (!confirm("Delete all searches and saved formulas in this browser?")) return;
      keep(parse(null));
      this.show();
    });
    return element("div", { class: "options" }, exporting, importing, clearing, file);
  }
}

/** Mounts the page of searches and formulas. */
export function mountHistory(page: HTMLElement): void {
  new HistoryPage(page);
}
