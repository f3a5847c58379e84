// What every page loads. Each module looks for its own part of the page and leaves the rest alone; without this
// script the same pages work by links and forms.

import "./style/base.css";
import "./style/box.css";
import "./style/hits.css";
import "./style/screens.css";
import "./style/document.css";
import "./style/print.css";

import { mountBindings } from "./bindings";
import { mountBox } from "./box";
import { mountBreaking } from "./breaking";
import { mountCopy } from "./copy";
import { mountCounts } from "./counts";
import { mountEvents } from "./events";
import { mountGaps } from "./gaps";
import { mountHistory, mountSaving, recordSearch } from "./history";
import { mountImages } from "./image";
import { mountInspector } from "./inspect";
import { mountKeys } from "./keys";
import { mountLive } from "./live";
import { mountMeanings } from "./meaning";
import { mountMenus } from "./menus";
import { mountScrolling } from "./scrolling";

function mountAll<E extends Element>(selector: string, mount: (found: E) => void): void {
  for (const found of document.querySelectorAll<E>(selector)) mount(found);
}

mountKeys();
mountCopy();
mountImages();
mountMeanings();
mountMenus();
mountSaving();
mountBindings();
mountGaps();
mountBreaking();
mountScrolling();
mountAll<HTMLFormElement>("form.search", mountBox);
mountAll<HTMLFormElement>("form.search", mountLive);
mountCounts();
mountAll<HTMLElement>("[data-history]", mountHistory);
mountAll<HTMLFormElement>("form.inspect-form", mountInspector);
recordSearch();
mountEvents();
