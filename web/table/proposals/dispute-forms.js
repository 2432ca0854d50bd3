// Dispute forms: open, answer, withdraw and decide a dispute, and take over a freed seat.
// A statement is recorded permanently, so it is shown for confirmation before it is sent.

import { requirePlayer } from "../../masthead/sign-in-prompt.js";
import { Problem, call, gamePath } from "../../core/api.js";
import { here } from "../../core/base-path.js";
import { witness } from "../../signing/record-changed.js";
import { field, form, openQuestion } from "../../core/dialogs.js";
import {
  playersOf,
  remedyText,
  tellAnswer,
  tellDecision,
  tellDisclosed,
  tellOpened,
} from "../../record/dispute-texts.js";
import { LONGEST_TEXT } from "../../record/shared-events.js";
import { html, select } from "../../core/dom.js";
import { Game } from "../../record/game.js";
import { notice } from "../../masthead/page-header.js";
import { sendMove } from "../send-moves.js";
import { decisionSignature, joining, signature } from "../../signing/sign-moves.js";
import { gettext } from "../../core/i18n.js";

/** @import { Child, Dispute, Dossier, Move, Remedy, Summary } from "../../types.js" */
/** @typedef {(position: string) => void} Changed hears up to where the record goes after the reader did something */

/** The text of a command by a reader who must not write in the record. */
const UNSAID = "…";
/** @type {Remedy} */
const NOTHING = { kind: "none", position: "", places: [], seat: null };

/**
 * Whether the reader confirms the text to be recorded.
 * @param {Child[]} content
 * @returns {Promise<boolean>}
 */
function confirmed(...content) {
  return new Promise((resolve) => {
    let isWanted = false;
    const dialog = openQuestion(
      gettext("Check what you are sending"),
      [
        html.div({ class: "disputes" }, ...content),
        html.p(gettext("This is recorded permanently, and all viewers of this game can read it.")),
      ],
      [[gettext("Record it"), () => (isWanted = true)]],
    );
    dialog.addEventListener("close", () => resolve(isWanted));
  });
}

/**
 * Send a command about a dispute, signed if my seat signs; returns the result.
 * @param {string} id
 * @param {Move} move
 */
async function record(id, move) {
  const game = await Game.read(id);
  const moved = await sendMove(id, move, await signature(game, move));
  witness(id, moved);
  return moved;
}

/**
 * Record a command with the reader's words. If a moderator has muted or suspended the reader, the command is recorded
 * without them, and only the judge of the dispute gets the words.
 * @param {Summary} summary
 * @param {Move} command
 */
async function recordWords({ id }, { text, ...command }) {
  try {
    return await record(id, { ...command, text });
  } catch (error) {
    if (!mayNotWrite(error)) throw error;
    const moved = await record(id, { ...command, text: UNSAID });
    const number = command.number ?? moved.state.disputes?.length;
    await call(gamePath(id, `/disputes/${number}/statement`), { method: "PUT", body: { text } });
    notice(
      gettext("You can't write in the record now, so only the person who decides this dispute can read your words."),
    );
    return moved;
  }
}

/**
 * Whether a moderator has taken the reader's right to write.
 * @param {unknown} error
 */
function mayNotWrite(error) {
  return error instanceof Problem && ["silenced", "suspended"].some((kind) => error.type?.endsWith(`:${kind}`));
}

/**
 * A multi-line statement field.
 * @param {string} name
 * @param {string} label
 * @param {boolean} required
 */
function ownWords(name, label, required) {
  const area = html.textarea({ name, rows: 3, maxlength: LONGEST_TEXT, required });
  return { area, line: field(label, area) };
}

