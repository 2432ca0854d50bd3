// Title page: a title's introduction, its rules by chapter with examples, and the status of its components' data.

import { call } from "../core/api.js";
import { namedHere } from "../core/base-path.js";
import { chaptersOf } from "./chapters.js";
import { coverOf, statusText } from "../lobby/cover.js";
import { button, find, html, replace } from "../core/dom.js";
import { setTitle, showPage } from "../masthead/page-header.js";
import { openNewGame } from "../lobby/new-game.js";
import { paragraph } from "../board/rules/markdown.js";
import { gettext } from "../core/i18n.js";

/** @import { Rulebooks, WholeTitle } from "../types.js" */

/**
 * The game's introduction, and a link to a game of it.
 * @param {WholeTitle} title
 * @param {Rulebooks} offered
 */
async function introduction(title, offered) {
  const [whole] = title.chapters;
  return html.div(
    { class: "title-head" },
    await coverOf(title),
    html.div(
      html.h1(title.title),
      html.p(`${title.designer} · ${title.publisher} ${title.year}`),
      button(gettext("New game"), () => openNewGame({ ...offered, rulebooks: [title] }, title.id), {
        class: "primary",
      }),
      " ",
      title.lesson && html.a({ class: "button", href: `/titles/${title.id}/lesson` }, gettext("Learn by playing")),
      " ",
      html.a({ class: "button", href: `/statistics/${title.id}` }, gettext("Statistics")),
      html.div(
        { class: "hint", lang: title.rules_language },
        whole?.words.map((words) => paragraph(words, title.rules)),
      ),
    ),
  );
}

/** @param {WholeTitle} title */
function components({ components: parts }) {
  return html.section(
    { class: "components" },
    html.h2(gettext("Components")),
    html.ul(
      parts.map(({ part, status, note }) =>
        html.li(html.strong(part), " ", html.span({ class: "tag" }, statusText(status)), " ", note),
      ),
    ),
  );
}

showPage(async () => {
  const [title, offered] = await Promise.all([
    call(`/api/rulebooks/${encodeURIComponent(namedHere())}`),
    call("/api/rulebooks"),
  ]);
  setTitle(title.title);
  const { contents, chapters, begin } = chaptersOf(title);
  replace(
    find("main"),
    await introduction(title, offered),
    html.div({ class: "rulebook" }, contents, html.div(chapters, components(title))),
  );
  begin();
});
