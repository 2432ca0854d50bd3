// Origin of a game: where an analysis game comes from, its newly dealt parts, and losses of a record.

import { html } from "../core/dom.js";
import { gettext, timeText } from "../core/i18n.js";

/** @import { Summary } from "../types.js" */

/**
 * The mark of an analysis game with newly dealt parts; nothing for any other game.
 * @param {Summary} summary
 */
export function dealtMark({ fork, seats }) {
  if (fork?.seen_by === undefined) return null;
  return html.span({ class: "tag", id: "dealt", title: dealtText(fork.seen_by, seats) }, gettext("dealt again"));
}

/**
 * Its newly dealt parts.
 * @param {number} seat the seat whose view was copied
 * @param {Summary["seats"]} seats
 */
function dealtText(seat, seats) {
  return gettext("Everything hidden from {player} at that point was dealt again at random.", {
    player: seats[seat]?.name ?? String(seat + 1),
  });
}

/**
 * The origin of an analysis game; nothing for any other game.
 * @param {Summary} summary
 */
export function forkedFrom({ fork, seats }) {
  if (!fork) return null;
  const seat = fork.seen_by;
  const words = html.span(
    gettext("Analysis game: not rated."),
    " ",
    html.a(
      { href: `/games/${fork.game}/replay#${fork.position}${seat === undefined ? "" : `&as=${seat}`}` },
      gettext("It is a copy of another game at {position}.", { position: fork.position }),
    ),
    seat === undefined ? null : [" ", dealtText(seat, seats)],
  );
  return html.p({ id: "forked", class: "notice" }, words);
}

/**
 * A public sentence about a loss, or nothing.
 * @param {Summary} summary
 */
export function lostEntriesNotice({ loss }) {
  if (!loss) return null;
  return html.p(
    { id: "loss", class: "notice warn" },
    gettext("This server lost all entries after position {kept}. The operator resumed the game from there ({time}).", {
      kept: loss.kept,
      time: timeText(loss.accepted_at),
    }),
  );
}
