// A hostile query and a hostile collection: nothing runs, nothing is loaded, nothing breaks.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, serve, skip } from "./support.mjs";

const ATTACKS = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  "</textarea><script>alert(1)</script>",
  "</title><script>alert(1)</script>",
  '<math><mi xlink:href="javascript:alert(1)" onclick="alert(1)">x</mi><mtext><img src=x onerror=alert(1)></mtext></math>',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml><mi>x</mi></math>',
  "$\\text{<img src=x onerror=alert(1)>}$ words",
  "$\\href{javascript:alert(1)}{x}+\\unknown{<b>}$",
  "javascript:alert(1)",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of an attack, not a template
  "{{7*7}} ${7*7} <%= 7*7 %>",
  "\u202e\u0000\u0007 x^2",
  `$${"{".repeat(3000)}x${"}".repeat(3000)}$`,
  "\\frac".repeat(1000),
  "a".repeat(15000),
];

const UNITS = ATTACKS.slice(0, 12).flatMap((attack, i) => [
  { id: `q/${i}`, kind: "question", title: `hostile ${attack}`, body: `body ${attack} and $x_${i}^2$ ${attack}`, tags: [attack.slice(0, 40)], score: i, date: "2020-01-01", comments: [attack], links: [{ kind: "related", id: attack }] },
  { id: `a/${i}-1`, kind: "answer", parent: `q/${i}`, body: `answer ${attack} $y_${i}^2+\\text{${attack}}$`, score: 1, accepted: true, url: "javascript:alert(1)" },
  { id: `n/${i}`, kind: "note", body: `${attack} untitled \\'e $z_${i}^2$` },
  { id: `card/${i}`, kind: "card", title: `card ${attack}`, names: [attack], body: attack, symbols: [{ symbol: attack, meaning: attack }], conditions: attack, tags: [attack.slice(0, 40)] },
]);

let server;
let browser;
let folder;
before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "perga-hostile-"));
  writeFileSync(join(folder, "units.jsonl"), UNITS.map((unit) => JSON.stringify(unit)).join("\n"));
  server = await serve(folder);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Elements and attributes that nobody but an attacker could have put there. */
const foreign = () =>
  [...document.querySelectorAll("*")]
    .flatMap((one) => [
      ...(["img", "iframe", "object", "embed", "base"].includes(one.localName) ? [one.outerHTML] : []),
      ...(one.localName === "script" && !(one.getAttribute("src") ?? "").startsWith("/assets/") ? [one.outerHTML] : []),
      ...[...one.attributes].filter(({ name, value }) => name.startsWith("on") || /^\s*javascript:/i.test(value) && ["href", "src", "action", "xlink:href"].includes(name)).map(({ name }) => `${one.localName} ${name}`),
    ])
    .slice(0, 5);

for (const path of ["/?q=", "/cards?q=", "/inspect?formula=", "/inspect?formula=x&other=", "/?tag=a&q=x&kind=", "/?like="]) {
  test(`hostile parameters of ${path}`, { skip }, async () => {
    const { page, context, wrong } = await open(browser, server.url, { expectStatus: [400, 404] });
    for (const attack of ATTACKS) {
      const response = await page.goto(server.url + path + encodeURIComponent(attack), { waitUntil: "load" });
      assert.ok(response.status() < 500, `${response.status()} for ${attack.slice(0, 40)}`);
      await page.waitForTimeout(120);
      assert.deepEqual(await page.evaluate(foreign), [], attack.slice(0, 40));
      assert.ok(await page.locator("header.bar").isVisible());
    }
    assert.deepEqual(wrong, []);
    await context.close();
  });
}

test("a hostile collection on every screen that shows it", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, { expectStatus: [404] });
  const paths = ["/?q=hostile", "/?q=answer", "/?q=untitled", `/?q=${encodeURIComponent("$y^2$")}`, `/?want=formulas&q=${encodeURIComponent("y^2")}`, "/cards", "/collection"];
  for (let i = 0; i < 12; i += 1) paths.push(`/threads/q/${i}?q=hostile`, `/units/card/${i}`, `/units/a/${i}-1`, `/formulas/${i}`);
  for (const path of paths) {
    await page.goto(server.url + path, { waitUntil: "load" });
    await page.waitForTimeout(50);
    assert.deepEqual(await page.evaluate(foreign), [], path);
  }
  assert.deepEqual(wrong, []);
  await context.close();
});

test("hostile text typed and pasted into the box", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, { expectStatus: [400] });
  await page.goto(server.url);
  // Suggestions show titles of the collection.
  await page.locator("#q").pressSequentially("hostile");
  await page.waitForTimeout(300);
  assert.deepEqual(await page.evaluate(foreign), []);
  for (const attack of ATTACKS.slice(0, 12)) {
    await page.fill("#q", attack.replaceAll("\u0000", ""));
    await page.waitForTimeout(150);
    assert.deepEqual(await page.evaluate(foreign), [], attack);
  }
  assert.deepEqual(wrong, []);
  await context.close();
});
