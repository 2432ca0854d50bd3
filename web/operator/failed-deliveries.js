// Failed deliveries: the operators' list of unsent notifications, to retry or discard.

import { call, problemText } from "../core/api.js";
import { called } from "../core/display-name.js";
import { html, replace } from "../core/dom.js";
import { notice } from "../core/page-header.js";
import { gettext, timeText } from "../core/i18n.js";

/** @typedef {{ id: string, at: string, player: { name: string | null }, channel: string, notice: string, reason: string }} Delivery */

/**
 * The part of the operators' page with what could not be sent.
 * @param {Delivery[]} deliveries
 */
export function deliveriesPart(deliveries) {
  const place = html("div");
  const show = (/** @type {Delivery[]} */ left) =>
    replace(
      place,
      left.length
        ? html(
            "ul",
            { class: "standstills deliveries" },
            left.map((one) => item(one, show)),
          )
        : html("p", { class: "empty" }, gettext("Everything could be sent.")),
    );
  show(deliveries);
  return html("section", {}, html("h2", {}, gettext("What could not be sent")), place);
}

/**
 * @param {Delivery} delivery
 * @param {(left: Delivery[]) => void} show
 */
function item({ id, at, player, channel, reason }, show) {
  const settle = async (/** @type {string} */ outcome) => {
    try {
      const { deliveries } = await call(`/api/operator/deliveries/${id}`, { method: "PUT", body: { outcome } });
      show(deliveries);
    } catch (error) {
      notice(problemText(error), "bad");
    }
  };
  const name = called(player);
  const button = (/** @type {string} */ words, /** @type {string} */ outcome) =>
    html(
      "button",
      { type: "button", "aria-label": `${words}: ${name}, ${channel}`, onclick: () => settle(outcome) },
      words,
    );
  return html(
    "li",
    {},
    html("strong", {}, name),
    ` ${channel} `,
    html("time", { datetime: at }, timeText(at)),
    html("p", {}, reason),
    html(
      "div",
      { class: "buttons" },
      button(gettext("Send it once more"), "again"),
      button(gettext("Give it up"), "given up"),
    ),
  );
}
