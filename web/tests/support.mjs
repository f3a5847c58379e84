// A server over a collection, a browser, and what every test watches: uncaught errors, dialogs, responses that refuse,
// requests to other hosts. What a browser writes into its console differs from version to version, so no test reads it.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const web = join(dirname(fileURLToPath(import.meta.url)), "..");
export const repository = join(web, "..");
export const perga = process.env.PERGA ?? join(repository, "target/debug/perga");
const browserPath = process.env.PERGA_BROWSER ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** Why the tests cannot run here, or false. */
export const skip = (() => {
  if (browserPath) return false;
  if (process.env.PERGA_REQUIRE_BROWSER === "1") throw new Error("no chromium was found, and PERGA_REQUIRE_BROWSER=1 asks for it");
  return "no chromium was found: the browser tests need Debian's package `chromium`";
})();

/** A server over a collection; `stop` ends it and removes its index. */
export async function serve(collection = "collection", more = []) {
  const folder = mkdtempSync(join(tmpdir(), "perga-web-"));
  const index = join(folder, "index");
  execFileSync(perga, ["index", collection, "--index", index], { cwd: repository, stdio: "ignore" });
  const server = spawn(perga, ["serve", "--index", index, "--listen", "127.0.0.1:0", ...more], { cwd: repository, stdio: ["ignore", "pipe", "ignore"] });
  const url = await new Promise((found, failed) => {
    let said = "";
    server.stdout.on("data", (data) => {
      said += data;
      const address = said.match(/http:\/\/[\d.:]+/);
      if (address) found(address[0]);
    });
    server.on("exit", (code) => failed(new Error(`perga serve ended with ${code}`)));
  });
  return {
    url,
    /** The milliseconds of processor time that the server has used: other work on the machine does not count. */
    processorTime() {
      const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
      return (Number(fields[11]) + Number(fields[12])) * 10; // in hundredths of a second: user, system
    },
    stop() {
      server.removeAllListeners("exit");
      server.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Milliseconds to wait before something that should happen counts as failed: ample on a busy machine. */
const TIMEOUT = 180_000;

/** A browser. */
export function launch() {
  return chromium.launch({
    executablePath: browserPath,
    timeout: TIMEOUT,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
}

/** A page that keeps what must not happen in `wrong`. */
export async function open(browser, url, options = {}) {
  const { expectStatus = [], ...rest } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...rest });
  context.setDefaultTimeout(TIMEOUT);
  const page = await context.newPage();
  const wrong = [];
  page.on("response", (response) => {
    const status = response.status();
    if (status >= 400 && !expectStatus.includes(status)) wrong.push(`status ${status} of ${response.url()}`);
  });
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const to = request.url();
    if (!to.startsWith(url) && !/^(data|blob):/.test(to)) wrong.push(`request to ${to}`);
  });
  return { page, context, wrong };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds on a page that is serious or critical, as lines. */
export async function axe(page) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary?.split("\n")[1] ?? ""}`));
}

/** Asks until the answer is true; fails with `what` when it never is. */
export async function until(what, ask) {
  const end = Date.now() + TIMEOUT;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`never happened: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
