// Server status: the operators' view of resources, waiting tables, tournaments and sign-ups.

import { call } from "../core/api.js";
import { field, form, openForm } from "../core/dialogs.js";
import { button, html, replace } from "../core/dom.js";
import { ago, gettext, language, listed, ngettext, timeText } from "../core/i18n.js";
import { notice } from "../masthead/page-header.js";
import { called } from "../core/player-names.js";

/** @import { ShownChannel as Channel, WaitingTable as Waiting, PeopleResponse as People, ServerResponse as Server, UnfinishedTournament as Tournament } from "../responses.js" */

/** Bytes in the reader's format. @param {number} bytes */
function size(bytes) {
  const [unit, of] = bytes < 1e9 ? ["megabyte", 1e6] : ["gigabyte", 1e9];
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(bytes / of);
}

/** How long ago, with the exact time on hover. @param {string | null} time */
function when(time) {
  return time === null ? gettext("never") : html.time({ datetime: time, title: timeText(time) }, ago(time));
}

/**
 * A section with a list, or with a sentence if there is nothing.
 * @param {string} id
 * @param {string} heading
 * @param {HTMLElement[]} items
 * @param {string} nothing
 */
export function listPart(id, heading, items, nothing) {
  return html.section({ id }, html.h2(heading), listOr(items, nothing));
}

/** A list, or this sentence if it is empty. @param {HTMLElement[]} items @param {string} nothing */
export function listOr(items, nothing, classes = "standstills") {
  return items.length ? html.ul({ class: classes }, items) : html.p({ class: "empty" }, nothing);
}

/** @param {Channel} channel */
function channelLine({ channel, due, failed }) {
  return html.div(gettext("{channel}: {due} due, {failed} failed", { channel, due, failed }));
}

/** The resources of the server, its last backup, and its notes. @param {Server} server */
export function serverPart(server) {
  /** @type {[string, import("../types.js").Child][]} */
  const facts = [
    [gettext("Version"), server.version],
    [gettext("Free disk space"), size(server.disk_free)],
    [gettext("Memory of the game database"), size(server.memory)],
    [gettext("Log of the game database"), size(server.log_size)],
    [gettext("Last backup"), when(server.last_backup)],
    [gettext("Last checkpoint"), when(server.last_checkpoint)],
    [gettext("Notifications"), server.channels.map(channelLine)],
  ];
  return html.section(
    { id: "server" },
    html.h2(gettext("Server")),
    server.notes.map((note) => html.p({ class: "refusal" }, note)),
    html.dl({ class: "server-facts" }, facts.map(([name, value]) => [html.dt(name), html.dd(value)]).flat()),
  );
}

/** The tables that have not started. @param {Waiting[]} tables */
export function waitingPart(tables) {
  const item = (/** @type {Waiting} */ { game, title, free_seats: free, since }) =>
    html.li(
      html.a({ href: `/games/${game}` }, `${title} ${game}`),
      " ",
      ngettext("One free seat", "{number} free seats", free),
      " ",
      when(since),
    );
  return listPart("waiting", gettext("Waiting tables"), tables.map(item), gettext("No waiting tables."));
}

/**
 * The tournaments that are not over, each with a button that calls it off.
 * @param {Tournament[]} tournaments
 * @param {() => Promise<void>} show updates the page
 */
export function tournamentsPart(tournaments, show) {
  const item = (/** @type {Tournament} */ one) => {
    const { played, rounds } = one;
    const progress =
      one.status === "open" ? gettext("not started") : gettext("round {played} of {rounds}", { played, rounds });
    const entrants = ngettext("{number} player", "{number} players", one.players);
    const organiser = gettext("Organised by {name}", { name: called(one.organiser) });
    return html.li(
      html.a({ href: `/tournaments/${one.id}` }, one.name),
      ` ${progress} · ${entrants} · ${organiser} `,
      button(gettext("Call off"), () => askToCallOff(one, show), {
        class: "quiet",
        "aria-label": gettext("Call off the tournament {name}", { name: one.name }),
      }),
    );
  };
  return listPart("tournaments", gettext("Tournaments"), tournaments.map(item), gettext("No tournaments."));
}

/**
 * @param {Tournament} tournament
 * @param {() => Promise<void>} show
 */
function askToCallOff({ id, name }, show) {
  const why = html.textarea({ id: "why-tournament", required: true, maxlength: 500, rows: 2 });
  openForm(
    gettext("Call off the tournament {name}", { name }),
    async (close) => {
      const body = { status: "called off", reason: why.value.trim() };
      await call(`/api/tournaments/${id}`, { method: "PATCH", body });
      close();
      await show();
      notice(gettext("The tournament {name} has been called off.", { name }));
    },
    html.p(gettext("The tournament ends now. Its games continue, and its players are notified.")),
    field(gettext("Why"), why, gettext("Operators can read this in the log of operator actions.")),
    html.button({ class: "danger" }, gettext("Call off the tournament")),
  );
}

/** The players, the latest sign-ups and the form that renames a player, loaded when the section is opened. */
export function peoplePart() {
  const place = html.div();
  const show = (/** @type {People} */ { players, bots, week, refused, newest }) =>
    replace(
      place,
      html.p(
        listed([
          ngettext("{number} player", "{number} players", players),
          ngettext("{number} bot", "{number} bots", bots),
          ngettext("{number} sign-up in the last week", "{number} sign-ups in the last week", week),
        ]),
      ),
      refused.length > 0 &&
        html.p(gettext("Email addresses that refuse notifications: {names}", { names: listed(refused.map(called)) })),
      html.ul(
        { class: "standstills" },
        newest.map((one) => html.li(html.a({ href: `/players/${one.id}` }, one.name), " ", when(one.since))),
      ),
      renaming(show),
    );
  const load = async () => {
    show(await call("/api/operator/people"));
  };
  const part = html.details({ id: "people" }, html.summary(gettext("Players and sign-ups")), place);
  part.addEventListener("toggle", () => part.open && load());
  return part;
}

/** The form that gives a player another name. @param {(people: People) => void} show */
function renaming(show) {
  const name = html.input({ name: "renamed", required: true, maxlength: 40, autocomplete: "off" });
  const newName = html.input({ name: "new-name", required: true, maxlength: 40, autocomplete: "off" });
  return form(
    async () => {
      const body = { name: name.value, new_name: newName.value };
      show(await call("/api/operator/names", { method: "PUT", body }));
      notice(gettext("{name} is now called {new_name}.", body));
    },
    field(gettext("Player"), name),
    field(gettext("New name"), newName, gettext("The player is notified. Their games show the new name.")),
    html.button(gettext("Rename")),
  );
}
