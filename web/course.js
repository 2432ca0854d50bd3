// The course that every game takes: opening, seats, luck, start, end.

import { Disputes, mayFollowEnd } from "./disputed.js";
import { isOfEveryGame, openedBy } from "./forms.js";
import { isOfProposal } from "./going-back.js";
import { Proposals } from "./proposed.js";
import { Seats } from "./seated.js";
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
  "ServerAway",
];
/** How far a game has come. */
export class Course {
  #players = 0;
  #persons = 0;
  #edition = 1;
  #bindsFirst = false;
  #isStrict = false;
  #isStarted = false;
  #isOver = false;
  #isFinished = false;
  #disputes = new Disputes();
  #times = new Times();
  #seats = new Seats();
  #proposals = new Proposals();
  /** @type {Set<number>} */
  #opened = new Set();
  /** @type {Set<number>} */
  #resigned = new Set();
  /** The action and the seat of the entry before, unless that was a mark. */
  #before = "";
  /** The same, if the entry before is one of the title's. */
  #moved = "";

  /** Whether the last action lacks something of what follows at once, in the same action. */
  get isUnfinished() {
    if (this.#disputes.isUnfinished || this.#proposals.isUnfinished || this.#times.isUnfinished) return true;
    if (this.#isOver) return false;
    if (!this.#isStarted) {
      const isFull = this.#persons > 0 && this.#seats.taken.size >= this.#persons;
      return isFull && (!this.#isStrict || this.#opened.size === this.#persons);
    }
    const left = this.#players - this.#resigned.size;
    return this.#resigned.size > 0 && (left < 2 || !this.#playing().size);
  }

  /**
   * Whether this event can come next; if so, it is taken as the next one.
   * @param {Position} position
   * @param {Said} said
   */
  // One case an event: a table of them would be as long.
  // eslint-disable-next-line complexity
  takes(position, said) {
    const { data, actor } = said;
    const { action, effect } = position;
    const isFirst = action === 1 && effect === 0;
    if (this.#isOver && !(this.#isFinished && mayFollowEnd(data.type))) return false;
    if (isFirst !== (data.type === "GameCreated")) return false;
    if (actor !== undefined && !(actor >= 0 && actor < this.#players)) return false;
    if (effect === 0 && this.isUnfinished) return false;
    if (!this.#disputes.isDue(position, data) || !this.#times.mayCome(position, said)) return false;
    if (!this.#proposals.isDue(position, said, !isOfEveryGame(data.type), this.#resigned)) return false;
    if (isFirst) return this.#opens(data);
    const before = this.#before;
    this.#before = MARKS.includes(data.type) ? "" : `${action} ${actor}`;
    const moved = this.#moved;
    this.#moved = isOfEveryGame(data.type) ? "" : `${action} ${actor}`;
    if (isOfProposal(data.type)) {
      const isThere = data.seat === actor && !(this.#edition > 1 && this.#times.isAbsent(actor));
      return isThere && this.#proposals.takes(position, data, this.#playing());
    }
    switch (data.type) {
      case "Forked":
        return action === 1 && effect === 1 && actor === undefined && this.#isDealt(data);
      case "SeatTaken":
        return this.#sits(data, actor, action);
      case "SeatLeft":
        return !this.#isStarted && data.seat === actor && this.#seats.leaves(data.seat, this.#persons);
      case "SeatReleased":
        return !this.#isStarted && this.#seats.isReleased(data, actor);
      case "SeatOffered":
        return this.#isPlaying(data.seat) && data.seat === actor && this.#seats.isOffered(data);
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
      case "SeatTakenOver":
        if (this.#seats.knowsAnother(data)) return false;
        this.#times.sits(data.seat);
        if (!this.#seats.isFor(data)) break;
        this.#seats.isTakenOver(data);
        return this.#isStarted && data.seat === actor;
      case "GameAborted":
        this.#isOver = true;
        return data.seat === (actor ?? null) && (data.seat === null) === !!data.text?.trim() && effect === 0;
      case "GameFinished":
        this.#isOver = true;
        this.#isFinished = true;
        return this.#isStarted;
      case "ResultReplaced":
        return this.#isFinished;
      case "SeatFreed":
        this.#resigned.delete(data.seat);
        this.#seats.withdraw(data.seat);
        break;
    }
    if (ABOUT_TIME.includes(data.type)) {
      return this.#isStarted && this.#times.takes(position, said, new Set(this.#playing().keys()));
    }
    if (!isOfEveryGame(data.type)) this.#times.acts(actor);
    if (!this.#isStarted || !this.#disputes.takes(position, data, actor, this.#isFinished)) return false;
    if (data.type === "SeatTakenOver") this.#seats.isTakenOver(data);
    return true;
  }

  /** @param {Record<string, any>} data */
  #opens(data) {
    const { players, computers, luck, strict, referee, reserved, pace, edition = 1 } = openedBy(data);
    this.#edition = edition;
    this.#times.pace = pace;
    this.#proposals.edition = edition;
    this.#players = players;
    this.#persons = players - computers.length;
    this.#disputes.opens(players, this.#persons, referee !== "", edition);
    this.#bindsFirst = luck !== "1";
    this.#isStrict = strict;
    return this.#seats.opens(players, reserved, edition);
  }

  /**
   * An analysis game says what was dealt in it: nothing, or what a seat of the game did not see.
   * @param {Record<string, any>} data
   */
  #isDealt({ seen_by: seat = null, dealing = 0 }) {
    return seat === null ? dealing === 0 : dealing > 0 && seat >= 0 && seat < this.#players;
  }

  /**
   * @param {Record<string, any>} data
   * @param {number | undefined} actor
   * @param {number} action
   */
  #sits(data, actor, action) {
    if (this.#isStarted || (actor !== undefined && (actor !== data.seat || (this.#bindsFirst && action === 1)))) {
      return false;
    }
    return this.#seats.isTaken(data);
  }

  /**
   * @param {number} seat
   * @param {number | undefined} actor
   */
  #tells(seat, actor) {
    const mayTell = this.#isStrict && !this.#isStarted && this.#seats.taken.size >= this.#persons;
    return mayTell && seat === actor && seat < this.#persons && isNew(this.#opened, seat);
  }

  /** @param {number} seat */
  #isSeated(seat) {
    return this.#seats.taken.has(seat) && this.#disputes.isOwned(seat) && !this.#resigned.has(seat);
  }

  /** @param {number} seat */
  #isPlaying(seat) {
    return this.#isStarted && this.#isSeated(seat);
  }

  /** The seats for which persons answer, each with its player. */
  #playing() {
    return new Map([...this.#seats.taken].filter(([seat]) => this.#isPlaying(seat)));
  }

  /** @param {number} seat */
  #resigns(seat) {
    this.#seats.withdraw(seat);
    return !this.#disputes.isFreed(seat) && isNew(this.#resigned, seat);
  }

  /** @param {number} action */
  #starts(action) {
    const isReady =
      this.#seats.taken.size === this.#players && (!this.#isStrict || this.#opened.size === this.#persons);
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
