// Lobby: the titles, the reader's games, open games and games to watch.

import { call, Problem, signedIn } from "../core/api.js";
import { siteName } from "../core/club.js";
import { button, find, html, replace, section } from "../core/dom.js";
import { emptyState, startGame } from "../core/empty-state.js";
import { gameList, isMine, playButton, sitDownButton } from "./game-list.js";
import { showPage } from "../masthead/page-header.js";
import { openNewGame } from "./new-game.js";
import { SeatsWanted, sensibly } from "./open-seats-filter.js";
import { openOwnNonce } from "../table/join.js";
import { drawThumbnails } from "../board/thumbnail.js";
import { keep, kept } from "../core/storage.js";
import { coverOf } from "./cover.js";
import { offeredTitles } from "./title-options.js";
import { gettext, ngettext } from "../core/i18n.js";
import { Welcome } from "./welcome.js";

/** @import { ListedGame, Rulebooks, Title } from "../types.js" */
/** @typedef {{ filter: SeatsWanted, section: HTMLElement, list: HTMLElement }} Wanted the seats to take, and which */
/** @typedef {{ turns: ListedGame[], games: ListedGame[] }} Mine the games in which it is my turn, and all of mine */

const REFRESH_MILLISECONDS = 15000;
const MOST_LISTED = 12;
const MOST_ASKED = 50; // my own games among them are listed elsewhere
const TITLES_EXPECTED = 4;
const KEPT_UNSECURED = "stele-unsecured";

/**
 * The games listed at an address.
 * @param {string} address
 * @returns {Promise<ListedGame[]>}
 */
async function gamesAt(address) {
  const { games } = await call(address);
  return games;
}

/**
 * My games; null without a known signed-in player.
 * @returns {Promise<Mine | null>}
 */
async function myGames() {
  const player = signedIn();
  if (!player) return null;
  try {
    const [turns, mine] = await Promise.all([
      gamesAt("/api/me/turns"),
      gamesAt(`/api/games?player=${encodeURIComponent(player.id)}&limit=50`),
    ]);
    const waiting = new Set(turns.map((game) => game.id));
    const rest = mine.filter((game) => !waiting.has(game.id));
    const order = { playing: 0, waiting: 1, finished: 2, aborted: 3 };
    rest.sort((one, other) => order[one.status] - order[other.status]);
    return { turns, games: [...turns, ...rest] };
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return null;
    throw error;
  }
}

/**
 * The notice, after the first game, to players who cannot sign in elsewhere; otherwise null.
 * @param {ListedGame[]} games mine
 */
function securingLine(games) {
  const player = signedIn();
  const hasPlayed = games.some((game) => game.status === "finished");
  if (!player || player.is_secured || !hasPlayed || kept(KEPT_UNSECURED) === player.id) return null;
  /** @type {HTMLElement} */
  const line = html.p(
    { id: "securing" },
    gettext("For now, your account is only in this browser."),
    " ",
    html.a({ href: "/account" }, gettext("Secure your account")),
    " ",
    button(
      gettext("Not now"),
      () => {
        keep(KEPT_UNSECURED, player.id);
        line.remove();
      },
      { class: "quiet" },
    ),
  );
  return line;
}

/** The purpose of the focused control in the list, since lists are rebuilt. */
function focusedName() {
  const focused = document.activeElement?.closest("#games a, #games button");
  return focused && nameOf(focused);
}

/** @param {Element} element */
function nameOf(element) {
  return element.getAttribute("aria-label") ?? `${element.getAttribute("href")} ${element.textContent}`;
}

/** @param {Wanted} wanted */
async function refresh(wanted) {
  const mine = await myGames();
  const [open, playing, finished] = await Promise.all(
    [wanted.filter.query, "status=playing&watchable=true", "status=finished"].map((which) =>
      gamesAt(`/api/games?${which}&limit=${MOST_ASKED}`),
    ),
  );
  mine?.games.forEach((game) => openOwnNonce(game).catch(() => {})); // errors are retried at the next refresh
  document.title = mine?.turns.length ? `(${mine.turns.length}) ${siteName}` : siteName;
  const focused = focusedName();
  const others = (/** @type {ListedGame[]} */ games) => games.filter((game) => !isMine(game)).slice(0, MOST_LISTED);
  const free = others(sensibly(open.filter((game) => game.free_seats)));
  const starting = startGame();
  const opening = { words: gettext("Open a game"), href: "/#new-game" };
  replace(
    wanted.list,
    gameList(
      free,
      emptyState(gettext("No open games. Games that need players are listed here."), opening),
      sitDownButton,
    ),
  );
  wanted.filter.node.hidden = !free.length && !wanted.filter.isChosen;
  // The filter stays in place, with its focus.
  const games = find("games");
  if (!games.contains(wanted.section)) replace(games, wanted.section);
  for (const one of [...games.children]) if (one !== wanted.section) one.remove();
  if (mine) {
    const empty = emptyState(gettext("You have no games yet."), starting);
    wanted.section.before(
      section("my-games", gettext("My games"), securingLine(mine.games), gameList(mine.games, empty, playButton)),
    );
  }
  const watched = watchedSections(others(playing), others(finished), !mine && starting);
  if (free.length) wanted.section.after(...watched);
  else wanted.section.before(...watched);
  if (focused !== null) {
    for (const one of find("games").querySelectorAll("a, button")) {
      if (one instanceof HTMLElement && nameOf(one) === focused) one.focus();
    }
  }
}

/**
 * The games to watch and the finished ones; without running games, the finished ones are the games to watch.
 * @param {ListedGame[]} playing
 * @param {ListedGame[]} finished
 * @param {false | ReturnType<typeof startGame>} starting
 */