/** The controls that ask for a remedy. Fields that a kind of remedy does not need are hidden. */
class RemedyChoice {
  /**
   * @param {string} name the prefix of the controls' names
   * @param {string} label
   * @param {Summary} summary
   * @param {Remedy} wished the initial values of the fields
   * @param {string} hint a hint about the positions to roll back to
   * @param {boolean} [isChosen] whether the kind of remedy is chosen; a judge chooses it, whatever was asked for
   */
  constructor(name, label, summary, wished, hint, isChosen = true) {
    const isOver = summary.status === "finished";
    const players = playersOf(summary);
    const kinds = {
      ...(isChosen ? {} : { "": gettext("Choose an option") }),
      none: gettext("Nothing changes"),
      ...(isOver ? {} : { roll_back: gettext("The game returns to an earlier position") }),
      result: gettext("The game ends with a different ranking"),
      ...(isOver ? {} : { free_seat: gettext("A player loses their seat") }),
    };
    this.kind = select(
      { name: `${name}-kind`, required: true, onchange: () => this.#show() },
      Object.entries(kinds),
      isChosen ? wished.kind : "",
    );
    this.position = html.input({
      name: `${name}-position`,
      value: wished.position,
      pattern: "\\d+-\\d+",
      autocomplete: "off",
    });
    this.places = summary.seats.map(({ seat }) =>
      select(
        { name: `${name}-place-${seat}` },
        summary.seats.map((_one, place) => [place + 1, place + 1]),
        wished.places[seat],
      ),
    );
    this.seat = select(
      { name: `${name}-seat` },
      players.map((seat) => [seat, summary.seats[seat].name]),
      wished.seat,
    );
    const places = this.places.map((one, seat) =>
      field(gettext("Place of {player}", { player: summary.seats[seat].name }), one),
    );
    /** The fields of each kind of remedy. @type {Record<string, HTMLElement>} */
    this.details = {
      roll_back: field(gettext("The game continues from this position"), this.position, hint),
      result: html.div({ class: "places" }, ...places),
      free_seat: field(gettext("Player to remove"), this.seat),
    };
    this.fields = [field(label, this.kind), ...Object.values(this.details)];
    this.#show();
  }

  #show() {
    for (const [kind, one] of Object.entries(this.details)) one.hidden = kind !== this.kind.value;
    this.position.required = this.kind.value === "roll_back";
    this.position.disabled = !this.position.required; // hidden fields are not validated
  }

  /** @returns {Remedy} */
  get value() {
    switch (this.kind.value) {
      case "roll_back":
        return { ...NOTHING, kind: "roll_back", position: this.position.value };
      case "result":
        return { ...NOTHING, kind: "result", places: this.places.map((one) => Number(one.value)) };
      case "free_seat":
        return { ...NOTHING, kind: "free_seat", seat: Number(this.seat.value) };
      default:
        return NOTHING;
    }
  }
}

/** @param {Summary} summary */
function namesIn({ seats }) {
  return seats.map(({ name }) => name);
}

/**
 * The form to dispute a dossier's action.
 * @param {Dossier} dossier
 * @param {Summary} summary
 * @param {Changed} changed
 */
export function openingForm({ before, until, views }, summary, changed) {
  const hasBefore = before !== null && views.some(({ state }) => state?.table);
  const hint = hasBefore
    ? gettext("{before} is the position before this action, {until} the position after it.", {
        before: before.position,
        until,
      })
    : gettext("{until} is the position after this action.", { until });
  const wished = { ...NOTHING, position: hasBefore ? before.position : until };
  const remedy = new RemedyChoice("open", gettext("Remedy"), summary, wished, hint);
  const why = ownWords("open-text", gettext("Your claim and your reasons"), true);
  return form(
    async () => {
      const dispute = { position: until, text: why.area.value.trim(), remedy: remedy.value };
      const told = tellOpened({ ...dispute, seat: Number(summary.your_seat) }, namesIn(summary));
      if (!(await confirmed(...told))) return;
      changed(
        (await recordWords(summary, { type: "OpenDispute", ...dispute, remedy: { ...dispute.remedy } })).position,
      );
    },
    why.line,
    ...remedy.fields,
    html.button({ class: "primary", id: "open-dispute" }, gettext("Open a dispute")),
  );
}

/**
 * The form for the reader's possible action on an open dispute.
 * @param {"withdraw" | "answer" | "decide"} wanted
 * @param {Dispute} dispute
 * @param {Summary} summary
 * @param {Changed} changed
 */
export function formFor(wanted, dispute, summary, changed) {
  switch (wanted) {
    case "withdraw":
      return withdrawForm(dispute, summary, changed);
    case "answer":
      return answerForm(dispute, summary, changed);
    default:
      return refereeForm(dispute, summary, changed);
  }
}

/**
 * @param {Dispute} dispute
 * @param {Summary} summary
 * @param {Changed} changed
 */
function withdrawForm({ number }, summary, changed) {
  return form(
    async () => changed((await record(summary.id, { type: "WithdrawDispute", number })).position),
    html.button(gettext("Withdraw the dispute")),
  );
}

/**
 * @param {Dispute} dispute
 * @param {Summary} summary
 * @param {Changed} changed
 */
function answerForm({ number, remedy }, summary, changed) {
  const names = namesIn(summary);
  const wish = remedyText(remedy, names);
  const agrees = select({ name: `answer-${number}`, required: true }, [
    ["", gettext("Choose an option")],
    ["yes", gettext("I agree: {remedy}", { remedy: wish })],
    ["no", gettext("I do not agree")],
  ]);
  const words = ownWords(`answer-${number}-text`, gettext("Your reply (optional)"), false);
  return form(
    async () => {
      const answer = { agrees: agrees.value === "yes", text: words.area.value.trim() };
      if (!(await confirmed(...tellAnswer({ ...answer, seat: Number(summary.your_seat) }, names)))) return;
      changed((await recordWords(summary, { type: "AnswerDispute", number, ...answer })).position);
    },
    field(gettext("Your answer"), agrees),
    words.line,
    html.button({ class: "primary" }, gettext("Answer")),
  );
}

