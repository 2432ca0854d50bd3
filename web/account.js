// Who plays here: a name is enough. The browser has a session, whose cookie no script can read; what is kept here is
// only who that is.

import { call, keepPlayer, Problem, signedIn } from "./api.js";
import { here } from "./base.js";
import { gettext } from "./texts.js";

/** @import { Player, SignedIn } from "./types.js" */

/**
 * Make an account with this name, and sign this browser in.
 * @param {string} name
 */
export async function signUp(name) {
  /** @type {{ player: Player }} */
  const { player } = await call("/api/players", { method: "POST", body: { name, session: true }, withSession: true });
  keepPlayer({ ...player, is_secured: false });
}

/** A name for somebody who only wants to try: they can play at once, and the name says what they are. */
export async function signUpAsGuest() {
  for (let most = 9000; ; most *= 10) {
    const number = (crypto.getRandomValues(new Uint32Array(1))[0] % most) + most / 9;
    try {
      return await signUp(gettext("Guest {number}", { number }));
    } catch (error) {
      const isTaken = error instanceof Problem && error.type === "urn:stele:problem:name-taken";
      if (!isTaken || most > 9e6) throw error;
    }
  }
}

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
