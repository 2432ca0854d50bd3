// Sessions: signs up with a name or as a guest, and exchanges credentials for this browser's session.

import { Problem, call, keepPlayer, signedIn } from "../core/api.js";
import { gettext } from "../core/i18n.js";

/** @import { Json, Player } from "../types.js" */

/**
 * Create an account with this name, and sign in.
 * @param {string} name
 */
export async function signUp(name) {
  /** @type {{ player: Player }} */
  const { player } = await call("/api/players", { method: "POST", body: { name, session: true }, withSession: true });
  keepPlayer({ ...player, is_secured: false });
}

/** Sign up as a guest, with a generated name that says so. */
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
 * Sign in with a passkey's answer, with the contents of a mail, or with a token.
 * @param {Record<string, Json>} shown
 * @param {{ token?: string, isQuiet?: boolean }} [options] `isQuiet`: not requested by the player
 */
export async function signIn(shown, { token, isQuiet } = {}) {
  /** @type {{ player: Player, is_secured: boolean }} */
  const { player, is_secured } = await call("/api/sessions", {
    method: "POST",
    body: shown,
    token,
    withSession: true,
    isQuiet,
  });
  keepPlayer({ ...player, is_secured });
}

/** Exchange a token stored by an earlier version for a session, once. The token itself stays valid. */
export async function exchangeToken() {
  const token = signedIn()?.token;
  if (token) await signIn({}, { token, isQuiet: true });
}
