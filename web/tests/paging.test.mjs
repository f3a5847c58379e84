// Pages, orders and filters of a list of results: one list, whatever part of it is shown.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, serve, skip } from "./support.mjs";

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

const ids = (page) => page.locator(".hit").evaluateAll((hits) => hits.map((hit) => hit.dataset.id));
const total = async (page) => Number(await page.locator(".results").getAttribute("data-results"));

test("Next and Previous walk one list without repeats", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, { javaScriptEnabled: false });
  await page.goto(`${server.url}/?q=theorem&k=20`);
  const found = await total(page);
  assert.ok(found > 40, `${found} results`);
  const first = await ids(page);
  const seen = [...first];
  while (await page.locator('.pager a[rel="next"]').count()) {
    await page.click('.pager a[rel="next"]');
    assert.equal(await total(page), found, "the total is the same on every page");
    seen.push(...(await ids(page)));
  }
  assert.equal(seen.length, found);
  assert.equal(new Set(seen).size, found, "no result is shown twice");
  while (await page.locator('.pager a[rel="prev"]').count()) await page.click('.pager a[rel="prev"]');
  assert.deepEqual(await ids(page), first);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("filters are chips that can be removed one by one or together", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(`${server.url}/?q=series`);
  const all = await total(page);
  assert.equal(await page.locator(".chips").count(), 0);
  const count = Number(await page.locator('.facets a:has-text("answer") .count').first().textContent());
  await page.locator('.facets a:has-text("answer")').first().click();
  await page.waitForURL(/kind=answer/);
  assert.equal(await total(page), count, "the count of a facet is the number of results after choosing it");
  assert.equal(await page.locator(".facets h3:has-text('Kind') + ul li").count(), 1, "facets follow the filter");
  assert.equal(await page.locator(".chips .clear").count(), 0);
  await page.goto(`${page.url()}&after=2012`);
  assert.equal(await page.locator(".chip").count(), 2);
  await page.locator('.chip:has-text("answer")').click();
  await page.waitForURL((url) => !url.search.includes("kind="));
  assert.match(await page.locator(".chip").textContent(), /From\s+2012/);
  await page.goBack();
  await page.click(".chips .clear");
  await page.waitForURL((url) => !url.search.includes("after="));
  assert.equal(await total(page), all);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("results are sorted by date, and the order is kept while filtering and searching again", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(`${server.url}/?q=series&k=100`);
  const best = (await ids(page)).sort();
  await page.click(".orders summary");
  await page.click('.orders a:has-text("date")');
  await page.waitForURL(/sort=date/);
  assert.equal(await page.locator('.orders a[aria-current="true"]').textContent(), "date");
  const dates = await page.locator(".hit").evaluateAll((hits) => hits.map((hit) => hit.querySelector("time")?.textContent ?? ""));
  assert.deepEqual(dates, [...dates].sort().reverse());
  assert.deepEqual((await ids(page)).sort(), best);
  await page.locator(".facets li a").first().click();
  await page.waitForSelector(".chip");
  assert.match(page.url(), /sort=date/);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("words with Formulas chosen find formulas of texts, each with its text", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, { javaScriptEnabled: false });
  await page.goto(server.url);
  await page.fill("#q", "harmonic series");
  await page.click("button.go");
  await page.click('.tabs a:has-text("Formulas")');
  await page.waitForURL(/want=formulas/);
  assert.equal(await page.locator(".modes").count(), 0, "words have no way to match");
  assert.match(await page.locator(".hits > .note").first().textContent(), /Formulas of the texts that match/);
  assert.equal(await page.locator(".hit h3 math").count(), 10);
  assert.equal(await page.locator(".hit .where").count(), 10);
  assert.match((await page.locator(".hit .where").allTextContents()).slice(0, 3).join("; "), /Harmonic series/);
  assert.deepEqual(wrong, []);
  await context.close();
});
