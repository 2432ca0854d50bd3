// Reconciliation (virtual DOM): updates the page's elements from one drawing to the next. A part with a key keeps its
// element, even in another place; a part without one keeps the element with the same name and order among its siblings.
// Only the differences are changed on the page.

import { TEXT } from "./elements.js";

/** @import { AttributeValue } from "../types.js" */
/** @import { Drawn } from "./elements.js" */

const SPACES = { svg: "http://www.w3.org/2000/svg", html: "http://www.w3.org/1999/xhtml" };

/** @typedef {{ element: Element, from: number, to: number }} Count a number that has changed and is to be counted */

/**
 * Create the elements of a drawing, reusing the previous ones. Returns the numbers to animate.
 * @param {Drawn | null} before
 * @param {Drawn} after
 */
export function reconcile(before, after) {
  /** @type {Map<string, Drawn>} */
  const keyed = new Map();
  if (before) collect(before, keyed);
  /** @type {Count[]} */
  const counts = [];
  become(after, before?.name === after.name && before.key === after.key ? before : null, keyed, counts);
  return counts;
}

/**
 * @param {Drawn} part
 * @param {Map<string, Drawn>} keyed
 */
function collect(part, keyed) {
  if (part.key !== null) keyed.set(part.key, part);
  for (const child of part.children) collect(child, keyed);
}

/**
 * @param {Drawn} part
 * @param {Drawn | null} old
 * @param {Map<string, Drawn>} keyed
 * @param {Count[]} counts
 */
function become(part, old, keyed, counts) {
  if (part.name === TEXT) {
    const text = /** @type {Text} */ (old?.element ?? document.createTextNode(part.text));
    if (text.data !== part.text) text.data = part.text;
    part.element = text;
    if (old) old.isReplaced = true;
    return;
  }
  const element = /** @type {Element} */ (old?.element ?? document.createElementNS(SPACES[part.space], part.name));
  part.element = element;
  if (old) old.isReplaced = true;
  setAttributes(element, old?.attributes ?? {}, part.attributes);
  const text = old && !old.children.length ? old.text : "";
  const wasParent = old !== null && old.children.length > 0;
  if (part.children.length || wasParent) {
    if (text) element.textContent = "";
    setChildren(element, old?.children ?? [], part.children, keyed, counts);
  }
  if (part.children.length || part.text === text) return;
  if (text && part.text && element.firstChild instanceof Text) element.firstChild.data = part.text;
  else element.textContent = part.text;
  if (part.counts && isWhole(text) && isWhole(part.text)) {
    counts.push({ element, from: Number(text), to: Number(part.text) });
  }
}

/** @param {string} text */
const isWhole = (text) => /^-?\d+$/.test(text);

/**
 * @param {Element} element
 * @param {Record<string, AttributeValue>} before
 * @param {Record<string, AttributeValue>} after
 */
function setAttributes(element, before, after) {
  for (const name in after) {
    const value = after[name];
    if (value === before[name]) continue;
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const name in before) if (!(name in after)) element.removeAttribute(name);
}

/**
 * Whether one may be reused for the other.
 * @param {Drawn} one
 * @param {Drawn} other
 */
const isLike = (one, other) => one.name === other.name && one.key === other.key;

/**
 * Parts before and after an insertion or removal keep their identity.
 * @param {Element} element
 * @param {Drawn[]} before
 * @param {Drawn[]} after
 * @param {Map<string, Drawn>} keyed
 * @param {Count[]} counts
 */
function setChildren(element, before, after, keyed, counts) {
  const olds = matched(before, after, keyed);
  let isSame = before.length === after.length;
  for (let index = 0; index < after.length; index += 1) {
    const part = after[index];
    const old = olds[index];
    become(part, old && !old.isReplaced && old.name === part.name ? old : null, keyed, counts);
    isSame &&= part.element === before[index].element;
  }
  // If the elements and their order are unchanged there is nothing to do: asking the page for each of them is slow.
  if (!isSame) arrange(element, before, after);
}

/**
 * For each part the one that it may become of: with the same key, or in the same place from the start or the end, or
 * else the next with its name between those.
 * @param {Drawn[]} before
 * @param {Drawn[]} after
 * @param {Map<string, Drawn>} keyed
 */
function matched(before, after, keyed) {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isLike(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && isLike(before[before.length - 1 - tail], after[after.length - 1 - tail])) tail += 1;
  const end = before.length - tail;
  let next = head;
  return after.map((part, index) => {
    if (part.key !== null) return keyed.get(part.key) ?? null;
    if (index < head) return before[index];
    if (index >= after.length - tail) return before[index + before.length - after.length];
    let place = next;
    while (place < end && (before[place].key !== null || before[place].name !== part.name)) place += 1;
    if (place === end) return null;
    next = place + 1;
    return before[place];
  });
}

/**
 * Move the elements into their order, and remove the unused ones.
 *
 * Only after all parts have their elements, because a part further in may have taken a sibling's. Unused elements are
 * removed first, and elements needed later are skipped, so that all the others stay in place: a moved element is laid
 * out again with its whole content.
 * @param {Element} element
 * @param {Drawn[]} before
 * @param {Drawn[]} after
 */
function arrange(element, before, after) {
  for (const { element: gone, isReplaced } of before) if (!isReplaced) gone?.remove();
  let cursor = element.firstChild;
  for (const { element: wanted } of after) {
    if (cursor && wanted === cursor.nextSibling) cursor = wanted;
    if (wanted === cursor) cursor = cursor?.nextSibling ?? null;
    else if (wanted) element.insertBefore(wanted, cursor);
  }
  while (cursor) {
    const following = cursor.nextSibling;
    cursor.remove();
    cursor = following;
  }
}
