// Sound: the switch for the table's sounds, which are off by default and loaded when turned on, and the turn sound.

import { html } from "../core/dom.js";
import { keep, kept } from "../core/storage.js";
import { gettext } from "../core/i18n.js";

/** @import { SoundName } from "../types.js" */
/** @import { Game } from "../record/game.js" */

const KEPT = "stele-sound";

/** @type {typeof import("./settings.js") | null} */
let how = null;
let isWanted = false;

/**
 * Play a sound, if sounds are on.
 * @param {SoundName} name
 * @param {number} [across] the horizontal position on the page, from left (0) to right (1)
 */
export function play(name, across = 0.5) {
  if (isWanted) how?.strikeAsWanted(name, across);
}

/**
 * @param {boolean} wanted
 * @param {HTMLElement} place the element of the switch
 */
async function want(wanted, place) {
  isWanted = wanted;
  keep(KEPT, String(wanted));
  if (wanted) how ??= await import("./settings.js");
  how?.offer(place, isWanted);
}

/** The switch for the sounds. */
export function soundSwitch() {
  const isKept = kept(KEPT) === "true";
  /** @type {HTMLInputElement} */
  const sound = html.input({
    type: "checkbox",
    id: "sound",
    checked: isKept,
    onchange: () => want(sound.checked, place).then(() => play("turn")),
  });
  const place = html.span({ class: "sounds" }, html.label({ class: "switch" }, sound, gettext("Sounds")));
  if (isKept) want(true, place);
  return place;
}

/** Plays the turn sound when the board has settled and my turn has begun. */
export class Gong {
  /** @type {"asked" | "waiting" | "won" | "over" | null} */
  #standing = null;

  /** @param {Game} game */
  hear(game) {
    const before = this.#standing;
    this.#standing = standingOf(game);
    if (before === null || before === this.#standing) return;
    if (this.#standing === "asked") play("turn");
    if (this.#standing === "won") play("win");
  }
}

/** @param {Game} game */
function standingOf({ seat, moves, state: { result } }) {
  if (result) return seat !== null && result.places[seat] === 1 ? "won" : "over";
  return moves.length ? "asked" : "waiting";
}
