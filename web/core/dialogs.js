// Dialogs and forms: modal dialogs, labelled fields, forms that show a refusal, and copy buttons.

import { problemText } from "./api.js";
import { button, html } from "./dom.js";
import { gettext } from "./i18n.js";

/** @import { Child } from "../types.js" */

const LONGEST_MESSAGE = 300;

/**
 * Open a dialog with a title. Escape closes it, and focus returns to its previous place.
 * @param {string} title
 * @param {Child[]} content
 */
export function openDialog(title, ...content) {
  const dialog = dialogOf(title, content);
  dialog.showModal();
  return dialog;
}

/**
 * @param {string} title
 * @param {Child[]} content
 */
function dialogOf(title, content) {
  const before = document.activeElement;
  const heading = html.h2({ id: "dialog-title" }, title);
  const close = html.button(
    { type: "button", class: "quiet dialog-close", "aria-label": gettext("Close"), onclick: () => dialog.close() },
    "×",
  );
  /** @type {HTMLDialogElement} */
  const dialog = html.dialog(
    {
      "aria-labelledby": "dialog-title",
      onclose: () => {
        dialog.remove();
        if (before instanceof HTMLElement) before.focus();
      },
    },
    html.div({ class: "dialog-head" }, heading, close),
    ...content,
  );
  document.body.append(dialog);
  return dialog;
}

let fields = 0;

/**
 * A form field: a control with its label above it. Its id is unique, even if a dialog repeats a field of the page.
 * @param {string} text
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} control
 * @param {string} [hint]
 */
export function field(text, control, hint) {
  control.id ||= `field-${control.name}-${++fields}`;
  if (hint) control.setAttribute("aria-describedby", `${control.id}-hint`);
  return html.div(
    { class: "field" },
    html.label({ for: control.id }, text),
    control,
    hint && html.p({ class: "hint", id: `${control.id}-hint` }, hint),
  );
}

/**
 * A form whose submission may be refused: the refusal is shown above its last button.
 * @param {() => Promise<void>} submit
 * @param {Child[]} content
 */
export function form(submit, ...content) {
  const refusal = html.p({ class: "refusal", role: "alert" });
  const made = html.form(
    {
      onsubmit: async (event) => {
        event.preventDefault();
        refusal.textContent = "";
        const buttons = [...made.querySelectorAll("button")];
        for (const one of buttons) one.disabled = true;
        try {
          await submit();
        } catch (error) {
          refusal.textContent = problemText(error);
        } finally {
          for (const one of buttons) one.disabled = false;
        }
      },
    },
    ...content.slice(0, -1),
    refusal,
    content.at(-1),
  );
  return made;
}

/**
 * Open a dialog with a form, which closes it once it is submitted; `submit` may do so earlier.
 * @param {string} title
 * @param {(close: () => void) => Promise<void>} submit
 * @param {Child[]} content
 */
export function openForm(title, submit, ...content) {
  const close = () => dialog.close();
  const submitted = async () => {
    await submit(close);
    close();
  };
  const dialog = openDialog(title, form(submitted, ...content));
}

/**
 * Open a dialog with a question. Each answer closes it and is carried out; the last button only closes it.
 * @param {string} title
 * @param {Child[]} content
 * @param {[words: string, act: () => unknown, look?: "primary" | "danger"][]} answers
 * @param {string | null} [back] the words of the last button; null: none
 */
export function openQuestion(title, content, answers, back = gettext("Back")) {
  const answer = (/** @type {() => unknown} */ act) => () => {
    dialog.close();
    return act();
  };
  const dialog = openDialog(
    title,
    ...content,
    html.div(
      { class: "buttons" },
      answers.map(([words, act, look = "primary"]) => button(words, answer(act), { class: look })),
      back !== null && button(back, () => dialog.close()),
    ),
  );
  return dialog;
}

/**
 * A button that copies a text and confirms it.
 * @param {() => string} text
 * @param {string} words
 */
export function copyButton(text, words) {
  /** @type {HTMLButtonElement} */
  const copy = button(words, async () => {
    try {
      await navigator.clipboard.writeText(text());
      copy.textContent = gettext("Copied");
    } catch {
      copy.textContent = gettext("Copy it manually");
    }
    setTimeout(() => {
      copy.textContent = words;
    }, 2000);
  });
  return copy;
}

const WIDE = "(min-width: 62rem)";

/**
 * Open a drawer beside the board, which stays usable; it replaces an open drawer. On a narrow page it covers the board,
 * and a tap outside closes it.
 * @param {string} title
 * @param {Child[]} content
 */
export function openDrawer(title, ...content) {
  // When the old one closes, it returns the focus to where this one will return it.
  /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.drawer"))?.close();
  const dialog = dialogOf(title, content);
  dialog.classList.add("drawer");
  if (matchMedia(WIDE).matches) dialog.show();
  else dialog.showModal();
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close(); // its content fills it, so this is the backdrop
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation(); // it is not for the choice on the board
    dialog.close();
  });
  return dialog;
}

/** A field for a message to another player. */
export function messageField() {
  const control = html.textarea({ name: "message", rows: 2, maxlength: LONGEST_MESSAGE });
  return { control, field: field(gettext("Message (optional)"), control) };
}
