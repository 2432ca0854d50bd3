// Catch-up: plays the steps since the player's last move on the board, and lists the key steps in words. Unseen steps
// are played when the player returns; all of them can be replayed. The last seen position of each game is stored in
// this browser.

import { call, signedIn } from "../core/api.js";
import { recordPath } from "../record/record-call.js";
import { announce, button, find, html, replace } from "../core/dom.js";
import { lineIcon } from "../core/icon.js";
import { mayMove } from "../kit/reduced-motion.js";
import { byPlayer, matters } from "./key-steps.js";
import { statesOf, stepsAfter } from "./steps-between.js";
import { actionOf, compare } from "../record/positions.js";
import { seatIcon } from "../core/seat-colours.js";
import { keep, kept, keptByGame } from "../core/storage.js";
import { endingOf, pointsTable, sum, tally } from "./ending/score-breakdown.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { Playing } from "./controller.js" */
/** @import { GameEvent, State, Step } from "../types.js" */
/** @typedef {{ seat: number | null, position: string, type: string }} Done who did something, and where that stands */

const MOST = 60; // of more steps, the last ones are played; the rest is in the replay
const REST_MILLISECONDS = 400; // the time to read a step
const MOST_RESTED = 8000;
const KEPT = "stele-seen";
/** The signs of the button that plays them. */
const AGAIN = "M5 12a7.5 7.5 0 1 0 2.5-5.5M4 4v4.5h4.5";
const SKIP = "M5 5l9 7-9 7zM18 5v14";
const KEPT_FOLD = "stele-since";
/** In a lower window the story needs the room: the list is folded until the reader unfolds it. */
const HIGH = 800;
const MOST_KEPT = 500;

