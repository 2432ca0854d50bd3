// Move signatures in a record: checks players' signatures by their seats' keys, and reports missing ones.

import { Failed, isBefore, positionIn } from "./bundle.js";
import { canonical, hasForm, isObject, readCanonical } from "../record/canonical-json.js";
import { isOfEveryGame } from "./event-schema.js";
import { isSigned, joined, sha256 } from "../record/hashing.js";
import { isPublicKey } from "../record/ed25519-points.js";
import { SeatNames } from "./seat-names.js";
import { IN_DISPUTES, NO_MOVES, OMITTED, OWN, SHARED_EVENTS } from "../record/shared-events.js";
import { gettext } from "../core/i18n.js";

/** @import { Line, Position } from "./bundle.js" */
/** @import { Said } from "./event-schema.js" */
/** @typedef {{ scheme: string, game: string, after: string, digest: string, seat: number, command: Record<string, any>, nonce: string, previous?: string }} SignedText */

const TEXT = {
  scheme: "string",
  game: "string",
  after: "string",
  digest: "string",
  seat: "number",
  command: "object",
  nonce: "string",
  previous: "?string",
};
const MOVE = "stele/move/1";
/** By this scheme a move is valid only directly after the one whose text's hash is its nonce: both came together. */
const NEXT = "stele/move/2";
/** By this scheme each text names the signer's previous one. */
const COMMAND = "stele/move/3";
const FIRST_TEXT = "first";
/** In place of a seat: the referee of a game. */
const REFEREE = -1;
const SIGNATURES = ["CommandSigned", "StatementSigned"];
const NO_REMEDY = OMITTED.OpenDispute.remedy;

/**
 * The content of a signed text; null if it is not of a scheme.
 * @param {unknown} text
 * @returns {SignedText | null}
 */
function readText(text) {
  const said = typeof text === "string" ? readCanonical(text) : null;
  if (!isObject(said) || !hasForm(said, TEXT)) return null;
  const { scheme, digest, nonce, after, previous } = /** @type {Record<string, any>} */ (said);
  const isLink = previous === FIRST_TEXT || /^[0-9a-f]{64}$/.test(previous ?? "");
  const isRight =
    [MOVE, NEXT, COMMAND].includes(scheme) && /^[0-9a-f]{64}$/.test(digest) && /^[0-9a-f]{32}$/.test(nonce);
  const isLinked = isLink === (scheme === COMMAND) && isLink === (previous !== undefined);
  return isRight && isLinked && positionIn(after) ? /** @type {any} */ (said) : null;
}

/**
 * Whether this text was signed together with the other, as its successor: at the same place, with its hash as nonce.
 * @param {SignedText} said
 * @param {string} before
 */
async function continues(said, before) {
  const first = readText(before);
  const hash = await sha256(joined(before));
  return first?.after === said.after && first.digest === said.digest && said.nonce === hash.slice(0, 32);
}

/**
 * Whether this command of a player leads to this event of every game.
 * @param {Record<string, any>} event
 * @param {Record<string, any>} command
 */
function isCommandOf(event, { type, ...given }) {
  const [name = "", ...members] = SHARED_EVENTS[/** @type {keyof SHARED_EVENTS} */ (event.type)];
  const whole = /** @type {Record<string, any>} */ ({ ...OMITTED[/** @type {keyof OMITTED} */ (name)], ...given });
  if (isObject(given.remedy)) whole.remedy = { ...NO_REMEDY, ...given.remedy };
  if (type !== name || Object.keys(whole).length !== members.length) return false;
  const same = (/** @type {string} */ member) =>
    Object.hasOwn(whole, member) && canonical(whole[member]) === canonical(event[member] ?? "");
  return members.every(same);
}

/** A key of a seat: how it came there, whether a key or a player confirms it, and the moves that it signed. */
class SeatKey {
  signed = 0;

