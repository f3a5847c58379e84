// Times KaTeX: formulas on stdin, one a line; ROUNDS passes over all of them.
// Prints one line for each pass: `parse SECONDS FAILED` and `mathml SECONDS FAILED` (CPU time of the process).
"use strict";
const fs = require("fs");
const katex = require("katex");

const rounds = Number(process.argv[2] || 3);
const formulas = fs.readFileSync(0, "utf8").split("\n").slice(0, -1);
// The lenient setting, as in katex-rs: unknown commands are shown in red instead of ending the parse.
const settings = { throwOnError: false, strict: "ignore", displayMode: true, trust: true };

function pass(name, work) {
  let failed = 0;
  const start = process.cpuUsage();
  for (const formula of formulas) {
    try {
      work(formula);
    } catch (error) {
      failed += 1;
    }
  }
  const used = process.cpuUsage(start);
  console.log(name, (used.user + used.system) / 1e6, failed);
}

for (let round = 0; round < rounds; round++) {
  pass("parse", (formula) => katex.__parse(formula, settings));
  pass("mathml", (formula) => katex.renderToString(formula, { ...settings, output: "mathml" }));
}
