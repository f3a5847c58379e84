// Pointing at a variable lights what belongs to it: every place of its number in the formula, its entry in the
// substitution, and the variable of the query that it stands for. `data-bindings` says for which formula of the query
// (from 0) the numbers of a formula count, `data-asked` which formula of the query a chip shows.

function numberOf(node: Element): string | undefined {
  return [...node.classList].find((name) => /^b\d+$/.test(name));
}

function bound(target: EventTarget | null): Element | undefined {
  const scope = target instanceof Element ? target.closest("[data-bindings]") : null;
  if (!scope) return undefined;
  let node: Element | null = target as Element;
  while (node && node !== scope) {
    if (numberOf(node)) return node;
    node = node.parentElement;
  }
  return undefined;
}

function partners(node: Element): Element[] {
  const scope = node.closest("[data-bindings]");
  const number = numberOf(node);
  if (!scope || !number) return [];
  const here = [...scope.querySelectorAll(`.${number}`)];
  const chip = `[data-asked="${scope.getAttribute("data-bindings")}"] .${number}`;
  const asked = document.querySelectorAll(`.reading ${chip}, #read ${chip}`);
  return [...here, ...asked];
}

function clear(): void {
  for (const one of document.querySelectorAll(".partner")) one.classList.remove("partner");
}

function light(event: Event): void {
  clear();
  const node = bound(event.target);
  if (node) for (const one of partners(node)) one.classList.add("partner");
}

/** Lights partners under the pointer and under the focus. */
export function mountBindings(): void {
  document.addEventListener("pointerover", light);
  document.addEventListener("focusin", light);
  document.addEventListener("focusout", clear);
}
