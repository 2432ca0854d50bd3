// Reauthentication: asks players to confirm their identity again before an action that cannot be undone.

import { Problem, call, signedIn } from "../core/api.js";
import { openDialog } from "../core/dialogs.js";
import { html } from "../core/dom.js";
import { signIn } from "../masthead/session.js";
import { mailForms, passkeyForm } from "./sign-in.js";
import { gettext } from "../core/i18n.js";

/** @import { Account } from "../types.js" */

const PROVE_AGAIN = "urn:stele:problem:prove-again";

/**
 * The ways in which this player can confirm their identity.
 * @param {Account} account
 * @param {() => void | Promise<void>} done
 */
export function proving({ proves, address }, done) {
  return html.div(
    { class: "proving" },
    html.p(gettext("First, confirm that it is you.")),
    proves.includes("passkey") && passkeyForm(done),
    proves.includes("mail") &&
      mailForms(
        "/api/sessions/mails",
        gettext("Send me a link"),
        async (said) => {
          await signIn({ mail: said });
          await done();
        },
        address,
      ),
  );
}

/**
 * Perform this action; if the server requires confirmation of the identity, ask for it and repeat the action.
 * @template Value
 * @param {Account} account
 * @param {() => Promise<Value>} act
 */
export async function proven(account, act) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem) || error.type !== PROVE_AGAIN) throw error;
    await asked(account, error);
  }
  return act();
}

/**
 * The same for a page that does not know the account.
 * @template Value
 * @param {() => Promise<Value>} act
 */
export async function provenHere(act) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem) || error.type !== PROVE_AGAIN) throw error;
  }
  return proven(await call("/api/me/account"), act);
}

/**
 * Resolves once the player has confirmed their identity; otherwise rejects with the refusal.
 * @param {Account} account
 * @param {Problem} refusal
 * @returns {Promise<void>}
 */
function asked(account, refusal) {
  return new Promise((resolve, reject) => {
    const done = () => {
      // A passkey signs in its own player.
      if (signedIn()?.id !== account.player.id) location.reload();
      else resolve();
      dialog.close();
    };
    const dialog = openDialog(gettext("Sign in again"), proving(account, done));
    dialog.addEventListener("close", () => reject(refusal));
  });
}
