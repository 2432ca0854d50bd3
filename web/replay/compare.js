// Position comparison: two positions side by side with their differences marked and listed in words.

import { Board } from "../board/board.js";
import { differences } from "../record/state-diff.js";
import { button, find, html, replace, tableHead } from "../core/dom.js";
import { Explaining } from "../board/part-help.js";
import { gettext, ngettext } from "../core/i18n.js";

const MOST_ROWS = 300;

/** @import { Drawing, LoadedDrawing, Step } from "../types.js" */

/** The pinned position beside the current one, and a table of the differences. */
export class Comparing {
  /**
   * @param {LoadedDrawing} drawing
   * @param {() => void} ended called when the reader closes the comparison
   */
  constructor(drawing, ended) {
    this.place = find("comparing");
    this.stage = find("stage");
    this.title = html("p", { class: "half-title" });
    this.otherTitle = html("p", { class: "half-title" });
    const boardPlace = html("div", { class: "board-place", id: "other-board" });
    this.half = html("div", { class: "half" }, this.otherTitle, html("div", { class: "view" }, boardPlace));
    this.stage.prepend(this.half);
    this.stage.lastElementChild?.prepend(this.title);
    this.heading = html("h2", { id: "compare-heading" });
    this.list = html("div", { class: "differences" });
    replace(this.place, this.heading, this.list, button(gettext("End the comparison"), ended, { id: "end-compare" }));
    this.board = new Board(boardPlace, drawing);
    new Explaining(this.board);
  }

  /**
   * Compare the pinned step with the current one; without a pinned step, hide the comparison.
   * @param {Step | null} pinned
   * @param {Step} step
   * @param {number | null} seat
   * @param {Drawing | null} plain
   */
  show(pinned, step, seat, plain) {
    this.stage.classList.toggle("two", pinned !== null);
    for (const part of [this.place, this.half, this.title]) part.hidden = !pinned;
    if (pinned) {
      this.heading.textContent = gettext("Compared with {position}: {text}", { ...pinned });
      this.otherTitle.textContent = `${pinned.position} ${pinned.text}`;
      this.title.textContent = `${step.position} ${step.text}`;
      this.board.plain = plain;
      this.board.show(pinned.state, { before: step.state, seat });
      this.#list(pinned, step);
    }
  }

  /**
   * @param {Step} pinned
   * @param {Step} step
   */
  #list(pinned, step) {
    const names = pinned.state.seats.map((one) => one.name ?? "");
    const rows = differences(pinned.state, step.state, names);
    const scroll = this.list.querySelector(".plain-scroll")?.scrollTop ?? 0;
    if (!rows.length) {
      replace(this.list, html("p", {}, gettext("No differences.")));
      return;
    }
    const lines = rows
      .slice(0, MOST_ROWS)
      .map((row) =>
        html("tr", {}, html("th", { scope: "row" }, row.path), html("td", {}, row.before), html("td", {}, row.after)),
      );
    const scrolled = html(
      "div",
      { class: "plain-scroll", tabindex: 0, role: "region", "aria-label": gettext("Differences") },
      html("table", {}, tableHead([gettext("Item"), pinned.position, step.position]), html("tbody", {}, lines)),
    );
    replace(this.list, html("h3", {}, ngettext("One difference", "{number} differences", rows.length)), scrolled);
    scrolled.scrollTop = scroll;
  }
}
