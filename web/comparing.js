// Two positions side by side: what differs is marked on both boards and listed in words.

import { Board } from "./board.js";
import { differences } from "./changes.js";
import { html, replace } from "./dom.js";
import { gettext, ngettext } from "./texts.js";

const MOST_ROWS = 300;

/** @import { Drawing, LoadedDrawing, Step } from "./types.js" */

/** The pinned position beside the one that is shown, and a table of the differences. */
export class Comparing {
  /**
   * @param {HTMLElement} place
   * @param {LoadedDrawing} drawing
   * @param {() => void} ended is called when the reader closes the comparison
   */
  constructor(place, drawing, ended) {
    this.place = place;
    this.heading = html("h2", { id: "compare-heading" });
    this.boardPlace = html("div", { class: "board-place", id: "other-board" });
    this.list = html("div", { class: "differences" });
    replace(
      place,
      html(
        "div",
        { class: "game-head" },
        this.heading,
        html("span", { class: "grow" }),
        html("button", { type: "button", id: "end-compare", onclick: ended }, gettext("End the comparison")),
      ),
      this.boardPlace,
      this.list,
    );
    this.board = new Board(this.boardPlace, drawing);
  }

  /**
   * Compare the pinned step with the one that is shown; without a pinned step there is nothing to see.
   * @param {Step | null} pinned
   * @param {Step} step
   * @param {number | null} seat
   * @param {Drawing | null} plain
   */
  show(pinned, step, seat, plain) {
    this.place.hidden = !pinned;
    if (!pinned) return;
    this.heading.textContent = gettext("Compared with {position}: {text}", { ...pinned });
    this.board.plain = plain;
    this.board.show(pinned.state, { before: step.state, seat });
    const rows = differences(
      pinned.state,
      step.state,
      pinned.state.seats.map((one) => one.name),
    );
    const scroll = this.list.querySelector(".plain-scroll")?.scrollTop ?? 0;
    replace(
      this.list,
      rows.length
        ? [
            html("h3", {}, ngettext("One difference", "{number} differences", rows.length)),
            html(
              "div",
              { class: "plain-scroll", tabindex: 0, role: "region", "aria-label": gettext("Differences") },
              html(
                "table",
                {},
                html(
                  "thead",
                  {},
                  html(
                    "tr",
                    {},
                    [gettext("What"), pinned.position, step.position].map((one) => html("th", { scope: "col" }, one)),
                  ),
                ),
                html(
                  "tbody",
                  {},
                  rows
                    .slice(0, MOST_ROWS)
                    .map((row) =>
                      html(
                        "tr",
                        {},
                        html("th", { scope: "row" }, row.path),
                        html("td", {}, row.before),
                        html("td", {}, row.after),
                      ),
                    ),
                ),
              ),
            ),
          ]
        : html("p", {}, gettext("Nothing differs.")),
    );
    const scrolled = this.list.querySelector(".plain-scroll");
    if (scrolled) scrolled.scrollTop = scroll;
  }
}
