// What a server shows and keeps when it is asked to: reports on runs, and the log of events.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { axe, launch, open, repository, serve, skip, until, web } from "./support.mjs";

let server;
let browser;
let folder;
before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "perga-study-"));
  copyFileSync(join(repository, "collection/qrels-formulas.qrels"), join(folder, "formulas.qrels"));
  const judged = readFileSync(join(folder, "formulas.qrels"), "utf8").trim().split("\n").map((line) => line.split(/\s+/));
  const run = (name, keep) => judged.filter(([, , , grade]) => keep(Number(grade))).map(([topic, , unit], i) => `${topic} Q0 ${unit} ${i + 1} ${1000 - i} ${name}`).join("\n");
  writeFileSync(join(folder, "good.run"), run("good", (grade) => grade > 1));
  writeFileSync(join(folder, "fair.run"), run("fair", (grade) => grade !== 3));
  server = await serve("collection", ["--runs", folder, "--events", join(folder, "events.jsonl")]);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test("runs are chosen and a report is shown", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(`${server.url}/evaluation`);
  await page.screenshot({ path: join(web, "screenshots", "evaluation-runs-1280-light.png"), fullPage: true });
  assert.deepEqual(await axe(page), []);
  for (const run of ["good.run", "fair.run"]) await page.check(`input[value="${run}"]`);
  await page.selectOption('select[name="baseline"]', "fair.run");
  await page.click('button:has-text("Report")');
  await page.waitForURL(/evaluation\/report/);
  assert.match(await page.textContent("body"), /good/);
  await page.click('a:has-text("Evaluation")');
  await page.waitForURL(/evaluation$/);
  await page.goBack();
  await page.screenshot({ path: join(web, "screenshots", "report-1280-light.png"), fullPage: true });
  assert.deepEqual(wrong, []);
  await context.close();
});

test("searches, clicks and reading times are kept, and nothing else", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(`${server.url}/?q=triangle`);
  await page.click(".hit .open");
  await page.waitForURL(/\/threads\//);
  let events = [];
  await until("a search, a click and a reading time in the log", () => {
    const whole = readFileSync(join(folder, "events.jsonl"), "utf8").split("\n").slice(0, -1);
    events = whole.map((line) => JSON.parse(line));
    return ["search", "click", "dwell"].every((kind) => events.some((event) => event.kind === kind));
  });
  const search = events.find(({ kind }) => kind === "search");
  const click = events.find(({ kind }) => kind === "click");
  assert.equal(click.session, search.session, "one session");
  assert.equal(click.rank, 1);
  assert.equal(click.query, "triangle");
  assert.deepEqual(wrong, []);
  await context.close();
});
