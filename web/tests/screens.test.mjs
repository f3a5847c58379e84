// Every screen: it is there, nothing goes wrong on it, axe-core has nothing serious to say in light and dark, and
// there is a picture of it at the widths of a phone and a desk.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { axe, launch, open, serve, skip, web } from "./support.mjs";

const query = (text, more = "") => `/?q=${encodeURIComponent(text)}${more}`;
const SCREENS = [
  ["home", "/"],
  ["formulas", query("p^2+q^2=r^2")],
  ["wildcards", query("\\frac{?a}{?b}=\\frac{?c}{?d}")],
  ["contains", query("sin(x+y)", "&mode=contains")],
  ["little", query("b^2-4ac=\\Delta", "&mode=exact")],
  ["texts", query("why does the harmonic series $\\sum 1/n$ diverge?")],
  ["narrowed", query("triangle", "&kind=answer&is=accepted")],
  ["doubtful", query("roots of $\\frac{x}{2 and \"mean value")],
  ["nothing", query("xyzzy plugh")],
  ["brackets", query("}}}}{{{{")],
  ["long", query("a".repeat(15000))],
  ["like", "/?like=card/pythagorean-theorem"],
  ["thread", `/threads/q/114?q=${encodeURIComponent("$\\sqrt{x^2+y^2}=x+y$")}`],
  ["unit", "/units/a/114-1"],
  ["card", "/units/card/quadratic-formula"],
  ["cards", "/cards"],
  ["cards-found", "/cards?q=pythagoras"],
  ["history", "/history"],
  ["inspect-empty", "/inspect"],
  ["inspect", `/inspect?formula=${encodeURIComponent("\\sum_{n=1}^\\infty\\frac1{n^2}=\\frac{\\pi^2}6")}`],
  ["align", `/inspect?formula=${encodeURIComponent("a^2+b^2=c^2")}&other=${encodeURIComponent("x^2+y^2=(z+1)^2")}`],
  ["collection", "/collection"],
  ["evaluation", "/evaluation"],
  ["help", "/help"],
];

let server;
let browser;
before(async () => {
  if (skip) return;
  server = await serve();
  browser = await launch();
  mkdirSync(join(web, "screenshots"), { recursive: true });
});
after(async () => {
  await browser?.close();
  server?.stop();
});

for (const [name, path] of SCREENS) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${name}, ${colorScheme}`, { skip }, async () => {
      for (const width of [1280, 390]) {
        const { page, context, wrong } = await open(browser, server.url, { colorScheme, viewport: { width, height: 900 } });
        const response = await page.goto(server.url + path, { waitUntil: "networkidle" });
        assert.equal(response.status(), 200);
        assert.notEqual(await page.locator("h1").first().textContent(), "");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `the page is ${wide} px wider than ${width} px`);
        await page.screenshot({ path: join(web, "screenshots", `${name}-${width}-${colorScheme}.png`), fullPage: true });
        assert.deepEqual(await axe(page), []);
        assert.deepEqual(wrong, []);
        await context.close();
      }
    });
  }
}

test("the page of a formula", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(server.url + query("a^2+b^2=c^2"));
  await page.click(".hit .open");
  await page.waitForURL(/\/formulas\/\d+/);
  assert.match(await page.textContent("h1"), /Pythagorean/);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(web, "screenshots", `formula-${width}-light.png`), fullPage: true });
  }
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("an address that does not exist", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, { expectStatus: [400, 404] });
  for (const path of ["/nowhere", "/threads/nowhere", "/units/../../etc/passwd", "/formulas/99999999", "/formulas/x%00y"]) {
    const response = await page.goto(server.url + path);
    assert.ok([400, 404].includes(response.status()), `${path}: ${response.status()}`);
    assert.match(await page.textContent("body"), /Perga/);
  }
  assert.deepEqual(wrong, []);
  await context.close();
});
