// Game end panel: the winners, the points by source, the tie-breaks, the curve and the next actions.
// The points are counted up row by row.

import { call, gamePath } from "../../core/api.js";
import { recordPath } from "../../record/record-call.js";
import { button, find, html, replace, svg } from "../../core/dom.js";
import { icon } from "../../core/icon.js";
import { mayMove } from "../../kit/reduced-motion.js";
import { Motion } from "../../kit/piece-motion.js";
import { notice, problemNotice } from "../../masthead/page-header.js";
import { boardAsPng, save } from "../../board/export-image.js";
import { endingOf, pointsTable, reasonList, reasons, sum, tally } from "./score-breakdown.js";
import { stepsOf } from "../../record/frames.js";
import { saw, seenOf } from "../since-last-move.js";
import { gettext, listed } from "../../core/i18n.js";
import { loadStyle } from "../../board/load-drawing.js";
import { seatIcon, seatMark, spread } from "../../core/seat-colours.js";
import { aroundNumber, pointsIn, pointsName, pointsText } from "../../core/points.js";
import { isCooperative } from "../../core/player-names.js";
import { goToTable, openTable, sitDown } from "../join.js";

/** @import { Board } from "../../board/board.js" */
/** @import { Game } from "../../record/game.js" */
/** @import { Attributes, Child, Result, Seat, State, Summary } from "../../types.js" */

const ROW_MILLISECONDS = 500;
const WIDTH = 480;
const HEIGHT = 160;
const EDGE = 14;

/**
 * Show the end of a game: to its players automatically, once; otherwise on request.
 * @param {Game} game
 * @param {Board} board
 * @param {boolean} isAsked
 */
export async function showEnding(game, board, isAsked = false) {
  const name = `${game.id} end`;
  const isNew = game.seat !== null && seenOf(name) === null;
  if (document.getElementById("ending") || (!isNew && !isAsked)) return;
  saw(name, game.position);
  const place = html.section({ id: "ending", class: "ending", tabindex: -1, "aria-labelledby": "ending-heading" });
  try {
    await lay(place, game, board);
  } catch (error) {
    if (isAsked) problemNotice(error);
    return;
  }
  find("listing").before(place); // beside the board, which keeps its size
  place.focus({ preventScroll: true });
  await countUp(place);
}

/**
 * @param {HTMLElement} place
 * @param {Game} game
 * @param {Board} board
 */
async function lay(place, game, board) {
  const { state, summary } = game;
  const { result, seats, unit } = state;
  if (!result) return;
  const [ending, { events }] = await Promise.all([
    endingOf(state.rulebook),
    call(recordPath(game.id, "/events", { limit: "5000" })),
    loadStyle("/web/table/ending/game-end.css"),
  ]);
  const rows = tally(ending, events, seats.length);
  const { table } = state;
  const others = ending.criteria.slice(rows.length ? 1 : 0).map(({ name, value }) => ({
    name: name(),
    points: seats.map(({ seat }) => value(table, seat)),
  }));
  const lines = rows.length ? rows : others;
  const points = unit === null ? [] : [{ name: pointsName(unit), points: result.points }];
  const totals = rows.length ? [sum(rows, seats.length)] : others.length ? [] : points;
  const persons = summary.seats.filter(({ player }) => player !== null).length;
  const chart = html.div({ class: "ending-curve" });
  replace(
    place,
    html.h2({ id: "ending-heading" }, winnersText(result, state, game.seat)),
    !isCooperative(state.teams) && podium(result, seats, unit),
    html.div(
      { class: "ending-parts" },
      lines.length + totals.length > 0 && pointsTable(lines, seats, totals, unit),
      chart,
    ),
    reasonList(reasons(ending, state), state.rulebook),
    html.div(
      { class: "buttons" },
      game.seat !== null &&
        nextButton(
          "play-again",
          persons > 1 ? gettext("Rematch") : gettext("Play again"),
          () => (persons > 1 ? playAgainTogether(summary) : playAgain(summary)),
          { class: "primary" },
        ),
      nextButton("save-picture", gettext("Save a picture of the board"), () => sharePicture(game, board)),
    ),
    nextButton("close-ending", icon("close"), async () => place.remove(), {
      class: "quiet",
      "aria-label": gettext("Close"),
    }),
  );
  drawCurve(game, chart).catch(() => {}); // its values are in the table, too
}

