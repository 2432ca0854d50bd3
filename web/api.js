// The public API as the pages use it: who is signed in, calls with their refusals, records line by line, live events.

import { keep, kept } from "./keeping.js";
import { gettext, language } from "./texts.js";

const KEPT = "stele-player";
const IS_EMBEDDED = location.pathname.endsWith("/embed");
const SILENCE_MILLISECONDS = 40000; // the server says something every 15 seconds
const LONGEST_WAIT_MILLISECONDS = 30000;
const HIDDEN_MILLISECONDS = 300000;

/** Who is signed in here: `{ id, name, token }`, or null. Within somebody else's page nobody is. */
export function signedIn() {
  if (IS_EMBEDDED) return null;
  try {
    return JSON.parse(kept(KEPT));
  } catch {
    return null;
  }
}

/** Keep this player signed in, or with null sign out. */
export function keepPlayer(player) {
  keep(KEPT, player && JSON.stringify(player));
}

/** A refusal as the API words it: `status`, `title`, `detail`, and `rule` if it was against one. */
export class Problem extends Error {
  constructor(body) {
    super(body.detail ?? body.title);
    Object.assign(this, body);
  }
}

/** What a refusal says, with the rule's number if it was against one. */
export function problemText(error) {
  if (!(error instanceof Problem)) return String(error);
  if (error.status === 0) return gettext("The server cannot be reached. Nothing was lost; please try again.");
  return error.rule ? gettext("{reason} (rule {rule})", { reason: error.message, rule: error.rule }) : error.message;
}

function headersFor(more = {}, token = signedIn()?.token) {
  const headers = { "Accept-Language": language, ...more };
  if (token) headers.Authorization = `Bearer ${token}`;
  return headers;
}

async function problemOf(response) {
  try {
    return new Problem(await response.json());
  } catch {
    return new Problem({ status: response.status, title: response.statusText, detail: response.statusText });
  }
}

async function answered(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ status: 0, title: "Unreachable", detail: "" });
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** The body of a call's answer; a refusal is thrown as a `Problem`. `token` asks as somebody else than is signed in. */
export async function call(path, { method = "GET", body, headers = {}, token } = {}) {
  const sent = headersFor({ Accept: "application/json", ...headers }, token);
  if (body !== undefined) sent["Content-Type"] = "application/json";
  const response = await answered(path, { method, headers: sent, body: body && JSON.stringify(body) });
  return response.status === 204 ? null : response.json();
}

/** The address of a game's call. The invitation of a private game goes along from the page's own address. */
export function gamePath(game, rest = "", parameters = {}) {
  const query = new URLSearchParams(parameters);
  const invitation = new URLSearchParams(location.search).get("invite");
  if (invitation) query.set("invite", invitation);
  const text = query.toString();
  return `/api/games/${encodeURIComponent(game)}${rest}${text ? `?${text}` : ""}`;
}

async function* textLines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      yield* lines;
    }
    if (rest) yield rest;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** An answer as the file that it is. */
export async function file(path) {
  return (await answered(path, { headers: headersFor() })).blob();
}

/** The values of an NDJSON answer, one by one as they arrive. */
export async function* values(path) {
  const response = await answered(path, { headers: headersFor({ Accept: "application/x-ndjson" }) });
  for await (const line of textLines(response.body)) {
    if (line) yield JSON.parse(line);
  }
}

/**
 * Follow a game's events from a position on, for as long as it goes on; the answer is a function that stops following.
 *
 * `heard(event)` gets each event once. A connection that is lost is opened again from the last position that was heard,
 * after ever longer waits; `status(word)` hears "live", "lost", "over" or "refused". A browser's own EventSource cannot
 * send the token, so the stream is read here.
 */
export function follow(game, position, heard, status, parameters = {}) {
  let stopped = false;
  let wait = 1000;
  let current = null;
  let wake = null;

  async function listen() {
    current = new AbortController();
    let silence;
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(() => current.abort(), SILENCE_MILLISECONDS);
    };
    alive();
    try {
      const response = await answered(gamePath(game, "/events", parameters), {
        headers: headersFor({ Accept: "text/event-stream", "Last-Event-ID": position }),
        signal: current.signal,
      });
      if (response.status === 204) return "over";
      status("live");
      wait = 1000;
      let id = null;
      for await (const line of textLines(response.body)) {
        alive();
        if (line.startsWith("id: ")) id = line.slice(4);
        else if (line.startsWith("data: ")) {
          const event = JSON.parse(line.slice(6));
          position = id ?? event.position;
          heard(event);
        }
      }
      return "ended";
    } finally {
      clearTimeout(silence);
    }
  }

  async function keepListening() {
    while (!stopped) {
      try {
        if ((await listen()) === "over") {
          status("over");
          return;
        }
      } catch (error) {
        if (stopped) return;
        if (error instanceof Problem && error.status >= 400 && error.status < 500) {
          status("refused", error);
          return;
        }
        status("lost");
      }
      if (stopped) return;
      await new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, wait);
      });
      while (document.hidden && rested && !stopped)
        await new Promise((resolve) => {
          wake = resolve;
        });
      wait = Math.min(wait * 2, LONGEST_WAIT_MILLISECONDS);
    }
  }

  // A page that nobody looks at gives its connection back after a while: browsers and servers have few of them.
  let rested = false;
  let resting;
  function visibilityChanged() {
    clearTimeout(resting);
    if (document.hidden) {
      resting = setTimeout(() => {
        rested = true;
        current?.abort();
      }, HIDDEN_MILLISECONDS);
    } else {
      rested = false;
      wait = 1000;
      wake?.();
    }
  }
  function onlineAgain() {
    wait = 1000;
    wake?.();
  }
  document.addEventListener("visibilitychange", visibilityChanged);
  addEventListener("online", onlineAgain);
  keepListening();
  return () => {
    stopped = true;
    current?.abort();
    wake?.();
    document.removeEventListener("visibilitychange", visibilityChanged);
    removeEventListener("online", onlineAgain);
  };
}
