// Club administration: the operators' forms for the club's name and texts, sign-ups, invitations and roles.

import { call } from "../core/api.js";
import { copyButton, field, form } from "../core/dialogs.js";
import { button, html, replace, select } from "../core/dom.js";
import { LANGUAGES, gettext, ngettext, timeText } from "../core/i18n.js";
import { FORMS, howItIs } from "../notifications/webhooks.js";
import { called } from "../core/player-names.js";
import { listOr } from "./server-status.js";

/** @import { Club, ClubWebhook, Invitations, HeldRoles } from "../types.js" */

/** The club's name, texts and choices. @param {Club} club */
export function clubPart(club) {
  const name = html.input({ name: "club-name", maxlength: 60, value: club.name, autocomplete: "off" });
  const welcome = html.textarea({ name: "welcome", maxlength: 1000, rows: 3 }, club.welcome);
  const rules = html.textarea({ name: "rules", maxlength: 10_000, rows: 6 }, club.rules);
  const imprint = html.textarea({ name: "imprint", maxlength: 10_000, rows: 6 }, club.imprint);
  const begin = button(
    gettext("Insert a text to start from"),
    () => {
      imprint.value ||= imprintText();
      imprint.focus();
    },
    { class: "quiet" },
  );
  const signUp = select(
    { name: "sign-up" },
    [
      ["open", gettext("Open to all")],
      ["invited", gettext("By invitation")],
      ["closed", gettext("Closed")],
    ],
    club.sign_up,
  );
  const organise = select(
    { name: "organise" },
    [
      ["", gettext("All players")],
      ["organisers", gettext("Organisers only")],
    ],
    club.organisers_only ? "organisers" : "",
  );
  const language = select({ name: "language" }, Object.entries(LANGUAGES), club.language);
  const saved = html.span({ class: "hint", role: "status" });
  return html.section(
    { id: "club" },
    html.h2(gettext("Club")),
    form(
      async () => {
        const body = {
          name: name.value,
          welcome: welcome.value,
          rules: rules.value,
          imprint: imprint.value,
          sign_up: signUp.value,
          organisers_only: organise.value !== "",
          language: language.value,
        };
        await call("/api/operator/club", { method: "PATCH", body });
        saved.textContent = gettext("Saved");
      },
      field(gettext("Name of the club"), name, gettext("Shown on every page and in emails. Empty: Stele.")),
      field(gettext("Welcome text"), welcome, gettext("Plain text for the lobby. An empty line starts a paragraph.")),
      field(gettext("House rules"), rules),
      field(
        gettext("Imprint and privacy"),
        imprint,
        gettext("Who is responsible for the server, and what it stores. The foot of every page links to it."),
      ),
      begin,
      field(gettext("Sign-up"), signUp, gettext("Public games stay readable for visitors.")),
      field(gettext("Tournaments are opened by"), organise),
      field(gettext("Language"), language, gettext("The language of the posts to the club's webhook.")),
      html.div({ class: "buttons" }, html.button(gettext("Save")), saved),
    ),
  );
}

/** A text about privacy to start from, in the reader's language: what is in brackets is to be filled in. */
function imprintText() {
  return [
    gettext("Responsible for this server: [name, postal address, email address]."),
    gettext(
      "What this server stores: the name that you choose and, if you give one, your email address; the keys and sessions with which you sign in; your games with all moves, times and results; what you write in chats, notes and reports; your notifications and settings.",
    ),
    gettext(
      "Public games, results and ratings can be seen by everyone. Records of games remain when you delete your account, without your name.",
    ),
    gettext(
      "One cookie keeps you signed in. There are no advertisements and no trackers, and nothing is passed on, except to the services by which you have chosen to be notified.",
    ),
    gettext(
      "Logs: the web server keeps the addresses of visitors and the pages that they requested for [14] days to find faults and attacks. The game server's own log names no player. Backups are kept for [30] days.",
    ),
    gettext(
      "Your rights: in your account you can download everything that is stored about you, correct it, and delete the account. For anything else, and for complaints, write to the address above, or to the data protection authority of your country.",
    ),
  ].join("\n\n");
}

/** The invitations to sign up, and the form for a new one. @param {Invitations["invitations"]} first */
export function invitationsPart(first) {
  const list = html.div();
  const made = html.div({ role: "status" });
  const note = html.input({ name: "note", maxlength: 200, autocomplete: "off" });
  const most = html.input({ name: "most", type: "number", min: 1, max: 1000, value: 1, required: true });
  const days = html.input({ name: "valid-days", type: "number", min: 1, max: 365, value: 7, required: true });
  /** @param {Invitations["invitations"]} invitations */
  const show = (invitations) => replace(list, listOr(invitations.map(item), gettext("No invitations.")));
  /** @param {Invitations["invitations"][number]} one */
  const item = (one) => {
    const revoke = async () => {
      show((await call(`/api/operator/invitations/${one.id}`, { method: "DELETE" })).invitations);
    };
    const name = one.note || one.id;
    return html.li(
      html.strong(name),
      " ",
      gettext("{used} of {most} used, until {time}", { used: one.used, most: one.most, time: timeText(one.ends_at) }),
      " · ",
      gettext("by {name}", { name: called(one.by) }),
      " ",
      button(gettext("Revoke"), revoke, {
        class: "quiet",
        "aria-label": gettext("Revoke the invitation {name}", { name }),
      }),
    );
  };
  show(first);
  return html.section(
    { id: "invitations" },
    html.h2(gettext("Invitations")),
    list,
    form(
      async () => {
        const body = { note: note.value, most: Number(most.value), days: Number(days.value) };
        const { invitations, link = "" } = await call("/api/operator/invitations", { method: "POST", body });
        note.value = "";
        replace(
          made,
          html.p(gettext("Copy this link now. It is not shown again.")),
          html.p(html.code({ class: "address", id: "invitation-link" }, link)),
          copyButton(() => link, gettext("Copy the link")),
        );
        show(invitations);
      },
      field(gettext("Note"), note, gettext("Only operators and moderators see it.")),
      field(gettext("Number of new players"), most),
      field(gettext("Valid for (days)"), days),
      html.button(gettext("Create an invitation link")),
    ),
    made,
  );
}

