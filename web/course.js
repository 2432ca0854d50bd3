// What a record of any game looks like, and the course that every game takes: opening, seats, luck, start, end.

import { hasForm, isObject } from "./canonical.js";
import { Disputes, isRemedy, mayFollowEnd } from "./disputed.js";
import { isOfProposal } from "./going-back.js";
import { Proposals } from "./proposed.js";
import { Seats } from "./seated.js";

/** @import { Position } from "./bundle.js" */
/** @typedef {{ at: number, data: Record<string, any>, actor?: number, luck?: number, opens?: [string, string, any, string][], version?: number }} Said */
const RECORD = {
  at: "number",
  data: "object",
  actor: "?number",
  luck: "?number",
  opens: "?list",
  version: "?number",
};

/** The events that every title shares: the members of each version. @type {Record<string, string[]>} */
const SHARED = {
  GameCreated: [
    "title players options commitment",
    "rulebook players options commitment private computers game",
    "rulebook players options commitment private computers game luck strict nonce_commitments signed",
    "rulebook players options commitment private computers game luck strict nonce_commitments signed referee referee_name",
    "rulebook players options commitment private computers game luck strict nonce_commitments signed referee referee_name pace reserved",
  ],
  Forked: ["game position digest actions"],
  SeatTaken: ["seat player name kind nonce", "seat player name kind nonce nonce_commitment public_key"],
  SeatLeft: ["seat"],
  SeatOffered: ["seat player name"],
  NonceOpened: ["seat nonce"],
  CommandSigned: ["seat signature text"],
  KeyChanged: ["seat public_key signature"],
  GameStarted: [""],
  SeatResigned: ["seat"],
  GameAborted: ["seat key"],
  GameFinished: ["result key"],
  DisputeOpened: ["seat number position text remedy"],
  DisputeAnswered: ["seat number agrees text"],
  DisputeWithdrawn: ["seat number"],
  DisputeDecided: ["number by text remedy"],
  RolledBack: ["position"],
  ResultReplaced: ["result"],
  SeatFreed: ["seat"],
  SeatTakenOver: ["seat player name public_key"],
  TakeBackAsked: ["seat position"],
  TakeBackAnswered: ["seat agrees"],
  TakeBackWithdrawn: ["seat"],
  TakenBack: ["position"],
  EndProposed: ["seat kind"],
  EndAnswered: ["seat agrees"],
  EndWithdrawn: ["seat"],
};
/** Every other member is text. @type {Record<string, string>} */
const KINDS = {
  players: "number",
  options: "object",
  private: "boolean",
  computers: "list",
  strict: "boolean",
  nonce_commitments: "list",
  signed: "boolean",
  seat: "number",
  result: "object",
  number: "number",
  actions: "number",
  agrees: "boolean",
  remedy: "object",
  pace: "object|null",
  reserved: "list",
};
const RESULT = { places: "list", points: "list", reason: "string" };

/**
 * Whether this is a record, with nothing in it that a record does not have.
 * @param {unknown} said
 * @returns {said is Said}
 */
export function isRecord(said) {
  if (!hasForm(said, RECORD)) return false;
  const { data, luck, opens, version } = said;
  // What has its default value is left out.
  if ((luck !== undefined && luck < 1) || (version !== undefined && version < 2)) return false;
  if (opens !== undefined && !(opens.length && opens.every(isOpening))) return false;
  return typeof data.type === "string" && (!Object.hasOwn(SHARED, data.type) || isShared(data, version ?? 1));
}

/** @param {unknown} opening */
function isOpening(opening) {
  return Array.isArray(opening) && opening.length === 4 && [0, 1, 3].every((at) => typeof opening[at] === "string");
}

/**
 * @param {Record<string, any>} data
 * @param {number} version
 */
