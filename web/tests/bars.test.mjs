// Figures with a bar: weight of the first view, time of the preview, layout that stays where it is.
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

test("the first view weighs at most 150 kB without fonts, which weigh at most 260 kB", { skip }, async () => {
  const { page, context } = await open(browser, server.url);
  const protocol = await context.newCDPSession(page);
  await protocol.send("Network.enable");
  const kinds = new Map();
  const weights = { page: 0, font: 0 };
  protocol.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    weights[kinds.get(requestId) === "Font" ? "font" : "page"] += encodedDataLength;
  });
  await page.goto(server.url, { waitUntil: "networkidle" });
  console.log(`first view: ${Math.round(weights.page / 1000)} kB, fonts: ${Math.round(weights.font / 1000)} kB`);
  assert.ok(weights.page > 0 && weights.page <= 150_000, `${weights.page}`);
  assert.ok(weights.font > 0 && weights.font <= 260_000, `${weights.font}`);
  await context.close();
});

test("the preview of a typed formula takes 50 ms of the server and 60 ms in all, after a pause of 50 ms", { skip }, async () => {
  const { page, context } = await open(browser, server.url);
  const protocol = await context.newCDPSession(page);
  // Processor time and not time on the clock, which a busy machine stretches.
  await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
  const drawing = async () => (await protocol.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  await page.addInitScript(() => {
    window.pauses = [];
    const wait = window.setTimeout;
    window.setTimeout = (done, pause, ...more) => {
      window.pauses.push(pause);
      return wait(done, pause, ...more);
    };
  });
  await page.goto(server.url, { waitUntil: "networkidle" });
  // Results while typing are measured below.
  await page.route("**/?q=*", (route) => route.abort());
  await page.evaluate(() => (window.pauses = []));
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().includes("/api/v1/read"))));
  const texts = ["x^2", "\\frac{a}{b}", "\\sum_{n=1}^\\infty\\frac1{n^2}", "roots of $x^3-1$", "a^2+b^2=c^2", "\\int_0^1 x dx", "lim sin(x)/x", "?a+?b"];
  const type = (text) =>
    page.evaluate((text) => {
      window.shown = new Promise((done) => {
        const seen = (_, observer) => {
          observer.disconnect();
          done();
        };
        new MutationObserver(seen).observe(document.querySelector("#read"), { childList: true, subtree: true });
      });
      const box = document.querySelector("#q");
      box.value = text;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }, text);
  const typed = [...texts, ...texts, ...texts].map((text, i) => `${text} ${i}`);
  const before = { server: server.processorTime(), page: await drawing() };
  for (const text of typed) {
    await type(text);
    await page.evaluate(() => window.shown);
  }
  assert.equal(asked, typed.length, "one request for each text");
  const each = { server: (server.processorTime() - before.server) / typed.length, page: ((await drawing()) - before.page) / typed.length };
  console.log(`preview: server ${each.server.toFixed(1)} ms, page ${each.page.toFixed(1)} ms of processor time`);
  assert.ok(each.server <= 50, `${each.server}`);
  assert.ok(each.server + each.page <= 60, `${each.server} and ${each.page}`);
  const pauses = await page.evaluate(() => window.pauses);
  assert.ok(pauses.filter((pause) => pause === 50).length >= typed.length, "the box waits 50 ms for another key");
  await context.close();
});

test("only one preview is in flight, and the last one typed is shown", { skip }, async () => {
  const { page, context } = await open(browser, server.url);
  await page.goto(server.url);
  let flying = 0;
  let most = 0;
  await page.route("**/api/v1/read*", async (route) => {
    flying += 1;
    most = Math.max(most, flying);
    await new Promise((done) => setTimeout(done, 150));
    flying -= 1;
    await route.continue().catch(() => undefined);
  });
  page.on("requestfailed", () => undefined);
  await page.locator("#q").pressSequentially("$a+b+c+d$", { delay: 70 });
  await page.waitForFunction(() => document.querySelector("#read math")?.textContent === "a+b+c+d");
  await context.close();
});

for (const [name, path] of [["home", "/"], ["results", `/?q=${encodeURIComponent("p^2+q^2=r^2")}`], ["thread", "/threads/q/114"]]) {
  test(`nothing jumps while ${name} loads over a slow line`, { skip }, async () => {
    const { page, context } = await open(browser, server.url);
    const protocol = await context.newCDPSession(page);
    await protocol.send("Network.enable");
    await protocol.send("Network.emulateNetworkConditions", { offline: false, latency: 40, downloadThroughput: 400_000, uploadThroughput: 400_000 });
    await page.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(server.url + path, { waitUntil: "networkidle" });
    await page.waitForTimeout(300);
    const shift = await page.evaluate(() => window.shift);
    console.log(`layout shift of ${name}: ${shift.toFixed(4)}`);
    assert.ok(shift <= 0.1, `${shift}`);
    await context.close();
  });
}
