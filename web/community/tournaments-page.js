// Tournaments page: the list of tournaments, and one with its standings, cross table, schedule and rounds.

import { requirePlayer } from "../masthead/sign-in-prompt.js";
import { call, signedIn } from "../core/api.js";
import { namedHere } from "../core/base-path.js";
import { openQuestion } from "../core/dialogs.js";
import { button, find, html, replace, section, tableHead } from "../core/dom.js";
import { emptyState, guide } from "../core/empty-state.js";
import { notice, setTitle, showPage } from "../masthead/page-header.js";
import { called } from "../core/player-names.js";
import { outcomeText, paceText } from "../table/clocks/clock-options.js";
import { gettext, language, listed, ngettext, timeText } from "../core/i18n.js";
import { bracket } from "./bracket.js";
import { optionTags } from "../lobby/title-options.js";
import { lengthText } from "../core/time-left.js";
import { formTexts, kindText, statusText } from "./tournament-text.js";

/** @import { ListedTournament, Tournament } from "../types.js" */
/** @typedef {Tournament["standings"][number]} Standing */
/** @typedef {Tournament["made"][number]} Round */

const ID = namedHere();
const LOOK_AGAIN_MILLISECONDS = 30000;

/** A tournament's description, in one line. @param {ListedTournament} tournament */
function facts(tournament) {
  return [
    tournament.title,
    ngettext("one player per table", "{number} players per table", tournament.size),
    kindText(tournament.kind),
    ...formTexts(tournament),
    ngettext("one player", "{number} players", tournament.players),
    tournament.most && ngettext("at most one player", "at most {number} players", tournament.most),
    tournament.pace ? paceText(tournament.pace) : gettext("no clock"),
    tournament.rated && gettext("rated"),
    tournament.strict && gettext("strict"),
    tournament.status === "open" &&
      tournament.begins_at &&
      gettext("starts on {time}", { time: timeText(tournament.begins_at) }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Whether the reader plays in it, as a tag. @param {ListedTournament} tournament */
function joinedText({ entered, waiting }) {
  if (waiting) return html.span({ class: "tag" }, gettext("waiting as a substitute"));
  return entered && html.span({ class: "tag" }, gettext("joined"));
}

/** @param {ListedTournament} tournament */
function card(tournament) {
  return html.li(
    { class: "report" },
    html.h2(html.a({ href: `/tournaments/${tournament.id}` }, tournament.name)),
    html.p(facts(tournament), " ", optionTags(tournament)),
    html.p(
      { class: "chat-head" },
      html.span({ class: "tag" }, statusText(tournament)),
      joinedText(tournament),
      html.time({ datetime: tournament.created_at }, timeText(tournament.created_at)),
    ),
  );
}

async function showList() {
  const { tournaments } = await call("/api/tournaments");
  setTitle(gettext("Tournaments"));
  replace(
    find("main"),
    html.div(
      { class: "page-head" },
      html.h1(gettext("Tournaments")),
      button(gettext("New tournament"), () => openNewTournament(), { class: "primary", id: "new-tournament" }),
    ),
    tournaments.length ? html.ol({ class: "reports" }, tournaments.map(card)) : withoutTournaments(),
  );
}

/** What the list says before there is a tournament: the pairings, each with the form that opens one, and what follows. */
function withoutTournaments() {
  /** @param {ListedTournament["kind"]} kind @param {string} heading @param {string} words */
  const pairing = (kind, heading, words) => ({
    heading,
    words,
    way: button(gettext("Open one"), () => openNewTournament(kind), {
      "aria-label": gettext("New tournament: {pairing}", { pairing: heading }),
    }),
  });
  return [
    emptyState(gettext("No tournaments yet. Open the first one: players can join until it starts.")),
    guide([
      pairing(
        "round_robin",
        gettext("Round robin"),
        gettext("Every player meets every other one. For small groups with time."),
      ),
      pairing(
        "swiss",
        gettext("Swiss pairing"),
        gettext(
          "In each round you meet a player with about as many points as you. Many players, few rounds, no one is eliminated.",
        ),
      ),
      pairing(
        "knockout",
        gettext("Knock-out"),
        gettext("The winner of a game goes on to the next round, until one is left."),
      ),
      pairing(
        "groups",
        gettext("Groups, then a knock-out"),
        gettext(
          "All players of a group meet, and the best of each group go on to a knock-out. For many players and a final.",
        ),
      ),
    ]),
    section(
      "tournament-course",
      gettext("How a tournament works"),
      html.ol(
        { class: "sheet" },
        html.li(gettext("The organiser chooses the title, the pairing, the time limits, and who may join.")),
        html.li(
          gettext(
            "The server pairs each round, opens its games and reserves your seats. You are notified when a game waits for you.",
          ),
        ),
        html.li(
          gettext("Everyone can follow the standings and all games. The first three get a medal on their profiles."),
        ),
      ),
    ),
  ];
}

/**
 * Open the form of a new tournament, which is loaded now.
 * @param {ListedTournament["kind"]} [kind] the pairing that is chosen at first
 */
async function openNewTournament(kind) {
  if (!(await requirePlayer())) return;
  const form = await import("./tournament-forms.js");
  await form.openNewTournament(kind);
}

/** Open the form that changes the plan of a tournament. @param {Tournament} tournament */
async function changePlan(tournament) {
  const { openPlan } = await import("./tournament-forms.js");
  openPlan(tournament, (body) => change("", "PATCH", body));
}

/**
 * Open the form that repairs a game.
 * @param {Round["tables"][number]} shown
 * @param {{ isLast: boolean, canReopen: boolean, takesBack: boolean, canDecide: boolean }} may
 */
async function repair(shown, may) {
  const { openRepair } = await import("./tournament-forms.js");
  openRepair(shown, may, (body) => change("/repairs", "POST", body));
}

/** Open the form that invites players. @param {Tournament} tournament */
async function invite(tournament) {
  const { openInvitation } = await import("./tournament-forms.js");
  openInvitation(tournament, (body) => change("", "PATCH", body));
}

/** Open the form of a message to all players. */
async function writeToAll() {
  const { openMessage } = await import("./tournament-forms.js");
  openMessage(async (body) => {
    await sent("/messages", "POST", body);
    notice(gettext("Your message has been sent to all players."));
  });
}

/**
 * Perform an action on the tournament; organisers of all tournaments confirm their identity.
 * @param {string} rest
 * @param {string} method
 * @param {object} [body]
 */
async function sent(rest, method, body) {
  const { provenHere } = await import("../account/reauthenticate.js");
  return provenHere(() => call(`/api/tournaments/${ID}${rest}`, { method, body }));
}

/**
 * Perform it, and show the tournament after it.
 * @param {string} rest
 * @param {string} method
 * @param {object} [body]
 */
async function change(rest, method, body) {
  show(await sent(rest, method, body));
}

/**
 * Perform it for a reader who is signed in, or signs in first.
 * @param {string} rest
 * @param {string} method
 * @param {object} [body]
 */
async function act(rest, method, body = method === "POST" ? {} : undefined) {
  if (await requirePlayer()) await change(rest, method, body);
}

/** Whether the reader may run this tournament. @param {Tournament} tournament */
const isMine = ({ organises }) => organises;

/** Whether players can still join it or leave it. @param {Tournament} tournament */
const goesOn = ({ status }) => status === "open" || status === "running";

/** @param {Tournament} tournament */
function actions(tournament) {
  const buttons = goesOn(tournament) ? [...ownActions(tournament), ...organisersActions(tournament)] : [];
  return html.div({ class: "buttons" }, ...buttons);
}

/** The buttons to join a tournament and to leave it. @param {Tournament} tournament */
function ownActions({ status, entered, waiting, closed, full, ...more }) {
  if (entered || waiting) return [button(gettext("Leave the tournament"), () => act("/entries/me", "DELETE"))];
  const isInvited = more.invited.some(({ id }) => id === signedIn()?.id) || more.organises;
  const isKnockout = more.kind === "knockout" || more.played > (more.group_rounds ?? Infinity);
  if (closed || (status === "running" && isKnockout) || (more.form.by_invitation && !isInvited)) return [];
  const join = () => act("/entries", "POST");
  return full
    ? [button(gettext("Join as a substitute"), join)]
    : [button(gettext("Join the tournament"), join, { class: "primary" })];
}

/** The buttons of those who may run the tournament. @param {Tournament} tournament */
function organisersActions(tournament) {
  if (!isMine(tournament)) return [];
  const { status, players, size, closed, form } = tournament;
  const start = button(gettext("Start"), () => act("", "PATCH", { status: "running" }), {
    disabled: players < Math.max(3, size),
  });
  const plan = button(gettext("Change the tournament"), () => changePlan(tournament));
  return [
    ...(status === "open" ? [start, plan] : []),
    button(closed ? gettext("Open registration") : gettext("Close registration"), () =>
      act("", "PATCH", { closed: !closed }),
    ),
    ...(form.by_invitation ? [button(gettext("Invite players"), () => invite(tournament))] : []),
    button(gettext("Write to all players"), writeToAll),
    button(gettext("Call off"), () => act("", "PATCH", { status: "called off" })),
  ];
}

/** The reader's running game, or the next one of the schedule. @param {Tournament} tournament */
function nextGame({ next_game: next }) {
  if (!next) return null;
  const values = { number: next.round, names: listed(next.opponents.map(called)) };
  return html.section(
    { id: "next-game", class: "sheet" },
    html.h2(gettext("Your next game")),
    html.p(gettext("Round {number}, against {names}", values)),
    next.game
      ? html.a({ class: "button primary", href: `/games/${next.game}` }, gettext("Go to the game"))
      : html.p({ class: "hint" }, gettext("It opens when the current round is over.")),
  );
}

/** The note after a player's name. @param {Standing} standing */
function noteOf({ left, struck, substitute_for: first }) {
  const notes = [
    first && gettext("substitute for {name}", { name: called(first) }),
    struck ? gettext("withdrawn, results annulled") : left && gettext("withdrawn"),
  ].filter(Boolean);
  return notes.length > 0 && ` (${notes.join(", ")})`;
}

/** How games, byes and ties count in this tournament. @param {Tournament} tournament */
function counting({ kind, size, form }) {
  const limit = form.round_limit
    ? gettext(
        "When the time for a round is over, a game that is not over counts by the time that its players have used: the player who has used less comes first. The organiser can decide it otherwise.",
      )
    : "";
  if (kind === "knockout") {
    const rules =
      form.seeding === "rating"
        ? gettext(
            "The winner of a game advances. The bracket is seeded by rating at the start; a drawn game is decided by lot. A player without an opponent advances. If no player advances from a round, its games are played again, once; then the lot decides.",
          )
        : gettext(
            "The winner of a game advances. The bracket is drawn by lot at the start; a drawn game is decided by the earlier lot. A player without an opponent advances. If no player advances from a round, its games are played again, once; then the earlier lot decides.",
          );
    const third = form.third_place ? gettext("The losers of the semifinals play for the third place.") : "";
    return [rules, third, limit].join(" ");
  }
  const groups =
    kind === "groups" &&
    gettext(
      "The first players of each group go on to the knock-out, where players of one group meet as late as possible; if the tie-break leaves them equal, the lot decides. The winner of a game advances; a drawn game is decided by lot. A player without an opponent advances. If no player advances from a round, its games are played again, once; then the lot decides.",
    );
  const games = gettext(
    "The winner of a game gets one point, the last player none, and the players in between evenly spaced scores. A player who resigned or was away at the end forfeits the game and gets none.",
  );
  return [games, restText(kind, size), groups, limit].filter(Boolean).join(" ");
}

/** The points of a bye. @param {ListedTournament["kind"]} kind @param {number} size */
function restText(kind, size) {
  if (size > 2) return gettext("A bye is worth half a point.");
  if (kind === "swiss") return gettext("A bye is worth one point.");
  return gettext(
    "If a player leaves, each opponent they have not played yet gets the point. If they have played less than half of the schedule, all their results are annulled.",
  );
}

/** The name of the tie-break, as chess players know it. @param {Tournament["tie_break"]} tieBreak */
function tieBreakText(tieBreak) {
  return tieBreak === "buchholz" ? "Buchholz" : "Sonneborn-Berger";
}

/** The letter of a group. @param {number} number from 1 */
const groupLetter = (number) => String.fromCharCode("A".charCodeAt(0) + number - 1);

/** @param {number} number */
const numberText = (number) => number.toLocaleString(language);

/** @param {Tournament} tournament */
function table(tournament) {
  const { standings, tie_break: tieBreak } = tournament;
  const hasTies = tieBreak !== "none";
  const hasGroups = standings[0].group !== undefined;
  const mayRemove = isMine(tournament) && goesOn(tournament);
  const head = [
    gettext("Place"),
    gettext("Player"),
    ...(hasGroups ? [gettext("Group")] : []),
    gettext("Points"),
    ...(hasTies ? [tieBreakText(tieBreak)] : []),
    gettext("Games"),
  ];
  const rows = html.table(
    { class: "standings" },
    html.caption({ class: "unseen" }, gettext("Standings")),
    tableHead(head),
    html.tbody(
      standings.map((standing) => {
        const { player, place, points, opponents, games, left, group } = standing;
        return html.tr(
          { class: player.id === signedIn()?.id ? "mine" : null },
          html.td(String(place)),
          html.th(
            { scope: "row" },
            player.name ? html.a({ href: `/players/${player.id}` }, player.name) : called(player),
            noteOf(standing),
            mayRemove &&
              !left &&
              button("×", () => askRemoval(player), {
                class: "quiet",
                "aria-label": gettext("Remove {name}", { name: called(player) }),
              }),
          ),
          group !== undefined && html.td(groupLetter(group)),
          html.td(numberText(points)),
          hasTies && html.td(numberText(opponents)),
          html.td(String(games)),
        );
      }),
    ),
  );
  return html.div({ class: "wide", tabindex: 0, role: "region", "aria-label": gettext("Standings") }, rows);
}

/** Ask whether to remove this player. @param {Standing["player"]} player */
function askRemoval(player) {
  openQuestion(
    gettext("Remove {name}", { name: called(player) }),
    [html.p(gettext("Their current game continues. They can't join this tournament again."))],
    [[gettext("Remove"), () => act(`/entries/${player.id}`, "DELETE")]],
    null,
  );
}

/** The cross tables: one, or one for each group. @param {Tournament} tournament */
function crossTables({ standings, group_rounds: rounds }) {
  const groups = new Set(standings.map(({ group = 0 }) => group));
  return [...groups]
    .toSorted((one, other) => one - other)
    .map((group) => {
      const rows = group
        ? standings
            .filter((one) => one.group === group)
            .toSorted(({ group_place: one = 0 }, { group_place: other = 0 }) => one - other)
        : standings;
      const title = group ? gettext("Group {name}", { name: groupLetter(group) }) : gettext("Cross table");
      return html.section({ class: "sheet" }, html.h2(title), crossTable(title, rows, rounds));
    });
}

/**
 * A cross table: each player's points against each other, as links to the games.
 * @param {string} title
 * @param {Standing[]} standings
 * @param {number} rounds only games of the rounds up to this one
 */
function crossTable(title, standings, rounds = Infinity) {
  const columns = standings.map((_standing, index) => String(index + 1));
  const rows = html.table(
    { class: "standings cross" },
    html.caption({ class: "unseen" }, title),
    tableHead(["#", gettext("Player"), ...columns, gettext("Points")]),
    html.tbody(
      standings.map(({ player, points, met }, row) =>
        html.tr(
          { class: player.id === signedIn()?.id ? "mine" : null },
          html.td(columns[row]),
          html.th({ scope: "row" }, called(player)),
          standings.map((other, column) =>
            html.td(
              { class: row === column ? "self" : null },
              met.filter((one) => one.opponent === other.player.id && one.round <= rounds).map(cell),
            ),
          ),
          html.td(numberText(points)),
        ),
      ),
    ),
  );
  return html.div({ class: "wide", tabindex: 0, role: "region", "aria-label": title }, rows);
}

/** @param {Standing["met"][number]} met */
function cell({ game, points, round }) {
  const words = points === null ? "·" : points === 0.5 ? "½" : numberText(points);
  const title = gettext("Round {number}", { number: round });
  return html.a({ href: `/games/${game}`, title, "aria-label": `${title}: ${words}` }, words);
}

/** The rounds to come. @param {Tournament} tournament */
function schedulePart({ schedule }) {
  return html.details(
    { class: "sheet", id: "schedule" },
    html.summary(gettext("Schedule: the rounds to come")),
    schedule.flatMap(({ round, tables, resting }) => [
      html.h3(gettext("Round {number}", { number: round })),
      html.ul(
        { class: "standstills" },
        tables.map((players) => html.li(players.map(called).join(" – "))),
      ),
      byeText(resting),
    ]),
  );
}

/** @param {Round["resting"]} resting */
function byeText(resting) {
  return (
    resting.length > 0 && html.p({ class: "hint" }, gettext("Bye: {names}", { names: resting.map(called).join(", ") }))
  );
}

/**
 * @param {Tournament} tournament
 * @param {number} index
 */
function roundPart(tournament, index) {
  const { tables, resting, absent, third_place: third } = tournament.made[index];
  const last = tournament.made.length - 1;
  const isLast = index === last;
  // The last round is taken back if none of its games is over.
  const isUntouched = tournament.made[last].tables.every(({ places }) => places === null);
  const canReopen = index === last - 1 && isUntouched;
  const first = tournament.kind === "knockout" ? 0 : (tournament.group_rounds ?? Infinity);
  const takesBack = canReopen || (index < first && last === first && isUntouched);
  const may = { isLast, canReopen, takesBack, canDecide: isLast || takesBack || last < first };
  const isRepairable = isMine(tournament) && ["running", "over"].includes(tournament.status) && may.canDecide;
  const tell = (/** @type {Round["tables"][number]} */ shown) => {
    const { game, players, places, forfeited, decided } = shown;
    const order = players.map((player, seat) => ({
      name: forfeited.includes(seat) ? gettext("{name} (forfeited)", { name: called(player) }) : called(player),
      place: places?.[seat] ?? 0,
    }));
    const ranked = places?.length ? order.toSorted((one, other) => one.place - other.place) : order;
    const words = ranked.map(({ name, place }) => (place ? `${place}. ${name}` : name));
    return html.li(
      html.a({ href: `/games/${game}` }, words.join(places?.length ? ", " : " – ")),
      " ",
      places === null && html.span({ class: "tag" }, gettext("in progress")),
      places !== null && !places.length && html.span({ class: "tag" }, gettext("no result")),
      game === third && [html.span({ class: "tag" }, gettext("for the third place")), " "],
      decided && html.span({ class: "tag" }, decidedBy(tournament, game)),
      isRepairable && button(gettext("Repair…"), () => repair(shown, may), { class: "quiet" }),
    );
  };
  return html.section(
    { class: "sheet" },
    html.h2(gettext("Round {number}", { number: index + 1 })),
    html.ul({ class: "standstills" }, tables.map(tell)),
    byeText(resting),
    absent.length > 0 &&
      html.p({ class: "hint" }, gettext("Suspended, not paired: {names}", { names: absent.map(called).join(", ") })),
  );
}

/** Who decided a game. @param {Tournament} tournament @param {string} game */
function decidedBy({ repairs }, game) {
  const last = repairs.findLast((one) => one.game === game && one.places);
  return last?.kind === "time-limit" ? gettext("decided by the time used") : gettext("decided by an organiser");
}

/** What organisers have repaired, newest last. @param {Tournament} tournament */
function repairsPart({ repairs }) {
  const told = (/** @type {Tournament["repairs"][number]} */ { kind, round, players, longer }) => {
    const values = { number: round, names: listed(players.map(called)), time: lengthText(longer ?? 0) };
    if (kind === "decide") return gettext("Round {number}: the game of {names} is decided.", values);
    if (kind === "play-again") return gettext("Round {number}: the game of {names} is played again.", values);
    if (kind === "time-limit") {
      return gettext("Round {number}: the time is over, and the game of {names} counts by the time used.", values);
    }
    return gettext("Round {number}: the game of {names} has {time} more.", values);
  };
  return html.section(
    { class: "sheet", id: "repairs" },
    html.h2(gettext("Repairs")),
    html.ul(
      { class: "standstills" },
      repairs.map((one) => {
        const isByServer = one.kind === "time-limit";
        const reason = one.reason && gettext("Reason: {reason}", { reason: one.reason });
        const values = { name: called(one.by), time: timeText(one.at) };
        const when = isByServer ? timeText(one.at) : gettext("{name}, {time}", values);
        return html.li(told(one), " ", reason, " ", html.span({ class: "hint" }, when));
      }),
    ),
  );
}

/** @param {Tournament} tournament */
function show(tournament) {
  setTitle(tournament.name);
  const saved = (/** @type {string} */ form) =>
    html.a({ href: `/api/tournaments/${ID}?format=${form}`, download: "" }, form.toUpperCase());
  const isForFide =
    tournament.made.length > 0 && ["round_robin", "swiss"].includes(tournament.kind) && tournament.size === 2;
  const ways = html.div(
    { class: "buttons" },
    saved("csv"),
    isForFide && saved("trf"),
    button(gettext("Print"), () => window.print(), { class: "quiet" }),
  );
  replace(
    find("main"),
    html.a({ class: "back", href: "/tournaments" }, gettext("Tournaments")),
    html.div(
      { class: "page-head" },
      html.div(
        html.h1(tournament.name),
        html.p(
          { class: "chat-head" },
          html.span({ class: "tag", id: "tournament-status" }, statusText(tournament)),
          tournament.waiting && joinedText(tournament),
          html.span(gettext("Organised by {name}", { name: called(tournament.organiser) })),
        ),
      ),
      actions(tournament),
    ),
    html.p(facts(tournament), " ", optionTags(tournament)),
    tournament.pace &&
      html.p(
        { class: "hint" },
        gettext("When time runs out: {outcome}.", { outcome: outcomeText(tournament.pace.outcome) }),
      ),
    nextGame(tournament),
    html.div(
      { class: "tournament-parts" },
      tournament.standings.length > 0 &&
        html.section({ class: "sheet" }, html.h2(gettext("Standings")), table(tournament), ways),
      tournament.made.length > (tournament.kind === "knockout" ? 0 : (tournament.group_rounds ?? Infinity)) &&
        html.section({ class: "sheet" }, html.h2(gettext("Bracket")), bracket(tournament)),
      tournament.made.length > 0 && tournament.kind !== "knockout" && crossTables(tournament),
      tournament.status === "open" &&
        tournament.invited.length > 0 &&
        html.section(
          { class: "sheet", id: "invited" },
          html.h2(gettext("Invited players")),
          html.p(listed(tournament.invited.map(called))),
        ),
      tournament.substitutes.length > 0 &&
        html.section(
          { class: "sheet", id: "substitutes" },
          html.h2(gettext("Substitutes")),
          html.p(listed(tournament.substitutes.map(called))),
        ),
      tournament.repairs.length > 0 && repairsPart(tournament),
      tournament.made.map((_round, index) => roundPart(tournament, index)).reverse(),
      tournament.schedule.length > 0 && schedulePart(tournament),
    ),
    html.p(
      { class: "hint counting" },
      `${counting(tournament)} `,
      gettext(
        "Your seat is reserved. If you join in time, your browser contributes to the random draws; otherwise you are seated without a contribution, or forfeit a strict game. Two games without an answer end the tournament for a player; a substitute takes over the place with its points.",
      ),
    ),
  );
}

async function showOne() {
  const tournament = await call(`/api/tournaments/${ID}`);
  show(tournament);
  if (tournament.status === "running") {
    setTimeout(() => !document.hidden && showOne().catch(() => {}), LOOK_AGAIN_MILLISECONDS);
  }
}

showPage(async () => {
  await (ID ? showOne() : showList());
});
