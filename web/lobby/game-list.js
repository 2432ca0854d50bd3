// Game lists: the lobby's games with their titles, players, turns and buttons to play or join.

import { boundsText } from "./rating-bounds.js";
import { requirePlayer } from "../masthead/sign-in-prompt.js";
import { signedIn } from "../core/api.js";
import { here } from "../core/base-path.js";
import { button, html } from "../core/dom.js";
import { problemNotice } from "../masthead/page-header.js";
import { playerName } from "../core/player-names.js";
import { decidedBy, isReferee } from "../core/seat-colours.js";
import { ago, gettext, listed, ngettext } from "../core/i18n.js";
import { bringToLife, thumbnail } from "../board/thumbnail.js";
import { leftText, nextOf } from "../core/time-left.js";
import { optionTags } from "./title-options.js";

/** @import { Child, ListedGame, SummarySeat } from "../types.js" */

/** @param {ListedGame} game */
function isMyTurn(game) {
  return game.status === "playing" && game.to_act.map((seat) => game.seats[seat]).some(isOwn);
}

/**
 * Whether this is my seat, and no decision has freed it.
 * @param {SummarySeat} seat
 */
function isOwn({ player, freed }) {
  return player !== null && player === signedIn()?.id && !freed;
}

/** @param {ListedGame} game */
function isMineToDecide(game) {
  return isReferee(game) && game.disputed !== undefined;
}

/**
 * Whether I play in this game; an imported game has no local players.
 * @param {ListedGame} game
 */
export function isMine({ seats, imported }) {
  const me = signedIn()?.id;
  return me !== undefined && !imported && seats.some(({ player }) => player === me);
}

/**
 * @param {ListedGame} game
 * @param {number[]} seats
 */
function namesOf(game, seats) {
  return listed(seats.map((seat) => game.seats[seat].name ?? gettext("Computer player")));
}

/** @param {ListedGame} game */
function turnText(game) {
  const time = ago(game.updated_at);
  if (isMineToDecide(game)) {
    const number = game.disputed?.length ?? 0;
    return ngettext("One dispute to decide ({time})", "{number} disputes to decide ({time})", number, { time });
  }
  switch (game.status) {
    case "waiting":
      if (game.to_open?.length) {
        return gettext("All seats taken; waiting for {names} to open the game ({time})", {
          names: namesOf(game, game.to_open),
          time,
        });
      }
      return ngettext("One free seat", "{number} free seats", game.free_seats);
    case "playing":
      if (isMyTurn(game)) {
        const mine = nextOf(game.deadlines, (seat) => isOwn(game.seats[seat]));
        return gettext("Your turn ({time})", { time: mine ? leftText(mine.at) : time });
      }
      return gettext("Waiting for {names} ({time})", { names: namesOf(game, game.to_act), time });
    case "aborted":
      return game.called_off
        ? gettext("Called off by the operator: {text}", { text: game.called_off })
        : gettext("Called off");
    default: {
      const winners = game.result?.places.flatMap((place, seat) => (place === 1 ? [seat] : [])) ?? [];
      return winners.length
        ? gettext("Won by {names} ({time})", { names: namesOf(game, winners), time })
        : gettext("Lost by all players ({time})", { time });
    }
  }
}

/**
 * @param {ListedGame} game
 * @param {Child} way its button
 */
function gameItem(game, way) {
  const isOver = game.status === "finished" || game.status === "aborted";
  const item = html.li(
    { class: isMyTurn(game) || isMineToDecide(game) ? "game my-turn" : "game" },
    thumbnail(game),
    html.div(
      { class: "game-words" },
      html.a({ class: "game-title", href: `/games/${game.id}${isOver ? "/replay" : ""}` }, game.title),
      game.private && html.span({ class: "tag" }, gettext("private")),
      game.imported && html.span({ class: "tag" }, gettext("imported")),
      game.signed && html.span({ class: "tag" }, gettext("signed")),
      game.rated && html.span({ class: "tag" }, gettext("rated")),
      game.ratings && html.span({ class: "tag" }, boundsText(game.ratings)),
      game.status === "waiting" && optionTags(game),
      game.disputed && html.span({ class: "tag" }, gettext("disputed")),
      game.status === "playing" &&
        game.seats.some(({ freed }) => freed) &&
        html.span({ class: "tag" }, gettext("a seat to take over")),
      game.referee && html.span({ class: "tag" }, decidedBy(game.referee)),
      html.p({ class: "game-turn" }, turnText(game)),
      html.p(
        { class: "game-seats" },
        game.seats
          .filter(({ kind }) => kind !== "free")
          .map((one) => playerName(one.seat, one.name ?? gettext("Computer player"), game.imported ? {} : one)),
      ),
    ),
    way,
  );
  bringToLife(game, item);
  return item;
}

/**
 * A list of games, each with its button, or its empty state.
 * @param {ListedGame[]} games
 * @param {Child} empty
 * @param {(game: ListedGame) => Child} wayTo
 */
export function gameList(games, empty = null, wayTo = () => null) {
  if (!games.length) return empty;
  return html.ul(
    { class: "games" },
    games.map((game) => gameItem(game, wayTo(game))),
  );
}

/**
 * The link to a game in which it is my turn, or in which I must decide a dispute.
 * @param {ListedGame} game
 */
export function playButton(game) {
  if (isMineToDecide(game)) {
    const words = gettext("Decide: {title}", { title: game.title });
    const href = `/games/${game.id}#disputes`;
    return html.a({ class: "button primary", href, "aria-label": words }, gettext("Decide"));
  }
  if (!isMyTurn(game)) return null;
  const name = gettext("Play: {title}", { title: game.title });
  return html.a({ class: "button primary", href: `/games/${game.id}`, "aria-label": name }, gettext("Play"));
}

/**
 * The join button, unless I have already joined.
 * @param {ListedGame} game
 */
export function sitDownButton(game) {
  if (!game.free_seats || isReferee(game) || isMine(game)) return null;
  const names = listed(game.seats.flatMap(({ name }) => (name === null ? [] : [name])));
  return button(gettext("Join"), () => takeSeat(game), {
    "aria-label": gettext("Join: {title}, {names}", { title: game.title, names }),
  });
}

/** @param {ListedGame} game */
async function takeSeat(game) {
  try {
    const player = await requirePlayer();
    if (!player) return;
    const { sitDown } = await import("../table/join.js"); // loaded on joining
    await sitDown(game.id);
    location.assign(here(`/games/${game.id}`));
  } catch (error) {
    problemNotice(error);
  }
}
