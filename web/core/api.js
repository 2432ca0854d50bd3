// API client: sends the pages' requests, throws refusals as `Problem`, and stores the signed-in player.

import { here } from "./base-path.js";
import { keep, kept } from "./storage.js";
import { gettext, language } from "./i18n.js";

/** @import { ProblemBody, SignedIn } from "../types.js" */

const KEPT = "stele-player";

/**
 * What the document hears when the player who was signed in here turns out to be unknown to the server. Its `detail` is
 * whether they wanted to do something, which only somebody who is signed in can do.
 */
export const SIGNED_OUT = "stele-signed-out";

/** What the document hears when a request did not reach the server. */
export const UNREACHED = "stele-unreached";

/** What the document hears when a response comes from the browser's memory, because the server cannot be reached. */
export const KEPT_SHOWN = "stele-kept";

/** Of when the oldest such response is. @type {string | null} */
let asOf = null;

/** Of when what the page shows is, if it comes from the browser's memory; else null. */
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
 * Who is signed in here, or null. Within somebody else's page nobody is.
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
 * Keep this player signed in, or with null sign out.
 * @param {SignedIn | null} player
 */
export function keepPlayer(player) {
  keep(KEPT, player && JSON.stringify(player));
  navigator.serviceWorker?.controller?.postMessage({}); // it forgets what the one before has seen
}

/** A refusal as the API words it. */
export class Problem extends Error {
  /** @param {ProblemBody} body */
  constructor(body) {
    super(body.detail ?? body.title);
    this.type = body.type;
    this.status = body.status;
    this.title = body.title;
    this.rule = body.rule;
  }
}

/**
 * What a refusal says, with the rule's number if it was against one.
 * @param {unknown} error
 */
export function problemText(error) {
  if (!(error instanceof Problem)) return String(error);
  if (error.status === 0) return gettext("The server can't be reached. Nothing was lost; try again.");
  return error.rule ? gettext("{reason} (rule {rule})", { reason: error.message, rule: error.rule }) : error.message;
}

/** By this the browser's own memory, which sees no cookies, knows whose a response is. */
const READER = "Stele-Reader";

/**
 * @param {Record<string, string>} more
 * @param {string} [token] asks as somebody else than is signed in
 */
function headersFor(more, token = signedIn()?.token) {
  const headers = new Headers({ "Accept-Language": language, ...more });
  const player = signedIn();
  if (token) headers.set("Authorization", `Bearer ${token}`);
  else if (player) headers.set(READER, player.id);
  return headers;
}

/**
 * Whether the browser's session goes along: only if somebody is signed in, as this page sees it.
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

/** Who was signed in here and is not known to the server any more. @type {Set<string>} */
const dropped = new Set();

/**
 * Whether a request was refused because of who is signed in here, who is dropped then.
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
 * The response, if it is none of a refusal. Whom the server does not know any more is dropped, and what can be read by
 * anybody is asked for once more.
 * @param {string} path
 * @param {RequestInit & { headers: Headers }} options
 * @param {boolean} [isQuiet] nobody has asked for this
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
    // What a page does by itself found out before what was wished now: it is told where the wish came from.
    document.dispatchEvent(new CustomEvent(SIGNED_OUT, { detail: true }));
  }
  throw await problemOf(response);
}

/**
 * The body of a call's response; a refusal is thrown as a `Problem`.
 * @template Body
 * @param {string} path
 * @param {{ method?: string, body?: unknown, headers?: Record<string, string>, token?: string, withSession?: boolean, isQuiet?: boolean, keepalive?: boolean }} [options]
 *   `token` asks as somebody else than is signed in; `withSession` lets the response change the browser's session;
 *   `isQuiet`: nobody has asked for this; with `keepalive` it is asked also when the page is left
 * @returns {Promise<Body>}
 */
export async function call(
  path,
  { method = "GET", body, headers = {}, token, withSession, isQuiet, keepalive = false } = {},
) {
  const sent = headersFor({ Accept: "application/json", ...headers }, token);
  if (body !== undefined) sent.set("Content-Type", "application/json");
  const said = body === undefined ? null : JSON.stringify(body);
  const credentials = withSession ? "same-origin" : credentialsFor(sent);
  const response = await answered(path, { method, headers: sent, body: said, credentials, keepalive }, isQuiet);
  const found = response.status === 204 ? null : await response.json();
  return found;
}

/**
 * The address of a game's call. The invitation of a private game goes along from the page's own address.
 * @param {string} game
 * @param {string} [rest]
 * @param {Record<string, string>} [parameters]
 */
export function gamePath(game, rest = "", parameters = {}) {
  const query = new URLSearchParams(parameters);
  const invitation = new URLSearchParams(location.search).get("invite");
  if (invitation) query.set("invite", invitation);
  const text = query.toString();
  return `/api/games/${encodeURIComponent(game)}${rest}${text ? `?${text}` : ""}`;
}

/**
 * The address of a call that reads a game's record. What never changes is kept by the browser for ever, so the address
 * names the version of the server: another one may show it otherwise.
 * @param {string} game
 * @param {string} rest
 * @param {Record<string, string>} [parameters]
 */
export function recordPath(game, rest, parameters = {}) {
  const version = document.querySelector('meta[name="version"]')?.getAttribute("content") ?? "";
  return gamePath(game, rest, { ...parameters, version });
}

/**
 * The lines of a response as they arrive.
 * @param {Response} response
 */
async function* textLines(response) {
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
 * The values of an NDJSON response, one by one as they arrive.
 * @template Value
 * @param {string} path
 * @returns {AsyncGenerator<Value>}
 */
export async function* values(path) {
  const response = await answered(path, { headers: headersFor({ Accept: "application/x-ndjson" }) });
  for await (const line of textLines(response)) {
    if (line) yield JSON.parse(line);
  }
}

/**
 * The lines of a game's live events after a position, or null if the game is over and nothing more can come.
 * @param {string} path
 * @param {string} position
 * @param {AbortSignal} signal
 */
export async function liveLines(path, position, signal) {
  const headers = headersFor({ Accept: "text/event-stream", "Last-Event-ID": position });
  const response = await answered(path, { headers, signal });
  return response.status === 204 ? null : textLines(response);
}