/** The club's webhook, and the form that replaces it. @param {ClubWebhook} first */
export function webhookPart(first) {
  const place = html.div();
  const url = html.input({ type: "url", name: "webhook-url", required: true, maxlength: 500, autocomplete: "off" });
  const format = select({ name: "webhook-form" }, FORMS);
  /** @type {Record<ClubWebhook["kinds"][number], string>} */
  const news = {
    "club-started": gettext("The start of a game"),
    "club-over": gettext("The end of a game"),
    digest: gettext("The week’s digest"),
    "club-turn": gettext("Whose turn it is"),
  };
  const kinds = Object.entries(news).map(([value, label]) => ({
    label,
    box: html.input({ type: "checkbox", name: value }),
  }));
  /** @param {ClubWebhook} found */
  const show = ({ webhook, kinds: chosen }) => {
    url.value = webhook?.url ?? "";
    if (webhook) format.value = webhook.form;
    // A new webhook does not get the turns unless they are chosen: they are nearly all of the news.
    for (const { box } of kinds) {
      box.checked = webhook ? chosen.some((one) => one === box.name) : box.name !== "club-turn";
    }
    replace(
      place,
      webhook
        ? html.div(
            html.p(html.code({ class: "address" }, webhook.url)),
            html.p({ class: webhook.off ? "refusal" : "hint" }, howItIs(webhook)),
            html.div(
              { class: "buttons" },
              copyButton(() => webhook.secret, gettext("Copy the secret")),
              button(gettext("Remove"), () => set(null), {
                "aria-label": gettext("Remove {url}", { url: webhook.url }),
              }),
            ),
          )
        : html.p({ class: "empty" }, gettext("No webhook.")),
    );
  };
  /** @param {{ url: string, form: string, kinds: string[] } | null} wanted */
  const set = async (wanted) =>
    show((await call("/api/operator/club", { method: "PATCH", body: { club_webhook: wanted } })).club_webhook);
  show(first);
  return html.section(
    { id: "club-webhook" },
    html.h2(gettext("Webhook for all public games")),
    place,
    form(
      () => {
        const wanted = kinds.filter(({ box }) => box.checked).map(({ box }) => box.name);
        return set({ url: url.value, form: format.value, kinds: wanted });
      },
      field(gettext("Address"), url, gettext("Gets news of all public games. Private games are never named.")),
      field(gettext("Format"), format),
      ...kinds.map(({ label, box }) => field(label, box)),
      html.button(gettext("Set the webhook")),
    ),
  );
}

/** The moderators and organisers, and the form for a new one. @param {HeldRoles} first */
export function rolesPart(first) {
  const list = html.div();
  const name = html.input({ name: "appointed", required: true, maxlength: 40, autocomplete: "off" });
  const role = select({ name: "role" }, [
    ["moderator", gettext("Moderator")],
    ["organiser", gettext("Organiser")],
  ]);
  /**
   * @param {string} player
   * @param {string} which
   * @param {boolean} held
   */
  const appoint = async (player, which, held) =>
    show(await call("/api/operator/roles", { method: "PUT", body: { name: player, role: which, held } }));
  /**
   * @param {string} words
   * @param {string} which
   * @param {HeldRoles["moderators"]} players
   */
  const items = (words, which, players) =>
    players.map((one) =>
      html.li(
        html.strong(called(one)),
        ` ${words} `,
        button(gettext("Remove"), () => appoint(one.name ?? "", which, false), {
          class: "quiet",
          "aria-label": gettext("Remove {name}: {role}", { name: called(one), role: words }),
        }),
      ),
    );
  /** @param {HeldRoles} held */
  const show = ({ moderators, organisers }) => {
    const all = [
      ...items(gettext("Moderator"), "moderator", moderators),
      ...items(gettext("Organiser"), "organiser", organisers),
    ];
    replace(list, listOr(all, gettext("No moderators and no organisers.")));
  };
  show(first);
  const members = ngettext("One operator", "{number} operators", first.operators.length);
  return html.section(
    { id: "roles" },
    html.h2(gettext("Roles")),
    html.p({ class: "hint" }, members, ". ", gettext("Only the command line appoints operators.")),
    html.p(html.a({ href: "/api/operator/people?format=csv", download: "" }, gettext("All members as CSV"))),
    list,
    form(
      () => appoint(name.value, role.value, true),
      field(gettext("Player"), name),
      field(
        gettext("Role"),
        role,
        gettext("Moderators handle reports, suspensions and invitations. Organisers run all tournaments."),
      ),
      html.button(gettext("Give the role")),
    ),
  );
}
