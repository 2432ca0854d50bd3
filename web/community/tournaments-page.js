// Tournaments page: the list of tournaments and the form of a new one, and the standings and rounds of one.

import { requirePlayer } from "../account/sign-in-prompt.js";
import { call, Problem, problemText, signedIn } from "../core/api.js";
import { here, namedHere } from "../core/base-path.js";
import { field, form, openDialog } from "../core/dialogs.js";
import { button, find, html, replace, tableHead } from "../core/dom.js";
import { blankPage, emptyState, toLobby } from "../core/empty-state.js";
import { buildFrame, problemNotice, refusalNotice } from "../core/page-header.js";
import { called } from "../core/player-names.js";
import { PaceChoice, outcomeText, paceText } from "../table/clocks/clock-options.js";
import { gettext, ngettext, timeText } from "../core/i18n.js";

/** @import { Pace, Rulebooks } from "../types.js" */
/** @typedef {{ id: string, name: string | null }} Known */
/**
 * @typedef {object} Listed
 * @property {string} id
 * @property {string} name
 * @property {Known} organiser
 * @property {string} rulebook
 * @property {string} title
 * @property {number} size
 * @property {"round_robin" | "swiss"} kind
 * @property {Pace} [pace]
 * @property {"open" | "running" | "over" | "called off"} status
 * @property {number} rounds
 * @property {number} played
 * @property {number} players
 * @property {string} created_at
 * @property {boolean} entered
 */
/**
 * @typedef {object} Standing
 * @property {Known} player
 * @property {number} place
 * @property {number} points
 * @property {number} opponents
 * @property {number} games
 * @property {boolean} left
 * @property {boolean} struck
 */
/** @typedef {{ game: string, players: Known[], places: number[] | null, forfeited: number[] }} Table */
/** @typedef {{ tables: Table[], resting: Known[], absent: Known[] }} Round */
/** @typedef {Listed & { standings: Standing[], made: Round[] }} Tournament */

const ID = namedHere();
const LOOK_AGAIN_MILLISECONDS = 30000;

/** @param {Listed} tournament */
function statusText({ status, rounds, played }) {
  switch (status) {
    case "open":
      return gettext("open for registration");
    case "running":
      return gettext("round {number} of {all}", { number: played, all: rounds });
    case "over":
      return gettext("finished");
    default:
      return gettext("called off");
  }
}

/**
 * The pairing system, in words.
 * @param {Listed["kind"]} kind
 */
function kindText(kind) {
  return kind === "swiss" ? gettext("Swiss pairing") : gettext("round robin");
}

/** A tournament's description, in one line. @param {Listed} tournament */
function facts(tournament) {
  return [
    tournament.title,
    ngettext("one player per table", "{number} players per table", tournament.size),
    kindText(tournament.kind),
    ngettext("one player", "{number} players", tournament.players),
    tournament.pace ? paceText(tournament.pace) : gettext("no clock"),
  ].join(" · ");
}

/** @param {Listed} tournament */
function card(tournament) {
  return html(
    "li",
    { class: "report" },
    html("h2", {}, html("a", { href: `/tournaments/${tournament.id}` }, tournament.name)),
    html("p", {}, facts(tournament)),
    html(
      "p",
      { class: "talk-head" },
      html("span", { class: "tag" }, statusText(tournament)),
      tournament.entered && html("span", { class: "tag" }, gettext("joined")),
      html("time", { datetime: tournament.created_at }, timeText(tournament.created_at)),
    ),
  );
}

async function showList() {
  /** @type {{ tournaments: Listed[] }} */
  const { tournaments } = await call("/api/tournaments");
  document.title = `${gettext("Tournaments")} · Stele`;
  replace(
    find("main"),
    html(
      "div",
      { class: "page-head" },
      html("h1", {}, gettext("Tournaments")),
      button(gettext("New tournament"), openNewTournament, { class: "primary", id: "new-tournament" }),
    ),
    tournaments.length
      ? html("ol", { class: "reports" }, tournaments.map(card))
      : emptyState(gettext("No tournaments yet. Open the first one: players can join until it starts.")),
  );
}

