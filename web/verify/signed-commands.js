// Signed commands: whether the command that a player signed leads to the recorded event, for the events of every game.

import { canonical, isObject } from "./canonical-json.js";

/** The command behind each event that a player signs, and its members; they have the same content. */
const COMMANDS = {
  SeatTaken: "TakeSeat player nonce nonce_commitment public_key recovery",
  SeatLeft: "LeaveSeat",
  SeatOffered: "OfferSeat player",
  SeatResigned: "Resign",
  NonceOpened: "OpenNonce nonce",
  KeyChanged: "ChangeKey public_key signature recovery",
  GameAborted: "Abort",
  DisputeOpened: "OpenDispute position text remedy",
  DisputeAnswered: "AnswerDispute number agrees text",
  DisputeWithdrawn: "WithdrawDispute number",
  SecretDisclosed: "DiscloseSecret number position field",
  DisputeDecided: "DecideDispute number by text remedy",
  SeatTakenOver: "TakeOver player public_key recovery",
  TakeBackAsked: "AskTakeBack",
  TakeBackAnswered: "AnswerTakeBack agrees",
  TakeBackWithdrawn: "WithdrawTakeBack",
  EndProposed: "ProposeEnd kind",
  EndAnswered: "AnswerEnd agrees",
  EndWithdrawn: "WithdrawEnd",
  SeatReturned: "Return",
  TimeGranted: "GrantTime to time",
  PauseAgreed: "AgreePause",
  PauseDeclined: "DeclinePause",
  GameResumed: "Resume",
  VacationTaken: "TakeVacation since until",
  VacationEnded: "EndVacation",
  PlayTimesSet: "SetPlayTimes times",
};
const NO_REMEDY = { kind: "none", position: "", places: [], seat: null };
/** The values of members that a command may omit; any other one is an empty text. @type {Record<string, any>} */
const OMITTED = { remedy: NO_REMEDY, time: 86_400_000 };

/**
 * Whether this command of a player leads to this event of every game.
 * @param {Record<string, any>} event
 * @param {Record<string, any>} command
 */
export function isCommandOf(event, { type, remedy, ...others }) {
  const [name, ...members] = (COMMANDS[/** @type {keyof COMMANDS} */ (event.type)] ?? "").split(" ");
  const whole = isObject(remedy) ? { ...NO_REMEDY, ...remedy } : remedy;
  const given = /** @type {Record<string, any>} */ (remedy === undefined ? others : { ...others, remedy: whole });
  if (type !== name || !Object.keys(given).every((member) => members.includes(member))) return false;
  const same = (/** @type {string} */ member) =>
    canonical(given[member] ?? OMITTED[member] ?? "") === canonical(event[member] ?? "");
  return members.every(same);
}
