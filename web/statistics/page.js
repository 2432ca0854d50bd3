// Statistics page: what all public finished games of a title tell, by number of players.

import { drawingOf } from "../board/load-drawing.js";
import { drawThumbnails, thumbnail } from "../board/thumbnail.js";
import { pictureOf } from "../board/title-drawing.js";
import { call } from "../core/api.js";
import { here, namedHere } from "../core/base-path.js";
import { field } from "../core/dialogs.js";
import { announce, find, html, replace, section, select, tableHead } from "../core/dom.js";
import { emptyState, startGame } from "../core/empty-state.js";
import { gettext, ngettext } from "../core/i18n.js";
import { problemNotice, setTitle, showPage } from "../masthead/page-header.js";
import { pointsName } from "../core/points.js";
import {
  averageText,
  columnsOf,
  columnText,
  histogram,
  numberText,
  shareBar,
  shareText,
  tooFewText,
} from "./charts.js";
import { recordPath } from "../record/record-call.js";

/** @import { Seen, Statistics } from "../types.js" */
/** @typedef {Statistics["openings"][number] & { game: string, action: number }} Drawn a first move with an example */
/** @typedef {Statistics["topics"][number]} Topic */
/** @import { Count } from "./charts.js" */

const AGAIN_MILLISECONDS = 2000;
/** Of so many things each value has a line of its own. */
const FEW = 2;
/** So many first moves have a board; the table has the others, too. */
const MOST_BOARDS = 8;
const BOARD_WIDTH = 640;

/** @param {number} games */
const gamesText = (games) => ngettext("{number} game", "{number} games", games);

/**
 * The cells of how often something occurred and how often its seat won.
 * @param {{ number: number, wins: number }} one
 * @param {number} players
 */
function winCells({ number, wins }, players) {
  return [
    html.td(numberText(number)),
    html.td({ class: "share" }, shareText(wins, number), " ", shareBar(wins, number, 1 / players)),
  ];
}

/**
 * A table in a frame that scrolls sideways on narrow screens.
 * @param {string} words
 * @param {string[]} head
 * @param {HTMLElement[]} rows
 */
function table(words, head, rows) {
  return html.div(
    { class: "wide", tabindex: 0, role: "group", "aria-label": words },
    html.table({ class: "results" }, tableHead(head), html.tbody(rows)),
  );
}

/** @param {Statistics} found */
function seats({ seats: wins, games, players }) {
  return section(
    "seats",
    gettext("Wins by seat"),
    table(
      gettext("Wins by seat"),
      [gettext("Seat"), gettext("Games"), gettext("Won")],
      wins.map((one) =>
        html.tr(html.th({ scope: "row" }, one.seat + 1), winCells({ number: games, wins: one.wins }, players)),
      ),
    ),
  );
}

/**
 * A histogram, and the same as a table.
 * @param {string} id
 * @param {string} heading
 * @param {Count[]} counts
 * @param {string} counted what its numbers are
 */
function distribution(id, heading, counts, counted) {
  const columns = columnsOf(counts);
  const hasWins = counts.some(({ wins }) => wins !== undefined);
  const total = columns.reduce((sum, { number }) => sum + number, 0);
  return section(
    id,
    heading,
    html.p(
      { class: "hint" },
      gettext("Average: {number}", { number: averageText(counts) }),
      ` · ${counted}: ${numberText(total)}`,
    ),
    columns.length > 1 && histogram(columns, heading),
    hasWins && html.p({ class: "hint" }, gettext("In the strong colour: the winners.")),
    html.details(
      { class: "more" },
      html.summary(gettext("Table")),
      table(
        heading,
        [heading, counted, ...(hasWins ? [gettext("Won")] : [])],
        columns.map((column) =>
          html.tr(
            html.th({ scope: "row" }, columnText(column)),
            html.td(numberText(column.number)),
            hasWins && html.td(shareText(column.wins, column.number)),
          ),
        ),
      ),
    ),
  );
}

/**
 * What spectators saw after an action of a game.
 * @param {string} game
 * @param {number} action
 * @returns {Promise<Seen>}
 */
const stateAfter = (game, action) => call(recordPath(game, "/state", { at: String(action), as: "public" }));

/**
 * The first moves with a board; none if the title's board does not show them, as those that are seen in a player's area
 * only.
 * @param {Statistics} found
 * @returns {Promise<Drawn[]>}
 */
