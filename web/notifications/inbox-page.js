// Inbox page: the reader's notifications, newest first, the notification preferences, and the feed and calendar links.

import { call, signedIn } from "../core/api.js";
import { INBOX_CHANGED } from "../masthead/badge.js";
import { devicePart } from "./web-push.js";
import { button, find, html, replace } from "../core/dom.js";
import { blankPage, emptyState, startGame } from "../core/empty-state.js";
import { buildFrame, openAccount, setTitle } from "../masthead/page-header.js";
import { gettext, timeText } from "../core/i18n.js";
import { webhooksPart } from "./webhooks.js";
import { muteButton, preferencesForm } from "./preferences.js";
import { copyButton, field } from "../core/dialogs.js";

/** @import { AccountResponse as Account, NoticeResponse as Notice, PreferencesResponse as Preferences } from "../responses.js" */

/** Whether the list is being reloaded. */
let isReading = false;

/** @param {string[]} [ids] by default all */
async function markRead(ids) {
  // The request completes even if the page is left.
  await call("/api/me/notices/read", { method: "POST", body: ids ? { ids } : {}, keepalive: true });
}

/** The path of the page about this notice. @param {Notice} notice */
function pageOf({ id, kind, game, tournament }) {
  if (kind === "operator") return `/operator#${id.split(":")[1]}`;
  if (kind === "digest") return "/";
  if (game) return `/games/${game}`;
  return tournament ? `/tournaments/${tournament}` : "/account";
}

/**
 * @param {Notice} notice
 * @param {Preferences} preferences
 * @param {boolean} isNewest whether no newer notification of its game is listed; that one has the game's button
 */
function noticeLine(notice, preferences, isNewest) {
  return html.li(
    { class: notice.unread ? "unread" : notice.standing ? "" : "over", "data-game": notice.game },
    html.a(
      {
        href: pageOf(notice),
        onclick: () => notice.unread && markRead([notice.id]).catch(() => {}),
      },
      notice.text,
    ),
    notice.unread && html.span({ class: "new-mark" }, gettext("new")),
    html.time({ class: "hint", datetime: notice.at }, timeText(notice.at)),
    preferences.channels.length > 0 && notice.game && isNewest && muteButton(preferences, notice.game),
  );
}

/**
 * One page of the list, and the button for the next one.
 * @param {HTMLElement} list
 * @param {HTMLElement} more
 * @param {Preferences} preferences
 * @param {number} [cursor]
 */
async function readPage(list, more, preferences, cursor = 0) {
  const page = await call(`/api/me/notices?limit=20&cursor=${cursor}`);
  if (!cursor) list.replaceChildren();
  for (const notice of page.notices) {
    list.append(noticeLine(notice, preferences, !list.querySelector(`[data-game="${notice.game}"]`)));
  }
  const next = page.next;
  replace(
    more,
    !list.childElementCount &&
      emptyState(
        gettext("No notifications yet. Your turns, invitations and game results are listed here."),
        startGame(),
      ),
    next !== null && button(gettext("Show older"), () => readPage(list, more, preferences, next)),
  );
}

/** The links to the reader's feed (Atom) and calendar (iCalendar). @param {Account["feeds"]} first */
function feedsPart(first) {
  const feed = html.input({ name: "feed", readonly: true, class: "code", value: first.feed });
  const calendar = html.input({ name: "calendar", readonly: true, class: "code", value: first.calendar });
  const change = async () => {
    /** @type {Account["feeds"]} */
    const links = await call("/api/me/feeds", { method: "DELETE" });
    feed.value = links.feed;
    calendar.value = links.calendar;
  };
  return html.details(
    { class: "webhooks" },
    html.summary(gettext("Feed and calendar: get notifications and deadlines in other apps")),
    field(gettext("Notifications (Atom)"), feed),
    field(gettext("Deadlines (iCalendar)"), calendar, gettext("Anyone with these links can read them.")),
    html.div(
      { class: "buttons" },
      copyButton(() => feed.value, gettext("Copy the feed link")),
      copyButton(() => calendar.value, gettext("Copy the calendar link")),
      button(gettext("Create new links"), change),
    ),
  );
}

async function build() {
  await buildFrame();
  setTitle(gettext("Notifications"));
  if (!signedIn()) {
    replace(
      find("main"),
      blankPage(
        gettext("Notifications"),
        gettext("Notifications about your games appear here."),
        button(gettext("Sign in"), openAccount, { class: "primary" }),
      ),
    );
    return;
  }
  /** @type {Account} */
  const { preferences, webhooks, push, feeds } = await call("/api/me/account");
  const list = html.ul({ class: "notice-list", id: "notice-list" });
  const more = html.div({ class: "buttons" });
  const place = html.div();
  replace(
    find("main"),
    html.div(
      { class: "page-head" },
      html.h1(gettext("Notifications")),
      button(gettext("Mark all as read"), () => markRead(), { id: "read-all" }),
    ),
    list,
    more,
    html.section({ class: "sheet" }, html.h2(gettext("Your notifications")), place),
  );
  document.addEventListener(INBOX_CHANGED, async () => {
    if (isReading) return;
    isReading = true;
    await readPage(list, more, preferences).finally(() => {
      isReading = false;
    });
  });
  await readPage(list, more, preferences);
  const device = html.div();
  replace(place, preferencesForm(preferences), device, webhooksPart(webhooks), feedsPart(feeds));
  replace(device, await devicePart(push));
}

build();
