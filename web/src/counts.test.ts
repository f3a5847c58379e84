import { expect, test } from "vitest";
import { shownCount } from "./counts";

test("a lower bound has a plus, and nothing is nothing", () => {
  expect(shownCount(1234, "exact")).toBe("1,234");
  expect(shownCount(1000, "at_least")).toBe("1,000+");
  expect(shownCount(0, "at_least")).toBe("0");
});
