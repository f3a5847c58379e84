// Documents as they are read: a LaTeX project and a note, from a hit to its section, by keyboard and on a phone.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { axe, launch, open, serve, skip } from "./support.mjs";

const ATTACK = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
const FILLER = `${"Some words about sequences and $x_{n+1}=\\frac{1}{2}\\left(x_n+\\frac{a}{x_n}\\right)$ again. ".repeat(60)}\n\n`;

const section = (number) => `
\\section{Chapter part ${number}}\\label{sec:${number}}
${FILLER}
\\begin{theorem}[Name ${number}]\\label{thm:${number}} Then $a_{${number}}\\le b_{${number}}$. \\end{theorem}
\\begin{proof} See \\cref{thm:${number}} and \\ref{nowhere${ATTACK}}. \\end{proof}
After theorem ${number}.
`;

const BOOK = `\\documentclass{article}
\\title{A long book}
\\newtheorem{theorem}{Theorem}[section]
\\newcommand{\\R}{\\mathbb{R}}
\\begin{document}
${Array.from({ length: 12 }, (_, i) => section(i + 1)).join("")}
\\section{${ATTACK}}\\label{${ATTACK}} Hostile ${ATTACK} \\begin{align} f&\\colon\\R\\to\\R \\\\ x&\\mapsto x^2 \\end{align}
\\end{document}
`;

let server;
let browser;
let folder;
before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "perga-documents-"));
  mkdirSync(join(folder, "book"));
  writeFileSync(join(folder, "book/main.tex"), BOOK);
  writeFileSync(join(folder, `note <img src=x onerror=alert(1)>.md`), "# A small note\n\nIt has $e^{i\\pi}=-1$ in it.\n");
  server = await serve(folder);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const foreign = () => document.querySelectorAll("main img, main script, main [onerror]").length;

test("a hit opens at its section, with the way to it and on", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(`${server.url}/?q=${encodeURIComponent('"Name 7"')}`);
  await page.locator("article.hit a.open").first().click();
  await page.waitForURL(/\/documents\//);
  const asked = page.locator(".document-text > .asked, .document-text > section:target").first();
  await asked.waitFor();
  assert.match(await asked.textContent(), /Theorem 7\.1 \(Name 7\)/);
  assert.match(await page.locator(".breadcrumb").textContent(), /7 Chapter part 7/);
  assert.equal(await page.locator('.contents a[aria-current="true"]').count(), 1);
  const order = await page.locator(".document-text").textContent();
  assert.ok(order.indexOf("Theorem 7.1 (Name 7)") < order.indexOf("After theorem 7."), "a theorem comes before what follows it");
  assert.equal(await page.locator("a.reference", { hasText: "Theorem 7.1" }).count(), 1);
  assert.ok((await page.content()).length < 300_000);
  const before = await page.locator(".page-head .meta").textContent();
  await page.locator('.pager a[rel="next"]').click();
  await page.waitForURL(/page=/);
  assert.notEqual(await page.locator(".page-head .meta").textContent(), before);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("the box beside the text searches in this document only", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(`${server.url}/?q=${encodeURIComponent("Name")}`);
  await page.locator("article.hit a.open").first().click();
  await page.locator("#within").fill("small note");
  await page.locator("#within").press("Enter");
  await page.waitForURL(/site=/);
  assert.equal(await page.locator("article.hit", { hasText: "A small note" }).count(), 0);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("nothing that a document says runs, and the page is accessible", { skip }, async () => {
  for (const [query, width] of [["Hostile", 1280], ["Hostile", 390], ["small note", 390]]) {
    const { page, context, wrong } = await open(browser, server.url, { viewport: { width, height: 844 } });
    await page.goto(`${server.url}/?q=${encodeURIComponent(query)}`);
    await page.locator("article.hit a.open").first().click();
    await page.waitForURL(/\/documents\//);
    assert.equal(await page.evaluate(foreign), 0, query);
    assert.deepEqual(await axe(page), [], query);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${query} fits in ${width} px`);
    assert.deepEqual(wrong, []);
    await context.close();
  }
});

test("columns of a formula with macros of the preamble are aligned", { skip }, async () => {
  const { page, context } = await open(browser, server.url);
  await page.goto(`${server.url}/?q=Hostile`);
  await page.locator("article.hit a.open").first().click();
  const cells = page.locator(".document-text math[display=block] mtr > mtd:first-child");
  const right = (await Promise.all([0, 1].map((row) => cells.nth(row).boundingBox()))).map((box) => box.x + box.width);
  assert.ok(Math.abs(right[0] - right[1]) < 2, `${right}`);
  await context.close();
});