/**
 * The form to open one of the reader's secrets to the judge; the secrets are loaded when it is unfolded.
 * @param {Dispute} dispute
 * @param {Summary} summary
 * @param {Changed} changed
 */
export function disclosureForm({ number, disclosed }, summary, changed) {
  const words = summary.referee ? gettext("Show the referee a secret") : gettext("Open a secret to the operator");
  const details = html.details({ class: "disclose" }, html.summary(words));
  const unfold = async () => {
    const { ownSecrets } = await import("./disclosures.js");
    const isNew = (/** @type {import("./disclosures.js").Secret} */ secret) =>
      disclosed.every((one) => one.position !== secret.position || one.field !== secret.field);
    const secrets = (await ownSecrets(summary)).filter(isNew);
    details.append(
      secrets.length
        ? chosenSecret(secrets)
        : html.p(
            { class: "hint" },
            gettext("None of your cards or pieces are hidden, so there is nothing to show the judge."),
          ),
    );
  };
  /** @param {import("./disclosures.js").Secret[]} secrets */
  const chosenSecret = (secrets) => {
    const choice = select({ name: `disclose-${number}`, required: true }, [
      ["", gettext("Choose an option")],
      ...secrets.map((one, at) => /** @type {const} */ ([at, `${one.position} (${one.field}): ${one.text}`])),
    ]);
    return form(
      async () => {
        const chosen = secrets[Number(choice.value)];
        const told = tellDisclosed({ seat: Number(summary.your_seat), ...chosen }, summary);
        if (!(await confirmed(...told, html.p(whoLearns)))) return;
        const secret = { position: chosen.position, field: chosen.field };
        changed((await record(summary.id, { type: "DiscloseSecret", number, ...secret })).position);
      },
      field(gettext("Secret"), choice, whoLearns),
      html.button(words),
    );
  };
  const whoLearns = summary.referee
    ? gettext("All viewers see that you showed it. Only the referee sees what it is.")
    : gettext("All viewers see that you showed it. Only the operator sees what it is.");
  details.addEventListener("toggle", unfold, { once: true });
  return details;
}

/**
 * The form with which the referee decides a dispute.
 * @param {Dispute} dispute
 * @param {Summary} summary
 * @param {Changed} changed
 */
function refereeForm(dispute, summary, changed) {
  const send = async (/** @type {Decision} */ body) => {
    const headers = await decisionSignature(summary.id, body);
    return call(gamePath(summary.id, "/decisions"), { method: "POST", body, headers });
  };
  return decisionForm(dispute, summary, "referee", async (body) => {
    /** @type {Summary} */
    const decided = await send(body).catch((error) => {
      if (!mayNotWrite(error)) throw error;
      return send({ ...body, text: UNSAID });
    });
    changed(decided.position);
  });
}

/** @typedef {{ number: number, text: string, remedy: Remedy }} Decision */

/**
 * The form to decide a dispute.
 * @param {Dispute} dispute
 * @param {Summary} summary
 * @param {"referee" | "operator"} by
 * @param {(decision: Decision) => Promise<void>} send
 */
export function decisionForm({ number, position, remedy: wish }, summary, by, send) {
  const name = `decide-${number}`;
  const hint = gettext("Every action ends in a position; this dispute is about {position}.", { position });
  const wished = { ...wish, position: wish.position || position };
  const remedy = new RemedyChoice(name, gettext("Outcome"), summary, wished, hint, false);
  const why = ownWords(`${name}-text`, gettext("Your reason"), true);
  return form(
    async () => {
      const decision = { text: why.area.value.trim(), remedy: { ...remedy.value } };
      if (await confirmed(...tellDecision({ by, ...decision }, summary, namesIn(summary)))) {
        await send({ number, ...decision });
      }
    },
    why.line,
    ...remedy.fields,
    html.button({ class: "primary" }, gettext("Decide")),
  );
}

/**
 * Take a seat that a decision has freed, and go to the game.
 * @param {Summary} summary
 * @param {number} seat
 */
export async function takeSeatOver({ id }, seat) {
  if (!(await requirePlayer())) return;
  const invite = new URLSearchParams(location.search).get("invite");
  const { body, headers } = await joining(await call(gamePath(id)), "TakeOver", seat, {});
  await call(`/api/games/${id}/seats`, {
    method: "POST",
    body: { ...body, seat, ...(invite && { invite }) },
    headers,
  });
  location.assign(here(`/games/${id}${location.search}`));
}
