// What a symbol stands for: by mouse, by touch, by keyboard, for a screen reader, without scripts, and in hostile texts.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { axe, launch, open, serve, skip } from "./support.mjs";

let server;
let browser;
before(async () => {
  if (skip) return;
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.stop();
});

/** A question about a group, which says what its letters are. */
const GROUP = "/threads/q%2F241";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const symbol = (page, letters) => page.locator(".formula.explained mi", { hasText: new RegExp(`^${letters}$`) }).first();
const tip = "#meaning-tip:not([hidden])";

/** The places of everything that is read but the tip itself, so that a shift is seen. */
function places(page) {
  const read = "article p, article .formula, article ul, h1";
  return page.evaluate((read) => [...document.querySelectorAll(read)].filter((one) => !one.closest("#meaning-tip")).map((one) => Object.values(one.getBoundingClientRect().toJSON()).join()), read);
}

test("a mouse over a symbol shows its meaning, and nothing moves", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(server.url + GROUP, { waitUntil: "networkidle" });
  const before = await places(page);
  await symbol(page, "G").hover();
  await page.waitForSelector(tip);
  assert.match(await page.locator(tip).innerText(), /group/);
  assert.deepEqual(await places(page), before);
  await page.mouse.move(2, 2);
  await page.waitForFunction(() => document.querySelector("#meaning-tip")?.hidden);
  assert.deepEqual(await places(page), before);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("by keyboard: the focus on a formula shows its meanings, Tab leads into them, Escape hides them", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(server.url + GROUP, { waitUntil: "networkidle" });
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.matches(".formula.explained"))) break;
  }
  await page.waitForSelector(tip);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Search in this sense");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector("#meaning-tip")?.hidden);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a screen reader finds the meanings of a formula, and axe finds nothing", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(server.url + GROUP, { waitUntil: "networkidle" });
  const described = await page.locator(".formula.explained").first().evaluate((formula) => {
    const ids = formula.getAttribute("aria-describedby").split(" ");
    return ids.map((id) => document.getElementById(id)?.textContent ?? "missing").join(" ");
  });
  assert.match(described, /group|identity/);
  assert.doesNotMatch(described, /missing/);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("by touch: a finger on a symbol shows its meaning, and one elsewhere hides it", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, PHONE);
  await page.goto(server.url + GROUP, { waitUntil: "networkidle" });
  const before = await places(page);
  await symbol(page, "e").tap();
  await page.waitForSelector(tip);
  assert.match(await page.locator(tip).innerText(), /identity/);
  const box = await page.locator(tip).boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390, "it is in sight");
  assert.deepEqual(await places(page), before);
  await page.locator("h1").tap();
  await page.waitForFunction(() => document.querySelector("#meaning-tip")?.hidden);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("without scripts the list is there, and leads to a search in the same sense", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, { javaScriptEnabled: false });
  await page.goto(server.url + GROUP);
  await page.click(".meanings summary");
  assert.match(await page.locator(".meanings").first().innerText(), /group/);
  await page.click('.meanings a:has-text("Search in this sense") >> nth=0');
  assert.match(page.url(), /like=q%2F241%23\d+&context=3/);
  assert.match(await page.locator(".hit").first().innerText(), /In its context/);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("hostile texts: nothing runs, and what is shown is text", { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "perga-meaning-"));
  const attack = '<img src=x onerror=alert(1)> "\'><script>alert(1)</script>';
  const body = `Let $x$ be a ${attack} number. Let $y$ be a number \\text{${attack}} and $z_{"><img>}$ a set.`;
  const units = [{ id: `q/'"><b>`, kind: "question", title: "hostile", body }, { id: "card/1", kind: "card", title: "hostile card", body: "$k>0$", symbols: [{ symbol: "k", meaning: attack }] }];
  writeFileSync(join(folder, "hostile.jsonl"), units.map((unit) => JSON.stringify(unit)).join("\n"));
  const hostile = await serve(folder);
  const { page, context, wrong } = await open(browser, hostile.url);
  for (const id of [`q/'"><b>`, "card/1"]) {
    await page.goto(`${hostile.url}/threads/${encodeURIComponent(id)}`, { waitUntil: "networkidle" });
    const formulas = page.locator(".formula.explained mi");
    for (let i = 0; i < (await formulas.count()); i++) await formulas.nth(i).hover();
    assert.equal(await page.locator("article img, article script, article b, #meaning-tip img").count(), 0);
  }
  await page.waitForSelector(tip);
  assert.match(await page.locator(tip).innerText(), /<img src=x/);
  assert.deepEqual(wrong, []);
  await context.close();
  hostile.stop();
  rmSync(folder, { recursive: true, force: true });
});
