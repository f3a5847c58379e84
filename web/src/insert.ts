// Putting a symbol or a template into a query at the caret: inside a formula as it is, outside in dollars.

/** What becomes of the text, and what is selected afterwards. */
export interface Inserted {
  text: string;
  start: number;
  end: number;
}

/** Whether `at` is inside `$…$` (an odd number of dollars, not escaped, stand before it). */
export function insideDollars(text: string, at: number): boolean {
  let count = 0;
  for (let i = 0; i < at; i += 1) {
    if (text[i] === "\\") i += 1;
    else if (text[i] === "$") count += 1;
  }
  return count % 2 === 1;
}

/** Whether a query is a formula without dollars up to here: then nothing has to be wrapped. */
function bareFormula(text: string): boolean {
  return !text.includes("$") && /[\\^_=+?]/.test(text) && !/[a-z]{3,} [a-z]{2,}/i.test(text);
}

/** Inserts a template; its first `▢` takes what was selected and is selected then, the others become empty. */
export function insertTemplate(text: string, from: number, to: number, template: string): Inserted {
  const selected = text.slice(from, to);
  const hole = template.indexOf("▢");
  const filled = (hole < 0 ? template : template.replace("▢", selected)).replaceAll("▢", "");
  const wrap = !insideDollars(text, from) && !bareFormula(text);
  const before = text.slice(0, from);
  const after = text.slice(to);
  const open = wrap ? (before === "" || /\s$/.test(before) ? "$" : " $") : "";
  const close = wrap ? (after === "" || /^\s/.test(after) ? "$" : "$ ") : "";
  const start = before.length + open.length + (hole < 0 ? filled.length : hole);
  return {
    text: before + open + filled + close + after,
    start,
    end: start + (hole < 0 ? 0 : selected.length),
  };
}

/** Replaces a part of the text by a formula in dollars (`start` = `end` inserts one); the caret goes behind it. */
export function replaceFormula(text: string, start: number, end: number, tex: string): Inserted {
  const bare = tex.trim();
  const put = bare === "" ? "" : `$${bare}$`;
  const before = text.slice(0, start);
  const after = text.slice(end);
  const left = put !== "" && before !== "" && !/[\s+(-]$/.test(before) ? " " : "";
  const right = put !== "" && after !== "" && !/^[\s.,;:?!)]/.test(after) ? " " : "";
  const caret = before.length + left.length + put.length;
  return { text: before + left + put + right + after, start: caret, end: caret };
}
