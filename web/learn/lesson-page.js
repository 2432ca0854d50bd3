// Lesson page: the first moves of a title on its board, with explanations and moves for the reader to make. The lesson
// shows a part of an existing record: nothing is played or stored on the server.

import { call } from "../core/api.js";
import { namedHere } from "../core/base-path.js";
import { find, html, replace } from "../core/dom.js";
import { Leading } from "./lesson-controller.js";
import { LessonPanel } from "./lesson-panel.js";
import { setTitle, showPage } from "../masthead/page-header.js";
import { soundSwitch } from "../sound/sound.js";
import { gettext } from "../core/i18n.js";
import { drawingOf } from "../board/load-drawing.js";

/** @import { Lesson, LoadedDrawing } from "../types.js" */

/**
 * @param {Lesson} lesson
 * @param {LoadedDrawing} drawing
 */
function layOut(lesson, drawing) {
  replace(
    find("main"),
    html.div(
      { class: "game-head" },
      html.h1(gettext("{title}: your first game", { title: lesson.title })),
      html.span({ class: "grow" }),
      html.label(
        { class: "switch", hidden: !drawing.isOwn },
        html.input({ type: "checkbox", id: "plain" }),
        gettext("Plain tables"),
      ),
      soundSwitch(),
      html.a({ class: "button", href: `/titles/${lesson.rulebook}` }, gettext("Rules")),
    ),
    html.div(
      { class: "lesson-layout" },
      // The text comes before the board it is about, in reading order and for the Tab key.
      html.section({ id: "lesson", class: "lesson", tabindex: -1, "aria-label": gettext("Lesson") }),
      html.div({ class: "view" }, html.div({ id: "board", class: "board-place", tabindex: -1 })),
    ),
  );
}

showPage(async () => {
  const title = namedHere();
  const [lesson, drawing] = await Promise.all([
    call(`/api/rulebooks/${encodeURIComponent(title)}/lesson`),
    drawingOf(title),
  ]);
  setTitle(gettext("{title}: your first game", { title: lesson.title }));
  layOut(lesson, drawing);
  const leading = new Leading(lesson, drawing, new LessonPanel(find("lesson"), lesson));
  find("plain").addEventListener("change", ({ target }) => {
    leading.board.showPlain(/** @type {HTMLInputElement} */ (target).checked);
  });
  leading.start();
});
