// Passkeys (WebAuthn): adds a passkey to an account and signs in with one.
// Binary values are sent as base64url.

import { call } from "../core/api.js";
import { signIn } from "../masthead/session.js";
import { gettext } from "../core/i18n.js";

/** @import { Account } from "../types.js" */
/** @typedef {{ challenge: string, rp_id: string, user: string, name: string, known: string[] }} Challenge */

const MILLISECONDS = 300000;
const KINDS = [-8, -7, -257]; // EdDSA, ES256, RS256

/** Whether this browser supports passkeys for this address, which needs https or localhost. */
export function canHavePasskeys() {
  return isSecureContext && "credentials" in navigator && "PublicKeyCredential" in window;
}

/** @param {string} text */
function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** @param {ArrayBuffer} bytes */
function textOf(bytes) {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * The browser's credential, with a readable refusal instead of its own.
 * @param {Promise<Credential | null>} asking
 */
async function answered(asking) {
  try {
    const found = await asking;
    if (found instanceof PublicKeyCredential) return found;
  } catch (error) {
    if (error instanceof DOMException && error.name === "InvalidStateError") {
      throw new Error(gettext("This device already has one of your passkeys."), { cause: error });
    }
    if (error instanceof DOMException && error.name === "SecurityError") {
      throw new Error(gettext("Passkeys don't work at this address: they need HTTPS and a domain name."), {
        cause: error,
      });
    }
  }
  throw new Error(gettext("No passkey was used. Try again."));
}

/**
 * Add a passkey for the signed-in player; returns the updated account.
 * @param {string} name
 * @returns {Promise<Account>}
 */
export async function addPasskey(name) {
  const asked = await call("/api/me/passkeys/challenges", { method: "POST", body: {} });
  const { user = "", name: called = "", known = [] } = asked;
  const made = await answered(
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(asked.challenge),
        rp: { id: asked.rp_id, name: "Stele" },
        user: { id: bytesOf(user), name: called, displayName: called },
        pubKeyCredParams: KINDS.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: known.map((id) => ({ type: "public-key", id: bytesOf(id) })),
        authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
        timeout: MILLISECONDS,
      },
    }),
  );
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  const body = {
    name,
    credential_id: textOf(made.rawId),
    client_data: textOf(response.clientDataJSON),
    attestation: textOf(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  };
  return call("/api/me/passkeys", { method: "POST", body });
}

/** Sign in with a passkey of any player: no name is needed. */
export async function signInWithPasskey() {
  const asked = await call("/api/sessions/challenges", { method: "POST", body: {} });
  const found = await answered(
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(asked.challenge),
        rpId: asked.rp_id,
        userVerification: "preferred",
        timeout: MILLISECONDS,
      },
    }),
  );
  const response = /** @type {AuthenticatorAssertionResponse} */ (found.response);
  await signIn({
    passkey: {
      credential_id: textOf(found.rawId),
      client_data: textOf(response.clientDataJSON),
      authenticator_data: textOf(response.authenticatorData),
      signature: textOf(response.signature),
    },
  });
}
