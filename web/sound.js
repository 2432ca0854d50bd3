// Whether the table is heard, how loud, and whether what happens is read aloud. It is silent until the reader wants
// sounds; what makes them is loaded then.

import { html } from "./dom.js";
import { keep, kept } from "./keeping.js";
import { gettext } from "./texts.js";

/** @import { SoundName } from "./types.js" */

const KEPT = "stele-sound";
const KEPT_LOUDNESS = "stele-loudness";
const KEPT_VOICE = "stele-voice";

/** @type {typeof import("./synthesis.js") | null} */
let synthesis = null;
let isWanted = false;
/** From 0 to 1. */
let loudness = Number(kept(KEPT_LOUDNESS) ?? 0.5);

/**
 * Let a sound be heard, if the reader wants sounds.
 * @param {SoundName} name
 * @param {number} [across] from where on the page, from its left (0) to its right edge (1)
 */
export function play(name, across = 0.5) {
  if (isWanted) synthesis?.strike(name, loudness, across);
}

/** @param {boolean} wanted */
async function want(wanted) {
  isWanted = wanted;
  keep(KEPT, String(wanted));
  if (wanted) synthesis ??= await import("./synthesis.js");
}

/** @param {boolean} wanted */
async function wantVoice(wanted) {
  keep(KEPT_VOICE, wanted ? "true" : null);
  const { readAloud } = await import("./voice.js");
  readAloud(wanted);
}

/** The switch for the sounds, and beside it, once they are on, how loud they are and whether the story is read aloud. */
export function soundSwitch() {
  const isKept = kept(KEPT) === "true";
  const hasVoice = kept(KEPT_VOICE) === "true";
  if (isKept) want(true);
  if (isKept && hasVoice) wantVoice(true);
  /** @type {HTMLInputElement} */
  const voice = html("input", {
    type: "checkbox",
    id: "voice",
    checked: hasVoice,
    onchange: () => wantVoice(voice.checked),
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
      play("turn");
    },
  });
  const more = html(
    "span",
    { class: "sounds", hidden: !isKept },
    level,
    "speechSynthesis" in window && html("label", { class: "switch" }, voice, gettext("Read aloud")),
  );
  /** @type {HTMLInputElement} */
  const sound = html("input", {
    type: "checkbox",
    id: "sound",
    checked: isKept,
    onchange: () => {
      more.hidden = !sound.checked;
      if (!sound.checked && voice.checked) wantVoice(false).then(() => (voice.checked = false));
      want(sound.checked).then(() => play("turn"));
    },
  });
  return html("span", { class: "sounds" }, html("label", { class: "switch" }, sound, gettext("Sounds")), more);
}
