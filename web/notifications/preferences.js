// Notification preferences: the form that sets which kinds of notifications come by which channel, and when.

import { call } from "../core/api.js";
import { field, form } from "../core/dialogs.js";
import { html, select, tableHead } from "../core/dom.js";
import { gettext } from "../core/i18n.js";

/** @import { KindResponse as Kind, PreferencesResponse as Preferences } from "../responses.js" */

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
 * @param {Preferences} preferences
 */
function kindsTable({ kinds, channels, off, on }) {
  return html.table(
    { class: "preferences" },
    html.caption({ class: "unseen" }, gettext("Notification channels")),
    tableHead([null, ...channels.map(({ name }) => channelText(name))]),
    html.tbody(
      kinds.map((kind) => {
        const { name, label } = kind;
        return html.tr(
          html.th({ scope: "row" }, label),
          channels.map((channel) =>
            html.td(
              html.input({
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
 * @param {Preferences} preferences
 */
function unreachedText({ channels }) {
  const missing = channels.filter(({ reached }) => !reached).map(({ name }) => channelText(name));
  return missing.length ? gettext("You have no address yet for: {channels}.", { channels: missing.join(", ") }) : "";
}

/**
 * Change these preferences, keeping the others.
 * @param {Preferences} preferences updated with the change
 * @param {Partial<Preferences>} changed
 */
async function keepPreferences(preferences, changed) {
  const { off, on, muted, quiet, mail } = { ...preferences, ...changed };
  const body = { preferences: { off, on, muted, quiet, mail } };
  Object.assign(preferences, (await call("/api/me/account", { method: "PATCH", body })).preferences);
}

/**
 * The button that mutes a game's notifications, or unmutes them.
 * @param {Preferences} preferences
 * @param {string} game
 */
export function muteButton(preferences, game) {
  const button = html.button({ type: "button", class: "quiet mute" });
  const isMuted = () => preferences.muted.includes(game);
  const show = () => {
    button.textContent = isMuted()
      ? gettext("Turn on notifications for this game")
      : gettext("Turn off notifications for this game");
  };
  button.addEventListener("click", () => {
    const muted = isMuted() ? preferences.muted.filter((one) => one !== game) : [...preferences.muted, game];
    keepPreferences(preferences, { muted }).then(show);
  });
  show();
  return button;
}

/**
 * The form, filled in with the current preferences.
 * @param {Preferences} preferences
 */
export function preferencesForm(preferences) {
  if (!preferences.channels.length) {
    return html.p(
      { class: "hint" },
      gettext("Notifications appear only here, because this server does not send them anywhere else."),
    );
  }
  const saved = html.span({ class: "hint", role: "status" });
  const table = kindsTable(preferences);
  const mail = select(
    { name: "mail" },
    [
      ["soon", gettext("after five minutes, unless you have seen it here")],
      ["hourly", gettext("once an hour")],
      ["daily", gettext("once a day, at 8:00")],
    ],
    preferences.mail,
  );
  const since = html.input({ type: "time", name: "since", value: preferences.quiet?.since ?? "" });
  const until = html.input({ type: "time", name: "until", value: preferences.quiet?.until ?? "" });
  return form(
    async () => {
      /** @type {Record<string, string[]>} */
      const off = {};
      /** @type {Record<string, string[]>} */
      const on = {};
      for (const box of table.querySelectorAll("input")) {
        const [channel, kind] = box.name.split(" ");
        const isAsked = isOnRequest(
          preferences.kinds.find(({ name }) => name === kind),
          channel,
        );
        if (box.checked === isAsked) ((isAsked ? on : off)[channel] ??= []).push(kind);
      }
      const quiet = since.value && until.value ? { since: since.value, until: until.value } : null;
      await keepPreferences(preferences, { off, on, quiet, mail: mail.value });
      saved.textContent = gettext("Saved");
    },
    table,
    html.p({ class: "hint" }, unreachedText(preferences)),
    field(gettext("Email frequency"), mail),
    html.fieldset(
      { class: "quiet-hours" },
      html.legend(gettext("Quiet hours")),
      field(gettext("From"), since),
      field(
        gettext("Until"),
        until,
        gettext("In your time zone, {zone}. Leave empty for no quiet hours.", { zone: preferences.zone }),
      ),
    ),
    html.div({ class: "buttons" }, html.button({ class: "primary" }, gettext("Save")), saved),
  );
}
