// The main path by keyboard alone, and the same without a script.
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

test("type, preview, search, match, thread, copy, back, facet, link: by keyboard", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, { permissions: ["clipboard-read", "clipboard-write"] });
  const keys = page.keyboard;
  await page.goto(server.url);
  await keys.press("Escape");
  await keys.press("/");
  await keys.type("is $\\sqrt{u^2+v^2}=u+v$ true");
  await page.waitForSelector("#read .part.formula math msqrt");
  assert.equal(await page.locator("#read .part.word").first().textContent(), "is");

  await keys.press("Enter");
  await page.waitForSelector(".hit");
  const hit = page.locator(".hit").first();
  assert.ok((await hit.locator("math .m-exact, math .m-renamed").count()) > 3, "the match is lit");
  assert.match(await hit.locator(".substitution").first().textContent(), /1.*u.*a/s);

  await keys.press("j");
  assert.ok(await page.evaluate(() => document.activeElement?.closest(".hit")?.dataset.rank === "1"));
  await keys.press("w");
  assert.ok(await hit.locator(".why table").isVisible());
  await keys.press("c");
  await page.waitForFunction(() => document.querySelector("#announce")?.textContent?.startsWith("Copied"));
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\\sqrt\{a\^2\+b\^2\}[^.]*$/);
  const results = page.url();

  await keys.press("o");
  await page.waitForURL(/\/threads\//);
  assert.ok((await page.locator(".formula.matched").count()) > 0);
  await keys.press("]");
  assert.equal(await page.locator(".formula.matched.here").count(), 1);

  await page.goBack();
  await page.waitForURL(results);
  const before = await page.locator(".results").getAttribute("data-results");
  await page.locator('.facets a:has-text("answer")').first().focus();
  await keys.press("Enter");
  await page.waitForURL(/kind=answer/);
  const narrowed = await page.locator(".results").getAttribute("data-results");
  assert.ok(Number(narrowed) < Number(before), `${narrowed} < ${before}`);

  await page.locator('.summary [data-copy="link"]').focus();
  await keys.press("Enter");
  await page.waitForFunction(() => document.querySelector("#announce")?.textContent?.includes("kind=answer"));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const shown = await page.locator(".hit").first().getAttribute("data-id");
  const other = await open(browser, server.url);
  await other.page.goto(link);
  assert.equal(await other.page.locator(".hit").first().getAttribute("data-id"), shown);
  assert.deepEqual([...wrong, ...other.wrong], []);
  await context.close();
  await other.context.close();
});

test("every example of the first view finds something", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(server.url);
  const links = await page.locator(".examples a").evaluateAll((all) => all.map((one) => one.href));
  assert.equal(links.length, 6);
  for (const link of links) {
    await page.goto(link);
    assert.ok((await page.locator(".hit").count()) >= 3, link);
  }
  assert.deepEqual(wrong, []);
  await context.close();
});

