// The first lines of the lobby: what Stele is, a first game with one click, and a replay to watch. They stand there at
// once; what can be chosen there comes later.

import { signUpAsGuest } from "./account.js";
import { problemText, signedIn } from "./api.js";
import { here } from "./base.js";
import { html } from "./dom.js";
import { notice } from "./masthead.js";
import { openTable } from "./sitting.js";
import { gettext } from "./texts.js";

/** @import { Summary, Title } from "./types.js" */
/** @typedef {{ title: Title, demo: Summary | null }} Playable a title, with its demonstration game if it is finished */

/** The section with its two ways in. */
export class Welcome {
  /** @type {Playable[]} */
  #playable = [];

  constructor() {
    this.titles = html("select", {
      id: "play-title",
      "aria-label": gettext("Title"),
      disabled: true,
      onchange: () => this.#nameDemo(),
    });
    this.play = html(
      "button",
      { type: "button", class: "primary", id: "play-now", disabled: true, onclick: () => this.#playNow() },
      gettext("Play now against computer players"),
    );
    this.demo = html("a", { class: "button waiting", id: "watch-demo" }, gettext("Watch the demo replay"));
    this.node = html(
      "section",
      { class: "welcome", "aria-labelledby": "welcome-heading" },
      html("h1", { id: "welcome-heading" }, gettext("Board games, carved in stone")),
      html(
        "p",
        {},
        gettext(
          "Play published board games over days, against people or computer players. Every action is recorded, every game can be replayed step by step.",
        ),
      ),
      html("div", { class: "buttons" }, this.titles, this.play, this.demo),
    );
  }

  /**
   * Offer these titles; the first is chosen unless the reader chooses another.
   * @param {Playable[]} playable
   */
  offer(playable) {
    this.#playable = playable;
    this.titles.replaceChildren(...playable.map(({ title }) => html("option", { value: title.id }, title.title)));
    this.titles.disabled = false;
    this.play.disabled = false;
    this.#nameDemo();
  }

  get #chosen() {
    return this.#playable[this.titles.selectedIndex];
  }

  #nameDemo() {
    const { demo } = this.#chosen;
    this.demo.classList.toggle("waiting", !demo);
    if (demo) this.demo.setAttribute("href", here(`/games/${demo.id}/replay`));
    else this.demo.removeAttribute("href");
  }

  /** Straight to a table with computer players; who has no account gets one with a guest's name. */
  async #playNow() {
    const { title } = this.#chosen;
    this.play.disabled = true;
    try {
      if (!signedIn()) await signUpAsGuest();
      const players = Math.min(3, title.players.max);
      location.assign(here(await openTable({ rulebook: title.id, players, bots: players - 1 })));
    } catch (error) {
      this.play.disabled = false;
      notice(problemText(error), "bad");
    }
  }
}
