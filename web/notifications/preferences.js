// Notification preferences: the form that sets which kinds of notifications come by which channel, and when.

import { call } from "../core/api.js";
import { field, form } from "../core/dialogs.js";
import { html, select, tableHead } from "../core/dom.js";
import { refusalNotice } from "../masthead/page-header.js";
import { gettext } from "../core/i18n.js";

/** @import { KindResponse as Kind, WishesResponse as Wishes } from "../responses.js" */

/** The channels' names. @type {Record<string, () => string>} */
const CHANNELS = {
  mail: () => gettext("Email"),
  push: () => gettext("This device"),
  webhook: () => gettext("Webhook"),
};

/** @param {string} channel */
const channelText = (channel) => CHANNELS[channel]?.() ?? channel;

/**
 * Whether a channel sends this kind only if it is switched on.
 * @param {Kind | undefined} kind
 * @param {string} channel
 */
const isOnRequest = (kind, channel) => Boolean(kind && (kind.on_request || (kind.mailed && channel !== "mail")));

/**
 * A checkbox for each kind and channel.
 * @param {Wishes} wishes
 */
function kindsTable({ kinds, channels, off, on }) {
  return html(
    "table",
    { class: "wishes" },
    html("caption", { class: "unseen" }, gettext("Notification channels")),
    tableHead([null, ...channels.map(({ name }) => channelText(name))]),
    html(
      "tbody",
      {},
      kinds.map((kind) => {
        const { name, label } = kind;
        return html(
          "tr",
          {},
          html("th", { scope: "row" }, label),
          channels.map((channel) =>
            html(
              "td",
              {},
              html("input", {
                type: "checkbox",
                name: `${channel.name} ${name}`,
                checked:
                  (!isOnRequest(kind, channel.name) || on[channel.name]?.includes(name)) &&
                  !off[channel.name]?.includes(name),
                "aria-label": gettext("{kind}: {channel}", { kind: label, channel: channelText(channel.name) }),
              }),
            ),
          ),
        );
      }),
    ),
  );
}

/**
 * The channels that are not set up yet, in words.
 * @param {Wishes} wishes
 */
function unreachedText({ channels }) {
  const missing = channels.filter(({ reached }) => !reached).map(({ name }) => channelText(name));
  return missing.length ? gettext("You have no address yet for: {channels}.", { channels: missing.join(", ") }) : "";
}

/** The current preferences. @returns {Promise<Wishes>} */
export function readWishes() {
  return call("/api/me/wishes");
}

/**
 * Change these preferences, keeping the others.
 * @param {Wishes} wishes updated with the change
 * @param {Partial<Wishes>} changed
 */
async function keepWishes(wishes, changed) {
  const { off, on, muted, quiet, mail } = { ...wishes, ...changed };
  Object.assign(wishes, await call("/api/me/wishes", { method: "PUT", body: { off, on, muted, quiet, mail } }));
}

/**
 * The button that mutes a game's notifications, or unmutes them.
 * @param {Wishes} wishes
 * @param {string} game
 */
export function muteButton(wishes, game) {
  const button = html("button", { type: "button", class: "quiet mute" });
  const isMuted = () => wishes.muted.includes(game);
  const show = () => {
    button.textContent = isMuted()
      ? gettext("Turn on notifications for this game")
      : gettext("Turn off notifications for this game");
  };
  button.addEventListener("click", () => {
    const muted = isMuted() ? wishes.muted.filter((one) => one !== game) : [...wishes.muted, game];
    keepWishes(wishes, { muted }).then(show).catch(refusalNotice);
  });
  show();
  return button;
}

/**
 * The form, filled in with the current preferences.
 * @param {Wishes} wishes
 */
export function wishesForm(wishes) {
  if (!wishes.channels.length) {
    return html(
      "p",
      { class: "hint" },
      gettext("Notifications appear only here: this server does not send them anywhere else."),
    );
  }
  const saved = html("span", { class: "hint", role: "status" });
  const table = kindsTable(wishes);
  const mail = select(
    { name: "mail" },
    [
      ["soon", gettext("after five minutes, unless you have seen it here")],
      ["hourly", gettext("once an hour")],
      ["daily", gettext("once a day, at 8:00")],
    ],
    wishes.mail,
  );
  const since = html("input", { type: "time", name: "since", value: wishes.quiet?.since ?? "" });
  const until = html("input", { type: "time", name: "until", value: wishes.quiet?.until ?? "" });
  return form(
    async () => {
      /** @type {Record<string, string[]>} */
      const off = {};
      /** @type {Record<string, string[]>} */
      const on = {};
      for (const box of table.querySelectorAll("input")) {
        const [channel, kind] = box.name.split(" ");
        const isAsked = isOnRequest(
          wishes.kinds.find(({ name }) => name === kind),
          channel,
        );
        if (box.checked === isAsked) ((isAsked ? on : off)[channel] ??= []).push(kind);
      }
      const quiet = since.value && until.value ? { since: since.value, until: until.value } : null;
      await keepWishes(wishes, { off, on, quiet, mail: mail.value });
      saved.textContent = gettext("Saved");
    },
    table,
    html("p", { class: "hint" }, unreachedText(wishes)),
    field(gettext("Email frequency"), mail),
    html(
      "fieldset",
      { class: "quiet-hours" },
      html("legend", {}, gettext("Quiet hours")),
      field(gettext("From"), since),
      field(
        gettext("Until"),
        until,
        gettext("In your time zone, {zone}. Leave empty for no quiet hours.", { zone: wishes.zone }),
      ),
    ),
    html("div", { class: "buttons" }, html("button", { class: "primary" }, gettext("Save")), saved),
  );
}
