// Signatures of commands: signs what the player does with the key of this browser.
// docs/reference/record-signatures.md describes the signed text.

import { Problem, call, gamePath, signedIn } from "../core/api.js";
import { canonical } from "../record/canonical-json.js";
import { nonce } from "../record/draws.js";
import { keepText, ownKey, recoveryCommitment, signText } from "./own-key.js";
import { gettext } from "../core/i18n.js";
import { button } from "../core/dom.js";
import { notice } from "../masthead/page-header.js";

/** @import { OwnKey } from "./own-key.js" */
/** @import { Game } from "../record/game.js" */
/** @import { Json, Move, Several, Summary } from "../types.js" */
/** @typedef {{ id: string, position: string, digest: string }} Place a game, and where its player sees it */

/** By the first scheme these commands are not signed. */
const UNSIGNED = ["Abort", "LeaveSeat"];
const FIRST = "first";
/** In place of a seat: the referee of a game. */
const REFEREE = -1;

/**
 * The header that signs this move at the shown position, if my seat signs with this browser's key.
 * @param {Game} game
 * @param {Move} move
 * @returns {Promise<Record<string, string>>}
 */
export async function signature(game, move) {
  const [signed] = await signatures(game, [move]);
  return signed ? { "Stele-Signature": signed } : {};
}

/**
 * These moves for one request, each signed if my seat signs with this browser's key.
 * @param {Game} game
 * @param {Move[]} moves
 * @returns {Promise<Several>}
 */
export async function signedTogether(game, moves) {
  const signed = await signatures(game, moves);
  return signed.length ? { moves, signatures: signed } : { moves };
}

/**
 * The signatures of moves that follow one another.
 * @param {Game} game
 * @param {Move[]} moves
 */
async function signatures(game, moves) {
  if (game.seat === null) return [];
  const key = await ownKey();
  if (!key || game.state.seats[game.seat]?.public_key !== key.publicKey) return [];
  if (game.summary.signing !== "2") return firstScheme(game, game.seat, key, moves);
  /** @type {string[]} */
  const signed = [];
  let previous = (await freshSummary(game.id)).previous ?? FIRST;
  for (const command of moves) {
    const { header, hash } = await sign(key, game, game.seat, command, previous);
    signed.push(header);
    previous = hash;
  }
  return signed;
}

/**
 * By the first scheme each text but the first names the hash of the one before it in its nonce.
 * @param {Game} game
 * @param {number} seat
 * @param {OwnKey} key
 * @param {Move[]} moves
 */
async function firstScheme(game, seat, key, moves) {
  if (UNSIGNED.includes(moves[0].type)) return [];
  /** @type {string[]} */
  const signed = [];
  let once = nonce();
  for (const command of moves) {
    const scheme = signed.length ? "stele/move/2" : "stele/move/1";
    const { id, position: after, digest } = game;
    const { header, hash } = await signText(
      key,
      canonical({ scheme, game: id, after, digest, seat, command, nonce: once }),
    );
    signed.push(header);
    once = hash.slice(0, 32);
  }
  return signed;
}

/**
 * Sign a command by the second scheme, and store the text before it is sent.
 * @param {OwnKey} key
 * @param {Place} place
 * @param {number} seat
 * @param {Move} command
 * @param {string} previous the hash of the signer's previous text in this game
 */
export async function sign(key, { id: game, position: after, digest }, seat, command, previous) {
  const scheme = "stele/move/3";
  const text = canonical({ scheme, game, after, digest, seat, command, nonce: nonce(), previous });
  const made = await signText(key, text);
  const { signature: own, hash } = made;
  const { type } = command;
  await keepText({ hash, game, seat, type, previous, text, signature: own, publicKey: key.publicKey });
  return made;
}

/**
 * The game's summary as it is now: it names the player's previous text.
 * @param {string} id
 * @returns {Promise<Summary>}
 */
function freshSummary(id) {
  return call(gamePath(id));
}

/**
 * What a player brings to a seat, and the header that signs it, if the game demands that.
 * @param {Summary} game
 * @param {"TakeSeat" | "TakeOver"} type
 * @param {number} seat
 * @param {Record<string, string>} part the nonce or the commitment to one
 * @returns {Promise<{ body: Record<string, Json>, headers: Record<string, string> }>}
 */
export async function joining(game, type, seat, part) {
  const key = await ownKey();
  if (game.signed && !key) throw cannotSign();
  if (!key) return { body: part, headers: {} };
  const recovery = game.signing === "2" ? await recoveryCommitment() : "";
  const brought = { ...part, public_key: key.publicKey, ...(recovery && { recovery }) };
  if (!game.signed || game.signing !== "2") return { body: brought, headers: {} };
  const command = { type, player: signedIn()?.id ?? "", ...brought };
  const { header } = await sign(key, game, seat, command, FIRST);
  return { body: { ...brought, seat }, headers: { "Stele-Signature": header } };
}

/**
 * The header that signs a referee's decision, if the game names a key for it.
 * @param {string} id
 * @param {Record<string, Json>} decision
 * @returns {Promise<Record<string, string>>}
 */
export async function decisionSignature(id, decision) {
  const game = await freshSummary(id);
  if (game.previous === undefined || game.your_seat !== null) return {};
  const key = await ownKey();
  if (!key) throw cannotSign();
  const command = { type: "DecideDispute", by: "referee", ...decision };
  const { header } = await sign(key, game, REFEREE, command, game.previous);
  return { "Stele-Signature": header };
}

/** Why this browser cannot join a signed game. */
export function cannotSign() {
  return new Problem({ status: 400, title: "", detail: cannotSignText() });
}

function cannotSignText() {
  return gettext(
    "Every move in this game is signed, and this browser can't sign. Open Stele over HTTPS in a current browser.",
  );
}

/**
 * Why I cannot play this signed game here: this browser cannot sign, or my seat's key is in another one.
 * @param {Game} game
 * @returns {Promise<"" | "cannot" | "elsewhere">}
 */
async function hindrance({ summary, state, seat }) {
  if (!summary.signed || seat === null || state.status === "finished" || state.status === "aborted") return "";
  if (state.seats[seat]?.resigned) return "";
  const key = await ownKey();
  if (!key) return "cannot";
  return state.seats[seat]?.public_key === key.publicKey ? "" : "elsewhere";
}

/**
 * Show why I cannot play, if so; if the key is in another browser, offer to replace it. Warn if the record has anything
 * of my seat that this browser did not sign.
 * @param {Game} game
 */
export async function checkKey(game) {
  const why = await hindrance(game);
  if (game.summary.signed) {
    // Without a connection the module may be missing; nothing can be checked then.
    import("./seat-watch.js").then(({ checkSeat }) => checkSeat(game)).catch(() => {});
  }
  if (why === "cannot") notice(cannotSignText(), "bad");
  if (why !== "elsewhere") return;
  notice(
    gettext(
      "Your moves in this game are signed with another browser's key. Continue there, or sign with this browser from now on. The record will show the change permanently.",
    ),
    "warn",
    button(gettext("Sign moves here"), () => changeKey(game), { id: "take-over" }),
  );
}

/** @param {Game} game */
async function changeKey(game) {
  const [key, { signHere }] = await Promise.all([ownKey(), import("./change-key.js")]);
  if (key) signHere(game, key.publicKey, sign);
}
