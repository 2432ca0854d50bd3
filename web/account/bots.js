// Bot accounts: the account page's section where a player creates bots and manages their API tokens.

import { changing, list, usedText } from "./section-parts.js";
import { call } from "../core/api.js";
import { field, form, openDialog } from "../core/dialogs.js";
import { button, html, replace, section } from "../core/dom.js";
import { notice, refusalNotice } from "../core/page-header.js";
import { daysChoice, showToken } from "./tokens.js";
import { gettext, timeText } from "../core/i18n.js";

/** @import { Credentials, Player } from "../types.js" */
/** @typedef {{ player: Player, tokens: Credentials["token"][] }} Program */
/** @typedef {{ programs: Program[] }} Programs */

const PATH = "/api/me/programs";

/** The part of the page with the programs: it asks for them itself, and again after each change. */
export function programs() {
  const place = html("div", {});
  const made = html("div", { class: "made", role: "status" });
  const name = html("input", { name: "program-name", required: true, maxlength: 36, autocomplete: "off" });

  const show = (/** @type {Programs} */ told) =>
    replace(
      place,
      list(
        told.programs.map((one) => line(one, show, tell)),
        gettext("You have no program."),
      ),
    );
  const read = async () => show(await call(PATH));
  const tell = (/** @type {string} */ token) =>
    showToken(made, token, gettext("It is shown this once. Whoever has it can play as the program."), async () =>
      replace(made),
    );

  read().catch(refusalNotice);
  return section(
    "programs",
    gettext("Programs that play"),
    html(
      "p",
      { class: "hint" },
      gettext(
        "A program of yours is a player of its own, and everybody sees that it is one. It plays by the HTTP API with tokens that you make here, and is rated apart.",
      ),
    ),
    place,
    html(
      "details",
      {},
      html("summary", {}, gettext("Add a program")),
      form(
        async () => {
          /** @type {{ token: string }} */
          const { token } = await call(PATH, { method: "POST", body: { name: name.value } });
          name.value = "";
          await read();
          tell(token);
        },
        field(gettext("What the program is called"), name, gettext("BOT is put before it.")),
        html("button", {}, gettext("Add the program")),
      ),
    ),
    made,
  );
}

/**
 * A program, its tokens, and what can be done with them.
 * @param {Program} program
 * @param {(told: Programs) => void} show
 * @param {(token: string) => void} tell
 */
function line({ player, tokens }, show, tell) {
  const { id, name } = player;
  const path = `${PATH}/${id}`;
  return [
    html("strong", {}, html("a", { href: `/players/${id}` }, html("bdi", {}, name))),
    button(gettext("Delete…"), () => askBeforeDeleting(player, show), {
      "aria-label": gettext("Delete {name}…", { name }),
    }),
    html(
      "div",
      { class: "of-a-program" },
      list(
        tokens.map((one) => [
          html("span", {}, one.name),
          html("span", { class: "hint" }, usedText(one.used_at)),
          one.ends_at && html("span", { class: "hint" }, gettext("ends {time}", { time: timeText(one.ends_at) })),
          changing(
            gettext("Revoke"),
            gettext("Revoke the token {token} of {name}", { token: one.name, name }),
            async () => show(await call(`${path}/tokens/${one.id}`, { method: "DELETE" })),
          ),
        ]),
        gettext("It has no token, and cannot play."),
      ),
      html("details", {}, html("summary", {}, gettext("Another token")), tokenForm(player, show, tell)),
    ),
  ];
}

/**
 * @param {Player} program
 * @param {(told: Programs) => void} show
 * @param {(token: string) => void} tell
 */
function tokenForm({ id, name }, show, tell) {
  const called = html("input", { name: `token-of-${id}`, required: true, maxlength: 60, autocomplete: "off" });
  const days = daysChoice(`days-of-${id}`);
  return form(
    async () => {
      const body = { name: called.value, days: days.value ? Number(days.value) : null };
      /** @type {{ token: string }} */
      const { token } = await call(`${PATH}/${id}/tokens`, { method: "POST", body });
      show(await call(PATH));
      tell(token);
    },
    field(gettext("What you call this token of {name}", { name }), called),
    field(gettext("How long"), days),
    html("button", {}, gettext("Make it")),
  );
}

/**
 * @param {Player} program
 * @param {(told: Programs) => void} show
 */
function askBeforeDeleting({ id, name }, show) {
  const dialog = openDialog(
    gettext("Delete {name}", { name }),
    html(
      "p",
      {},
      gettext(
        "It gives up its seats, and its tokens open nothing any more. Its name goes; the games stay as they were recorded.",
      ),
    ),
    form(
      async () => {
        await call(`${PATH}/${id}`, { method: "DELETE" });
        dialog.close();
        notice(gettext("{name} is deleted.", { name }));
        show(await call(PATH));
      },
      html("button", { class: "danger" }, gettext("Delete it")),
    ),
  );
}
