// Steps that tell the same of the same seat, one after another, told in one sentence.

import { html } from "./dom.js";
import { ngettext } from "./texts.js";

/** @import { GameEvent } from "./types.js" */
/** @typedef {{ type: string, text: string } & Partial<Pick<GameEvent, "data">>} Told */
/** @typedef {{ items: HTMLElement[], texts: string[], button: HTMLElement }} Group steps that are told in one line */

const NUMBER = /\d+/g;

/**
 * Whether two steps tell the same of the same seat, but for a number.
 * @param {Told} one
 * @param {Told} other
 */
export function isAlike(one, other) {
  const seat = one.data?.seat;
  if (seat === undefined || seat !== other.data?.seat || one.type !== other.type) return false;
  return together([one.text, other.text]) !== null;
}

/**
 * One sentence for several: where they differ in one number, it has all of them. Null: they differ in more than that.
 * @param {string[]} texts
 */
export function together(texts) {
  const [first] = texts;
  const words = first.split(NUMBER);
  if (texts.some((text) => text.split(NUMBER).join("#") !== words.join("#"))) return null;
  const numbers = texts.map((text) => text.match(NUMBER) ?? []);
  const differing = (numbers[0] ?? []).flatMap((number, at) => (numbers.some((one) => one[at] !== number) ? [at] : []));
  if (differing.length > 1) return null;
  return words.reduce((told, word, place) => {
    const at = place - 1;
    return told + (differing.includes(at) ? numbers.map((one) => one[at]).join(", ") : numbers[0][at]) + word;
  });
}

/**
 * For the story of whoever follows a game: reads in one line what several steps tell alike, and can unfold them.
 * @returns {(item: HTMLElement, step: Told) => void} to be told of each line of the story, and the step that it tells
 */
export function toldTogether() {
  /** @type {Group | null} */
  let group = null;
  /** @type {Told | null} */
  let before = null;
  return (item, step) => {
    const all = group && [...group.texts, step.text];
    const text = before && all && isAlike(before, step) ? together(all) : null;
    before = step;
    if (!group || !all || text === null) {
      group = groupOf(item, step.text);
      return;
    }
    const { items, button } = group;
    group.texts = all;
    items.push(item);
    item.hidden = button.getAttribute("aria-expanded") !== "true";
    button.hidden = false;
    const sign = `×${items.length}`;
    button.textContent = sign;
    const words = ngettext("One step", "{number} steps: unfold or fold", items.length);
    button.setAttribute("aria-label", `${sign}, ${words}`); // who says what is written there means this button
    if (item.hidden) nameLine(items[0], text);
  };
}

/**
 * A step that others like it may follow.
 * @param {HTMLElement} item
 * @param {string} text
 */
function groupOf(item, text) {
  /** @type {Group} */
  const group = {
    items: [item],
    texts: [text],
    button: html("button", {
      type: "button",
      class: "quiet story-alike",
      hidden: true,
      "aria-expanded": "false",
      onclick: () => {
        const isFolded = group.button.getAttribute("aria-expanded") === "true";
        group.button.setAttribute("aria-expanded", String(!isFolded));
        for (const one of group.items.slice(1)) one.hidden = isFolded;
        nameLine(item, isFolded ? (together(group.texts) ?? text) : text);
      },
    }),
  };
  item.append(group.button);
  return group;
}

/**
 * @param {HTMLElement} item
 * @param {string} text
 */
function nameLine(item, text) {
  const words = item.querySelector(".story-text");
  if (words) words.textContent = text;
}
