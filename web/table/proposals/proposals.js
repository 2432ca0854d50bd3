// Proposals: shows and makes proposals to undo a move, end the game, or hand over a seat.

import { call, gamePath, signedIn } from "../../core/api.js";
import { recordPath } from "../../record/record-call.js";
import { annulled, stays } from "../../record/annulled-steps.js";
import { openForm, openQuestion } from "../../core/dialogs.js";
import { button, find, html, replace } from "../../core/dom.js";
import { canAgree } from "../../core/seat-colours.js";
import { gettext, listed } from "../../core/i18n.js";
import { here } from "../../core/base-path.js";
import { notice } from "../../masthead/page-header.js";
import { ownKey } from "../../signing/own-key.js";
import { signature } from "../../signing/sign-moves.js";

/** @import { Game } from "../../record/game.js" */
/** @import { GameEvent, Move, Summary, SummarySeat } from "../../types.js" */
/** @import { Playing } from "../controller.js" */

/** The proposals of a game above its board, and the buttons that propose something, or offer a seat. */
export class Proposals {
  #known = "";

  /** @param {Playing} playing */
  constructor(playing) {
    this.playing = playing;
    playing.turn.leaveSeat = async () => {
      if (await playing.send([{ type: "LeaveSeat" }])) location.assign(here("/"));
    };
    playing.turn.releaseSeat = async (seat) => {
      const { id, summary } = playing.game;
      if (summary.seats[seat].reserved === signedIn()?.id) {
        const { askToDecline } = await import("../../community/challenge.js"); // loaded on declining
        const away = () => location.assign(here("/"));
        askToDecline(id, async () => (summary.private && summary.your_seat === null ? away() : playing.refresh()));
        return;
      }
      await call(`${gamePath(id)}/reservations/${seat}`, { method: "DELETE" });
      await playing.refresh();
    };
    playing.turn.reserveSeat = async (seat) => {
      const { askToReserve } = await import("../../community/challenge.js"); // loaded on reserving
      await askToReserve(playing.game.id, seat, () => playing.refresh());
    };
  }

  /** Show the current proposals. Unchanged ones are not announced again. */
  async show() {
    const { id, summary, seat, state } = this.playing.game;
    const { take_back: back, proposed_end: end } = summary;
    const isPlaying = state.status === "playing" && seat !== null && !state.seats[seat].resigned;
    const offers = state.status === "playing" ? summary.seats.filter(({ offered }) => offered) : [];
    const isSigned = isPlaying && summary.signed && summary.signing === "2";
    const isSigning = isSigned && state.seats[seat].public_key === (await ownKey())?.publicKey;
    const known = JSON.stringify([back, end, offers, seat, isPlaying, isSigning]);
    if (known === this.#known) return;
    this.#known = known;
    const taken = back && (await moveAfter(id, back.position).catch((error) => this.#forget(error)));
    if (known !== this.#known) return; // the game has changed meanwhile
    replace(
      find("proposals-place"),
      back && this.#proposal(summary, back, takeBackWords(summary, back.seat, taken ?? ""), "TakeBack"),
      end && this.#proposal(summary, end, endWords(summary, end), "End"),
      ...offers.map((one) => this.#offer(summary, one)),
    );
    replace(
      find("proposing"),
      isPlaying && !back && button(gettext("Take back"), () => this.#askTakeBack(id), { id: "take-back" }),
      isPlaying &&
        !end &&
        canAgree(summary) &&
        button(gettext("Propose to end the game"), () => this.#askEnd(), { id: "propose-end" }),
      isPlaying &&
        !summary.fork &&
        button(gettext("Hand over the seat"), () => this.#askOffer(id), { id: "offer-seat" }),
      isSigning && button(gettext("Sign in another browser"), () => this.#handOverKey(), { id: "change-key" }),
    );
  }

  /** Retry the next time. @param {unknown} error @returns {never} */
  #forget(error) {
    this.#known = "";
    throw error;
  }

  /**
   * One proposal: its subject, the agreements, and the reader's possible answers.
   * @param {Summary} summary
   * @param {{ seat: number, agreed: number[], waits_for: number[] }} proposal
   * @param {string} words
   * @param {"TakeBack" | "End"} kind
   */
  #proposal(summary, { seat, agreed, waits_for: waitsFor }, words, kind) {
    const own = summary.your_seat;
    const answer = (/** @type {boolean} */ agrees) => this.#propose({ type: `Answer${kind}`, agrees });
    const mayAgree = own !== null && waitsFor.includes(own);
    const namesOf = (/** @type {number[]} */ seats) => listed(seats.map((one) => summary.seats[one].name ?? ""));
    return html.div(
      { class: "notice proposal", role: "status", "data-kind": kind },
      html.p(words),
      html.p(
        { class: "hint" },
        agreed.length > 0 && gettext("Agreed: {names}.", { names: namesOf(agreed) }),
        " ",
        gettext("Waiting for: {names}.", { names: namesOf(waitsFor) }),
      ),
      html.div(
        { class: "buttons" },
        mayAgree && button(gettext("Agree"), () => answer(true), { id: `agree-${kind}`, class: "primary" }),
        mayAgree && button(gettext("Decline"), () => answer(false), { id: `refuse-${kind}` }),
        own === seat &&
          button(gettext("Withdraw the request"), () => this.#propose({ type: `Withdraw${kind}` }), {
            id: `withdraw-${kind}`,
          }),
      ),
    );
  }

  /**
   * A seat offered by its player.
   * @param {Summary} summary
   * @param {SummarySeat} seat
   */
  #offer(summary, seat) {
    const { name, offered } = seat;
    const isForMe = offered?.player === signedIn()?.id;
    const take = async () => (await import("./dispute-forms.js")).takeSeatOver(summary, seat.seat);
    const words = isForMe
      ? gettext("{player} offers you their seat, with everything they hold and can see.", { player: name })
      : gettext("{player} offers their seat to {name}.", { player: name, name: offered?.name });
    return html.div(
      { class: "notice proposal", role: "status" },
      html.p(words),
      isForMe && button(gettext("Take over the seat"), take, { id: "take-seat", class: "primary" }),
      seat.seat === summary.your_seat &&
        button(gettext("Withdraw the offer"), () => this.#offerTo(summary.id, ""), { id: "withdraw-offer" }),
    );
  }

  /**
   * Show the move that would be taken back, and ask for confirmation.
   * @param {string} id
   */
  async #askTakeBack(id) {
    const words = await lastOwnMove(id);
    const content = words
      ? [html.p(gettext("This would undo your last move and everything after it:")), quoted(words)]
      : [html.p(gettext("You have no move to take back."))];
    const ask = () => this.#propose({ type: "AskTakeBack" });
    openQuestion(gettext("Take back"), content, words ? [[gettext("Ask the other players"), ask]] : []);
  }

  /**
   * Send a proposal or an answer, and show the result. It refers to the shown state: if the others have only answered
   * meanwhile it is sent again, and after any other change the player is asked to look again.
   * @param {Move} move
   */
  async #propose(move) {
    const { playing } = this;
    const { game } = playing;
    const shown = matterOf(game);
    for (let digest = ""; digest !== game.digest && matterOf(game) === shown;) {
      digest = game.digest;
      if (await playing.send([move], { "If-Match": `"${digest}"` })) {
        await playing.refresh();
        return;
      }
    }
    if (matterOf(game) !== shown) notice(gettext("The game has moved on. Check the position again."), "warn");
  }

  #askEnd() {
    const end = (/** @type {string} */ kind) => () => this.#propose({ type: "ProposeEnd", kind });
    openQuestion(
      gettext("Propose to end the game"),
      [html.p(gettext("If all other players agree, the game ends immediately."))],
      [
        [gettext("As a draw"), end("draw")],
        [gettext("With the current ranking"), end("as_it_stands")],
      ],
    );
  }

  async #handOverKey() {
    const { handOverKey } = await import("../../signing/change-key.js");
    handOverKey(this.playing.game, signature);
  }

  /** @param {string} id */
  async #askOffer(id) {
    const { playerField } = await import("../../core/player-field.js"); // loaded on handing over
    const name = html.input({ name: "heir", required: true, maxlength: 40, autocomplete: "off" });
    openForm(
      gettext("Hand over the seat"),
      () => this.#offerTo(id, name.value),
      html.p(gettext("The player you name can take over your seat, with everything you hold and can see.")),
      playerField(gettext("Name of the player"), name),
      html.div({ class: "buttons" }, html.button({ class: "primary" }, gettext("Offer the seat"))),
    );
  }

  /**
   * @param {string} id
   * @param {string} name
   */
  async #offerTo(id, name) {
    const { game } = this.playing;
    /** @type {Record<string, string>} */
    let headers = {};
    if (game.summary.signed && game.summary.signing === "2") {
      const player = name ? await playerId(name) : "";
      headers = await signature(game, { type: "OfferSeat", player });
    }
    await call(gamePath(id, "/seat"), { method: "PATCH", body: { offer_to: name }, headers });
    await this.playing.refresh();
  }
}

