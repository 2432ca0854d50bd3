// Join requests: create a table or take one of its seats, with this browser's nonce for the game's random draws. The nonce is
// created after the browser has read the commitment to the game's key. In a strict game it stays here, sealed, until
// all seats are taken.

import { requirePlayer } from "../masthead/sign-in-prompt.js";
import { Problem, call, gamePath, signedIn } from "../core/api.js";
import { club } from "../core/club.js";
import { nonce, nonceCommitment } from "../record/draws.js";
import { canHash } from "../record/hashing.js";
import { keep, keptByGame } from "../core/storage.js";
import { gettext } from "../core/i18n.js";
import { here } from "../core/base-path.js";
import { signUpAsGuest } from "../masthead/session.js";

/** @import { Json, ListedGame, Summary, Title } from "../types.js" */
/**
 * @typedef {object} OwnLuck what this browser knows of its part in the random draws of a game
 * @property {string} commitment the commitment to the game's key when the nonce was created
 * @property {string} nonce
 */

const KEPT = "stele-luck";
const MOST_KEPT = 500;
const ATTEMPTS = 5;
const USUAL_PLAYERS = 3;
const CONFLICT = 409;

/**
 * This browser's stored contribution to a game's random draws, or undefined.
 * @param {string} game
 */
export function ownLuck(game) {
  return /** @type {OwnLuck | undefined} */ (keptByGame(KEPT)[game]);
}

/**
 * My contribution to this game's random draws, created unless stored: a request that seemed lost may have been carried out.
 * @param {Summary} summary
 */
function partIn({ id, commitment }) {
  const found = ownLuck(id);
  if (found && found.commitment !== commitment) {
    const detail = gettext(
      "This game's key has a different commitment from the one this browser received earlier. Do not play this game.",
    );
    throw new Problem({ status: 400, title: "", detail });
  }
  if (found) return found;
  const own = { commitment, nonce: nonce() };
  keep(KEPT, JSON.stringify(Object.fromEntries([...Object.entries(keptByGame(KEPT)), [id, own]].slice(-MOST_KEPT))));
  return own;
}

/**
 * Go to a game's page.
 * @param {Pick<Summary, "id" | "invite">} game
 */
export function goToTable({ id, invite }) {
  location.assign(here(`/games/${id}${invite ? `?invite=${encodeURIComponent(invite)}` : ""}`));
}

/**
 * Open a game, join it, and go to its page. If joining fails the game is open nevertheless, and its page offers the
 * seat.
 * @param {Record<string, Json>} body
 */
export async function openTable(body) {
  if (body.strict && !canHash()) throw cannotHash();
  if (body.signed && !(await (await import("../signing/own-key.js")).ownKey())) {
    throw (await import("../signing/sign-moves.js")).cannotSign();
  }
  const game = await call("/api/games", { method: "POST", body: { ...body, sit: false } });
  try {
    await sitDown(game.id, game.invite, game);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  goToTable(game);
}

/**
 * Quick start: open a game of this title against computer players, as a guest if not signed in. Where guests
 * can't sign up, the reader is asked to sign in first.
 * @param {Title} title
 */
export async function playNow(title) {
  if (!signedIn() && club.sign_up === "open") await signUpAsGuest();
  if (!(await requirePlayer())) return;
  const players = Math.min(USUAL_PLAYERS, title.players.max);
  await openTable({ rulebook: title.id, players, computer_players: players - 1 });
}

/**
 * Join in the lowest free seat.
 * @param {string} id
 * @param {string | null} [invite]
 * @param {Summary} [known] the game's summary, if just loaded
 */
export async function sitDown(id, invite = null, known) {
  for (let attempt = 1; ; attempt += 1) {
    const game = known && attempt === 1 ? known : await call(gamePath(id));
    const own = partIn(game);
    const { joining } = await import("../signing/sign-moves.js"); // loaded on joining
    const seat = seatFor(game);
    const part = game.strict ? await sealed(game, seat, own) : { nonce: own.nonce };
    const { body, headers } = await joining(game, "TakeSeat", seat, part);
    const whole = { ...body, ...(game.strict && { seat }), ...(invite && { invite }) };
    try {
      await call(`/api/games/${id}/seats`, { method: "POST", body: whole, headers });
      return;
    } catch (error) {
      // Another player took the seat that was committed to, or signed for.
      const isLate = error instanceof Problem && (error.rule === "G9" || error.rule === "G10");
      if (!isLate || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * The seat that I would take: the one that is reserved for me, or the lowest free one.
 * @param {ListedGame} game
 */
function seatFor({ seats }) {
  const me = signedIn()?.id;
  const own = seats.findIndex(({ reserved }) => reserved && reserved === me);
  return own < 0 ? seats.findIndex(({ kind, reserved }) => kind === "free" && !reserved) : own;
}

/**
 * @param {ListedGame} game
 * @param {number} seat
 * @param {OwnLuck} own
 */
async function sealed(game, seat, { nonce: part }) {
  if (!canHash()) throw cannotHash();
  return { nonce_commitment: await nonceCommitment(game.id, seat, part) };
}

function cannotHash() {
  const detail = gettext(
    "In a strict game your browser must seal its contribution to the random draws, and this browser can't. Open Stele over HTTPS.",
  );
  return new Problem({ status: 400, title: "", detail });
}

/**
 * Whether this game waits for my nonce.
 * @param {ListedGame} game
 */
export function isMineToOpen(game) {
  const me = signedIn()?.id;
  return me !== undefined && (game.to_open ?? []).some((seat) => game.seats[seat].player === me);
}

/**
 * Open my nonce, if the game waits for it and this browser has it; whether it did.
 * @param {ListedGame} game
 */
export async function openOwnNonce(game) {
  const own = ownLuck(game.id);
  if (!own || !isMineToOpen(game)) return false;
  try {
    await call(`/api/games/${game.id}/seat`, { method: "PATCH", body: { nonce: own.nonce } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.receipt) {
      const { keepReceipt } = await import("../signing/receipts.js"); // loaded when an opening is refused
      await keepReceipt(game.id, { ...error.receipt, receipt: error.receipt }).catch(() => []);
    }
    // Another tab of this browser may have been quicker.
    if (error.status !== CONFLICT) throw error;
  }
  return true;
}
