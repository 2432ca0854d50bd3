// The panel beside the board: what is asked, every legal move as a list, and the chosen one to confirm.

import { html, replace } from "./dom.js";
import { gettext, ngettext } from "./texts.js";

const MANY = 13; // more moves than one takes in at a glance can be searched

export class Choices {
  /** `confirm(chosen)` is called with the chosen `{ move, text }`. */
  constructor(place, confirm) {
    this.confirm = confirm;
    this.heading = html("h2", { id: "moves-heading" });
    this.search = html("input", {
      type: "search",
      id: "find-move",
      autocomplete: "off",
      spellcheck: "false",
      "aria-controls": "moves",
      "aria-label": gettext("Find a move"),
      placeholder: gettext("Find a move"),
      hidden: true,
      oninput: () => this.#showList(),
      onkeydown: (event) => this.#searched(event),
    });
    this.list = html("ul", { class: "moves", id: "moves", tabindex: 0, "aria-labelledby": "moves-heading" });
    this.preview = html("p", { class: "chosen-text", role: "status" });
    this.confirmButton = html(
      "button",
      { type: "button", class: "primary", id: "confirm", onclick: () => this.#confirmed() },
      gettext("Confirm"),
    );
    this.clearButton = html(
      "button",
      { type: "button", id: "clear", onclick: () => this.choice.clear() },
      gettext("Clear"),
    );
    this.refusal = html("div", { class: "refusal", role: "alert", id: "refusal" });
    this.place = place;
    replace(
      place,
      this.heading,
      this.search,
      this.list,
      this.refusal,
      html(
        "div",
        { class: "confirm-bar" },
        this.preview,
        html("div", { class: "buttons" }, this.confirmButton, this.clearButton),
      ),
    );
    this.choice = null;
  }

  /** Show the moves that are left; none: the panel is not there. */
  show(choice) {
    if (choice.moves !== this.choice?.moves) this.search.value = "";
    this.choice = choice;
    this.place.hidden = !choice.moves.length;
    const chosen = choice.chosen;
    const left = choice.candidates();
    const isNarrowed = left.length < choice.moves.length;
    this.heading.textContent = isNarrowed
      ? gettext("Possible moves: {left} of {all}", { left: left.length, all: choice.moves.length })
      : ngettext("One possible move", "{number} possible moves", choice.moves.length);
    this.search.hidden = left.length < MANY && !this.search.value;
    this.#showList();
    this.preview.textContent = chosen ? chosen.text : gettext("Choose on the board or in the list.");
    this.confirmButton.disabled = !chosen;
    this.clearButton.disabled = !Object.keys(choice.picks).length;
  }

  /** The moves that are left and have every word of what is searched for. */
  #found() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    return this.choice.candidates().filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  }

  #searched(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const written = `(${this.search.value.trim().toLowerCase()})`;
    const found = this.#found();
    const one =
      found.find(({ text }) => text.toLowerCase().endsWith(written)) ?? (found.length === 1 ? found[0] : null);
    if (!one) return;
    this.search.value = "";
    this.choice.choose(one.move);
    this.confirmButton.focus();
  }

  #showList() {
    const { choice } = this;
    const chosen = choice.chosen;
    const left = this.#found();
    const focused = this.list.contains(document.activeElement) ? document.activeElement.textContent : null;
    replace(
      this.list,
      left.map((one) =>
        html(
          "li",
          {},
          html(
            "button",
            {
              type: "button",
              class: "move",
              "aria-pressed": String(one === chosen),
              onclick: () =>
                one === this.choice.chosen && left.length > 1 ? this.choice.clear() : this.choice.choose(one.move),
            },
            one.text,
          ),
        ),
      ),
    );
    if (focused !== null) [...this.list.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus();
  }

  async #confirmed() {
    const chosen = this.choice.chosen;
    if (!chosen) return;
    this.confirmButton.disabled = true;
    this.refuse();
    await this.confirm(chosen);
  }

  /** Say why a move was refused, with a link to the rule; without arguments: say nothing more. */
  refuse(text, rule, address) {
    replace(
      this.refusal,
      text && html("p", {}, text),
      rule && html("a", { href: address }, gettext("Rule {rule}", { rule })),
    );
  }
}
