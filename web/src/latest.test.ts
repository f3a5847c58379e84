import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { latest } from "./latest";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("only the last of several values is asked for", async () => {
  const ask = vi.fn(async (value: string) => value);
  const told: string[] = [];
  const type = latest(50, ask, (answer) => told.push(answer));
  for (const value of ["a", "ab", "abc"]) type(value);
  await vi.advanceTimersByTimeAsync(60);
  expect(ask.mock.calls.map(([value]) => value)).toEqual(["abc"]);
  expect(told).toEqual(["abc"]);
});

test("a newer request aborts the older, whose answer is dropped", async () => {
  const signals: AbortSignal[] = [];
  const told: string[] = [];
  const slow = (value: string, signal: AbortSignal): Promise<string> => {
    signals.push(signal);
    return new Promise((done) => setTimeout(() => done(value), value === "old" ? 500 : 10));
  };
  const type = latest(50, slow, (answer) => told.push(answer));
  type("old");
  await vi.advanceTimersByTimeAsync(60);
  type("new");
  await vi.advanceTimersByTimeAsync(1000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(told).toEqual(["new"]);
});

test("a failure changes nothing and does not stop the next", async () => {
  const told: string[] = [];
  const type = latest(10, async (value: string) => (value === "bad" ? Promise.reject(new Error()) : value), (answer) => told.push(answer));
  type("bad");
  await vi.advanceTimersByTimeAsync(20);
  type("good");
  await vi.advanceTimersByTimeAsync(20);
  expect(told).toEqual(["good"]);
});
