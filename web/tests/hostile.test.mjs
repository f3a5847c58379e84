// A hostile query and a hostile collection: nothing runs, nothing is loaded, nothing breaks.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

const IMAGE = '"><img src=x onerror=alert(1)>';
const SCRIPT = "<script>alert(1)</script>";
const LINK = "javascript:alert(1)";

/** A book that attacks with everything a document shows: titles, names, labels, references, citations, macros, files. */
const BOOK = `\\documentclass{book}
\\title{hostile ${IMAGE}} \\author{${SCRIPT}}
\\newtheorem{theorem}{Theorem ${SCRIPT}}[section]
\\newcommand{\\evil}{\\text{${IMAGE}}}
\\def\\script{${SCRIPT}}
\\newcommand{\\away}[1]{\\href{${LINK}}{#1}}
\\begin{document}
\\chapter{Chapter ${SCRIPT}}\\label{${IMAGE}}
\\section{hostile section ${IMAGE}}\\label{sec:${SCRIPT}}
hostile $\\evil+\\script+\\away{x}$ and \\href{${LINK}}{a link} and \\url{${LINK}} see \\ref{${IMAGE}}, \\ref{nowhere ${SCRIPT}}, \\cite{${IMAGE}}.
\\begin{theorem}[Name ${IMAGE}]\\label{thm:${SCRIPT}} hostile $\\operatorname{${IMAGE}} x=\\tag{${SCRIPT}}1$. \\end{theorem}
\\begin{align} a &= \\evil \\tag{${IMAGE}}\\label{eq:${IMAGE}} \\\\ b &= c \\end{align}
\\begin{thebibliography}{9} \\bibitem[${SCRIPT}]{${IMAGE}} hostile ${SCRIPT} \\end{thebibliography}
\\end{document}
`;

/** A note whose front matter, headings, links and code attack. */
const NOTE = `---
title: "hostile <img src=x onerror=alert(1)> [x](${LINK})"
tags: ["${SCRIPT}"]
aliases: ["<svg onload=alert(1)>"]
---
# hostile ${SCRIPT} [link](${LINK})

[[${LINK}|${SCRIPT}]] ![image](${LINK}) <iframe src="${LINK}"></iframe> <a href="${LINK}">x</a>

$\\def\\x{\\text{${SCRIPT}}}\\x+\\href{${LINK}}{y}$

\`\`\`${SCRIPT}
${IMAGE}
\`\`\`
`;

/** Names of files and folders that are shown as paths, sources and titles. */
const NAMES = ["<img src=x onerror=alert(1)>.md", "' onclick='alert(1).md", '" onmouseover="alert(1).md', "javascript:alert(1).md", "&lt;b&gt;.md"];

function writeDocuments() {
  const book = join(folder, "<img src=x onerror=alert(1)> book");
  mkdirSync(book);
  writeFileSync(join(book, "main.tex"), BOOK);
  for (const name of NAMES) writeFileSync(join(folder, name), NOTE);
}

let server;
let browser;
let folder;
before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "perga-hostile-"));
  writeFileSync(join(folder, "units.jsonl"), UNITS.map((unit) => JSON.stringify(unit)).join("\n"));
  writeDocuments();
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

/** Links of the page that a click could follow to something else than a page or a source. */
const unsafe = () =>
  [...document.querySelectorAll("a[href], form[action]")]
    .map((one) => one.getAttribute("href") ?? one.getAttribute("action"))
    .filter((to) => !/^(?:[/#?]|https?:\/\/|vscode:\/\/file\/|obsidian:\/\/open\?)/.test(to))
    .slice(0, 5);

test("hostile documents: titles, names, labels, references, macros, files", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, { expectStatus: [404] });
  const seen = new Set();
  const kinds = new Set();
  const look = async (path) => {
    await page.goto(new URL(path, server.url).href, { waitUntil: "load" });
    await page.waitForTimeout(50);
    assert.deepEqual(await page.evaluate(foreign), [], path);
    assert.deepEqual(await page.evaluate(unsafe), [], path);
    assert.doesNotMatch(await page.title(), /^$/);
  };
  for (const query of ["hostile", "hostile kind:theorem", "hostile kind:section", "hostile kind:note", "Name", "section", "x+y"]) {
    await look(`/?k=50&q=${encodeURIComponent(query)}`);
    for (const kind of await page.locator(".hit .kind").allTextContents()) kinds.add(kind);
    for (const to of await page.locator(".hit a.open, .facets a, .meta a.strong").evaluateAll((links) => links.map((link) => link.getAttribute("href")))) seen.add(to);
  }
  for (const kind of ["Theorem", "Section", "Note"]) assert.ok(kinds.has(kind), `${kind} in ${[...kinds]}`);
  for (const to of [...seen].slice(0, 60)) await look(to);
  assert.ok(seen.size > 10, `${seen.size} links`);
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
