import { describe, expect, test } from "vitest";
import { insertTemplate, insideDollars, replaceFormula } from "./insert";

describe("dollars", () => {
  test.each([
    ["a $x", 4, true],
    ["a $x$ b", 6, false],
    ["\\$5 and ", 8, false],
    ["$$x$$ y", 7, false],
  ])("%s at %d", (text, at, inside) => expect(insideDollars(text, at)).toBe(inside));
});

describe("templates", () => {
  test("outside of a formula they come in dollars", () => {
    expect(insertTemplate("roots of ", 9, 9, "\\sqrt{▢}")).toEqual({ text: "roots of $\\sqrt{}$", start: 16, end: 16 });
  });
  test("inside of a formula they come as they are", () => {
    expect(insertTemplate("$x+$", 3, 3, "\\pi ").text).toBe("$x+\\pi $");
  });
  test("a formula without dollars stays without", () => {
    expect(insertTemplate("x^2+", 4, 4, "?y").text).toBe("x^2+?y");
  });
  test("the selection goes into the first hole", () => {
    expect(insertTemplate("$a+b$", 1, 4, "\\frac{▢}{▢}")).toEqual({ text: "$\\frac{a+b}{}$", start: 7, end: 10 });
  });
});

describe("formulas put back", () => {
  test("in their place, in dollars", () => {
    expect(replaceFormula("sum of x^2 here", 7, 10, "y^3").text).toBe("sum of $y^3$ here");
  });
  test("apart from words, not from punctuation", () => {
    expect(replaceFormula("why?", 3, 3, "x").text).toBe("why $x$?");
  });
  test("nothing removes them", () => {
    expect(replaceFormula("a $x$ b", 2, 5, " ").text).toBe("a  b");
  });
});
