// New tournament: the form by which an organiser opens one.

import { call } from "../core/api.js";
import { here } from "../core/base-path.js";
import { field, form, openDialog } from "../core/dialogs.js";
import { html, replace } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { PaceChoice } from "../table/clocks/clock-options.js";
import { kindText } from "./tournament-text.js";

/** @import { ListedTournament, Rulebooks } from "../types.js" */

const MOST_PLAYERS = 256;
const MOST_ROUNDS = 30;

/** Open the form of a new tournament. */
export async function openNewTournament() {
  /** @type {Rulebooks} */
  const { rulebooks } = await call("/api/rulebooks");
  const name = html("input", { name: "name", required: true, maxlength: 80 });
  /** @type {ListedTournament["kind"][]} */
  const kinds = ["round_robin", "swiss", "knockout"];
  const sizes = () => {
    const title = rulebooks.find((one) => one.id === rulebook.value) ?? rulebooks[0];
    const [least, most] = kind.value === "knockout" ? [2, 2] : [Math.max(2, title.players.min), title.players.max];
    replace(
      size,
      Array.from({ length: most - least + 1 }, (_one, more) =>
        html("option", { value: least + more }, String(least + more)),
      ),
    );
    rounds.disabled = kind.value === "knockout";
  };
  /** @type {HTMLSelectElement} */
  const rulebook = html(
    "select",
    { name: "rulebook", onchange: sizes },
    rulebooks.map((one) => html("option", { value: one.id }, one.title)),
  );
  const size = html("select", { name: "size" });
  /** @type {HTMLSelectElement} */
  const kind = html(
    "select",
    { name: "kind", onchange: sizes },
    kinds.map((one) => html("option", { value: one }, kindText(one))),
  );
  const rounds = html("input", { name: "rounds", type: "number", min: 1, max: MOST_ROUNDS });
  const most = html("input", { name: "most", type: "number", min: 3, max: MOST_PLAYERS });
  const begins = html("input", { name: "begins", type: "datetime-local" });
  const strict = html("input", { name: "strict", type: "checkbox" });
  const rated = html("input", { name: "rated", type: "checkbox" });
  const pace = new PaceChoice(undefined, true);
  sizes();
  openDialog(
    gettext("New tournament"),
    form(
      async () => {
        const body = {
          name: name.value,
          rulebook: rulebook.value,
          size: Number(size.value),
          kind: kind.value,
          pace: pace.value,
          rounds: rounds.disabled ? null : Number(rounds.value) || null,
          most: Number(most.value) || null,
          begins_at: begins.value ? new Date(begins.value).toISOString() : null,
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
      field(gettext("Rounds"), rounds, gettext("If empty: as many as the pairing needs.")),
      field(gettext("Maximum number of players"), most, gettext("Further players wait as substitutes.")),
      field(gettext("Start"), begins, gettext("If empty: when you start it.")),
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
