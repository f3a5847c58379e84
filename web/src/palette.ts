// The palette: symbols and templates, put in at the caret. Its content is data, in palette.json.

import groups from "./palette.json";
import { element } from "./dom";

function fill(palette: HTMLElement, insert: (template: string) => void): void {
  for (const { name, items } of groups) {
    const buttons = items.map(({ show, insert: template, title }) => {
      const button = element("button", { type: "button", title, "aria-label": title }, show);
      button.addEventListener("click", () => insert(template));
      return button;
    });
    palette.append(element("div", { class: "group", role: "group", "aria-label": name }, element("h3", {}, name), element("div", { class: "keys" }, ...buttons)));
  }
}

/** Mounts the palette, which is filled when it is first opened. */
export function mountPalette(palette: HTMLElement, opener: HTMLButtonElement, insert: (template: string) => void): void {
  opener.addEventListener("click", () => {
    if (palette.childElementCount === 0) fill(palette, insert);
    palette.hidden = !palette.hidden;
    opener.setAttribute("aria-expanded", String(!palette.hidden));
  });
  palette.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    palette.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    opener.focus();
  });
}
