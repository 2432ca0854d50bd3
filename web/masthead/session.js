// Sessions: signs up with a name or as a guest, and exchanges credentials for this browser's session.

import { Problem, call, keepPlayer, signedIn } from "../core/api.js";
import { club } from "../core/club.js";
import { gettext } from "../core/i18n.js";
import { keep, kept } from "../core/storage.js";

/** @import { Json } from "../types.js" */

/** The storage key of the code of an invitation, until it is used. */
const INVITATION = "stele-invitation";

/** Keep the code of an invitation link, to sign up with it. @param {string} code */
export function keepInvitation(code) {
  keep(INVITATION, code);
}

/** Whether a new player can sign up in this browser, as far as it knows. */
export function maySignUp() {
  return club.sign_up === "open" || (club.sign_up === "invited" && kept(INVITATION) !== null);
}

/**
 * Create an account with this name, and sign in.
 * @param {string} name
 */
export async function signUp(name) {
  const invitation = club.sign_up === "invited" ? kept(INVITATION) : null;
  const { player } = await call("/api/players", {
    method: "POST",
    body: { name, session: true, ...(invitation && { invitation }) },
    withSession: true,
  });
  keep(INVITATION, null);
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