/** Open the form of a new tournament. */
async function openNewTournament() {
  if (!(await requirePlayer())) return;
  /** @type {Rulebooks} */
  const { rulebooks } = await call("/api/rulebooks");
  const name = html("input", { name: "name", required: true, maxlength: 80 });
  const sizes = () => {
    const title = rulebooks.find((one) => one.id === rulebook.value) ?? rulebooks[0];
    const [least, most] = [title.players.min, title.players.max];
    const numbers = Array.from({ length: most - least + 1 }, (_one, more) => Math.max(2, least + more));
    replace(
      size,
      [...new Set(numbers)].map((number) => html("option", { value: number }, String(number))),
    );
  };
  /** @type {HTMLSelectElement} */
  const rulebook = html(
    "select",
    { name: "rulebook", onchange: sizes },
    rulebooks.map((one) => html("option", { value: one.id }, one.title)),
  );
  const size = html("select", { name: "size" });
  /** @type {Listed["kind"][]} */
  const kinds = ["round_robin", "swiss"];
  const kind = html(
    "select",
    { name: "kind" },
    kinds.map((one) => html("option", { value: one }, kindText(one))),
  );
  const pace = new PaceChoice();
  sizes();
  openDialog(
    gettext("New tournament"),
    form(
      async () => {
        const body = {
          name: name.value,
          rulebook: rulebook.value,
          size: Number(size.value),
          kind: kind.value,
          pace: pace.value,
        };
        /** @type {{ id: string }} */
        const made = await call("/api/tournaments", { method: "POST", body });
        location.assign(here(`/tournaments/${made.id}`));
      },
      field(gettext("Name"), name),
      field(gettext("Title"), rulebook),
      field(gettext("Players per game"), size),
      field(gettext("Pairing"), kind),
      ...pace.fields,
      html("button", { class: "primary" }, gettext("Open the tournament")),
    ),
  );
  name.focus();
}

/**
 * Perform an action on the tournament, and show the result.
 * @param {string} rest
 * @param {string} method
 */
async function act(rest, method) {
  try {
    if (!(await requirePlayer())) return;
    const body = method === "POST" ? {} : undefined;
    show(await call(`/api/tournaments/${ID}${rest}`, { method, body }));
  } catch (error) {
    problemNotice(error);
  }
}

/** @param {Tournament} tournament */
function actions({ status, entered, organiser, players, size }) {
  const isMine = signedIn()?.id === organiser.id;
  return html(
    "div",
    { class: "buttons" },
    status === "open" &&
      !entered &&
      button(gettext("Join the tournament"), () => act("/entries", "POST"), { class: "primary" }),
    (status === "open" || status === "running") &&
      entered &&
      button(gettext("Leave the tournament"), () => act("/entries", "DELETE")),
    status === "open" &&
      isMine &&
      button(gettext("Start"), () => act("/start", "POST"), { disabled: players < Math.max(3, size) }),
    (status === "open" || status === "running") && isMine && button(gettext("Call off"), () => act("", "DELETE")),
  );
}

/** The note after a player's name. @param {Standing} standing */
function parted({ left, struck }) {
  const words = struck ? gettext("withdrawn, results annulled") : left && gettext("withdrawn");
  return words && ` (${words})`;
}

/** How games, byes and ties count in this tournament. @param {Tournament} tournament */
function counting({ kind, size }) {
  const games = gettext(
    "The winner of a game gets one point, the last player none, and the players in between evenly spaced scores. A player who resigned or was away at the end forfeits the game and gets none.",
  );
  return [games, restText(kind, size)].join(" ");
}

/** The points of a bye. @param {Listed["kind"]} kind @param {number} size */
function restText(kind, size) {
  if (size > 2) return gettext("A bye is worth half a point.");
  if (kind === "swiss") return gettext("A bye is worth one point.");
  return gettext(
    "If a player leaves, each opponent they have not played yet gets the point. If they have played less than half of the schedule, all their results are annulled.",
  );
}

