// How many results the other tabs have: asked for after the results are shown, so that nothing waits for it.

import type { Counts } from "./api";
import { element, RESULTS } from "./dom";
import { json, latest } from "./latest";

const PAUSE = 350;

/** A count as tabs show it; a lower bound has a plus. */
export function shownCount(total: number, totalIs: string): string {
  return `${total.toLocaleString("en")}${totalIs === "at_least" && total > 0 ? "+" : ""}`;
}

function fill(tabs: HTMLElement, { counts }: Counts): void {
  for (const { want, total, total_is } of counts) {
    const tab = tabs.querySelector(`[data-want="${want}"]`);
    if (tab && !tab.querySelector(".count")) tab.append(" ", element("span", { class: "count" }, shownCount(total, total_is)));
  }
}

/** Fills the counts of the tabs, now and when other results are shown. */
export function mountCounts(): void {
  const tabs = (): HTMLElement | null => document.querySelector<HTMLElement>(".tabs[data-counts]");
  const ask = latest(
    PAUSE,
    (address: string, signal) => json<Counts>(address, signal),
    (counts, address) => {
      const shown = tabs();
      if (shown?.dataset.counts === address) fill(shown, counts);
    },
  );
  const start = (): void => {
    const address = tabs()?.dataset.counts;
    if (address) ask(address);
  };
  start();
  document.addEventListener(RESULTS, start);
}
