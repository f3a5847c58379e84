// Every screen by touch on a phone, and by keyboard: what is shown can be reached, and does something.
import assert from "node:assert/strict";
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

const query = (text, more = "") => `${server.url}/?q=${encodeURIComponent(text)}${more}`;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

test("by touch: type, tabs, the menu of a hit, filters, chips, a thread and back", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, { ...PHONE, ...clipboard });
  await page.goto(server.url);
  await page.tap("#q");
  await page.keyboard.type("harmonic series");
  await page.waitForSelector(".hit");
  await page.goto(query("series"), { waitUntil: "networkidle" });
  await page.tap('.tabs a:has-text("Answers")');
  await page.waitForURL(/want=answers/);
  await page.tap('.summary a:has-text("Filters")');
  assert.ok(await page.locator("#facets").evaluate((facets) => facets.getBoundingClientRect().top < innerHeight), "the filters are in sight");
  await page.tap(".facets li a >> nth=0");
  await page.waitForSelector(".chip");
  await page.tap(".chip >> nth=0");
  await page.waitForFunction(() => !document.querySelector(".chip"));
  await page.goto(query("p^2+q^2=r^2"), { waitUntil: "networkidle" });
  await page.tap(".hit .more summary >> nth=0");
  await page.tap('.hit .more[open] button:has-text("Copy LaTeX")');
  await page.waitForFunction(() => document.querySelector("#announce")?.textContent?.startsWith("Copied"));
  await page.waitForFunction(() => !document.querySelector(".more[open]"));
  await page.tap(".hit .more summary >> nth=0");
  await page.tap(".hit .more[open] .why-link");
  assert.ok(await page.locator("#why-1").isVisible());
  await page.tap(".modes summary");
  await page.tap('.modes a:has-text("Contains")');
  await page.waitForURL(/mode=contains/);
  await page.tap(".hit .where >> nth=0");
  await page.waitForURL(/\/(threads|documents)\//);
  await page.tap('a:has-text("Results for")');
  await page.waitForSelector(".hit");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a formula in a line that is wider than a phone breaks, and loses nothing", { skip }, async () => {
  const read = async (width) => {
    const { page, context } = await open(browser, server.url, { ...PHONE, viewport: { width, height: 844 } });
    await page.goto(query("logarithm series"), { waitUntil: "networkidle" });
    await page.evaluate(() => document.fonts.ready);
    const found = await page.evaluate(() => {
      const lines = [...document.querySelectorAll(".excerpt, .hit h3")];
      return {
        text: lines.map((line) => line.textContent).join("\n"),
        formulas: lines.flatMap((line) => [...line.querySelectorAll("math")]).length,
        cut: lines.filter((line) => line.scrollWidth > line.clientWidth + 1).map((line) => line.textContent),
      };
    });
    await context.close();
    return found;
  };
  const [phone, desk] = [await read(390), await read(1280)];
  assert.equal(phone.text, desk.text);
  assert.deepEqual(phone.cut, []);
  assert.ok(phone.formulas > desk.formulas, "a formula is broken on a phone");
});

test("by touch: the menu, the inspector, the cards, the collection, the history, the help", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, PHONE);
  const choose = async (name) => {
    await page.tap(".menu-button");
    await page.tap(`#menu a:has-text("${name}")`);
  };
  await page.goto(query("triangle"));
  await choose("Inspector");
  await page.tap(".examples a >> nth=3");
  await page.waitForURL(/other=/);
  assert.match(await page.locator(".lead").textContent(), /other letters/);
  await choose("Cards");
  await page.tap(".card h2 a >> nth=0");
  await page.waitForURL(/\/units\//);
  await choose("Collection");
  await page.tap(".kinds a >> nth=0");
  await page.waitForSelector(".hit");
  await choose("Collection");
  await page.tap('summary:has-text("Server and index")');
  assert.ok(await page.locator('th:has-text("version")').isVisible());
  await choose("History");
  await page.waitForSelector(".entries li[data-stop]");
  await page.tap('.entries button:has-text("Delete") >> nth=0');
  await choose("Help");
  await page.tap("main table a >> nth=0");
  await page.waitForSelector(".hit");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("by touch: symbols and the editor, with the keyboard of the phone open", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, PHONE);
  await page.goto(query("series"), { waitUntil: "networkidle" });
  await page.tap("#q");
  await page.tap("[data-palette]");
  await page.tap('#palette button[title="square root"]');
  assert.match(await page.inputValue("#q"), /\\sqrt/);
  await page.fill("#q", "");
  await page.tap("#q");
  await page.tap("[data-editor]");
  await page.waitForSelector("dialog.editor math-field");
  const box = await page.locator("dialog.editor").boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(wrong, []);
  await context.close();
});

/** Screens, with how many stops of Tab there are at least. */
const SCREENS = [
  ["home", "/", 12],
  ["formulas", `/?q=${encodeURIComponent("p^2+q^2=r^2")}`, 40],
  ["texts", "/?q=harmonic+series", 40],
  ["nothing", "/?q=xyzzy+plugh", 10],
  ["thread", "/threads/q/114?q=limit", 12],
  ["card", "/units/card/quadratic-formula", 10],
  ["cards", "/cards", 20],
  ["inspector", "/inspect", 12],
  ["aligned", `/inspect?formula=${encodeURIComponent("a^2+b^2=c^2")}&other=${encodeURIComponent("x^2+y^2=z^2")}`, 10],
  ["collection", "/collection", 12],
  ["help", "/help", 20],
  ["history", "/history", 8],
];

for (const [name, path, least] of SCREENS) {
  test(`by keyboard: every stop of ${name} is in sight, has a name and shows where it is`, { skip }, async () => {
    const { page, context, wrong } = await open(browser, server.url);
    await page.goto(server.url + path, { waitUntil: "networkidle" });
    await page.evaluate(() => document.activeElement?.blur());
    const stops = new Set();
    for (let at = 0; at < 400; at += 1) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const one = document.activeElement;
        if (!one || one === document.body) return null;
        const { width, height, top, bottom } = one.getBoundingClientRect();
        const { outlineStyle, boxShadow } = getComputedStyle(one);
        const name = one.getAttribute("aria-label") ?? one.textContent?.trim() ?? "";
        const labelled = name || one.labels?.length || one.title || one.placeholder || one.value;
        const isMarked = outlineStyle !== "none" || boxShadow !== "none" || one.closest(".box, .hit") !== null;
        window.stopNumbers ??= new Map();
        if (!window.stopNumbers.has(one)) window.stopNumbers.set(one, window.stopNumbers.size);
        return { number: window.stopNumbers.get(one), what: one.outerHTML.slice(0, 120), ok: width > 0 && height > 0 && bottom > 0 && top < innerHeight && Boolean(labelled) && isMarked };
      });
      if (stop === null || stops.has(stop.number)) break;
      stops.add(stop.number);
      assert.ok(stop.ok, stop.what);
    }
    assert.ok(stops.size >= least, `${stops.size} stops`);
    assert.deepEqual(wrong, []);
    await context.close();
  });
}
