// Other games: what followed the shown position in all other public finished games, and who won. The module is loaded
// on demand, and then follows the current step.

import { call, gamePath, problemText } from "../core/api.js";
import { html, replace, tableHead } from "../core/dom.js";
import { gettext, ngettext } from "../core/i18n.js";
import { LEAST_SHARED, numberText, shareText, tooFewText } from "./charts.js";

/** @import { Replaying } from "../replay/controller.js" */
/** @import { PositionStatistics } from "../types.js" */

/** Steps that are passed quickly are not asked for. */
const REST_MILLISECONDS = 400;

/** What followed a position in other games. */
export class OtherGames {
  /** By position. @type {Map<string, PositionStatistics>} */
  #known = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;

  /**
   * @param {HTMLDetailsElement} fold
   * @param {HTMLElement} place
   * @param {Replaying} replaying
   */
  constructor(fold, place, replaying) {
    this.fold = fold;
    this.place = place;
    this.replaying = replaying;
  }

  /** Show the current step's. */
  moved() {
    if (!this.fold.open || !this.replaying.step) return;
    const { position } = this.replaying.step;
    clearTimeout(this.#waiting);
    const known = this.#known.get(position);
    if (known) this.#show(known);
    else this.#waiting = setTimeout(() => this.#ask(position), REST_MILLISECONDS);
  }

  /** @param {string} position */
  async #ask(position) {
    try {
      const found = await call(gamePath(this.replaying.summary.id, `/statistics?at=${position}`));
      this.#known.set(position, found);
      if (this.replaying.step?.position === position) this.#show(found);
    } catch (error) {
      replace(this.place, html.p({ class: "refusal", role: "alert" }, problemText(error)));
    }
  }

  /** @param {PositionStatistics} found */
  #show({ compared, games, answers }) {
    if (!answers.length) {
      const words = compared
        ? gettext("Too few games had this position.")
        : gettext("This position can't be compared. Go to one where a player is to move.");
      replace(this.place, html.p({ class: "hint" }, words));
      return;
    }
    replace(
      this.place,
      answers.some(({ number }) => number < LEAST_SHARED) && html.p({ class: "hint" }, tooFewText()),
      html.table(
        { class: "chances" },
        html.caption(ngettext("{number} game with this position", "{number} games with this position", games)),
        tableHead([gettext("Move"), gettext("Number"), gettext("Won")]),
        html.tbody(
          answers.map(({ text, number, wins }) =>
            html.tr(html.th({ scope: "row" }, text), html.td(numberText(number)), html.td(shareText(wins, number))),
          ),
        ),
      ),
    );
  }
}
