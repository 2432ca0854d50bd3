// Sign-in prompt: returns the signed-in player, or opens the sign-in dialog and waits for one.
// The session's cookie is out of reach of scripts; the page keeps only which player is signed in.

import { call, signedIn } from "../core/api.js";
import { here } from "../core/base-path.js";

/** @import { SignedIn } from "../types.js" */

/**
 * The player who is signed in, after asking for a name if nobody is; null if they changed their mind.
 * @returns {Promise<SignedIn | null>}
 */
export async function requirePlayer() {
  const player = signedIn();
  if (player) return player;
  const { openSignIn } = await import("./sign-in.js");
  return new Promise((resolve) => {
    const dialog = openSignIn(() => resolve(signedIn()));
    dialog.addEventListener("close", () => resolve(signedIn()), { once: true });
  });
}

/**
 * What the masthead's button opens: the account's page, or the ways to sign in.
 * @param {() => void} changed
 */
export async function openAccount(changed) {
  if (signedIn()) await call("/api/me").catch(() => {}); // who is not known any more is dropped by this
  if (signedIn()) {
    location.assign(here("/account"));
    return;
  }
  const { openSignIn } = await import("./sign-in.js");
  openSignIn(changed);
}
