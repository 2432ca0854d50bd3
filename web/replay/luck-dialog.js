// Luck verification: a dialog that derives a finished game's draws again from its commitments and nonces. Once open,
// the dialog works offline.

import { call } from "../core/api.js";
import { recordPath } from "../record/record-call.js";
import { Draws, keyCommitment, nonceCommitment } from "../record/draws.js";
import { firstWrongRound, randomnessOf } from "../verify/beacon.js";
import { field, openDialog } from "../core/dialogs.js";
import { html, replace, tableHead } from "../core/dom.js";
import { canHash } from "../record/hashing.js";
import { notice } from "../masthead/page-header.js";
import { ownLuck } from "../table/join.js";
import { gettext, listed, ngettext } from "../core/i18n.js";

/** @import { GameEvent, Summary } from "../types.js" */
/**
 * @typedef {object} LuckFacts what the record says of its luck
 * @property {string} commitment
 * @property {string} key
 * @property {string} scheme
 * @property {boolean} strict
 * @property {string[]} bound the commitments of computer players
 * @property {SeatTold[]} seats
 * @property {any} beacon the parameters of an earlier game's public beacon, or null
 * @property {{ round: number, signature: string } | null} round the recorded round of the beacon
 * @property {{ event: GameEvent, number: number }[]} draws each draw, counted from 0 over the whole game
 */
/** @typedef {{ name: string, isPerson: boolean, nonce: string, bound: string }} SeatTold */
/** @typedef {{ fits: boolean, words: string, details?: HTMLElement[] }} Finding */

const PAGE = "5000";

/** @param {string} game */
async function allEvents(game) {
  const events = [];
  let after = "0-0";
  while (after) {
    const page = await call(recordPath(game, "/events", { as: "public", limit: PAGE, after }));
    events.push(...page.events);
    after = page.next ?? "";
  }
  return events;
}

/**
 * @param {GameEvent[]} events
 * @returns {LuckFacts}
 */
function toldBy(events) {
  const created = /** @type {any} */ (events[0].data);
  const told = {
    commitment: created.commitment,
    key: "",
    scheme: created.luck,
    strict: created.strict,
    bound: created.nonce_commitments,
    beacon: created.beacon ?? null,
    round: /** @type {LuckFacts["round"]} */ (null),
    seats: /** @type {SeatTold[]} */ ([]),
    draws: /** @type {LuckFacts["draws"]} */ ([]),
  };
  const persons = created.players - created.computers.length;
  for (const event of events) {
    const data = /** @type {any} */ (event.data);
    if (event.type === "SeatTaken") {
      const isPerson = data.kind === "person";
      const bound = isPerson ? data.nonce_commitment : (told.bound[data.seat - persons] ?? "");
      told.seats[data.seat] = { name: data.name, isPerson, nonce: data.nonce, bound };
    } else if (event.type === "SeatLeft") Object.assign(told.seats[data.seat], { nonce: "", bound: "" });
    else if (event.type === "NonceOpened") told.seats[data.seat].nonce = data.nonce;
    else if (event.type === "BeaconRecorded") told.round = { round: data.round, signature: data.signature };
    else if (event.type === "GameFinished" || event.type === "GameAborted") told.key = data.key;
    for (let count = event.luck ?? 0; count > 0; count -= 1) told.draws.push({ event, number: told.draws.length });
  }
  return told;
}

/**
 * Whether the randomness depends on the round of the beacon that was due.
 * @param {any} beacon
 * @param {{ round: number, signature: string }} round
 * @param {GameEvent[]} events
 * @returns {Promise<Finding>}
 */
async function beaconFinding(beacon, { round, signature }, events) {
  const all = events.map(({ at, type, data }) => ({ at: Date.parse(at), data: { ...data, type } }));
  return {
    fits: firstWrongRound(beacon, all) < 0,
    words: gettext(
      "Round {round} of the beacon {beacon} was due. This page does not check the beacon's signature, so the operator could have chosen the number.",
      { round, beacon: beacon.id },
    ),
    details: [lineOf(gettext("Signature"), signature), lineOf(gettext("Randomness"), await randomnessOf(signature))],
  };
}

/**
 * @param {string} game
 * @param {LuckFacts} told
 * @param {GameEvent[]} events
 * @returns {Promise<Finding[]>}
 */
async function findings(game, told, events) {
  const made = await keyCommitment(told.key);
  /** @type {Finding[]} */
  const found = [
    {
      fits: made === told.commitment,
      words: gettext("The key published at the end of the game matches the SHA-256 published in its first entry."),
      details: [lineOf(gettext("Key"), told.key), lineOf("SHA-256", told.commitment)],
    },
  ];
  if (told.beacon && told.round) {
    found.push(await beaconFinding(told.beacon, told.round, events));
  }
  const own = ownLuck(game);
  if (own) {
    found.push({
      fits: own.commitment === told.commitment,
      words: gettext("This is the commitment this browser received before it created its own contribution."),
      details: [],
    });
  }
  for (const [seat, { name, nonce, bound }] of told.seats.entries()) {
    const details = nonce ? [lineOf(gettext("Nonce"), nonce)] : [];
    if (bound) details.push(lineOf(gettext("Commitment"), bound));
    if (bound && nonce) {
      const fits = (await nonceCommitment(game, seat, nonce)) === bound;
      found.push({
        fits,
        words: gettext("{name}'s contribution matches the commitment made beforehand.", { name }),
        details,
      });
    } else if (bound) {
      found.push({ fits: true, words: gettext("{name} never revealed the sealed contribution.", { name }), details });
    } else if (nonce) {
      found.push({ fits: true, words: gettext("{name} contributed when joining.", { name }), details });
    } else found.push({ fits: true, words: gettext("{name} did not contribute.", { name }), details });
  }
  return found;
}

