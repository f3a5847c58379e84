// Pasted HTML, written again with only the tags and attributes that `paste.ts` looks at.
//
// Why not hand the pasted text to the browser's parser as it is: every parser of a browser (`DOMParser`, templates,
// `setHTML`) checks event handlers, `<style>` and `<base>` against the Content-Security-Policy of this page before
// anything can remove them. Nothing runs, but each one is reported as a violation. So the text is cut into tags first.
//
// This is not a parser: it knows nothing of nesting. Its promise is about its output: each `<` in it begins a tag
// written here, with attributes from the list below, whatever the input was. It takes linear time.

const ATTRIBUTES = new Set(
  "class alt type encoding display alttext mathvariant open close separators name accent".split(" "),
);
/** Elements whose content is text and not tags. Only scripts that hold TeX are kept. */
const RAW = new Set("script style title textarea iframe noembed noframes xmp".split(" "));
/** Elements that load, embed, or change what an address means. */
const DROPPED = new Set("base link meta object embed frame frameset param source track plaintext".split(" "));

const TAG = /<(\/?)([a-zA-Z][^\t\n\f\r />]*)/y;
const ATTRIBUTE = /[\t\n\f\r /]*([^\t\n\f\r />=]+)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]*)))?/y;

/** A tag of the input, and where it ends. */
interface Tag {
  closes: boolean;
  name: string;
  attributes: Map<string, string>;
  end: number;
}

/** The tag that begins at a place of the text, if one does. */
function tagAt(html: string, start: number): Tag | undefined {
  TAG.lastIndex = start;
  const found = TAG.exec(html);
  if (!found) return undefined;
  const attributes = new Map<string, string>();
  let end = TAG.lastIndex;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const attribute = ATTRIBUTE.exec(html);
    if (!attribute) break;
    end = ATTRIBUTE.lastIndex;
    const [, name = "", double, single, bare] = attribute;
    if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), double ?? single ?? bare ?? "");
  }
  const closing = html.indexOf(">", end);
  return { closes: found[1] === "/", name: (found[2] ?? "").toLowerCase(), attributes, end: closing < 0 ? html.length : closing + 1 };
}

/** A tag as it is written again. Names with other signs than letters, digits, `-` and `:` are of no use here. */
function written({ closes, name, attributes }: Tag): string {
  if (DROPPED.has(name) || !/^[a-z][a-z0-9:-]*$/.test(name)) return "";
  if (closes) return `</${name}>`;
  const kept = [...attributes].filter(([attribute]) => ATTRIBUTES.has(attribute));
  return `<${name}${kept.map(([attribute, value]) => ` ${attribute}="${value.replaceAll('"', "&quot;")}"`).join("")}>`;
}

/** The TeX of a script, in its script again; the content of any other element of text is dropped. */
function rawWritten(tag: Tag, content: string): string {
  if (tag.name !== "script" || !/^math\//.test(tag.attributes.get("type") ?? "")) return "";
  // `<!` could begin a comment that hides the end of the script, and `</` could be that end; TeX does not mind a space.
  return `${written(tag)}${content.replace(/<(?=[!/])/g, "< ")}</script>`;
}

/** Where the content of an element of text ends: at its closing tag, or at the end of everything. */
function endOfRaw(html: string, name: string, start: number): number {
  const closing = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, "gi");
  closing.lastIndex = start;
  return closing.exec(html)?.index ?? html.length;
}

/** Where a comment, a doctype or another declaration ends. */
function endOfDeclaration(html: string, start: number): number {
  const closing = html.startsWith("<!--", start) ? /--!?>/g : />/g;
  closing.lastIndex = start + 2;
  return closing.exec(html) ? closing.lastIndex : html.length;
}

/** Pasted HTML with nothing in it that a policy could object to. */
export function sanitized(html: string): string {
  const out: string[] = [];
  let at = 0;
  while (at < html.length) {
    const sign = html.indexOf("<", at);
    const end = sign < 0 ? html.length : sign;
    out.push(html.slice(at, end));
    at = end;
    if (at === html.length) break;
    const tag = tagAt(html, at);
    if (tag && !tag.closes && RAW.has(tag.name)) {
      at = endOfRaw(html, tag.name, tag.end);
      out.push(rawWritten(tag, html.slice(tag.end, at)));
      at = tagAt(html, at)?.end ?? html.length;
    } else if (tag) {
      out.push(written(tag));
      at = tag.end;
    } else if (/[!?/]/.test(html[at + 1] ?? "")) {
      at = endOfDeclaration(html, at);
    } else {
      out.push("&lt;");
      at += 1;
    }
  }
  return out.join("");
}
