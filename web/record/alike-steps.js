// Alike steps: merges similar consecutive steps of a seat into one sentence.

import { html } from "../core/dom.js";
import { ngettext } from "../core/i18n.js";
import { textOf } from "./sentences.js";

/** @import { GameEvent, SentencePart } from "../types.js" */
/** @typedef {Pick<GameEvent, "type" | "text"> & Partial<Pick<GameEvent, "parts" | "seats">>} StoryStep */
/** @typedef {{ items: HTMLElement[], told: StoryStep[], button: HTMLElement }} Group steps that are told in one line */

/**
 * Whether two steps of the same seat differ at most in a number.
 * @param {StoryStep} one
 * @param {StoryStep} other
 */
export function isAlike(one, other) {
  return one.type === other.type && Boolean(one.seats?.length) && together([one, other]) !== null;
}

/**
 * One sentence for several that differ in one number, with all the numbers. Null: they differ in more.
 * @param {StoryStep[]} told
 */
export function together(told) {
  const sentences = told.map(({ parts, text }) => parts ?? [text]);
  const [first] = sentences;
  if (sentences.some((parts) => parts.length !== first.length)) return null;
  const columns = first.map((_part, at) => sentences.map((parts) => parts[at]));
  const differing = columns.filter((column) => column.some((part) => !isSame(part, column[0])));
  if (differing.length > 1 || differing.flat().some((part) => typeof part !== "number")) return null;
  return columns.map((column) => (differing.includes(column) ? column.join(", ") : textOf(column[0]))).join("");
}

/**
 * @param {SentencePart} one
 * @param {SentencePart} other
 */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * For the story of a followed game: combines similar steps into one line that can be expanded.
 * @returns {(item: HTMLElement, step: StoryStep) => void} called with each line of the story and its step
 */
export function toldTogether() {
  /** @type {Group | null} */
  let group = null;
  /** @type {StoryStep | null} */
  let before = null;
  return (item, step) => {
    const all = group && [...group.told, step];
    const text = before && all && isAlike(before, step) ? together(all) : null;
    before = step;
    if (!group || !all || text === null) {
      group = groupOf(item, step);
      return;
    }
    const { items, button } = group;
    group.told = all;
    items.push(item);
    item.hidden = button.getAttribute("aria-expanded") !== "true";
    button.hidden = false;
    const sign = `×${items.length}`;
    button.textContent = sign;
    const words = ngettext("One step: expand or collapse", "{number} steps: expand or collapse", items.length);
    button.setAttribute("aria-label", `${sign}, ${words}`); // voice control users who say the visible text mean this
    if (item.hidden) nameLine(items[0], text);
  };
}

/**
 * A step that similar ones may follow.
 * @param {HTMLElement} item
 * @param {StoryStep} step
 */
function groupOf(item, step) {
  /** @type {Group} */
  const group = {
    items: [item],
    told: [step],
    button: html.button({
      type: "button",
      class: "quiet story-alike",
      hidden: true,
      "aria-expanded": "false",
      onclick: () => {
        const isFolded = group.button.getAttribute("aria-expanded") === "true";
        group.button.setAttribute("aria-expanded", String(!isFolded));
        for (const one of group.items.slice(1)) one.hidden = isFolded;
        nameLine(item, isFolded ? (together(group.told) ?? step.text) : step.text);
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
