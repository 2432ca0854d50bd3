// Turn panel: shows whose turn it is and the question to the player, as one heading and one action.

import { signedIn } from "../core/api.js";
import { here } from "../core/base-path.js";
import { filesOf } from "../board/load-drawing.js";
import { copyButton } from "../core/dialogs.js";
import { button, html, replace } from "../core/dom.js";
import { called, isCooperative, playerName, ranking } from "../core/player-names.js";
import { isReferee, seatName } from "../core/seat-colours.js";
import { teamsText, togetherText } from "../core/teams.js";
import { keep, kept } from "../core/storage.js";
import { isMineToOpen, ownLuck } from "./join.js";
import { gettext, language, listed, locale, ngettext } from "../core/i18n.js";

/** @import { Choice } from "../board/choice/move-choice.js" */
/** @import { Game } from "../record/game.js" */
/** @import { Child, LegalMove, LoadedDrawing, Summary, SummarySeat } from "../types.js" */
/**
 * @typedef {object} Deciding
 * @property {string} told the composed moves and the chosen one, in words; empty: none
 * @property {string} next what is missing after a partial choice; empty: nothing is picked, or a move is chosen
 * @property {boolean} isForeseen whether the board shows its preview
 * @property {LegalMove[]} moves my legal moves after the composed ones
 * @property {number} composed the number of composed moves
 * @property {Choice} choice among them
 */

/** For this number of moves a browser explains how a chosen move is confirmed. */
const EXPLAINED_MOVES = 3;
const CONFIRMED = "stele-moves-confirmed";

/** The panel, which is only rewritten when its text changes. */
export class Turn {
  #content = "";
  /** The kinds of moves in the question, each with its button. @type {Map<string, HTMLElement>} */
  #kinds = new Map();
  /** @type {Choice | null} */
  #choice = null;
  /** Shows the end of the game, on request. */
  showEnd = () => {};
  /** Leaves my seat before the game has started. */
  leaveSeat = () => {};
  /** @type {(seat: number) => void} */
  releaseSeat = () => {};
  /** @type {(seat: number) => void} */
  reserveSeat = () => {};

  /**
   * @param {HTMLElement} place
   * @param {LoadedDrawing} drawing
   * @param {() => void} sitDown
   * @param {string} replayAddress
   */
  constructor(place, drawing, sitDown, replayAddress) {
    this.place = place;
    this.drawing = drawing;
    this.sitDown = sitDown;
    this.replayAddress = replayAddress;
  }

