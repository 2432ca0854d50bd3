// Seat options: a new game's form fields for rated play, rating range and reserved seats.

import { field } from "../core/dialogs.js";
import { html } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

const STEP = 50;
const MOST = 5000;

/** @param {string} name */
const bound = (name) => html("input", { type: "number", name, min: 0, max: MOST, step: STEP, inputmode: "numeric" });

/** The lines of a form that ask for a game's seats. */
export class SeatChoice {
  #rated = html("input", { type: "checkbox", name: "rated", onchange: () => (this.#isChosen = true) });
  #least = bound("least");
  #most = bound("most");
  #kept = html("input", { name: "kept", maxlength: 400, autocomplete: "off" });
  #isChosen = false;

  /** The lines. */
  get fields() {
    return [
      field(
        gettext("Rated"),
        this.#rated,
        gettext(
          "The result counts for everybody's rating. Only a game with a clock that ends it can be rated; public ones with strict luck are unless you say no. In it no move is taken back that another player has answered, a computer player too, and it is paused or ended by agreement of two persons or more.",
        ),
      ),
      field(
        gettext("Only for ratings from"),
        this.#least,
        gettext("At this title with so many players; a newcomer has 1500. Left empty, the seats are for everybody."),
      ),
      field(gettext("Only for ratings up to"), this.#most),
      field(
        gettext("Seats kept for"),
        this.#kept,
        gettext("Names of players here, with commas between them: these seats are theirs, whatever their rating."),
      ),
    ];
  }

  /**
   * Let what nobody has chosen yet follow from this.
   * @param {boolean} isRatedByDefault
   * @param {boolean} mayBeRated
   */
  follow(isRatedByDefault, mayBeRated) {
    this.#rated.disabled = !mayBeRated;
    if (!mayBeRated) this.#rated.checked = false;
    else if (!this.#isChosen) this.#rated.checked = isRatedByDefault;
  }

  /**
   * What the call takes, for so many players.
   * @param {number} players
   */
  body(players) {
    const [least, most] = [this.#least, this.#most].map(({ value }) => (value === "" ? null : Number(value)));
    const names = this.#kept.value
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean);
    // The first seat is for whoever opens the game.
    const reserved = names.length ? ["", ...names, ...Array(Math.max(0, players - 1 - names.length)).fill("")] : [];
    return {
      rated: this.#rated.checked,
      reserved,
      ...(least === null && most === null ? {} : { ratings: { least, most } }),
    };
  }
}
