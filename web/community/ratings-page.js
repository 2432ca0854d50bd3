// Ratings page: the leaderboards, one for each title and number of players.

import { call, signedIn } from "../core/api.js";
import { here } from "../core/base-path.js";
import { field } from "../core/dialogs.js";
import { announce, button, find, html, replace, tableHead } from "../core/dom.js";
import { emptyState, startGame } from "../core/empty-state.js";
import { buildFrame, problemNotice } from "../core/page-header.js";
import { ratingText } from "./rating.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @typedef {{ rulebook: string, title: string, players: number, programs: boolean }} Ladder */
/** @typedef {{ place: number, player: string, name: string, kind: string, rating: number, uncertainty: number, games: number }} Ranked */
/** @typedef {{ entries: Ranked[], next: string | null }} Page */

/** @param {Ranked} line */
function row(line) {
  const { place, player, name, kind, games } = line;
  return html(
    "tr",
    { class: player === signedIn()?.id ? "own" : null },
    html("td", {}, place),
    html(
      "th",
      { scope: "row" },
      html("a", { href: `/players/${encodeURIComponent(player)}` }, html("bdi", {}, name)),
      " ",
      kind !== "person" && html("span", { class: "tag" }, gettext("Computer player")),
    ),
    html("td", {}, ratingText(line)),
    html("td", {}, games),
  );
}

/**
 * A leaderboard, page by page.
 * @param {Ladder} ladder
 * @param {HTMLElement} place
 */
async function showBoard({ rulebook, title, players, programs }, place) {
  const lines = html("tbody", {});
  const more = button(gettext("Show more"), () => next(), { hidden: true });
  let cursor = "0";
  const next = async () => {
    more.disabled = true;
    try {
      /** @type {Page} */
      const page = await call(
        `/api/ratings/${encodeURIComponent(rulebook)}?players=${players}&programs=${programs}&cursor=${cursor}`,
      );
      lines.append(...page.entries.map(row));
      cursor = page.next ?? "";
      more.hidden = page.next === null;
    } catch (error) {
      problemNotice(error);
    } finally {
      more.disabled = false;
    }
  };
  await next();
  const words = `${title} · ${ngettext("{number} player", "{number} players", players)}`;
  announce(words);
  replace(
    place,
    lines.childElementCount
      ? html(
          "table",
          { class: "sheet results board-of-ratings" },
          html("caption", {}, words),
          tableHead([gettext("Place"), gettext("Player"), gettext("Rating"), gettext("Rated games")]),
          lines,
        )
      : emptyState(gettext("No players are ranked yet. It takes about ten rated games to be ranked."), startGame()),
    more,
    html(
      "p",
      {},
      html(
        "a",
        { href: `/statistics/${encodeURIComponent(rulebook)}?players=${players}` },
        gettext("Statistics of this title"),
      ),
    ),
  );
}

/**
 * @param {Ladder[]} ladders
 * @param {boolean} programs whether they include games with bots
 */
function show(ladders, programs) {
  const asked = new URLSearchParams(location.search);
  const nameOf = (/** @type {Ladder} */ one) => `${one.rulebook}:${one.players}`;
  const found = ladders.find((one) => nameOf(one) === `${asked.get("title")}:${asked.get("players")}`);
  const place = html("div", { id: "board-place" });
  /** @type {HTMLSelectElement} */
  const choice = html(
    "select",
    {
      name: "ladder",
      onchange: () => {
        const chosen = ladders[choice.selectedIndex];
        keepInAddress(chosen, programs);
        showBoard(chosen, place);
      },
    },
    ladders.map((one) =>
      html(
        "option",
        { value: nameOf(one), selected: one === found },
        `${one.title} · ${ngettext("{number} player", "{number} players", one.players)}`,
      ),
    ),
  );
  /** @type {HTMLInputElement} */
  const withPrograms = html("input", {
    type: "checkbox",
    id: "with-programs",
    checked: programs,
    onchange: async () => {
      keepInAddress(ladders[choice.selectedIndex], withPrograms.checked);
      await load();
      document.getElementById("with-programs")?.focus();
    },
  });
  replace(
    find("main"),
    html("h1", {}, gettext("Ratings")),
    html(
      "p",
      { class: "hint" },
      gettext(
        "The best players of each title, by rated games. Computer players are included: the Steward's rating is 1500.",
      ),
    ),
    html(
      "div",
      { class: "ladder-choice" },
      ladders.length > 0 && field(gettext("Title and number of players"), choice),
      html("label", { class: "switch" }, withPrograms, gettext("Include games with bots")),
    ),
    ladders.length
      ? place
      : emptyState(gettext("No rated games yet. Players are ranked here by title and number of players."), startGame()),
  );
  if (ladders.length) showBoard(found ?? ladders[0], place);
}

/**
 * Put the shown leaderboard into the address.
 * @param {Ladder | undefined} ladder
 * @param {boolean} programs
 */
function keepInAddress(ladder, programs) {
  const said = new URLSearchParams();
  if (ladder) {
    said.set("title", ladder.rulebook);
    said.set("players", String(ladder.players));
  }
  if (programs) said.set("programs", "true");
  history.replaceState(null, "", here(`/ratings?${said}`));
}

/** Show the leaderboards named in the address. */
async function load() {
  const programs = new URLSearchParams(location.search).get("programs") === "true";
  try {
    /** @type {{ ladders: (Ladder & { ranked: number })[] }} */
    const { ladders } = await call(`/api/ratings?programs=${programs}`);
    show(
      ladders.sort((one, other) => other.ranked - one.ranked),
      programs,
    );
  } catch (error) {
    problemNotice(error);
  }
}

async function start() {
  await buildFrame();
  document.title = `${gettext("Ratings")} · Stele`;
  await load();
}

start();
