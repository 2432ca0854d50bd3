// Availability: the dialog for a player's weekly playing hours, with the known offsets of the time zone. The hours can
// be set for one game or for all.

import { field, openDialog, openForm } from "../../core/dialogs.js";
import { html } from "../../core/dom.js";
import { gettext, language, ngettext } from "../../core/i18n.js";
import { call } from "../../core/api.js";
import { here } from "../../core/base-path.js";
import { notice } from "../../masthead/page-header.js";

/** @import { Move } from "../../types.js" */

const MINUTE = 60000;
const DAY = 86400000;
const DAY_MINUTES = 1440;
const DAYS = [0, 1, 2, 3, 4, 5, 6];
const KNOWN_DAYS = 2 * 366;
const MONDAY = Date.UTC(2024, 0, 1);

/** @param {number} at */
const aheadAt = (at) => -new Date(at).getTimezoneOffset();

/**
 * The reader's offsets from UTC in minutes with their starting times, for the next two years.
 * @param {number} from
 */
export function offsets(from) {
  /** @type {[number, number][]} */
  const found = [[from, aheadAt(from)]];
  for (let day = 1; day <= KNOWN_DAYS; day += 1) {
    const ahead = aheadAt(from + day * DAY);
    if (ahead === found[found.length - 1][1]) continue;
    let [before, after] = [from + (day - 1) * DAY, from + day * DAY];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (aheadAt(middle) === ahead) after = middle;
      else before = middle;
    }
    found.push([after, ahead]);
  }
  return found;
}

/**
 * The weekly windows for this time on these days, in minutes since Monday; a time that ends before it begins extends
 * into the next day.
 * @param {number[]} days Monday is 0
 * @param {number} from minutes
 * @param {number} until minutes
 */
export function windowsOf(days, from, until) {
  const long = until > from ? until - from : until + DAY_MINUTES - from;
  const week = 7 * DAY_MINUTES;
  const spans = days.flatMap((day) => {
    const start = day * DAY_MINUTES + from;
    const end = start + long;
    return end <= week ? [[start, end]] : [[start, week], [0, end - week]]; // prettier-ignore
  });
  spans.sort(([one], [other]) => one - other);
  /** @type {number[][]} */
  const windows = [];
  for (const [start, end] of spans) {
    const last = windows[windows.length - 1];
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else windows.push([start, end]);
  }
  return windows;
}

/** @param {string} time the value of a time field */
function minutesOf(time) {
  const [hours, minutes] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * Ask for the reader's weekly playing hours.
 * @param {(move: Move, inAll: boolean) => Promise<unknown>} send called with whether it applies to all games
 */
export function askPlayTimes(send) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const dayName = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  const days = DAYS.map((day) => html.input({ type: "checkbox", name: `day-${day}`, checked: true }));
  const from = html.input({ type: "time", name: "from", required: true, value: "17:00" });
  const until = html.input({ type: "time", name: "until", required: true, value: "23:00" });
  const everywhere = everywhereBox();
  openForm(
    gettext("My play times"),
    async (close) => {
      const chosen = DAYS.filter((day) => days[day].checked);
      const windows = windowsOf(chosen, minutesOf(from.value), minutesOf(until.value));
      close();
      const now = Math.floor(Date.now() / MINUTE) * MINUTE;
      await send({ type: "SetPlayTimes", times: { zone, windows, offsets: offsets(now) } }, everywhere.box.checked);
    },
    html.p(
      gettext(
        "Your clock runs only at these times, in your time zone ({zone}). Choose at least twenty hours a week; they stay fixed for a week.",
        { zone },
      ),
    ),
    DAYS.map((day) => field(dayName.format(MONDAY + day * DAY), days[day])),
    field(gettext("From"), from),
    field(gettext("Until"), until),
    everywhere.line,
    html.button({ class: "primary" }, gettext("Set play times")),
  );
}

/** A checkbox: whether this applies to all games. */
export function everywhereBox() {
  const box = html.input({ type: "checkbox", name: "everywhere", id: "everywhere" });
  return { box, line: field(gettext("In all my games with clocks"), box) };
}

/**
 * Send this in all of the reader's games with clocks, and report failures.
 * @param {Move} move
 */
export async function sayEverywhere(move) {
  const { games } = await call("/api/me/availability", { method: "POST", body: move });
  const refused = games.filter(({ said }) => !said);
  const number = games.length - refused.length;
  notice(saidText(move.type, number));
  if (!refused.length) return;
  const unreached = gettext("currently unavailable");
  openDialog(
    gettext("Not set in these games"),
    html.ul(
      { id: "not-said" },
      refused.map(({ id, title, reason = unreached }) =>
        html.li(html.a({ href: here(`/games/${id}`) }, `${title} (${id})`), `: ${reason}`),
      ),
    ),
  );
}

/**
 * In how many games this was recorded.
 * @param {string} type
 * @param {number} number
 */
function saidText(type, number) {
  switch (type) {
    case "TakeVacation":
      return ngettext("Vacation set in one game.", "Vacation set in {number} games.", number);
    case "EndVacation":
      return ngettext("Vacation ended in one game.", "Vacation ended in {number} games.", number);
    default:
      return ngettext("Play times set in one game.", "Play times set in {number} games.", number);
  }
}
