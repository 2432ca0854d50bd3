// Feeds: the links to the reader's notification feed (Atom) and calendar (iCalendar), and the button for new links.

import { call } from "../core/api.js";
import { copyButton, field } from "../core/dialogs.js";
import { html } from "../core/dom.js";
import { refusalNotice } from "../core/page-header.js";
import { gettext } from "../core/i18n.js";

/** @typedef {{ feed: string, calendar: string }} Feeds */

/** The links; they are asked for when this is opened. */
export function feedsPart() {
  const feed = html("input", { name: "feed", readonly: true, class: "code" });
  const calendar = html("input", { name: "calendar", readonly: true, class: "code" });
  /** @param {string} method */
  const ask = async (method) => {
    /** @type {Feeds} */
    const links = await call("/api/me/feeds", { method });
    feed.value = links.feed;
    calendar.value = links.calendar;
  };
  const change = () => ask("DELETE").catch(refusalNotice);
  return html(
    "details",
    { class: "webhooks", ontoggle: () => feed.value || ask("GET").catch(refusalNotice) },
    html("summary", {}, gettext("Feed and calendar: read your notices and deadlines elsewhere")),
    field(gettext("Notices (Atom)"), feed),
    field(gettext("Deadlines (iCalendar)"), calendar, gettext("Whoever knows these links can read them.")),
    html(
      "div",
      { class: "buttons" },
      copyButton(() => feed.value, gettext("Copy the feed's link")),
      copyButton(() => calendar.value, gettext("Copy the calendar's link")),
      html("button", { type: "button", onclick: change }, gettext("New links")),
    ),
  );
}
