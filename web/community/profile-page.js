// Profile page: a player's ratings, results, answer times, and current and finished games.

import { challengeButton } from "./challenge.js";
import { call, signedIn } from "../core/api.js";
import { namedHere } from "../core/base-path.js";
import { find, html, replace, section, tableHead } from "../core/dom.js";
import { emptyState, startGame } from "../core/empty-state.js";
import { gameList, playButton } from "../lobby/game-list.js";
import { setTitle, showPage } from "../masthead/page-header.js";
import { provisionalTag, ratingCurve, ratingText } from "./rating.js";
import { gettext, language, locale, ngettext } from "../core/i18n.js";
import { drawThumbnails } from "../board/thumbnail.js";
import { pointsText } from "../core/points.js";
import { lengthText } from "../core/time-left.js";
import { statusText } from "./tournament-text.js";

/** @import { ListedTournament, Opponent, Profile } from "../types.js" */

const MOST_LISTED = 12;
const MOST_OPPONENTS = 10;

/** @param {Profile} profile */
function factsOf({ kind, owner, since, running, called_off: calledOff = 0, finished, stayed, answers, demonstration }) {
  const begun = since && new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(new Date(since));
  const within = answers.within_seconds;
  return [
    owner && gettext("Bot by {name}", { name: owner.name }),
    begun && gettext("Member since {date}", { date: begun }),
    running !== undefined && ngettext("{number} game in progress", "{number} games in progress", running),
    demonstration
      ? ngettext("{number} demonstration game", "{number} demonstration games", finished)
      : ngettext("{number} finished game", "{number} finished games", finished),
    kind === "person" &&
      finished > 0 &&
      gettext("stayed to the end in {stayed} of {all} games", { stayed, all: finished }),
    calledOff > 0 &&
      ngettext("called off {number} game after the draw", "called off {number} games after the draw", calledOff),
    within !== null && gettext("half of all moves within {time}", { time: lengthText(within * 1000) }),
  ].filter(Boolean);
}

/** @param {Profile["ratings"][number]} rating */
function ratingCard(rating) {
  const { rulebook, title, bots, games, provisional, curve } = rating;
  const board = new URLSearchParams({ title: rulebook, bots: String(bots) });
  return html.li(
    { class: "rating-card" },
    html.h3(html.a({ href: `/ratings?${board}` }, title)),
    html.p(
      ratingText(rating),
      " ",
      provisional && provisionalTag(),
      " ",
      html.span({ class: "hint" }, ngettext("{number} rated game", "{number} rated games", games)),
    ),
    curve.length > 1 && ratingCurve(curve),
  );
}

/** @param {Profile["titles"]} titles */
function resultsTable(titles) {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const averageText = (/** @type {Profile["titles"][number]} */ { unit, average_points: average }) =>
    average === null ? "–" : pointsText(unit, average, numbers.format(average));
  const head = [
    gettext("Title"),
    gettext("Players"),
    gettext("Games"),
    gettext("Places (1st, 2nd, …)"),
    gettext("Average place"),
    gettext("Average points"),
  ];
  return html.div(
    { class: "wide sheet", tabindex: 0, role: "group", "aria-label": gettext("Results") },
    html.table(
      { class: "results" },
      tableHead(head),
      html.tbody(
        titles.map((one) =>
          html.tr(
            html.th({ scope: "row" }, html.a({ href: `/titles/${one.rulebook}` }, one.title)),
            html.td(one.players),
            html.td(one.finished),
            html.td(one.places.join(" · ")),
            html.td(numbers.format(one.average_place)),
            html.td(averageText(one)),
          ),
        ),
      ),
    ),
  );
}

/** The latest public games in which a computer player of this kind had a seat. @param {string} kind */
async function finishedGamesOfKind(kind) {
  const { games } = await call("/api/games?status=finished&limit=50");
  const own = games.filter(({ seats }) => seats.some((seat) => seat.kind === kind)).slice(0, MOST_LISTED);
  return own.length > 0 && section("finished", gettext("Recently finished games"), gameList(own));
}

/**
 * A player's public games.
 * @param {Profile} profile
 */
async function gamesOf({ id, kind }) {
  if (kind !== "person") return [null, await finishedGamesOfKind(kind)];
  const [running, finished] = await Promise.all(
    ["playing", "finished"].map(async (status) => {
      const { games } = await call(`/api/games?player=${encodeURIComponent(id)}&status=${status}&limit=${MOST_LISTED}`);
      return games;
    }),
  );
  const isOwn = signedIn()?.id === id;
  const starting = isOwn && startGame();
  return [
    (isOwn || running.length > 0) &&
      section(
        "running",
        gettext("Running games"),
        gameList(running, emptyState(gettext("No games in progress."), starting), isOwn ? playButton : undefined),
      ),
    section(
      "finished",
      gettext("Recently finished games"),
      gameList(finished, emptyState(gettext("No finished games yet."))),
    ),
  ];
}

