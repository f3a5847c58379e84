// The event log: only where the server asks for it by a `<meta name="perga-events">`, only to this server. The server
// itself knows of searches; what is sent is what it cannot know.

import type { Event } from "./api";

const ADDRESS = "/api/v1/events";
const LONGEST_TARGET = 400;
const LONGEST_QUERY = 4000;

/** An event; a field without a value is not sent. */
type Given = Pick<Event, "kind"> & { [Field in keyof Event]?: Event[Field] | undefined };

function send(event: Given): void {
  const query = new URLSearchParams(location.search).get("q") ?? undefined;
  const cut = { ...event, target: event.target?.slice(0, LONGEST_TARGET), query: query?.slice(0, LONGEST_QUERY) };
  navigator.sendBeacon(ADDRESS, new Blob([JSON.stringify(cut)], { type: "application/json" }));
}

function clicked(target: Element): void {
  const hit = target.closest<HTMLElement>("[data-stop]");
  const rank = Number(hit?.dataset.rank) || undefined;
  const link = target.closest("a");
  if (target.closest("[data-copy]")) send({ kind: "copy", target: hit?.dataset.id, rank });
  else if (target.closest("[data-save]")) send({ kind: "save", target: hit?.dataset.id, rank });
  else if (link && hit) send({ kind: "click", target: hit.dataset.id ?? link.getAttribute("href") ?? undefined, rank });
}

/** Sends clicks, copies and the time spent on a page, if they are wanted. */
export function mountEvents(): void {
  if (!document.querySelector('meta[name="perga-events"]')) return;
  const began = performance.now();
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element) clicked(event.target);
  });
  addEventListener("pagehide", () =>
    send({ kind: "dwell", target: location.pathname, milliseconds: Math.round(performance.now() - began) }),
  );
}
