// Menus are `details`, which open without this script. It closes them: at a click elsewhere, with Escape, and after
// something was chosen. It shows the panel behind `Why` in its place instead of jumping to it.

/** How long a menu stays to say that something was copied. */
const SAID = 900;

function close(menu: HTMLDetailsElement): void {
  menu.open = false;
}

function toggleWhy(link: HTMLAnchorElement): void {
  const panel = document.getElementById(link.hash.slice(1));
  if (!panel) return;
  if (panel.classList.toggle("shown")) panel.focus({ preventScroll: true });
  else panel.closest<HTMLElement>("[data-stop]")?.querySelector<HTMLElement>(".open")?.focus({ preventScroll: true });
  panel.scrollIntoView({ block: "nearest" });
}

function clicked(event: MouseEvent): void {
  if (!(event.target instanceof Element)) return;
  const { target } = event;
  const why = target.closest<HTMLAnchorElement>("a.why-link");
  if (why) {
    event.preventDefault();
    toggleWhy(why);
  }
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
    if (!menu.contains(target)) close(menu);
    else if (target.closest("li")) setTimeout(() => close(menu), target.closest("button") ? SAID : 0);
  }
}

/** Listens to the menus of the page. */
export function mountMenus(): void {
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
      const isInside = menu.contains(document.activeElement);
      close(menu);
      if (isInside) menu.querySelector("summary")?.focus();
    }
  });
}
