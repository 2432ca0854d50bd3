// Operators' page: reports, disputes, stalled games, failed deliveries, suspensions, announcements, operators' actions and
// the state of the server.

import { requirePlayer } from "../masthead/sign-in-prompt.js";
import { call, signedIn } from "../core/api.js";
import { called } from "../core/player-names.js";
import { field, form, openDialog } from "../core/dialogs.js";
import { playerField } from "../core/player-field.js";
import { blankPage, toLobby } from "../core/empty-state.js";
import { button, find, html, replace, select } from "../core/dom.js";
import { notice, problemNotice, showPage } from "../masthead/page-header.js";
import { proven } from "../account/reauthenticate.js";
import { ago, gettext, operatorTexts, timeText } from "../core/i18n.js";
import { clubPart, invitationsPart, rolesPart, webhookPart } from "./club.js";
import { disputesPart } from "./disputes.js";
import { listOr, peoplePart, serverPart, tournamentsPart, waitingPart } from "./server-status.js";

/** @import { Club } from "../types.js" */
/** @import { ShownReport as Report, ShownStandstill as Standstill, ShownSuspension as Suspended, ShownDelivery as Delivery, ShownAction as Action, ServerResponse as Server } from "../responses.js" */

/** Whether the reader is an operator; moderators see less. A server's refusal tells other readers so. */
let operates = true;

