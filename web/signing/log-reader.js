// Log reader: keeps the newest note of the server's transparency log, demands that every newer one continues it, and that
// the log has the moves for which this browser holds receipts.

import { call, gamePath, Problem } from "../core/api.js";
import { here } from "../core/base-path.js";
import { keep, keptByGame } from "../core/storage.js";
import { compare } from "../record/positions.js";
import { canCheckSignatures, joined, sha256 } from "../record/hashing.js";
import { isConsistent, isIncluded, leafHash } from "./merkle.js";
import { keptReceipts } from "./receipts.js";
import { isCosigned, isNoteSigned, publicKeyIn, readNote } from "./signed-note.js";

/** @import { KeptNote, LogFault, LogNote, ReadLog } from "../types.js" */
/** @import { Logged, LogResponse } from "../responses.js" */

const NOTES = "stele-log";
const LOGGED = "stele-logged";
const MOST_GAMES = 300;
/** The log is read again after this time. */
const PAUSE_MILLISECONDS = 5 * 60_000;
/** The delay if the server promises none, and the longest that is believed. */
const USUAL_DELAY_SECONDS = 600;
const LONGEST_DELAY_SECONDS = 3600;
const FAILING = "stele-log-failing";
const EXCUSED = "stele-log-excused";
/** A server that does not show its log for so long hides it. */
const LONGEST_SILENCE_MILLISECONDS = 3_600_000;
const NOT_LOGGED = "urn:stele:problem:not-in-the-log-yet";

/** The note that this browser keeps of the log of this site. @returns {KeptNote | null} */
export function keptNote() {
  return keptByGame(NOTES)[here("/")] ?? null;
}

/** @param {KeptNote} note */
function keepNote(note) {
  keep(NOTES, JSON.stringify({ ...keptByGame(NOTES), [here("/")]: note }));
}

/** The promised delay in milliseconds. @param {KeptNote | null} log */
const delayOf = (log) => 1000 * (log?.delay ?? USUAL_DELAY_SECONDS);

/** @param {unknown} error */
const isNotLogged = (error) => error instanceof Problem && error.type === NOT_LOGGED;

/**
 * Whether the log proves that the newer tree begins with the older one. A server that has both can always prove it.
 * @param {LogNote} older
 * @param {LogNote} newer
 */
async function hasGrown(older, newer) {
  if (!older.size || older.size >= newer.size) return isConsistent(older, newer, []);
  try {
    const { proof } = await call(`/api/log/consistency?from=${older.size}&to=${newer.size}`);
    return await isConsistent(older, newer, proof);
  } catch (error) {
    if (isNotLogged(error)) return false;
    throw error;
  }
}

/**
 * The fault of a note that does not continue the one kept before; null if it does.
 * @param {LogNote} before
 * @param {LogNote} now
 * @returns {Promise<LogFault | null>}
 */
async function faultBetween(before, now) {
  const isDeclared = now.restores > before.restores;
  if (isDeclared) return null;
  if (now.origin !== before.origin && !now.continues.startsWith(`${before.origin} `)) return "renamed";
  if (now.size < before.size) return "shrunk";
  return (await hasGrown(before, now)) ? null : "changed";
}

/**
 * Read the log and compare it with the kept note, which the newer one then replaces. Throws if the server cannot be
 * asked.
 * @returns {Promise<ReadLog>}
 */
export async function readLog() {
  const before = keptNote();
  /** @type {LogResponse} */
  let shown;
  try {
    shown = await call(`/api/log?now=${Date.now()}`); // the newest, and not what a cache has
  } catch (error) {
    if (before && isNotLogged(error)) return { fault: "shrunk", declared: "", before: before.note, shown: "" };
    throw error;
  }
  const note = readNote(shown.note);
  const key = before?.key ?? publicKeyIn(shown.key);
  /** @type {ReadLog} */
  const read = { fault: null, declared: "", before: before?.note ?? null, shown: shown.note };
  if (!(await canCheckSignatures())) return read;
  if (!note || !(await isNoteSigned(note, key))) return { ...read, fault: "signature" };
  const old = before && readNote(before.note);
  if (old) {
    read.fault = await faultBetween(old, note);
    if (read.fault) return read;
    if (note.restores > old.restores) read.declared = note.because;
    if (note.size < old.size && !read.declared) return read;
  }
  const cosigners = await cosignersOf(note, shown.cosignatures, key);
  const delay = Math.min(shown.merge_delay_seconds || USUAL_DELAY_SECONDS, LONGEST_DELAY_SECONDS);
  keepNote({ note: shown.note, key, read: Date.now(), delay, cosigners });
  return read;
}

/**
 * The names of the witnesses that cosigned a note of this log which the newest one continues.
 * @param {LogNote} newest
 * @param {LogResponse["cosignatures"]} cosignatures
 * @param {string} key the log's
 */
async function cosignersOf(newest, cosignatures, key) {
  const names = [];
  for (const { key: witness, note } of cosignatures) {
    const cosigned = readNote(note);
    const isTheirs = cosigned && publicKeyIn(witness) !== key && (await isNoteSigned(cosigned, key));
    if (cosigned && isTheirs && (await isCosigned(cosigned, witness)) && (await isPartOf(cosigned, newest))) {
      names.push(witness.split("+")[0]);
    }
  }
  return names;
}

/**
 * Whether a cosigned note is an earlier state of the newest one.
 * @param {LogNote} cosigned
 * @param {LogNote} newest
 */
