// The disputes of games without a referee, which an operator decides here.

import { call } from "../core/api.js";
import { openDialog } from "../core/dialogs.js";
import { button, html } from "../core/dom.js";
import { gettext } from "../core/i18n.js";
import { notice } from "../masthead/page-header.js";
import { listPart } from "./server-status.js";

/** @import { DisputeToDecide as OpenDispute } from "../responses.js" */

/**
 * The disputes to decide.
 * @param {OpenDispute[]} disputes
 * @param {() => Promise<void>} show updates the page
 */
export function disputesPart(disputes, show) {
  const item = (/** @type {OpenDispute} */ dispute) => {
    const { game, title, number } = dispute;
    const name = gettext("dispute {number}", { number });
    return html.li(
      html.a({ href: `/games/${game}` }, `${title} ${game}`),
      ` ${name} `,
      button(gettext("Decide"), () => openDispute(dispute, show), {
        class: "quiet",
        "aria-label": `${gettext("Decide")}: ${title} ${game}, ${name}`,
      }),
    );
  };
  return listPart("disputes", gettext("Disputes to decide"), disputes.map(item), gettext("No disputes to decide."));
}

/**
 * Show a dispute, the secrets that were opened for it, and the form that decides it.
 * @param {OpenDispute} dispute
 * @param {() => Promise<void>} show
 */
async function openDispute({ game: id, title, number }, show) {
  const path = /** @type {const} */ (`/api/operator/games/${id}`);
  const [{ game, disputes, disclosures, statements }, { tell }, { decisionForm }, { tellStatements }] =
    await Promise.all([
      call(`${path}/disputes`),
      import("../table/proposals/disputes.js"),
      import("../table/proposals/dispute-forms.js"),
      import("../record/dispute-texts.js"),
    ]);
  const dispute = disputes[number - 1];
  const dialog = openDialog(
    `${title} ${id}`,
    html.div(
      { class: "disputes" },
      ...tell(dispute, game, !game.private),
      game.private && html.p({ class: "hint" }, gettext("This game is private. Only its players can read it.")),
      html.ul(
        disclosures.filter((one) => one.number === number).map(({ position, text }) => html.li(`${position}: ${text}`)),
      ),
      ...tellStatements(statements, number, game.seats),
      decisionForm(dispute, game, "operator", async (body) => {
        await call(`${path}/decisions`, { method: "POST", body });
        dialog.close();
        await show();
        notice(gettext("Dispute {number} of game {id} is decided.", { number, id }));
      }),
    ),
  );
}
