// Board layout: connects a table's board to zoom, the side panel and the keys.

import { find } from "../core/dom.js";
import { openTableKeys } from "../core/keyboard-help.js";
import { Side } from "./side-panel.js";
import { searchStory } from "../record/search.js";
import { toggleWholeScreen } from "./fullscreen.js";
import { Zooming } from "./zoom.js";

/** @import { Board } from "./board.js" */

/** The board's controls on the page of a game. */
export class Around {
  /** @param {Board} board */
  constructor(board) {
    this.side = new Side(find("side"), find("show-side"), () => {}, "stele-table-side");
    this.zooming = new Zooming(/** @type {HTMLElement} */ (board.place.parentElement));
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
      this.side.open("story");
      find("find").focus();
    }
    if (key === "z") this.zooming.toggle();
    if (key === "s") this.side.toggle();
    if (key === "F") toggleWholeScreen();
    if (key === "?") openTableKeys();
    if (key === "+" || key === "-") this.zooming.step(key === "+" ? 1 : -1);
  }
}
