// The way from one table to the next one at which I am asked, so that nobody has to go by the lobby between two moves.

import { call, signedIn } from "./api.js";
import { here } from "./base.js";
import { html, replace } from "./dom.js";
import { gettext } from "./texts.js";

/** @import { Summary } from "./types.js" */

const KEY = "n";

/** Names the next game, and leads to it: by a button, or by a key. */
export class NextGame {
  /**
   * @param {string} game the one that is left
   * @param {HTMLElement} place
   */
  constructor(game, place) {
    this.game = game;
    this.place = place;
    document.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** A move was made here: say which game waits now, if one does; if none does and I am not asked here, name the lobby. */
  async look(isAsked = false) {
    const waiting = await this.#waiting().catch(() => null);
    if (!waiting) return;
    const words = waiting.length
      ? gettext("Next game ({number})", { number: waiting.length })
      : gettext("No other game waits for you: to the lobby");
    replace(
      this.place,
      (waiting.length > 0 || !isAsked) &&
        html(
          "a",
          {
            class: waiting.length ? "button" : "button no-next",
            id: "next-game",
            href: addressOf(waiting),
            "aria-keyshortcuts": KEY,
          },
          words,
        ),
    );
  }

  /**
   * The games that wait for me besides this one: first those that come after it, where the one that has waited longest
   * comes first. Null: that cannot be known, or nobody is signed in.
   * @returns {Promise<Summary[] | null>}
   */
  async #waiting() {
    if (!signedIn()) return null;
    /** @type {{ games: Summary[] }} */
    const { games } = await call("/api/me/turns");
    const own = games.findIndex(({ id }) => id === this.game);
    return [...games.slice(own + 1), ...games.slice(0, Math.max(0, own))];
  }

  /** @param {KeyboardEvent} event */
  async #pressed(event) {
    const { target, key, altKey, ctrlKey, metaKey } = event;
    if (key !== KEY || altKey || ctrlKey || metaKey || event.defaultPrevented) return;
    if (target instanceof Element && target.closest("input:not([type=checkbox]), select, textarea, dialog")) return;
    const waiting = await this.#waiting().catch(() => null);
    if (waiting) location.assign(here(addressOf(waiting)));
  }
}

/** @param {Summary[]} waiting */
function addressOf([next]) {
  return next ? `/games/${next.id}` : "/";
}
