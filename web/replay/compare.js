// Position comparison: two positions side by side with their differences marked and listed in words.

import { Board } from "../board/board.js";
import { announce, button, find, html, replace, tableHead } from "../core/dom.js";
import { Explaining } from "../board/part-help.js";
import { gettext, ngettext } from "../core/i18n.js";
import { closeTool, openTool } from "./study-panel.js";

/** @import { Difference, Differing } from "../board/differences.js" */
/** @import { PlainDrawing } from "../board/load-drawing.js" */
/** @import { Step } from "../types.js" */

/** The pinned position beside the current one, and a table of the differences. */
export class Comparing {
  /** What the pinned board shows. @type {unknown[]} */
  #beside = [null];

  /**
   * @param {Board} current the board of the current position
   * @param {() => void} ended called when the reader closes the comparison
   */
  constructor(current, ended) {
    this.current = current;
    this.place = find("comparing");
    this.stage = find("stage");
    this.title = html.p({ class: "half-title" });
    this.otherTitle = html.p({ class: "half-title" });
    const boardPlace = html.div({ class: "board-place", id: "other-board" });
    this.half = html.div({ class: "half" }, this.otherTitle, html.div({ class: "view" }, boardPlace));
    this.stage.prepend(this.half);
    this.stage.lastElementChild?.prepend(this.title);
    this.heading = html.h2({ id: "compare-heading" });
    this.list = html.div({ class: "differences" });
    replace(this.place, this.heading, button(gettext("End the comparison"), ended, { id: "end-compare" }), this.list);
    this.board = new Board(boardPlace, current.drawing);
    new Explaining(this.board);
  }

  /**
   * Compare the pinned step with the current one; without a pinned step, hide the comparison.
   * @param {Step | null} pinned
   * @param {Step} step
   * @param {number | null} seat
   * @param {PlainDrawing | null} plain
   */
  show(pinned, step, seat, plain) {
    if (pinned && this.place.hidden) openTool(this.place);
    else if (!pinned) closeTool(this.place);
    this.stage.classList.toggle("two", pinned !== null);
    for (const part of [this.place, this.half, this.title]) part.hidden = !pinned;
    this.board.lineUpWith(pinned && this.current);
    if (pinned) {
      this.heading.textContent = gettext("Compared with {position}", { position: pinned.position });
      this.otherTitle.textContent = `${pinned.position} ${pinned.text}`;
      this.title.textContent = this.#titleOf(pinned, step);
      this.board.plain = plain;
      this.board.show(pinned.state, { before: step.state, seat });
      this.#list(pinned, step);
    }
    // Only if the board beside it has changed: a redraw ends its animation.
    const beside = [pinned?.state ?? null, seat, plain];
    if (beside.some((one, place) => one !== this.#beside[place])) this.current.redraw();
    this.#beside = beside;
  }

  /**
   * @param {Step} pinned
   * @param {Step} step
   */
  #titleOf(pinned, { position, text }) {
    if (position !== pinned.position) return `${position} ${text}`;
    const words = gettext("{position} is pinned. Go to another position to compare.", { position });
    announce(words);
    return words;
  }

  /**
   * @param {Step} pinned
   * @param {Step} step
   */
  #list(pinned, step) {
    const groups = this.board.differences(pinned.state, step.state);
    const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
    this.#pointAt([]);
    if (!count) {
      replace(this.list, html.p(gettext("No differences.")));
      return;
    }
    const named = (/** @type {number | null} */ seat) => step.state.seats.find((one) => one.seat === seat)?.name;
    const bodies = groups.map((group) => this.#body(group, named(group.seat) ?? gettext("Board")));
    replace(
      this.list,
      html.h3(ngettext("One difference", "{number} differences", count)),
      html.table(tableHead([gettext("Item"), pinned.position, step.position]), bodies),
    );
  }

  /**
   * The rows of one player, or of none.
   * @param {Differing} group
   * @param {string} whose
   */
  #body({ rows }, whose) {
    return html.tbody(
      html.tr({ class: "whose" }, html.th({ scope: "rowgroup", colspan: 3 }, whose)),
      rows.map((row) => this.#row(row)),
    );
  }

  /** A row; while the pointer is on it, its parts are framed on both boards. @param {Difference} difference */
  #row({ name, before, after, keys }) {
    const row = html.tr({ class: "difference" }, html.th({ scope: "row" }, name), html.td(before), html.td(after));
    row.addEventListener("pointerenter", () => this.#pointAt(keys), { passive: true });
    row.addEventListener("pointerleave", () => this.#pointAt([]), { passive: true });
    return row;
  }

  /** @param {string[]} keys */
  #pointAt(keys) {
    for (const board of [this.board, this.current]) board.pointAt(keys);
  }
}