/**
 * @param {string} name
 * @param {string} value
 */
function lineOf(name, value) {
  return html.p({ class: "hint" }, `${name}: `, html.code(value));
}

/**
 * The scheme that binds the randomness, and what it cannot exclude.
 * @param {LuckFacts} told
 */
function schemeWords({ scheme, strict, seats }) {
  const words = [];
  if (scheme === "1") {
    words.push(
      gettext(
        "Scheme 1: the first player's contribution arrived together with the commitment to the key. The operator could still have chosen the key to suit that contribution, and a player who knew the key could have joined last and chosen a contribution that favours a player.",
      ),
    );
  } else if (strict) {
    words.push(
      gettext(
        "Scheme 2, strict: all players had committed themselves before the first contribution was revealed. The last player to reveal could only have refused, and then the game would not have started.",
      ),
    );
  } else {
    words.push(
      gettext(
        "Scheme 2: the key and the computer players' contributions were committed before any player joined. A player who knew the key, as the operator does, could still have joined last and chosen a contribution that favours a player.",
      ),
    );
  }
  const silent = seats.filter(({ nonce }) => !nonce).map(({ name }) => name);
  if (silent.length) words.push(gettext("No contribution from {names}.", { names: listed(silent) }));
  if (!seats.some(({ isPerson, nonce }) => isPerson && nonce)) {
    words.push(gettext("No human player contributed, so the operator could have chosen every random result."));
  }
  return words;
}

/** The draws, one row each, with the result below a number of the reader's choice. */
class DrawTable {
  #rows = html.tbody();
  #below = html.input({ type: "number", name: "luck-below", min: 1, max: Number.MAX_SAFE_INTEGER, step: 1 });

  /**
   * @param {LuckFacts["draws"]} draws
   * @param {Draws} chance
   */
  constructor(draws, chance) {
    this.draws = draws;
    this.chance = chance;
    this.#below.addEventListener("input", () => this.show());
  }

  /** @type {number} counts the showings: a later one overtakes an earlier one */
  #showing = 0;

  /** Derive every draw. */
  async show() {
    const showing = (this.#showing += 1);
    const below = this.#below.value && this.#below.checkValidity() ? BigInt(this.#below.value) : null;
    const rows = [];
    for (const { event, number } of this.draws) {
      const bytes = await this.chance.bytes(number);
      const given = below === null ? BigInt(`0x${bytes}`) : await this.chance.below(number, below);
      rows.push(
        html.tr(
          html.th({ scope: "row" }, number),
          html.td(event.position),
          html.td(event.text),
          html.td(html.code(bytes)),
          html.td(html.code(String(given))),
        ),
      );
    }
    if (showing === this.#showing) replace(this.#rows, ...rows);
  }

  /** The table and the text above it. */
  get content() {
    const heads = [gettext("Draw"), gettext("Position"), gettext("Event"), gettext("Bytes"), gettext("Number")];
    return [
      html.p(
        gettext(
          "A draw is a 64-bit number. The rules use its remainder after division by the number of possibilities. This divisor follows from the rules, so the record does not contain it. (A number above the last whole multiple is discarded, and the next attempt is used.)",
        ),
      ),
      field(
        gettext("Possibilities"),
        this.#below,
        gettext("Enter a number to see each draw in the last column as a value below it."),
      ),
      html.div(
        { class: "luck-draws", tabindex: 0, role: "region", "aria-label": gettext("Draws") },
        html.table(tableHead(heads), this.#rows),
      ),
    ];
  }
}

/** @param {Finding} finding */
function findingItem({ fits, words, details = [] }) {
  const mark = fits ? gettext("Right") : gettext("WRONG");
  return html.li({ class: fits ? "fits" : "fits-not" }, html.strong(mark), ` ${words}`, details);
}

/**
 * The dialog.
 * @param {Summary} summary a finished game
 */
export async function openLuck(summary) {
  if (!canHash()) {
    notice(gettext("This browser can verify the randomness only if you open Stele over HTTPS."), "bad");
    return;
  }
  const events = await allEvents(summary.id);
  const told = toldBy(events);
  const found = await findings(summary.id, told, events);
  const nonces = told.seats.map(({ nonce }) => nonce);
  if (told.round) nonces.push(await randomnessOf(told.round.signature));
  const table = new DrawTable(told.draws, await Draws.of(summary.id, told.key, nonces));
  await table.show();
  const isRight = found.every(({ fits }) => fits);
  const verdict = isRight
    ? ngettext(
        "Everything matches; one draw was recomputed.",
        "Everything matches; {number} draws were recomputed.",
        told.draws.length,
      )
    : gettext("Check FAILED: this game's random draws do not match the commitment.");
  const dialog = openDialog(
    gettext("Verify the randomness"),
    html.p({ class: isRight ? "luck-verdict" : "refusal", role: isRight ? "status" : "alert" }, verdict),
    html.p(
      gettext(
        "Your browser derived all of this from the record alone. Every random result follows from the game's key, which was fixed before the game, and from the players' contributions.",
      ),
    ),
    html.ul({ class: "luck-findings" }, found.map(findingItem)),
    html.h3(gettext("How the random draws were determined")),
    schemeWords(told).map((words) => html.p(words)),
    html.h3(gettext("Draws")),
    told.draws.length ? table.content : html.p(gettext("No random draws were made in this game.")),
  );
  dialog.classList.add("wide");
}
