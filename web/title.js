// A title's page: its rules by number, how sure its components are, and what can be chosen for a new game.

import { call, problemText } from "./api.js";
import { namedHere } from "./base.js";
import { find, html, replace } from "./dom.js";
import { buildFooter, buildMasthead, notice } from "./masthead.js";
import { openNewGame } from "./new-game.js";
import { gettext, textsReady } from "./texts.js";
import { coverOf, statusText } from "./covers.js";

/** @import { Rulebooks, WholeTitle } from "./types.js" */

async function start() {
  await textsReady;
  buildMasthead();
  buildFooter();
  try {
    /** @type {[WholeTitle, Rulebooks]} */
    const [title, { computers }] = await Promise.all([
      call(`/api/rulebooks/${encodeURIComponent(namedHere())}`),
      call("/api/rulebooks"),
    ]);
    document.title = `${title.title} · Stele`;
    replace(
      find("main"),
      html(
        "div",
        { class: "title-head" },
        await coverOf(title),
        html(
          "div",
          {},
          html("h1", {}, title.title),
          html("p", {}, `${title.designer} · ${title.publisher} ${title.year}`),
          html(
            "button",
            {
              type: "button",
              class: "primary",
              onclick: () => openNewGame({ rulebooks: [title], computers }, title.id),
            },
            gettext("New game"),
          ),
          " ",
          title.lesson &&
            html("a", { class: "button", href: `/titles/${title.id}/lesson` }, gettext("Learn by playing")),
        ),
      ),
      html(
        "section",
        {},
        html("h2", {}, gettext("Components")),
        html(
          "ul",
          {},
          title.components.map((part) =>
            html(
              "li",
              {},
              html("strong", {}, part.part),
              " ",
              html("span", { class: "tag" }, statusText(part.status)),
              " ",
              part.note,
            ),
          ),
        ),
      ),
      html(
        "section",
        {},
        html("h2", {}, gettext("Rules by number")),
        html(
          "dl",
          { class: "rules" },
          Object.entries(title.rules).map(([number, words]) =>
            html("div", { id: number, lang: title.rules_language }, html("dt", {}, number), html("dd", {}, words)),
          ),
        ),
      ),
    );
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  } catch (error) {
    notice(problemText(error), "bad");
  }
}

start();
