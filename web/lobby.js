// The lobby: the titles, my games and whose turn it is, seats to take, games to watch.

import { Problem, call, problemText, signedIn } from "./api.js";
import { find, html, replace } from "./dom.js";
import { gameList, playButton, sitDownButton } from "./game-list.js";
import { buildFooter, buildMasthead, notice } from "./masthead.js";
import { openOwnNonce } from "./sitting.js";
import { gettext, textsReady } from "./texts.js";
import { titleCard } from "./title-card.js";
import { welcome } from "./welcome.js";

/** @import { Child, Rulebooks, Summary, Title } from "./types.js" */
/** @typedef {{ turns: Summary[], games: Summary[] }} Mine the games in which it is my turn, and all of mine */

const REFRESH_MILLISECONDS = 15000;

/**
 * @param {string} id
 * @param {string} heading
 * @param {Child[]} content
 */
function section(id, heading, ...content) {
  return html(
    "section",
    { id, "aria-labelledby": `${id}-heading` },
    html("h2", { id: `${id}-heading` }, heading),
    ...content,
  );
}

/**
 * The games that an address lists.
 * @param {string} address
 * @returns {Promise<Summary[]>}
 */
async function gamesAt(address) {
  /** @type {{ games: Summary[] }} */
  const { games } = await call(address);
  return games;
}

/**
 * My games; null if nobody is signed in, or somebody whom the server does not know.
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

/** What the focus is on within the games, by what it is for: the lists are made anew. */
function focusedName() {
  const focused = document.activeElement?.closest("#games a, #games button");
  return focused && nameOf(focused);
}

/** @param {Element} element */
function nameOf(element) {
  return element.getAttribute("href") ?? element.getAttribute("aria-label");
}

async function refresh() {
  const mine = await myGames();
  const [open, playing, finished] = await Promise.all(
    ["waiting", "playing", "finished"].map((status) => gamesAt(`/api/games?status=${status}&limit=12`)),
  );
  mine?.games.forEach((game) => openOwnNonce(game).catch(() => {})); // what fails is tried at the next refresh
  document.title = mine?.turns.length ? `(${mine.turns.length}) Stele` : "Stele";
  const focused = focusedName();
  replace(
    find("games"),
    mine &&
      section("my-games", gettext("My games"), gameList(mine.games, gettext("You sit at no table yet."), playButton)),
    section(
      "open-games",
      gettext("Seats to take"),
      gameList(
        open.filter((game) => game.free_seats),
        gettext("Nobody looks for players now."),
        sitDownButton,
      ),
    ),
    section("running-games", gettext("Games to watch"), gameList(playing, gettext("No game is being played now."))),
    section(
      "finished-games",
      gettext("Finished games to replay"),
      gameList(finished, gettext("No game is finished yet.")),
    ),
  );
  if (focused !== null) {
    for (const one of find("games").querySelectorAll("a, button")) {
      if (one instanceof HTMLElement && nameOf(one) === focused) one.focus();
    }
  }
  return { mine, finished };
}

/**
 * The title that is played out soonest, with its demonstration game: good for a first try. Null if there is none.
 * @param {Title[]} titles
 */
async function quickestTitle(titles) {
  const found = await Promise.all(
    titles.map(async (title) => {
      try {
        /** @type {Summary} */
        const demo = await call(`/api/games/demo-${title.id}`);
        return { title, demo, actions: Number(demo.position.split("-")[0]) };
      } catch {
        return null;
      }
    }),
  );
  const finished = found.filter((one) => one !== null).filter((one) => one.demo.status === "finished");
  return finished.sort((one, other) => one.actions - other.actions)[0] ?? null;
}

async function start() {
  await textsReady;
  buildMasthead();
  buildFooter();
  try {
    replace(
      find("main"),
      html("div", { id: "welcome" }),
      html("div", { id: "titles-place" }),
      html("div", { id: "games" }, html("p", { role: "status" }, gettext("Looking for games …"))),
    );
    /** @type {Promise<Rulebooks>} */
    const offering = call("/api/rulebooks");
    const [offered, found] = await Promise.all([offering, refresh()]);
    const quickest = await quickestTitle(offered.rulebooks);
    replace(find("welcome"), welcome(quickest?.title ?? offered.rulebooks[0], quickest?.demo ?? found.finished[0]));
    const cards = await Promise.all(offered.rulebooks.map((title) => titleCard(title, offered)));
    replace(find("titles-place"), section("titles", gettext("Titles"), html("ul", { class: "titles" }, cards)));
    if (found.mine?.turns.length) find("welcome").after(find("games"));
    setInterval(() => document.hidden || refresh().catch(() => {}), REFRESH_MILLISECONDS);
  } catch (error) {
    notice(problemText(error), "bad");
  }
}

start();