/**
 * @param {string} id
 * @param {Child} words
 * @param {() => Promise<void>} work
 * @param {Attributes} [attributes]
 */
function nextButton(id, words, work, attributes = {}) {
  return button(words, work, { id, ...attributes });
}

/**
 * @param {Result} result
 * @param {State} state
 * @param {number | null} own
 */
function winnersText({ places }, { seats, teams }, own) {
  const winners = seats.filter(({ seat }) => places[seat] === 1);
  if (!winners.length) return own === null ? gettext("All players have lost") : gettext("You have lost together");
  if (teams && winners.length > 1 && winners.every(({ seat }) => teams[seat] === teams[winners[0].seat])) {
    return winners.some(({ seat }) => seat === own)
      ? gettext("You have won together")
      : gettext("{names} have won together", { names: listed(winners.map(({ name }) => name ?? "")) });
  }
  if (winners.length > 1) {
    return gettext("{names} share the victory", { names: listed(winners.map(({ name }) => name ?? "")) });
  }
  if (winners[0]?.seat === own) return gettext("You have won");
  return gettext("{name} has won", { name: winners[0]?.name ?? "" });
}

/**
 * The podium: the first three places, in their order, each player on a step with their points, if they are counted.
 * @param {Result} result
 * @param {Seat[]} seats
 * @param {State["unit"]} unit
 */
function podium({ places, points }, seats, unit) {
  const first = seats
    .filter(({ seat }) => places[seat] <= 3)
    .sort((one, other) => places[one.seat] - places[other.seat]);
  return html.ol(
    { class: "podium", "aria-label": gettext("Podium") },
    first.map(({ seat, name }) => {
      const [before, after] = aroundNumber(unit, points[seat]);
      const number = html.span({ "data-points-of": seat }, String(points[seat]));
      return html.li(
        { value: places[seat], class: `podium-${places[seat]}` },
        html.span({ class: "podium-player" }, seatIcon(seat, 20), html.bdi(name ?? String(seat + 1))),
        html.span({ class: "podium-step" }, unit !== null && html.span(before, number, unit && html.small(after))),
      );
    }),
  );
}

/**
 * @param {Game} game
 * @param {HTMLElement} place
 */
async function drawCurve(game, place) {
  /** @type {number[][]} */
  const points = [];
  for await (const { state } of stepsOf(game.id, String(game.seat ?? "public"), {})) {
    const now = pointsIn(state);
    if (now) points.push(now);
  }
  replace(place, curve(points, game.state));
}

/**
 * @param {Game} game
 * @param {Board} board
 */
async function sharePicture(game, board) {
  const name = `${game.id}.png`;
  const picture = await boardAsPng(board, game.state.title);
  const files = [new File([picture], name, { type: "image/png" })];
  if (!matchMedia("(any-pointer: coarse)").matches || !navigator.canShare?.({ files })) save(picture, name);
  else await navigator.share({ files, title: game.state.title }).catch(() => {}); // the reader cancelled
}

/**
 * Row by row, with a growing total; a key or a click shows everything immediately.
 * @param {HTMLElement} place
 */
async function countUp(place) {
  const rows = [...place.querySelectorAll("tbody tr")];
  const cells = [...place.querySelectorAll("tfoot tr:first-child td")];
  if (!mayMove() || !cells.length) return;
  const motion = new Motion(() => {});
  let isSkipped = false;
  const skip = () => {
    isSkipped = true;
    motion.finish();
  };
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, skip, { capture: true, once: true });
  const totals = cells.map(({ textContent }) => Number(textContent));
  const before = cells.map(() => 0);
  // Each seat's total grows in the table and, for the first three, on the podium.
  const counters = cells.map(
    (cell, seat) => /** @type {const} */ ([seat, [cell, ...place.querySelectorAll(`[data-points-of="${seat}"]`)]]),
  );
  for (const row of rows) row.classList.add("uncounted");
  for (const row of rows) {
    row.classList.remove("uncounted");
    const gained = [...row.querySelectorAll("td")].map(({ textContent }) => Number(textContent));
    const counts = counters.flatMap(([seat, elements]) =>
      elements.map((element) => ({ element, from: before[seat], to: before[seat] + gained[seat] })),
    );
    before.forEach((points, seat) => (before[seat] = points + gained[seat]));
    if (isSkipped) continue;
    motion.count(counts, ROW_MILLISECONDS);
    await motion.rest();
  }
  for (const [seat, elements] of counters) {
    for (const element of elements) element.textContent = String(totals[seat]);
  }
}

