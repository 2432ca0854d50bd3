// Charts: a histogram and a bar of a share, as plain SVG; shares and averages in words. Every chart stands beside a table or a number that says the
// same. A share of few is not shown: it would tell more about luck than about the game.

import { html, svg } from "../core/dom.js";
import { gettext, language } from "../core/i18n.js";

/** @typedef {{ value: number, number: number, wins?: number }} Count */
/** @typedef {{ from: number, to: number, number: number, wins: number }} Column */

const WIDTH = 100;
const HEIGHT = 40;
const MOST_COLUMNS = 24;
const STEPS = [1, 2, 5];
/** A share of fewer than this is not shown: chance alone would move it by more than 15 points in a third of all cases. */
export const LEAST_SHARED = 10;

const percents = new Intl.NumberFormat(language, { style: "percent" });
const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });

/** This many standard errors to either side hold 95 of 100 cases. */
const ERRORS = 1.96;

/**
 * Between which shares the true one lies in 95 of 100 cases, by Wilson's score interval.
 * @param {number} part
 * @param {number} whole
 */
export function interval(part, whole) {
  const [share, square] = [part / whole, ERRORS ** 2 / whole];
  const middle = (share + square / 2) / (1 + square);
  const half = Math.sqrt(share * (1 - share) * square + square ** 2 / 4) / (1 + square);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/**
 * A share in percent with its interval; in words if it is a share of too few.
 * @param {number} part
 * @param {number} whole
 */
export function shareText(part, whole) {
  if (whole < LEAST_SHARED) return gettext("too few games");
  const [least, most] = interval(part, whole);
  return `${percents.format(part / whole)} (${percents.formatRange(least, most)})`;
}

/**
 * The average of these values with its interval; in words if it is one of too few.
 * @param {Count[]} counts
 */
export function averageText(counts) {
  const sum = (/** @type {(one: Count) => number} */ of) =>
    counts.reduce((found, one) => found + of(one) * one.number, 0);
  const whole = sum(() => 1);
  if (whole < LEAST_SHARED) return gettext("too few games");
  const mean = sum(({ value }) => value) / whole;
  const half = ERRORS * Math.sqrt(sum(({ value }) => (value - mean) ** 2) / (whole - 1) / whole);
  if (!half) return numberText(mean);
  const [least, most] = [Math.min, Math.max].map((bound) => bound(...counts.map(({ value }) => value)));
  return `${numberText(mean)} (${numbers.formatRange(Math.max(least, mean - half), Math.min(most, mean + half))})`;
}

/** The sentence that says so. */
export const tooFewText = () =>
  gettext(
    "Beside each share and average is its range at 95% confidence. With fewer than {number} cases neither is shown, because it would depend on chance.",
    { number: LEAST_SHARED },
  );

/** @param {number} number */
export const numberText = (number) => numbers.format(number);

/** The widths of a histogram's columns: 1, 2, 5, 10, 20, … @param {number} span */
function stepFor(span) {
  for (let ten = 1; ; ten *= 10) {
    const step = STEPS.find((one) => span / (one * ten) < MOST_COLUMNS);
    if (step) return step * ten;
  }
}

/**
 * These counts in at most two dozen columns of the same width, without gaps.
 * @param {Count[]} counts
 * @returns {Column[]}
 */
export function columnsOf(counts) {
  if (!counts.length) return [];
  const values = counts.map(({ value }) => value);
  const least = Math.min(...values);
  const step = stepFor(Math.max(...values) - least);
  const start = Math.floor(least / step);
  /** @type {Column[]} */
  const columns = [];
  for (const { value, number, wins = 0 } of counts) {
    const place = Math.floor(value / step) - start;
    while (columns.length <= place) {
      const from = (start + columns.length) * step;
      columns.push({ from, to: from + step - 1, number: 0, wins: 0 });
    }
    columns[place].number += number;
    columns[place].wins += wins;
  }
  return columns;
}

/** The values of a column. @param {Column} column */
export const columnText = ({ from, to }) => (from === to ? numberText(from) : `${numberText(from)}–${numberText(to)}`);

/**
 * A histogram; the winners' part of each column is darker.
 * @param {Column[]} columns
 * @param {string} words what it shows, for screen readers
 */
export function histogram(columns, words) {
  const most = Math.max(1, ...columns.map(({ number }) => number));
  const width = WIDTH / columns.length;
  const bar = (/** @type {string} */ name, /** @type {number} */ place, /** @type {number} */ number) => {
    const height = (HEIGHT * number) / most;
    return svg.rect({ class: name, x: place * width, y: HEIGHT - height, width: 0.85 * width, height });
  };
  return html.div(
    { class: "histogram" },
    svg.svg(
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": words },
      columns.map(({ number }, place) => bar("bar-all", place, number)),
      columns.map(({ wins }, place) => wins > 0 && bar("bar-won", place, wins)),
    ),
    html.div(
      { class: "axis", "aria-hidden": "true" },
      html.span(numberText(columns[0].from)),
      columns.length > 2 && html.span(numberText(columns[Math.floor(columns.length / 2)].from)),
      html.span(numberText(columns[columns.length - 1].to)),
    ),
  );
}

/**
 * A bar of a share, with a mark at the share to be expected; the number stands beside it. None for a share of too few.
 * @param {number} part
 * @param {number} whole
 * @param {number} expected
 */
export function shareBar(part, whole, expected) {
  if (whole < LEAST_SHARED) return null;
  return svg.svg(
    { class: "share-bar", viewBox: `0 0 ${WIDTH} 10`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg.rect({ class: "bar-ground", width: WIDTH, height: 10 }),
    svg.rect({ class: "bar-won", width: (WIDTH * part) / whole, height: 10 }),
    svg.rect({ class: "bar-mark", x: WIDTH * expected - 0.5, width: 1, height: 10 }),
  );
}