const DAYS = [1, 7, 30, 365];
/** A game's id in a link. */
const GAME = /([a-z0-9]+)\/?(?:replay)?(?:[?#].*)?$/;

/**
 * Resolve a report, and show the remaining ones.
 * @param {Report} report
 * @param {{ outcome: string, days?: number }} body
 */
async function settle(report, body) {
  try {
    await call(`/api/reports/${report.number}`, { method: "PUT", body });
  } catch (error) {
    problemNotice(error);
  }
  await show();
}

/** @param {Report} report */
function reportItem(report) {
  const days = select(
    { "aria-label": gettext("Days to mute {name}", { name: called(report.author) }) },
    DAYS.map((number) => [number, number]),
    7,
  );
  const settled = (/** @type {string} */ words, /** @type {() => { outcome: string, days?: number }} */ body) =>
    button(words, () => settle(report, body()));
  return html.li(
    { class: "report" },
    html.p(
      { class: "chat-head" },
      html.strong(called(report.author)),
      html.a({ href: `/games/${report.game}` }, gettext("Game {id}", { id: report.game })),
      html.span({ class: "tag" }, report.room),
      html.time({ datetime: report.at }, timeText(report.at)),
    ),
    html.blockquote({ class: "chat-said" }, report.text),
    html.p(gettext("Reported by {name}: {reason}", { name: called(report.by), reason: report.reason })),
    html.div(
      { class: "buttons" },
      settled(gettext("Dismiss the report"), () => ({ outcome: "dismissed" })),
      settled(gettext("Delete the message"), () => ({ outcome: "removed" })),
      settled(gettext("Delete it and mute the player for (days):"), () => ({
        outcome: "silenced",
        days: Number(days.value),
      })),
      days,
    ),
  );
}

/** @param {Report[]} reports */
function reportsPart(reports) {
  return html.section(
    { id: "reports" },
    html.h2(gettext("Reports")),
    reports.length
      ? html.ol({ class: "reports" }, reports.map(reportItem))
      : html.p({ class: "empty" }, gettext("No open reports.")),
  );
}

/** The kinds of problems with a game, in words. @type {Record<string, () => string>} */
const TROUBLES = {
  damaged: () => gettext("read-only: run the doctor command to see why"),
  stuck: () => gettext("a computer player is not responding"),
  unstarted: () => gettext("not started: has been waiting for players for a week"),
  overdue: () => gettext("an expired deadline has not been processed: is the worker running?"),
  waiting: () => gettext("waiting for a human player in a game that no clock ends"),
};

/** @param {Standstill[]} games */
function gamesPart(games) {
  return html.section(
    { id: "stalled" },
    html.h2(gettext("Stalled games")),
    listOr(
      games.map(({ game, title, trouble, since }) =>
        html.li(
          html.a({ href: `/games/${game}` }, `${title} ${game}`.trim()),
          ` ${TROUBLES[trouble]()} `,
          html.time({ datetime: since, title: timeText(since) }, ago(since)),
          trouble !== "damaged" && callOffButton(game),
        ),
      ),
      gettext("No stalled games."),
    ),
    callingOffPart(),
  );
}

/**
 * A form that aborts a game.
 * @param {string} [game] the game; without it the form asks for its link or id
 * @param {() => void} [done]
 */
function callingOff(game, done = () => {}) {
  const which = html.input({ name: "called-off", required: true, maxlength: 200, autocomplete: "off" });
  const why = html.textarea({ id: `why-${game ?? "any"}`, required: true, maxlength: 2000, rows: 2 });
  return form(
    async () => {
      const id = game ?? GAME.exec(which.value.trim())?.[1] ?? which.value;
      await call(`/api/operator/games/${encodeURIComponent(id)}/called-off`, {
        method: "PUT",
        body: { text: why.value.trim() },
      });
      done();
      await show();
      notice(gettext("Game {id} has been called off, and its players have been notified.", { id }));
    },
    game === undefined && field(gettext("Game link or id"), which),
    field(gettext("Why"), why, gettext("This stays in the game's public record permanently. Do not name players.")),
    html.button({ class: "danger" }, gettext("Call off the game")),
  );
}

/** The button that asks for a reason and aborts a game. @param {string} game */
function callOffButton(game) {
  const ask = () => {
    const dialog = openDialog(
      gettext("Call off game {id}", { id: game }),
      html.p(gettext("The game ends now and does not count. Its players are notified.")),
      callingOff(game, () => dialog.close()),
    );
  };
  return button(gettext("Call off"), ask, {
    class: "quiet",
    "aria-label": gettext("Call off game {id}", { id: game }),
  });
}

/** The section for aborting any game. */
function callingOffPart() {
  return html.details(
    html.summary(gettext("Call off another game")),
    html.p({ class: "hint" }, gettext("The game ends now and does not count. Its players are notified.")),
    callingOff(),
  );
}

/** @param {Delivery[]} deliveries */
function deliveriesPart(deliveries) {
  const place = html.div();
  const showLeft = (/** @type {Delivery[]} */ left) =>
    replace(
      place,
      listOr(
        left.map((one) => deliveryItem(one, showLeft)),
        gettext("No failed deliveries."),
        "standstills deliveries",
      ),
    );
  showLeft(deliveries);
  return html.section(html.h2(gettext("Failed deliveries")), place);
}

/**
 * @param {Delivery} delivery
 * @param {(left: Delivery[]) => void} showLeft
 */
function deliveryItem({ id, at, player, channel, reason }, showLeft) {
  const end = async (/** @type {string} */ outcome) => {
    const { deliveries } = await call(`/api/operator/deliveries/${id}`, { method: "PUT", body: { outcome } });
    showLeft(deliveries);
  };
  const name = called(player);
  const ended = (/** @type {string} */ words, /** @type {string} */ outcome) =>
    button(words, () => end(outcome), { "aria-label": `${words}: ${name}, ${channel}` });
  return html.li(
    html.strong(name),
    ` ${channel} `,
    html.time({ datetime: at }, timeText(at)),
    html.p(reason),
    html.div({ class: "buttons" }, ended(gettext("Send again"), "again"), ended(gettext("Discard"), "given up")),
  );
}

/**
 * A form whose response updates the page.
 * @param {string} path
 * @param {() => Record<string, unknown>} body
 * @param {import("../types.js").Child[]} content
 */
function asking(path, body, ...content) {
  return form(
    async () => {
      await call(path, { method: "PUT", body: body() });
      await show();
    },
    ...content,
  );
}

/** @param {Suspended[]} suspended */
function playersPart(suspended) {
  const name = html.input({ name: "suspended", required: true, maxlength: 40 });
  const days = html.input({ name: "days", type: "number", min: 0, max: 3650, value: 30, required: true });
  const reason = html.input({ name: "reason", maxlength: 500 });
  const onlyTalk = html.input({ type: "checkbox", name: "only-talk" });
  return html.section(
    html.h2(gettext("Suspended players")),
    html.ul(
      { class: "standstills" },
      suspended.map(({ player, until, reason: why, only_talk: silent }) =>
        html.li(
          html.strong(called(player)),
          " ",
          gettext("until {time}", { time: timeText(until) }),
          " ",
          [silent && gettext("Chat only"), why].filter(Boolean).join(": "),
        ),
      ),
    ),
    asking(
      "/api/operator/suspensions",
      () => ({ name: name.value, days: Number(days.value), reason: reason.value, only_talk: onlyTalk.checked }),
      playerField(gettext("Player"), name),
      field(gettext("Days"), days, gettext("0 lifts the ban. Games in progress can be finished.")),
      field(gettext("Reason (shown to the player)"), reason),
      field(gettext("Chat only"), onlyTalk, gettext("The player can't chat but can keep playing.")),
      html.button(gettext("Suspend")),
    ),
  );
}

/** @param {{ text: string, until: string } | null} announcement */
function announcementPart(announcement) {
  const text = html.input({ name: "announcement", maxlength: 500, value: announcement?.text ?? "" });
  const hours = html.input({ name: "hours", type: "number", min: 1, max: 8760, value: 24, required: true });
  return html.section(
    html.h2(gettext("Announcement")),
    announcement && html.p(gettext("Shown on every page until {time}.", { time: timeText(announcement.until) })),
    asking(
      "/api/operator/announcement",
      () => ({ text: text.value, hours: Number(hours.value) }),
      field(gettext("Text shown on every page"), text, gettext("Leave empty for no announcement.")),
      field(gettext("Hours"), hours),
      html.button(gettext("Announce")),
    ),
  );
}

/** @param {Action[]} actions */
function operatorLog(actions) {
  return html.details(
    { class: "operator-log" },
    html.summary(gettext("Operator actions")),
    html.ol(
      { class: "standstills" },
      actions.map(({ at, by, what, whom, text }) =>
        html.li(
          html.time({ datetime: at }, timeText(at)),
          ` ${by.name ?? by.id}: ${what} ${whom.name ?? whom.id} ${text}`,
        ),
      ),
    ),
  );
}

/** What operators and moderators share: reports, suspensions and invitations. */
async function shared() {
  const [{ reports }, overview, { invitations }] = await Promise.all([
    call("/api/reports"),
    call("/api/operator/overview"),
    call("/api/operator/invitations"),
  ]);
  return { reports, overview, invitations };
}

/** The page of a moderator. */
async function showModeration() {
  const { reports, overview, invitations } = await shared();
  replace(
    find("main"),
    html.h1(gettext("Moderation")),
    html.div({ class: "host" }, reportsPart(reports), playersPart(overview.suspended), invitationsPart(invitations)),
  );
}

async function show() {
  if (!operates) return showModeration();
  /** @type {[Awaited<ReturnType<typeof shared>>, Server, Club]} */
  const [{ reports, overview, invitations }, server, club] = await Promise.all([
    shared(),
    call("/api/operator/server"),
    call("/api/club"),
  ]);
  replace(
    find("main"),
    html.h1(gettext("Server administration")),
    html.div(
      { class: "host" },
      overview.searches_wait &&
        html.p(
          { class: "refusal", id: "searches-wait" },
          gettext(
            "Games are waiting for computer players that use search, but the process “search” is not running. Start it.",
          ),
        ),
      overview.backup_failed &&
        html.p(
          { class: "refusal", id: "backup-failed" },
          gettext("The backup of {time} failed. Check the backup job for the reason.", {
            time: timeText(overview.backup_failed),
          }),
        ),
      reportsPart(reports),
      disputesPart(server.disputes, show),
      gamesPart(overview.standstills),
      waitingPart(server.waiting),
      tournamentsPart(server.tournaments, show),
      deliveriesPart(server.deliveries),
      serverPart(server),
      playersPart(overview.suspended),
      announcementPart(overview.announcement),
      clubPart(club),
      invitationsPart(invitations),
      rolesPart(server.roles),
      webhookPart(server.club_webhook),
      peoplePart(),
      operatorLog(server.actions),
    ),
  );
}

/** The parts of the page that mend the causes of alarms; a cause that has none: a game that has stalled. */
const PARTS = new Map([
  ["report", "reports"],
  ["dispute", "disputes"],
  ["backup", "server"],
  ["disk", "server"],
  ["test", "server"],
  ["webhook", "club-webhook"],
]);

/** Show the part that the alarm is about from which the reader comes. */
function showCause() {
  const cause = location.hash.slice(1);
  if (cause) document.getElementById(PARTS.get(cause) ?? "stalled")?.scrollIntoView();
}

showPage(async () => {
  await operatorTexts();
  // Behind the dialog, and what is left if it is closed.
  const words = gettext("Sign in as an operator or a moderator of this server.");
  const again = button(gettext("Sign in"), () => location.reload(), { class: "primary" });
  if (!signedIn()) replace(find("main"), blankPage(gettext("Server administration"), words, again, toLobby()));
  if (!(await requirePlayer())) return;
  const account = await call("/api/me/account");
  operates = account.operates || !account.roles.includes("moderator");
  // Other readers get one refusal, not the one of whichever request is answered first.
  if (operates && !account.operates) await call("/api/operator/server");
  await proven(account, show);
  showCause();
});
