// Open games filter: the lobby's choice of title, number of players, pace and rating, kept in this browser.

import { signedIn } from "../core/api.js";
import { html, optionsOf } from "../core/dom.js";
import { keep, kept } from "../core/storage.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { ListedGame, Title } from "../types.js" */

const KEPT = "stele-seats-wanted";
const MOST_PLAYERS = 6;
const FILTER = "filter-"; // the fields of the new game form have the same names

/** The filter, as the call takes it; stored in this browser. */
export class SeatsWanted {
  /** @type {Record<string, string>} */
  #chosen = JSON.parse(kept(KEPT) ?? "{}");
  #titles = html.select({ name: `${FILTER}rulebook` });
  /** The form of the filter. */
  node;

  /** @param {() => void} changed */
  constructor(changed) {
    this.node = html.form(
      {
        class: "open-seats-filter",
        "aria-label": gettext("Seats to list"),
        onsubmit: (event) => event.preventDefault(),
        onchange: () => {
          this.#keep();
          changed();
        },
      },
      this.#choice(this.#titles, gettext("Title"), [["", gettext("Any title")]]),
      this.#choice(html.select({ name: `${FILTER}players` }), gettext("Number of players"), [
        ["", gettext("Any number of players")],
        ...Array.from({ length: MOST_PLAYERS - 1 }, (_one, at) => at + 2).map(
          (number) =>
            /** @type {[string, string]} */ ([String(number), ngettext("{number} player", "{number} players", number)]),
        ),
      ]),
      this.#choice(html.select({ name: `${FILTER}pace` }), gettext("Game pace"), [
        ["", gettext("Any pace")],
        ["quick", gettext("Up to a day per move")],
        ["slow", gettext("More than a day per move")],
        ["none", gettext("No clock")],
      ]),
      this.#flag("rated", gettext("Rated only")),
      signedIn() && this.#flag("suits_me", gettext("For my rating")),
    );
  }

  /**
   * @param {HTMLSelectElement} control
   * @param {string} words
   * @param {[string, string][]} options
   */
  #choice(control, words, options) {
    control.setAttribute("aria-label", words);
    const chosen = this.#chosen[control.name.slice(FILTER.length)] ?? "";
    control.append(...optionsOf(options, chosen));
    return control;
  }

  /**
   * @param {string} name
   * @param {string} words
   */
  #flag(name, words) {
    return html.label(
      html.input({ type: "checkbox", name: FILTER + name, checked: this.#chosen[name] === "true" }),
      words,
    );
  }

  /** Whether the reader has chosen anything. */
  get isChosen() {
    return Object.values(this.#chosen).some(Boolean);
  }

  #keep() {
    this.#chosen = {};
    for (const control of this.node.querySelectorAll("select, input")) {
      if (!(control instanceof HTMLSelectElement || control instanceof HTMLInputElement)) continue;
      const value = control instanceof HTMLSelectElement ? control.value : control.checked && "true";
      if (value) this.#chosen[control.name.slice(FILTER.length)] = value;
    }
    keep(KEPT, JSON.stringify(this.#chosen));
  }

  /**
   * Offer these titles.
   * @param {Title[]} titles
   */
  offer(titles) {
    this.#choice(
      this.#titles,
      gettext("Title"),
      titles.map(({ id, title }) => [id, title]),
    );
  }

  /** The query of the list's address. */
  get query() {
    const { suits_me: suits, ...others } = this.#chosen;
    const all = suits && signedIn() ? { ...others, suits_me: suits } : others;
    return new URLSearchParams({ status: "waiting", ...all }).toString();
  }
}

/**
 * The games in order: those with a seat reserved for me, then those that start soonest, then the newest.
 * @param {ListedGame[]} games
 */
export function sensibly(games) {
  const me = signedIn()?.id;
  const isMine = (/** @type {ListedGame} */ { seats }) => me && seats.some(({ reserved }) => reserved === me);
  return games.toSorted(
    (one, other) =>
      Number(Boolean(isMine(other))) - Number(Boolean(isMine(one))) ||
      one.free_seats - other.free_seats ||
      other.created_at.localeCompare(one.created_at),
  );
}
