// API tokens: the section that creates tokens with scopes and an expiry, shows each once, and revokes them.

import { changing, list, remove, usedText } from "./section-parts.js";
import { call } from "../core/api.js";
import { copyButton, field, form } from "../core/dialogs.js";
import { button, html, replace, section, select } from "../core/dom.js";
import { proven } from "./reauthenticate.js";
import { gettext, ngettext, timeText } from "../core/i18n.js";

/** @import { Account } from "../types.js" */
/** @import { Show } from "./section-parts.js" */

const DAYS = [30, 365];

/** The permissions of a scope, in words. @returns {Record<string, string>} */
const scopeWords = () => ({
  read: gettext("see everything that you can see"),
  play: gettext("play for you"),
  account: gettext("change this account"),
  operate: gettext("act as an operator"),
});

/**
 * The choice of a token's lifetime.
 * @param {string} name
 */
export function daysChoice(name) {
  return select({ name }, [
    ["", gettext("until you revoke it")],
    ...DAYS.map((days) => /** @type {const} */ ([days, ngettext("for {number} day", "for {number} days", days)])),
  ]);
}

/**
 * Show a new token, once.
 * @param {HTMLElement} place
 * @param {string} token
 * @param {string} hint
 * @param {() => Promise<void>} done
 */
export function showToken(place, token, hint, done) {
  const shown = html.input({ name: "made-token", readonly: true, value: token, class: "code" });
  replace(
    place,
    field(gettext("New token"), shown, hint),
    html.div(
      { class: "buttons" },
      copyButton(() => token, gettext("Copy the token")),
      button(gettext("Done"), done),
    ),
  );
  shown.focus();
}

/**
 * The section with the tokens.
 * @param {Account} account
 * @param {Show} show
 */
export function tokens(account, show) {
  const words = scopeWords();
  const name = html.input({ name: "token-name", required: true, maxlength: 60, autocomplete: "off" });
  const scopes = Object.keys(words)
    .filter((scope) => scope !== "operate" || account.roles.length > 0)
    .map((scope) => html.input({ type: "checkbox", value: scope, checked: scope === "read" || scope === "play" }));
  const days = daysChoice("token-days");
  const made = html.div({ class: "made", role: "status" });
  return section(
    "tokens",
    gettext("API tokens"),
    html.p(
      { class: "hint" },
      gettext(
        "Programs that use the HTTP API for you need a token. Give each one its own, with only the permissions it needs.",
      ),
    ),
    list(
      account.tokens.map((one) => [
        html.strong(one.name),
        html.span({ class: "hint" }, one.scopes.map((scope) => words[scope]).join(", ")),
        html.span({ class: "hint" }, usedText(one.used_at)),
        one.ends_at && html.span({ class: "hint" }, gettext("expires {time}", { time: timeText(one.ends_at) })),
        changing(
          gettext("Revoke"),
          gettext("Revoke the token {name}", { name: one.name }),
          remove(`/api/me/credentials/${one.id}`, show),
        ),
      ]),
      gettext("You have no token."),
    ),
    html.details(
      html.summary(gettext("Create a token")),
      form(
        async () => {
          const body = {
            name: name.value,
            scopes: scopes.filter((one) => one.checked).map((one) => one.value),
            days: days.value ? Number(days.value) : null,
          };
          /** @type {{ token: string }} */
          const { token } = await proven(account, () => call("/api/me/tokens", { method: "POST", body }));
          showToken(
            made,
            token,
            gettext("This token is shown only once. Anyone who has it can do what you ticked."),
            async () => show(await call("/api/me/account")),
          );
        },
        field(gettext("Token name"), name),
        html.fieldset(
          html.legend(gettext("Permissions")),
          scopes.map((one) => html.label({ class: "switch" }, one, words[one.value])),
        ),
        field(gettext("Valid for"), days),
        html.button(gettext("Create the token")),
      ),
      made,
    ),
  );
}