  /**
   * @param {string} publicKey
   * @param {(number: number) => string} words
   * @param {boolean} isVouched
   */
  constructor(publicKey, words, isVouched = true) {
    this.publicKey = publicKey;
    this.words = words;
    this.isVouched = isVouched;
  }
}

/** What was signed for one seat so far, or by the referee. */
class Holder {
  /** @type {SeatKey[]} */
  keys = [];
  /** The commitment to a recovery key. */
  recovery = "";
  /** The player to whom the seat is offered with a signature. */
  offered = "";
  isPerson = false;
  /** A resigned player no longer plays but still takes part in disputes. */
  isResigned = false;
  /** The player's time ran out, and a computer player answers. */
  isAbsent = false;
  isFreed = false;
  /** Where the seat acted last. @type {Position | undefined} */
  last;
  /** The last signed text, its action, and the position it was signed at. */
  text = { action: 0, text: "", after: "" };
  /** The hash that the next signed text must name. */
  previous = FIRST_TEXT;
  /** The last position covered by its signatures. @type {Position | undefined} */
  bound;
  moves = 0;
  sealed = 0;
  worthless = 0;
  computed = 0;

  /** The key that it signs with; empty if there is none. */
  get key() {
    return this.keys.at(-1)?.publicKey ?? "";
  }
}

/** The players' signatures of one record, action by action. */
export class SignedMoves {
  /** @type {Map<number, Holder>} */
  #seats = new Map();
  #referee = new Holder();
  /** @type {Map<string, string>} */
  #digests;
  #names;
  /** The digests of all texts signed so far. @type {Set<string>} */
  #signed = new Set();
  #isOver = false;
  /** @type {string[]} */
  #notes = [];
  /** Warnings for the reader: keys and decisions that nobody confirmed. @type {string[]} */
  warnings = [];
  /** @type {{ line: Line, said: Said }[]} */
  #action = [];

  /**
   * @param {string} game
   * @param {Record<string, any>} created its opening event
   * @param {Line[]} lines
   * @param {boolean} canCheck without it, only the signed texts are checked, not the signatures
   * @param {Record<string, string>} [names] of players by their ids
   */
  constructor(game, created, lines, canCheck, names) {
    this.game = game;
    this.#names = new SeatNames(names);
    this.isSignedGame = created.signed;
    this.isLinked = created.signing === "2";
    this.isFirstEdition = (created.edition ?? 1) < 2;
    this.isOnce = created.pace?.outcome === "once";
    this.canCheck = canCheck;
    this.#digests = new Map(lines.map(({ at, digest }) => [at, digest]));
    if (created.referee_key) this.#referee.keys = [new SeatKey(created.referee_key, String)];
  }

  /** @returns {[number, Holder][]} */
  get #signing() {
    const seats = [...this.#seats].filter(([, { keys }]) => keys.length);
    return seats.sort(([one], [other]) => one - other);
  }

  /** Whether any seat signs. */
  get isUsed() {
    return this.#signing.length > 0;
  }

