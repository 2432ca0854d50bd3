// Polling: requests an analysis of a finished game and reads its partial results until it is done or failed.

import { requirePlayer } from "../masthead/sign-in-prompt.js";
import { Problem, call, signedIn } from "../core/api.js";
import { button, html } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

/**
 * The partial results; nothing if it was not requested, and the reader is not signed in.
 * @template {{ state: "under way" | "done" | "failed" }} Known
 * @param {string} path the path for reading and requesting it
 * @param {string} unasked the kind of problem for results that were not requested
 * @param {boolean} isAgain whether the reader has seen the current state: failed results are requested again
 * @param {number} apart milliseconds between two readings
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
  return signedIn() && call(path, { method: "POST", body: {} });
}

/**
 * What a reader without a name is told, where nobody has asked for an analysis yet.
 * @param {() => void} ask requests it
 */
export function nameOffer(ask) {
  const onclick = async () => {
    if (await requirePlayer(gettext("Sign in to request the analysis."))) ask();
  };
  return [
    html.p({ class: "hint" }, gettext("There is no analysis yet. Choose a name to request one.")),
    button(gettext("Sign in and analyse"), onclick, { class: "primary", id: "sign-in-to-analyse" }),
  ];
}
