// A formula as a picture: its MathML with the font of this page, drawn by the browser into a PNG.

import { announce, element, formulaOf, toast } from "./dom";

/** Pixels of an em, and of the picture for each of them. */
const SIZE = 32;
const SCALE = 3;
const MARGIN = 12;

/** The formula without what lights it on this page. */
function plain(math: Element): Element {
  const clone = math.cloneNode(true) as Element;
  for (const node of [clone, ...clone.querySelectorAll("*")]) {
    for (const name of ["id", "class", "tabindex"]) node.removeAttribute(name);
  }
  return clone;
}

/** The font for mathematics as a data address; a picture of its own loads nothing. */
async function font(): Promise<string> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="preload"][as="font"][href*="math"]');
  if (!link) return "";
  const bytes = new Uint8Array(await (await fetch(link.href)).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `@font-face{font-family:"STIX Two Math";src:url(data:font/woff2;base64,${btoa(text)})}`;
}

/** The size that the formula has with the font of the page. */
function measured(math: Element): { width: number; height: number } {
  const place = element("div", { class: "measured", "aria-hidden": "true" }, math);
  place.style.fontSize = `${SIZE}px`;
  document.body.append(place);
  const { width, height } = math.getBoundingClientRect();
  place.remove();
  return { width: Math.ceil(width) + 2 * MARGIN, height: Math.ceil(height) + 2 * MARGIN };
}

/** The formula as SVG. */
async function svg(math: Element): Promise<{ source: string; width: number; height: number }> {
  const clone = plain(math);
  const { width, height } = measured(clone);
  const body = element("div", { xmlns: "http://www.w3.org/1999/xhtml" }, element("style", {}, await font()), clone);
  body.style.cssText = `margin:${MARGIN}px;font-size:${SIZE}px;line-height:1;color:#000;white-space:nowrap`;
  const style = "math{font-family:\"STIX Two Math\",math;font-size:1.06em}";
  body.prepend(element("style", {}, style));
  const inner = new XMLSerializer().serializeToString(body);
  const source = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${inner}</foreignObject></svg>`;
  return { source, width, height };
}

/** The formula as a PNG. */
export async function png(math: Element): Promise<Blob> {
  const { source, width, height } = await svg(math);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = element("canvas", { width: String(width * SCALE), height: String(height * SCALE) });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}

async function save(button: HTMLElement): Promise<void> {
  const math = formulaOf(button);
  if (!math) return;
  try {
    const link = element("a", { href: URL.createObjectURL(await png(math)), download: "formula.png" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    toast("Image saved");
    announce("Image saved");
  } catch {
    toast("This browser cannot draw the image");
    announce("This browser cannot draw the image");
  }
}

/** Listens to the buttons that make a picture. */
export function mountImages(): void {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-image]") : null;
    if (button) void save(button);
  });
}
