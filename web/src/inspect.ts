// The inspector follows what is typed: the same page is fetched and its result put in the place of the old one, so
// that there is one way in which trees are drawn.

import { latest } from "./latest";

const PAUSE = 120;

/** Mounts the form of the inspector. */
export function mountInspector(form: HTMLFormElement): void {
  const follow = latest(
    PAUSE,
    async (address: string, signal) => (await fetch(address, { signal })).text(),
    (html, address) => {
      const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("#inspection");
      const old = document.querySelector("#inspection");
      if (!fresh || !old) return;
      old.replaceWith(document.importNode(fresh, true));
      history.replaceState(null, "", address);
    },
  );
  form.addEventListener("input", () => {
    const filled = [...new FormData(form)].filter(([, value]) => value !== "");
    follow(`${form.getAttribute("action") ?? ""}?${new URLSearchParams(filled.map(([name, value]) => [name, String(value)]))}`);
  });
  for (const text of form.querySelectorAll("textarea")) {
    text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      form.requestSubmit();
    });
  }
}
