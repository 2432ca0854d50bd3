// Time left: formats the time until a deadline in rounded words, with the exact local time on hover.

import { html } from "./dom.js";
import { gettext, ngettext, timeText } from "./i18n.js";

/** @import { Deadline } from "../types.js" */

const MINUTE = 60000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SOON = 2 * DAY;

/** @param {number} number */
const days = (number) => ngettext("{number} day", "{number} days", number);
/** @param {number} number */
const hours = (number) => ngettext("{number} hour", "{number} hours", number);
/** @param {number} number */
const minutes = (number) => ngettext("{number} minute", "{number} minutes", number);

/**
 * A length of time in words, in its largest units.
 * @param {number} time milliseconds
 */
export function lengthText(time) {
  if (time >= SOON) return days(Math.floor(time / DAY));
  if (time >= DAY) {
    const rest = Math.floor((time - DAY) / HOUR);
    return rest ? gettext("{days} and {hours}", { days: days(1), hours: hours(rest) }) : days(1);
  }
  return time >= HOUR ? hours(Math.floor(time / HOUR)) : minutes(Math.max(0, Math.floor(time / MINUTE)));
}

/**
 * The time left until this time.
 * @param {string} at
 */
export function leftText(at) {
  const left = Date.parse(at) - Date.now();
  return left > 0 ? gettext("{time} left", { time: lengthText(left) }) : gettext("time is up");
}

/**
 * The time left until this deadline, with the exact time on hover.
 * @param {string} at
 */
export function timeLeft(at) {
  return html.time({ datetime: at, title: timeText(at) }, leftText(at));
}

/**
 * The next deadline of one of these seats, or none.
 * @param {Deadline[] | undefined} deadlines earliest first
 * @param {(seat: number) => boolean} isOf
 */
export function nextOf(deadlines, isOf) {
  return deadlines?.find(({ seat }) => isOf(seat)) ?? null;
}
