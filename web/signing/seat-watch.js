// Seat watch: compares what the record has of the player's seat with what this browser has signed, and warns in red.

import { call } from "../core/api.js";
import { recordPath } from "../record/record-call.js";
import { gettext } from "../core/i18n.js";
import { accuse } from "./record-changed.js";
import { ownKey, textsOf } from "./own-key.js";

/** @import { Game } from "../record/game.js" */
/** @import { SignedText } from "./own-key.js" */
/** @typedef {{ type: string, position: string, seat: number | null, data: Record<string, any> }} RecordedEvent */

const MOST_EVENTS = 5000;

/**
 * Warn if the record has anything of my seat that this browser, which took the seat, did not sign.
 * @param {Game} game
 */
export async function checkSeat(game) {
  try {
    const key = await ownKey();
    const own = (await textsOf(game.id)).filter(({ publicKey }) => publicKey === key?.publicKey);
    const seats = new Set(own.filter(({ type }) => type === "TakeSeat" || type === "TakeOver").map(({ seat }) => seat));
    if (!seats.size) return;
    const { events } = await call(recordPath(game.id, "/events", { limit: String(MOST_EVENTS) }));
    const [words] = [...seats].map((seat) => firstStrange(events, own, seat, String(key?.publicKey))).filter(Boolean);
    if (words) accuse(game.id, [], gettext("Something was done for your seat without your signature"), words);
  } catch {
    // The page itself reports an unreachable server; the next visit tries again.
  }
}

/**
 * The first event of my seat that this browser has not signed, in words; empty if there is none.
 * @param {RecordedEvent[]} events
 * @param {SignedText[]} own
 * @param {number} seat
 * @param {string} key
 */
export function firstStrange(events, own, seat, key) {
  const hashes = new Set(own.map(({ hash }) => hash));
  let isMine = false;
  for (const [index, { type, position, data }] of events.entries()) {
    const isOfSeat = data.seat === seat;
    if (type === "SeatTaken" && isOfSeat) isMine = data.public_key === key;
    if (type === "SeatTakenOver" && isOfSeat && data.public_key === key) isMine = true;
    else if (isMine && isOfSeat) {
      const next = events[index + 1]?.data;
      const isSigned = next?.seat === seat && typeof next.digest === "string" && hashes.has(next.digest);
      const words = wordsOf(type, position, data, isSigned, own, hashes);
      if (words) return words;
      if (["KeyChanged", "SeatTakenOver", "SeatLeft", "SeatFreed"].includes(type)) isMine = false;
    }
  }
  return "";
}

/**
 * @param {string} type
 * @param {string} position
 * @param {Record<string, any>} data
 * @param {boolean} isSigned whether this browser signed it
 * @param {SignedText[]} own
 * @param {Set<string>} hashes
 */
function wordsOf(type, position, data, isSigned, own, hashes) {
  const at = { position };
  switch (type) {
    case "KeyChanged":
      if (isSigned) return "";
      return data.recovery
        ? gettext(
            "At {position} the key of your seat was changed with your recovery code. If you did not do that in another browser, someone else has the code.",
            at,
          )
        : gettext(
            "At {position} the key of your seat was changed. This browser holds the old key and did not sign the change.",
            at,
          );
    case "SeatTakenOver":
      if (own.some((text) => text.type === "OfferSeat")) return "";
      return gettext("At {position} another player took over your seat. This browser never signed an offer of it.", at);
    case "GameAborted":
      return isSigned
        ? ""
        : gettext("At {position} the game was called off in your name. This browser never signed that.", at);
    case "SeatLeft":
    case "SeatResigned":
      return isSigned ? "" : gettext("At {position} your seat was given up. This browser never signed that.", at);
    case "CommandSigned":
    case "StatementSigned":
      return hashes.has(data.digest)
        ? ""
        : gettext("At {position} the record has a signature for your seat that this browser has not made.", at);
    default:
      return "";
  }
}
