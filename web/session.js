// Signing in: what somebody shows is exchanged for a session of this browser.

import { call, keepPlayer, signedIn } from "./api.js";

/** @import { Json, Player } from "./types.js" */

/**
 * Sign this browser in: with a passkey's answer, with what was in a mail, or with a token.
 * @param {Record<string, Json>} shown
 * @param {{ token?: string, isQuiet?: boolean }} [options] `isQuiet`: nobody has asked for this
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

/** A browser of before has kept a token: it gets a session for it, once. The token stays good for whoever noted it. */
export async function exchangeToken() {
  const token = signedIn()?.token;
  if (token) await signIn({}, { token, isQuiet: true });
}
