// The page around its results: the box in every header, tabs, the menu of a hit, results while the user types, phones.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { axe, launch, open, serve, skip, until } from "./support.mjs";

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

const query = (text, more = "") => `${server.url}/?q=${encodeURIComponent(text)}${more}`;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

test("every page has one box, with the query that led there, and / goes to it", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, { expectStatus: [404] });
  for (const path of ["/", "/?q=limit", "/threads/q/114?q=limit", "/units/card/quadratic-formula?q=limit", "/formulas/1?q=limit", "/cards", "/history", "/inspect", "/collection", "/help", "/nowhere"]) {
    await page.goto(server.url + path);
    assert.equal(await page.locator("#q").count(), 1, path);
    assert.equal(await page.inputValue("#q"), path.includes("q=limit") ? "limit" : "", path);
    const twice = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at));
    assert.deepEqual(twice, [], path);
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "q", path);
  }
  assert.deepEqual(wrong, []);
  await context.close();
});

test("little stands before the first hit", { skip }, async () => {
  for (const [options, most] of [[{ viewport: { width: 1360, height: 860 } }, 110], [PHONE, 160]]) {
    const { page, context } = await open(browser, server.url, options);
    for (const text of ["p^2+q^2=r^2", "triangle", "why does the harmonic series $\\sum 1/n$ diverge?"]) {
      await page.goto(query(text), { waitUntil: "networkidle" });
      const top = await page.locator(".hit").first().evaluate((hit) => hit.getBoundingClientRect().top);
      console.log(`${options.viewport.width} px: the first hit is at ${Math.round(top)} px`);
      assert.ok(top <= most, `${top} px for ${text}`);
    }
    await context.close();
  }
});

test("tabs have counts that are true", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(query("series"));
  await page.waitForFunction(() => document.querySelectorAll(".tabs .count").length === 4);
  const counts = await page.locator(".tabs a[data-want]:has(.count)").evaluateAll((tabs) => tabs.map((tab) => [tab.dataset.want, tab.querySelector(".count").textContent, tab.href]));
  for (const [want, count, address] of counts) {
    await page.goto(address);
    const total = Number(await page.locator(".results").getAttribute("data-results"));
    assert.equal(count.replace(/[,+]/g, ""), String(total), want);
    assert.equal(await page.locator('.tabs [aria-current="page"] .count').textContent(), count, want);
  }
  assert.deepEqual(wrong, []);
  await context.close();
});

test("how formulas match is a menu for formulas only", { skip }, async () => {
  const { page, context } = await open(browser, server.url);
  await page.goto(query("triangle"));
  assert.equal(await page.locator(".modes").count(), 0);
  await page.goto(query("sin(x+y)"));
  await page.locator(".modes summary").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".modes[open]").count(), 0);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/mode=exact/);
  await context.close();
});

