// Signing in: a name is enough. The token stays in this browser; as the recovery code it opens the account elsewhere.

import { Problem, call, keepPlayer, signedIn } from "./api.js";
import { html } from "./dom.js";
import { gettext } from "./texts.js";

/** Make an account with this name and keep it here; the player with the token. */
export async function signUp(name) {
  const made = await call("/api/players", { method: "POST", body: { name } });
  const player = { ...made.player, token: made.token };
  keepPlayer(player);
  return player;
}

/** Open the account that a recovery code belongs to, and keep it here. */
export async function recover(code) {
  const token = code.trim();
  const found = await call("/api/me", { token });
  keepPlayer({ ...found, token });
}

/** A name for somebody who only wants to try: they can play at once, and the name says what they are. */
export function guestName() {
  const number = crypto.getRandomValues(new Uint16Array(1))[0] % 9000 + 1000;
  return gettext("Guest {number}", { number });
}

/** A dialog with a title, in the page until it is closed; Escape closes it, and focus returns to where it was. */
export function openDialog(title, ...content) {
  const before = document.activeElement;
  const heading = html("h2", { id: "dialog-title" }, title);
  const close = html(
    "button",
    { type: "button", class: "quiet dialog-close", "aria-label": gettext("Close"), onclick: () => dialog.close() },
    "×",
  );
  const dialog = html(
    "dialog",
    { "aria-labelledby": "dialog-title", onclose: () => { dialog.remove(); before?.focus?.(); } },
    html("div", { class: "dialog-head" }, heading, close),
    ...content,
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A line of a form: a control with its label above it. */
export function field(text, control, hint) {
  const name = `field-${control.name || control.id}`;
  control.id ||= name;
  if (hint) control.setAttribute("aria-describedby", `${control.id}-hint`);
  return html(
    "div",
    { class: "field" },
    html("label", { for: control.id }, text),
    control,
    hint && html("p", { class: "hint", id: `${control.id}-hint` }, hint),
  );
}

/** A form whose submission may be refused: the refusal stands above its buttons. */
export function form(submit, ...content) {
  const refusal = html("p", { class: "refusal", role: "alert" });
  const made = html(
    "form",
    {
      onsubmit: async (event) => {
        event.preventDefault();
        refusal.textContent = "";
        const buttons = [...made.querySelectorAll("button")];
        for (const button of buttons) button.disabled = true;
        try {
          await submit(made);
        } catch (error) {
          refusal.textContent = problemText(error);
        } finally {
          for (const button of buttons) button.disabled = false;
        }
      },
    },
    ...content.slice(0, -1),
    refusal,
    content.at(-1),
  );
  return made;
}

/** What a refusal says, with the rule's number if it was against one. */
export function problemText(error) {
  if (!(error instanceof Problem)) return String(error);
  if (error.status === 0) return gettext("The server cannot be reached. Nothing was lost; please try again.");
  return error.rule ? gettext("{reason} (rule {rule})", { reason: error.message, rule: error.rule }) : error.message;
}

/** Copy a text, and say on the button that it was done. */
export function copyButton(text, words) {
  const button = html(
    "button",
    {
      type: "button",
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(text());
          button.textContent = gettext("Copied");
        } catch {
          button.textContent = gettext("Please copy it by hand");
        }
        setTimeout(() => { button.textContent = words; }, 2000);
      },
    },
    words,
  );
  return button;
}

function openSignIn(changed) {
  const name = html("input", { name: "name", required: true, maxlength: 40, autocomplete: "nickname" });
  const code = html("input", { name: "code", required: true, autocomplete: "off", spellcheck: "false" });
  const done = () => { dialog.close(); changed(); };
  const dialog = openDialog(
    gettext("Sign in"),
    form(
      async () => { await signUp(name.value); done(); },
      field(gettext("Your name"), name, gettext("Others see it at the table. No password and no address is asked for.")),
      html("button", { class: "primary" }, gettext("Start with this name")),
    ),
    html("h3", {}, gettext("You have played here before?")),
    form(
      async () => { await recover(code.value); done(); },
      field(gettext("Recovery code"), code),
      html("button", {}, gettext("Sign in with the code")),
    ),
  );
  name.focus();
}

function openAccount(player, changed) {
  const code = html("input", { id: "recovery-code", readonly: true, value: player.token, class: "code" });
  const dialog = openDialog(
    player.name,
    field(
      gettext("Recovery code"), code,
      gettext("Keep it somewhere safe: it is the only way to your games from another browser. Whoever has it plays as you."),
    ),
    html("div", { class: "buttons" },
      copyButton(() => player.token, gettext("Copy the code")),
      html(
        "button",
        { type: "button", onclick: () => { keepPlayer(null); dialog.close(); changed(); } },
        gettext("Sign out of this browser"),
      )),
  );
}

/** The button of the masthead that signs in, or shows the account. */
export function accountButton(changed) {
  const player = signedIn();
  return html(
    "button",
    { type: "button", id: "account", onclick: () => (player ? openAccount(player, changed) : openSignIn(changed)) },
    player ? player.name : gettext("Sign in"),
  );
}

/** The player who is signed in, after asking for a name if nobody is; null if they changed their mind. */
export async function requirePlayer() {
  const player = signedIn();
  if (player) return player;
  return new Promise((resolve) => {
    openSignIn(() => resolve(signedIn()));
    document.querySelector("dialog").addEventListener("close", () => resolve(signedIn()), { once: true });
  });
}
