// Account sections: the account page's forms for passkeys, the mail address and sessions.
// Each change is sent at once, and the page shows the account in the response.

import { changing, list, remove, usedText } from "./section-parts.js";
import { call, keepPlayer } from "../core/api.js";
import { here } from "../core/base-path.js";
import { field, form, openDialog } from "../core/dialogs.js";
import { button, html, section } from "../core/dom.js";
import { farewell, ownData } from "./delete-account.js";
import { ownBots } from "./bots.js";
import { addPasskey, canHavePasskeys } from "./passkeys.js";
import { proven } from "./reauthenticate.js";
import { tokens } from "./tokens.js";
import { mailForms } from "./sign-in.js";
import { gettext, timeText } from "../core/i18n.js";
import { browserOnly, onlyAnswers, telling } from "./this-browser.js";

/** @import { Account, Child, Credentials } from "../types.js" */
/** @import { Show } from "./section-parts.js" */

/**
 * The form that adds a passkey, by default under this browser's name.
 * @param {Account} account
 * @param {Show} show
 */
function passkeyForm(account, show) {
  const name = html.input({ name: "passkey-name", required: true, maxlength: 60, autocomplete: "off" });
  name.value = account.sessions.find((one) => one.is_this)?.browser ?? "";
  return form(
    async () => show(await proven(account, () => addPasskey(name.value))),
    field(gettext("Name"), name, gettext("For example, the device it is on.")),
    html.button({ class: "primary" }, gettext("Add a passkey")),
  );
}

/**
 * @param {Account} account
 * @param {Show} show
 */
function passkeys(account, show) {
  return section(
    "passkeys",
    gettext("Passkeys"),
    html.p(
      { class: "hint" },
      gettext(
        "With a passkey you sign in with your fingerprint, your face or your device’s code: no name, no password.",
      ),
    ),
    list(
      account.passkeys.map((one) => [
        html.strong(one.name),
        html.span({ class: "hint" }, usedText(one.used_at)),
        changing(gettext("Remove"), gettext("Remove the passkey {name}", { name: one.name }), () =>
          proven(account, remove(`/api/me/passkeys/${one.id}`, show)),
        ),
      ]),
      gettext("You have no passkey yet."),
    ),
    canHavePasskeys()
      ? passkeyForm(account, show)
      : html.p({ class: "hint" }, gettext("You can't create a passkey here. Use HTTPS and an up-to-date browser.")),
  );
}

/**
 * @param {Account} account
 * @param {Show} show
 */
function mail(account, show) {
  const { address, address_refused, has_mail } = account;
  if (!has_mail && !address) return null;
  const confirmed = async (/** @type {string} */ said) =>
    show(await call("/api/me/address", { method: "PUT", body: { mail: said }, withSession: true }));
  return section(
    "mail",
    gettext("Email"),
    address
      ? html.p(
          { class: "held" },
          html.strong({ id: "address" }, address),
          changing(gettext("Remove"), gettext("Remove the address {address}", { address }), () =>
            proven(account, remove("/api/me/address", show)),
          ),
        )
      : html.p(
          { class: "hint" },
          gettext("An email address lets you sign in with a link. Other players never see it."),
        ),
    address_refused &&
      html.p(
        { id: "address-refused", class: "warning" },
        gettext(
          "This address rejects email, so notifications are no longer sent to it. Confirm it again or confirm another address.",
        ),
      ),
    has_mail &&
      mailForms("/api/me/address", gettext("Send confirmation email"), confirmed, null, (ask) => proven(account, ask)),
  );
}

/**
 * @param {Account} account
 * @param {Show} show
 */
function sessions(account, show) {
  const { sessions: held } = account;
  const own = held.find((one) => one.is_this);
  const signOut = async () => {
    if (own) await call(`/api/me/credentials/${own.id}`, { method: "DELETE", withSession: true });
    keepPlayer(null);
    location.assign(here("/"));
  };
  const end = (/** @type {Credentials["session"]} */ one) => async () => {
    const left = await call(`/api/me/credentials/${one.id}`, { method: "DELETE", withSession: true });
    show(left);
  };
  return section(
    "sessions",
    gettext("Active sessions"),
    list(
      held.map((one) => {
        const browser = one.browser || gettext("Unknown browser");
        return [
          html.strong(browser),
          one.is_this
            ? html.span({ class: "tag" }, gettext("this browser"))
            : html.span({ class: "hint" }, usedText(one.used_at)),
          html.span({ class: "hint" }, gettext("since {time}", { time: timeText(one.created_at) })),
          !one.is_this && changing(gettext("End"), gettext("End the session in {browser}", { browser }), end(one)),
        ];
      }),
      gettext("No sessions."),
    ),
    html.div(
      { class: "buttons" },
      held.length > 1 &&
        changing(
          gettext("End all other sessions"),
          gettext("End all other sessions"),
          remove("/api/me/credentials/others", show),
        ),
      changing(gettext("Sign out of this browser"), gettext("Sign out of this browser"), async () =>
        opensElsewhere(account) ? signOut() : askBefore(account, show, signOut),
      ),
    ),
  );
}

