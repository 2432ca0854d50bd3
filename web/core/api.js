// API client: sends the pages' requests, throws refusals as `Problem`, and stores the signed-in player.

import { here } from "./base-path.js";
import { keep, kept } from "./storage.js";
import { gettext, language } from "./i18n.js";

/** @import { AnswerOf, ProblemBody, SignedIn } from "../types.js" */

const KEPT = "stele-player";

/**
 * Event on the document: the server does not know the signed-in player. Its `detail` is whether this was for an action
 * that requires signing in.
 */
export const SIGNED_OUT = "stele-signed-out";

/** Event on the document: a request did not reach the server. */
export const UNREACHED = "stele-unreached";

/** Event on the document: a response comes from the browser's cache, because the server is unreachable. */
export const KEPT_SHOWN = "stele-kept";

/** The time of the oldest such response. @type {string | null} */
let asOf = null;

/** The time of the page's data, if it comes from the cache; otherwise null. */
export function shownAsOf() {
  return asOf;
}

/** @param {string | null} time */
function tellKept(time) {
  if (time === null || (asOf !== null && asOf <= time)) return;
  asOf = time;
  document.dispatchEvent(new Event(KEPT_SHOWN));
}

/**
 * The signed-in player, or null. Embedded pages have none.
 * @returns {SignedIn | null}
 */
