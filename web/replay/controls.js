// Replay controls: the buttons and keys that step through a replay, and playback at a chosen speed.

import { button, html, replace, select } from "../core/dom.js";
import { filledIcon } from "../core/icon.js";
import { gettext } from "../core/i18n.js";

const SHORTEST_MILLISECONDS = 80;
/** The focusable elements that use the up and down keys for scrolling. */
const SCROLLED =
  ".story, .plain-scroll, .kit-panels, .kit-surface:is([tabindex], .zoomed), .view:not(:has(.kit-stage)), [type=radio]";
const SPEEDS = [0.5, 1, 2, 4, 8];

/**
 * @typedef {object} Ways what the reader may ask for
 * @property {(id: string) => boolean} go navigates; whether it can continue in the same way
 * @property {() => number} rest the pause on the current step, in milliseconds at normal speed
 * @property {Record<string, () => void>} keys the actions of other keys
 */

/** The navigation commands: the button's name, its icon as a path (24 by 24), its keys, and its label. */
const MOVES = [
  {
    id: "first",
    sign: "M5 5v14M19 5l-6.500 7 6.500 7zM12.500 5L6 12l6.500 7z",
    keys: ["Home", "ArrowUp"],
    text: () => gettext("First step"),
  },
  {
    id: "previous-phase",
    sign: "M6 5v14M18 5L9 12l9 7z",
    keys: ["PageUp"],
    text: () => gettext("Previous part of the game"),
  },
  {
    id: "previous-action",
    sign: "M20 5l-8 7 8 7zM12 5l-8 7 8 7z",
    keys: ["Shift+ArrowLeft"],
    text: () => gettext("Previous action"),
  },
  { id: "previous", sign: "M17 5L7 12l10 7z", keys: ["ArrowLeft", "k"], text: () => gettext("Previous step") },
  { id: "next", sign: "M7 5l10 7-10 7z", keys: ["ArrowRight", "j"], text: () => gettext("Next step") },
  {
    id: "next-action",
    sign: "M4 5l8 7-8 7zM12 5l8 7-8 7z",
    keys: ["Shift+ArrowRight"],
    text: () => gettext("Next action"),
  },
  { id: "next-phase", sign: "M18 5v14M6 5l9 7-9 7z", keys: ["PageDown"], text: () => gettext("Next part of the game") },
  {
    id: "last",
    sign: "M19 5v14M5 5l6.500 7L5 19zM11.500 5l6.500 7-6.500 7z",
    keys: ["End", "ArrowDown"],
    text: () => gettext("Last step"),
  },
];

/** The buttons and keys that move through a replay. */
export class Steering {
  /** The timer of the next step during playback. @type {ReturnType<typeof setTimeout> | null} */
  #timer = null;

  /**
   * @param {HTMLElement} place
   * @param {Ways} ways
   */
  constructor(place, ways) {
    this.ways = ways;
    this.playButton = html.button({ type: "button", id: "play", class: "primary", onclick: () => this.toggle() });
    this.speed = select(
      { id: "speed", "aria-label": gettext("Speed") },
      SPEEDS.map((speed) => [speed, `${speed}×`]),
      1,
    );
    this.unit = select({ id: "unit", "aria-label": gettext("Playback step") }, [
      ["next", gettext("steps")],
      ["next-action", gettext("actions")],
    ]);
    /** @param {(typeof MOVES)[number]} move */
    const moveButton = ({ id, sign, keys, text }) =>
      button(filledIcon(sign), () => this.move(id), {
        id,
        class: "steer",
        "aria-label": text(),
        title: `${text()} (${keys[0]})`,
      });
    place.append(
      ...MOVES.slice(0, 4).map(moveButton),
      this.playButton,
      ...MOVES.slice(4).map(moveButton),
      this.unit,
      this.speed,
      button("?", () => this.showKeys(), {
        id: "keys",
        class: "steer quiet",
        "aria-label": gettext("Keyboard shortcuts"),
      }),
    );
    document.addEventListener("keydown", (event) => this.#pressed(event));
    this.#showPlaying();
  }

  /**
   * Execute this command, and stop playback.
   * @param {string} id
   */
  move(id) {
    this.pause();
    this.ways.go(id);
  }

  /** Play or pause. */
  toggle() {
    if (this.#timer) this.pause();
    else this.#playOn();
  }

  #playOn() {
    this.#timer = setTimeout(() => {
      if (this.ways.go(this.unit.value)) this.#playOn();
      else this.pause();
    }, this.#rest());
    this.#showPlaying();
  }

  /** The pause on the current step. */
  #rest() {
    return Math.max(SHORTEST_MILLISECONDS, this.ways.rest() / Number(this.speed.value));
  }

  /** The milliseconds per step during playback. */
  get pace() {
    return this.#timer ? this.#rest() : Infinity;
  }

  /** Stop playback. */
  pause() {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#showPlaying();
  }

  #showPlaying() {
    replace(this.playButton, filledIcon(this.#timer ? "M7 5v14h3.500V5zM13.500 5v14H17V5z" : "M7 4l13 8-13 8z"));
    this.playButton.setAttribute("aria-label", this.#timer ? gettext("Pause") : gettext("Play replay"));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    const takesKeys = target.closest(
      "input:not([type=range], [type=checkbox], [type=radio]), select, textarea, dialog",
    );
    if (takesKeys || event.altKey || event.ctrlKey || event.metaKey) return;
    const scrolls = target.closest(SCROLLED);
    if (scrolls && /Arrow(Up|Down)/.test(event.key)) return;
    const key = `${event.shiftKey && event.key.startsWith("Arrow") ? "Shift+" : ""}${event.key}`;
    const found = MOVES.find((move) => move.keys.includes(key));
    if (found) this.move(found.id);
    else if (key === " ") {
      if (target.closest("button, a, summary, [role=button], [type=checkbox], [type=radio]")) return;
      this.toggle();
    } else if (key === "+" || key === "-") this.#faster(key === "+" ? 1 : -1);
    else if (key === "?") this.showKeys();
    else if (this.ways.keys[key]) this.ways.keys[key]();
    else return;
    event.preventDefault();
  }

  /** @param {1 | -1} by */
  #faster(by) {
    const place = SPEEDS.indexOf(Number(this.speed.value)) + by;
    if (place in SPEEDS) this.speed.value = String(SPEEDS[place]);
  }

  /** Show the keys, in a dialog. */
  async showKeys() {
    (await import("../core/keyboard-help.js")).openKeys(MOVES, Object.keys(this.ways.keys));
  }
}
