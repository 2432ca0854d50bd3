// Polling: requests an analysis of a finished game and reads its partial results until it is done or failed.

import { requirePlayer } from "../account/sign-in-prompt.js";
import { Problem, call } from "../core/api.js";

/**
 * What is known as it grows; nothing if nobody has asked for it, and nobody wants to say who they are.
 * @template {{ state: "under way" | "done" | "failed" }} Known
 * @param {string} path where it is read, and asked for
 * @param {string} unasked the kind of problem that says that nobody has asked for it
 * @param {boolean} isAgain whether the reader has seen how it stands: what has failed is asked for anew
 * @param {number} apart milliseconds from one reading to the next
 * @returns {AsyncGenerator<Known, void>}
 */
export async function* growing(path, unasked, isAgain, apart) {
  /** @type {Known | null} */
  let known = await asked(path, unasked, isAgain);
  while (known) {
    yield known;
    if (known.state !== "under way") return;
    await new Promise((resolve) => {
      setTimeout(resolve, apart);
    });
    known = await call(path);
  }
}

/**
 * @param {string} path
 * @param {string} unasked
 * @param {boolean} isAgain
 */
async function asked(path, unasked, isAgain) {
  try {
    const found = await call(path);
    if (found.state !== "failed" || !isAgain) return found;
  } catch (error) {
    if (!(error instanceof Problem) || error.type !== `urn:stele:problem:${unasked}`) throw error;
  }
  return (await requirePlayer()) && call(path, { method: "POST", body: {} });
}