/**
 * The id of the player with this name.
 * @param {string} name
 * @returns {Promise<string>}
 */
async function playerId(name) {
  const asked = new URLSearchParams({ name, exact: "true" });
  return (await call(`/api/players/search?${asked}`)).players[0].id;
}

/** @param {string} words */
function quoted(words) {
  return html.blockquote(words);
}

/**
 * @param {Summary} summary
 * @param {number} seat
 * @param {string} move
 */
function takeBackWords({ seats, your_seat: own }, seat, move) {
  if (own === seat) return gettext("You have asked to take back: {move}", { move });
  return gettext("{player} asks to take back: {move}", { player: seats[seat].name, move });
}

/**
 * @param {Summary} summary
 * @param {{ seat: number, kind: string }} end
 */
function endWords({ seats }, { seat, kind }) {
  const player = seats[seat].name;
  if (kind === "draw") return gettext("{player} proposes to end the game as a draw.", { player });
  return gettext("{player} proposes to end the game as it stands.", { player });
}

/**
 * The text of the move after a position.
 * @param {string} id
 * @param {string} position
 */
async function moveAfter(id, position) {
  const { events } = await call(recordPath(id, "/events", { after: position, limit: "1" }));
  return events[0]?.text ?? "";
}

/**
 * The text of my last move that counts; nothing if there is none.
 * @param {string} id
 */
async function lastOwnMove(id) {
  const me = signedIn()?.id;
  const [{ seats }, { events }] = await Promise.all([
    call(gamePath(id)),
    call(recordPath(id, "/events", { limit: "5000" })),
  ]);
  const gone = annulled(events);
  const isMine = (/** @type {GameEvent} */ { type, seat, position }, /** @type {number} */ place) =>
    seat !== null && seats[seat].player === me && position.endsWith("-0") && !gone[place] && !stays(type);
  return events.findLast(isMine)?.text ?? "";
}

/**
 * The subject of an answer: the game's position and the proposal, but not the agreements so far.
 * @param {Game} game
 */
function matterOf({ state, summary: { take_back: back, proposed_end: end } }) {
  return JSON.stringify([state, back?.seat, back?.position, end?.seat, end?.kind]);
}
