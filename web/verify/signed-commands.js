// Signed commands: whether the command that a player signed leads to the recorded event, for the events of every game.

import { canonical, isObject } from "../record/canonical-json.js";

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
/** The members that a command may omit, with the values that they then have. @type {Record<string, Record<string, any>>} */
const OMITTED = {
  TakeSeat: { nonce: "", nonce_commitment: "", public_key: "", recovery: "" },
  TakeOver: { public_key: "", recovery: "" },
  ChangeKey: { signature: "", recovery: "" },
  OpenDispute: { remedy: NO_REMEDY },
  AnswerDispute: { text: "" },
  DecideDispute: { remedy: NO_REMEDY },
  GrantTime: { time: 86_400_000 },
};

/**
 * Whether this command of a player leads to this event of every game.
 * @param {Record<string, any>} event
 * @param {Record<string, any>} command
 */
export function isCommandOf(event, { type, ...given }) {
  const [name, ...members] = (COMMANDS[/** @type {keyof COMMANDS} */ (event.type)] ?? "").split(" ");
  const whole = /** @type {Record<string, any>} */ ({ ...OMITTED[name], ...given });
  if (isObject(given.remedy)) whole.remedy = { ...NO_REMEDY, ...given.remedy };
  if (type !== name || Object.keys(whole).length !== members.length) return false;
  const same = (/** @type {string} */ member) =>
    Object.hasOwn(whole, member) && canonical(whole[member]) === canonical(event[member] ?? "");
  return members.every(same);
}