export function signedIn() {
  if (location.pathname.endsWith("/embed")) return null;
  try {
    return JSON.parse(kept(KEPT) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Store this player as signed in; null signs out.
 * @param {SignedIn | null} player
 */
export function keepPlayer(player) {
  keep(KEPT, player && JSON.stringify(player));
  navigator.serviceWorker?.controller?.postMessage({}); // it discards the previous player's cached data
}

/** A refusal as worded by the API. */
export class Problem extends Error {
  /** @param {ProblemBody} body */
  constructor(body) {
    super(body.errors ? [...new Set(sentences(body.errors))].join(" ") : (body.detail ?? body.title));
    this.type = body.type;
    this.status = body.status;
    this.title = body.title;
    this.rule = body.rule;
    this.receipt = body.receipt;
  }
}

/**
 * What is wrong with each field of a request, without the fields' names, which are for programs.
 * @param {unknown} errors  texts, in lists and by field
 * @returns {string[]}
 */
function sentences(errors) {
  return errors instanceof Object ? Object.values(errors).flatMap(sentences) : [String(errors)];
}

/**
 * The text of a refusal, with the rule's number if there is one.
 * @param {unknown} error
 */
export function problemText(error) {
  if (!(error instanceof Problem)) return String(error);
  if (error.status === 0) return gettext("The server can't be reached. Nothing was lost; try again.");
  return error.rule ? gettext("{reason} (rule {rule})", { reason: error.message, rule: error.rule }) : error.message;
}

/** The header by which the cache, which sees no cookies, knows whose a response is. */
const READER = "Stele-Reader";

/**
 * The headers of a request: the language, and who asks.
 * @param {Record<string, string>} more
 * @param {string} [token] authenticates as another player
 */
export function headersFor(more, token = signedIn()?.token) {
  const headers = new Headers({ "Accept-Language": language, ...more });
  const player = signedIn();
  if (token) headers.set("Authorization", `Bearer ${token}`);
  else if (player) headers.set(READER, player.id);
  return headers;
}

/**
 * Whether the session cookie is sent: only if a player is signed in on this page.
 * @param {Headers} headers
 * @returns {RequestCredentials}
 */
const credentialsFor = (headers) => (headers.has(READER) ? "same-origin" : "omit");

/** @param {Response} response */
async function problemOf(response) {
  try {
    return new Problem(await response.json());
  } catch {
    return new Problem({ status: response.status, title: response.statusText, detail: response.statusText });
  }
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function reached(path, options) {
  try {
    return await fetch(here(path), options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    document.dispatchEvent(new Event(UNREACHED));
    throw new Problem({ status: 0, title: "Unreachable", detail: "" });
  }
}

/** Players who were signed in here but are unknown to the server. @type {Set<string>} */
const dropped = new Set();

/**
 * Whether a request was refused because the signed-in player is unknown, who is then signed out.
 * @param {Headers} headers
 * @param {boolean} isReading
 */
function dropPlayer(headers, isReading) {
  const who = headers.get("Authorization") ?? headers.get(READER);
  if (who === null) return false;
  const player = signedIn();
  if (player && who === (player.token ? `Bearer ${player.token}` : player.id)) {
    dropped.add(who);
    keepPlayer(null);
    document.dispatchEvent(new CustomEvent(SIGNED_OUT, { detail: !isReading }));
  }
  return dropped.has(who);
}

/**
 * The response, unless it is a refusal. An unknown player is signed out, and public data is requested again.
 * @param {string} path
 * @param {RequestInit & { headers: Headers }} options
 * @param {boolean} [isQuiet] not requested by the player
 */
export async function answered(path, options, isQuiet = false) {
  const response = await reached(path, { credentials: credentialsFor(options.headers), ...options });
  tellKept(response.headers.get("Stele-Kept"));
  if (response.ok) return response;
  const isReading = (options.method ?? "GET") === "GET";
  if (response.status === 401 && dropPlayer(options.headers, isReading || isQuiet)) {
    options.headers.delete("Authorization");
    options.headers.delete(READER);
    if (isReading) return answered(path, options);
  } else if (response.status === 401 && dropped.size && !isReading && path.startsWith("/api/games/")) {
    // A background request may have found this out before the player's action, which must still report it.
    document.dispatchEvent(new CustomEvent(SIGNED_OUT, { detail: true }));
  }
  throw await problemOf(response);
}

/**
 * The body of a call's response; a refusal is thrown as a `Problem`.
 * @template {string} Path
 * @template {string} [Method="GET"]
 * @param {Path} path
 * @param {{ method?: Method, body?: unknown, headers?: Record<string, string>, token?: string, withSession?: boolean, isQuiet?: boolean, keepalive?: boolean }} [options]
 *   `token` authenticates as another player; `withSession` lets the response change the session;
 *   `isQuiet`: not requested by the player; `keepalive` lets it finish after the page is closed
 * @returns {Promise<AnswerOf<Method, Path>>}
 */
export async function call(path, { method, body, headers = {}, token, withSession, isQuiet, keepalive = false } = {}) {
  const sent = headersFor({ Accept: "application/json", ...headers }, token);
  if (body !== undefined) sent.set("Content-Type", "application/json");
  const said = body === undefined ? null : JSON.stringify(body);
  const credentials = withSession ? "same-origin" : credentialsFor(sent);
  const response = await answered(path, { method, headers: sent, body: said, credentials, keepalive }, isQuiet);
  return response.status === 204 ? /** @type {any} */ (null) : await response.json();
}

/**
 * The path of a call about a game. A private game's invitation is taken from the page's address.
 * @template {string} [Rest=""]
 * @param {string} game
 * @param {Rest} [rest]
 * @param {Record<string, string>} [parameters]
 * @returns {`/api/games/${string}${Rest}`}
 */
export function gamePath(game, rest, parameters = {}) {
  const query = new URLSearchParams(parameters);
  const invitation = new URLSearchParams(location.search).get("invite");
  if (invitation) query.set("invite", invitation);
  const text = query.toString();
  return /** @type {any} */ (`/api/games/${encodeURIComponent(game)}${rest ?? ""}${text && `?${text}`}`);
}

/**
 * The lines of a response as they arrive.
 * @param {Response} response
 */
export async function* textLines(response) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
    if (rest) yield rest;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * The file at this address.
 * @param {string} path
 */
export async function file(path) {
  return (await answered(path, { headers: headersFor({}) })).blob();
}

/**
 * The lines of a game's live events after a position, or null if the game is over.
 * @param {string} path
 * @param {string} position
 * @param {AbortSignal} signal
 */
export async function liveLines(path, position, signal) {
  const headers = headersFor({ Accept: "text/event-stream", "Last-Event-ID": position });
  const response = await answered(path, { headers, signal });
  return response.status === 204 ? null : textLines(response);
}
