// Two people judge at once in two browsers, by keyboard only, in all four tasks; what the organiser gets is what they chose.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { axe, launch, open, perga, skip, web } from "./support.mjs";

let browser;
let folder;
before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "perga-assess-"));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const texts = {
  A: "Why is $x^2 \\ge 0$ for every real $x$?\n\nI can show it for $x>0$ only.",
  "thread:A": "Why is $x^2 \\ge 0$?\n\nBecause a product of two numbers of one sign is positive.",
  B: "What is a ring?",
};
for (const [place, id] of ["a1", "a2", "a3", "b1", "b2"].entries()) texts[id] = `Text ${id}: \u0002$\\frac{${place}}{n}$\u0003 and $a_{${place}}$.\n\nA second paragraph.`;
texts["thread:a1"] = "The thread of a1";

/** What is judged in each task, and which key each person presses for which result. */
const tasks = {
  t1: { pool: ["A\ta1", "A\ta2", "A\ta3", "B\tb1", "B\tb2"], keys: { a1: "3", a2: "2", a3: "0", b1: "2", b2: "f" } },
  t2: { pool: ["A\ta1\tv1", "A\ta2\tv1", "A\ta3\tv2", "B\tb1\tv3", "B\tb2\tv3"], keys: { a1: "3", a2: "0", a3: "2", b1: "m", b2: "1" } },
  t3: { pool: ["A\ta1", "A\ta2", "A\ta3", "B\tb1", "B\tb2"], keys: { a1: "3", a2: "2", a3: "0", b1: "1", b2: "d" } },
  ntcir: { pool: ["A\ta1", "A\ta2", "A\ta3", "B\tb1", "B\tb2"], keys: { a1: "2", a2: "1", a3: "0", b1: "2", b2: "2" } },
};
const codes = { f: 5, d: 6, m: 7 };