test("suggestions are chosen with the arrow keys and closed with Escape", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(server.url);
  await page.locator("#q").pressSequentially("pythagorian theorm");
  await page.waitForSelector("#suggestions li");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator("#q").getAttribute("aria-activedescendant"), "suggestion-0");
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#suggestions").isHidden());
  await page.locator("#q").pressSequentially(" ");
  await page.waitForSelector("#suggestions li");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/pythagorean/);
  assert.match(await page.locator(".hit h3").first().textContent(), /Pythagor/i);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("the keys are shown on h, and every hit and field can be reached with Tab", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(`${server.url}/?q=triangle`);
  await page.keyboard.press("h");
  assert.ok(await page.locator("#keymap").isVisible());
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#keymap").isHidden());
  const reached = new Set();
  for (let i = 0; i < 150; i += 1) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement?.closest(".hit")?.dataset.rank ?? document.activeElement?.id));
  }
  for (const rank of ["1", "5", "10"]) assert.ok(reached.has(rank), `hit ${rank}`);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("formulas of a query are edited, locked and removed in their place", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(server.url);
  await page.fill("#q", "roots of $x^2$ here");
  // The box moves into the header when the results come.
  await page.waitForURL(/q=roots/);
  await page.click('#read button:has-text("Keep letters")');
  assert.equal(await page.inputValue("#q"), "roots of $\\exact{x^2}$ here");
  await page.waitForSelector("#read .part.formula.locked");
  await page.click('#read button:has-text("Keep letters")');
  await page.waitForSelector("#read .part.formula:not(.locked)");
  await page.click('#read button:has-text("Edit")');
  await page.waitForSelector("dialog.editor math-field");
  await page.waitForFunction(() => document.activeElement?.localName === "math-field" && document.activeElement.getValue("latex") !== "");
  await page.keyboard.press("End");
  await page.keyboard.type("+?a");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#q").value.includes("?a"));
  assert.match(await page.inputValue("#q"), /^roots of \$x\^\{?2\}?\+\?a\$ here$/);
  await page.waitForSelector("#read .wildcard");
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("app.js")).length);
  assert.equal(loaded, 1, "the script is loaded once");
  await page.click('#read button:has-text("×")');
  assert.equal((await page.inputValue("#q")).replace(/ +/g, " "), "roots of here");
  await page.click("[data-palette]");
  await page.click('#palette button[title="square root"]');
  await page.keyboard.type("2");
  assert.match(await page.inputValue("#q"), /\$\\sqrt\{2\}\$/);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a pasted page keeps its formulas", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(server.url);
  const paste = (html) =>
    page.evaluate((html) => {
      const box = document.querySelector("#q");
      box.value = "";
      box.focus();
      const data = new DataTransfer();
      data.setData("text/html", html);
      data.setData("text/plain", "plain");
      box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      return box.value;
    }, html);
  const katex = '<p>Let <span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html">x2</span></span>, then.</p>';
  assert.equal(await paste(katex), "Let $x^2$, then.");
  assert.equal(await paste('a <script type="math/tex">\\pi</script> b'), "a $\\pi$ b");
  assert.equal(await paste('<math onclick="alert(1)"><mi style="x">x</mi><script>alert(1)</script></math>'), "<math><mi>x</mi></math>");
  assert.equal(await paste('see <img alt="\\frac12" src="x"> there'), "see $\\frac12$ there");
  await page.evaluate(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => window.violations.push(violatedDirective));
  });
  const hostile = '<base href="https://example.org/"><style>p{}</style><p onclick="alert(1)" style="x">a <img alt="x^2" src="https://example.org/x" onerror="alert(1)"><svg onload="alert(1)"></svg><iframe src="x"></iframe></p>';
  assert.equal(await paste(hostile), "a $x^2$");
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  assert.deepEqual(await page.evaluate(() => window.violations), [], "nothing for the policy to refuse");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("history and saved formulas are kept, searched, edited, exported and deleted", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(`${server.url}/?q=${encodeURIComponent("a^2+b^2=c^2")}`);
  await page.locator(".hit .more summary").first().click();
  await page.locator(".hit [data-save]").first().click();
  await page.goto(`${server.url}/?q=${encodeURIComponent("a^2+b^2=c^2")}&offset=10`);
  await page.goto(`${server.url}/?q=harmonic`);
  await page.goto(`${server.url}/history`);
  assert.equal(await page.locator(".entries li[data-stop]").count(), 3);
  await page.waitForSelector(".entries math msup");
  await page.waitForSelector(".entries a.open math");
  await page.fill('input[type="search"]', "harm");
  assert.equal(await page.locator(".entries li[data-stop]").count(), 1);
  await page.fill('input[type="search"]', "");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('button:has-text("Export")')]);
  assert.equal(download.suggestedFilename(), "perga-history.json");
  await page.locator('a:has-text("Edit")').first().click();
  await page.waitForFunction(() => document.querySelector("#q")?.value.startsWith("$"));
  await page.waitForSelector("#read math");
  await page.goto(`${server.url}/history`);
  await page.locator('button:has-text("Delete")').first().click();
  assert.equal(await page.locator(".entries li[data-stop]").count(), 2);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("pointing at a variable lights its partners in hit, strip and query", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url);
  await page.goto(`${server.url}/?q=${encodeURIComponent("p^2+q^2=r^2")}`, { waitUntil: "networkidle" });
  await page.locator(".hit .substitution .b1").first().hover();
  const lit = await page.evaluate(() => [...document.querySelectorAll(".partner")].map((one) => one.closest(".reading") ? "query" : one.closest(".substitution") ? "strip" : "hit"));
  for (const place of ["query", "strip", "hit"]) assert.ok(lit.includes(place), `${place} in ${lit}`);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("without a script: search, mode, facet, thread, cards, inspector", { skip }, async () => {
  const { page, context, wrong } = await open(browser, server.url, { javaScriptEnabled: false });
  await page.goto(server.url);
  assert.ok(await page.locator("[data-palette]").isHidden(), "tools that need a script are not shown");
  await page.fill("#q", "b^2-4ac");
  await page.click("button.go");
  await page.click(".modes summary");
  await page.click('.modes a:has-text("Contains")');
  await page.waitForURL(/mode=contains/);
  assert.match(await page.locator(".reading").innerHTML(), /<math/);
  await page.locator(".hit .more summary").first().click();
  await page.locator(".hit .why-link").first().click();
  assert.ok(await page.locator("#why-1 table").isVisible(), "why is shown without a script");
  assert.ok((await page.locator(".hit .m-exact").count()) > 0);
  await page.locator(".facets li a").first().click();
  await page.waitForSelector('.facets a[aria-current="true"]');
  await page.locator(".hit .where").first().click();
  await page.waitForURL(/\/threads\//);
  await page.click('.bar a:has-text("Cards")');
  await page.fill('input[name="q"]', "binomial");
  await page.press('input[name="q"]', "Enter");
  await page.waitForURL(/cards\?q=binomial/);
  assert.match(await page.locator(".card h2").first().textContent(), /inomial/);
  await page.click('.bar a:has-text("Inspector")');
  await page.fill('textarea[name="formula"]', "x^2");
  await page.click('button:has-text("Inspect")');
  assert.ok((await page.locator(".tree .node").count()) >= 3);
  assert.deepEqual(wrong, []);
  await context.close();
});
