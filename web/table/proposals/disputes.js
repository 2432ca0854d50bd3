// Disputes: lists a game's disputes on the table, the replay and the dossier, with the reader's possible actions.
// The module is loaded where there are disputes.

import { signedIn } from "../../core/api.js";
import { playersOf, said, tellAnswer, tellDecision, tellDisclosed, tellOpened } from "../../record/dispute-texts.js";
import { disclosureForm, formFor, takeSeatOver } from "./dispute-forms.js";
import { button, html, replace } from "../../core/dom.js";
import { writePlace } from "../../record/positions.js";
import { decidedBy, isReferee } from "../../core/seat-colours.js";
import { gettext, listed, ngettext } from "../../core/i18n.js";
import { loadStyle } from "../../board/load-drawing.js";

/** @import { Changed } from "./dispute-forms.js" */
/** @import { Child, Dispute, State, Summary } from "../../types.js" */

loadStyle("/web/table/proposals/disputes.css");

/**
 * The next step of an open dispute.
 * @param {Dispute} dispute
 * @param {Summary} summary
 */
function waitsFor({ seat, answers, remedy }, summary) {
  const others = playersOf(summary).filter((one) => one !== seat);
  const silent = others.filter((one) => !answers.some((answer) => answer.seat === one));
  const names = listed(silent.map((one) => summary.seats[one].name ?? ""));
  const sentences = [
    silent.length > 0 && gettext("Waiting for: {names}.", { names }),
    others.length > 0 &&
      remedy.kind !== "none" &&
      gettext("If all other players agree, this takes effect immediately."),
    summary.referee ? `${decidedBy(summary.referee)}.` : gettext("This server's operator decides disputes."),
  ];
  return html.p({ class: "hint" }, sentences.filter(Boolean).join(" "));
}

/**
 * The reader's possible action on a dispute.
 * @param {Dispute} dispute
 * @param {Summary} summary
 * @returns {"" | "withdraw" | "answer" | "decide"}
 */
function mayDo({ outcome, seat, answers }, summary) {
  const own = summary.your_seat;
  if (outcome !== "open") return "";
  if (isReferee(summary)) return "decide";
  if (own === null || answers.some((answer) => answer.seat === own)) return "";
  return own === seat ? "withdraw" : "answer";
}

/** A list of disputes. Unchanged entries are kept, so that text being written is not lost. */
export class DisputeList {
  place = html.div({ class: "disputes" });
  /** @type {Map<number, { article: HTMLElement, told: HTMLElement, forms: HTMLElement, known: string, may: string }>} */
  #shown = new Map();

  /** @param {Changed} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /**
   * Show these disputes.
   * @param {Dispute[]} disputes
   * @param {Summary} summary
   */
  show(disputes, summary) {
    for (const dispute of disputes) this.#show(dispute, summary);
  }

  /** @param {number} number */
  #shell(number) {
    const id = `dispute-${number}`;
    const [told, forms] = [html.div(), html.div()];
    const article = html.article({ id, tabindex: -1, "aria-labelledby": `${id}-heading` }, told, forms);
    this.place.prepend(article); // newest first: it may be open
    const shell = { article, told, forms, known: "", may: "" };
    this.#shown.set(number, shell);
    return shell;
  }

  /**
   * @param {Dispute} dispute
   * @param {Summary} summary
   */
  #show(dispute, summary) {
    const shell = this.#shown.get(dispute.number) ?? this.#shell(dispute.number);
    const known = JSON.stringify([dispute, summary.seats, summary.referee]);
    if (known !== shell.known) {
      const opened = html.div();
      replace(shell.told, ...tell(dispute, summary), opened);
      if (isReferee(summary)) showToReferee(opened, summary, dispute.number);
    }
    shell.known = known;
    const wanted = mayDo(dispute, summary);
    const isPlayed = dispute.outcome === "open" && summary.your_seat !== null && summary.status === "playing";
    const own = isPlayed ? dispute.disclosed.filter(({ seat }) => seat === summary.your_seat).length : "";
    const may = `${wanted} ${summary.status} ${own}`;
    if (may === shell.may) return;
    shell.may = may;
    const done = (/** @type {string} */ position) => {
      shell.article.focus();
      this.changed(position);
    };
    replace(
      shell.forms,
      wanted ? formFor(wanted, dispute, summary, done) : null,
      isPlayed ? disclosureForm(dispute, summary, done) : null,
    );
  }
}

