// Clocks: the time left for each seat of a game, and the player's actions on time such as vacations.

import { foldedAway } from "../../board/side-panel.js";
import { field, openForm } from "../../core/dialogs.js";
import { button, find, html, replace } from "../../core/dom.js";
import { everywhereBox, sayEverywhere, askPlayTimes } from "./availability.js";
import { problemNotice } from "../../masthead/page-header.js";
import { outcomeText, paceText } from "./clock-options.js";
import { canAgree, seatName } from "../../core/seat-colours.js";
import { gettext, timeText } from "../../core/i18n.js";
import { keep, kept } from "../../core/storage.js";
import { nextOf, timeLeft } from "../../core/time-left.js";

/** @import { Game } from "../../record/game.js" */
/** @import { Child, Move } from "../../types.js" */

const LOOK_MILLISECONDS = 20000;
const DAY = 86400000;
/** A vacation begins this long after it is set: until then it has reached every game. */
const START_MILLISECONDS = 15000;

/** The storage key: this browser's player was offered play times. */
const OFFERED = "stele-play-times";

/** What happens if a player vanishes. @param {NonNullable<Game["state"]["pace"]>["outcome"]} [outcome] none: no clock */
function vanished(outcome) {
  const text =
    !outcome || outcome === "never"
      ? gettext(
          "Nothing happens automatically. Write in the chat, and propose to end the game under “More”. After two weeks without a move, the players and the operators are notified.",
        )
      : gettext(
          "When the player's time runs out, {outcome}. Before, you can give the player time or agree to a pause; under “More” you can propose to end the game.",
          { outcome: outcomeText(outcome) },
        );
  return html.details({ class: "hint" }, html.summary(gettext("What if a player vanishes?")), html.p(text));
}

/** The clocks of a game. */
export class Clocks {
  #place = html.section({ id: "clocks", class: "clocks", "aria-labelledby": "clocks-heading" });