function isShared(data, version) {
  const members = SHARED[data.type][version - 1];
  if (members === undefined) return false;
  const names = members ? members.split(" ") : [];
  const form = Object.fromEntries(names.map((name) => [name, KINDS[name] ?? "string"]));
  if (data.type === "CommandSigned") {
    // What was signed is a secret, of which not even the length is told.
    if (!hasForm(data.text, { sealed: "string" })) return false;
    form.text = "object";
  }
  if (Object.hasOwn(form, "remedy") && !isRemedy(data.remedy)) return false;
  if (Object.hasOwn(form, "result") && !isResult(data.result)) return false;
  const lists = Object.values(data).filter(Array.isArray).flat();
  return hasForm(data, { ...form, type: "string" }) && lists.every((one) => typeof one === "string");
}

/** @param {unknown} result */
function isResult(result) {
  return hasForm(result, RESULT) && [...result.places, ...result.points].every((one) => typeof one === "number");
}

/**
 * The event that opened the game, in the shape of today.
 * @param {Record<string, any>} data
 * @returns {Record<string, any>}
 */
export function openedBy(data) {
  const second = { rulebook: data.title, computers: [], game: "" };
  return {
    ...second,
    luck: "1",
    strict: false,
    nonce_commitments: [],
    signed: false,
    referee: "",
    reserved: [],
    ...data,
  };
}

/** How far a game has come. */
export class Course {
  #players = 0;
  #persons = 0;
  #bindsFirst = false;
  #isStrict = false;
  #isStarted = false;
  #isOver = false;
  #isFinished = false;
  #disputes = new Disputes();
  #seats = new Seats();
  #proposals = new Proposals();
  /** @type {Set<number>} */
  #opened = new Set();
  /** @type {Set<number>} */
  #resigned = new Set();
  /** The action and the seat of the entry before, unless that was a signature. */
  #before = "";

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
    if (!this.#disputes.isDue(position, data)) return false;
    if (!this.#proposals.isDue(position, said, !Object.hasOwn(SHARED, data.type), this.#resigned)) return false;
    if (isFirst) return this.#opens(data);
    const before = this.#before;
    this.#before = data.type === "CommandSigned" ? "" : `${action} ${actor}`;
    if (isOfProposal(data.type)) return data.seat === actor && this.#proposals.takes(position, data, this.#playing());
    switch (data.type) {
      case "Forked":
        return action === 1 && effect === 1 && actor === undefined;
      case "SeatTaken":
        return this.#sits(data, actor, action);
      case "SeatLeft":
        return !this.#isStarted && data.seat === actor && this.#seats.leaves(data.seat, this.#persons);
      case "SeatOffered":
        return this.#isPlaying(data.seat) && data.seat === actor && this.#seats.isOffered(data);
      case "NonceOpened":
        return this.#tells(data.seat, actor);
      case "CommandSigned":
        return data.seat === actor && before === `${action} ${actor}`;
      case "KeyChanged":
        return data.seat === actor && this.#isSeated(data.seat);
      case "GameStarted":
        return this.#starts(action);
      case "SeatResigned":
        return this.#isStarted && data.seat === actor && this.#resigns(data.seat);
      case "SeatTakenOver":
        if (!this.#seats.isFor(data)) break;
        this.#seats.isTakenOver(data);
        return this.#isStarted && data.seat === actor;
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
        this.#seats.withdraw(data.seat);
        break;
    }
    if (!this.#isStarted || !this.#disputes.takes(position, data, actor, this.#isFinished)) return false;
    if (data.type === "SeatTakenOver") this.#seats.isTakenOver(data);
    return true;
  }

  /** @param {Record<string, any>} data */
  #opens(data) {
    const { players, computers, luck, strict, referee, reserved } = openedBy(data);
    this.#players = players;
    this.#persons = players - computers.length;
    this.#disputes.opens(players, this.#persons, referee !== "");
    this.#bindsFirst = luck !== "1";
    this.#isStrict = strict;
    return this.#seats.opens(players, reserved);
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

/**
 * The fields of an event that are sealed, and what stands there in their place.
 * @param {Record<string, any>} data
 * @returns {[string, any][]}
 */
export function sealedIn(data) {
  return Object.entries(data).filter(([, shown]) => isObject(shown) && Object.hasOwn(shown, "sealed"));
}