/** The panel beside the board. */
export class Since {
  #list = html.ol({ class: "since-words" });
  #count = html.span({ class: "since-count" });
  #scored = html.div({ class: "since-scored" });
  #more = html.p({ class: "hint" });
  #now = html.p({ class: "since-now", hidden: true, "aria-hidden": "true" });
  #again = html.button({ type: "button", id: "since-again" });
  #fold = button(gettext("Since your last move"), () => this.#unfold(Boolean(this.#body.hidden)), {
    class: "since-fold",
    "aria-controls": "since-more",
  });
  #body = html.div({ id: "since-more" }, this.#list, this.#scored, this.#more);
  #place = html.section(
    { id: "since", class: "since", "aria-labelledby": "since-heading", hidden: true },
    html.div({ class: "since-head" }, html.h2({ id: "since-heading" }, this.#fold), this.#count, this.#again),
    this.#now,
    this.#body,
  );
  /** The state when I left the game. @type {State | null} */
  #start = null;
  /** The steps since then, as far as they can be played. @type {Step[]} */
  #steps = [];
  /** The earlier steps. @type {GameEvent[]} */
  #earlier = [];
  /** The states' sentences during slow playback. @type {Map<State, string>} */
  #told = new Map();
  #plays = 0;

  /**
   * @param {Playing} playing
   * @param {GameEvent[]} events all events so far
   */
  constructor(playing, events) {
    this.playing = playing;
    this.events = events;
    this.#again.addEventListener("click", () => (this.#plays ? playing.board.skip() : this.#play(this.#steps)));
    playing.board.passing = (state) => this.#pass(state);
    document.addEventListener("visibilitychange", () => this.#lookedAgain());
    // Below the story, which stays where it is when this comes.
    find("story").after(this.#place);
    const fold = kept(KEPT_FOLD);
    this.#unfold(fold === null ? innerHeight >= HIGH : fold === "open", false);
  }

  /**
   * Show or hide what happened.
   * @param {boolean} isOpen
   * @param {boolean} isKept whether the reader chose it
   */
  #unfold(isOpen, isKept = true) {
    this.#body.hidden = !isOpen;
    this.#fold.setAttribute("aria-expanded", String(isOpen));
    if (isKept) keep(KEPT_FOLD, isOpen ? "open" : "folded");
  }

  get #game() {
    return this.playing.game;
  }

  /** My seats: several only in an analysis game. */
  get #mine() {
    const me = signedIn()?.id;
    return this.#game.state.seats.filter(({ player }) => player === me).map(({ seat }) => seat);
  }

  /** When I return to the game: play what I have not seen, unless I am already choosing. */
  async open() {
    const { events } = this;
    const own = afterOwn(events, this.#mine);
    const since = events.slice(own);
    if (!since.length || own === 0) {
      this.#see();
      return;
    }
    const first = since.length > MOST ? wholeActions(since) : 0;
    this.#earlier = since.slice(0, first);
    const from = events[own + first - 1].position;
    const { start, steps } = await stepsAfter(this.#game, from);
    if (this.#steps.length) return; // I have moved meanwhile
    this.#start = start;
    this.#steps = steps;
    this.#show();
    const seen = seenOf(this.#game.id);
    const unseen = seen === null ? [] : steps.filter(({ position }) => compare(position, seen) > 0);
    if (unseen.length && this.playing.choice.isEmpty) {
      announce(
        matters(steps, this.#mine, this.playing.board.drawing)
          .map(({ text }) => text)
          .join(" "),
      );
      await this.#play(unseen);
    }
    this.#see();
  }

  /**
   * Add new steps, which are being shown.
   * @param {State | null} start
   * @param {Step[]} steps
   * @param {Promise<void>} shown
   */
  add(start, steps, shown) {
    if (!this.#steps.length) this.#start = start;
    // Steps loaded with my move may be newer than the shown position: then they are loaded again.
    const known = this.#steps.at(-1)?.position;
    this.#steps.push(...steps.filter(({ position }) => !known || compare(position, known) > 0));
    const own = afterOwn(this.#steps, this.#mine);
    if (own > 0) {
      this.#start = this.#steps[own - 1].state;
      this.#steps = this.#steps.slice(own);
      this.#earlier = [];
    }
    this.#show();
    this.#during(shown).then(() => this.#see());
  }

  /** Steps shown on a hidden page do not count as seen. */
  #see() {
    if (!document.hidden) saw(this.#game.id, this.#game.position);
  }

  #lookedAgain() {
    if (document.hidden) return;
    const seen = seenOf(this.#game.id);
    const unseen = this.#steps.filter(({ position }) => seen !== null && compare(position, seen) > 0);
    if (unseen.length && this.playing.choice.isEmpty) this.#play(unseen).then(() => this.#see());
  }

  /**
   * Play these steps on the board, from the state before them, slowly enough to read.
   * @param {Step[]} steps
   */
  async #play(steps) {
    const first = this.#steps.indexOf(steps[0]);
    const start = first > 0 ? this.#steps[first - 1].state : this.#start;
    this.#told = new Map(steps.map(({ state, text }) => [state, text]));
    await this.#during(this.playing.showChoice(null, [...(start?.table ? [start] : []), ...statesOf(steps)]));
    this.#told = new Map();
  }

  /**
   * The button skips the playback, and repeats it after the end.
   * @param {Promise<void>} shown
   */
  async #during(shown) {
    this.#plays += 1;
    this.#name();
    await shown;
    this.#plays -= 1;
    this.#name();
  }

  #name() {
    const words = this.#plays ? gettext("Skip") : gettext("Watch again");
    this.#again.title = words;
    this.#again.setAttribute("aria-label", words);
    replace(this.#again, lineIcon(this.#plays ? SKIP : AGAIN, 18));
    this.#again.hidden = !mayMove();
    this.#now.hidden = !this.#plays || !this.#told.size;
  }

  /** @param {State} state */
  async #pass(state) {
    const text = this.#told.get(state);
    if (!text) return;
    this.#now.textContent = text;
    const time = Math.min(REST_MILLISECONDS, MOST_RESTED / this.#told.size);
    await new Promise((resolve) => {
      setTimeout(resolve, time);
    });
  }

  #show() {
    const { playing } = this;
    const all = this.#earlier.length + this.#steps.length;
    this.#place.hidden = !all;
    // If the story is behind a button, the button shows the number of new steps.
    find("show-side").dataset.new = all ? String(all) : "";
    if (!all) return;
    const told = matters(this.#steps, this.#mine, playing.board.drawing);
    const links = byPlayer(told, this.#mine).map(([seat, steps]) =>
      html.li(
        seat === null ? html.span() : seatIcon(seat),
        html.div(steps.map(({ position, text }) => html.a({ href: playing.addressOf("replay", position) }, text))),
      ),
    );
    this.#count.textContent = ngettext("{number} step", "{number} steps", all);
    replace(this.#list, links);
    replace(
      this.#more,
      this.#earlier.length > 0 &&
        html.a(
          { href: playing.addressOf("replay", this.#earlier[0].position) },
          ngettext(
            "One earlier step is in the replay",
            "{number} earlier steps are in the replay",
            this.#earlier.length,
          ),
        ),
    );
    this.#name();
    this.#showPoints().catch(() => replace(this.#scored)); // the sentences contain them, too
  }

  /** Show points by source after a scoring; the whole game's points are shown at its end. */
  async #showPoints() {
    const [first] = this.#steps;
    const { seats, rulebook, result, unit } = this.#game.state;
    const ending = await endingOf(rulebook);
    if (!first || result || !this.#steps.some(({ type }) => type in ending.sources)) {
      replace(this.#scored);
      return;
    }
    const [action, effect] = first.position.split("-").map(Number);
    const { events } = await call(
      recordPath(this.#game.id, "/events", { after: effect ? `${action}-${effect - 1}` : String(action - 1) }),
    );
    if (first !== this.#steps[0]) return;
    const rows = tally(ending, events, seats.length);
    replace(this.#scored, rows.length > 0 && pointsTable(rows, seats, [sum(rows, seats.length)], unit));
  }
}

/**
 * The index after the last action of these seats; 0 if there is none.
 * @param {Done[]} done
 * @param {number[]} mine
 */
function afterOwn(done, mine) {
  const last = done.findLastIndex(({ seat, position }) => mine.includes(seat ?? -1) && position.endsWith("-0"));
  if (last < 0) return 0;
  const action = actionOf(done[last].position);
  return done.findLastIndex(({ position }) => actionOf(position) === action) + 1;
}

/**
 * The index at which the last complete actions begin that are few enough to play.
 * @param {Done[]} done
 */
function wholeActions(done) {
  const least = done.length - MOST;
  const first = done.findIndex(({ position }, place) => place >= least && position.endsWith("-0"));
  return first < 0 ? least : first;
}

/**
 * The last position of a game that was seen in this browser, or null.
 * @param {string} game
 */
export function seenOf(game) {
  return keptByGame(KEPT)[game] ?? null;
}

/**
 * The reader has seen this position of a game.
 * @param {string} game
 * @param {string} position
 */
export function saw(game, position) {
  const { [game]: before, ...others } = keptByGame(KEPT);
  if (before === position) return;
  keep(KEPT, JSON.stringify(Object.fromEntries([...Object.entries(others), [game, position]].slice(-MOST_KEPT))));
}