  /**
   * Show the panel. Unchanged text is not rewritten: a screen reader would repeat it.
   * @param {Game} game
   * @param {Deciding} deciding
   */
  show(game, deciding) {
    this.#choice = deciding.choice;
    const before = this.#kinds;
    this.#kinds = new Map();
    const said = html.div(...this.#words(game, deciding));
    if (said.textContent === this.#content) this.#kinds = before;
    else {
      this.#content = said.textContent;
      const hadFocus = this.place.contains(document.activeElement);
      replace(this.place, ...said.childNodes);
      if (hadFocus) this.focus();
      if (game.state.status === "waiting") this.#showChallenge(game.summary.id).catch(() => {}); // one can join without
    }
    for (const [type, one] of this.#kinds) {
      one.setAttribute("aria-pressed", String(deciding.choice.picks.type === type));
    }
  }

  /** A move is confirmed: after some, how that is done needs no words. */
  confirmed() {
    const number = Number(kept(CONFIRMED) ?? 0) + 1;
    if (number <= EXPLAINED_MOVES) keep(CONFIRMED, String(number));
  }

  /** Focus this panel: the next action. */
  focus() {
    this.place.focus({ preventScroll: true });
  }

  /**
   * @param {Game} game
   * @param {Deciding} deciding
   * @returns {Child[]}
   */
  #words(game, deciding) {
    const { state } = game;
    switch (state.status) {
      case "waiting":
        return this.#waitingRoom(game.summary, game.seat === null && !isReferee(game.summary));
      case "playing":
        return game.moves.length ? this.#asked(deciding) : othersAsked(game);
      case "finished":
        return [
          html.h2(gettext("The game is over")),
          state.result &&
            (isCooperative(state.teams)
              ? html.p(togetherText(state.result))
              : ranking(state.result, state.seats, state.unit)),
          html.div(
            { class: "buttons" },
            button(gettext("Show the result"), () => this.showEnd(), { id: "show-end" }),
            html.a({ class: "button primary", href: this.replayAddress }, gettext("Replay step by step")),
          ),
        ];
      default:
        return [
          html.h2(gettext("The game was called off.")),
          state.called_off && html.p(gettext("Operator's reason: {text}", { text: state.called_off })),
        ];
    }
  }

  /**
   * @param {Deciding} deciding
   * @returns {Child[]}
   */
  #asked({ told, next, isForeseen, moves, composed, choice }) {
    const heading = html.h2({ class: "your-turn" }, gettext("Your turn"));
    const chosen = told && html.p({ class: "chosen-text" }, told);
    if (choice.chosen) {
      const isExplained = Number(kept(CONFIRMED) ?? 0) >= EXPLAINED_MOVES;
      return [heading, chosen, !isExplained && html.p({ class: "hint" }, confirmWords(isForeseen, choice.mayTurn))];
    }
    const ready = ngettext(
      "One move is ready but not sent yet.",
      "{number} moves are ready but not sent yet.",
      composed,
    );
    const isKind = Object.keys(choice.picks).join() === "type"; // its button stays, pressed
    const stays = !next || isKind || choice.isCollecting; // the question says what the whole list must be
    const question = stays ? [...this.#question(moves), next && " ", next] : [next];
    return [
      heading,
      chosen,
      html.p({ class: next && !choice.isCollecting ? "missing" : null }, composed > 0 && `${ready} `, ...question),
    ];
  }

  /**
   * The question. If it is about several kinds of moves, each can be picked: then the board marks only its parts.
   * @param {LegalMove[]} moves
   * @returns {Child[]}
   */
  #question(moves) {
    const kinds = kindsOf(this.drawing, moves);
    if (kinds.length === 1) return [questionOf(this.drawing, moves)];
    const [before, after] = gettext("You can {alternatives}.").split("{alternatives}");
    const left = [...kinds];
    const parts = new Intl.ListFormat(language, { type: "disjunction" }).formatToParts(kinds.map(({ words }) => words));
    return [
      before,
      ...parts.map(({ type, value }) => (type === "element" ? this.#kind(left.shift(), value) : value)),
      after,
    ];
  }

  /**
   * @param {{ type: string } | undefined} kind
   * @param {string} words
   */
  #kind(kind, words) {
    const type = kind?.type ?? "";
    const made = button(words, () => this.#choice?.toggle({ type }), { class: "kind", "aria-pressed": "false" });
    this.#kinds.set(type, made);
    return made;
  }

  /**
   * Show the messages of the challenge in the waiting room.
   * @param {string} game
   */
  async #showChallenge(game) {
    const { challengeMessages } = await import("../community/challenge.js"); // loaded in waiting games
    const messages = await challengeMessages(game);
    const place = this.place.querySelector(".challenge-messages");
    if (place) replace(place, messages);
  }

  /**
   * @param {Summary} summary
   * @param {boolean} mayJoin
   * @returns {Child[]}
   */
  #waitingRoom(summary, mayJoin) {
    const invitation = summary.invite ? `?invite=${encodeURIComponent(summary.invite)}` : location.search;
    const link = location.origin + here(`/games/${summary.id}${invitation}`);
    const me = signedIn()?.id;
    const reservedFor = (/** @type {SummarySeat} */ { reserved, reserved_name: name, reserved_until: until }) =>
      reserved && reservedWords(reserved === me, called({ name: name ?? null }), until);
    const first = summary.seats.findIndex(({ kind }) => kind === "person");
    const release = (/** @type {number} */ seat, /** @type {string} */ player) =>
      me !== undefined &&
      (player === me || (first >= 0 && summary.your_seat === first)) &&
      button(player === me ? gettext("Decline this seat") : gettext("Release this seat"), () => this.releaseSeat(seat));
    const isFirst = first >= 0 && summary.your_seat === first && !summary.tournament;
    const reserve = (/** @type {number} */ seat, /** @type {boolean} */ isReserved) =>
      isFirst &&
      button(
        isReserved ? gettext("Reserve for another player") : gettext("Reserve for a player"),
        () => this.reserveSeat(seat),
        { class: "quiet", "aria-label": gettext("Reserve seat {number} for a player", { number: seat + 1 }) },
      );
    const isFree = summary.seats.some(({ kind, reserved }) => kind === "free" && (!reserved || reserved === me));
    const isToJoin = mayJoin && isFree;
    const copy = copyButton(
      () => link,
      summary.private ? gettext("Copy the invitation link") : gettext("Copy the link to this game"),
    );
    if (!isToJoin) copy.classList.add("primary"); // what brings the game about
    return [
      filesOf(summary.rulebook).includes("cover.svg") &&
        html.img({ class: "waiting-cover", src: `/web/titles/${summary.rulebook}/cover.svg`, alt: "" }),
      html.h2(waitingHeading(summary)),
      html.ul(
        { class: "seats" },
        summary.seats.map((one) => {
          const { seat, name, player, kind, reserved } = one;
          const words = kind === "free" ? reservedFor(one) || gettext("free") : gettext("Computer player");
          return html.li(
            playerName(seat, name ?? words, { player, kind }),
            " ",
            reserved && release(seat, reserved),
            kind === "free" && reserve(seat, reserved !== undefined),
          );
        }),
      ),
      summary.teams &&
        html.p(
          { class: "hint" },
          teamsText(summary.teams, (seat) => gettext("seat {number}", { number: seat + 1 })),
        ),
      waitingOptions(summary),
      html.div({ class: "challenge-messages" }),
      summary.signed &&
        html.p(
          gettext(
            "This game is signed: each player's browser signs every move, so that moves can't be forged, not even by this server.",
          ),
        ),
      html.p(summary.strict ? strictWords(summary) : gettext("The game starts when all seats are taken.")),
      html.div(
        { class: "buttons" },
        isToJoin && button(gettext("Join"), this.sitDown, { class: "primary", id: "sit-down" }),
        copy,
        summary.your_seat !== null &&
          summary.free_seats > 0 &&
          button(gettext("Leave the game"), () => this.leaveSeat(), { class: "quiet", id: "leave-seat" }),
      ),
      html.p({ class: "invitation" }, html.code(link)),
    ];
  }
}

