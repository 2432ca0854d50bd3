// Game notices: what an analysis game was copied from and what was dealt anew in it, and what the server lost of a record.

import { html } from "../core/dom.js";
import { gettext, timeText } from "../core/i18n.js";

/** @import { Summary } from "../types.js" */

/**
 * The mark of an analysis game in which something was dealt anew; nothing for any other game.
 * @param {Summary} summary
 */
export function dealtMark({ fork, seats }) {
  if (fork?.seen_by === undefined) return null;
  return html("span", { class: "tag", id: "dealt", title: dealtText(fork.seen_by, seats) }, gettext("dealt again"));
}

/**
 * What was dealt anew in it.
 * @param {number} seat whose view was copied
 * @param {Summary["seats"]} seats
 */
function dealtText(seat, seats) {
  return gettext("Everything hidden from {player} at that point was dealt again at random.", {
    player: seats[seat]?.name ?? String(seat + 1),
  });
}

/**
 * What an analysis game began as a copy of; nothing for any other game.
 * @param {Summary} summary
 */
export function forkedFrom({ fork, seats }) {
  if (!fork) return null;
  const seat = fork.seen_by;
  const words = html(
    "span",
    {},
    gettext("Analysis game: it does not count."),
    " ",
    html(
      "a",
      { href: `/games/${fork.game}/replay#${fork.position}${seat === undefined ? "" : `&as=${seat}`}` },
      gettext("It is a copy of another game at {position}.", { position: fork.position }),
    ),
    seat === undefined ? null : [" ", dealtText(seat, seats)],
  );
  return html("p", { id: "forked", class: "notice" }, words);
}

/**
 * A sentence for everybody, or nothing if nothing was lost.
 * @param {Summary} summary
 */
export function lossOf({ loss }) {
  if (!loss) return null;
  return html(
    "p",
    { id: "loss", class: "notice warn" },
    gettext("This server lost all entries after position {kept}. The operator resumed the game from there ({time}).", {
      kept: loss.kept,
      time: timeText(loss.accepted_at),
    }),
  );
}
