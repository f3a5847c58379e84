// The server counts bytes of UTF-8, the browser units of UTF-16: offsets are turned once, here.

function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** A function from byte offsets in `text` to offsets for `text.slice`; offsets inside a character go to its start. */
export function fromBytes(text: string): (offset: number) => number {
  const starts: number[] = [];
  let unit = 0;
  for (const character of text) {
    for (let i = bytesOf(character.codePointAt(0) ?? 0); i > 0; i -= 1) starts.push(unit);
    unit += character.length;
  }
  return (offset) => (offset < 0 ? 0 : (starts[offset] ?? text.length));
}
