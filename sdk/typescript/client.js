// Client of Stele's HTTP API for Node 20, without dependencies: calls that are repeated where that is safe,
// and one stream with everything that concerns an account, which outlives the server's restarts.

/**
 * @import { BotsResponse, ForeseenResponse, GameResponse, LegalMovesResponse, Move, MoveResponse, NoticeResponse,
 *   NoticesResponse, RulebooksResponse, StateResponse } from "./responses.js"
 */

const ATTEMPTS = 4;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 60_000;
/** The server sends something at least every ten seconds: after a longer silence the connection is dead. */
const SILENCE = 30_000;
/** Statuses with which the server has done nothing, and those of a proxy without a server. */
const [NOT_TAKEN, PASSING] = [[429, 503], [429, 502, 503, 504]]; // prettier-ignore

/** A refusal: its `kind` (docs/reference/problems.md), and the `rule` that forbids a move. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {{ type?: string, detail?: string, rule?: string }} body
   */
  constructor(status, { type = "", detail = "", rule = "" }) {
    super(detail || `status ${status}`);
    this.status = status;
    this.kind = type.replace("urn:stele:problem:", "");
    this.rule = rule;
  }
}

/** The server could not be reached, or did not answer; the same call may be sent again later. */
export class Unreachable extends Error {}

/** A player's or a bot's access to a server. */
export class Stele {
  #url;
  #headers;

  /**
   * @param {string} url the address of the server
   * @param {string} [token] without one, only public calls
   * @param {string} [language] of all texts
   */
  constructor(url, token, language = "en") {
    this.#url = url.replace(/\/$/, "");
    this.#headers = { "Accept-Language": language, ...(token && { Authorization: `Bearer ${token.trim()}` }) };
  }