/** Whether the account can be opened from elsewhere. @param {Account} account */
const opensElsewhere = ({ is_secured, sessions: held, tokens: made }) =>
  is_secured || held.length > 1 || made.some((one) => one.scopes.includes("account"));

/**
 * Ask before signing out the only browser that can open an account, and offer to add a passkey.
 * @param {Account} account
 * @param {Show} show
 * @param {() => Promise<void>} signOut
 */
function askBefore(account, show, signOut) {
  const dialog = openDialog(
    gettext("Lose this account?"),
    html.p(
      { class: "warning" },
      gettext(
        "There is no other way to sign in to this account. If you sign out, you can't get back in, and its name stays taken.",
      ),
    ),
    canHavePasskeys() &&
      passkeyForm(account, (changed) => {
        dialog.close();
        show(changed);
      }),
    html.div(
      { class: "buttons" },
      button(gettext("Stay signed in"), () => dialog.close(), { class: "stay" }),
      button(gettext("Sign out and lose this account"), signOut, { class: "danger" }),
    ),
  );
}

/**
 * The pending removal of the last way to sign in, and how to cancel it.
 * @param {Account} account
 * @param {Show} show
 */
function waiting({ removal }, show) {
  if (!removal) return null;
  const time = timeText(removal.at);
  return html.p(
    { id: "removal", class: "warning" },
    removal.what === "address"
      ? gettext(
          "Your address will be removed on {time}. After that, you will have no way to sign in from another browser.",
          {
            time,
          },
        )
      : gettext(
          "Your passkey will be removed on {time}. After that, you will have no way to sign in from another browser.",
          {
            time,
          },
        ),
    " ",
    changing(gettext("Keep it"), gettext("Keep the sign-in method that is due to be removed"), async () =>
      show(await call("/api/me/account", { method: "PATCH", body: { keep_way: true } })),
    ),
  );
}

/** The handle that each chat service asks for. @type {Record<string, () => string>} */
const HANDLES = {
  discord: () => gettext("Your Discord user ID, a long number: turn on developer mode and copy it from your profile."),
  slack: () => gettext("Your member ID in Slack, such as U012AB3CD, or your username in Mattermost, such as @ada."),
  matrix: () => gettext("Your Matrix ID, such as @ada:matrix.example."),
  standard: () => gettext("The name that the club's program uses for you."),
};

/**
 * How the club's webhook mentions the player; nothing if the club has none.
 * @param {Account} account
 * @param {Show} show
 */
function clubHandle({ club_form: format, club_handle: handle }, show) {
  if (!format) return null;
  const typed = html.input({ name: "club-handle", maxlength: 100, value: handle, autocomplete: "off" });
  return section(
    "club-handle",
    gettext("Mentions in the club's chat"),
    html.p({ class: "hint" }, gettext("The club's chat gets news of public games. You are mentioned on your turn.")),
    form(
      async () => show(await call("/api/me/account", { method: "PATCH", body: { club_handle: typed.value.trim() } })),
      field(gettext("Your handle there"), typed, HANDLES[format]?.()),
      html.button(gettext("Save")),
    ),
  );
}

/**
 * All sections of the page.
 * @param {Account} account
 * @param {Show} show
 * @returns {Child[]}
 */
export function accountSections(account, show) {
  return [
    html.p(
      { id: "secured", class: account.is_secured ? "" : "warning" },
      account.is_secured
        ? gettext("You can sign in to this account from any browser.")
        : gettext(
            "For now, this account is only in this browser. Add a passkey or an email address so that you don't lose it.",
          ),
    ),
    waiting(account, show),
    passkeys(account, show),
    mail(account, show),
    sessions(account, show),
    tokens(account, show),
    ownBots(),
    telling(account, show),
    clubHandle(account, show),
    onlyAnswers(account, show),
    browserOnly(account, show),
    ownData(),
    farewell(account, show),
  ];
}
