// Tournament forms: opening a tournament, and changing its rounds, maximum and start.

import { call } from "../core/api.js";
import { here } from "../core/base-path.js";
import { field, form, openDialog } from "../core/dialogs.js";
import { html, optionsOf, replace, select } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { askedOptions, offeredTitles, optionValues } from "../lobby/title-options.js";
import { PaceChoice } from "../table/clocks/clock-options.js";
import { kindText } from "./tournament-text.js";

/** @import { AskedOption } from "../lobby/title-options.js" */
/** @import { ListedTournament } from "../types.js" */

const MOST_PLAYERS = 256;
const MOST_ROUNDS = 30;

/** A time as a control for local times shows it. @param {string} time */
function localTime(time) {
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The controls that an organiser can change until the start; empty ones: no number, no time. */
class Plan {
  /** @param {Pick<ListedTournament, "rounds" | "most" | "begins_at">} [known] the values so far */
  constructor({ rounds, most, begins_at: begins } = { rounds: 0 }) {
    this.rounds = html("input", { name: "rounds", type: "number", min: 1, max: MOST_ROUNDS, value: rounds || "" });
    this.most = html("input", { name: "most", type: "number", min: 3, max: MOST_PLAYERS, value: most ?? "" });
    this.begins = html("input", { name: "begins", type: "datetime-local", value: begins ? localTime(begins) : "" });
    this.fields = [
      field(gettext("Rounds"), this.rounds, gettext("If empty: as many as the pairing needs.")),
      field(gettext("Maximum number of players"), this.most, gettext("Further players wait as substitutes.")),
      field(gettext("Start"), this.begins, gettext("If empty: when you start it.")),
    ];
  }

  get value() {
    return {
      rounds: this.rounds.disabled ? null : Number(this.rounds.value) || null,
      most: Number(this.most.value) || null,
      begins_at: this.begins.value ? new Date(this.begins.value).toISOString() : null,
    };
  }
}

/**
 * Open the form that changes a tournament that has not started.
 * @param {ListedTournament} tournament
 * @param {(body: Plan["value"]) => Promise<void>} change
 */
export function openPlan(tournament, change) {
  const plan = new Plan(tournament);
  plan.rounds.disabled = tournament.kind === "knockout";
  const dialog = openDialog(
    gettext("Rounds, players and start"),
    form(
      async () => {
        await change(plan.value);
        dialog.close();
      },
      ...plan.fields,
      html("button", { class: "primary" }, gettext("Save")),
    ),
  );
}

/** Open the form of a new tournament. */
export async function openNewTournament() {
  const { rulebooks } = await offeredTitles();
  const name = html("input", { name: "name", required: true, maxlength: 80 });
  /** @type {ListedTournament["kind"][]} */
  const kinds = ["round_robin", "swiss", "knockout"];
  const chosen = () => rulebooks.find((one) => one.id === rulebook.value) ?? rulebooks[0];
  /** @type {AskedOption[]} */
  let options = [];
  const ofTitle = html("div", { id: "tournament-options" });
  const follow = () => {
    options = askedOptions(chosen());
    replace(ofTitle, ...options.map(({ label, control, text }) => field(label, control, text)));
    sizes();
  };
  const sizes = () => {
    const { min, max } = chosen().players;
    const [least, most] = kind.value === "knockout" ? [2, 2] : [Math.max(2, min), max];
    const sizesOf = Array.from({ length: most - least + 1 }, (_one, more) => least + more);
    replace(size, optionsOf(sizesOf.map((one) => [one, one])));
    plan.rounds.disabled = kind.value === "knockout";
  };
  const rulebook = select(
    { name: "rulebook", onchange: follow },
    rulebooks.map(({ id, title }) => [id, title]),
  );
  const size = select({ name: "size" }, []);
  const kind = select(
    { name: "kind", onchange: sizes },
    kinds.map((one) => [one, kindText(one)]),
  );
  const plan = new Plan();
  const strict = html("input", { name: "strict", type: "checkbox" });
  const rated = html("input", { name: "rated", type: "checkbox" });
  const pace = new PaceChoice(undefined, true);
  follow();
  openDialog(
    gettext("New tournament"),
    form(
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
        /** @type {{ id: string }} */
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
      html("button", { class: "primary" }, gettext("Open the tournament")),
    ),
  );
  name.focus();
}
