// Move signatures in a record: checks players' signatures by their seats' keys, and reports missing ones.

import { Failed, isBefore, positionIn } from "./bundle.js";
import { canonical, hasForm, isObject, readCanonical } from "./canonical-json.js";
import { isOfEveryGame } from "./event-schema.js";
import { isSigned, joined, sha256 } from "./hashing.js";
import { isPublicKey } from "./ed25519-points.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { Line, Position } from "./bundle.js" */
/** @import { Said } from "./event-schema.js" */
/** @typedef {{ scheme: string, game: string, after: string, digest: string, seat: number, nonce: string }} SignedText */

const TEXT = {
  scheme: "string",
  game: "string",
  after: "string",
  digest: "string",
  seat: "number",
  command: "object",
  nonce: "string",
};
const MOVE = "stele/move/1";
/** By this scheme a move is valid only directly after the one whose text's hash is its nonce: both came together. */
const NEXT = "stele/move/2";
const IN_DISPUTES = ["DisputeOpened", "DisputeAnswered", "DisputeWithdrawn"];
/** The commands that are never signed. */
const NEVER = [
  "GameCreated",
  "SeatTaken",
  "SeatLeft",
  "SeatReleased",
  "SeatOffered",
  "SeatTakenOver",
  "KeyChanged",
  "GameAborted",
];

/**
 * The content of a signed text; null if it is not of the scheme.
 * @param {unknown} text
 * @returns {SignedText | null}
 */
function readText(text) {
  const said = typeof text === "string" ? readCanonical(text) : null;
  if (!isObject(said) || !hasForm(said, TEXT)) return null;
  const { scheme, digest, nonce, after } = /** @type {Record<string, any>} */ (said);
  const isRight = [MOVE, NEXT].includes(scheme) && /^[0-9a-f]{64}$/.test(digest) && /^[0-9a-f]{32}$/.test(nonce);
  return isRight && positionIn(after) ? /** @type {any} */ (said) : null;
}

/**
 * Whether this was signed together with that text, to follow it: at the same place, with its hash as nonce.
 * @param {SignedText} said
 * @param {string} before
 */
async function continues(said, before) {
  const first = readText(before);
  const hash = await sha256(joined(before));
  return first?.after === said.after && first.digest === said.digest && said.nonce === hash.slice(0, 32);
}

/** The players' signatures of one record, action by action. */
export class SignedMoves {
  /** @type {Map<number, string>} */
  #keys = new Map();
  /** @type {Set<number>} */
  #persons = new Set();
  /** Resigned players, who no longer play but still take part in disputes. @type {Set<number>} */
  #resigned = new Set();
  /** The seats whose time ran out, for which computer players answer. @type {Set<number>} */
  #absent = new Set();
  /** Where each seat acted last. @type {Map<number, Position>} */
  #last = new Map();
  /** Each seat's last signed text, and its action. @type {Map<number, { action: number, text: string }>} */
  #texts = new Map();
  /** @type {Map<string, string>} */
  #digests;
  /**
   * For each seat the number of moves, of valid signatures, of sealed moves, and of signatures by a key that proves
   * nothing. @type {Map<number, [number, number, number, number]>}
   */
  #counts = new Map();
  /**
   * How each key came to its seat, one after the other, with the moves that it signed. @type {Map<number, { words:
   * (number: number) => string, count: number }[]>}
   */
  #eras = new Map();
  /** The last position covered by each seat's signatures. @type {Map<number, Position>} */
  #bound = new Map();
  /** Moves by a computer player for a seat. @type {Map<number, number>} */
  #computed = new Map();
  #isOver = false;
  /** @type {string[]} */
  #notes = [];
  /** Warnings for the reader: keys without a confirmation by the previous key. @type {string[]} */
  warnings = [];
  /** @type {{ line: Line, said: Said }[]} */
  #action = [];

  /**
   * @param {string} game
   * @param {Record<string, any>} created its opening event
   * @param {Line[]} lines
   * @param {boolean} canCheck without it, only the signed texts are checked, not the signatures
   */
  constructor(game, created, lines, canCheck) {
    this.game = game;
    this.isSignedGame = created.signed;
    this.isFirstEdition = (created.edition ?? 1) < 2;
    this.isOnce = created.pace?.outcome === "once";
    this.canCheck = canCheck;
    this.#digests = new Map(lines.map(({ at, digest }) => [at, digest]));
  }

  /** Whether any seat signs. */
  get isUsed() {
    return this.#keys.size > 0;
  }

