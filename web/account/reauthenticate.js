// Reauthentication: asks players to confirm their identity again before an action that cannot be undone.

import { Problem, signedIn } from "../core/api.js";
import { openDialog } from "../core/dialogs.js";
import { html } from "../core/dom.js";
import { signIn } from "./session.js";
import { mailForms, passkeyForm } from "./sign-in.js";
import { gettext } from "../core/i18n.js";

/** @import { Account } from "../types.js" */

const PROVE_AGAIN = "urn:stele:problem:prove-again";

/**
 * The ways in which this player shows once more who they are.
 * @param {Account} account
 * @param {() => void | Promise<void>} done
 */
export function proving({ proves, address }, done) {
  return html(
    "div",
    { class: "proving" },
    html("p", {}, gettext("First, confirm that it is you.")),
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
 * Do this; if it is refused until the player has shown once more who they are, ask them, and go on.
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
 * The player has shown who they are; else this is refused as before.
 * @param {Account} account
 * @param {Problem} refusal
 * @returns {Promise<void>}
 */
function asked(account, refusal) {
  return new Promise((resolve, reject) => {
    const done = () => {
      // A passkey signs in whoever it belongs to.
      if (signedIn()?.id !== account.player.id) location.reload();
      else resolve();
      dialog.close();
    };
    const dialog = openDialog(gettext("Sign in again"), proving(account, done));
    dialog.addEventListener("close", () => reject(refusal));
  });
}
