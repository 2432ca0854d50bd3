// New game form: the dialog that creates a game with its title, seats, options, pace and privacy.

import { requirePlayer } from "../masthead/sign-in-prompt.js";
import { field, form, messageField, openDialog } from "../core/dialogs.js";
import { html, replace, select } from "../core/dom.js";
import { playerField } from "../core/player-field.js";
import { PaceChoice } from "../table/clocks/clock-options.js";
import { openTable } from "../table/join.js";
import { keep, kept } from "../core/storage.js";
import { isCooperative } from "../core/player-names.js";
import { gettext, ngettext } from "../core/i18n.js";
import { askedOptions, optionValues } from "./title-options.js";

/** @import { Rulebooks, Title } from "../types.js" */

const RATING_STEP = 50;
const MOST_RATING = 5000;
/** The storage key for the further options being open. */
const UNFOLDED = "stele-more-options";

/**
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @param {number} chosen
 * @param {(number: number) => string} words
 */
function numberChoice(name, least, most, chosen, words) {
  const numbers = Array.from({ length: most - least + 1 }, (_one, more) => least + more);
  return select(
    { name },
    numbers.map((number) => [number, words(number)]),
    chosen,
  );
}

/** @param {string} name */
const ratingBound = (name) =>
  html.input({ type: "number", name, min: 0, max: MOST_RATING, step: RATING_STEP, inputmode: "numeric" });

/** The form fields for inviting players. They stay when another title is chosen. */
class Invitation {
  #kept = html.input({ name: "kept", maxlength: 400 });
  #message = messageField();

  /** @param {string} opponent the name of a player who is challenged; empty: none yet */
  constructor(opponent) {
    this.isChallenge = opponent !== "";
    this.#kept.value = opponent;
    this.#kept.required = this.isChallenge;
    this.fields = [
      playerField(
        gettext("Seats reserved for"),
        this.#kept,
        gettext(
          "Names of players on this server, separated by commas. The seats are reserved for them for seven days, whatever their rating; then they open to all players. The same happens when they decline.",
        ),
        true,
      ),
      this.#message.field,
    ];
  }

  /**
   * The request's members, for this number of players.
   * @param {number} players
   */
  body(players) {
    const names = this.#kept.value
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean);
    if (!names.length) return { reserved: [], message: "" };
    // The first seat is for the creator of the game.
    const reserved = ["", ...names, ...Array(Math.max(0, players - 1 - names.length)).fill("")];
    return { reserved, message: this.#message.control.value };
  }
}

/** The form fields for a game's seats. */
class SeatChoice {
  #rated = html.input({ type: "checkbox", name: "rated", onchange: () => (this.#isChosen = true) });
  #least = ratingBound("least");
  #most = ratingBound("most");
  #isChosen = false;

  /** The fields. */
  get fields() {
    return [
      field(
        gettext("Rated"),
        this.#rated,
        gettext(
          "The result counts for all players' ratings. Only a game with a clock that ends it can be rated, and no cooperative game; public games with strict randomness are rated unless you opt out. In a rated game, you can't take back a move once another player, including a computer player, has answered it, and at least two human players must agree to a pause or an early end.",
        ),
      ),
      field(
        gettext("Minimum rating"),
        this.#least,
        gettext(
          "For this title and number of players; new players start at 1500. Leave empty to open the seats to all players.",
        ),
      ),
      field(gettext("Maximum rating"), this.#most),
    ];
  }

  /**
   * Set the defaults of fields that have not been changed.
   * @param {boolean} isRatedByDefault
   * @param {boolean} mayBeRated
   */
  follow(isRatedByDefault, mayBeRated) {
    this.#rated.disabled = !mayBeRated;
    if (!mayBeRated) this.#rated.checked = false;
    else if (!this.#isChosen) this.#rated.checked = isRatedByDefault;
  }

  /** The request's members. */
  get body() {
    const [least, most] = [this.#least, this.#most].map(({ value }) => (value === "" ? null : Number(value)));
    return {
      rated: this.#rated.checked,
      ...(least === null && most === null ? {} : { ratings: { least, most } }),
    };
  }
}

/** The form fields for a new game of one title. */
class Details {
  #players;
  #bots = html.select();
  #kind;
  #private = html.input({ type: "checkbox", name: "private" });
  #strict = html.input({ type: "checkbox", name: "strict" });
  #signed = html.input({ type: "checkbox", name: "signed" });
  #referee = html.input({ name: "referee", maxlength: 40, autocomplete: "off" });
  #pace = new PaceChoice(() => this.#follow());
  #seats = new SeatChoice();
  #options;
  #botsPlace = html.div();
  #visits = html.p({ class: "hint", role: "status" });

  /**
   * @param {Title} title
   * @param {Rulebooks["computers"]} computers
   * @param {Invitation} invitation
   */
  constructor(title, computers, invitation) {
    this.title = title;
    this.invitation = invitation;
    const { min, max } = title.players;
    const usual = invitation.isChallenge ? Math.max(min, 2) : Math.min(3, max);
    this.#players = numberChoice("players", min, max, usual, (number) =>
      ngettext("{number} player", "{number} players", number),
    );
    this.#players.addEventListener("change", () => {
      this.#showBots(Number(this.#bots.value));
      this.#follow();
    });
    this.#kind = select(
      { name: "kind" },
      [...computers]
        .sort((one, other) => (one.level ?? Infinity) - (other.level ?? Infinity))
        .map(({ id, text }) => [id, text]),
      computers[0].id,
    );
    this.#options = askedOptions(title);
    this.#showBots(invitation.isChallenge ? usual - 2 : max);
    for (const control of [this.#strict, this.#private]) control.addEventListener("change", () => this.#follow());
    this.#follow();
  }

  #follow() {
    const mayBeRated = this.#pace.isBinding && !isCooperative(this.#teamsOf());
    this.#seats.follow(this.#strict.checked && !this.#private.checked, mayBeRated);
  }

