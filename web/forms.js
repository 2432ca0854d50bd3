// What a record of any game looks like: the members of the events that every title shares, and of what is in them.

import { hasForm, isObject } from "./canonical.js";
import { isRemedy } from "./disputed.js";
import { hasSignatureForm } from "./hashing.js";
import { hasKeyForm, isPublicKey } from "./public-keys.js";
import { isPace, isTimes } from "./timed.js";

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
    "rulebook players options commitment private computers game luck strict nonce_commitments signed referee pace reserved",
    "rulebook players options commitment private computers game luck strict nonce_commitments signed referee pace reserved edition rated",
  ],
  Forked: ["game position digest actions", "game position digest actions seen_by dealing"],
  SeatTaken: [
    "seat player name kind nonce",
    "seat player name kind nonce nonce_commitment public_key",
    "seat player kind nonce nonce_commitment public_key",
  ],
  NonceOpened: ["seat nonce"],
  CommandSigned: ["seat signature text"],
  KeyChanged: ["seat public_key signature"],
  GameStarted: [""],
  SeatResigned: ["seat"],
  GameAborted: ["seat key", "seat key text"],
  GameFinished: ["result key"],
  DisputeOpened: ["seat number position text remedy"],
  DisputeAnswered: ["seat number agrees text"],
  DisputeWithdrawn: ["seat number"],
  DisputeDecided: ["number by text remedy"],
  RolledBack: ["position"],
  ResultReplaced: ["result"],
  SeatFreed: ["seat"],
  SeatTakenOver: ["seat player name public_key", "seat player public_key"],
  SeatLeft: ["seat"],
  SeatReleased: ["seat why"],
  SeatOffered: ["seat player name", "seat player"],
  TakeBackAsked: ["seat position"],
  TakeBackAnswered: ["seat agrees"],
  TakeBackWithdrawn: ["seat"],
  TakenBack: ["position"],
  EndProposed: ["seat kind"],
  EndAnswered: ["seat agrees"],
  EndWithdrawn: ["seat"],
  MoveOrdered: ["seat"],
  TimedOut: ["seat deadline"],
  SeatReturned: ["seat"],
  TimeGranted: ["seat to time"],
  PauseAgreed: ["seat"],
  PauseDeclined: ["seat"],
  GamePaused: [""],
  GameResumed: ["seat"],
  VacationTaken: ["seat since until"],
  VacationEnded: ["seat"],
  PlayTimesSet: ["seat times"],
  ServerAway: ["since until"],
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
  seen_by: "number|null",
  dealing: "number",
  agrees: "boolean",
  remedy: "object",
  pace: "object|null",
  reserved: "list",
  deadline: "number",
  to: "number",
  time: "number",
  since: "number",
  until: "number",
  times: "object",
  edition: "number",
  rated: "boolean",
};
/** The editions of the rules that are known here. */
const EDITIONS = [1, 2];
const MOST_PLAYERS = 64;
const MOST_OPTIONS = 64;
const LONGEST_LIST = 1000;
const LONGEST_TEXT = 2000;
/** Since this version of `GameCreated` every server has put the game's id into it. */
const FIRST_VERSION_BOUND_TO_ITS_ID = 5;
const DIGESTS = ["commitment", "digest", "key"];
/** Lists with at most one thing for each seat. */
const OF_SEATS = ["computers", "nonce_commitments", "reserved", "places", "points"];
const DIGEST = /^[0-9a-f]{64}$/;
const RESULT = { places: "list", points: "list", reason: "string" };

/**
 * Whether this is a record, with nothing in it that a record does not have.
 * @param {unknown} said
 * @param {number} edition that of the rules by which the game is played
 * @returns {said is Said}
 */
export function isRecord(said, edition) {
  if (!hasForm(said, RECORD)) return false;
  const { data, luck, opens, version } = said;
  // What has its default value is left out.
  if ((luck !== undefined && luck < 1) || (version !== undefined && version < 2)) return false;
  if (opens !== undefined && !(opens.length && opens.every(isOpening))) return false;
  if (typeof data.type !== "string") return false;
  return !Object.hasOwn(SHARED, data.type) || (isShared(data, version ?? 1) && isBounded(data, version ?? 1, edition));
}

/**
 * Whether no member of this shared event is beyond its bounds.
 * @param {Record<string, any>} data
 * @param {number} version
 * @param {number} edition
 */
function isBounded(data, version, edition) {
  const inner = [data.result, data.remedy, data.times, data.pace].filter(isObject);
  const isRight = [data, ...inner].every((one) =>
    Object.entries(one).every(([name, value]) => fits(data.type, name, value, edition)),
  );
  if (!isRight || data.type !== "GameCreated") return isRight;
  const isBound = version < FIRST_VERSION_BOUND_TO_ITS_ID || data.game !== "";
  return isBound && (data.computers ?? []).length <= data.players;
}

/**
 * @param {string} type
 * @param {string} name
 * @param {any} value
 * @param {number} edition
 */
function fits(type, name, value, edition) {
  const isDigest = (/** @type {string} */ one) => DIGEST.test(one);
  if (name === "players") return value >= 1 && value <= MOST_PLAYERS;
  if (DIGESTS.includes(name)) return isDigest(value);
  if (name === "nonce_commitment") return value === "" || isDigest(value);
  if (name === "public_key") {
    if (value === "") return type !== "KeyChanged";
    return edition > 1 ? isPublicKey(value) : hasKeyForm(value);
  }
  if (name === "signature") return value ? hasSignatureForm(value) : type === "KeyChanged";
  if (name === "options") return Object.keys(value).length <= MOST_OPTIONS;
  if (Array.isArray(value)) {
    const isBound = name !== "nonce_commitments" || value.every((one) => one === "" || isDigest(one));
    return isBound && value.length <= (OF_SEATS.includes(name) ? MOST_PLAYERS : LONGEST_LIST);
  }
  return typeof value !== "string" || value.length <= LONGEST_TEXT || [...value].length <= LONGEST_TEXT;
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
  if (data.type === "GameAborted") form.seat = "number|null"; // the operator has no seat
  if (data.type === "CommandSigned") {
    // What was signed is a secret, of which not even the length is told.
    if (!hasForm(data.text, { sealed: "string" })) return false;
    form.text = "object";
  }
  if (Object.hasOwn(form, "remedy") && !isRemedy(data.remedy)) return false;
  if (Object.hasOwn(form, "result") && !isResult(data.result)) return false;
  if (!EDITIONS.includes(data.edition ?? 1)) return false;
  if (!isPace(data.pace) || !isTimes(data.times)) return false;
  const lists = Object.values(data).filter(Array.isArray).flat();
  return hasForm(data, { ...form, type: "string" }) && lists.every((one) => typeof one === "string");
}

/**
 * Whether events of this type may be in any game's record, whatever its title.
 * @param {string} type
 */
export function isOfEveryGame(type) {
  return Object.hasOwn(SHARED, type);
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
    pace: null,
    reserved: [],
    edition: 1,
    ...data,
  };
}

/**
 * The fields of an event that are sealed, and what stands there in their place.
 * @param {Record<string, any>} data
 * @returns {[string, any][]}
 */
export function sealedIn(data) {
  return Object.entries(data).filter(([, shown]) => isObject(shown) && Object.hasOwn(shown, "sealed"));
}
