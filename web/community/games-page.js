// Games page: a player's finished games, filtered, with the score and downloads for other programs.

import { call } from "../core/api.js";
import { here, namedHere } from "../core/base-path.js";
import { field } from "../core/dialogs.js";
import { announce, find, html, replace, select, tableHead } from "../core/dom.js";
import { pager } from "../core/pager.js";
import { emptyState, startGame } from "../core/empty-state.js";
import { gettext, locale, ngettext, timeText } from "../core/i18n.js";
import { setTitle, showPage } from "../masthead/page-header.js";
import { called } from "../core/player-names.js";
import { pointsText } from "../core/points.js";

/** @import { PlayedGame, PlayedGames } from "../types.js" */

const FILTERS = ["rulebook", "opponent", "outcome", "tournament"];
const MOST_DOWNLOADED = 1000;
const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });

/** The chosen filters, as in the page's address. */
function chosen() {
  const asked = new URLSearchParams(location.search);
  return new URLSearchParams(
    FILTERS.flatMap((name) => {
      const value = asked.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** @param {PlayedGame["outcome"]} outcome */
function outcomeText(outcome) {
  if (outcome === "tied") return gettext("tied");
  return outcome === "won" ? gettext("won") : gettext("lost");
}

/** @param {PlayedGame} game */
function row({ game, title, unit, ended_at: endedAt, outcome, seats, rated, tournament }) {
  const of = (/** @type {number | null} */ points) => points !== null && ` (${pointsText(unit, points)})`;
  const inOrder = [...seats].sort((one, other) => one.place - other.place);
  return html.tr(
    html.th({ scope: "row" }, html.a({ href: `/games/${game}/replay` }, title)),
    html.td(html.time({ datetime: endedAt, title: timeText(endedAt) }, dates.format(new Date(endedAt)))),
    html.td(outcomeText(outcome)),
    html.td(
      inOrder.flatMap((seat, number) => [
        number > 0 && ", ",
        html.span(`${seat.place}. `, html.bdi(called(seat)), of(seat.points)),
      ]),
    ),
    html.td(rated ? gettext("yes") : gettext("no")),
    html.td(tournament && html.a({ href: `/tournaments/${tournament.id}` }, tournament.name)),
  );
}

/** @param {PlayedGames["score"]} score */
function scoreText({ games, won, tied, lost }) {
  const parts = gettext("{won} won, {tied} tied, {lost} lost", { won, tied, lost });
  return `${ngettext("{number} game", "{number} games", games)}: ${parts}`;
}

/**
 * The games of the chosen filters, page by page.
 * @param {string} path of the calls
 * @param {HTMLElement} place
 */
async function showGames(path, place) {
  const filters = chosen();
  const lines = html.tbody();
  const { next, more } = pager(async (cursor) => {
    const page = await call(`${path}?${new URLSearchParams([...filters, ["cursor", cursor]])}`);
    lines.append(...page.games.map(row));
    return page;
  });
  const { score } = await next();
  if (`${filters}` !== `${chosen()}`) return; // another filter was chosen meanwhile
  announce(scoreText(score));
  const head = [
    gettext("Title"),
    gettext("End"),
    gettext("Result"),
    gettext("Players"),
    gettext("Rated"),
    gettext("Tournament"),
  ];
  const whole = new URLSearchParams([...filters, ["limit", String(MOST_DOWNLOADED)]]);
  replace(
    place,
    html.p({ class: "score" }, scoreText(score)),
    lines.childElementCount
      ? html.div(
          { class: "wide sheet", tabindex: 0, role: "group", "aria-label": gettext("Games") },
          html.table({ class: "results" }, tableHead(head), lines),
        )
      : emptyState(gettext("No finished games match.")),
    more,
    html.p(
      gettext("Download these games:"),
      " ",
      html.a({ href: `${path}?${filters}&format=csv`, download: "" }, "CSV"),
      " ",
      html.a({ href: `${path}?${whole}`, download: "games.json" }, "JSON"),
    ),
  );
}

/**
 * A filter: its values with their texts, and first all games.
 * @param {string} name
 * @param {string} words
 * @param {[string, string][]} values
 * @param {() => void} changed
 */
function filter(name, words, values, changed) {
  const value = chosen().get(name) ?? "";
  /** @type {[string, string][]} */
  const known = values.some(([one]) => one === value) || !value ? values : [...values, [value, value]];
  const control = select(
    {
      name,
      onchange: () => {
        const asked = chosen();
        asked.set(name, control.value);
        if (!control.value) asked.delete(name);
        history.replaceState(null, "", here(`/players/${encodeURIComponent(namedHere())}/games?${asked}`));
        changed();
      },
    },
    [["", gettext("All")], ...known],
    value,
  );
  return field(words, control);
}

showPage(async () => {
  const id = encodeURIComponent(namedHere());
  const path = `/api/players/${id}/games`;
  const [profile, { tournaments }] = await Promise.all([
    call(`/api/players/${id}`),
    call(`/api/tournaments?player=${id}`),
  ]);
  const titles = new Map(profile.titles.map(({ rulebook, title }) => [rulebook, title]));
  const place = html.div({ id: "played-games" });
  const show = () => showGames(path, place);
  const words = gettext("Games of {name}", { name: profile.name });
  setTitle(words);
  const head = [
    html.a({ class: "back", href: `/players/${id}` }, gettext("Profile")),
    html.div({ class: "page-head" }, html.h1(words)),
  ];
  if (!titles.size) {
    replace(find("main"), head, emptyState(gettext("No finished games yet."), startGame()));
    return;
  }
  replace(
    find("main"),
    head,
    html.div(
      { class: "ladder-choice" },
      filter("rulebook", gettext("Title"), [...titles], show),
      filter(
        "opponent",
        gettext("Opponent"),
        profile.opponents.map(({ player, name }) => [player, name]),
        show,
      ),
      filter(
        "outcome",
        gettext("Result"),
        /** @type {PlayedGame["outcome"][]} */ (["won", "tied", "lost"]).map((one) => [one, outcomeText(one)]),
        show,
      ),
      tournaments.length > 0 &&
        filter(
          "tournament",
          gettext("Tournament"),
          tournaments.map(({ id: one, name }) => [one, name]),
          show,
        ),
    ),
    place,
  );
  await show();
});
