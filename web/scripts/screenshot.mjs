// Takes the picture of the README: serves the bundled collection, searches, and writes docs/images/results.png.
//
//     PERGA=target/release/perga node web/scripts/screenshot.mjs [QUERY]
//
// It needs Chromium, as the browser tests do, and uses their server and their browser.
import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { launch, open, repository, serve, skip } from "../tests/support.mjs";

/** The formula of the picture: no hit has these letters, so every hit shows a substitution. */
const QUERY = "u^2+v^2=w^2";
/** A picture in a README should not be heavier. */
const MOST_BYTES = 200_000;

if (skip) throw new Error(skip);
const query = process.argv[2] ?? QUERY;
const picture = process.env.PICTURE ?? join(repository, "docs/images/results.png");

const server = await serve();
const browser = await launch();
try {
  const viewport = { width: 1280, height: 860 };
  const { page, wrong } = await open(browser, server.url, { viewport, colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(`${server.url}/?q=${encodeURIComponent(query)}`, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);
  mkdirSync(dirname(picture), { recursive: true });
  await page.screenshot({ path: picture });
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
} finally {
  await browser.close();
  server.stop();
}
const bytes = statSync(picture).size;
if (bytes > MOST_BYTES) throw new Error(`${picture} has ${bytes} bytes; at most ${MOST_BYTES} are wanted`);
console.log(`${picture}: ${Math.round(bytes / 1000)} kB`);
