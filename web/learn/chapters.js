// Rules chapters: a title's rules in plain words, each chapter with an example and the numbered rules folded.
// The table of contents marks the chapter in view, and a link to a rule's number opens the chapter that has it.

import { html } from "../core/dom.js";
import { inline, paragraph } from "../board/rules/markdown.js";
import { gettext, language } from "../core/i18n.js";

/** @import { RuleChapter, WholeTitle } from "../types.js" */
/** @typedef {RuleChapter & { id: string }} Placed a chapter and the id of its part of the page */

/** The part of the window in which a chapter counts as being read. */
const READ = "-15% 0px -80% 0px";
const SOON = "300px";

/**
 * The numbered rules, collapsed.
 * @param {RuleChapter} chapter
 * @param {WholeTitle} title
 */
function numbered({ rules: numbers }, { rules }) {
  const [first, last] = [numbers[0], numbers.at(-1)];
  return html.details(
    { class: "numbered" },
    html.summary(
      { lang: language },
      gettext("Numbered rules: {numbers}", { numbers: first === last ? first : `${first} – ${last}` }),
    ),
    html.dl(
      { class: "rules" },
      numbers.map((number) => html.div({ id: number }, html.dt(number), html.dd(...inline(rules[number], rules)))),
    ),
  );
}

/**
 * The placeholder of an example, which is loaded and drawn when it comes near the window.
 * @param {RuleChapter} chapter
 * @param {string} title
 */
function examplePlace(chapter, title) {
  const place = html.figure({ class: "example", lang: language });
  new IntersectionObserver(
    async (entries, observer) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      const { showExample } = await import("./example.js");
      await showExample(place, title, chapter);
    },
    { rootMargin: SOON },
  ).observe(place);
  return place;
}

/**
 * @param {Placed} chapter
 * @param {WholeTitle} title
 */
function chapterPart(chapter, title) {
  const level = chapter.level === 2 ? "h2" : chapter.level === 3 ? "h3" : "h4";
  return html.section(
    { id: chapter.id, class: "chapter", "aria-labelledby": `${chapter.id}-heading` },
    html(level, { id: `${chapter.id}-heading` }, chapter.title),
    chapter.words.map((words) => paragraph(words, title.rules)),
    chapter.example !== null && examplePlace(chapter, title.id),
    chapter.rules.length > 0 && numbered(chapter, title),
  );
}

/**
 * @param {Placed[]} chapters
 * @param {string} lang
 */
function contentsOf(chapters, lang) {
  return html.nav(
    { class: "contents", "aria-label": gettext("Contents") },
    html.ol(
      { lang },
      chapters.map(({ id, title, level }) => html.li({ class: `level-${level}` }, html.a({ href: `#${id}` }, title))),
    ),
  );
}

/**
 * Mark the current chapter in the contents.
 * @param {HTMLElement} contents
 * @param {HTMLElement[]} parts
 */
function follow(contents, parts) {
  /** @type {Map<string, Element>} */
  const links = new Map([...contents.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const watch = new IntersectionObserver(
    (entries) => {
      const read = entries.findLast((entry) => entry.isIntersecting && links.has(entry.target.id));
      if (!read) return;
      for (const [id, link] of links) {
        if (id === read.target.id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: READ },
  );
  for (const part of parts) watch.observe(part);
}

/** Open the rule or chapter named in the address, and scroll to it. */
function reveal() {
  const aim = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (const earlier of document.querySelectorAll(".aim")) earlier.classList.remove("aim");
  if (!aim?.closest(".chapters")) return;
  const fold = aim.closest("details");
  if (fold) fold.open = true;
  aim.classList.add("aim");
  aim.scrollIntoView();
}

/**
 * The contents and the chapters. Once they are on the page, call `begin` to follow the reader and the address.
 * @param {WholeTitle} title
 */
export function chaptersOf(title) {
  const placed = title.chapters
    .map((chapter, place) => ({ ...chapter, id: `chapter-${place}` }))
    .filter(({ level }) => level > 1);
  // Parts without plain text are for looking up numbers: the contents leave them out.
  const contents = contentsOf(
    placed.filter(({ level, words }) => level === 2 || words.length > 0),
    title.rules_language,
  );
  const parts = placed.map((chapter) => chapterPart(chapter, title));
  return {
    contents,
    chapters: html.div({ class: "chapters", lang: title.rules_language }, parts),
    begin() {
      follow(contents, parts);
      window.addEventListener("hashchange", reveal);
      reveal();
    },
  };
}
