// Tournament form: the dialog that creates a tournament.

import { requirePlayer } from "../account/sign-in-prompt.js";
import { call } from "../core/api.js";
import { here } from "../core/base-path.js";
import { field, form, openDialog } from "../core/dialogs.js";
import { html, replace } from "../core/dom.js";
import { PaceChoice } from "../table/clocks/clock-options.js";
import { gettext } from "../core/i18n.js";

/** @import { Rulebooks } from "../types.js" */

/**
 * How players are paired, in words.
 * @param {"round_robin" | "swiss"} kind
 */
export function kindText(kind) {
  return kind === "swiss" ? gettext("Swiss pairing") : gettext("everybody meets everybody");
}

/** Open the form. */
export async function openNewTournament() {
  if (!(await requirePlayer())) return;
  /** @type {Rulebooks} */
  const { rulebooks } = await call("/api/rulebooks");
  const name = html("input", { name: "name", required: true, maxlength: 80 });
  const sizes = () => {
    const title = rulebooks.find((one) => one.id === rulebook.value) ?? rulebooks[0];
    const [least, most] = [title.players.min, title.players.max];
    const numbers = Array.from({ length: most - least + 1 }, (_one, more) => Math.max(2, least + more));
    replace(
      size,
      [...new Set(numbers)].map((number) => html("option", { value: number }, String(number))),
    );
  };
  /** @type {HTMLSelectElement} */
  const rulebook = html(
    "select",
    { name: "rulebook", onchange: sizes },
    rulebooks.map((one) => html("option", { value: one.id }, one.title)),
  );
  const size = html("select", { name: "size" });
  /** @type {("round_robin" | "swiss")[]} */
  const kinds = ["round_robin", "swiss"];
  const kind = html(
    "select",
    { name: "kind" },
    kinds.map((one) => html("option", { value: one }, kindText(one))),
  );
  const pace = new PaceChoice();
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
        };
        /** @type {{ id: string }} */
        const made = await call("/api/tournaments", { method: "POST", body });
        location.assign(here(`/tournaments/${made.id}`));
      },
      field(gettext("Name"), name),
      field(gettext("Title"), rulebook),
      field(gettext("At a table"), size),
      field(gettext("Pairing"), kind),
      ...pace.fields,
      html("button", { class: "primary" }, gettext("Open the tournament")),
    ),
  );
  name.focus();
}
