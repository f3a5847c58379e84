// What was searched and which formulas were saved, in this browser only. Pure functions over plain data; the page
// around it is in history.ts.

/** A search that was made. */
export interface Search {
  query: string;
  address: string;
  when: number;
  total: number;
}

/** A saved formula. */
export interface Formula {
  tex: string;
  name: string;
  when: number;
}

/** Everything that is kept. */
export interface Kept {
  version: 1;
  searches: Search[];
  formulas: Formula[];
}

const MOST_SEARCHES = 500;
const KEY = "perga.kept";

/** Nothing kept yet. */
export function nothing(): Kept {
  return { version: 1, searches: [], formulas: [] };
}

function isSearch(one: unknown): one is Search {
  const { query, address, when, total } = (one ?? {}) as Record<string, unknown>;
  const inside = typeof address === "string" && address.startsWith("/") && !address.startsWith("//");
  return typeof query === "string" && inside && typeof when === "number" && typeof total === "number";
}

function isFormula(one: unknown): one is Formula {
  const { tex, name, when } = (one ?? {}) as Record<string, unknown>;
  return typeof tex === "string" && typeof name === "string" && typeof when === "number";
}

/** Reads what was kept or exported; what cannot be read is left out. */
export function parse(text: string | null): Kept {
  let read: unknown;
  try {
    read = JSON.parse(text ?? "null");
  } catch {
    return nothing();
  }
  const { searches, formulas } = (read ?? {}) as Record<string, unknown>;
  return {
    version: 1,
    searches: Array.isArray(searches) ? searches.filter(isSearch).slice(0, MOST_SEARCHES) : [],
    formulas: Array.isArray(formulas) ? formulas.filter(isFormula) : [],
  };
}

/** Adds a search in front; the same search earlier is taken out. */
export function withSearch(kept: Kept, search: Search): Kept {
  const others = kept.searches.filter(({ address }) => address !== search.address);
  return { ...kept, searches: [search, ...others].slice(0, MOST_SEARCHES) };
}

/** Adds a formula in front, or gives the one that is there its new name. */
export function withFormula(kept: Kept, formula: Formula): Kept {
  return { ...kept, formulas: [formula, ...kept.formulas.filter(({ tex }) => tex !== formula.tex)] };
}

/** Puts an imported file and what is here together, newest first. */
export function merged(here: Kept, other: Kept): Kept {
  const searches = [...other.searches, ...here.searches].sort((a, b) => a.when - b.when);
  const formulas = [...other.formulas, ...here.formulas].sort((a, b) => a.when - b.when);
  const start = searches.reduce(withSearch, nothing());
  return formulas.reduce(withFormula, start);
}

/** The searches and formulas in which every word of a text occurs. */
export function matching(kept: Kept, text: string): Kept {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const has = (content: string): boolean => words.every((word) => content.toLowerCase().includes(word));
  return {
    version: 1,
    searches: kept.searches.filter(({ query }) => has(query)),
    formulas: kept.formulas.filter(({ tex, name }) => has(`${tex} ${name}`)),
  };
}

/** Loads what this browser keeps; nothing where it keeps nothing. */
export function load(): Kept {
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    return nothing();
  }
}

/** Keeps it; a browser that does not allow that forgets. */
export function keep(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is off or full: the page works without.
  }
}
