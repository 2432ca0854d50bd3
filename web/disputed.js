// The disputes of a record, as everybody can see them: what was said, who decided, and whether just that was done.

import { positionIn } from "./bundle.js";
import { hasForm } from "./canonical.js";

/** @import { Position } from "./bundle.js" */
/** @typedef {{ kind: string, position: string, places: number[], seat: number | null }} Remedy */
/** @typedef {{ seat: number, remedy: Remedy, told: Set<number>, agreed: Set<number>, isOpen: boolean, isWithdrawn: boolean }} Dispute */

/** So many are opened in a game of the first edition. */
const MOST_DISPUTES = 50;
/** So many of their own may a player take back in a game of a later edition. */
const MOST_WITHDRAWN = 10;
const REMEDY = { kind: "string", position: "string", places: "list", seat: "number|null" };
const BY_DECISION = ["RolledBack", "SeatFreed", "ResultReplaced"];
const OF_PLAYERS = ["DisputeOpened", "DisputeAnswered", "DisputeWithdrawn"];
const AFTER_THE_END = [...OF_PLAYERS, "DisputeDecided", "ResultReplaced", "CommandSigned"];

/**
 * Whether a player says this in a dispute.
 * @param {string} type
 */
export function isSaidInDispute(type) {
  return OF_PLAYERS.includes(type);
}

/**
 * Whether this may still happen when a game is finished.
 * @param {string} type
 */
export function mayFollowEnd(type) {
  return AFTER_THE_END.includes(type);
}

/**
 * Whether this has the form of a remedy.
 * @param {unknown} remedy
 * @returns {remedy is Remedy}
 */
export function isRemedy(remedy) {
  return hasForm(remedy, REMEDY) && remedy.places.every((/** @type {unknown} */ one) => typeof one === "number");
}

/** How far the disputes of a game have come. */
export class Disputes {
  #players = 0;
  #persons = 0;
  #judge = "operator";
  #started = 0;
  /** The seats that wait for somebody. @type {Set<number>} */
  #freed = new Set();
  /** @type {Dispute[]} */
  #all = [];
  /** The last effect of each action so far. @type {Map<number, number>} */
  #ends = new Map();
  /** The action in which somebody answered last, and which dispute. */
  #answered = "";
  /** The dispute to whose remedy all players came to agree, in this action: it is decided there. @type {{ action: number, number: number } | null} */
  #agreed = null;
  #edition = 1;
  /** What was decided and must be done now. @type {{ action: number, remedy: Remedy } | null} */
  #due = null;

  /**
   * @param {number} players
   * @param {number} persons those in the first seats
   * @param {boolean} hasReferee
   * @param {number} edition that of the rules
   */
  opens(players, persons, hasReferee, edition) {
    this.#edition = edition;
    this.#players = players;
    this.#persons = persons;
    if (hasReferee) this.#judge = "referee";
  }

  /**
   * The game starts: play can go back as far as the end of this action.
   * @param {number} action
   */
  starts(action) {
    this.#started = action;
  }

  /**
   * Whether this seat waits for somebody.
   * @param {number} seat
   */
  isFreed(seat) {
    return this.#freed.has(seat);
  }

  /**
   * Whether a person has this seat, even one who resigned.
   * @param {number} seat
   */
  isOwned(seat) {
    return seat >= 0 && seat < this.#persons && !this.#freed.has(seat);
  }

  /** Whether something must still follow in the action that was looked at last. */
  get isUnfinished() {
    return this.#agreed !== null || this.#due !== null;
  }

