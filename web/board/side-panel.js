// Side panel: the column beside the board, with its tabs and its menu; on narrow pages it lies over the board.
// On wide pages it is shown or hidden as the reader left it.

import { openDrawer } from "../core/dialogs.js";
import { html, replace } from "../core/dom.js";
import { icon } from "../core/icon.js";
import { gettext } from "../core/i18n.js";
import { keep, kept } from "../core/storage.js";

/** @import { Child } from "../types.js" */
/** @typedef {"story" | "chat" | "rules" | "study"} TabName */

const NARROW = matchMedia("(max-width: 62rem)");
const MENU_KEPT = "stele-more";
const SHOW_PANEL = "stele-show-panel";

/** @type {Record<TabName, () => string>} */
const TAB_WORDS = {
  story: () => gettext("Story"),
  chat: () => gettext("Chat"),
  rules: () => gettext("Rules"),
  study: () => gettext("Study"),
};

/**
 * A section that is folded under its name, unless the reader has left it open.
 * @param {string} name under which it is kept that it is open
 * @param {Child} words
 * @param {Child[]} content
 */
export function foldedAway(name, words, ...content) {
  /** @type {HTMLDetailsElement} */
  const place = html.details(
    { class: "more", open: kept(name) === "open", ontoggle: () => keep(name, place.open ? "open" : null) },
    html.summary(words),
    ...content,
  );
  return place;
}

/**
 * The side panel of a page, the first of its tabs selected.
 * @param {Partial<Record<TabName, Child[]>>} panels what each tab shows, in their order
 * @param {{ above?: Child[], menu: Child[] }} more what lies above the tabs, and what the menu has
 */
export function sidePanel(panels, { above = [], menu }) {
  const names = /** @type {TabName[]} */ (Object.keys(panels));
  const isMenuOpen = kept(MENU_KEPT) === "open";
  const menuPlace = html.div({ id: "side-menu", class: "side-menu", hidden: !isMenuOpen }, ...menu);
  /** @type {HTMLButtonElement} */
  const menuButton = html.button(
    {
      type: "button",
      id: "show-menu",
      class: "side-tab",
      "aria-controls": menuPlace.id,
      "aria-expanded": String(isMenuOpen),
      onclick: () => {
        menuPlace.hidden = !menuPlace.hidden;
        menuButton.setAttribute("aria-expanded", String(!menuPlace.hidden));
        keep(MENU_KEPT, menuPlace.hidden ? null : "open");
      },
    },
    icon("more"),
    gettext("More"),
  );
  const tab = (/** @type {TabName} */ name, /** @type {number} */ place) =>
    html.button(
      {
        type: "button",
        role: "tab",
        id: `show-${name}`,
        class: "side-tab",
        tabindex: place ? -1 : 0,
        "aria-controls": `panel-${name}`,
        "aria-selected": String(!place),
      },
      icon(name),
      html.span(TAB_WORDS[name]()),
    );
  return html.aside(
    { id: "side", class: "side", "aria-label": gettext("Story and more") },
    ...above,
    html.div(
      { class: "side-head" },
      html.div({ class: "side-tabs", role: "tablist", "aria-label": gettext("Beside the board") }, names.map(tab)),
      menuButton,
    ),
    menuPlace,
    names.map((name, place) =>
      html.div(
        {
          id: `panel-${name}`,
          class: "side-panel",
          role: "tabpanel",
          "aria-labelledby": `show-${name}`,
          hidden: place > 0,
        },
        ...(panels[name] ?? []),
      ),
    ),
  );
}

/**
 * Show this in a tab of the side panel, or in a drawer on a page that has none.
 * @param {TabName} name
 * @param {string} title
 * @param {Child[]} content
 * @returns {HTMLElement} what holds it
 */
export function openBeside(name, title, ...content) {
  const panel = document.getElementById(`panel-${name}`);
  if (!panel) return openDrawer(title, ...content);
  replace(panel, html.h2(title), ...content);
  panel.scrollTop = 0;
  panel.dispatchEvent(new CustomEvent(SHOW_PANEL, { bubbles: true, detail: name }));
  return panel;
}

