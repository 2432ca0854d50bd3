// Sound settings: the volume, and the browser's voice that reads announcements aloud, beside the switch for sounds.

import { find, html } from "../core/dom.js";
import { keep, kept } from "../core/storage.js";
import { strike } from "./synthesis.js";
import { gettext, language } from "../core/i18n.js";

/** @import { SoundName } from "../types.js" */

const KEPT_LOUDNESS = "stele-loudness";
const KEPT_VOICE = "stele-voice";
const MOST_WAITING = 3; // more sentences than a reader wants to hear later

/** From 0 to 1. */
let loudness = Number(kept(KEPT_LOUDNESS) ?? 0.5);
/** @type {HTMLElement | null} */
let offered = null;

/**
 * Play a sound at the reader's volume.
 * @param {SoundName} name
 * @param {number} across the horizontal position on the page, from left (0) to right (1)
 */
export function strikeAsWanted(name, across) {
  strike(name, loudness, across);
}

/** The settings. */
function controls() {
  /** @type {HTMLInputElement} */
  const voice = html.input({
    type: "checkbox",
    id: "voice",
    checked: kept(KEPT_VOICE) === "true",
    onchange: () => {
      keep(KEPT_VOICE, voice.checked ? "true" : null);
      readAloud(voice.checked);
    },
  });
  /** @type {HTMLInputElement} */
  const level = html.input({
    type: "range",
    id: "loudness",
    min: 0,
    max: 1,
    step: 0.05,
    value: loudness,
    "aria-label": gettext("Volume"),
    onchange: () => {
      loudness = Number(level.value);
      keep(KEPT_LOUDNESS, level.value);
      strikeAsWanted("turn", 0.5);
    },
  });
  const hasVoice = "speechSynthesis" in window;
  return html.span(
    { class: "sounds" },
    level,
    hasVoice && html.label({ class: "switch" }, voice, gettext("Read aloud")),
  );
}

/**
 * Show the settings while sounds are on; without sounds nothing is read aloud either.
 * @param {HTMLElement} place
 * @param {boolean} areWanted
 */
export function offer(place, areWanted) {
  offered ??= controls();
  if (!offered.isConnected) place.append(offered);
  offered.hidden = !areWanted;
  if (kept(KEPT_VOICE) === "true") readAloud(areWanted);
}

/** The waiting sentences, next first. @type {SpeechSynthesisUtterance[]} */
const waiting = [];

const listening = new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) speak(node.textContent ?? "");
});

/** @param {string} text */
function speak(text) {
  if (!text.trim()) return;
  if (waiting.length >= MOST_WAITING) {
    speechSynthesis.cancel();
    waiting.splice(0);
  }
  const said = new SpeechSynthesisUtterance(text);
  said.lang = language;
  said.addEventListener("end", () => waiting.splice(0, waiting.indexOf(said) + 1));
  waiting.push(said); // kept here: a browser may discard an unreferenced utterance
  speechSynthesis.speak(said);
}

/**
 * Start or stop reading aloud.
 * @param {boolean} isWanted
 */
function readAloud(isWanted) {
  listening.disconnect();
  speechSynthesis.cancel();
  waiting.splice(0);
  if (!isWanted) return;
  const told = find("announcements");
  listening.observe(told, { childList: true });
  speak(told.textContent); // the last announcement, as a test
}