  /** Whether a signature could be checked, or there is none. */
  get isTold() {
    const counts = [...this.#counts.values()];
    return counts.some(([, right]) => right) || !counts.some(([, , sealed]) => sealed);
  }

  /** How many moves of which seat are signed, and remarks on the keys. */
  get words() {
    const seats = [...this.#keys.keys()].sort((one, other) => one - other);
    return [...seats.flatMap((seat) => this.#wordsOf(seat)), ...this.#notes].join(" ");
  }

  /**
   * @param {number} seat
   * @returns {string[]}
   */
  #wordsOf(seat) {
    const [moves, right, sealed, worthless] = this.#counted(seat);
    const eras = this.#eras.get(seat) ?? [];
    const parts = eras.filter(({ count }) => count).map(({ words, count }) => words(count));
    const told = [gettext("Seat {seat}: {right} of {moves} moves are signed with its key.", { seat, right, moves })];
    if (parts.length && eras.length > 1) told.push(`(${parts.join(", ")})`);
    const bound = this.#bound.get(seat);
    if (bound) {
      const position = `${bound.action}-${bound.effect}`;
      told.push(gettext("Its signatures bind everything up to {position}.", { position }));
    }
    if (sealed && this.#isOver) {
      told.push(
        ngettext(
          "The signed text of one more move is not revealed in this file.",
          "The signed texts of {number} more moves are not revealed in this file.",
          sealed,
        ),
      );
    } else if (sealed) {
      told.push(
        ngettext(
          "One more is sealed until the game is over.",
          "{number} more are sealed until the game is over.",
          sealed,
        ),
      );
    }
    if (worthless) {
      told.push(
        ngettext(
          "One more is signed with a key that ANYONE can use: that proves nothing.",
          "{number} more are signed with a key that ANYONE can use: that proves nothing.",
          worthless,
        ),
      );
    }
    const computed = this.#computed.get(seat);
    if (computed) {
      told.push(
        ngettext(
          "A computer player made one unsigned move for this seat.",
          "A computer player made {number} unsigned moves for this seat.",
          computed,
        ),
      );
    }
    return told;
  }

  /**
   * Process the next entry; at the end of an action, throws `Failed` at its first wrong entry.
   * @param {Line} next
   * @param {Said} saidNext
   * @param {boolean} isLast
   */
  async take(next, saidNext, isLast) {
    this.#action.push({ line: next, said: saidNext });
    if (!isLast) return;
    const action = this.#action;
    this.#action = [];
    const signers = action.filter(({ said }) => said.data.type === "CommandSigned").map(({ said }) => said.data.seat);
    this.#count(action[0], signers);
    if (this.isOnce && !isOfEveryGame(action[0].said.data.type)) this.#absent.delete(action[0].said.actor ?? -1);
    for (const { line, said } of action) await this.#look(line, said.data);
    for (const { line, said } of action) if (said.actor !== undefined) this.#last.set(said.actor, line.position);
  }

  /** @param {number} seat */
  #counted(seat) {
    const counts = this.#counts.get(seat) ?? [0, 0, 0, 0];
    this.#counts.set(seat, counts);
    return counts;
  }

  /**
   * @param {{ line: Line, said: Said }} first
   * @param {number[]} signers
   */
  #count({ line, said: { actor, data } }, signers) {
    const isNever = NEVER.includes(data.type);
    const mayDispute = IN_DISPUTES.includes(data.type) && this.#resigned.has(actor ?? -1);
    const isPerson = actor !== undefined && (this.#persons.has(actor) || mayDispute);
    if (signers.length && (isNever || (actor !== undefined && !isPerson))) {
      throw new Failed(line.at, gettext("This cannot have been signed by a player."));
    }
    if (isNever || actor === undefined || (data.type === "NonceOpened" && !signers.length)) return;
    if (!isPerson || (this.#absent.has(actor) && !signers.length && !isOfEveryGame(data.type))) {
      if (!isOfEveryGame(data.type)) this.#computed.set(actor, (this.#computed.get(actor) ?? 0) + 1);
      return;
    }
    this.#counted(actor)[0] += 1;
    if (this.isSignedGame && !signers.includes(actor)) {
      throw new Failed(
        line.at,
        gettext("Seat {seat} did not sign this, although the game is signed.", { seat: actor }),
      );
    }
  }

  /**
   * @param {Line} line
   * @param {Record<string, any>} data
   */
  async #look(line, data) {
    const { type, seat } = data;
    if (type === "SeatTaken" || type === "SeatTakenOver") this.#sit(line, data);
    if (type === "TimedOut") this.#absent.add(seat);
    if (type === "SeatReturned" || type === "SeatTakenOver") this.#absent.delete(seat);
    if (type === "SeatLeft") this.#keys.delete(seat);
    if (type === "SeatLeft" || type === "SeatResigned" || type === "SeatFreed") this.#persons.delete(seat);
    if (type === "SeatResigned") this.#resigned.add(seat);
    if (type === "SeatFreed") this.#resigned.delete(seat);
    if (type === "GameFinished" || type === "GameAborted") this.#isOver = true;
    if (type === "KeyChanged") await this.#changeKey(line, data);
    if (type === "CommandSigned") {
      const isSealed = !Object.hasOwn(line.secrets, "text");
      if (!isSealed) await this.#checkText(line, data);
      const isWorthless = this.#isWorthless(seat);
      const counts = this.#counted(seat);
      if (!isSealed && isWorthless && !counts[3]) {
        this.warnings.push(
          gettext("Anyone can sign with the key of seat {seat}: its signatures prove nothing.", { seat }),
        );
      }
      counts[isSealed ? 2 : isWorthless ? 3 : 1] += 1;
      const era = this.#eras.get(seat)?.at(-1);
      if (era && !isSealed && !isWorthless) era.count += 1;
    }
  }

  /**
   * @param {Line} line
   * @param {Record<string, any>} data
   */
  #sit(line, { type, seat, kind = "person", public_key: key = "" }) {
    const at = { seat, position: line.at };
    if (type === "SeatTaken") {
      this.#eras.set(seat, []);
      this.#begin(seat, (number) => gettext("{number} with the key used when joining", { number }));
    } else {
      if (this.#keys.get(seat)) {
        this.warnings.push(
          gettext(
            "Seat {seat} was taken over at {position}. Another player signs from then on, and no earlier key of the seat confirms the change.",
            at,
          ),
        );
      } else {
        this.#notes.push(gettext("Seat {seat} was taken over at {position}. Another player signs from then on.", at));
      }
      this.#begin(seat, (number) => gettext("{number} with the key that took over at {position}", { number, ...at }));
    }
    if (kind === "person") {
      this.#persons.add(seat);
      if (this.isSignedGame && !key) {
        throw new Failed(
          line.at,
          gettext("Seat {seat} was taken without a key, although the game is signed.", { seat }),
        );
      }
    }
    if (key || this.#keys.has(seat)) this.#keys.set(seat, key);
  }

  /**
   * Another key signs for the seat from here.
   * @param {number} seat
   * @param {(number: number) => string} words how it came, with the number of moves it signed
   */
  #begin(seat, words) {
    this.#eras.set(seat, [...(this.#eras.get(seat) ?? []), { words, count: 0 }]);
  }

  /**
   * Whether others than the owner can sign with the seat's key: games of the first edition accepted such keys.
   * @param {number} seat
   */
  #isWorthless(seat) {
    const key = this.#keys.get(seat) ?? "";
    return this.isFirstEdition && key !== "" && !isPublicKey(key);
  }

