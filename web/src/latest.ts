// Requests while the user types: after a short pause, one at a time, and never the response to an old request.

/**
 * Calls `ask` with the newest value once `pause` milliseconds passed without another. A request that is still under
 * way is aborted when a newer value is due, and its answer, should it come, is dropped.
 */
export function latest<Value, Answer>(
  pause: number | (() => number),
  ask: (value: Value, signal: AbortSignal) => Promise<Answer>,
  tell: (answer: Answer, value: Value) => void,
): (value: Value) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flight: AbortController | undefined;
  return (value) => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      flight?.abort();
      const mine = new AbortController();
      flight = mine;
      try {
        const answer = await ask(value, mine.signal);
        if (flight === mine && !mine.signal.aborted) tell(answer, value);
      } catch {
        // Aborted, or the server is gone: the page stays as it is, and the form still works.
      } finally {
        if (flight === mine) flight = undefined;
      }
    }, typeof pause === "number" ? pause : pause());
  };
}

/** The JSON at a path of this server. */
export async function json<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(path, { headers: { accept: "application/json" }, ...(signal ? { signal } : {}) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Answer;
}
