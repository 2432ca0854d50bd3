// Game fork: the dialog that starts an analysis game from a position, against oneself or computer players.

import { requirePlayer } from "../masthead/sign-in-prompt.js";
import { call, gamePath } from "../core/api.js";
import { here } from "../core/base-path.js";
import { field, form, openDialog } from "../core/dialogs.js";
import { html, select } from "../core/dom.js";
import { FORKS, keep, keptByGame } from "../core/storage.js";
import { gettext } from "../core/i18n.js";

/** @import { Step, Summary } from "../types.js" */

const ME = "me";

/**
 * Ask who plays each seat, and open the analysis game at the end of this step's action.
 * @param {Summary} summary
 * @param {Step} step
 */
export async function openForking(summary, step) {
  const [action] = step.position.split("-");
  const { computers } = await call("/api/rulebooks");
  const own = summary.your_seat ?? step.state.to_act[0] ?? 0;
  const seats = summary.seats.map(({ seat, name }) => ({
    name: name ?? String(seat + 1),
    control: select(
      { name: `seat-${seat}` },
      [[ME, gettext("Play this seat myself")], ...computers.map(({ id, text }) => /** @type {const} */ ([id, text]))],
      seat === own ? ME : computers[0].id,
    ),
  }));
  openDialog(
    gettext("Try another line"),
    html.p(explanation(summary, step)),
    form(
      async () => {
        if (!(await requirePlayer())) return;
        const made = await call(gamePath(summary.id, "/forks"), {
          method: "POST",
          body: { at: action, seats: seats.map(({ control }) => control.value) },
        });
        const forks = keptByGame(FORKS);
        keep(FORKS, JSON.stringify({ ...forks, [summary.id]: [...(forks[summary.id] ?? []), action] }));
        location.href = here(`/games/${made.id}`);
      },
      seats.map(({ name, control }) => field(name, control)),
      html.button({ class: "primary", id: "fork" }, gettext("Open the analysis game")),
    ),
  );
}

/**
 * What is copied, and how hidden parts are handled.
 * @param {Summary} summary
 * @param {Step} step
 */
function explanation({ status }, { position }) {
  if (status === "finished") {
    return gettext(
      "This starts your own game as a copy of this one at {position}: every seat holds and sees exactly what it did then. It continues with new random draws, does not count for ratings or statistics, and is visible only to players you invite.",
      { position },
    );
  }
  return gettext(
    "This starts your own game as a copy of this one at {position}, as you saw it. Hidden parts are dealt again at random, consistent with what you saw: they reveal nothing about the real ones. The game continues with new random draws, does not count for ratings or statistics, and is visible only to players you invite.",
    { position },
  );
}
