// Speech synthesis: reads announcements for screen readers aloud with the browser's voice in the reader's language.

import { find } from "../core/dom.js";
import { language } from "../core/i18n.js";

const MOST_WAITING = 3; // more than a reader wants to catch up with

/** The sentences that wait, the next first. @type {SpeechSynthesisUtterance[]} */
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
  waiting.push(said); // kept here: a browser may forget a sentence that nothing holds
  speechSynthesis.speak(said);
}

/**
 * Read aloud from now on, or fall silent.
 * @param {boolean} isWanted
 */
export function readAloud(isWanted) {
  listening.disconnect();
  speechSynthesis.cancel();
  waiting.splice(0);
  if (!isWanted) return;
  const told = find("announcements");
  listening.observe(told, { childList: true });
  speak(told.textContent); // what was told last: so it is heard that it works
}
