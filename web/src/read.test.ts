import { expect, test } from "vitest";
import { formulaAt, stretches, texOf, toggleLock, type Part, type Reading } from "./read";

const reading: Reading = {
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
  const part: Part = { start: 0, end: 1, kind: "formula", text, demand: "should", weight: 1, formula: { tex: "read", mathml: "", diagnostics: [] } };
  expect(texOf(part)).toBe(tex);
});
