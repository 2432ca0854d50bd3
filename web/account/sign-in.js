// Sign-in forms: a new name, a passkey, a link or code by mail, and a recovery code.

import { call } from "../core/api.js";
import { club } from "../core/club.js";
import { field, form, openDialog } from "../core/dialogs.js";
import { html } from "../core/dom.js";
import { canHavePasskeys, signInWithPasskey } from "./passkeys.js";
import { maySignUp, signIn, signUp } from "../masthead/session.js";
import { gettext } from "../core/i18n.js";

/** Whether this server sends links by mail. */
const HAS_MAIL = "mail" in document.documentElement.dataset;

/**
 * The form that signs in with a passkey; nothing if the browser does not support them.
 * @param {() => void} done
 */
export function passkeyForm(done) {
  if (!canHavePasskeys()) return null;
  return form(
    async () => {
      await signInWithPasskey();
      done();
    },
    html.button({ class: "use-passkey" }, gettext("Sign in with a passkey")),
  );
}

/**
 * The forms that request a mail and accept its digits.
 * @param {string} path of the call that requests a mail
 * @param {string} words of the button that asks for it
 * @param {(said: string) => Promise<void>} opened
 * @param {string | null} [known] the address, if already known; null: it is to be added
 * @param {(ask: () => Promise<unknown>) => Promise<unknown>} [asking] how a mail is requested: by default, immediately
 */
export function mailForms(path, words, opened, known = "", asking = (ask) => ask()) {
  const address = html.input({
    name: "address",
    type: "email",
    required: true,
    maxlength: 254,
    autocomplete: "email",
    value: known ?? "",
    readonly: Boolean(known),
  });
  const digits = html.input({
    name: "digits",
    required: true,
    maxlength: 6,
    pattern: "[0-9]{6}",
    inputmode: "numeric",
    autocomplete: "one-time-code",
  });
  const typing = form(
    () => opened(digits.value),
    html.p(
      { role: "status" },
      known === null
        ? gettext("Check your email. Open the link in this browser, or enter the six-digit code.")
        : gettext(
            "If an account uses this address, an email is on its way. Open the link in this browser, or enter the six-digit code.",
          ),
    ),
    field(gettext("Six-digit code"), digits),
    html.button(gettext("Continue")),
  );
  typing.hidden = true;
  const first = form(
    async () => {
      await asking(() => call(path, { method: "POST", body: { address: address.value }, withSession: true }));
      typing.hidden = false;
      digits.focus();
    },
    field(gettext("Email address"), address),
    html.button({ class: "ask-mail" }, words),
  );
  return html.div({ class: "mail-forms" }, first, typing);
}

/**
 * The form for a new player's name; where new players can't sign up, the reason.
 * @param {() => void} done
 */
export function signUpForm(done) {
  if (!maySignUp()) {
    const why =
      club.sign_up === "closed"
        ? gettext("This server accepts no new players.")
        : gettext("New players need an invitation. Open your invitation link to sign up.");
    return html.p({ class: "no-sign-up" }, why);
  }
  const name = html.input({ name: "name", required: true, maxlength: 40, autocomplete: "nickname" });
  return form(
    async () => {
      await signUp(name.value);
      done();
    },
    field(
      gettext("Your name"),
      name,
      gettext("Other players see this name. You don't need a password or an email address."),
    ),
    html.button({ class: "primary" }, gettext("Start with this name")),
  );
}

/**
 * The dialog with all ways to sign in.
 * @param {() => void} changed
 * @param {string} [why] what it is for
 */
export function openSignIn(changed, why = "") {
  const code = html.input({ name: "code", required: true, autocomplete: "off", spellcheck: "false" });
  const done = () => {
    dialog.close();
    changed();
  };
  const dialog = openDialog(
    gettext("Sign in"),
    why && html.p(why),
    signUpForm(done),
    html.h3(gettext("Played here before?")),
    passkeyForm(done),
    HAS_MAIL &&
      mailForms("/api/sessions/mails", gettext("Send me a link"), async (said) => {
        await signIn({ mail: said });
        done();
      }),
    html.details(
      { class: "with-code", open: !HAS_MAIL && !canHavePasskeys() },
      html.summary(gettext("With a recovery code")),
      form(
        async () => {
          await signIn({}, { token: code.value.trim() });
          done();
        },
        field(gettext("Recovery code"), code),
        html.button(gettext("Sign in with the code")),
      ),
    ),
  );
  dialog.querySelector("input")?.focus();
  return dialog;
}
