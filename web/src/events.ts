// The event log: only where the server asks for it by a `<meta name="perga-events">`, only to this server.

const ADDRESS = "/api/v1/events";
const SESSION = "perga.session";

function session(): string {
  try {
    const known = sessionStorage.getItem(SESSION);
    if (known) return known;
    const made = crypto.randomUUID();
    sessionStorage.setItem(SESSION, made);
    return made;
  } catch {
    return "";
  }
}

function send(kind: string, details: Record<string, unknown>): void {
  const event = { kind, session: session(), address: location.pathname + location.search, ...details };
  navigator.sendBeacon(ADDRESS, new Blob([JSON.stringify(event)], { type: "application/json" }));
}

/** Sends searches, clicks, copies and the time spent on a page, if they are wanted. */
export function mountEvents(): void {
  if (!document.querySelector('meta[name="perga-events"]')) return;
  const began = performance.now();
  const results = document.querySelector<HTMLElement>("[data-results]");
  if (results) send("search", { total: Number(results.dataset["results"]) || 0 });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const hit = target?.closest<HTMLElement>("[data-stop]");
    const rank = Number(hit?.dataset["rank"]) || undefined;
    const link = target?.closest("a");
    const copied = target?.closest<HTMLElement>("[data-copy]");
    if (copied) send("copy", { what: copied.dataset["copy"], rank, unit: hit?.dataset["id"] });
    else if (link && hit) send("click", { rank, unit: hit.dataset["id"], to: link.getAttribute("href") });
  });
  addEventListener("pagehide", () => send("dwell", { milliseconds: Math.round(performance.now() - began) }));
}
