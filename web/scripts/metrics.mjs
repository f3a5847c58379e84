// Measures of STIX Two Math that are not those of TeX, and that every reader of mathematics sees: in `a^2+b^2` the second
// exponent would stand higher, fractions in a line would be as tall as two lines, and primes would be specks, because the
// web font has lost the primes for superscripts (`ssty`). Accents have no width, so that browsers do not centre them, and
// the tilde that browsers stretch has no wide forms. The licence of the font has no reserved name and allows this.

/** Constants of the table MATH: place in the table, value in thousandths of an em, near those of the fonts of TeX. */
const CONSTANTS = [
  [10, 386], // SuperscriptBaselineDropMax: sup_drop
  [24, 560], // StretchStackTopShiftUp: what stands over an arrow
  [25, 480], // StretchStackBottomShiftDown
  [28, 480], // FractionNumeratorShiftUp: num2, with room for the thicker line
  [30, 440], // FractionDenominatorShiftDown: denom2
];
/** The first constant with a record for devices; four numbers are before it. */
const RECORDS = 8;
const RECORD = 4;

/** The primes of the font stand high and are small, to be used without a superscript. */
const PRIMES = [0x2032, 0x2033, 0x2034, 0x2035, 0x2036, 0x2037, 0x2057];
const PRIME = { scale: 1.6, lowest: 120, first: 30, behind: 40 };
/** Combining characters that stand over a letter: an arrow, a tilde, a hat. They keep their size and get a width. */
const ACCENTS = [0x20d7, 0x303, 0x302];
const ACCENT = { scale: 1, lowest: null, first: 0, behind: 0 };
/** The characters that MathML has for accents, and those that the font has made for letters. */
const SAME = new Map([[0x7e, 0x303], [0x5e, 0x302]]);

/** The font with these measures. */
export function withMeasuresOfTex(sfnt) {
  const font = tables(sfnt);
  const math = font.get("MATH");
  const constants = math.readUInt16BE(4) + RECORDS;
  for (const [place, value] of CONSTANTS) math.writeInt16BE(value, constants + RECORD * place);
  const characters = charactersOf(font.get("cmap"));
  for (const [character, other] of SAME) characters.set(character, characters.get(other));
  const glyphs = outlines(font);
  const change = (character, how) => {
    const glyph = characters.get(character);
    if (glyph === undefined) return;
    glyphs[glyph] = moved(glyphs[glyph], how);
    const metrics = font.get("hmtx");
    metrics.writeUInt16BE(glyphs[glyph].readInt16BE(6) + how.behind, 4 * glyph);
    metrics.writeInt16BE(glyphs[glyph].readInt16BE(2), 4 * glyph + 2);
  };
  for (const prime of PRIMES) change(prime, PRIME);
  for (const accent of ACCENTS) change(accent, ACCENT);
  setOutlines(font, glyphs);
  font.set("cmap", writtenCharacters(characters));
  return written(sfnt.subarray(0, 4), font);
}

function tables(sfnt) {
  const found = new Map();
  for (let at = 12; at < 12 + 16 * sfnt.readUInt16BE(4); at += 16) {
    const start = sfnt.readUInt32BE(at + 8);
    found.set(sfnt.toString("latin1", at, at + 4), Buffer.from(sfnt.subarray(start, start + sfnt.readUInt32BE(at + 12))));
  }
  return found;
}

/** The glyph of each character, from the subtable of format 12. */
function charactersOf(cmap) {
  const found = new Map();
  for (let at = 4; at < 4 + 8 * cmap.readUInt16BE(2); at += 8) {
    const table = cmap.subarray(cmap.readUInt32BE(at + 4));
    if (table.readUInt16BE(0) !== 12) continue;
    for (let group = 16; group < 16 + 12 * table.readUInt32BE(12); group += 12) {
      const [first, last, glyph] = [0, 4, 8].map((more) => table.readUInt32BE(group + more));
      for (let character = first; character <= last; character += 1) found.set(character, glyph + character - first);
    }
  }
  return found;
}

