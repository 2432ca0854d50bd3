// Next game: the button and the key that lead to the next game in which it is the player's turn. The button shows a
// preview of that game's board; with automatic advance the page goes there without a click.

import { call, signedIn } from "../core/api.js";
import { here } from "../core/base-path.js";
import { html, replace } from "../core/dom.js";
import { keep, kept } from "../core/storage.js";
import { gettext } from "../core/i18n.js";
import { drawThumbnails, thumbnail } from "../board/thumbnail.js";
import { leftText, nextOf } from "../core/time-left.js";

/** @import { ListedGame } from "../types.js" */

const KEY = "n";
const KEPT = "stele-next";
const LOOK_MILLISECONDS = 4000; // the time to look at the move's effect

/** Finds the next game, and links to it. */
export class NextGame {
  /** The timer before the next game. @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {string} game the current game
   * @param {HTMLElement} place
   */
  constructor(game, place) {
    this.game = game;
    this.place = place;
    document.addEventListener("keydown", (event) => this.#pressed(event));
    // Any action here cancels the advance.
    for (const name of ["keydown", "pointerdown", "wheel"]) {
      document.addEventListener(name, () => clearTimeout(this.#timer), { capture: true, passive: true });
    }
  }

  /** After a move here: show the next waiting game, if there is one; otherwise the lobby, if it is not my turn here. */
  async look(isAsked = false) {
    const waiting = await this.#waiting().catch(() => null);
    if (!waiting) return;
    const words = waiting.length
      ? gettext("Next game ({number})", { number: waiting.length })
      : gettext("No other game is waiting for you. Go to the lobby");
    const [next] = waiting;
    const link = html.a(
      {
        class: next ? "button" : "button no-next",
        id: "next-game",
        href: addressOf(waiting),
        title: next && nameOf(next),
        "aria-keyshortcuts": KEY,
      },
      words,
    );
    replace(this.place, (next || !isAsked) && link, next && this.#byItself(waiting, isAsked));
    if (!next) return;
    for (const name of ["pointerenter", "focus"]) {
      link.addEventListener(name, () => showBoard(next, this.place).catch(() => {}), { once: true });
    }
  }

  /**
   * Whether to advance automatically once it is not my turn here.
   * @param {ListedGame[]} waiting
   * @param {boolean} isAsked
   */
  #byItself(waiting, isAsked) {
    const goOn = (/** @type {boolean} */ isWanted) => {
      clearTimeout(this.#timer);
      if (!isWanted || isAsked) return;
      this.#timer = setTimeout(() => location.assign(here(addressOf(waiting))), LOOK_MILLISECONDS);
    };
    const isWanted = kept(KEPT) === "by itself";
    goOn(isWanted);
    const wish = html.input({
      type: "checkbox",
      id: "next-by-itself",
      checked: isWanted,
      onchange: () => {
        keep(KEPT, wish.checked ? "by itself" : null);
        goOn(wish.checked);
      },
    });
    return html.label({ class: "switch" }, wish, gettext("automatically"));
  }

  /**
   * My other waiting games, the longest waiting first, starting after this one. Null: unknown, or not signed in.
   * @returns {Promise<ListedGame[] | null>}
   */
  async #waiting() {
    if (!signedIn()) return null;
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

/** @param {ListedGame[]} waiting */
function addressOf([next]) {
  return next ? `/games/${next.id}` : "/";
}

/** A game's name, and my remaining time. @param {ListedGame} game */
function nameOf({ title, deadlines, seats }) {
  const me = signedIn()?.id;
  const next = nextOf(deadlines, (seat) => seats[seat].player === me);
  return next ? `${title}, ${leftText(next.at)}` : title;
}

/**
 * Show the next game's board above its button.
 * @param {ListedGame} game
 * @param {HTMLElement} place
 */
async function showBoard(game, place) {
  const board = thumbnail(game);
  drawThumbnails();
  place.append(board);
}