/**
 * The curve, or nothing if there were no points. It rises with the number of points, whether or not few are good.
 * @param {number[][]} points the points after each step, seat by seat
 * @param {State} state
 */
function curve(points, { seats, unit }) {
  const most = Math.max(0, ...points.flat());
  const least = Math.min(0, ...points.flat());
  const last = points.at(-1);
  if (most === least || !last) return null;
  const apart = spread(seats.length); // equal lines side by side
  const x = (/** @type {number} */ step) => EDGE + (step / Math.max(1, points.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (/** @type {number} */ number, /** @type {number} */ seat) =>
    HEIGHT - EDGE - ((number - least) / (most - least)) * (HEIGHT - 2 * EDGE) + seat * apart;
  const line = (/** @type {number} */ seat) => {
    let drawn = `M${x(0)} ${y(points[0][seat], seat)}`;
    points.forEach((one, step) => {
      if (!step || one[seat] === points[step - 1][seat]) return;
      drawn += `H${x(step).toFixed(1)}V${y(one[seat], seat).toFixed(1)}`;
    });
    return `${drawn}H${WIDTH - EDGE}`;
  };
  const words = seats.map(({ seat, name }) => `${name}: ${pointsText(unit, last[seat])}`).join(", ");
  return svg.svg(
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "curve",
      role: "img",
      "aria-label": unit
        ? gettext("{unit} over time. Final: {points}", { unit: unit.name, points: words })
        : gettext("Points over time. Final: {points}", { points: words }),
    },
    svg.path({ d: `M${EDGE} ${y(0, 0)}H${WIDTH - EDGE}`, class: "curve-ground" }),
    unit && svg.text({ x: EDGE, y: 20, class: "curve-number" }, pointsText(unit, most)),
    seats.map(({ seat }) => svg.path({ d: line(seat), class: `curve-line seat-${seat}` })),
    seats.map(({ seat }) => seatMark(seat, WIDTH - EDGE - 6, y(last[seat], seat) - 6, 12)),
  );
}

/**
 * Go to the rematch, and take the seat that is reserved for me. All players get the same rematch.
 * @param {Summary} summary
 */
async function playAgainTogether({ id }) {
  const game = await call(gamePath(id, "/rematch"), { method: "POST", body: {} });
  if (game.your_seat === null && game.status === "waiting") await sitDown(game.id, game.invite, game);
  goToTable(game);
}

/**
 * Open a game like this one, join it, and go to its page. A host's component file cannot be sent again: then the form
 * that asks for it is opened.
 * @param {Summary} summary
 */
async function playAgain({ id, rulebook, referee }) {
  const { events } = await call(gamePath(id, "/events", { limit: "1" }));
  const { players, options, computers, private: isPrivate, strict, signed } = events[0].data;
  const given = Object.entries(options ?? {});
  if (given.some(([, value]) => typeof value === "object" && value !== null)) {
    const [offered, { openNewGame }] = await Promise.all([call("/api/rulebooks"), import("../../lobby/new-game.js")]);
    notice(gettext("This game used its own component file. Choose the file again."));
    await openNewGame(offered, rulebook);
    return;
  }
  const kinds = /** @type {string[]} */ (computers);
  const body = {
    rulebook,
    players,
    options: Object.fromEntries(given.filter(([, value]) => value !== null)),
    computer_players: kinds.length,
    ...(kinds.length && { computer_kind: kinds[0] }),
    private: isPrivate,
    strict,
    signed,
    referee: referee && !referee.former ? referee.name : "",
  };
  await openTable(body);
}
