import { expect, test } from "vitest";
import { matching, merged, nothing, parse, withFormula, withSearch } from "./store";

const search = (query: string, when: number) => ({ query, address: `/?q=${query}`, when, total: 1 });

test("the same search is kept once, the newest first", () => {
  const kept = [search("a", 1), search("b", 2), search("a", 3)].reduce(withSearch, nothing());
  expect(kept.searches.map(({ query, when }) => [query, when])).toEqual([["a", 3], ["b", 2]]);
});

test("what cannot be read is left out", () => {
  expect(parse("no json")).toEqual(nothing());
  expect(parse('{"searches":[1,{"query":"x"}],"formulas":{}}')).toEqual(nothing());
});

test("an imported address never leads away from this server", () => {
  const away = ["https://example.org/", "//example.org/", "javascript:alert(1)"].map((address) => ({ ...search("x", 1), address }));
  expect(parse(JSON.stringify({ searches: away })).searches).toEqual([]);
});

test("import and what is here come together", () => {
  const here = withSearch(nothing(), search("a", 5));
  const other = withFormula(withSearch(nothing(), search("b", 9)), { tex: "x", name: "", when: 1 });
  const both = merged(here, other);
  expect(both.searches.map(({ query }) => query)).toEqual(["b", "a"]);
  expect(both.formulas.map(({ tex }) => tex)).toEqual(["x"]);
});

test("searching needs every word", () => {
  const kept = [search("harmonic series", 1), search("geometric series", 2)].reduce(withSearch, nothing());
  expect(matching(kept, "SERIES harm").searches.map(({ query }) => query)).toEqual(["harmonic series"]);
});
