// Signing in: a name is enough. The token stays in this browser; as the recovery code it opens the account elsewhere.

import { call, keepPlayer, Problem, signedIn } from "./api.js";
import { copyButton, field, form, openDialog } from "./dialogs.js";
import { html, replace } from "./dom.js";
import { canCheckSignatures } from "./hashing.js";
import { countReceipts } from "./receipt-box.js";
import { ownKey } from "./signing.js";
import { gettext, ngettext } from "./texts.js";

/** @import { Player, SignedIn } from "./types.js" */

/**
 * Make an account with this name and keep it here; the player with the token.
 * @param {string} name
 */
export async function signUp(name) {
  /** @type {{ player: Player, token: string }} */
  const made = await call("/api/players", { method: "POST", body: { name } });
  const player = { ...made.player, token: made.token };
  keepPlayer(player);
  return player;
}

/**
 * Open the account that a recovery code belongs to, and keep it here.
 * @param {string} code
 */
export async function recover(code) {
  const token = code.trim();
  /** @type {Player} */
  const found = await call("/api/me", { token });
  keepPlayer({ ...found, token });
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

/** @param {() => void} changed */
function openSignIn(changed) {
  const name = html("input", { name: "name", required: true, maxlength: 40, autocomplete: "nickname" });
  const code = html("input", { name: "code", required: true, autocomplete: "off", spellcheck: "false" });
  const done = () => {
    dialog.close();
    changed();
  };
  const dialog = openDialog(
    gettext("Sign in"),
    form(
      async () => {
        await signUp(name.value);
        done();
      },
      field(
        gettext("Your name"),
        name,
        gettext("Others see it at the table. No password and no address is asked for."),
      ),
      html("button", { class: "primary" }, gettext("Start with this name")),
    ),
    html("h3", {}, gettext("You have played here before?")),
    form(
      async () => {
        await recover(code.value);
        done();
      },
      field(gettext("Recovery code"), code),
      html("button", {}, gettext("Sign in with the code")),
    ),
  );
  name.focus();
  return dialog;
}

/** What this browser does with the server's receipts, in words. */
async function receiptsText() {
  const number = await countReceipts();
  if (number === null) return gettext("This browser keeps no receipts: it has no place for them.");
  const kept = ngettext(
    "This browser keeps one receipt of your moves, and holds it against the record when you open the game.",
    "This browser keeps {number} receipts of your moves, and holds them against the record when you open a game.",
    number,
  );
  if (await canCheckSignatures()) return kept;
  const alone = gettext("It cannot check their signatures here, so it compares digests only.");
  return `${kept} ${alone}`;
}

/**
 * @param {SignedIn} player
 * @param {() => void} changed
 */
function openAccount(player, changed) {
  const key = html("p", { id: "own-key", class: "hint" });
  tellKey(key);
  const code = html("input", { id: "recovery-code", readonly: true, value: player.token, class: "code" });
  const receipts = html("p", { class: "hint", id: "receipts" });
  receiptsText().then((text) => {
    receipts.textContent = text;
  });
  const dialog = openDialog(
    player.name,
    field(
      gettext("Recovery code"),
      code,
      gettext(
        "Keep it somewhere safe: it is the only way to your games from another browser. Whoever has it plays as you.",
      ),
    ),
    html("p", {}, html("a", { href: `/players/${player.id}` }, gettext("Your profile"))),
    html("h3", {}, gettext("Your signature")),
    key,
    html(
      "div",
      { class: "buttons" },
      copyButton(() => player.token, gettext("Copy the code")),
      html(
        "button",
        {
          type: "button",
          onclick: () => {
            keepPlayer(null);
            dialog.close();
            changed();
          },
        },
        gettext("Sign out of this browser"),
      ),
    ),
    receipts,
  );
}

/**
 * Say what this browser's key is and does.
 * @param {HTMLElement} place
 */
async function tellKey(place) {
  const key = await ownKey();
  if (!key) {
    replace(place, gettext("This browser cannot sign your moves: that needs https and a current browser."));
    return;
  }
  replace(
    place,
    gettext(
      "This browser has made a key that signs your moves, so that nobody, this server included, can make up a move of yours. Only its public half, which is shown here, ever leaves the browser. In another browser you have another key, and a game is signed with the key of the browser in which you sat down.",
    ),
    " ",
    html("code", {}, key.publicKey),
  );
}

/**
 * The player who is signed in, after asking for a name if nobody is; null if they changed their mind.
 * @returns {Promise<SignedIn | null>}
 */
export async function requirePlayer() {
  const player = signedIn();
  if (player) return player;
  return new Promise((resolve) => {
    const dialog = openSignIn(() => resolve(signedIn()));
    dialog.addEventListener("close", () => resolve(signedIn()), { once: true });
  });
}

/**
 * What the masthead's button opens: the account, or the ways to sign in.
 * @param {() => void} changed
 */
export async function openAccountDialog(changed) {
  if (signedIn()) await call("/api/me").catch(() => {}); // a code that is not valid any more is dropped by this
  const player = signedIn();
  if (player) openAccount(player, changed);
  else openSignIn(changed);
}
