// Browser settings: the account page's sections on language, time zone, signing key and receipts.

import { changing } from "./section-parts.js";
import { proven } from "./reauthenticate.js";
import { call } from "../core/api.js";
import { button, html, replace, section } from "../core/dom.js";
import { canCheckSignatures } from "../record/hashing.js";
import { save } from "../board/export-image.js";
import { keptNote } from "../signing/log-reader.js";
import { readNote } from "../signing/signed-note.js";
import { allReceipts, countReceipts } from "../signing/receipt-store.js";
import { asLines } from "../signing/receipts.js";
import { makeRecovery, ownKey, recoveryCommitment } from "../signing/own-key.js";
import { gettext, language, ngettext } from "../core/i18n.js";

/** @import { Account } from "../types.js" */
/** @import { Show } from "./section-parts.js" */

/**
 * The player's language and time zone for notifications.
 * @param {Account} account
 * @param {Show} show
 */
export function telling({ language: told, zone }, show) {
  const own = { language, zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "" };
  const names = new Intl.DisplayNames(language, { type: "language" });
  const said = told
    ? gettext("Notifications are sent in {language}, with times in {zone}.", {
        language: names.of(told) ?? told,
        zone: zone || "UTC",
      })
    : gettext("Choose a language and time zone for notifications.");
  const isSame = told === own.language && zone === own.zone;
  return section(
    "telling",
    gettext("Language and time"),
    html.p(said),
    !isSame &&
      changing(
        gettext("Use this page's language and time zone"),
        gettext("Use this page's language and time zone"),
        async () => show(await call("/api/me/account", { method: "PATCH", body: own })),
      ),
  );
}

/**
 * Whether the server makes moves that are publicly the player's only choice.
 * @param {Account} account
 * @param {Show} show
 */
export function onlyAnswers({ always_asked: isAsked }, show) {
  const words = isAsked ? gettext("Answer for me") : gettext("Always ask me");
  return section(
    "only-answers",
    gettext("Only one legal answer"),
    html.p(
      isAsked
        ? gettext("You are always asked, even when all players can see that you have only one legal answer.")
        : gettext("When all players can see that you have only one legal answer, the server gives it for you."),
    ),
    changing(words, words, async () =>
      show(await call("/api/me/account", { method: "PATCH", body: { always_asked: !isAsked } })),
    ),
  );
}

/**
 * The recovery code: with it another browser may sign for the seats that were taken in this one.
 */
function recoveryPart() {
  const place = html.p({ id: "recovery", class: "hint" });
  const made = html.code({ id: "recovery-code", hidden: true });
  const making = button(
    gettext("Make a recovery code"),
    async () => {
      made.textContent = await makeRecovery();
      made.hidden = false;
      place.textContent = gettext(
        "Write this code down: it is not stored, and not shown again. Games that you join from now on accept it.",
      );
    },
    { id: "make-recovery", hidden: true },
  );
  tellRecovery(place, making);
  return html.div(place, made, making);
}

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} making
 */
async function tellRecovery(place, making) {
  if (!(await ownKey())) return;
  making.hidden = false;
  place.textContent = (await recoveryCommitment())
    ? gettext("You have a recovery code. A new one counts for games that you join from now on.")
    : gettext(
        "If you lose this browser, only a recovery code lets you continue a signed game. With the code, another browser can sign for your seats.",
      );
}

/**
 * The key with which the player signs decisions as a referee.
 * @param {Account} account
 * @param {Show} show
 */
function deciding(account, show) {
  const place = html.div({ id: "deciding" });
  ownKey().then((key) => {
    if (!key) return;
    const isThis = account.signing_key === key.publicKey;
    const words = gettext("Decide disputes with this browser's key");
    replace(
      place,
      html.p(
        { class: "hint" },
        isThis
          ? gettext("As the referee of a signed game you sign your decisions with this browser's key.")
          : gettext("A signed game that names you as its referee contains your key, and only it can sign decisions."),
      ),
      !isThis &&
        changing(words, words, async () =>
          show(
            await proven(account, () =>
              call("/api/me/account", { method: "PATCH", body: { signing_key: key.publicKey } }),
            ),
          ),
        ),
    );
  });
  return place;
}

/**
 * The signing key of this browser, and its stored receipts.
 * @param {Account} account
 * @param {Show} show
 */
export function browserOnly(account, show) {
  const key = html.p({ id: "own-key", class: "hint" });
  const receipts = html.p({ class: "hint", id: "receipts" });
  tellKey(key);
  const log = html.p({ class: "hint", id: "kept-log" }, logText());
  const saving = button(gettext("Download all receipts"), saveReceipts, { id: "save-all-receipts", hidden: true });
  receiptsText().then((text) => {
    receipts.textContent = text;
  });
  countReceipts().then((number) => {
    saving.hidden = !number;
  });
  return section(
    "signature",
    gettext("Your signature"),
    key,
    recoveryPart(),
    deciding(account, show),
    receipts,
    log,
    saving,
  );
}

/** The state of the server's log that this browser accepts continuations of, in words. */
function logText() {
  const note = keptNote();
  const size = note && readNote(note.note)?.size;
  if (!note || !size) return "";
  const seen = ngettext(
    "This browser has seen one entry of the server's public log, and warns you if it changes.",
    "This browser has seen {number} entries of the server's public log, and warns you if one changes.",
    size,
  );
  if (!note.cosigners.length) return seen;
  const witnesses = gettext("Witnesses: {names}.", { names: note.cosigners.join(", ") });
  return `${seen} ${witnesses}`;
}

/** Save all receipts in this browser to a file, to be checked without this server. */
async function saveReceipts() {
  const lines = asLines((await allReceipts()).map(({ receipt }) => receipt));
  save(new Blob([lines], { type: "application/x-ndjson" }), "receipts.ndjson");
}

/** How this browser uses the server's receipts, in words. */
async function receiptsText() {
  const number = await countReceipts();
  if (number === null) return gettext("This browser can't keep receipts because no storage is available.");
  const kept = ngettext(
    "This browser keeps one receipt for your moves and checks it against the record when you open the game.",
    "This browser keeps {number} receipts for your moves and checks them against the record when you open a game.",
    number,
  );
  if (await canCheckSignatures()) return kept;
  const alone = gettext("Signatures cannot be checked here, so only digests are compared.");
  return `${kept} ${alone}`;
}

/**
 * Show this browser's key and its purpose.
 * @param {HTMLElement} place
 */
async function tellKey(place) {
  const key = await ownKey();
  if (!key) {
    replace(place, gettext("This browser can't sign your moves. Use HTTPS and an up-to-date browser."));
    return;
  }
  replace(
    place,
    gettext(
      "This browser has created a key that signs your moves, so that they can't be forged, not even by this server. Only the public half of the key, shown here, leaves the browser. Each browser has its own key, and a game is signed with the key of the browser in which you joined.",
    ),
    " ",
    html.code(key.publicKey),
  );
}
