// Sound settings: the volume and the choice to read events aloud, beside the switch for sounds.

import { html } from "../core/dom.js";
import { keep, kept } from "../core/storage.js";
import { strike } from "./synthesis.js";
import { gettext } from "../core/i18n.js";
import { readAloud } from "./read-aloud.js";

/** @import { SoundName } from "../types.js" */

const KEPT_LOUDNESS = "stele-loudness";
const KEPT_VOICE = "stele-voice";

/** From 0 to 1. */
let loudness = Number(kept(KEPT_LOUDNESS) ?? 0.5);
/** @type {HTMLElement | null} */
let offered = null;

/**
 * Let a sound be heard as loud as the reader wants it.
 * @param {SoundName} name
 * @param {number} across from where on the page, from its left (0) to its right edge (1)
 */
export function strikeAsWanted(name, across) {
  strike(name, loudness, across);
}

/** What can be wanted. */
function controls() {
  /** @type {HTMLInputElement} */
  const voice = html("input", {
    type: "checkbox",
    id: "voice",
    checked: kept(KEPT_VOICE) === "true",
    onchange: () => {
      keep(KEPT_VOICE, voice.checked ? "true" : null);
      readAloud(voice.checked);
    },
  });
  /** @type {HTMLInputElement} */
  const level = html("input", {
    type: "range",
    id: "loudness",
    min: 0,
    max: 1,
    step: 0.05,
    value: loudness,
    "aria-label": gettext("Loudness"),
    onchange: () => {
      loudness = Number(level.value);
      keep(KEPT_LOUDNESS, level.value);
      strikeAsWanted("turn", 0.5);
    },
  });
  const hasVoice = "speechSynthesis" in window;
  return html(
    "span",
    { class: "sounds" },
    level,
    hasVoice && html("label", { class: "switch" }, voice, gettext("Read aloud")),
  );
}

/**
 * Offer it while sounds are wanted; without them nothing is read aloud either.
 * @param {HTMLElement} place
 * @param {boolean} areWanted
 */
export function offer(place, areWanted) {
  offered ??= controls();
  if (!offered.isConnected) place.append(offered);
  offered.hidden = !areWanted;
  if (kept(KEPT_VOICE) === "true") readAloud(areWanted);
}
