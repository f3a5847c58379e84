// Makes the fonts of the pages from those that npm brings: the whole of STIX Two Math is 400 kB, and a third of it
// is glyphs for scripts and arrows that no formula of a forum has. What is left out is shown in the reader's own
// fonts. The tables that lay mathematics out stay whole, with some measures of TeX (metrics.mjs).
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { withMeasuresOfTex } from "./metrics.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const modules = join(web, "node_modules", "@fontsource");
const into = join(web, "fonts");

const mathematics = [
  [0x20, 0x7e], [0xa0, 0xff], [0x131, 0x131], [0x237, 0x237], // Latin, dotless i and j
  [0x300, 0x333], [0x338, 0x338], [0x20d0, 0x20ef], // accents
  [0x391, 0x3c9], [0x3d0, 0x3d6], [0x3f0, 0x3f6], // Greek
  [0x2010, 0x2026], [0x2032, 0x2037], [0x203e, 0x203e], [0x2044, 0x2044], [0x2057, 0x2057], [0x2061, 0x2064],
  [0x2100, 0x214f], [0x2190, 0x21ff], [0x2200, 0x22ff], // letters, arrows, operators
  [0x2308, 0x230b], [0x2322, 0x2323], [0x239b, 0x23b3], [0x23b4, 0x23b5], [0x23d0, 0x23d0], [0x23dc, 0x23e1],
  [0x25a0, 0x25ff], [0x2660, 0x2667], [0x266d, 0x266f], [0x2713, 0x2713],
  [0x27c2, 0x27c2], [0x27e6, 0x27ff], [0x2983, 0x2986], [0x29b5, 0x29b5], [0x29eb, 0x29eb], [0x29f5, 0x29f5],
  [0x2a00, 0x2a0c], [0x2a3f, 0x2a3f], [0x2a7d, 0x2ac6], [0x2ab0, 0x2ab0],
  [0x1d400, 0x1d7ff],
];
const words = [[0x20, 0x7e], [0xa0, 0x17f], [0x2010, 0x2026], [0x2032, 0x2033], [0x20ac, 0x20ac], [0x2190, 0x2193], [0x2212, 0x2212]];

const fonts = [
  { name: "stix-two-math.woff2", from: "stix-two-math/files/stix-two-math-latin-400-normal.woff2", ranges: mathematics, change: withMeasuresOfTex },
  { name: "stix-two-text.woff2", from: "stix-two-text/files/stix-two-text-latin-400-normal.woff2", ranges: words },
  { name: "stix-two-text-italic.woff2", from: "stix-two-text/files/stix-two-text-latin-400-italic.woff2", ranges: words },
  { name: "stix-two-text-bold.woff2", from: "stix-two-text/files/stix-two-text-latin-600-normal.woff2", ranges: words },
];

function characters(ranges) {
  return ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)))
    .join("");
}

const age = (file) => statSync(file).mtimeMs;
const scripts = ["fonts.mjs", "metrics.mjs"].map((name) => age(join(web, "scripts", name)));
mkdirSync(into, { recursive: true });
for (const { name, from, ranges, change } of fonts) {
  const to = join(into, name);
  if (existsSync(to) && age(to) > Math.max(...scripts)) continue;
  const whole = readFileSync(join(modules, from));
  const chosen = characters(ranges);
  const changed = change ? change(Buffer.from(await subsetFont(whole, chosen, { targetFormat: "sfnt" }))) : whole;
  const font = await subsetFont(changed, chosen, { targetFormat: "woff2" });
  writeFileSync(to, font);
  console.log(`${name}: ${Math.round(font.length / 1000)} kB`);
}
