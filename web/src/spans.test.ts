import { expect, test } from "vitest";
import { fromBytes } from "./spans";

test("byte offsets become offsets of the browser", () => {
  const at = fromBytes("aé∑𝑥b");
  expect([0, 1, 3, 6, 10, 11].map(at)).toEqual([0, 1, 2, 3, 5, 6]);
});

test("offsets inside a character go to its start, those outside to the ends", () => {
  const at = fromBytes("é");
  expect([-1, 1, 2, 99].map(at)).toEqual([0, 0, 1, 1]);
});