async function isPartOf(cosigned, newest) {
  return cosigned.origin === newest.origin && cosigned.size <= newest.size && (await hasGrown(cosigned, newest));
}

/**
 * Whether the server denies this game, in which it signed a move at this position.
 * @param {string} game
 * @param {string} position
 */
export async function isDenied(game, position) {
  try {
    await call(gamePath(game, "/digests", { at: position }));
    return false;
  } catch (error) {
    return error instanceof Problem && error.status === 404;
  }
}

/**
 * The log and the proofs were read, or could not be, with this error. Returns whether the server has refused them for so
 * long that it hides the log; an unreachable server does not count.
 * @param {unknown} [error]
 */
export function isHiding(error) {
  const failing = keptByGame(FAILING);
  const site = here("/");
  if (error instanceof Problem && error.status === 0) return false;
  const since = error === undefined ? undefined : (failing[site] ?? Date.now());
  if (since !== failing[site]) keep(FAILING, JSON.stringify({ ...failing, [site]: since }));
  return since !== undefined && keptNote() !== null && Date.now() - since > LONGEST_SILENCE_MILLISECONDS;
}

/**
 * Whether the reader knows why the server contradicts its log about this game.
 * @param {string} about
 */
export const isExcused = (about) => keptByGame(EXCUSED)[about] === true;

/**
 * The reader knows why: accept the log that the server shows now, or say nothing more of this game.
 * @param {string} about empty: the log itself
 */
export function excuse(about) {
  const others = Object.entries(keptByGame(EXCUSED)).slice(-MOST_GAMES);
  if (about) keep(EXCUSED, JSON.stringify({ ...Object.fromEntries(others), [about]: true }));
  else keep(NOTES, JSON.stringify({ ...keptByGame(NOTES), [here("/")]: undefined }));
}

/** Whether the log was read recently, so that it is not read again yet. */
export function isReadRecently() {
  const note = keptNote();
  return note !== null && Date.now() - note.read < PAUSE_MILLISECONDS;
}

/**
 * The proof that the log has this game at or after a position, or the fault of the server's answer.
 * @param {string} game
 * @param {string} position
 * @param {string} digest
 * @param {KeptNote} log
 * @returns {Promise<{ fault: LogFault | null, proof: Logged | null }>}
 */
async function proofOf(game, position, digest, log) {
  /** @type {Logged} */
  let proof;
  try {
    proof = await call(gamePath(game, "/proof", { at: position }));
  } catch (error) {
    if (isNotLogged(error)) return { fault: "missing", proof: null };
    if (error instanceof Problem && error.status === 404) return { fault: "denied", proof: null };
    throw error;
  }
  if (proof.game !== game || compare(proof.position, position) < 0) return { fault: "proof", proof };
  const name = (await sha256(joined("stele/game/1\0", game))).slice(0, 32);
  const head = `${name} ${proof.position} ${proof.digest}`;
  const leaf = proof.previous ? `stele/head/2 ${head} ${proof.previous}` : `stele/head/1 ${head}`;
  const fault = (await logFault(leaf, proof, log)) ?? (await digestFault(game, position, digest, proof));
  return { fault, proof };
}

/**
 * The fault if the proof does not lead from this leaf to the log that this browser keeps; null if it does.
 * @param {string} leaf
 * @param {Logged} proof
 * @param {KeptNote} log
 * @returns {Promise<LogFault | null>}
 */
async function logFault(leaf, { index, proof, note: shown }, log) {
  const [note, newest] = [readNote(shown), readNote(log.note)];
  if (!note || !newest) return "proof";
  const isIn = await isIncluded(await leafHash(leaf), index, note.size, proof, note.root);
  if (!isIn || !(await isNoteSigned(note, log.key))) return "proof";
  const [older, newer] = note.size < newest.size ? [note, newest] : [newest, note];
  return note.origin === newest.origin && !(await hasGrown(older, newer)) ? "changed" : null;
}

/**
 * Whether the record has the receipt's digest and the logged one.
 * @param {string} game
 * @param {string} position
 * @param {string} digest
 * @param {Logged} proof
 * @returns {Promise<LogFault | null>}
 */
async function digestFault(game, position, digest, proof) {
  if (proof.position === position) return proof.digest === digest ? null : "digest";
  const { digests } = await call(gamePath(game, "/digests", { at: `${position},${proof.position}` }));
  const found = new Map(digests.map((one) => [one.position, one.digest]));
  return found.get(position) === digest && found.get(proof.position) === proof.digest ? null : "digest";
}

/**
 * The fault if the log does not have the moves of this game that are older than the promised delay; null otherwise.
 * Throws if the server cannot be asked.
 * @param {string} game
 * @returns {Promise<{ fault: LogFault, proof: Logged | null } | null>}
 */
export async function uncovered(game) {
  const log = keptNote();
  const delay = delayOf(log);
  const due = (await keptReceipts(game)).filter(({ fault, kept: at }) => !fault && Date.now() - at > delay);
  const last = due.at(-1);
  if (!last || !(await canCheckSignatures())) return null;
  const logged = keptByGame(LOGGED);
  if (logged[game] && compare(logged[game], last.position) >= 0) return null;
  if (!log) return { fault: "missing", proof: null };
  const { fault, proof } = await proofOf(game, last.position, last.digest, log);
  if (fault) return { fault, proof };
  const others = Object.entries(logged).filter(([one]) => one !== game);
  keep(LOGGED, JSON.stringify(Object.fromEntries([...others.slice(-MOST_GAMES), [game, last.position]])));
  return null;
}