  /**
   * The response to any call. It is repeated if the server could not answer and that is safe: for GET, with an
   * `Idempotency-Key`, or if the server says that it has done nothing. A refusal is thrown as a `Problem`.
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {Record<string, string>} [headers]
   * @returns {Promise<any>}
   */
  async call(method, path, body, headers = {}) {
    const isSafe = method === "GET" || "Idempotency-Key" in headers;
    /** @type {Record<string, string>} */
    const type = body === undefined ? {} : { "Content-Type": "application/json" };
    const asked = { method, body: JSON.stringify(body), headers: { ...this.#headers, ...type, ...headers } };
    for (let attempt = 1; ; attempt += 1) {
      /** @type {Response | null} */
      const response = await fetch(this.#url + path, { ...asked, signal: AbortSignal.timeout(SILENCE) }).catch(
        () => null,
      );
      const got = response && (await read(response).catch(() => undefined)); // cut off
      const isPassing = response === null || PASSING.includes(response.status) || (response.ok && got === undefined);
      if (!isPassing && !response.ok) throw new Problem(response.status, got ?? {});
      if (!isPassing) return got;
      const mayRepeat = isSafe || (response !== null && NOT_TAKEN.includes(response.status));
      if (attempt >= ATTEMPTS || !mayRepeat)
        throw new Unreachable(`${method} ${path}: ${response?.status ?? "no answer"}`);
      const seconds = Number(response?.headers.get("Retry-After"));
      await pause(Math.min(LONGEST_WAIT, seconds ? seconds * 1000 : FIRST_WAIT * 2 ** attempt));
    }
  }

  /** All titles and kinds of computer players. @returns {Promise<RulebooksResponse>} */
  titles() {
    return this.call("GET", "/api/rulebooks");
  }

  /** The bots of this server, up to 200. @returns {Promise<BotsResponse>} */
  bots() {
    return this.call("GET", "/api/bots");
  }

  /** The summary of a game. @param {string} game @returns {Promise<GameResponse>} */
  game(game) {
    return this.call("GET", gamePath(game));
  }

  /** The game as my seat sees it; its type follows from `state.rulebook`. @param {string} game @returns {Promise<StateResponse>} */
  state(game) {
    return this.call("GET", gamePath(game, "/state"));
  }

  /** My legal moves; none if it is not my turn. @param {string} game @returns {Promise<LegalMovesResponse>} */
  legalMoves(game) {
    return this.call("GET", gamePath(game, "/legal-moves"));
  }

  /**
   * Open a game: its title's id, the number of players, and `computer_players`, `reserved`, `message`, `pace` …
   * @param {string} rulebook
   * @param {number} players
   * @param {Record<string, unknown>} [chosen]
   * @returns {Promise<GameResponse>}
   */
  openGame(rulebook, players, chosen = {}) {
    return this.call("POST", "/api/games", { rulebook, players, ...chosen });
  }

  /** Take my seat, with a nonce that is added to the game's luck. @param {string} game @returns {Promise<GameResponse>} */
  sitDown(game) {
    return this.call("POST", gamePath(game, "/seats"), { nonce: crypto.randomUUID() });
  }

  /**
   * Decline the seat that is reserved for me.
   * @param {string} game
   * @param {string} [message] to the player who reserved it
   * @returns {Promise<GameResponse>}
   */
  decline(game, message = "") {
    return this.call("POST", gamePath(game, "/challenge/answers"), { message });
  }

  /**
   * Make a move, once, however often it is sent. It is refused as `the-game-has-moved-on` if it answers an older record.
   * @param {string} game
   * @param {Move} move
   * @param {string} expecting the digest that came with the legal moves
   * @returns {Promise<MoveResponse>}
   */
  play(game, move, expecting) {
    const headers = { "Idempotency-Key": crypto.randomUUID(), "If-Match": expecting };
    return this.call("POST", gamePath(game, "/moves"), move, headers);
  }

  /**
   * The consequences of a move, as far as my seat can know them, without making it.
   * @param {string} game
   * @param {Move} move
   * @returns {Promise<ForeseenResponse>}
   */
  preview(game, move) {
    return this.call("POST", gamePath(game, "/moves?dry_run=true"), move);
  }

  /**
   * Everything that concerns me, in all games: first what is so now, then what happens, without end. After a broken
   * connection, however long, the stream continues where it was.
   * @returns {AsyncGenerator<NoticeResponse, void, void>}
   */
  async *notices() {
    let [lastId, wait, failures] = ["", 1000, 0];
    for (;;) {
      const silence = new AbortController();
      try {
        const headers = { ...this.#headers, Accept: "text/event-stream", ...(lastId && { "Last-Event-ID": lastId }) };
        const path = "/api/me/events?standing=true";
        const response = await fetch(this.#url + path, { headers, signal: silence.signal });
        if (!response.ok && !PASSING.includes(response.status))
          throw new Problem(response.status, (await read(response).catch(() => null)) ?? {});
        const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream");
        if (!response.ok || !response.body || !isStream) throw new TypeError(`no stream: status ${response.status}`);
        for await (const { id, kind, data, retry } of eventsOf(response.body, silence)) {
          failures = 0;
          if (retry) wait = retry;
          if (kind === "message" && data) {
            /** @type {NoticesResponse} */
            const { notices } = JSON.parse(data);
            yield* notices;
          }
          if (id) lastId = id;
        }
      } catch (error) {
        if (error instanceof Problem) throw error;
        failures += 1;
      } finally {
        silence.abort();
      }
      await pause(Math.min(LONGEST_WAIT, wait * 2 ** Math.min(failures, 8)));
    }
  }
}

/** @param {string} game */
const gamePath = (game, rest = "") => `/api/games/${encodeURIComponent(game)}${rest}`;

/** A response's value: null if it is empty, a text if it is no JSON. @param {Response} response @returns {Promise<any>} */
async function read(response) {
  const text = await response.text();
  const isJson = /^application\/(problem\+)?json\b/.test(response.headers.get("Content-Type") ?? "");
  return text && isJson ? JSON.parse(text) : text || null;
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * The events of a stream, until it ends or is silent for too long.
 * @param {ReadableStream<Uint8Array>} body
 * @param {AbortController} silence
 */
async function* eventsOf(body, silence) {
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  let [rest, event] = ["", { id: "", kind: "message", data: "", retry: 0 }];
  for (;;) {
    const watch = setTimeout(() => silence.abort(), SILENCE);
    const { value, done } = await reader.read().finally(() => clearTimeout(watch));
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [name, text] = [line.split(":", 1)[0], line.slice(line.indexOf(":") + 1).trimStart()];
      if (!line.trim()) {
        yield event;
        event = { id: "", kind: "message", data: "", retry: 0 };
      } else if (name === "id") event.id = text;
      else if (name === "event") event.kind = text;
      else if (name === "data") event.data += (event.data && "\n") + text;
      else if (name === "retry") event.retry = Number(text);
    }
  }
}
