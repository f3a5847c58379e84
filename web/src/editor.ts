// The formula editor: MathLive in a dialog, loaded when it is first asked for. TeX goes in, TeX comes out; nothing
// is fetched from elsewhere, and there is no sound.
//
// Nothing of the other modules is used here: they are part of the entry, which a chunk would load again under another
// address than the page did, and mount twice.

import "mathlive/fonts.css";
import { MathfieldElement } from "mathlive";

MathfieldElement.fontsDirectory = null;
MathfieldElement.soundsDirectory = null;
MathfieldElement.plonkSound = null;
MathfieldElement.keypressSound = null;

interface Parts {
  dialog: HTMLDialogElement;
  field: MathfieldElement;
  tex: HTMLElement;
}

const FRAME = `
  <header><h2 id="editor-title">Formula editor</h2><button type="button" class="plain" value="">Close</button></header>
  <span class="place"></span>
  <code class="tex"></code>
  <div class="row">
    <button type="button" class="go" value="take">Use this formula</button>
    <span class="lead">Type / for a fraction, ^ or _ for a superscript or subscript, \\ for a command, ?x for a wildcard.</span>
  </div>`;

let parts: Parts | undefined;

function build(): Parts {
  const field = new MathfieldElement();
  field.setAttribute("aria-label", "Formula");
  const dialog = document.createElement("dialog");
  dialog.className = "editor";
  dialog.setAttribute("aria-labelledby", "editor-title");
  dialog.innerHTML = FRAME;
  dialog.querySelector(".place")?.replaceWith(field);
  const tex = dialog.querySelector<HTMLElement>(".tex") ?? dialog;
  // The key of the fraction would take the question mark on many keyboards; here it is a wildcard.
  field.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "?") return;
      event.preventDefault();
      event.stopPropagation();
      field.insert("?");
    },
    { capture: true },
  );
  field.addEventListener("input", () => (tex.textContent = field.getValue("latex")));
  for (const button of dialog.querySelectorAll<HTMLButtonElement>("button[value]")) {
    button.addEventListener("click", () => dialog.close(button.value));
  }
  // A field in a dialog would be covered by the keyboard on the page behind it.
  window.mathVirtualKeyboard.container = dialog;
  document.body.append(dialog);
  field.smartFence = true;
  // Shown as what they are, kept as they were typed.
  field.macros = {
    ...field.macros,
    qvar: { def: "\\mathord{?#1}", args: 1 },
    exact: { def: "\\boxed{#1}", args: 1 },
    simto: { def: "\\underline{#1}", args: 1 },
  };
  return { dialog, field, tex };
}

/** Opens the editor and gives the TeX of the formula, or nothing if the dialog was closed without one. */
export function openEditor(tex: string): Promise<string | undefined> {
  parts ??= build();
  const { dialog, field, tex: shown } = parts;
  dialog.returnValue = "";
  dialog.showModal();
  field.setValue(tex.replace(/^\$+|\$+$/g, ""), { silenceNotifications: true });
  shown.textContent = field.getValue("latex");
  field.focus();
  return new Promise((done) => {
    const take = (event: KeyboardEvent): void => {
      if (event.key !== "Enter" || event.isComposing) return;
      // The focus goes back to the button that opened the editor, which must not be pressed by the same key.
      event.preventDefault();
      dialog.close("take");
    };
    field.addEventListener("keydown", take);
    dialog.addEventListener(
      "close",
      () => {
        field.removeEventListener("keydown", take);
        window.mathVirtualKeyboard.hide();
        done(dialog.returnValue === "take" ? field.getValue("latex") : undefined);
      },
      { once: true },
    );
  });
}