/**
 * The score against the most frequent opponents, and first against the viewer; nothing without finished games.
 * @param {Profile} profile
 */
function opponentsOf({ id, finished, opponents, demonstration }) {
  if (!finished || demonstration) return null;
  const path = `/players/${encodeURIComponent(id)}/games`;
  const isMe = (/** @type {Opponent} */ { player }) => player === signedIn()?.id;
  const listed = [...opponents.filter(isMe), ...opponents.filter((one) => !isMe(one))].slice(0, MOST_OPPONENTS);
  const line = (/** @type {Opponent} */ one) =>
    html.tr(
      { class: isMe(one) ? "own" : null },
      html.th({ scope: "row" }, html.a({ href: `/players/${encodeURIComponent(one.player)}` }, html.bdi(one.name))),
      html.td(
        html.a(
          {
            href: `${path}?opponent=${encodeURIComponent(one.player)}`,
            "aria-label": ngettext("{number} game against {name}", "{number} games against {name}", one.games, {
              name: one.name,
            }),
          },
          one.games,
        ),
      ),
      [one.won, one.tied, one.lost].map((number) => html.td(number)),
    );
  const head = [gettext("Opponent"), gettext("Games"), gettext("Ahead"), gettext("Level"), gettext("Behind")];
  return section(
    "opponents",
    gettext("Opponents"),
    listed.length > 0 &&
      html.div(
        { class: "wide sheet", tabindex: 0, role: "group", "aria-label": gettext("Opponents") },
        html.table({ class: "results" }, tableHead(head), html.tbody(listed.map(line))),
      ),
    html.p(html.a({ href: path }, gettext("All finished games"))),
  );
}

/**
 * A player's tournaments, with their places; none for a computer player.
 * @param {Profile} profile
 */
async function tournamentsOf({ id, kind }) {
  if (kind !== "person") return null;
  const { tournaments } = await call(`/api/tournaments?player=${encodeURIComponent(id)}`);
  if (!tournaments.length) return null;
  const line = (/** @type {ListedTournament} */ tournament) =>
    html.li(
      html.a({ href: `/tournaments/${tournament.id}` }, tournament.name),
      " · ",
      tournament.title,
      " · ",
      html.span(tournament.place ? placeText(tournament) : statusText(tournament)),
      trophy(tournament),
    );
  return section("tournaments", gettext("Tournaments"), html.ul({ class: "facts-list" }, tournaments.map(line)));
}

/** The trophy of the first three. @param {ListedTournament} tournament */
function trophy({ place }) {
  const words = [gettext("gold"), gettext("silver"), gettext("bronze")];
  return place && place <= words.length && html.span({ class: `tag trophy place-${place}` }, words[place - 1]);
}

/** @param {ListedTournament} tournament */
function placeText({ place = 0, players }) {
  return gettext("place {place} of {players}", { place, players });
}

/** @param {Profile} profile */
async function show(profile) {
  const { id, name, kind, ratings, titles } = profile;
  setTitle(name);
  replace(
    find("main"),
    html.div(
      { class: "player-head" },
      html.h1(html.bdi(name)),
      kind !== "person" && html.span({ class: "tag" }, gettext("Computer player")),
      kind === "person" && challengeButton({ id, name }, { class: "primary" }),
    ),
    html.ul(
      { class: "facts" },
      factsOf(profile).map((fact) => html.li(fact)),
    ),
    html.div({ id: "games" }),
  );
  const [tournaments, [running, finished]] = await Promise.all([tournamentsOf(profile), gamesOf(profile)]);
  replace(
    find("games"),
    running,
    section(
      "ratings",
      gettext("Ratings"),
      ratings.length
        ? html.ul({ class: "rating-cards" }, ratings.map(ratingCard))
        : emptyState(gettext("No rated games yet. Ratings are listed here by title.")),
      ratings.length > 0 &&
        html.p(
          { class: "hint" },
          gettext(
            "1500 is the rating of the Steward, a computer player that never changes. Two times out of three, a player’s true rating is within the uncertainty shown.",
          ),
        ),
    ),
    titles.length > 0 && section("results", gettext("Results"), resultsTable(titles)),
    opponentsOf(profile),
    tournaments,
    finished,
  );
}

showPage(async () => {
  await show(await call(`/api/players/${encodeURIComponent(namedHere())}`));
}).finally(drawThumbnails);