  /**
   * @param {Game} game
   * @param {(move: Move) => Promise<unknown>} send
   */
  constructor(game, send) {
    this.game = game;
    this.send = send;
    find("story").before(this.#place);
    setInterval(() => this.show(), LOOK_MILLISECONDS);
  }

  /** Show the current clocks; a focused button is not removed. */
  show() {
    const isInUse = this.#place.contains(document.activeElement);
    if (!isInUse) replace(this.#place, ...this.#words());
    this.#place.hidden = !this.#place.firstChild; // its heading names it
    this.#showMine();
  }

  /** My remaining time, next to my decision. */
  #showMine() {
    const { game } = this;
    const place = find("time-left");
    const isAbsent = game.seat !== null && Boolean(game.state.seats[game.seat]?.absent);
    const mine = nextOf(game.state.deadlines, (seat) => seat === game.seat);
    place.hidden = !mine && !isAbsent;
    if (isAbsent) {
      if (place.querySelector("button")) return;
      replace(
        place,
        gettext("Your time ran out. A computer player is playing for you."),
        " ",
        this.#button(gettext("I am back"), { type: "Return" }, "primary"),
      );
    } else replace(place, mine && timeLeft(mine.at));
  }

  /** @returns {Child[]} */
  #words() {
    const { state } = this.game;
    if (state.status !== "playing") return [];
    if (!state.pace) {
      const people = state.seats.filter(({ kind }) => kind === "person").length;
      return people > 1 ? [html.h2({ id: "clocks-heading", class: "unseen" }, gettext("Time")), vanished()] : [];
    }
    const { deadlines = [], paused, pause_agreed: agreed = [] } = state;
    const soonest = nextOf(deadlines, () => true);
    const place = foldedAway(
      "stele-clocks",
      html.span(
        { class: "clocks-head" },
        html.h2({ id: "clocks-heading" }, gettext("Time")),
        soonest &&
          html.span({ class: "hint" }, seatName(soonest.seat, state.seats[soonest.seat].name), timeLeft(soonest.at)),
      ),
      html.p(
        { class: "hint" },
        gettext("{pace}; when time runs out, {outcome}.", {
          pace: paceText(state.pace),
          outcome: outcomeText(state.pace.outcome),
        }),
      ),
      vanished(state.pace.outcome),
      paused && html.p({ class: "notice" }, gettext("The clocks are stopped.")),
      html.ul(
        deadlines.map(({ seat, at }) => html.li(seatName(seat, state.seats[seat].name), " ", timeLeft(at))),
        state.seats
          .filter(({ absent }) => absent)
          .map(({ seat, name }) => html.li(seatName(seat, name), " ", gettext("a computer player plays"))),
        Object.entries(state.away ?? {}).flatMap(([seat, { away = [] }]) =>
          away.map(({ since, until }) =>
            html.li(
              seatName(Number(seat), state.seats[Number(seat)].name),
              " ",
              gettext("on vacation from {since} to {until}", { since: timeText(since), until: timeText(until) }),
            ),
          ),
        ),
      ),
      agreed.length > 0 &&
        html.p(
          gettext("In favour of a pause:"),
          agreed.flatMap((seat) => [" ", seatName(seat, state.seats[seat].name)]),
        ),
      this.#buttons(),
    );
    // What the others propose, and that nothing runs, is seen at once.
    if (paused || agreed.length > 0) place.open = true;
    return [this.#firstPlayTimes(), place];
  }

  /** The offer of play times to a player who has none, until this browser's player sets or declines them. */
  #firstPlayTimes() {
    const { state, seat } = this.game;
    if (seat === null || !state.pace?.windows || state.away?.[String(seat)]?.play_times || kept(OFFERED)) return null;
    const done = () => (keep(OFFERED, "1"), this.show());
    const set = () => askPlayTimes(async (move, all) => (await this.#say(move, all), done()));
    return html.p(
      { class: "notice", id: "play-times" },
      gettext("Your clock can stand still at night, at work and at weekends."),
      " ",
      this.#opener(gettext("My play times…"), set, "primary"),
      this.#opener(gettext("Not now"), done),
    );
  }

  #buttons() {
    const { state, seat } = this.game;
    if (seat === null || !state.pace || state.seats[seat].resigned || state.seats[seat].freed) return null;
    const { deadlines = [], paused, pause_agreed: agreed = [], pace } = state;
    const others = deadlines.filter((one) => one.seat !== seat);
    const isAway = Boolean(state.away?.[String(seat)]?.away);
    return html.div(
      { class: "buttons" },
      others.map((one) =>
        this.#button(gettext("Give {player} one day", { player: state.seats[one.seat].name }), {
          type: "GrantTime",
          to: one.seat,
        }),
      ),
      paused && this.#button(gettext("Start the clocks"), { type: "Resume" }),
      !paused &&
        !agreed.includes(seat) &&
        canAgree(this.game.summary) &&
        this.#button(gettext("Agree to a pause"), { type: "AgreePause" }),
      agreed.length > 0 && this.#button(gettext("Decline the pause"), { type: "DeclinePause" }),
      pace.vacation > 0 && !isAway && this.#opener(gettext("Vacation…"), () => this.#askVacation()),
      isAway && this.#button(gettext("End my vacation"), { type: "EndVacation" }),
      isAway && this.#opener(gettext("End vacation in all my games"), () => this.#say({ type: "EndVacation" }, true)),
      pace.windows && this.#opener(gettext("My play times…"), () => askPlayTimes((move, all) => this.#say(move, all))),
    );
  }

  /**
   * @param {string} words
   * @param {Move} move
   */
  #button(words, move, kind = "") {
    return this.#opener(words, () => this.send(move), kind);
  }

  /**
   * @param {string} words
   * @param {() => unknown} act
   */
  #opener(words, act, kind = "") {
    /** @type {HTMLButtonElement} */
    const made = button(words, () => (made.blur(), act()), { class: kind });
    return made;
  }

  /**
   * Send this here first, where it may have to be signed, and then in all other games.
   * @param {Move} move
   * @param {boolean} inAll
   */
  async #say(move, inAll) {
    await this.send(move);
    if (inAll) await sayEverywhere(move).catch(problemNotice);
  }

  #askVacation() {
    const today = new Date().toLocaleDateString("sv");
    const since = html.input({ type: "date", name: "since", required: true, min: today, value: today });
    const until = html.input({ type: "date", name: "until", required: true, min: today, value: today });
    const { vacation = 0 } = this.game.state.pace ?? {};
    const everywhere = everywhereBox();
    openForm(
      gettext("Vacation"),
      async (close) => {
        const begin = Math.max(Date.now() + START_MILLISECONDS, new Date(`${since.value}T00:00`).getTime());
        const end = new Date(`${until.value}T00:00`).getTime() + DAY;
        close();
        const back = Math.min(end, begin + vacation * DAY);
        await this.#say({ type: "TakeVacation", since: begin, until: back }, everywhere.box.checked);
      },
      html.p(
        gettext("Your clock stops while you are on vacation. This game allows {days} days a year.", {
          days: vacation,
        }),
      ),
      field(gettext("First day"), since),
      field(gettext("Last day"), until),
      everywhere.line,
      html.button({ class: "primary" }, gettext("Take vacation")),
    );
  }
}
