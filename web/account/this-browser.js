// Browser settings: the account page's sections on language, time zone, signing key and receipts.

import { changing } from "./section-parts.js";
import { call } from "../core/api.js";
import { button, html, replace, section } from "../core/dom.js";
import { canCheckSignatures } from "../verify/hashing.js";
import { save } from "../board/export-image.js";
import { allReceipts, countReceipts } from "../signing/receipt-store.js";
import { asLines } from "../signing/receipts.js";
import { ownKey } from "../signing/sign-moves.js";
import { gettext, language, ngettext } from "../core/i18n.js";

/** @import { Account } from "../types.js" */
/** @import { Show } from "./section-parts.js" */

/**
 * In what language and zone of time the player wants to be told.
 * @param {Account} account
 * @param {Show} show
 */
export function telling({ language: told, zone }, show) {
  const own = { language, zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "" };
  const names = new Intl.DisplayNames(language, { type: "language" });
  const said = told
    ? gettext("What is sent to you is in {language}, with times of {zone}.", {
        language: names.of(told) ?? told,
        zone: zone || "UTC",
      })
    : gettext("You have not said in which language and zone of time you want to be told.");
  const isSame = told === own.language && zone === own.zone;
  return section(
    "telling",
    gettext("Language and time"),
    html("p", {}, said),
    !isSame &&
      changing(gettext("Take those of this page"), gettext("Take those of this page"), async () =>
        show(await call("/api/me/settings", { method: "PUT", body: own })),
      ),
  );
}

/**
 * Whether the server gives an answer of the player's that everyone can see to be the only one.
 * @param {Account} account
 * @param {Show} show
 */
export function onlyAnswers({ language: told, zone, always_asked: isAsked }, show) {
  const words = isAsked ? gettext("Answer for me") : gettext("Always ask me");
  return section(
    "only-answers",
    gettext("Only one legal answer"),
    html(
      "p",
      {},
      isAsked
        ? gettext("You are always asked, even where everyone can see that you have only one legal answer.")
        : gettext("Where everyone can see that you have only one legal answer, the server gives it for you."),
    ),
    changing(words, words, async () =>
      show(await call("/api/me/settings", { method: "PUT", body: { language: told, zone, always_asked: !isAsked } })),
    ),
  );
}

/** What this browser signs with, and what it keeps of the server's receipts. */
export function browserOnly() {
  const key = html("p", { id: "own-key", class: "hint" });
  const receipts = html("p", { class: "hint", id: "receipts" });
  tellKey(key);
  const saving = button(gettext("Download all receipts"), saveReceipts, { id: "save-all-receipts", hidden: true });
  receiptsText().then((text) => {
    receipts.textContent = text;
  });
  countReceipts().then((number) => {
    saving.hidden = !number;
  });
  return section("signature", gettext("Your signature"), key, receipts, saving);
}

/** Save every receipt that this browser keeps, to be judged without this server. */
async function saveReceipts() {
  const lines = asLines((await allReceipts()).map(({ receipt }) => receipt));
  save(new Blob([lines], { type: "application/x-ndjson" }), "receipts.ndjson");
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
