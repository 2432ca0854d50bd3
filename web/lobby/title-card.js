// Title card: a title's cover, facts, and links to a new game, its lesson and its rules.

import { html } from "../core/dom.js";
import { openNewGame } from "./new-game.js";
import { gettext, ngettext } from "../core/i18n.js";
import { coverOf } from "./cover.js";

/** @import { Rulebooks, Title } from "../types.js" */

/** @param {Title["players"]} players */
function playersText({ min, max }) {
  return min === max
    ? ngettext("{number} player", "{number} players", min)
    : gettext("{least} to {most} players", { least: min, most: max });
}

/**
 * The card; a new game may be of any title that is offered.
 * @param {Title} title
 * @param {Rulebooks} offered
 */
export async function titleCard(title, offered) {
  const isUnsure = title.components.some((part) => part.status === "reconstructed");
  const newGame = gettext("New game of {title}", { title: title.title });
  const learn = gettext("Learn by playing: {title}", { title: title.title });
  const rules = gettext("Rules of {title}", { title: title.title });
  return html(
    "li",
    { class: "title-card" },
    await coverOf(title),
    html(
      "div",
      { class: "title-words" },
      html("h3", {}, title.title),
      html("p", {}, `${title.designer} · ${title.publisher} ${title.year} · ${playersText(title.players)}`),
      isUnsure && html("p", { class: "hint" }, gettext("partly reconstructed")),
      html(
        "div",
        { class: "buttons" },
        html(
          "button",
          {
            type: "button",
            class: "primary",
            "aria-label": newGame,
            onclick: () => openNewGame(offered, title.id),
          },
          gettext("New game"),
        ),
        title.lesson &&
          html(
            "a",
            { class: "button", href: `/titles/${title.id}/lesson`, "aria-label": learn },
            gettext("Learn by playing"),
          ),
        html("a", { class: "button", href: `/titles/${title.id}`, "aria-label": rules }, gettext("Rules")),
      ),
    ),
  );
}
