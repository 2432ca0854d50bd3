// Players page: who plays now and has played lately, and a search for players by name, each with a profile and a
// challenge.

import { call, problemText, signedIn } from "../core/api.js";
import { field } from "../core/dialogs.js";
import { button, find, html, replace, section } from "../core/dom.js";
import { emptyState, startGame } from "../core/empty-state.js";
import { announceFound, PlayerSearch } from "../core/player-field.js";
import { openAccount, setTitle, showPage } from "../masthead/page-header.js";
import { challengeButton } from "./challenge.js";
import { ago, gettext, timeText } from "../core/i18n.js";

/** @import { Found } from "../core/player-field.js" */
/** @import { ListedGame } from "../types.js" */

const MOST_FOUND = 20;
const MOST_GAMES = 50;
const MOST_LISTED = 24;

/** @param {Found} player */
function line(player) {
  const profile = `/players/${encodeURIComponent(player.id)}`;
  return html.li(html.a({ class: "player", href: profile }, html.bdi(player.name)), challengeButton(player));
}

/** @param {Found[]} players */
function list(players) {
  announceFound(players);
  if (!players.length) return html.p({ class: "empty" }, gettext("No players found."));
  return html.ul({ class: "found-players sheet" }, players.map(line));
}

/** The search, which starts while typing. The name is in the address, so that one can come back to it. */
function searchForm() {
  const name = html.input({ type: "search", name: "name", maxlength: 40, autocomplete: "off" });
  const found = html.div();
  const searching = new PlayerSearch();
  const search = async () => {
    const query = name.value.trim() ? `?${new URLSearchParams({ name: name.value.trim() })}` : "";
    history.replaceState(null, "", location.pathname + query);
    try {
      const players = await searching.players(name.value, MOST_FOUND);
      if (players) replace(found, name.value.trim() ? list(players) : null);
    } catch (error) {
      replace(found, html.p({ class: "refusal", role: "alert" }, problemText(error)));
    }
  };
  name.addEventListener("input", () => searching.wait(search));
  name.value = new URLSearchParams(location.search).get("name") ?? "";
  if (name.value) search();
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    search();
  };
  return [
    html.form(
      { role: "search", class: "player-search", onsubmit: submit },
      field(gettext("Name of the player"), name, gettext("The first letters of the name, or of a word in it.")),
    ),
    found,
  ];
}

/**
 * The people in these games, each once, in the order of the games.
 * @param {ListedGame[]} games
 * @param {(game: ListedGame) => string} words what they do or did there
 * @param {Set<string>} known who is listed already
 */
function peopleIn(games, words, known) {
  const found = games.flatMap((game) =>
    game.seats.map(({ kind, player, name }) => ({ game, player: kind === "person" ? player : null, name })),
  );
  const people = found.filter(({ player }) => player && !known.has(player) && known.add(player));
  return people
    .slice(0, MOST_LISTED)
    .map(({ game, player, name }) =>
      html.li(
        html.a({ class: "player", href: `/players/${encodeURIComponent(player ?? "")}` }, html.bdi(name)),
        html.span(
          { class: "hint" },
          html.a({ href: `/games/${game.id}` }, words(game)),
          " · ",
          html.time({ datetime: game.updated_at, title: timeText(game.updated_at) }, ago(game.updated_at)),
        ),
      ),
    );
}

/** Who plays in public games now, and who has finished some lately. */
async function activity() {
  const read = (/** @type {string} */ status) => call(`/api/games?status=${status}&limit=${MOST_GAMES}`);
  const [playing, finished] = await Promise.all(["playing", "finished"].map(read));
  const latest = (/** @type {{ games: ListedGame[] }} */ { games }) =>
    games
      .filter(({ imported }) => !imported)
      .toSorted((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at));
  const known = new Set();
  const now = peopleIn(latest(playing), ({ title }) => gettext("plays {title}", { title }), known);
  const lately = peopleIn(latest(finished), ({ title }) => gettext("finished {title}", { title }), known);
  const listed = (/** @type {HTMLElement[]} */ lines) => html.ul({ class: "active-players sheet" }, lines);
  return [
    section(
      "playing",
      gettext("Playing now"),
      now.length ? listed(now) : emptyState(gettext("No player is in a public game now."), startGame()),
    ),
    lately.length > 0 && section("lately", gettext("Played lately"), listed(lately)),
  ];
}

/** The kinds of computer players, which are always there. */
async function computerPlayers() {
  const { computers } = await call("/api/rulebooks");
  return section(
    "computers",
    gettext("Computer players"),
    html.ul(
      { class: "active-players sheet" },
      computers
        .toSorted((one, other) => (other.level ?? -1) - (one.level ?? -1))
        .map(({ id, text, level }) =>
          html.li(
            html.a({ class: "player", href: `/players/computer-${id}` }, text),
            level !== null && html.span({ class: "hint" }, gettext("Level {number}", { number: level })),
          ),
        ),
    ),
  );
}

showPage(async () => {
  setTitle(gettext("Players"));
  replace(
    find("main"),
    html.div(
      { class: "page-head" },
      html.h1(gettext("Players")),
      html.a({ class: "button", href: "/bots" }, gettext("Bots on this server")),
    ),
    ...(signedIn()
      ? searchForm()
      : [
          html.p(
            { class: "empty" },
            gettext("Sign in to search for players."),
            " ",
            button(gettext("Sign in"), openAccount, { class: "button" }),
          ),
        ]),
    ...(await Promise.all([activity(), computerPlayers()])),
  );
  if (signedIn()) document.querySelector("input")?.focus();
});