test("the menu of a hit copies what the author wrote, a link and a citation", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, clipboard);
  await page.goto(query("p^2+q^2=r^2"));
  const hit = page.locator(".hit").first();
  const copied = async (name) => {
    await hit.locator(".more summary").click();
    await hit.locator(`.more li:has-text("${name}") button`).click();
    await page.waitForSelector(".toast");
    await page.waitForFunction(() => !document.querySelector(".more[open]"));
    await page.waitForFunction(() => !document.querySelector(".toast"));
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("Copy LaTeX"), "a^2+b^2=c^2");
  assert.match(await copied("Copy MathML"), /^<math[^>]*>(?!.*class=).*<msup>/s);
  assert.match(await copied("Copy link"), /^http:\/\/[\d.:]+\/formulas\/\d+/);
  assert.match(await copied("Cite"), /^Pythagorean theorem\. geometry\. http:/);
  // The formula that matches, and not the one in the title.
  await page.goto(query("is $0.999\\ldots$ really the same as 1?", "&want=answers"));
  const [latex, mathml] = [await copied("Copy LaTeX"), await copied("Copy MathML")];
  assert.match(latex, /^x=/);
  assert.match(mathml, /^<math[^>]*>.*<mi>x<\/mi><mo>=<\/mo>/s);
  await hit.locator(".more summary").click();
  await page.click(".facets h2");
  assert.equal(await page.locator(".more[open]").count(), 0, "a click elsewhere closes the menu");
  await page.goto(query("triangle inequality"));
  await page.keyboard.press("c");
  await page.waitForFunction(() => document.querySelector("#announce")?.textContent?.includes("no formula to copy"));
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a formula becomes a picture with its font", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(query("\\sum_{n=1}^\\infty\\frac1{n^2}=\\frac{\\pi^2}6"), { waitUntil: "networkidle" });
  await page.locator(".hit .more summary").first().click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".hit [data-image]").first().click()]);
  assert.equal(download.suggestedFilename(), "formula.png");
  const bytes = readFileSync(await download.path()).toString("base64");
  const drawn = await page.evaluate(async (bytes) => {
    const image = new Image();
    image.src = `data:image/png;base64,${bytes}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const columns = new Set();
    for (let at = 0; at < data.length; at += 4) if (data[at] < 128) columns.add((at / 4) % image.width);
    return { width: image.width, height: image.height, left: Math.min(...columns), right: Math.max(...columns), ink: columns.size };
  }, bytes);
  console.log(`picture: ${JSON.stringify(drawn)}`);
  // The picture has the size of the formula in our font: with another font, ink would end before the margin or be cut.
  assert.ok(drawn.ink > 100 && drawn.height > 150, JSON.stringify(drawn));
  assert.ok(drawn.left >= 20 && drawn.left <= 60 && drawn.width - drawn.right >= 20 && drawn.width - drawn.right <= 75, JSON.stringify(drawn));
  assert.deepEqual(wrong, []);
  await context.close();
});

test("results follow what is typed, and the caret stays", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(server.url);
  await page.locator("#q").pressSequentially("harmonic ser", { delay: 40 });
  await page.waitForSelector(".hit");
  assert.equal(await page.locator("body.home, .hero").count(), 0, "the box has moved into the header");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "q");
  await page.keyboard.type("ies");
  await page.waitForURL(/q=harmonic\+series$/);
  assert.deepEqual(await page.evaluate(() => [document.querySelector("#q").selectionStart, document.querySelector("#q").value]), [15, "harmonic series"]);
  assert.match(await page.title(), /^harmonic series/);
  assert.equal(await page.evaluate(() => document.querySelector("#announce").textContent.includes("results")), false, "nothing is announced yet");
  await page.waitForFunction(() => /\d+\+? results/.test(document.querySelector("#announce").textContent));
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("perga.kept")).searches.length), 1, "one entry for all that was typed");
  assert.deepEqual(await axe(page), []);
  await page.goBack();
  await page.waitForSelector("body.home");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("an old search is stopped, and the last one typed is shown", { skip }, async () => {
  const { page, context } = await open(browser, server.url);
  await page.goto(query("limit"), { waitUntil: "networkidle" });
  let asked = 0;
  await page.route("**/?q=*", async (route) => {
    asked += 1;
    await new Promise((done) => setTimeout(done, 300));
    await route.continue().catch(() => undefined);
  });
  await page.locator("#q").press("End");
  await page.locator("#q").pressSequentially(" of a sequence", { delay: 30 });
  await until("the results of the whole text", async () => /of\+a\+sequence$/.test(page.url()));
  assert.ok(asked <= 3, `${asked} searches for 14 keys`);
  await context.close();
});

test("typing is followed within half a second", { skip }, async () => {
  const { page, context } = await open(browser, server.url);
  await page.goto(server.url, { waitUntil: "networkidle" });
  const times = [];
  for (const text of ["triangle", "a^2+b^2", "binomial theorem", "\\int_0^1 x", "prime numbers"]) {
    await page.evaluate((text) => {
      window.shown = new Promise((done) => document.addEventListener("perga:results", () => done(performance.now() - window.began), { once: true }));
      const box = document.querySelector("#q");
      box.value = text;
      window.began = performance.now();
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }, text);
    times.push(await page.evaluate(() => window.shown));
  }
  times.sort((a, b) => a - b);
  console.log(`from a key to results: ${times.map(Math.round).join(", ")} ms`);
  await context.close();
});

test("on a phone the menu folds, and symbols are one tap away while typing", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, PHONE);
  await page.goto(query("series"), { waitUntil: "networkidle" });
  assert.ok(await page.locator("#menu").isHidden());
  await page.tap(".menu-button");
  await page.tap('#menu a:has-text("Help")');
  await page.waitForURL(/help/);
  const wide = await page.evaluate(() => [...document.querySelectorAll(".stacked td")].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length);
  assert.equal(wide, 0, "no cell of the help is cut");
  await page.goto(query("series"));
  // With their counts the tabs are wider than the screen.
  await page.waitForFunction(() => {
    const tabs = document.querySelector(".tabs");
    return tabs !== null && tabs.scrollWidth > tabs.clientWidth;
  });
  await page.tap("#q");
  await page.tap("[data-palette]");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "q", "the keyboard stays open");
  await page.tap('#palette button[title="square root"]');
  assert.match(await page.inputValue("#q"), /\\sqrt/);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("answers have the title of their question, and a long query is not shown twice", { skip }, async () => {
  const { page, context } = await open(browser, server.url);
  await page.goto(query("p^2+q^2=r^2"));
  const names = await page.locator(".hit .where").allTextContents();
  assert.ok(!names.some((name) => name.trim() === "Answer"), names.join("; "));
  await page.goto(query("a".repeat(15000)), { waitUntil: "networkidle" });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height < 1800, `${height} px`);
  assert.match(await page.locator(".verdict").textContent(), /^No results for/);
  await context.close();
});
