// Sound: the switch for the table's sounds, which are off by default and loaded when turned on.

import { html } from "../core/dom.js";
import { keep, kept } from "../core/storage.js";
import { gettext } from "../core/i18n.js";

/** @import { SoundName } from "../types.js" */

const KEPT = "stele-sound";

/** @type {typeof import("./settings.js") | null} */
let how = null;
let isWanted = false;

/**
 * Let a sound be heard, if the reader wants sounds.
 * @param {SoundName} name
 * @param {number} [across] from where on the page, from its left (0) to its right edge (1)
 */
export function play(name, across = 0.5) {
  if (isWanted) how?.strikeAsWanted(name, across);
}

/**
 * @param {boolean} wanted
 * @param {HTMLElement} place of the switch
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
  const sound = html("input", {
    type: "checkbox",
    id: "sound",
    checked: isKept,
    onchange: () => want(sound.checked, place).then(() => play("turn")),
  });
  const place = html("span", { class: "sounds" }, html("label", { class: "switch" }, sound, gettext("Sounds")));
  if (isKept) want(true, place);
  return place;
}