  /**
   * @param {Line} line
   * @param {Record<string, any>} data
   */
  async #changeKey(line, { seat, public_key: key, signature: given }) {
    const old = this.#keys.get(seat) ?? "";
    const signature = this.#isWorthless(seat) ? "" : given;
    if (signature && this.canCheck) {
      const text = canonical({ scheme: "stele/key/1", game: this.game, seat, old, public_key: key });
      const isRight = await isSigned(text, signature, old);
      if (!isRight) {
        throw new Failed(line.at, gettext("The old key of seat {seat} did not sign the new one.", { seat }));
      }
    }
    const at = { seat, position: line.at };
    if (!old) {
      this.#notes.push(gettext("Seat {seat} registered its key at {position}.", at));
      this.#eras.set(seat, []);
    } else if (!signature) {
      this.warnings.push(
        gettext(
          "The key of seat {seat} was changed at {position} WITHOUT a signature by the old key: there is only the server's word that the player did it.",
          at,
        ),
      );
    }
    this.#begin(seat, (number) =>
      old && !signature
        ? gettext("{number} with the key from {position}, not confirmed by an earlier key", { number, ...at })
        : gettext("{number} with the key from {position}", { number, ...at }),
    );
    this.#keys.set(seat, key);
  }

  /**
   * @param {Line} line
   * @param {Record<string, any>} data
   */
  async #checkText(line, { seat, signature }) {
    const [text] = line.secrets.text;
    const said = readText(text);
    if (!said) throw new Failed(line.at, gettext("The signed data has an unknown format."));
    const isLeft = !this.canCheck || this.#isWorthless(seat);
    const isRight = isLeft || (await isSigned(String(text), signature, this.#keys.get(seat) ?? ""));
    if (!isRight) throw new Failed(line.at, gettext("This is not signed with the key of seat {seat}.", { seat }));
    const after = /** @type {Position} */ (positionIn(said.after));
    const last = this.#last.get(seat);
    const isHere =
      said.game === this.game &&
      said.seat === seat &&
      this.#digests.get(said.after) === said.digest &&
      after.action < line.position.action;
    const bound = this.#bound.get(seat);
    if (!this.#isWorthless(seat) && (!bound || isBefore(bound, after))) this.#bound.set(seat, after);
    const { action } = line.position;
    const before = this.#texts.get(seat);
    this.#texts.set(seat, { action, text: String(text) });
    const isRightPlace =
      said.scheme === NEXT
        ? before?.action === action - 1 && (await continues(said, before.text))
        : !last || !isBefore(after, last);
    if (!isHere || !isRightPlace) {
      throw new Failed(line.at, gettext("Seat {seat} signed this for a different point in the record.", { seat }));
    }
  }
}