  /** Say who would play together; few titles have teams, and their words are loaded for these. */
  async #showTeams() {
    const teams = this.#teamsOf();
    if (!teams) return;
    const { teamsText } = await import("../core/teams.js");
    const text = teamsText(teams, (seat) => gettext("seat {number}", { number: seat + 1 }));
    if (teams === this.#teamsOf()) this.#visits.prepend(`${text} `);
  }

  /** The teams at the chosen number of players. */
  #teamsOf() {
    return this.title.teams.find(({ length }) => length === Number(this.#players.value));
  }

  /** @param {number} wanted */
  #showBots(wanted) {
    const place = Number(this.#players.value) - this.title.players.min;
    const [visits, ordered] = [this.title.visits[place], this.title.visits_ordered[place]];
    this.#visits.textContent = [
      visits && ngettext("About one visit per player.", "About {number} visits per player.", visits),
      ordered && ngettext("With standing orders, about one.", "With standing orders, about {number}.", ordered),
    ]
      .filter(Boolean)
      .join(" ");
    this.#showTeams().catch(() => {}); // the waiting room says it, too
    const most = Number(this.#players.value) - 1;
    this.#bots = numberChoice("bots", 0, most, Math.min(wanted, most), (number) =>
      number === 0
        ? gettext("None: all seats are for human players")
        : ngettext("{number} computer player", "{number} computer players", number),
    );
    replace(this.#botsPlace, field(gettext("Computer players"), this.#bots));
  }

  /** The fields that a first game does not need. */
  get #further() {
    /** @type {HTMLDetailsElement} */
    const fold = html.details(
      {
        id: "more-options",
        open: kept(UNFOLDED) !== null,
        ontoggle: () => keep(UNFOLDED, fold.open ? "yes" : null),
      },
      html.summary(gettext("More options")),
      field(gettext("Private"), this.#private, gettext("Only people with the invitation link can see or join it.")),
      field(
        gettext("Strict randomness"),
        this.#strict,
        gettext(
          "Each player's contribution to the random draws stays sealed until all seats are taken, so no player can manipulate them. The game starts when all players have opened this page again.",
        ),
      ),
      ...(this.invitation.isChallenge ? [] : this.invitation.fields),
      ...this.#seats.fields,
      field(
        gettext("Signed moves"),
        this.#signed,
        gettext(
          "Each player's browser signs every move with its own key, so that moves cannot be forged, even by this server.",
        ),
      ),
      playerField(
        gettext("Referee"),
        this.#referee,
        gettext(
          "Name of a player on this server who is not in the game and who decides disputes. If empty, the server's operator decides them.",
        ),
      ),
      ...this.#options.map(({ label, control, text }) => field(label, control, text)),
    );
    // The invalid field must be visible for the browser's message.
    fold.addEventListener("invalid", () => (fold.open = true), { capture: true });
    return fold;
  }

  /** The fields of the form. */
  get fields() {
    return [
      ...(this.invitation.isChallenge ? this.invitation.fields : []),
      field(gettext("Players"), this.#players),
      this.#visits,
      this.#botsPlace,
      field(gettext("Computer players' skill"), this.#kind),
      ...this.#pace.fields,
      this.#further,
    ];
  }

  /** The request that opens this game. */
  async body() {
    return {
      rulebook: this.title.id,
      players: Number(this.#players.value),
      options: await optionValues(this.#options),
      computer_players: Number(this.#bots.value),
      computer_kind: this.#kind.value,
      private: this.#private.checked,
      strict: this.#strict.checked,
      signed: this.#signed.checked,
      referee: this.#referee.value.trim(),
      pace: this.#pace.value,
      ...this.#seats.body,
      ...this.invitation.body(Number(this.#players.value)),
    };
  }
}

/**
 * Show the form, open the game, and go to its page.
 * @param {Rulebooks} offered
 * @param {string} chosenTitle
 * @param {string} [opponent] the name of a player who is challenged
 */
export async function openNewGame({ rulebooks, computers }, chosenTitle, opponent = "") {
  if (!(await requirePlayer())) return;
  const invitation = new Invitation(opponent);
  const detailsOf = (/** @type {string} */ id) =>
    new Details(rulebooks.find((one) => one.id === id) ?? rulebooks[0], computers, invitation);
  let details = detailsOf(chosenTitle);
  const place = html.div(details.fields);
  const title = select(
    {
      name: "title",
      onchange: () => {
        details = detailsOf(title.value);
        replace(place, ...details.fields);
      },
    },
    rulebooks.map((one) => [one.id, one.title]),
    chosenTitle,
  );
  openDialog(
    opponent ? gettext("Challenge {name}", { name: opponent }) : gettext("New game"),
    form(
      async () => {
        await openTable(await details.body());
      },
      field(gettext("Title"), title),
      place,
      html.button({ class: "primary" }, opponent ? gettext("Send the challenge") : gettext("Open the game")),
    ),
  );
  title.focus();
}