/**
 * Show the referee what no one else can see: the opened secrets, and the statements.
 * @param {HTMLElement} place
 * @param {Summary} summary
 * @param {number} number
 */
async function showToReferee(place, summary, number) {
  const { forReferee } = await import("./disclosures.js");
  replace(place, ...(await forReferee(summary, number)));
}

/**
 * A dispute in words, with links to the positions that it names. Operators get no links to a private game.
 * @param {Dispute} dispute
 * @param {Summary} summary
 * @param {boolean} [hasLinks]
 * @returns {Child[]}
 */
export function tell(dispute, summary, hasLinks = true) {
  const { number, seat, position, remedy, answers, outcome, decided, disclosed } = dispute;
  const names = summary.seats.map(({ name }) => name);
  const outcomes = { open: gettext("open"), withdrawn: gettext("withdrawn"), decided: gettext("decided") };
  const address = (/** @type {string} */ page, /** @type {string} */ at) =>
    `/games/${summary.id}/${page}${location.search}${writePlace({ at })}`;
  const steps = [...new Set([position, remedy.position, decided?.remedy.position ?? ""])].filter(Boolean);
  return [
    html.h3(
      { id: `dispute-${number}-heading` },
      gettext("Dispute {number}", { number }),
      " ",
      html.span({ class: `tag ${outcome}` }, outcomes[outcome]),
    ),
    ...tellOpened(dispute, names),
    hasLinks &&
      html.p(
        { class: "dispute-links" },
        html.a({ href: address("dossier", position) }, gettext("Dossier for {position}", { position })),
        steps.map((at) => html.a({ href: address("replay", at) }, gettext("Replay of {position}", { position: at }))),
      ),
    ...answers.flatMap((answer) => tellAnswer(answer, names)),
    ...disclosed.flatMap((disclosure) => tellDisclosed(disclosure, summary)),
    ...(outcome === "withdrawn" ? said(gettext("{player} withdrew the dispute.", { player: names[seat] })) : []),
    ...(decided ? tellDecision(decided, summary, names) : []),
    outcome === "open" && waitsFor(dispute, summary),
  ];
}

/**
 * One line about all disputes.
 * @param {Dispute[]} disputes
 */
function headline(disputes) {
  const open = disputes.filter(({ outcome }) => outcome === "open").map(({ number }) => String(number));
  if (!open.length) return ngettext("One dispute, settled", "{number} disputes, all settled", disputes.length);
  return ngettext("Dispute {numbers} is open", "Disputes {numbers} are open", open.length, { numbers: listed(open) });
}

/** All disputes of a game and its freed seats, above its board: a collapsible line. */
export class Disputes {
  #heading = html.h2();
  #freed = html.div();
  #freedKnown = "";

  /**
   * @param {HTMLElement} place
   * @param {Changed} changed
   */
  constructor(place, changed) {
    this.list = new DisputeList(changed);
    this.details = html.details({ id: "disputes" }, html.summary(this.#heading), this.list.place);
    replace(place, this.#freed, this.details);
    const unfold = () => {
      if (location.hash === "#disputes") this.details.open = true;
    };
    unfold();
    addEventListener("hashchange", unfold); // also a link to the disputes of a game that is open already
  }

  /**
   * Show the current ones.
   * @param {Summary} summary
   * @param {State} state
   */
  show(summary, { disputes = [], seats, status }) {
    this.#heading.textContent = headline(disputes);
    this.details.classList.toggle(
      "is-open",
      disputes.some(({ outcome }) => outcome === "open"),
    );
    this.list.show(disputes, summary);
    const freed = status === "playing" ? seats.filter((seat) => seat.freed) : [];
    const known = JSON.stringify([freed, summary.your_seat]);
    if (known === this.#freedKnown) return;
    this.#freedKnown = known;
    replace(this.#freed, ...freed.map((seat) => this.#freedSeat(seat, summary)));
  }

  /**
   * @param {State["seats"][number]} seat
   * @param {Summary} summary
   */
  #freedSeat({ seat, name, player }, summary) {
    const isMine = player !== null && player === signedIn()?.id;
    const mayTake = !isMine && summary.your_seat === null && !isReferee(summary);
    return html.p(
      { class: "notice warn freed", role: "status" },
      html.span(
        isMine
          ? gettext(
              "You lost your seat after a dispute. You see what all viewers see; a computer player plays for you.",
            )
          : gettext("The seat of {player} is free. A computer player is filling in.", { player: name }),
      ),
      mayTake && button(gettext("Take over the seat"), () => takeSeatOver(summary, seat)),
    );
  }
}
