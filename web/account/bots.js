// Bot accounts: the account page's section where a player creates bots and manages their API tokens.

import { changing, list, usedText } from "./section-parts.js";
import { call } from "../core/api.js";
import { field, form, openForm } from "../core/dialogs.js";
import { button, html, replace, section } from "../core/dom.js";
import { notice } from "../masthead/page-header.js";
import { daysChoice, showToken } from "./tokens.js";
import { gettext, timeText } from "../core/i18n.js";

/** @import { Player } from "../types.js" */
/** @import { OwnBot as Bot } from "../responses.js" */
/** @typedef {{ bots: Bot[] }} Bots */

const PATH = "/api/me/bots";
const ACCOUNT = "/api/me/account";

/** The section with the player's bots, which loads them and reloads after each change. */
export function ownBots() {
  const place = html.div();
  const made = html.div({ class: "made", role: "status" });
  const name = html.input({ name: "bot-name", required: true, maxlength: 36, autocomplete: "off" });

  const show = (/** @type {Bots} */ told) =>
    replace(
      place,
      list(
        told.bots.map((one) => line(one, show, tell)),
        gettext("You have no bots."),
      ),
    );
  const read = async () => show(await call(ACCOUNT));
  const tell = (/** @type {string} */ token) =>
    showToken(made, token, gettext("This token is shown only once. Anyone who has it can play as the bot."), async () =>
      replace(made),
    );

  read();
  return section(
    "bots",
    gettext("Bots"),
    html.p(
      { class: "hint" },
      gettext(
        "A bot is a separate player and is shown as a bot. It plays through the HTTP API with tokens that you create here, and is rated separately.",
      ),
    ),
    place,
    html.details(
      html.summary(gettext("Add a bot")),
      form(
        async () => {
          const { token } = await call(PATH, { method: "POST", body: { name: name.value } });
          name.value = "";
          await read();
          tell(token);
        },
        field(gettext("Bot name"), name, gettext("BOT is added in front of the name.")),
        html.button(gettext("Add the bot")),
      ),
    ),
    made,
  );
}

/**
 * A bot, its tokens, and the actions on it.
 * @param {Bot} bot
 * @param {(told: Bots) => void} show
 * @param {(token: string) => void} tell
 */
function line({ player, tokens }, show, tell) {
  const { id, name } = player;
  return [
    html.strong(html.a({ href: `/players/${id}` }, html.bdi(name))),
    button(gettext("Delete…"), () => askBeforeDeleting(player, show), {
      "aria-label": gettext("Delete {name}…", { name }),
    }),
    html.div(
      { class: "of-a-bot" },
      list(
        tokens.map((one) => [
          html.span(one.name),
          html.span({ class: "hint" }, usedText(one.used_at)),
          one.ends_at && html.span({ class: "hint" }, gettext("expires {time}", { time: timeText(one.ends_at) })),
          changing(
            gettext("Revoke"),
            gettext("Revoke the token {token} of {name}", { token: one.name, name }),
            async () => show(await call(`/api/me/credentials/${one.id}`, { method: "DELETE" })),
          ),
        ]),
        gettext("It can't play because it has no token."),
      ),
      html.details(html.summary(gettext("New token")), tokenForm(player, show, tell)),
    ),
  ];
}

/**
 * @param {Player} bot
 * @param {(told: Bots) => void} show
 * @param {(token: string) => void} tell
 */
function tokenForm({ id, name }, show, tell) {
  const called = html.input({ name: `token-of-${id}`, required: true, maxlength: 60, autocomplete: "off" });
  const days = daysChoice(`days-of-${id}`);
  return form(
    async () => {
      const body = { name: called.value, days: days.value ? Number(days.value) : null };
      const { token } = await call(`${PATH}/${id}/tokens`, { method: "POST", body });
      show(await call(ACCOUNT));
      tell(token);
    },
    field(gettext("Name of the token for {name}", { name }), called),
    field(gettext("Valid for"), days),
    html.button(gettext("Create")),
  );
}

/**
 * @param {Player} bot
 * @param {(told: Bots) => void} show
 */
function askBeforeDeleting({ id, name }, show) {
  openForm(
    gettext("Delete {name}", { name }),
    async (close) => {
      await call(`${PATH}/${id}`, { method: "DELETE" });
      close();
      notice(gettext("{name} has been deleted.", { name }));
      show(await call(ACCOUNT));
    },
    html.p(
      gettext(
        "The bot gives up its seats, and its tokens stop working. Its name is removed; recorded games do not change.",
      ),
    ),
    html.button({ class: "danger" }, gettext("Delete")),
  );
}
