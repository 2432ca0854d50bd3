// The clocks of a record, as far as the record alone can say: who may do what about time. Whether a deadline was due
// follows from who was asked, which only the title's rules know.

import { hasForm } from "./canonical.js";

/** @import { Position } from "./bundle.js" */
/** @typedef {{ windows: boolean, vacation: number, outcome: string }} Pace */
/** @typedef {{ zone: string, windows: [number, number][], offsets: [number, number][] }} PlayTimes */

const DAY = 86400000;
const WEEK_MINUTES = 10080;
const DAY_MINUTES = 1440;
const PACE = {
  kind: "string",
  time: "number",
  increment: "number",
  cap: "number",
  windows: "boolean",
  vacation: "number",
  outcome: "string",
};
const TIMES = { zone: "string", windows: "list", offsets: "list" };

/**
 * Whether this has the form of a pace, or is none.
 * @param {unknown} pace
 */
export function isPace(pace) {
  return pace === undefined || pace === null || hasForm(pace, PACE);
}

/**
 * Whether this has the form of play times, or is none.
 * @param {unknown} times
 */
export function isTimes(times) {
  if (times === undefined) return true;
  return hasForm(times, TIMES) && [...times.windows, ...times.offsets].every(isPair);
}

/** @param {unknown} pair */
function isPair(pair) {
  return Array.isArray(pair) && pair.length === 2 && pair.every((one) => typeof one === "number");
}

/** @param {number} at */
const yearOf = (at) => new Date(at).getUTCFullYear();

/** How far the facts about time have come. */
export class Times {
  /** @type {Pace | null} */
  pace = null;
  isDue = false;
  #isPaused = false;
  #lastAt = 0;
  /** @type {Set<number>} */
  #absent = new Set();
  /** @type {Set<number>} */
  #agreed = new Set();
  /** @type {Map<number, [number, number][]>} */
  #away = new Map();
  /** What must follow now. @type {{ action: number, type: string, seat?: number } | null} */
  #due = null;

  /** Whether something must still follow in the action that was looked at last. */
  get isUnfinished() {
    return this.#due !== null;
  }

  /**
   * Whether a computer player answers for this seat, whose player's time ran out.
   * @param {number | undefined} seat
   */
  isAbsent(seat) {
    return seat !== undefined && this.#absent.has(seat);
  }

  /**
   * Whether this may come behind a time-out or an agreement, without one, or as an outage after what happened last.
   * @param {Position} position
   * @param {{ at: number, data: Record<string, any> }} said
   */
  mayCome({ action }, { at, data: { type, seat, since, until } }) {
    const before = this.#lastAt;
    this.#lastAt = at;
    if (type === "ServerAway" && !(before <= since && since < until && until <= at)) return false;
    const due = this.#due;
    this.#due = null;
    this.isDue = due !== null && due.action === action && due.type === type && due.seat === seat;
    return due ? this.isDue : type !== "GamePaused";
  }

  /**
   * A seat has made a move: who stood in for it this once is done.
   * @param {number | undefined} actor
   */
  acts(actor) {
    if (this.pace?.outcome === "once" && actor !== undefined) this.#absent.delete(actor);
  }

  /**
   * Somebody sat down in this seat again.
   * @param {number} seat
   */
  sits(seat) {
    this.#absent.delete(seat);
  }

  /**
   * Whether this fact about time can come next; if so, it is taken as the next one.
   * @param {Position} position
   * @param {{ at: number, actor?: number, data: Record<string, any> }} said
   * @param {Set<number>} played the seats whose persons have not resigned
   */
  takes(position, said, played) {
    const { at, actor, data } = said;
    const { type, seat } = data;
    const pace = this.pace;
    if (!pace) return false;
    if (type === "GamePaused") return (this.#isPaused = true);
    if (type === "ServerAway") return actor === undefined && !position.effect && !this.#isPaused;
    if (type === "TimedOut") return this.#timesOut(position, said, pace, played);
    if (seat !== actor || !played.has(seat)) return false;
    switch (type) {
      case "SeatReturned":
        return this.#absent.delete(seat);
      case "TimeGranted":
        return data.to !== seat && played.has(data.to) && data.time > 0 && data.time <= DAY;
      case "PauseAgreed":
        return this.#agrees(position, seat, played);
      case "PauseDeclined": {
        const wasAsked = this.#agreed.size > 0;
        this.#agreed.clear();
        return wasAsked;
      }
      case "GameResumed": {
        const wasPaused = this.#isPaused;
        this.#isPaused = false;
        return wasPaused;
      }
      case "PlayTimesSet":
        return pace.windows && isWellFormed(data.times);
    }
    return type === "VacationEnded" ? this.#ends(seat, at) : this.#leaves(data, at, pace);
  }

  /**
   * @param {Position} position
   * @param {{ at: number, actor?: number, data: Record<string, any> }} said
   * @param {Pace} pace
   * @param {Set<number>} played
   */
  #timesOut({ action, effect }, { at, actor, data: { seat, deadline } }, { outcome }, played) {
    if (actor !== undefined || effect || outcome === "never" || this.#isPaused) return false;
    if (!played.has(seat) || this.#absent.has(seat) || at < deadline) return false;
    if (outcome === "resign") this.#due = { action, type: "SeatResigned", seat };
    else this.#absent.add(seat);
    return true;
  }

  /**
   * @param {Position} position
   * @param {number} seat
   * @param {Set<number>} played
   */
  #agrees({ action }, seat, played) {
    if (this.#isPaused || this.#agreed.has(seat)) return false;
    this.#agreed.add(seat);
    if ([...played].every((one) => this.#agreed.has(one))) {
      this.#agreed.clear();
      this.#due = { action, type: "GamePaused" };
    }
    return true;
  }

  /**
   * @param {number} seat
   * @param {number} at
   */
  #ends(seat, at) {
    const away = this.#away.get(seat) ?? [];
    const ended = away.map(
      ([since, until]) => /** @type {[number, number]} */ ([since, Math.min(until, Math.max(since, at))]),
    );
    this.#away.set(
      seat,
      ended.filter(([since, until]) => since < until),
    );
    return true;
  }

  /**
   * @param {Record<string, any>} data
   * @param {number} at
   * @param {Pace} pace
   */
  #leaves({ seat, since, until }, at, { vacation }) {
    if (!(at <= since && since < until)) return false;
    const away = [...(this.#away.get(seat) ?? []), /** @type {[number, number]} */ ([since, until])];
    this.#away.set(seat, away);
    const inYear = away.filter(([first]) => yearOf(first) === yearOf(since));
    return inYear.reduce((days, [first, last]) => days + Math.ceil((last - first) / DAY), 0) <= vacation;
  }
}

/** @param {PlayTimes} times */
function isWellFormed({ windows, offsets }) {
  const ends = windows.flat();
  const isInOrder = ends.every((minute, index) => index === 0 || minute >= ends[index - 1]);
  const isInWeek = ends.length > 0 && ends[0] >= 0 && ends[ends.length - 1] <= WEEK_MINUTES;
  const isInTime = offsets.length > 0 && offsets.every(([at], index) => index === 0 || at > offsets[index - 1][0]);
  const isNear = offsets.every(([, ahead]) => Math.abs(ahead) <= DAY_MINUTES);
  return isInOrder && isInWeek && isInTime && isNear && windows.every(([start, end]) => start < end);
}
