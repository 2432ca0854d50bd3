// Welcome section: the lobby's introduction of Stele, with a first game and a replay to watch. The section is shown
// immediately; its links are filled in when the titles are loaded, and the demonstration of the chosen one is known.

import { here } from "../core/base-path.js";
import { club, introduction } from "../core/club.js";
import { button, html, optionsOf, paragraphs } from "../core/dom.js";
import { call, signedIn } from "../core/api.js";
import { playNow } from "../table/join.js";
import { problemNotice } from "../masthead/page-header.js";
import { gettext } from "../core/i18n.js";

/** @import { Title } from "../types.js" */

/** The section: what leads on, and below it two other ways. */
export class Welcome {
  /** @type {Title[]} */
  #offered = [];

  constructor() {
    this.titles = html.select({
      id: "play-title",
      "aria-label": gettext("Title"),
      disabled: true,
      onchange: () => this.#nameLinks(),
    });
    this.play = button(gettext("Play now against computer players"), () => this.#playNow(), {
      class: "primary",
      id: "play-now",
      disabled: true,
    });
    this.learn = html.a({ class: "button waiting", id: "learn" }, gettext("Learn by playing"));
    this.demo = html.a({ class: "button waiting", id: "watch-demo" }, gettext("Watch the demo replay"));
    this.node = html.section(
      { class: signedIn() ? "welcome welcome-back" : "welcome", "aria-labelledby": "welcome-heading" },
      html.h1({ id: "welcome-heading" }, club.name || gettext("Board games, carved in stone")),
      ...paragraphs(introduction(club.welcome)),
      club.name && html.p(html.a({ href: "/club" }, gettext("Rules and members"))),
      html.div({ class: "buttons first-way" }, this.titles, this.play),
      html.div({ class: "buttons other-ways" }, this.learn, this.demo),
    );
  }

  /**
   * Offer these titles, shortest first; the first is chosen unless the reader chooses another.
   * @param {Title[]} titles
   */
  offer(titles) {
    const visits = (/** @type {Title} */ { visits: [least] }) => least ?? Infinity;
    this.#offered = titles.toSorted((one, other) => visits(one) - visits(other) || 0);
    this.titles.replaceChildren(...optionsOf(this.#offered.map(({ id, title }) => [id, title])));
    this.titles.disabled = false;
    this.play.disabled = false;
    this.#nameLinks();
  }

  get #chosen() {
    return this.#offered[this.titles.selectedIndex];
  }

  async #nameLinks() {
    const title = this.#chosen;
    nameLink(this.learn, title.lesson ? `/titles/${title.id}/lesson` : null);
    this.demo.classList.add("waiting");
    const demo = await call(`/api/games/demo-${title.id}`).catch(() => null);
    if (title === this.#chosen) nameLink(this.demo, demo?.status === "finished" ? `/games/${demo.id}/replay` : null);
  }

  async #playNow() {
    this.play.disabled = true;
    try {
      await playNow(this.#chosen);
    } catch (error) {
      problemNotice(error);
    } finally {
      this.play.disabled = false;
    }
  }
}

/**
 * Set this link's address; null hides it.
 * @param {HTMLAnchorElement} link
 * @param {string | null} path
 */
function nameLink(link, path) {
  link.classList.remove("waiting");
  link.hidden = path === null;
  if (path === null) link.removeAttribute("href");
  else link.setAttribute("href", here(path));
}
