// Story filter: hides the lines of a table's story that do not contain the searched words, new lines included.

import { announce } from "../core/dom.js";
import { plain } from "./search.js";
import { gettext, ngettext } from "../core/i18n.js";

/**
 * Let this field search the story.
 * @param {HTMLInputElement} field
 * @param {HTMLElement} list
 */
export function searchStory(field, list) {
  const search = () => {
    const wanted = plain(field.value).trim();
    list.classList.toggle("searched", wanted !== "");
    let found = 0;
    for (const line of list.children) {
      const isFound = plain(line.querySelector(".story-text")?.textContent ?? "").includes(wanted);
      line.classList.toggle("unfound", !isFound);
      if (isFound) found += 1;
    }
    if (wanted) announce(found ? ngettext("One line", "{number} lines", found) : gettext("Not found"));
  };
  field.addEventListener("input", search);
  field.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    field.value = "";
    search();
    list.focus();
  });
  new MutationObserver(() => field.value && search()).observe(list, { childList: true });
  search();
}
