// Player field: an input for players' names, with a list of the players whose names begin as typed (an ARIA combobox),
// and the search behind it.

import { call, signedIn } from "./api.js";
import { field } from "./dialogs.js";
import { announce, html, replace } from "./dom.js";
import { gettext, ngettext } from "./i18n.js";

/** @typedef {{ id: string, name: string }} Found */

const WAIT_MILLISECONDS = 200;
const MOST_OFFERED = 8;
const LONGEST_NAME = 40;

/**
 * The players whose name, or a word of it, begins with this text, without the reader.
 * @param {string} text
 * @param {number} limit
 * @returns {Promise<Found[]>}
 */
async function playersNamed(text, limit) {
  const name = text.trim().slice(0, LONGEST_NAME);
  const me = signedIn()?.id;
  if (!name || !me) return [];
  const { players } = await call(`/api/players/search?${new URLSearchParams({ name, limit: String(limit) })}`);
  return players.filter(({ id }) => id !== me);
}

/** A search while a name is typed: it waits for a pause in typing, and the latest search counts. */
export class PlayerSearch {
  #latest = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * Search after a pause, in place of any earlier search.
   * @param {() => void} search
   */
  wait(search) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(search, WAIT_MILLISECONDS);
  }

  /** Forget the search that is waited for, and the response to an earlier one. */
  stop() {
    clearTimeout(this.#timer);
    this.#latest += 1;
  }

  /**
   * The players whose name, or a word of it, begins with this text; null, also after an error, if this search was
   * stopped or another one has begun meanwhile.
   * @param {string} text
   * @param {number} limit
   */
  async players(text, limit) {
    this.stop();
    const own = this.#latest;
    try {
      const found = await playersNamed(text, limit);
      return own === this.#latest ? found : null;
    } catch (error) {
      if (own !== this.#latest) return null;
      throw error;
    }
  }
}

/**
 * Tell a screen reader how many players were found.
 * @param {Found[]} players
 */
export function announceFound({ length }) {
  announce(length ? ngettext("One player found.", "{number} players found.", length) : gettext("No players found."));
}

/**
 * A field for a player's name or, with `several`, for names separated by commas. Any other name can still be typed.
 * @param {string} text
 * @param {HTMLInputElement} input
 * @param {string} [hint]
 * @param {boolean} [several]
 */
export function playerField(text, input, hint, several = false) {
  const made = field(text, input, hint);
  new Offered(input, several);
  return made;
}

/** The list below the input. The focus stays in the input; the arrow keys choose. */
class Offered {
  /** @type {Found[]} */
  #players = [];
  #active = -1;
  #search = new PlayerSearch();

  /**
   * @param {HTMLInputElement} input
   * @param {boolean} several
   */
  constructor(input, several) {
    this.input = input;
    this.several = several;
    this.list = html.ul({
      class: "offered",
      role: "listbox",
      id: `${input.id}-list`,
      "aria-label": gettext("Suggestions"),
    });
    this.list.hidden = true;
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": this.list.id,
      autocomplete: "off",
    })) {
      input.setAttribute(name, value);
    }
    input.after(this.list);
    input.addEventListener("input", () => this.#wait());
    input.addEventListener("keydown", (event) => this.#key(event));
    input.addEventListener("blur", () => this.#close());
  }

  /** The text before the name that is being typed, the names in it, and that name. */
  get #typed() {
    const { value } = this.input;
    const start = this.several ? value.lastIndexOf(",") + 1 : 0;
    const before = value.slice(0, start);
    const others = before.split(",").map((name) => name.trim());
    return { before, others, name: value.slice(start).trim() };
  }

  #wait() {
    this.#search.wait(() => this.#ask().catch(() => this.#close())); // the name can be typed
  }

  async #ask() {
    const { others, name: typed } = this.#typed;
    const found = await this.#search.players(typed, MOST_OFFERED);
    if (!found || document.activeElement !== this.input) return;
    const players = found.filter(({ name }) => !others.includes(name));
    if (!players.length) {
      this.#close();
      return;
    }
    this.#players = players;
    this.#active = -1;
    replace(
      this.list,
      players.map(({ name }, place) =>
        html.li(
          {
            id: `${this.list.id}-${place}`,
            role: "option",
            "aria-selected": "false",
            onpointerdown: (event) => event.preventDefault(), // the input keeps the focus
            onclick: () => this.#choose(place),
          },
          html.bdi(name),
        ),
      ),
    );
    this.#show(true);
    announceFound(players);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "ArrowDown" && this.list.hidden) this.#wait();
    if (this.list.hidden) return;
    switch (event.key) {
      case "ArrowDown":
        this.#activate(this.#active + 1 < this.#players.length ? this.#active + 1 : 0);
        break;
      case "ArrowUp":
        this.#activate(this.#active > 0 ? this.#active - 1 : this.#players.length - 1);
        break;
      case "Enter":
        if (this.#active < 0) return; // the form is sent with the name as it was typed
        this.#choose(this.#active);
        break;
      case "Escape":
        this.#close();
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation(); // Escape is not for the dialog
  }

  /** @param {number} place */
  #activate(place) {
    this.#active = place;
    [...this.list.children].forEach((one, number) => one.setAttribute("aria-selected", String(number === place)));
    this.list.children[place].scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", this.list.children[place].id);
  }

  /** @param {number} place */
  #choose(place) {
    const { before } = this.#typed;
    const { name } = this.#players[place];
    this.input.value = before ? `${before} ${name}` : name;
    this.#close();
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  #close() {
    this.#search.stop();
    this.#show(false);
  }

  /** @param {boolean} isOpen */
  #show(isOpen) {
    this.list.hidden = !isOpen;
    this.input.setAttribute("aria-expanded", String(isOpen));
    this.input.removeAttribute("aria-activedescendant");
  }
}