function watchedSections(playing, finished, starting) {
  const watch = gettext("Games to watch");
  if (!playing.length && finished.length) return [section("running-games", watch, gameList(finished))];
  const none = gettext("No games have finished yet. Finished games can be replayed step by step.");
  return [
    section("running-games", watch, gameList(playing, emptyState(gettext("No games in progress.")))),
    section("finished-games", gettext("Finished games"), gameList(finished, emptyState(none, starting))),
  ];
}

/** The section of open games, with the filter above. */
function seatsWanted() {
  const filter = new SeatsWanted(() => refresh(wanted).catch(() => {}));
  const list = html.div();
  /** @type {Wanted} */
  const wanted = { filter, list, section: section("open-games", gettext("Open games"), filter.node, list) };
  return wanted;
}

/**
 * A placeholder until the content is loaded.
 * @param {string} look
 */
function skeleton(look) {
  return html.div({ class: `skeleton ${look}`, "aria-hidden": "true" });
}

/**
 * The page before its data is loaded. Signed-in players see their own games first, visitors the titles; what is
 * below waits for the sections above, so that nothing moves.
 * @param {Welcome} welcome
 */
function layOut(welcome) {
  const games = html.div({ id: "games" }, html.p({ role: "status" }, gettext("Loading games…")));
  const titles = html.div(
    { id: "titles-place" },
    section(
      "titles",
      gettext("Titles"),
      html.div(
        { class: "titles" },
        Array.from({ length: TITLES_EXPECTED }, () => skeleton("title-card")),
      ),
    ),
  );
  const [first, second] = signedIn() ? [games, titles] : [titles, games];
  const puzzles = section(
    "puzzles",
    gettext("Puzzles"),
    html.p(html.a({ class: "button", href: "/puzzles" }, gettext("Puzzles from finished games"))),
  );
  for (const one of [second, puzzles]) one.hidden = true;
  replace(find("main"), welcome.node, first, second, puzzles);
  return { first, second, puzzles };
}

/** @param {Title["players"]} players */
function playersText({ min, max }) {
  return min === max
    ? ngettext("{number} player", "{number} players", min)
    : gettext("{least} to {most} players", { least: min, most: max });
}

/**
 * A title's card; its new game form offers all titles.
 * @param {Title} title
 * @param {Rulebooks} offered
 */
async function titleCard(title, offered) {
  const isUnsure = title.components.some((part) => part.status === "reconstructed");
  const newGame = gettext("New game of {title}", { title: title.title });
  const learn = gettext("Learn by playing: {title}", { title: title.title });
  const rules = gettext("Rules of {title}", { title: title.title });
  return html.li(
    { class: "title-card" },
    await coverOf(title),
    html.div(
      { class: "title-words" },
      html.div(
        { class: "title-line" },
        html.h3(title.title),
        html.a({ href: `/titles/${title.id}`, "aria-label": rules }, gettext("Rules")),
      ),
      html.p(`${title.designer} · ${title.publisher} ${title.year} · ${playersText(title.players)}`),
      isUnsure && html.p({ class: "hint" }, gettext("partly reconstructed")),
      html.div(
        { class: "buttons" },
        button(gettext("New game"), () => openNewGame(offered, title.id), { "aria-label": newGame }),
        title.lesson &&
          html.a(
            { class: "button", href: `/titles/${title.id}/lesson`, "aria-label": learn },
            gettext("Learn by playing"),
          ),
      ),
    ),
  );
}

/**
 * Show the titles, and offer them for a first game.
 * @param {Welcome} welcome
 * @param {Wanted} wanted
 */
async function showTitles(welcome, wanted) {
  /** @type {Rulebooks} */
  const offered = await offeredTitles();
  wanted.filter.offer(offered.rulebooks);
  welcome.offer(offered.rulebooks);
  const cards = await Promise.all(offered.rulebooks.map((title) => titleCard(title, offered)));
  find("titles")
    .querySelector(".titles")
    ?.replaceWith(html.ul({ class: "titles" }, cards));
  const openAsked = () => {
    if (location.hash !== "#new-game") return;
    history.replaceState(null, "", location.pathname + location.search); // the next click opens the form again
    openNewGame(offered, welcome.titles.value);
  };
  openAsked();
  addEventListener("hashchange", openAsked);
}

/** Show today's puzzles, with their boards, above the link to all. */
async function showPuzzles() {
  const { puzzles } = await call("/api/puzzles?daily=true");
  if (!puzzles.length) return;
  const { dailyCard } = await import("../puzzles/puzzle-card.js");
  const cards = puzzles.map((puzzle) => dailyCard(puzzle, puzzle.title));
  find("puzzles")
    .querySelector("p")
    ?.before(html.ul({ class: "games" }, cards));
}

showPage(async () => {
  const welcome = new Welcome();
  const { first, second, puzzles } = layOut(welcome);
  const wanted = seatsWanted();
  const shown = { games: refresh(wanted), titles: showTitles(welcome, wanted) };
  const showing = first.id === "games" ? shown.games : shown.titles;
  showing.finally(() => (second.hidden = false)).catch(() => {});
  Promise.allSettled(Object.values(shown)).then(() => (puzzles.hidden = false));
  try {
    await Promise.all([shown.games, shown.titles]);
    // The section in the address did not exist when the browser looked for it.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    if (signedIn()) {
      const ignored = () => {}; // without a connection there is nothing to check
      import("../signing/log-alert.js").then(({ checkLog }) => checkLog()).catch(ignored);
    }
    setInterval(() => document.hidden || refresh(wanted).catch(() => {}), REFRESH_MILLISECONDS);
  } finally {
    drawThumbnails();
    showPuzzles().catch(() => {}); // the link leads to them
  }
});
