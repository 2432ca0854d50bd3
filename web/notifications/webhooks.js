// Webhooks: lists the addresses that the reader's notifications are posted to, and adds and removes them.

import { call } from "../core/api.js";
import { copyButton, field, form } from "../core/dialogs.js";
import { button, html, replace, select } from "../core/dom.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { WebhookResponse as Webhook } from "../responses.js" */

/** The formats of webhooks, with their names. @type {[string, string][]} */
export const FORMS = [
  ["standard", "Standard Webhooks"],
  ["slack", "Slack, Mattermost"],
  ["discord", "Discord"],
  ["matrix", "Matrix (hookshot)"],
];

/**
 * Whether a webhook works, in words.
 * @param {Pick<Webhook, "off" | "failures">} webhook
 */
export function howItIs({ off, failures }) {
  if (off) return gettext("Disabled: {reason}. Remove it and add it again once it works.", { reason: off });
  return failures
    ? ngettext("The last attempt failed.", "The last {number} attempts failed.", failures)
    : gettext("Signed according to Standard Webhooks.");
}

/**
 * @param {Webhook} webhook
 * @param {(left: { webhooks: Webhook[] }) => void} removed
 */
function line(webhook, removed) {
  const remove = () => call(`/api/me/webhooks/${webhook.id}`, { method: "DELETE" }).then(removed);
  return html.li(
    { class: webhook.off ? "over" : "" },
    html.code({ class: "address" }, webhook.url),
    html.span({ class: "hint" }, howItIs(webhook)),
    copyButton(() => webhook.secret, gettext("Copy the secret")),
    button(gettext("Remove"), remove, { "aria-label": gettext("Remove {url}", { url: webhook.url }) }),
  );
}

/** The webhooks and the form for a new one. @param {Webhook[]} first */
export function webhooksPart(first) {
  const list = html.ul({ class: "notice-list" });
  const url = html.input({ type: "url", name: "url", required: true, maxlength: 500, autocomplete: "off" });
  const choice = select({ name: "form" }, FORMS);
  /** @param {{ webhooks: Webhook[] }} found */
  const show = ({ webhooks }) => replace(list, ...webhooks.map((webhook) => line(webhook, show)));
  show({ webhooks: first });
  return html.details(
    { class: "webhooks", open: list.childElementCount > 0 },
    html.summary(gettext("Webhooks: send notifications to a program or a chat")),
    list,
    form(
      async () => {
        const made = await call("/api/me/webhooks", { method: "POST", body: { url: url.value, form: choice.value } });
        url.value = "";
        list.append(line(made, show));
      },
      field(gettext("Address"), url),
      field(gettext("Format"), choice),
      html.div({ class: "buttons" }, html.button(gettext("Add"))),
    ),
  );
}