const deadlines = new Intl.DateTimeFormat(locale, {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});

/**
 * For whom a seat is reserved, and until when.
 * @param {boolean} isMine
 * @param {string} name
 * @param {string | undefined} until
 */
function reservedWords(isMine, name, until) {
  const time = until && deadlines.format(new Date(until));
  if (isMine) return time ? gettext("reserved for you until {time}", { time }) : gettext("reserved for you");
  return time ? gettext("reserved for {name} until {time}", { name, time }) : gettext("reserved for {name}", { name });
}

/** @param {Summary} summary */
function waitingHeading(summary) {
  const toOpen = summary.to_open ?? [];
  if (toOpen.length) {
    return gettext("Waiting for {names}", { names: listed(toOpen.map((seat) => summary.seats[seat].name ?? "")) });
  }
  return ngettext("One free seat", "{number} free seats", summary.free_seats);
}

/**
 * What a strict game is waiting for.
 * @param {Summary} summary
 */
function strictWords(summary) {
  if (!summary.to_open?.length) {
    return gettext(
      "This game has strict randomness: each player's contribution to the random draws is sealed. When all seats are taken, each player's browser reveals it the next time the player opens this page. Then the game starts.",
    );
  }
  if (isMineToOpen(summary) && !ownLuck(summary.id)) {
    return gettext(
      "Your part of the random seed is stored in the browser you joined with. Open this page there so that the game can start.",
    );
  }
  return gettext(
    "All seats are taken. Each player's browser reveals its sealed contribution to the random draws when the player next opens this page; then the game starts.",
  );
}

/**
 * How a chosen move is confirmed.
 * @param {boolean} isForeseen
 * @param {boolean} mayTurn
 */
function confirmWords(isForeseen, mayTurn) {
  if (mayTurn) return gettext("Confirm this move, or pick the same place again to turn the piece.");
  if (!isForeseen) return gettext("Confirm this move or choose another.");
  return gettext("The board shows the position after this move. Confirm it or choose another.");
}

/**
 * The question as one sentence; several kinds of moves are in the drawing's order.
 * @param {LoadedDrawing} drawing
 * @param {LegalMove[]} moves
 */
export function questionOf(drawing, moves) {
  const kinds = kindsOf(drawing, moves);
  if (kinds.length === 1) return drawing.questions[kinds[0].type]?.() ?? kinds[0].name;
  const alternatives = listed(
    kinds.map(({ words }) => words),
    "disjunction",
  );
  return gettext("You can {alternatives}.", { alternatives });
}

/**
 * The kinds of these moves, in the drawing's order: the name of each, alone and as one of several.
 * @param {LoadedDrawing} drawing
 * @param {LegalMove[]} moves
 */
function kindsOf({ questions, alternatives = {} }, moves) {
  const order = Object.keys(questions);
  const types = [...new Set(moves.map(({ move }) => move.type))];
  types.sort((one, other) => order.indexOf(one) - order.indexOf(other));
  return types.map((type) => {
    const name = gettext(type.replace(/([a-z])([A-Z])/g, "$1 $2"));
    return { type, name, words: alternatives[type]?.() ?? name.toLowerCase() };
  });
}

/**
 * @param {Game} game
 * @returns {Child[]}
 */
function othersAsked({ state, seat }) {
  const isOut = seat !== null && state.eliminated?.includes(seat);
  const names = state.to_act.map((one) => state.seats[one].name ?? "");
  return [
    html.h2(gettext("Waiting for {names}", { names: listed(names) })),
    html.p(
      { class: "game-seats" },
      state.to_act.map((one) => seatName(one, state.seats[one].name)),
    ),
    seat === null && html.p({ class: "hint" }, gettext("You are watching.")),
    isOut && html.p({ class: "hint" }, gettext("You are out of the game.")),
  ];
}

/** The options of a waiting game, whose module is loaded now. @param {Summary} summary */
function waitingOptions(summary) {
  const place = html.span();
  import("../lobby/title-options.js").then(({ optionTags }) => place.append(optionTags(summary))).catch(() => {});
  return place;
}
