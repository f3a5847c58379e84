// Formulas drawn in a browser with our MathML, with KaTeX as the reference for their structure.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import katex from "katex";
import { launch, open, perga, serve, skip, web } from "./support.mjs";
import { faultsOf, structureOf } from "./typesetting.mjs";

const lines = (name) => readFileSync(join(web, "tests/golden", name), "utf8").split("\n").filter((line) => line && !line.startsWith("# "));
const formulas = lines("typesetting.txt");
/** Formulas that we set otherwise on purpose, each with the reason. */
const otherwise = new Map(lines("typesetting-differs.txt").map((line) => line.split("\t")));

describe("typesetting", { skip }, () => {
  let server, browser, page, drawn;

  before(async () => {
    server = await serve();
    browser = await launch();
    ({ page } = await open(browser, server.url));
    await page.goto(`${server.url}/help`);
    const written = execFileSync(perga, ["tree", "--as", "mathml", "--from", "latex"], { input: formulas.join("\n"), encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
    drawn = written.trimEnd().split("\n");
  });
  after(async () => {
    await browser?.close();
    server?.stop();
  });

  test("there are at least 250 formulas, each written", () => {
    assert.ok(formulas.length >= 250);
    assert.equal(drawn.length, formulas.length);
  });

  test("scripts, limits, fractions and tables are those of KaTeX", async () => {
    const reference = formulas.map((formula) => katex.renderToString(formula, { displayMode: true, output: "mathml", strict: false }).match(/<math.*<\/math>/s)[0]);
    const structures = (sources) => page.evaluate(`(${structureOf}, ${JSON.stringify(sources)}.map(${structureOf}))`);
    const [ours, theirs] = [await structures(drawn), await structures(reference)];
    const different = formulas.flatMap((formula, at) => {
      const [one, two] = [ours[at].join("\n"), theirs[at].join("\n")];
      return one === two || otherwise.has(formula) ? [] : [`${formula}\n  ours:\n${one}\n  KaTeX:\n${two}`];
    });
    assert.equal(different.length, 0, different.join("\n\n"));
  });

  test("limits are above and below, columns are aligned, nothing overlaps, nothing is cut", async () => {
    const faults = await page.evaluate(
      `(() => {
        document.querySelector("main").innerHTML = ${JSON.stringify(drawn.map((math) => `<p>${math}</p>`).join(""))};
        return document.fonts.ready.then(() => [...document.querySelectorAll("main p > math")].map(${faultsOf}));
      })()`,
    );
    const wrong = formulas.flatMap((formula, at) => (faults[at].length ? [`${formula}: ${faults[at].join(", ")}`] : []));
    assert.equal(wrong.length, 0, wrong.join("\n"));
  });

  test("scripts stand where TeX sets them: exponents are level, primes are high and large enough", async () => {
    const sources = ["a^2+b^2+f^2+(a)^2", "f'", "x'", "x^2"];
    const written = execFileSync(perga, ["tree", "--as", "mathml", "--from", "latex"], { input: sources.join("\n"), encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
    const places = await page.evaluate(async (written) => {
      const main = document.querySelector("main");
      main.innerHTML = written.map((math) => `<p style="font-size: 100px">${math}</p>`).join("");
      await document.fonts.ready;
      const of = (at) => [...main.children[at].querySelectorAll("msup > :last-child")].map((script) => {
        const { top, bottom, height } = script.getBoundingClientRect();
        return { top, bottom, height };
      });
      return written.map((_, at) => of(at));
    }, written.trimEnd().split("\n"));
    const [exponents, [high], [low], [square]] = places;
    const levels = exponents.map(({ bottom }) => bottom);
    assert.equal(levels.length, 4);
    assert.ok(Math.max(...levels) - Math.min(...levels) <= 3, `exponents at ${levels.join(", ")}`);
    for (const prime of [high, low]) assert.ok(prime.height >= 0.6 * square.height, `a prime of ${prime.height} px beside a 2 of ${square.height} px`);
  });
});