async function drawnOpenings({ openings: rows, rulebook }) {
  const drawn = rows.slice(0, MOST_BOARDS).flatMap((one) => {
    const { game, action } = one;
    return game && action ? [{ ...one, game, action }] : [];
  });
  if (!drawn.length) return [];
  const [{ game, action }] = drawn;
  const drawing = await drawingOf(rulebook);
  const seen = await Promise.all([stateAfter(game, action - 1), stateAfter(game, action)]);
  const [before, after] = seen.map(({ state }) => pictureOf(drawing, state, state.as, BOARD_WIDTH, null, state).notes);
  return [...after].some(([key, { value }]) => before.get(key)?.value !== value) ? drawn : [];
}

/**
 * The first answers of the players: the most frequent with the board of a game that began so, and all in a table.
 * @param {Statistics} found
 * @param {Drawn[]} drawn
 */
function openings({ openings: rows, players, rulebook }, drawn) {
  const boards = drawn.map(({ text, number, wins, game, action }) =>
    html.li(
      { class: "game" },
      thumbnail(
        { id: `${game} ${action}`, rulebook, position: String(action) },
        () => stateAfter(game, action),
        () => stateAfter(game, action - 1),
      ),
      html.div(
        { class: "game-words" },
        html.a({ class: "game-title", href: `/games/${game}/replay#${action}-0` }, text),
        html.p(
          { class: "game-turn" },
          `${gettext("Number")}: ${numberText(number)} · ${gettext("Won")}: ${shareText(wins, number)}`,
        ),
      ),
    ),
  );
  const all = table(
    gettext("First moves"),
    [gettext("Move"), gettext("Number"), gettext("Won")],
    rows.map((one) => html.tr(html.th({ scope: "row" }, one.text), winCells(one, players))),
  );
  return section(
    "openings",
    gettext("First moves"),
    boards.length ? html.ol({ class: "games" }, boards) : null,
    boards.length ? html.details({ class: "more" }, html.summary(gettext("Table")), all) : all,
  );
}

/** @typedef {{ words: string, which: string, value: number, number: number, wins: number, counts: Count[] }} Line */

/**
 * The entries of one round, or of all rounds together: a line for each thing, the most frequent first; for few things a
 * line for each of their values.
 * @param {Topic} topic
 * @param {number} round 0: all
 * @param {boolean} isByValue
 */
function linesOf({ entries }, round, isByValue) {
  /** @type {Map<string, Line>} */
  const found = new Map();
  const shown = entries.filter((one) => !round || one.round === round);
  for (const { id, which, values } of shown) {
    for (const { value, number, wins } of values) {
      const key = isByValue ? `${id} ${value}` : id;
      const words = isByValue ? `${which}: ${numberText(value ?? 0)}` : which;
      const line = found.get(key) ?? { words, which, value: value ?? 0, number: 0, wins: 0, counts: [] };
      line.number += number;
      line.wins += wins;
      line.counts.push({ value: value ?? 0, number });
      found.set(key, line);
    }
  }
  const byValue = (/** @type {Line} */ one, /** @type {Line} */ other) =>
    one.which.localeCompare(other.which) || one.value - other.value;
  return [...found.values()].sort(isByValue ? byValue : (one, other) => other.number - one.number);
}

/**
 * A table of the title's own numbers, by round if it has rounds.
 * @param {Topic} topic
 * @param {number} players
 */
function topicSection(topic, players) {
  const { id, label, of, unit, wins, entries } = topic;
  const rounds = [...new Set(entries.map(({ round }) => round))].filter(Boolean).sort((one, other) => one - other);
  const isByValue = unit !== "" && new Set(entries.map((one) => one.id)).size <= FEW;
  const hasAverage = unit !== "" && !isByValue;
  const head = [
    isByValue ? `${of} (${unit})` : of,
    gettext("Number"),
    ...(wins ? [gettext("Won")] : []),
    ...(hasAverage ? [gettext("Average ({unit})", { unit })] : []),
  ];
  const place = html.div();
  const show = (/** @type {number} */ round) => {
    const rows = linesOf(topic, round, isByValue).map((line) =>
      html.tr(
        html.th({ scope: "row" }, line.words),
        wins ? winCells(line, players) : html.td(numberText(line.number)),
        hasAverage && html.td({ class: "share" }, averageText(line.counts)),
      ),
    );
    replace(place, table(label, head, rows));
  };
  const choice = select({ name: `round-${id}`, onchange: () => show(Number(choice.value)) }, [
    [0, gettext("All rounds")],
    ...rounds.map((round) => /** @type {const} */ ([round, gettext("Round {number}", { number: round })])),
  ]);
  show(0);
  return section(`topic-${id}`, label, rounds.length > 1 && field(gettext("Round"), choice), place);
}