/** One subtable of format 12 for Unicode, with a group for each character. */
function writtenCharacters(characters) {
  const sorted = [...characters].sort(([one], [two]) => one - two);
  const table = Buffer.alloc(12 + 16 + 12 * sorted.length);
  for (const [i, value] of [0, 1, 3, 10].entries()) table.writeUInt16BE(value, 2 * i);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(table.length - 12, 16);
  table.writeUInt32BE(sorted.length, 24);
  for (const [i, [character, glyph]] of sorted.entries()) {
    for (const [j, value] of [character, character, glyph].entries()) table.writeUInt32BE(value, 28 + 12 * i + 4 * j);
  }
  return table;
}

const isLong = (font) => font.get("head").readInt16BE(50) === 1;

function outlines(font) {
  const [glyf, loca] = [font.get("glyf"), font.get("loca")];
  const place = (number) => (isLong(font) ? loca.readUInt32BE(4 * number) : 2 * loca.readUInt16BE(2 * number));
  const count = font.get("maxp").readUInt16BE(4);
  return Array.from({ length: count }, (_, number) => glyf.subarray(place(number), place(number + 1)));
}

function setOutlines(font, glyphs) {
  const padded = glyphs.map((glyph) => Buffer.concat([glyph, Buffer.alloc(-glyph.length & 3)]));
  const loca = Buffer.alloc(4 * (glyphs.length + 1));
  let end = 0;
  padded.forEach((glyph, number) => {
    end += glyph.length;
    loca.writeUInt32BE(end, 4 * (number + 1));
  });
  font.get("head").writeInt16BE(1, 50);
  font.set("loca", loca);
  font.set("glyf", Buffer.concat(padded));
}

/** A simple outline, scaled and moved; its hints, which fitted the old one, are left out. */
function moved(glyph, { scale, lowest, first }) {
  const contours = glyph.readInt16BE(0);
  const ends = glyph.subarray(10, 10 + 2 * contours);
  const points = ends.readUInt16BE(2 * contours - 2) + 1;
  let at = 12 + 2 * contours + glyph.readUInt16BE(10 + 2 * contours);
  const flags = [];
  while (flags.length < points) {
    const flag = glyph[at++];
    const repeated = flag & 8 ? glyph[at++] : 0;
    for (let i = 0; i <= repeated; i += 1) flags.push(flag);
  }
  const coordinates = (isShort, isSame) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & isShort) value += flag & isSame ? glyph[at++] : -glyph[at++];
      else if (!(flag & isSame)) {
        value += glyph.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const place = (values, least) => {
    const now = Math.min(...values);
    return values.map((value) => Math.round((value - now) * scale) + (least ?? now));
  };
  const xs = place(coordinates(2, 16), first);
  const ys = place(coordinates(4, 32), lowest);
  const words = (values) => {
    const bytes = Buffer.alloc(2 * values.length);
    for (const [i, value] of values.entries()) bytes.writeInt16BE(value, 2 * i);
    return bytes;
  };
  const steps = (values) => words(values.map((value, i) => value - (i > 0 ? values[i - 1] : 0)));
  const box = words([contours, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  const kept = Buffer.from(flags.map((flag) => flag & 1)); // on the curve or not; all steps are words
  return Buffer.concat([box, ends, words([0]), kept, steps(xs), steps(ys)]);
}

/** The tables as a font file. */
function written(version, font) {
  const names = [...font.keys()].sort();
  const head = Buffer.alloc(12 + 16 * names.length);
  version.copy(head);
  const power = Math.floor(Math.log2(names.length));
  head.writeUInt16BE(names.length, 4);
  head.writeUInt16BE(16 << power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * names.length - (16 << power), 10);
  const parts = [head];
  let end = head.length;
  names.forEach((name, number) => {
    const table = font.get(name);
    const at = 12 + 16 * number;
    head.write(name, at, "latin1");
    head.writeUInt32BE(sum(table), at + 4);
    head.writeUInt32BE(end, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    parts.push(table, Buffer.alloc(-table.length & 3));
    end += table.length + (-table.length & 3);
  });
  return Buffer.concat(parts);
}

function sum(table) {
  const words = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
  let total = 0;
  for (let at = 0; at < words.length; at += 4) total = (total + words.readUInt32BE(at)) >>> 0;
  return total;
}
