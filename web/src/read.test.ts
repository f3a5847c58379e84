import { expect, test } from "vitest";
import type { ReadPart, Reading } from "./api";
import { filtersInWords, formulaAt, stretches, texOf, toggleLock } from "./read";

const reading: Reading = {
  version: 1,
  is_formula: false,
  source: "é $x^2$",
  read_as: "",
  parts: [
    { start: 0, end: 2, kind: "word", text: "é", demand: "should", weight: 1 },
    {
      start: 3,
      end: 8,
      kind: "formula",
      text: "$x^2$",
      demand: "should",
      weight: 1,
      formula: { tex: "x^{2}", mathml: "", diagnostics: [{ severity: "remark", code: "c", message: "m", span: [4, 5], hint: "" }] },
    },
  ],
  filters: [],
  notes: [],
  manner: "",
  wanted: [],
};

test("formulas and doubtful places are marked where they stand", () => {
  expect(stretches(reading)).toEqual([
    { start: 2, end: 7, look: "formula" },
    { start: 3, end: 4, look: "doubt" },
  ]);
});

test("the formula around the caret is found with its place", () => {
  expect(formulaAt(reading, 4)).toEqual({ start: 2, end: 7, tex: "x^2" });
  expect(formulaAt(reading, 0)).toBeUndefined();
});

test("locking and unlocking are inverse", () => {
  expect(toggleLock("x^2")).toBe("\\exact{x^2}");
  expect(toggleLock(toggleLock("x^2"))).toBe("x^2");
});

test.each([
  ["$\\exact{x}$", "\\exact{x}"],
  ["\\[ ?a \\]", " ?a "],
  ["x^2", "x^2"],
  ["<math><mi>x</mi></math>", "read"],
])("the formula %s is edited as %s", (text, tex) => {
  const part: ReadPart = { start: 0, end: 1, kind: "formula", text, demand: "should", weight: 1, formula: { tex: "read", mathml: "", diagnostics: [] } };
  expect(texOf(part)).toBe(tex);
});

test("filters of one field are one piece, in the words of the server", () => {
  const pieces = filtersInWords([
    { field: "tag", value: "calculus", excluded: false },
    { field: "tag", value: "algebra", excluded: true },
    { field: "after", value: "2015-01-01", excluded: false },
    { field: "is", value: "accepted", excluded: false },
    { field: "votes", value: "3", excluded: false },
  ]);
  expect(pieces).toEqual(["tag: calculus, not algebra", "after: 2015-01-01", "accepted", "votes: 3 or more"]);
});
