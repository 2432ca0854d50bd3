// Board layout: connects a table's board to fitting, zoom, the area strip, the side panel and the keys.

import { find } from "../core/dom.js";
import { Fitting } from "./fit.js";
import { openTableKeys } from "../core/keyboard-help.js";
import { Strip } from "./area-strip.js";
import { Side } from "./side-panel.js";
import { searchStory } from "../record/search.js";
import { toggleWholeScreen } from "./fullscreen.js";
import { Zooming } from "./zoom.js";

/** @import { Board } from "./board.js" */

// What fingers and keys enlarge: where the areas are a strip, the board above it alone.
const ENLARGED = ".kit-main, .view:not(:has(.kit-main))";

/** The board's surroundings on the page of a table. */
export class Around {
  /** @param {Board} board */
  constructor(board) {
    const button = find("fit");
    this.fitting = new Fitting(board, (isWhole) => button.setAttribute("aria-pressed", String(!isWhole)));
    button.addEventListener("click", () => this.fitting.show(!this.fitting.isWhole));
    this.side = new Side(find("side"), find("show-side"), () => {}, "stele-table-side");
    this.strip = new Strip(board.place);
    this.zooming = new Zooming(/** @type {HTMLElement} */ (board.place.parentElement), ENLARGED);
    board.drawn = () => {
      this.fitting.fit();
      this.strip.mark();
    };
    document.addEventListener("keydown", (event) => this.#pressed(event));
    const field = /** @type {HTMLInputElement} */ (find("find"));
    field.addEventListener("focus", () => searchStory(field, find("story-lines")), { once: true });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || !(target instanceof Element)) return;
    if (target.closest("input:not([type=checkbox], [type=range]), select, textarea, dialog")) return;
    if (key === "/") {
      event.preventDefault();
      this.side.open();
      find("find").focus();
    }
    if (key === "z") find("fit").click();
    if (key === "s") this.side.toggle();
    if (key === "F") toggleWholeScreen();
    if (key === "?") openTableKeys();
    if (key === "+" || key === "-") this.zooming.step(key === "+" ? 1 : -1);
  }
}
