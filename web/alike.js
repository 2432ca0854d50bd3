// Steps that tell the same of the same seat, one after another, told in one sentence.

/** @import { GameEvent } from "./types.js" */
/** @typedef {{ type: string, text: string } & Partial<Pick<GameEvent, "data">>} Told */

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