  /** Whether a signature could be checked, or there is none. */
  get isTold() {
    const seats = [...this.#seats.values()];
    return seats.some(({ keys }) => keys.some(({ signed }) => signed)) || !seats.some(({ sealed }) => sealed);
  }

  /** For each seat, the moves by each of its keys and by others; and remarks on the keys. */
  get words() {
    return [...this.#signing.flatMap(([seat, holder]) => this.#wordsOf(seat, holder)), ...this.#notes].join(" ");
  }

  /**
   * @param {number} seat
   * @param {Holder} holder
   * @returns {string[]}
   */
  #wordsOf(seat, { keys, moves, sealed, worthless, computed, bound }) {
    const all = keys.reduce((sum, { signed }) => sum + signed, 0);
    const unvouched = keys.reduce((sum, { signed, isVouched }) => sum + (isVouched ? 0 : signed), 0);
    /** @type {[number, (number: number) => string][]} */
    const counts = [
      ...keys
        .filter(({ isVouched }) => isVouched)
        .map(({ signed, words }) => /** @type {[number, (number: number) => string]} */ ([signed, words])),
      [unvouched, (number) => gettext("{number} with unconfirmed keys", { number })],
      [
        sealed,
        (number) =>
          this.#isOver
            ? gettext("{number} not revealed in this file", { number })
            : gettext("{number} sealed until the game is over", { number }),
      ],
      [worthless, (number) => gettext("{number} with a key that ANYONE can use, which proves nothing", { number })],
      [moves - all - sealed - worthless, (number) => gettext("{number} unsigned", { number })],
      [computed, (number) => gettext("{number} by a computer player in the player’s place", { number })],
    ];
    const parts = counts.filter(([number]) => number).map(([number, words]) => words(number));
    const total = counts.reduce((sum, [number]) => sum + number, 0);
    const told = [
      parts.length
        ? gettext("Moves of seat {seat}: {total} ({parts}).", {
            seat: this.#names.of(seat),
            total,
            parts: parts.join(", "),
          })
        : gettext("Moves of seat {seat}: none.", { seat: this.#names.of(seat) }),
    ];
    if (bound) {
      const position = `${bound.action}-${bound.effect}`;
      told.push(
        gettext(
          "These signatures also confirm all entries up to {position}; for later ones there is only the server’s.",
          { position },
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
    const signature = action.find(({ said }) => SIGNATURES.includes(said.data.type));
    const [own] = action;
    const hasSignature = signature !== undefined;
    this.#count(own, signature?.said.data);
    if (this.isOnce && !isOfEveryGame(own.said.data.type) && own.said.actor !== undefined) {
      this.#seat(own.said.actor).isAbsent = false;
    }
    const key = this.#signingKey(own.said);
    for (const one of action) {
      await this.#apply(one.line, one.said.data);
      if (one === signature) await this.#checkSignature(one.line, own.said.data, one.said.data, key);
    }
    this.#vouch(own.line, own.said.data, hasSignature);
    for (const { line, said } of action) if (said.actor !== undefined) this.#seat(said.actor).last = line.position;
  }

  /** @param {number} seat */
  #seat(seat) {
    if (seat === REFEREE) return this.#referee;
    const holder = this.#seats.get(seat) ?? new Holder();
    this.#seats.set(seat, holder);
    return holder;
  }

  /**
   * The key that must sign an event: a change by the old key or the recovery key, all else by the seat's.
   * @param {Said} own
   * @returns {string}
   */
  #signingKey({ actor, data }) {
    if (data.type === "SeatTaken" || data.type === "SeatTakenOver") return data.public_key ?? "";
    if (data.type === "KeyChanged" && data.recovery) return data.recovery;
    if (data.type === "DisputeDecided") return this.#referee.key;
    return actor === undefined ? "" : this.#seat(actor).key;
  }

  /**
   * @param {{ line: Line, said: Said }} own
   * @param {Record<string, any> | undefined} signed
   */
  #count({ line, said: { actor, data } }, signed) {
    const { type } = data;
    if (NO_MOVES.includes(type)) {
      const isDecision = type === "DisputeDecided" && data.by !== "players" && this.#referee.key !== "";
      const isOwn = OWN.includes(type) && actor !== undefined;
      if (signed && !(this.isLinked && (isOwn || isDecision))) this.#refuse(line);
      if (signed || !this.isSignedGame || !this.isLinked) return;
      if (isDecision) throw new Failed(line.at, gettext("This decision is not signed, although the game is."));
      if (isOwn) this.#refuseUnsigned(line, actor);
      return;
    }
    if (actor === undefined || (type === "NonceOpened" && !signed)) return;
    const seat = this.#seat(actor);
    if (!seat.isPerson && !(IN_DISPUTES.includes(type) && seat.isResigned)) {
      if (signed) this.#refuse(line);
      if (!isOfEveryGame(type)) seat.computed += 1;
    } else if (seat.isAbsent && !signed && !isOfEveryGame(type)) {
      seat.computed += 1;
    } else {
      seat.moves += 1;
      if (this.isSignedGame && signed?.seat !== actor) this.#refuseUnsigned(line, actor);
    }
  }

  /** @param {Line} line */
  #refuse(line) {
    throw new Failed(line.at, gettext("This cannot have been signed by a player."));
  }

  /**
   * @param {Line} line
   * @param {number} seat
   */
  #refuseUnsigned(line, seat) {
    throw new Failed(
      line.at,
      gettext("Seat {seat} did not sign this, although the game is signed.", { seat: this.#names.of(seat) }),
    );
  }

  /**
   * @param {Line} line
   * @param {Record<string, any>} data
   */
  async #apply(line, data) {
    const { type, seat } = data;
    if (type === "GameFinished" || type === "GameAborted") this.#isOver = true;
    this.#names.take(data);
    if (typeof seat !== "number" || SIGNATURES.includes(type)) return;
    if (type === "SeatTaken") this.#sit(data);
    const holder = this.#seat(seat);
    if (type === "SeatTakenOver") holder.isPerson = true;
    if (type === "TimedOut") holder.isAbsent = true;
    if (type === "SeatReturned") holder.isAbsent = false;
    if (type === "KeyChanged") await this.#checkKey(line, holder, data);
    if (type === "SeatLeft") holder.keys = [];
    if (type === "SeatLeft" || type === "SeatResigned" || type === "SeatFreed") holder.isPerson = false;
    if (type === "SeatResigned") holder.isResigned = true;
    if (type === "SeatFreed") Object.assign(holder, { isResigned: false, isFreed: true });
    const isTaken = type === "SeatTaken" || type === "SeatTakenOver";
    if (isTaken && holder.isPerson && this.isSignedGame && !data.public_key) {
      throw new Failed(
        line.at,
        gettext("Seat {seat} was taken without a key, although the game is signed.", { seat: this.#names.of(seat) }),
      );
    }
  }

  /** @param {Record<string, any>} data */
  #sit({ seat, kind, public_key: key = "", recovery = "" }) {
    const holder = Object.assign(new Holder(), { last: this.#seat(seat).last, isPerson: kind === "person", recovery });
    if (key) {
      holder.keys = [
        new SeatKey(key, (number) => gettext("{number} signed by the browser that took the seat", { number })),
      ];
    }
    this.#seats.set(seat, holder);
  }

  /**
   * Whether others than the owner can sign with the seat's key: games of the first edition accepted such keys.
   * @param {Holder} holder
   */
  #isWorthless({ key }) {
    return this.isFirstEdition && key !== "" && !isPublicKey(key);
  }

  /**
   * @param {Line} line
   * @param {Holder} holder
   * @param {Record<string, any>} data
   */
  async #checkKey(line, holder, { seat, public_key: key, signature, recovery = "" }) {
    if (recovery && (!this.isLinked || (await sha256(joined(recovery))) !== holder.recovery)) {
      throw new Failed(
        line.at,
        gettext("Seat {seat} was not taken with this recovery key.", { seat: this.#names.of(seat) }),
      );
    }
    if (!signature || this.#isWorthless(holder) || !this.canCheck) return;
    const text = canonical({ scheme: "stele/key/1", game: this.game, seat, old: holder.key, public_key: key });
    if (this.isLinked || !(await isSigned(text, signature, holder.key))) {
      throw new Failed(
        line.at,
        gettext("The old key of seat {seat} did not sign the new one.", { seat: this.#names.of(seat) }),
      );
    }
  }

  /**
   * Another key takes a seat at the end of an action, or a decision is made: who confirms it?
   * @param {Line} line
   * @param {Record<string, any>} data
   * @param {boolean} hasSignature
   */
  #vouch(line, data, hasSignature) {
    if (data.type === "KeyChanged") this.#changeKey(line, data, Boolean(data.signature) || hasSignature);
    if (data.type === "SeatOffered") this.#seat(data.seat).offered = hasSignature ? data.player : "";
    if (data.type === "SeatTakenOver") this.#takeOver(line, data);
    if (data.type === "DisputeDecided" && data.by !== "players" && this.isSignedGame && !hasSignature) {
      this.warnings.push(
        gettext(
          "Dispute {number} was decided at {position} without a signature, so there is only the server's word for it.",
          { number: data.number, position: line.at },
        ),
      );
    }
  }

  /**
   * @param {Line} line
   * @param {Record<string, any>} data
   * @param {boolean} hasSignature
   */
  #changeKey(line, { seat, public_key: key, recovery = "" }, hasSignature) {
    const holder = this.#seat(seat);
    const at = { seat: this.#names.of(seat), position: line.at };
    if (!holder.key) {
      this.#notes.push(gettext("Seat {seat} registered its key at {position}.", at));
      holder.keys = [new SeatKey(key, (number) => gettext("{number} with the key from {position}", { number, ...at }))];
      return;
    }
    const isVouched = hasSignature && !this.#isWorthless(holder);
    if (!isVouched) {
      this.warnings.push(
        gettext(
          "The key of seat {seat} was changed at {position} WITHOUT a signature by the old key, so there is only the server's word that the player did it.",
          at,
        ),
      );
    }
    const words = (/** @type {number} */ number) =>
      recovery
        ? gettext("{number} with the key from {position}, confirmed by the recovery key", { number, ...at })
        : gettext("{number} with the key from {position}, confirmed by the key before it", { number, ...at });
    holder.keys.push(new SeatKey(key, words, isVouched));
  }

  /**
   * @param {Line} line
   * @param {Record<string, any>} data
   */
  #takeOver(line, { seat, player, public_key: key = "", recovery = "" }) {
    const holder = this.#seat(seat);
    const at = { seat: this.#names.of(seat), position: line.at };
    const isDecided = holder.isFreed && this.isLinked && this.isSignedGame;
    const isVouched = isDecided || (holder.offered === player && player !== "") || !holder.key;
    if (isVouched) {
      this.#notes.push(gettext("Seat {seat} was taken over at {position}. Another player signs from then on.", at));
    } else {
      this.warnings.push(
        gettext(
          "Seat {seat} was taken over at {position}. Another player signs from then on, and no earlier key of the seat confirms the change.",
          at,
        ),
      );
    }
    const words = (/** @type {number} */ number) =>
      gettext("{number} with the key of the player who took over at {position}", { number, ...at });
    holder.keys = key || holder.keys.length ? [...holder.keys, new SeatKey(key, words, isVouched)] : [];
    Object.assign(holder, { recovery, offered: "", isFreed: false, isAbsent: false, isResigned: false });
  }

  /**
   * @param {Line} line
   * @param {Record<string, any>} own the event that is signed
   * @param {Record<string, any>} data
   * @param {string} key
   */
  async #checkSignature(line, own, data, key) {
    const isStatement = data.type === "StatementSigned";
    if (isStatement !== (this.isLinked && isOfEveryGame(own.type)) || (this.isLinked && !data.digest)) {
      throw new Failed(line.at, gettext("The signed data has an unknown format."));
    }
    if (this.#signed.has(data.digest)) {
      throw new Failed(line.at, gettext("The text that this signs is in the record already."));
    }
    if (data.digest) this.#signed.add(data.digest);
    const holder = this.#seat(data.seat);
    const isMove = !NO_MOVES.includes(own.type);
    if (own.type === "SeatTakenOver") holder.previous = FIRST_TEXT;
    const text = isStatement ? data.text : line.secrets.text?.[0];
    if (!isStatement && !Object.hasOwn(line.secrets, "text")) {
      holder.sealed += isMove ? 1 : 0;
    } else {
      await this.#checkText(line, own, data, text, holder, key);
      if (isMove) this.#countSigned(data.seat, holder);
    }
    if (this.isLinked) holder.previous = data.digest;
  }

  /**
   * @param {number} seat
   * @param {Holder} holder
   */
  #countSigned(seat, holder) {
    const key = holder.keys.at(-1);
    if (key && !this.#isWorthless(holder)) {
      key.signed += 1;
      return;
    }
    if (!holder.worthless) {
      this.warnings.push(
        gettext("Anyone can sign with the key of seat {seat}, so its signatures prove nothing.", {
          seat: this.#names.of(seat),
        }),
      );
    }
    holder.worthless += 1;
  }

  /**
   * @param {Line} line
   * @param {Record<string, any>} own the event that is signed
   * @param {Record<string, any>} data
   * @param {unknown} text
   * @param {Holder} holder
   * @param {string} key
   */
  async #checkText(line, own, { type, seat, signature, digest }, text, holder, key) {
    const failed = (/** @type {string} */ words) =>
      new Failed(line.at, seat === REFEREE ? gettext("This is not the judge’s signature for this decision.") : words);
    const said = readText(text);
    if (!said || (said.scheme === COMMAND) !== this.isLinked) {
      throw new Failed(line.at, gettext("The signed data has an unknown format."));
    }
    const isWorthless = this.#isWorthless(holder);
    const isRight = !this.canCheck || isWorthless || (await isSigned(String(text), signature, key));
    if (!isRight) {
      throw failed(gettext("This is not signed with the key of seat {seat}.", { seat: this.#names.of(seat) }));
    }
    const after = /** @type {Position} */ (positionIn(said.after));
    if (!isWorthless && (!holder.bound || isBefore(holder.bound, after))) holder.bound = after;
    const before = holder.text;
    holder.text = { action: line.position.action, text: String(text), after: said.after };
    const isOther = (digest || this.isLinked) && (await sha256(joined(String(text)))) !== digest;
    if (isOther || (this.isLinked && said.previous !== holder.previous)) {
      throw failed(
        gettext("Seat {seat} signed this after a different text from the last one of the record.", {
          seat: this.#names.of(seat),
        }),
      );
    }
    if (this.isLinked && isOfEveryGame(own.type) && !isCommandOf(own, said.command)) {
      throw failed(gettext("Seat {seat} signed a different command.", { seat: this.#names.of(seat) }));
    }
    const mayRepeat = this.isLinked && type === "CommandSigned";
    if (!this.#isHere(line, seat, said, after) || !(await isNext(line, said, after, holder.last, before, mayRepeat))) {
      throw failed(
        gettext("Seat {seat} signed this for a different point in the record.", { seat: this.#names.of(seat) }),
      );
    }
  }

  /**
   * Whether a signed text names this game and seat, and an earlier entry of the record.
   * @param {Line} line
   * @param {number} seat
   * @param {SignedText} said
   * @param {Position} after
   */
  #isHere(line, seat, said, after) {
    return (
      said.game === this.game &&
      said.seat === seat &&
      this.#digests.get(said.after) === said.digest &&
      after.action < line.position.action
    );
  }
}

/**
 * Whether a signed text follows its seat's last one: it names a place that is not earlier, or the text itself. Commands
 * sent together name the same place, if that `mayRepeat`.
 * @param {Line} line
 * @param {SignedText} said
 * @param {Position} after
 * @param {Position | undefined} last
 * @param {Holder["text"]} before
 * @param {boolean} mayRepeat
 */
async function isNext(line, said, after, last, before, mayRepeat) {
  const isBehind = before.action === line.position.action - 1;
  if (said.scheme === NEXT) return isBehind && (await continues(said, before.text));
  return !last || !isBefore(after, last) || (mayRepeat && isBehind && before.after === said.after);
}