/** @param {Statistics} found @param {Drawn[]} drawn */
function content(found, drawn) {
  const { games, complete, players, topics, demonstration } = found;
  if (!games) return [emptyState(gettext("No finished games with this number of players yet."), startGame())];
  return [
    demonstration &&
      emptyState(
        gettext(
          "No game of this title is finished yet. These are the numbers of the demonstration game, which computer players played.",
        ),
        startGame(),
      ),
    html.p(
      [
        gamesText(games),
        complete < games &&
          ngettext("{number} of them played to the end", "{number} of them played to the end", complete),
      ]
        .filter(Boolean)
        .join(" · "),
    ),
    html.p(
      { class: "hint" },
      gettext("A shared first place counts as won. The mark on a bar is the share if all seats won equally often."),
      " ",
      tooFewText(),
    ),
    seats(found),
    complete > 0 && [
      found.unit !== null &&
        distribution("points", pointsName(found.unit), found.points.map(counted), gettext("Results")),
      distribution("actions", gettext("Moves in a game"), found.actions.map(inGames), gettext("Games")),
      distribution("days", gettext("Length in days"), found.days.map(inGames), gettext("Games")),
    ],
    found.openings.length > 0 && openings(found, drawn),
    topics.filter(({ entries }) => entries.length).map((topic) => topicSection(topic, players)),
  ].flat();
}

/** @param {Statistics["points"][number]} one */
const counted = ({ value, number, wins }) => ({ value: value ?? 0, number, wins });

/** @param {Statistics["days"][number]} one */
const inGames = ({ value, games }) => ({ value, number: games });

/** @param {string} title @param {URLSearchParams} asked @returns {Promise<Statistics>} */
const read = (title, asked) => call(`/api/rulebooks/${encodeURIComponent(title)}/statistics?${asked}`);

/** @param {Statistics} found @param {Drawn[]} drawn */
function showAll(found, drawn) {
  const { rulebook, title, players, people, available, current } = found;
  const numbers = available.some((one) => one.players === players) ? available : [...available, { players, games: 0 }];
  const chosen = (/** @type {string} */ control) =>
    load(rulebook, choice.value, switched.checked, control).catch(problemNotice);
  const choice = select(
    { name: "players", onchange: () => chosen("[name=players]") },
    numbers.map((one) => [
      one.players,
      `${ngettext("{number} player", "{number} players", one.players)} · ${gamesText(one.games)}`,
    ]),
    players,
  );
  /** @type {HTMLInputElement} */
  const switched = html.input({
    type: "checkbox",
    id: "people",
    checked: people,
    onchange: () => chosen("#people"),
  });
  replace(
    find("main"),
    html.div(
      { class: "page-head" },
      html.h1(gettext("Statistics: {title}", { title })),
      html.a({ class: "button", href: `/titles/${encodeURIComponent(rulebook)}` }, gettext("Rules")),
    ),
    html.div(
      { class: "statistics-choice" },
      field(gettext("Number of players"), choice),
      html.label({ class: "switch" }, switched, gettext("Only games between people")),
    ),
    !current && html.p({ class: "hint" }, gettext("Not all games are counted yet. The page updates shortly.")),
    html.div({ class: "statistics" }, content(found, drawn)),
    html.p(
      { class: "hint" },
      gettext("Public finished games on this server are counted. No player is named."),
      " ",
      html.a(
        { href: `/api/rulebooks/${encodeURIComponent(rulebook)}/statistics?format=jsonl`, download: "" },
        gettext("Download the facts of all games"),
      ),
    ),
  );
}

/**
 * Show the chosen games, and write the choice into the address.
 * @param {string} title
 * @param {string} players
 * @param {boolean} people
 * @param {string} [focused] the control that was used
 */
async function load(title, players, people, focused) {
  const asked = new URLSearchParams({ ...(players && { players }), people: String(people) });
  const found = await read(title, asked);
  setTitle(gettext("Statistics: {title}", { title: found.title }));
  if (focused) history.replaceState(null, "", here(`/statistics/${encodeURIComponent(title)}?${asked}`));
  showAll(found, await drawnOpenings(found).catch(() => []));
  if (focused) {
    /** @type {HTMLElement | null} */ (document.querySelector(focused))?.focus();
    announce(gamesText(found.games));
  }
  if (!found.current) setTimeout(() => load(title, players, people).catch(problemNotice), AGAIN_MILLISECONDS);
}

showPage(async () => {
  const asked = new URLSearchParams(location.search);
  await load(namedHere(), asked.get("players") ?? "", asked.get("people") === "true");
  drawThumbnails();
});