async function serveProject(project) {
  const server = spawn(perga, ["serve", "--assess", project, "--listen", "127.0.0.1:0"], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  const url = await new Promise((found, failed) => {
    let said = "";
    server.stdout.on("data", (data) => {
      said += data;
      const address = said.match(/http:\/\/[\d.:]+/);
      if (address) found(address[0]);
    });
    server.on("exit", (code) => failed(new Error(`perga serve --assess ended with ${code}`)));
  });
  const stop = () => {
    server.removeAllListeners("exit");
    return server.kill("SIGKILL");
  };
  return { url, stop };
}

/** Makes a project and returns the links by name. */
function project(name, task) {
  writeFileSync(join(folder, "pool.tsv"), `${tasks[task].pool.join("\n")}\n`);
  writeFileSync(join(folder, "topics.tsv"), "A\tA\nB\tB\n");
  writeFileSync(join(folder, "texts.jsonl"), `${Object.entries(texts).map(([id, text]) => JSON.stringify({ id, text })).join("\n")}\n`);
  const said = execFileSync(
    perga,
    ["assess", "init", name, "--task", task, "--pool", "pool.tsv", "--topics", "topics.tsv", "--texts", "texts.jsonl", "--assessors", "ann,bob", "--dual", "all"],
    { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  return Object.fromEntries(said.trim().split("\n").map((line) => line.split("\t")));
}

/** The result that the keys act on now; none when everything is judged. */
const active = (page) =>
  page.evaluate(() => {
    const one = document.querySelector(".candidate.is-active") ?? document.querySelector(".candidate");
    return one ? (one.querySelector("[name=instance]") ?? one.querySelector("[name=unit]")).value : null;
  });

/** Judges one result by its key. */
async function judge(page, keys) {
  const result = await active(page);
  if (result === null) return false;
  const done = page.waitForNavigation();
  await page.keyboard.press(keys[result]);
  await done;
  return true;
}

for (const task of Object.keys(tasks)) {
  test(`two people judge at once by keyboard: ${task}`, { skip }, async () => {
    const links = project(task, task);
    const server = await serveProject(task);
    try {
      const people = [];
      for (const name of ["ann", "bob"]) {
        const opened = await open(browser, server.url);
        await opened.page.goto(server.url + links[name]);
        people.push(opened);
      }
      assert.deepEqual(await axe(people[0].page), []);
      // In turns, so that each page is open while the other saves.
      let open_ = people.map(({ page }) => page);
      for (let step = 0; open_.length > 0; step++) {
        assert.ok(step < 40, "it never ends");
        const still = [];
        for (const page of open_) if (await judge(page, tasks[task].keys)) still.push(page);
        open_ = still;
      }
      for (const { page, wrong } of people) {
        assert.match(await page.textContent("h1"), /Everything is judged/);
        assert.deepEqual(await axe(page), []);
        assert.deepEqual(wrong, []);
      }
      execFileSync(perga, ["assess", "export", task, "--into", `${task}-results`], { cwd: folder, stdio: "ignore" });
      const judgements = readFileSync(join(folder, `${task}-results/judgements.tsv`), "utf8").trim().split("\n");
      assert.equal(judgements.length, 10);
      for (const line of judgements) {
        const [, , result, code] = line.split(" ");
        const key = tasks[task].keys[result];
        assert.equal(Number(code), codes[key] ?? Number(key), line);
      }
      for (const { context } of people) await context.close();
    } finally {
      server.stop();
    }
  });
}

test("notes, later, back, undo, threads and occurrences by keyboard", { skip }, async () => {
  const links = project("keys", "t2");
  const server = await serveProject("keys");
  const { page, context, wrong } = await open(browser, server.url);
  try {
    await page.goto(server.url + links.ann);
    await page.keyboard.press("t");
    const threads = () => page.evaluate(() => [...document.querySelectorAll("details.thread[open]")].length);
    if ((await page.textContent("h1")) === "Question A") assert.equal(await threads(), 1);
    await page.keyboard.press("h");
    assert.ok(await page.evaluate(() => document.getElementById("keys").open));
    // Two occurrences of one formula: the brackets move between them.
    while ((await page.locator(".candidate").count()) < 2) await Promise.all([page.waitForNavigation(), page.keyboard.press("j")]);
    const first = await active(page);
    await page.keyboard.press("]");
    assert.notEqual(await active(page), first);
    await page.keyboard.press("[");
    assert.equal(await active(page), first);
    assert.ok((await page.locator(".candidate mark").count()) >= 2, "each occurrence is marked in its post");
    await page.keyboard.press("n");
    await page.keyboard.type("3 f is no key here");
    await page.keyboard.press("Tab");
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    assert.equal(await page.inputValue(".candidate textarea >> nth=0"), "3 f is no key here");
    const value = () => page.evaluate(() => document.querySelector("progress").value);
    await Promise.all([page.waitForNavigation(), page.keyboard.press("2")]);
    assert.equal(await value(), 1);
    await Promise.all([page.waitForNavigation(), page.keyboard.press("u")]);
    assert.equal(await value(), 0);
    await Promise.all([page.waitForNavigation(), page.keyboard.press("l")]);
    assert.equal(await value(), 0);
    assert.deepEqual(wrong, []);
  } finally {
    await context.close();
    server.stop();
  }
});

test("nothing of another person is reachable without their token", { skip }, async () => {
  const links = project("tokens", "t1");
  const server = await serveProject("tokens");
  const { page, context } = await open(browser, server.url, { expectStatus: [403] });
  try {
    for (const path of ["/assess", "/assess/organiser", "/assess/export/judgements.tsv", "/assess/enter?token=guess"]) {
      const response = await page.goto(server.url + path);
      assert.equal(response.status(), 403, path);
    }
    await page.goto(server.url + links.ann);
    assert.equal((await page.goto(`${server.url}/assess/export/judgements.tsv`)).status(), 403);
    assert.doesNotMatch(await (await page.goto(`${server.url}/assess`)).text(), /bob/);
    await page.goto(server.url + links.organiser);
    assert.match(await page.textContent("body"), /bob/);
    assert.deepEqual(await axe(page), []);
  } finally {
    await context.close();
    server.stop();
  }
});

test("the pages in light, dark, on a phone and in print", { skip }, async () => {
  const links = project("looks", "t1");
  const server = await serveProject("looks");
  try {
    for (const [name, options] of Object.entries({
      light: { colorScheme: "light" },
      dark: { colorScheme: "dark" },
      phone: { colorScheme: "light", viewport: { width: 390, height: 844 } },
    })) {
      const { page, context, wrong } = await open(browser, server.url, options);
      await page.goto(server.url + links.ann);
      assert.deepEqual(await axe(page), [], name);
      const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.ok(!(await tooWide()), `${name}: the page is wider than the screen`);
      await page.screenshot({ path: join(web, "screenshots", `assess-${name}.png`), fullPage: true });
      await page.goto(server.url + links.organiser);
      assert.ok(!(await tooWide()), `${name}: the overview is wider than the screen`);
      await page.screenshot({ path: join(web, "screenshots", `assess-overview-${name}.png`), fullPage: true });
      assert.deepEqual(wrong, []);
      await context.close();
    }
  } finally {
    server.stop();
  }
});