  /**
   * Whether this event may come behind what was decided, or without a decision.
   * @param {Position} position
   * @param {Record<string, any>} data
   */
  isDue({ action, effect }, data) {
    const [agreed, due] = [this.#agreed, this.#due];
    this.#ends.set(action, effect);
    if (agreed?.action === action && data.type === "CommandSigned") return true;
    this.#agreed = null;
    this.#due = null;
    if (agreed && !(agreed.action === action && this.#isDecision(data, agreed.number))) return false;
    if (due) return due.action === action && isDoneBy(data, due.remedy);
    const isDecided = data.type === "GameFinished" && data.result.reason === "adjudicated";
    return !isDecided && !BY_DECISION.includes(data.type);
  }

  /**
   * Whether this event is the decision that follows when all players agree.
   * @param {Record<string, any>} data
   * @param {number} number
   */
  #isDecision({ type, number: decided, by, text, remedy }, number) {
    const isRight = type === "DisputeDecided" && by === "players" && text === "";
    return isRight && decided === number && isSame(this.#all[number - 1].remedy, remedy);
  }

  /**
   * Whether this event, if it is of a dispute, can come next; if so, it is taken as the next one.
   * @param {Position} position
   * @param {Record<string, any>} data
   * @param {number | undefined} actor
   * @param {boolean} isOver
   */
  takes(position, data, actor, isOver) {
    const { type, seat } = data;
    if (OF_PLAYERS.includes(type) && (seat !== actor || !this.isOwned(seat))) return false;
    switch (type) {
      case "DisputeOpened":
        return this.#isOpened(position, data, isOver);
      case "DisputeAnswered":
        return this.#isAnswered(position, data, isOver);
      case "DisputeWithdrawn":
        return this.#isWithdrawn(data);
      case "DisputeDecided":
        return actor === undefined && this.#isDecided(position, data, isOver);
      case "SeatFreed":
        this.#freed.add(seat);
        return true;
      case "SeatTakenOver":
        return seat === actor && this.#freed.delete(seat);
      default:
        return true;
    }
  }

  /**
   * @param {Position} place
   * @param {Record<string, any>} data
   * @param {boolean} isOver
   */
  #isOpened(place, { seat, number, position, remedy }, isOver) {
    const isFew = this.#edition > 1 || this.#all.length < MOST_DISPUTES;
    const isNew = isFew && !this.#all.some((one) => one.isOpen && one.seat === seat);
    const isNext = number === this.#all.length + 1 && this.#isEnd(position, place);
    if (!isNew || !isNext || !this.#isPossible(remedy, place, isOver)) return false;
    this.#all.push({ seat, remedy, told: new Set([seat]), agreed: new Set([seat]), isOpen: true, isWithdrawn: false });
    return true;
  }

  /**
   * @param {Position} place
   * @param {Record<string, any>} data
   * @param {boolean} isOver
   */
  #isAnswered(place, { seat, number, agrees }, isOver) {
    const { action } = place;
    const dispute = this.#openOne(number);
    if (!dispute || dispute.told.has(seat)) return false;
    dispute.told.add(seat);
    if (agrees) dispute.agreed.add(seat);
    this.#answered = `${action} ${number}`;
    const { remedy } = dispute;
    if (this.#isAgreed(dispute, remedy) && this.#isPossible(remedy, place, isOver)) this.#agreed = { action, number };
    return true;
  }

  /** @param {Record<string, any>} data */
  #isWithdrawn({ seat, number }) {
    const dispute = this.#openOne(number);
    if (!dispute || dispute.seat !== seat) return false;
    const withdrawn = this.#all.filter((one) => one.seat === seat && one.isWithdrawn).length;
    if (this.#edition > 1 && withdrawn >= MOST_WITHDRAWN) return false;
    dispute.isOpen = false;
    dispute.isWithdrawn = true;
    return true;
  }

  /**
   * @param {Position} place
   * @param {Record<string, any>} data
   * @param {boolean} isOver
   */
  #isDecided(place, { number, by, remedy }, isOver) {
    const dispute = this.#openOne(number);
    if (!dispute) return false;
    const isRight =
      by === "players"
        ? this.#answered === `${place.action} ${number}` && this.#isAgreed(dispute, remedy)
        : by === this.#judge && place.effect === 0;
    if (!isRight || !this.#isPossible(remedy, place, isOver)) return false;
    dispute.isOpen = false;
    this.#due = remedy.kind === "none" ? null : { action: place.action, remedy };
    return true;
  }

  /**
   * Whether every player, at least two, agrees to what was wished, and this is it.
   * @param {Dispute} dispute
   * @param {Remedy} remedy
   */
  #isAgreed({ seat, remedy: wished, agreed }, remedy) {
    const all = Array.from({ length: this.#persons }, (_, one) => one).filter((one) => this.isOwned(one));
    const isWhole = all.every((one) => agreed.has(one)) && all.some((one) => one !== seat);
    return isWhole && wished.kind !== "none" && isSame(wished, remedy);
  }

  /** @param {number} number */
  #openOne(number) {
    const found = this.#all[number - 1];
    return found?.isOpen ? found : null;
  }

  /**
   * Whether a text names the last position of an action before this place.
   * @param {string} text
   * @param {Position} place
   */
  #isEnd(text, place) {
    const at = positionIn(text);
    return at !== null && at.action < place.action && this.#ends.get(at.action) === at.effect;
  }

  /**
   * Whether a remedy has its own members alone, and could be carried out here.
   * @param {Remedy} remedy
   * @param {Position} place
   * @param {boolean} isOver
   */
  #isPossible({ kind, position, places, seat }, place, isOver) {
    const said = { roll_back: position !== "", result: places.length > 0, free_seat: seat !== null };
    if (Object.entries(said).some(([one, isSaid]) => isSaid !== (one === kind))) return false;
    if (kind === "roll_back") {
      return !isOver && this.#isEnd(position, place) && (positionIn(position)?.action ?? 0) >= this.#started;
    }
    if (kind === "free_seat") return !isOver && seat !== null && this.isOwned(seat);
    const isRanking = places.every((one) => one === 1 + places.filter((other) => other < one).length);
    return kind === "none" || (isRanking && places.length === this.#players);
  }
}

/**
 * @param {Remedy} one
 * @param {Remedy} other
 */
function isSame(one, other) {
  const isAlike = one.kind === other.kind && one.position === other.position && one.seat === other.seat;
  return isAlike && isSameList(one.places, other.places);
}

/**
 * @param {unknown[]} one
 * @param {unknown} other
 */
function isSameList(one, other) {
  return Array.isArray(other) && one.length === other.length && one.every((item, index) => item === other[index]);
}

/**
 * Whether this event carries out this remedy.
 * @param {Record<string, any>} data
 * @param {Remedy} remedy
 */
function isDoneBy({ type, position, seat, result }, remedy) {
  switch (type) {
    case "RolledBack":
      return remedy.kind === "roll_back" && position === remedy.position;
    case "SeatFreed":
      return remedy.kind === "free_seat" && seat === remedy.seat;
    case "GameFinished":
    case "ResultReplaced":
      return remedy.kind === "result" && result.reason === "adjudicated" && isSameList(remedy.places, result.places);
    default:
      return false;
  }
}