/** @param {Standing[]} standings */
function table(standings) {
  const head = [gettext("Place"), gettext("Player"), gettext("Points"), gettext("Tie-break"), gettext("Games")];
  const rows = html(
    "table",
    { class: "standings" },
    html("caption", { class: "unseen" }, gettext("Standings")),
    tableHead(head),
    html(
      "tbody",
      {},
      standings.map((standing) => {
        const { player, place, points, opponents, games } = standing;
        return html(
          "tr",
          { class: player.id === signedIn()?.id ? "mine" : null },
          html("td", {}, String(place)),
          html("th", { scope: "row" }, called(player), parted(standing)),
          html("td", {}, points.toLocaleString(document.documentElement.lang)),
          html("td", {}, opponents.toLocaleString(document.documentElement.lang)),
          html("td", {}, String(games)),
        );
      }),
    ),
  );
  return html("div", { class: "wide", tabindex: 0, role: "region", "aria-label": gettext("Standings") }, rows);
}

/**
 * @param {Round} round
 * @param {number} index
 */
function roundPart({ tables, resting, absent }, index) {
  const tell = (/** @type {Table} */ { game, players, places, forfeited }) => {
    const order = players.map((player, seat) => ({
      name: forfeited.includes(seat) ? gettext("{name} (forfeited)", { name: called(player) }) : called(player),
      place: places?.[seat] ?? 0,
    }));
    const ranked = places?.length ? order.toSorted((one, other) => one.place - other.place) : order;
    const words = ranked.map(({ name, place }) => (place ? `${place}. ${name}` : name));
    return html(
      "li",
      {},
      html("a", { href: `/games/${game}` }, words.join(places?.length ? ", " : " – ")),
      " ",
      places === null && html("span", { class: "tag" }, gettext("in progress")),
      places !== null && !places.length && html("span", { class: "tag" }, gettext("no result")),
    );
  };
  return html(
    "section",
    { class: "sheet" },
    html("h2", {}, gettext("Round {number}", { number: index + 1 })),
    html("ul", { class: "standstills" }, tables.map(tell)),
    resting.length > 0 &&
      html("p", { class: "hint" }, gettext("Bye: {names}", { names: resting.map(called).join(", ") })),
    absent.length > 0 &&
      html("p", { class: "hint" }, gettext("Suspended, not paired: {names}", { names: absent.map(called).join(", ") })),
  );
}

/** @param {Tournament} tournament */
function show(tournament) {
  document.title = `${tournament.name} · Stele`;
  replace(
    find("main"),
    html("a", { class: "back", href: "/tournaments" }, gettext("Tournaments")),
    html(
      "div",
      { class: "page-head" },
      html(
        "div",
        {},
        html("h1", {}, tournament.name),
        html(
          "p",
          { class: "talk-head" },
          html("span", { class: "tag", id: "tournament-status" }, statusText(tournament)),
          html("span", {}, gettext("Organised by {name}", { name: called(tournament.organiser) })),
        ),
      ),
      actions(tournament),
    ),
    html("p", {}, facts(tournament)),
    tournament.pace &&
      html(
        "p",
        { class: "hint" },
        gettext("When time runs out: {outcome}.", { outcome: outcomeText(tournament.pace.outcome) }),
      ),
    html(
      "div",
      { class: "tournament-parts" },
      tournament.standings.length > 0 &&
        html("section", { class: "sheet" }, html("h2", {}, gettext("Standings")), table(tournament.standings)),
      tournament.made.map(roundPart).reverse(),
    ),
    html(
      "p",
      { class: "hint counting" },
      `${counting(tournament)} `,
      gettext(
        "Your seat is reserved. If you join in time, your browser contributes to the random draws; otherwise you are seated without a contribution.",
      ),
    ),
  );
}

async function showOne() {
  /** @type {Tournament} */
  const tournament = await call(`/api/tournaments/${ID}`);
  show(tournament);
  if (tournament.status === "running") {
    setTimeout(() => !document.hidden && showOne().catch(() => {}), LOOK_AGAIN_MILLISECONDS);
  }
}

async function start() {
  await buildFrame();
  try {
    await (ID ? showOne() : showList());
  } catch (error) {
    if (error instanceof Problem && error.status === 404) {
      replace(find("main"), blankPage(error.title, problemText(error), toLobby("primary")));
    } else refusalNotice(error);
  }
}

start();
