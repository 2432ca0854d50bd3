// Event stream: follows a game's or an inbox's server-sent events and reconnects after a lost connection.
// A browser's own EventSource cannot send the token, so the stream is read with fetch.

import { Problem, UNREACHED, liveLines } from "./api.js";
import { gettext } from "./i18n.js";

/** @typedef {"live" | "lost" | "offline" | "over" | "refused"} Connection */

/** Event: there is a new message in a room of the followed game, or there may be one. */
export const CHAT = "stele-chat";

const SILENCE_MILLISECONDS = 15000; // the server sends something at least every ten seconds
const FIRST_WAIT_MILLISECONDS = 1000;
const LONGEST_WAIT_MILLISECONDS = 30000;
const HIDDEN_MILLISECONDS = 300000;

/** The state of the connection, in words. @type {Record<Connection, () => string>} */
export const CONNECTION_WORDS = {
  live: () => gettext("live"),
  lost: () => gettext("reconnecting…"),
  offline: () => gettext("offline"),
  over: () => "",
  refused: () => gettext("not connected"),
};

/**
 * Follows the events at an address from a position on, until they end. A lost connection is reopened from the last
 * received position, after increasing delays.
 * @template Event
 */
export class Following {
  #path;
  #position;
  #heard;
  #status;
  #isStopped = false;
  #wasLive = false;
  #wait = FIRST_WAIT_MILLISECONDS;
  /** Aborts the open connection. */
  #current = new AbortController();
  /** Ends the delay before the next attempt. */
  #wake = () => {};
  /** A hidden page closes its connection after a while: browsers and servers have few of them. */
  #rests = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;

  /**
   * @param {string} path
   * @param {string} position the last known position
   * @param {(event: Event) => void} heard called once per event
   * @param {(word: Connection) => void} status called with the connection's state
   */
  constructor(path, position, heard, status) {
    this.#path = path;
    this.#position = position;
    this.#heard = heard;
    this.#status = status;
    document.addEventListener("visibilitychange", this.#visibilityChanged);
    document.addEventListener(UNREACHED, this.#doubted);
    addEventListener("offline", this.#doubted);
    addEventListener("online", this.#onlineAgain);
    this.#keepListening();
  }

  /** Stop following. */
  stop() {
    this.#isStopped = true;
    this.#current.abort();
    this.#wake();
    clearTimeout(this.#resting);
    document.removeEventListener("visibilitychange", this.#visibilityChanged);
    document.removeEventListener(UNREACHED, this.#doubted);
    removeEventListener("offline", this.#doubted);
    removeEventListener("online", this.#onlineAgain);
  }

  async #keepListening() {
    while (!this.#isStopped) {
      try {
        if ((await this.#listen()) === "over") {
          this.#end("over");
          return;
        }
      } catch (error) {
        if (this.#isStopped) return;
        if (error instanceof Problem && error.status >= 400 && error.status < 500 && error.status !== 429) {
          this.#end("refused");
          return;
        }
        this.#lost();
      }
      if (this.#isStopped) return;
      await this.#pause(this.#wait);
      while (document.hidden && this.#rests && !this.#isStopped) await this.#pause();
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MILLISECONDS);
    }
  }

  /** @param {"over" | "refused"} word */
  #end(word) {
    this.stop();
    this.#status(word);
  }

  #lost() {
    this.#status(navigator.onLine ? "lost" : "offline");
  }

  /** Wait this long, or until `#wake` is called. @param {number} [milliseconds] */
  #pause(milliseconds) {
    return new Promise((resolve) => {
      this.#wake = () => resolve(null);
      if (milliseconds !== undefined) setTimeout(resolve, milliseconds);
    });
  }

  async #listen() {
    const current = new AbortController();
    this.#current = current;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let silence;
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(() => current.abort(), SILENCE_MILLISECONDS);
    };
    alive();
    try {
      const lines = await liveLines(this.#path, this.#position, current.signal);
      if (!lines) return "over";
      this.#status("live");
      this.#wait = FIRST_WAIT_MILLISECONDS;
      // A message said while nothing was heard is not repeated, as a game's events are.
      if (this.#wasLive) document.dispatchEvent(new Event(CHAT));
      this.#wasLive = true;
      let id = "";
      let kind = "";
      for await (const line of lines) {
        alive();
        if (line === "") kind = "";
        else if (line.startsWith("id: ")) id = line.slice(4);
        else if (line.startsWith("event: ")) kind = line.slice(7);
        else if (line.startsWith("data: ") && kind) {
          if (kind === "chat") document.dispatchEvent(new Event(CHAT));
        } else if (line.startsWith("data: ")) {
          if (id) this.#position = id;
          this.#heard(JSON.parse(line.slice(6)));
        }
      }
      return "ended";
    } finally {
      clearTimeout(silence);
    }
  }

  #visibilityChanged = () => {
    clearTimeout(this.#resting);
    if (document.hidden) {
      this.#resting = setTimeout(() => {
        this.#rests = true;
        this.#current.abort();
      }, HIDDEN_MILLISECONDS);
    } else {
      this.#rests = false;
      this.#onlineAgain();
    }
  };

  /** A browser may keep a dead connection open: close it and reconnect. */
  #doubted = () => {
    this.#current.abort();
    this.#lost();
  };

  #onlineAgain = () => {
    this.#wait = FIRST_WAIT_MILLISECONDS;
    this.#wake();
  };
}
