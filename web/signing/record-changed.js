// Tamper alert: warns when a record contradicts its signed receipts, and offers the proof as a download.

import { call, gamePath } from "../core/api.js";
import { button, find, html } from "../core/dom.js";
import { save } from "../board/export-image.js";
import { contradictions, keepReceipt, keptReceipts, takeKey } from "./receipts.js";
import { gettext, ngettext } from "../core/i18n.js";
import { signedTexts } from "./own-key.js";

/** @import { Contradiction, Moved } from "../types.js" */

const SHORT = 12;

/** @param {Contradiction} contradiction */
function words({ receipt, fault, found }) {
  const { position, digest } = receipt;
  switch (fault) {
    case "signature":
      return gettext("The receipt for your move at {position} is not signed with the key it names.", {
        position,
      });
    case "key":
      return gettext(
        "The receipt for your move at {position} is signed with a different key from the one this server had, and no signature links the two keys.",
        { position },
      );
    case "response":
      return gettext("The receipt for your move at {position} is for something else.", { position });
    default:
      if (found === null) {
        return gettext("The server signed a receipt for your move at {position}, but its record has no such entry.", {
          position,
        });
      }
      return gettext(
        "At {position} the server signed the digest {signed}…, but the digest of its record there is {found}…. The record up to that position was changed after it was signed.",
        { position, signed: digest.slice(0, SHORT), found: found.slice(0, SHORT) },
      );
  }
}

/**
 * Save all receipts of the game and the server's current statement, as one line of JSON.
 * @param {string} game
 * @param {Contradiction[]} found
 */
async function saveProof(game, found) {
  const kept = await keptReceipts(game);
  const at = [...new Set(found.map(({ receipt }) => receipt.position))].slice(0, 64).join(",");
  const said = await Promise.allSettled([call(gamePath(game, "/digests", { at })), call("/.well-known/stele.json")]);
  const [digests, keys] = said.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)));
  const proof = {
    format: "stele-proof/1",
    game,
    server: location.origin,
    asked_at: new Date().toISOString(),
    contradictions: found.map(({ receipt, fault, found: now }) => ({ position: receipt.position, fault, found: now })),
    receipts: kept.map(({ receipt }) => receipt),
    signed: await signedTexts(game),
    digests,
    keys,
  };
  save(new Blob([JSON.stringify(proof), "\n"], { type: "application/json" }), `${game}-proof.json`);
}

/**
 * The reader has confirmed the new key from another source: accept it as the server's.
 * @param {Contradiction[]} found
 */
async function takeKeys(found) {
  for (const { receipt } of found) await takeKey(receipt);
  document.getElementById("contradiction")?.remove();
}

/**
 * Show in red what is wrong with a game's record, and offer the proof.
 * @param {string} game
 * @param {Contradiction[]} found
 * @param {string} heading
 * @param {string} said
 */
export function accuse(game, found, heading, said) {
  document.getElementById("contradiction")?.remove();
  find("main").prepend(
    html.section(
      { id: "contradiction", class: "contradiction", role: "alert", "aria-labelledby": "contradiction-heading" },
      html.h2({ id: "contradiction-heading" }, heading),
      html.p(said),
      html.p(
        found.length
          ? gettext("Your receipts are proof of it. Keep them and show them to the other players.")
          : gettext("What you have signed is kept in this browser. Keep it and show it to the other players."),
      ),
      button(gettext("Download the proof"), () => saveProof(game, found), { id: "save-proof" }),
      found.length > 0 &&
        found.every(({ fault }) => fault === "key") &&
        button(gettext("I know why: trust the new key"), () => takeKeys(found), { id: "take-key" }),
    ),
  );
}

/**
 * @param {string} game
 * @param {Contradiction[]} found
 */
function show(game, found) {
  if (found.length) accuse(game, found, gettext("This record differs from what the server signed"), words(found[0]));
}

/**
 * The server denies a game: warn if it has signed moves that this browser made in it.
 * @param {string} game
 */
export async function checkDenial(game) {
  const kept = (await keptReceipts(game)).filter(({ fault }) => !fault);
  if (!kept.length) return;
  accuse(
    game,
    kept.map(({ receipt }) => ({ receipt, fault: "digest", found: null })),
    gettext("The server has no record of a game it signed"),
    ngettext(
      "The server signed one move of this game but now reports that the game never existed.",
      "The server signed {number} moves of this game but now reports that the game never existed.",
      kept.length,
    ),
  );
}

/**
 * Compare the receipts of this game with its record, and warn about contradictions. If the server is unreachable, the
 * next visit tries again.
 * @param {string} game
 */
export async function checkRecord(game) {
  try {
    show(game, await contradictions(game));
    if ((await keptReceipts(game)).length) await (await import("./log-alert.js")).checkGame(game);
  } catch {
    // The page itself reports an unreachable server or an unreadable game.
  }
}

/**
 * Store the receipt of my move, and warn if it is wrong. If storage is refused, play continues.
 * @param {string} game
 * @param {Pick<Moved, "receipt" | "position" | "digest">} moved
 */
export async function witness(game, moved) {
  try {
    show(game, await keepReceipt(game, moved));
  } catch {
    // In an embedded page, or if its reader forbids it, the browser cannot store receipts.
  }
}
