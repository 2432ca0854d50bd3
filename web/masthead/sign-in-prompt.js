// Sign-in prompt: returns the signed-in player, or opens the sign-in dialog and waits for one. Scripts cannot read the
// session's cookie; the page stores only which player is signed in.

import { call, signedIn } from "../core/api.js";
import { here } from "../core/base-path.js";

/** @import { SignedIn } from "../types.js" */

/**
 * The signed-in player, after asking for a name if necessary; null if the dialog was cancelled.
 * @param {string} [why] what it is for, where that is not the obvious next step
 * @returns {Promise<SignedIn | null>}
 */
export async function requirePlayer(why) {
  const player = signedIn();
  if (player) return player;
  const { openSignIn } = await import("../account/sign-in.js");
  return new Promise((resolve) => {
    const dialog = openSignIn(() => resolve(signedIn()), why);
    dialog.addEventListener("close", () => resolve(signedIn()), { once: true });
  });
}

/**
 * The masthead's button: opens the account page, or the sign-in dialog.
 * @param {() => void} changed
 */
export async function openAccount(changed) {
  if (signedIn()) await call("/api/me").catch(() => {}); // this signs out an unknown player
  if (signedIn()) {
    location.assign(here("/account"));
    return;
  }
  const { openSignIn } = await import("../account/sign-in.js");
  openSignIn(changed);
}