/** The side panel of a page: shown or hidden, with one tab selected. */
export class Side {
  /** Called when the reader selects a tab. @type {Partial<Record<TabName, () => void>>} */
  selected = {};
  /** What had the focus before a panel was opened from elsewhere. @type {Element | null} */
  #before = null;

  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} button shows and hides it
   * @param {() => void} shown is called when it has been shown
   * @param {string} name under which it is kept whether it is hidden
   */
  constructor(place, button, shown, name) {
    this.name = name;
    this.place = place;
    this.shown = shown;
    this.button = button;
    button.addEventListener("click", () => this.toggle());
    place.addEventListener("keydown", (event) => this.#pressed(event));
    place.addEventListener("click", ({ target }) => {
      const tab = target instanceof Element && target.closest("[role=tab]");
      if (tab) this.#choose(/** @type {HTMLElement} */ (tab));
    });
    place.addEventListener(SHOW_PANEL, (event) => {
      const { activeElement } = document;
      if (!place.contains(activeElement)) this.#before = activeElement;
      this.open(/** @type {CustomEvent<TabName>} */ (event).detail);
    });
    // On a narrow page a tap beside it closes it, as it does for any sheet.
    document.addEventListener("pointerdown", ({ target }) => {
      const isOutside = target instanceof Element && !target.closest("#side, #show-side, dialog, .explained");
      if (isOutside) this.uncover();
    });
    NARROW.addEventListener("change", () => this.#begin());
    this.#begin();
  }

  get #tabs() {
    return /** @type {HTMLElement[]} */ ([...this.place.querySelectorAll("[role=tab]:not([hidden])")]);
  }

  /** A narrow page begins with the board alone. */
  #begin() {
    this.#show(!NARROW.matches && kept(this.name) !== "hidden");
  }

  /** @param {boolean} isShown */
  #show(isShown) {
    this.place.hidden = !isShown;
    this.button.setAttribute("aria-expanded", String(isShown));
    if (isShown) this.shown();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { key, target } = event;
    if (key === "Escape") this.#escape(event);
    if (!(target instanceof HTMLElement) || target.role !== "tab") return;
    const tabs = this.#tabs;
    const at = tabs.indexOf(target);
    const ways = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
    if (!(key in ways)) return;
    event.preventDefault();
    event.stopPropagation(); // it does not step through the replay
    const next = /** @type {HTMLElement} */ (tabs.at(ways[/** @type {keyof typeof ways} */ (key)] % tabs.length));
    next.focus();
    this.#choose(next);
  }

  /** Close it where it lies over the board; otherwise show the story again. @param {KeyboardEvent} event */
  #escape(event) {
    if (NARROW.matches) {
      this.toggle();
      return;
    }
    if (this.isShowing("story")) return;
    event.stopPropagation(); // it is not meant for what is chosen on the board
    this.select("story");
    const before = this.#before?.isConnected ? this.#before : document.getElementById("show-story");
    if (before instanceof HTMLElement) before.focus();
    this.#before = null;
  }

  /** @param {HTMLElement} tab */
  #choose(tab) {
    const name = /** @type {TabName} */ (tab.id.slice("show-".length));
    this.select(name);
    this.selected[name]?.();
  }

  /** Select a tab; the panel may stay hidden. @param {TabName} name */
  select(name) {
    for (const tab of this.place.querySelectorAll("[role=tab]")) {
      const isThis = tab.id === `show-${name}`;
      tab.setAttribute("aria-selected", String(isThis));
      tab.setAttribute("tabindex", isThis ? "0" : "-1");
    }
    for (const panel of this.place.querySelectorAll("[role=tabpanel]")) {
      panel.toggleAttribute("hidden", panel.id !== `panel-${name}`);
    }
    if (name === "story") this.shown();
  }

  /** Whether a tab's panel is in sight. @param {TabName} name */
  isShowing(name) {
    return !this.place.hidden && document.getElementById(`panel-${name}`)?.hidden === false;
  }

  /**
   * Say on a tab how many there are; 0 says nothing.
   * @param {TabName} name
   * @param {number} count
   */
  count(name, count) {
    const tab = document.getElementById(`show-${name}`);
    if (!tab) return;
    tab.querySelector(".side-count")?.remove();
    if (count) tab.append(html.span({ class: "side-count" }, String(count)));
  }

  /** Show it, with this tab or the one that is selected. @param {TabName} [name] */
  open(name) {
    if (name) this.select(name);
    this.#show(true);
  }

  /** On a narrow page, where it lies over the board, hide it. */
  uncover() {
    if (NARROW.matches && !this.place.hidden) this.toggle();
  }

  /** Show or hide it. */
  toggle() {
    const isShown = Boolean(this.place.hidden);
    if (!isShown && this.place.contains(document.activeElement)) this.button.focus();
    this.#show(isShown);
    if (!NARROW.matches) keep(this.name, isShown ? null : "hidden");
  }
}
