// The proposals of a record, as everybody can see them: take-backs and ends by agreement, and whether just that was done.

import { positionIn } from "./bundle.js";
import { goesBack } from "./going-back.js";
import { Rollbacks } from "./rollbacks.js";

/** @import { Position } from "./bundle.js" */
/** @import { Said } from "./forms.js" */
/** @typedef {Map<number, string>} Playing the seats for which persons answer, each with its player */
/** @typedef {{ seat: number, about: string, agreed: Set<number> }} Proposal */
/** @typedef {{ at: Position, before: Position, seat: number, isFinal: boolean }} Move */

const ENDINGS = ["draw", "as_it_stands"];
const SETTLING = ["SeatResigned", "SeatFreed", "SeatTakenOver", "GameFinished", "GameAborted"];

/** How far the proposals of a game have come. */
export class Proposals {
  /** @type {Move[]} */
  #moves = [];
  #rollbacks = new Rollbacks();
  #last = { action: 0, effect: 0 };
  /** What is proposed: a take-back, an end, or both. @type {{ TakeBack?: Proposal, End?: Proposal }} */
  #open = {};
  /** That of the game's rules: in the first one points alone rank a game that ends as it stands. */
  edition = 1;
  /** What all agree to and must be done now. @type {{ action: number, proposal: Proposal } | null} */
  #due = null;

  /** Whether something must still follow in the action that was looked at last. */
  get isUnfinished() {
    return this.#due !== null;
  }

  /**
   * Whether this may come right behind what all agree to, or without that; its place is noted.
   * @param {Position} position
   * @param {Said} said
   * @param {boolean} isTitles whether it is an event of the title's play
   * @param {Set<number>} resigned
   */
  isDue(position, { data, actor, luck, opens }, isTitles, resigned) {
    const [before, due] = [this.#last, this.#due];
    this.#last = position;
    if (isTitles && actor !== undefined && position.effect === 0) {
      delete this.#open.TakeBack;
      this.#moves.push({ at: position, before, seat: actor, isFinal: false });
    }
    const move = this.#moves.at(-1);
    if (isTitles && move) move.isFinal ||= Boolean(luck || opens);
    if (due?.action === position.action && data.type === "CommandSigned") return true;
    this.#due = null;
    this.#rollbacks.take(position, data);
    if (goesBack(data.type) || SETTLING.includes(data.type)) this.#open = {};
    if (due) return due.action === position.action && isAgreed(data, due.proposal.about, resigned, this.edition);
    const isEnd = data.type === "GameFinished" && data.result.reason === "agreed";
    return !isEnd && data.type !== "TakenBack";
  }

  /**
   * Whether this event of a proposal can come next; if so, it is taken as the next one.
   * @param {Position} position
   * @param {Record<string, any>} data
   * @param {Playing} playing
   */
  takes({ action }, { type, seat, agrees, kind, position }, playing) {
    if (!playing.has(seat)) return false;
    const what = type.startsWith("TakeBack") ? "TakeBack" : "End";
    let proposal = this.#open[what];
    if (type === "TakeBackAsked" || type === "EndProposed") {
      const isPossible = what === "End" ? ENDINGS.includes(kind) : position === this.#takenBackTo(seat, playing);
      if (proposal || !isPossible) return false;
      proposal = { seat, about: kind ?? position, agreed: new Set() };
      this.#open[what] = proposal;
    } else {
      if (!proposal) return false;
      const isOwn = isSame(proposal.seat, seat, playing);
      if (type.endsWith("Withdrawn") !== isOwn || (agrees && proposal.agreed.has(seat))) return false;
      if (!agrees) return delete this.#open[what];
      proposal.agreed.add(seat);
    }
    const { agreed, seat: proposer } = proposal;
    const isWhole = [...playing.keys()].every((one) => agreed.has(one) || isSame(one, proposer, playing));
    if (isWhole) this.#due = { action, proposal };
    return true;
  }

  /**
   * The last position before this player's last move that counts, if no luck was drawn and nothing opened since.
   * @param {number} seat
   * @param {Playing} playing
   */
  #takenBackTo(seat, playing) {
    const counting = this.#moves.filter(({ at }) => this.#rollbacks.counts(at));
    const own = counting.findLastIndex((move) => isSame(move.seat, seat, playing));
    if (own < 0 || counting.slice(own).some(({ isFinal }) => isFinal)) return null;
    const { action, effect } = counting[own].before;
    return `${action}-${effect}`;
  }
}

/**
 * Whether the same person answers for both seats.
 * @param {number} one
 * @param {number} other
 * @param {Playing} playing
 */
function isSame(one, other, playing) {
  return one === other || (playing.has(one) && playing.get(one) === playing.get(other));
}

/**
 * Whether this event is what all agree to; who has resigned is ranked behind all others. From the second edition on the
 * title ranks what stands, which its own rules alone can tell.
 * @param {Record<string, any>} data
 * @param {string} about
 * @param {Set<number>} resigned
 * @param {number} edition
 */
function isAgreed({ type, position, result }, about, resigned, edition) {
  if (type === "TakenBack") return positionIn(position) !== null && position === about;
  if (type !== "GameFinished" || result.reason !== "agreed" || !ENDINGS.includes(about)) return false;
  const [points, places] = /** @type {[number[], number[]]} */ ([result.points, result.places]);
  const ranked = edition >= 2 ? places.map((place) => -place) : points;
  const gained = ranked.map((own) => (about === "draw" ? 0 : own));
  const isBefore = (/** @type {number} */ one, /** @type {number} */ other) =>
    resigned.has(one) === resigned.has(other) ? gained[one] > gained[other] : resigned.has(other);
  const right = gained.map((_own, seat) => 1 + gained.filter((_one, other) => isBefore(other, seat)).length);
  return places.length === right.length && right.every((place, seat) => place === places[seat]);
}
