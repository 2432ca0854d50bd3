// Tournament forms: opening a tournament, changing it before its start, writing to its players, and repairing
// one of its games.

import { call } from "../core/api.js";
import { here } from "../core/base-path.js";
import { field, openForm } from "../core/dialogs.js";
import { html, optionsOf, replace, select } from "../core/dom.js";
import { gettext, listed } from "../core/i18n.js";
import { playerField } from "../core/player-field.js";
import { called } from "../core/player-names.js";
import { askedOptions, offeredTitles, optionValues } from "../lobby/title-options.js";
import { PaceChoice, paceText } from "../table/clocks/clock-options.js";
import { kindText } from "./tournament-text.js";

/** @import { AskedOption } from "../lobby/title-options.js" */
/** @import { ListedTournament, Tournament } from "../types.js" */
/** @typedef {Tournament["made"][number]["tables"][number]} Table */

const MOST_PLAYERS = 256;
const MOST_ROUNDS = 30;
const MOST_GROUPS = 16;
const MOST_ADVANCING = 4;
const MOST_HOURS = 336;
const MOST_DAYS = 90;
const MOST_RATING = 5000;
const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

/** A time as a control for local times shows it. @param {string} time */
function localTime(time) {
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * The pairing systems for which a control of the form is of use; the others: for all.
 * @type {Record<string, ListedTournament["kind"][]>}
 */
const USED = {
  rounds: ["round_robin", "swiss"],
  groups: ["groups"],
  advancing: ["groups"],
  seeded: ["knockout", "swiss", "groups"],
  twice: ["round_robin", "groups"],
  third: ["knockout", "groups"],
};

/** @param {string} name @param {number | null | undefined} value @param {object} [more] */
const numberInput = (name, value, more = {}) => html.input({ name, type: "number", value: value ?? "", ...more });

/** @param {string} name @param {boolean | undefined} checked */
const checkbox = (name, checked) => html.input({ name, type: "checkbox", checked: checked ?? false });

/** The controls that an organiser can change until the start; empty ones: no number, no time. */
class Plan {
  /**
   * @param {Pick<ListedTournament, "rounds" | "most" | "begins_at"> & { wait?: number, form?: ListedTournament["form"] }} [known]
   *     the values so far
   */
  constructor({ rounds, most, begins_at: begins, wait, form: known } = { rounds: 0 }) {
    this.groups = numberInput("groups", known?.groups || 2, { min: 2, max: MOST_GROUPS, required: true });
    const advancing = { min: 1, max: MOST_ADVANCING, required: true };
    this.advancing = numberInput("advancing", known?.advancing ?? 2, advancing);
    this.seeded = checkbox("seeded", known?.seeding === "rating");
    this.twice = checkbox("twice", known && known.cycles > 1);
    this.third = checkbox("third", known?.third_place);
    const days = known?.round_limit ? known.round_limit / DAY_MILLISECONDS : null;
    this.limit = numberInput("limit", days, { min: 1, max: MOST_DAYS, step: "any" });
    this.least = numberInput("least", known?.least_rating, { min: 0, max: MOST_RATING });
    this.highest = numberInput("highest", known?.most_rating, { min: 0, max: MOST_RATING });
    this.invited = checkbox("invited", known?.by_invitation);
    this.rounds = html.input({ name: "rounds", type: "number", min: 1, max: MOST_ROUNDS, value: rounds || "" });
    this.most = html.input({ name: "most", type: "number", min: 3, max: MOST_PLAYERS, value: most ?? "" });
    this.begins = html.input({ name: "begins", type: "datetime-local", value: begins ? localTime(begins) : "" });
    const hours = wait && Math.max(1, Math.round(wait / HOUR_MILLISECONDS));
    this.wait = html.input({ name: "wait", type: "number", min: 1, max: MOST_HOURS, value: hours ?? "" });
    this.fields = [
      field(gettext("Number of groups"), this.groups),
      field(gettext("Players who go on from each group"), this.advancing),
      field(gettext("Rounds"), this.rounds, gettext("If empty: as many as the pairing needs.")),
      field(gettext("Maximum number of players"), this.most, gettext("Further players wait as substitutes.")),
      field(gettext("Start"), this.begins, gettext("If empty: when you start it.")),
      field(
        gettext("Hours that a game waits for its players"),
        this.wait,
        gettext("If empty: as long as for an answer, at most 48."),
      ),
      field(
        gettext("Days for a round"),
        this.limit,
        gettext(
          "If empty: no limit. After it, a game that is not over counts by the time used: the player who has used less comes first.",
        ),
      ),
      field(gettext("All meet twice"), this.twice),
      field(
        gettext("Seeded by rating"),
        this.seeded,
        gettext("The best players meet as late as possible. Groups are about equally strong."),
      ),
      field(gettext("Game for the third place"), this.third),
      field(gettext("Minimum rating"), this.least),
      field(gettext("Maximum rating"), this.highest),
      field(gettext("By invitation only"), this.invited, gettext("You invite the players on the tournament's page.")),
    ];
  }

  /** Offer only what this pairing system has. @param {ListedTournament["kind"]} kind */
  follow(kind) {
    for (const [name, kinds] of Object.entries(USED)) {
      const control = /** @type {HTMLInputElement} */ (Reflect.get(this, name));
      control.disabled = !kinds.includes(kind);
    }
  }

  /** The form, without what the pairing system does not have. */
  get form() {
    const isOn = (/** @type {HTMLInputElement} */ one) => one.checked && !one.disabled;
    const bound = (/** @type {HTMLInputElement} */ one) => (one.value === "" ? null : Number(one.value));
    return {
      seeding: isOn(this.seeded) ? "rating" : "lot",
      cycles: isOn(this.twice) ? 2 : 1,
      third_place: isOn(this.third),
      round_limit: Math.round(Number(this.limit.value) * DAY_MILLISECONDS),
      least_rating: bound(this.least),
      most_rating: bound(this.highest),
      by_invitation: this.invited.checked,
      groups: this.groups.disabled ? 0 : Number(this.groups.value),
      advancing: Number(this.advancing.value) || 2,
    };
  }

  get value() {
    return {
      rounds: this.rounds.disabled ? null : Number(this.rounds.value) || null,
      most: Number(this.most.value) || null,
      begins_at: this.begins.value ? new Date(this.begins.value).toISOString() : null,
      wait: Number(this.wait.value) * HOUR_MILLISECONDS || null,
      form: this.form,
    };
  }
}

/**
 * Open the form that changes a tournament that has not started.
 * @param {ListedTournament} tournament
 * @param {(body: object) => Promise<void>} change
 */
export function openPlan(tournament, change) {
  const plan = new Plan(tournament);
  plan.follow(tournament.kind);
  const name = html.input({ name: "name", required: true, maxlength: 80, value: tournament.name });
  const rated = html.input({ name: "rated", type: "checkbox", checked: tournament.rated });
  const pace = new PaceChoice(undefined, true, tournament.pace && paceText(tournament.pace));
  openForm(
    gettext("Change the tournament"),
    async () => {
      const changed = pace.value;
      await change({ name: name.value, rated: rated.checked, ...plan.value, ...(changed && { pace: changed }) });
    },
    field(gettext("Name"), name),
    ...plan.fields,
    ...pace.fields,
    field(gettext("Rated"), rated),
    html.button({ class: "primary" }, gettext("Save")),
  );
}

/**
 * Open the form that invites players to a tournament.
 * @param {Tournament} tournament
 * @param {(body: object) => Promise<void>} change
 */
export function openInvitation({ invited }, change) {
  const names = html.input({ name: "invited", maxlength: 400, required: true });
  openForm(
    gettext("Invite players"),
    async () => {
      const known = invited.flatMap(({ name }) => name ?? []);
      const more = names.value.split(",").map((name) => name.trim());
      await change({ invited: [...known, ...more.filter(Boolean)] });
    },
    playerField(
      gettext("Players"),
      names,
      gettext("Names of players on this server, separated by commas. They are notified."),
      true,
    ),
    html.button({ class: "primary" }, gettext("Invite")),
  );
}

/**
 * Open the form of a message to all players and substitutes.
 * @param {(body: object) => Promise<void>} send
 */
export function openMessage(send) {
  const text = html.textarea({ name: "message", required: true, maxlength: 500, rows: 4 });
  openForm(
    gettext("Write to all players"),
    () => send({ text: text.value }),
    field(gettext("Message"), text, gettext("All players and substitutes get it as a notification.")),
    html.button({ class: "primary" }, gettext("Send")),
  );
}

/**
 * Open the form that repairs a game of a tournament.
 * @param {Table} table
 * @param {{ isLast: boolean, canReopen: boolean, takesBack: boolean, canDecide: boolean }} may whether it is of the
 *     last round, or of one that can be reopened, whether a decision takes back the last round, and whether it can be
 *     decided
 * @param {(body: object) => Promise<void>} repair
 */
export function openRepair({ game, players, places }, { isLast, canReopen, takesBack, canDecide }, repair) {
  /** @type {[string, string][]} */
  const kinds = [];
  if (canDecide) kinds.push(["decide", gettext("Decide it: its result no longer depends on the record")]);
  if ((isLast || canReopen) && places) {
    kinds.push(["play-again", gettext("Play it again: the first game no longer counts")]);
  }
  if (isLast && !places) kinds.push(["more-time", gettext("Give it more time: to join, and until the round is over")]);
  const kind = select({ name: "kind", onchange: () => follow() }, kinds);
  const numbers = players.map(
    (_player, seat) => /** @type {[string, string]} */ ([String(seat + 1), String(seat + 1)]),
  );
  const chosen = players.map((_player, seat) =>
    select({ name: `place-${seat}` }, [...numbers, ["0", gettext("forfeited")]], String(places?.[seat] || 1)),
  );
  const decision = html.div(
    players.map((player, seat) => field(gettext("Place of {name}", { name: called(player) }), chosen[seat])),
  );
  const hours = html.input({ name: "hours", type: "number", min: 1, max: MOST_HOURS, value: 24 });
  const longer = field(gettext("Hours"), hours);
  const reason = html.input({ name: "reason", required: true, maxlength: 500 });
  const follow = () => {
    decision.hidden = kind.value !== "decide";
    longer.hidden = kind.value !== "more-time";
  };
  follow();
  openForm(
    gettext("Repair the game of {names}", { names: listed(players.map(called)) }),
    async () => {
      const body = { kind: kind.value, game, reason: reason.value };
      if (kind.value === "decide") Object.assign(body, { places: chosen.map((one) => Number(one.value)) });
      if (kind.value === "more-time") Object.assign(body, { longer: Number(hours.value) * HOUR_MILLISECONDS });
      await repair(body);
    },
    field(
      gettext("Repair"),
      kind,
      takesBack
        ? gettext("If this changes who meets in the next round, that round is taken back and paired again.")
        : undefined,
    ),
    decision,
    longer,
    field(gettext("Reason"), reason, gettext("Players can read it, and it is shown on the tournament's page.")),
    html.button({ class: "primary" }, gettext("Repair")),
  );
}

/** Open the form of a new tournament. */
export async function openNewTournament(asked = "round_robin") {
  const { rulebooks } = await offeredTitles();
  const name = html.input({ name: "name", required: true, maxlength: 80 });
  /** @type {ListedTournament["kind"][]} */
  const kinds = ["round_robin", "swiss", "knockout", "groups"];
  const chosen = () => rulebooks.find((one) => one.id === rulebook.value) ?? rulebooks[0];
  /** @type {AskedOption[]} */
  let options = [];
  const ofTitle = html.div({ id: "tournament-options" });
  const follow = () => {
    options = askedOptions(chosen());
    replace(ofTitle, ...options.map(({ label, control, text }) => field(label, control, text)));
    sizes();
  };
  const sizes = () => {
    const { min, max } = chosen().players;
    const [least, most] = ["knockout", "groups"].includes(kind.value) ? [2, 2] : [Math.max(2, min), max];
    const sizesOf = Array.from({ length: most - least + 1 }, (_one, more) => least + more);
    replace(size, optionsOf(sizesOf.map((one) => [one, one])));
    plan.follow(/** @type {ListedTournament["kind"]} */ (kind.value));
  };
  const rulebook = select(
    { name: "rulebook", onchange: follow },
    rulebooks.map(({ id, title }) => [id, title]),
  );
  const size = select({ name: "size" }, []);
  const kind = select(
    { name: "kind", onchange: sizes },
    kinds.map((one) => [one, kindText(one)]),
    asked,
  );
  const plan = new Plan();
  const strict = html.input({ name: "strict", type: "checkbox" });
  const rated = html.input({ name: "rated", type: "checkbox" });
  const pace = new PaceChoice(undefined, true);
  follow();
  openForm(
    gettext("New tournament"),
    async () => {
      const body = {
        name: name.value,
        rulebook: rulebook.value,
        options: await optionValues(options),
        size: Number(size.value),
        kind: kind.value,
        pace: pace.value,
        ...plan.value,
        strict: strict.checked,
        rated: rated.checked,
      };
      const made = await call("/api/tournaments", { method: "POST", body });
      location.assign(here(`/tournaments/${made.id}`));
    },
    field(gettext("Name"), name),
    field(gettext("Title"), rulebook),
    field(gettext("Pairing"), kind),
    field(gettext("Players per game"), size),
    ofTitle,
    ...plan.fields,
    ...pace.fields,
    field(gettext("Rated"), rated),
    field(
      gettext("Strict"),
      strict,
      gettext("All players contribute to the random draws. A player who does not join a game in time forfeits it."),
    ),
    html.button({ class: "primary" }, gettext("Open the tournament")),
  );
  name.focus();
}
