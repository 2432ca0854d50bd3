// The course that every game takes: opening, seats, luck, start, end.

import { Disputes, mayFollowEnd } from "./disputed.js";
import { isOfEveryGame, openedBy } from "./forms.js";
import { Times } from "./timed.js";

/** @import { Position } from "./bundle.js" */
/** @import { Said } from "./forms.js" */

/** What stands right behind what a seat did and tells more of it. */
const MARKS = ["CommandSigned", "MoveOrdered"];
const ABOUT_TIME = [
  "TimedOut",
  "SeatReturned",
  "TimeGranted",
  "PauseAgreed",
  "PauseDeclined",
  "GamePaused",
  "GameResumed",
  "VacationTaken",
  "VacationEnded",
  "PlayTimesSet",
];
/** How far a game has come. */
export class Course {
  #players = 0;
  #persons = 0;
  #taken = 0;
  #bindsFirst = false;
  #isStrict = false;
  #isStarted = false;
  #isOver = false;
  #isFinished = false;
  #disputes = new Disputes();
  #times = new Times();
  /** @type {Set<number>} */
  #opened = new Set();
  /** @type {Set<number>} */
  #resigned = new Set();
  /** The action and the seat of the entry before, unless that was a mark. */
  #before = "";
  /** The same, if the entry before is one of the title's. */
  #moved = "";

  /**
   * Whether this event can come next; if so, it is taken as the next one.
   * @param {Position} position
   * @param {Said} said
   */
  takes(position, said) {
    const { data, actor } = said;
    const { action, effect } = position;
    const isFirst = action === 1 && effect === 0;
    if (this.#isOver && !(this.#isFinished && mayFollowEnd(data.type))) return false;
    if (isFirst !== (data.type === "GameCreated")) return false;
    if (actor !== undefined && !(actor >= 0 && actor < this.#players)) return false;
    if (!this.#disputes.isDue(position, data) || !this.#times.mayCome(position, data)) return false;
    if (isFirst) return this.#opens(data);
    const before = this.#before;
    this.#before = MARKS.includes(data.type) ? "" : `${action} ${actor}`;
    const moved = this.#moved;
    this.#moved = isOfEveryGame(data.type) ? "" : `${action} ${actor}`;
    switch (data.type) {
      case "Forked":
        return action === 1 && effect === 1 && actor === undefined;
      case "SeatTaken":
        return this.#sits(data.seat, actor, action);
      case "NonceOpened":
        return this.#tells(data.seat, actor);
      case "CommandSigned":
        return data.seat === actor && before === `${action} ${actor}`;
      case "MoveOrdered":
        return data.seat === actor && moved === `${action} ${actor}`;
      case "KeyChanged":
        return data.seat === actor && this.#isSeated(data.seat);
      case "GameStarted":
        return this.#starts(action);
      case "SeatResigned":
        if (data.seat !== actor && !(actor === undefined && this.#times.isDue)) return false;
        return this.#isStarted && this.#resigns(data.seat);
      case "GameAborted":
        this.#isOver = true;
        return data.seat === actor;
      case "GameFinished":
        this.#isOver = true;
        this.#isFinished = true;
        return this.#isStarted;
      case "ResultReplaced":
        return this.#isFinished;
      case "SeatFreed":
        this.#resigned.delete(data.seat);
        break;
      case "SeatTakenOver":
        this.#times.sits(data.seat);
        break;
    }
    if (ABOUT_TIME.includes(data.type)) return this.#isStarted && this.#times.takes(position, said, this.#played());
    if (!isOfEveryGame(data.type)) this.#times.acts(actor);
    return this.#isStarted && this.#disputes.takes(position, data, actor, this.#isFinished);
  }

  /** @param {Record<string, any>} data */
  #opens(data) {
    const { players, computers, luck, strict, referee, pace } = openedBy(data);
    this.#times.pace = pace;
    this.#players = players;
    this.#persons = players - computers.length;
    this.#disputes.opens(players, this.#persons, referee !== "");
    this.#bindsFirst = luck !== "1";
    this.#isStrict = strict;
    return true;
  }

  /**
   * @param {number} seat
   * @param {number | undefined} actor
   * @param {number} action
   */
  #sits(seat, actor, action) {
    const isNext = seat === this.#taken && seat < this.#players && (actor === undefined || actor === seat);
    if (!isNext || (this.#bindsFirst && actor !== undefined && action === 1)) return false;
    this.#taken += 1;
    return true;
  }

  /**
   * @param {number} seat
   * @param {number | undefined} actor
   */
  #tells(seat, actor) {
    const mayTell = this.#isStrict && !this.#isStarted && this.#taken >= this.#persons;
    return mayTell && seat === actor && seat < this.#persons && isNew(this.#opened, seat);
  }

  /** @param {number} seat */
  #isSeated(seat) {
    return seat < this.#taken && this.#disputes.isOwned(seat) && !this.#resigned.has(seat);
  }

  /** The seats whose persons have not resigned. */
  #played() {
    return new Set(
      Array.from({ length: Math.min(this.#taken, this.#persons) }, (_, seat) => seat).filter((seat) =>
        this.#isSeated(seat),
      ),
    );
  }

  /** @param {number} seat */
  #resigns(seat) {
    return !this.#disputes.isFreed(seat) && isNew(this.#resigned, seat);
  }

  /** @param {number} action */
  #starts(action) {
    const isReady = this.#taken === this.#players && (!this.#isStrict || this.#opened.size === this.#persons);
    if (this.#isStarted || !isReady) return false;
    this.#isStarted = true;
    this.#disputes.starts(action);
    return true;
  }
}

/**
 * Whether this is new in the set, where it is from now on.
 * @param {Set<number>} known
 * @param {number} one
 */
function isNew(known, one) {
  if (known.has(one)) return false;
  known.add(one);
  return true;
}
