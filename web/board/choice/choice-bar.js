// Choice bar: confirms or clears the chosen move, and lists every legal move. The list is collapsed while the move can
// be chosen on the board.

import { Choice } from "./move-choice.js";
import { hearChoiceKeys } from "./keyboard.js";
import { button, html, replace } from "../../core/dom.js";
import { keep, kept } from "../../core/storage.js";
import { ruleLink } from "../rules/rule-link.js";
import { gettext, ngettext } from "../../core/i18n.js";

/** @import { LegalMove } from "../../types.js" */

const KEPT = "stele-moves";
const MANY = 13; // with more moves than can be taken in at a glance there is a search field

/** The list of moves, its search field, and the buttons that confirm and clear. */
export class Choices {
  #choice = new Choice();
  #isSending = false;
  #isWanted = kept(KEPT) === "open";
  /** Whether nothing can be picked on the board. */
  #isNeeded = false;
  /** The number of composed moves. */
  #composed = 0;
  #mayGoOn = false;

  /**
   * @param {HTMLElement} place the bar's element
   * @param {HTMLElement} listing the list's element
   * @param {(chosen: LegalMove | null) => void} confirm
   * @param {(way: "on" | "back") => void} compose appends the chosen move to the composed ones, or removes the last
   * @param {() => void} passFocusOn moves the focus from a button that disappears
   */
  constructor(place, listing, confirm, compose, passFocusOn) {
    this.confirm = confirm;
    this.compose = compose;
    this.passFocusOn = passFocusOn;
    this.heading = html.h2({ id: "moves-heading" });
    this.search = html.input({
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
    this.list = html.ul({ class: "moves", id: "moves", tabindex: 0, "aria-labelledby": "moves-heading" });
    this.confirmButton = html.button({
      type: "button",
      class: "primary",
      id: "confirm",
      "aria-keyshortcuts": "Enter",
      "data-key": "Enter",
      onclick: () => this.confirmChosen(),
    });
    this.clearButton = button(gettext("Clear"), () => this.#choice.clear(), {
      id: "clear",
      "aria-keyshortcuts": "Escape",
      "data-key": "Esc",
    });
    this.goOnButton = button(gettext("Add another move"), () => compose("on"), { id: "go-on" });
    this.undoButton = button(gettext("Undo"), () => compose("back"), {
      id: "undo",
      "aria-keyshortcuts": "Escape",
      "data-key": "Esc",
    });
    this.refusal = html.div({ class: "refusal", role: "alert", id: "refusal" });
    this.listButton = html.button({
      type: "button",
      id: "show-moves",
      "aria-controls": listing.id,
      onclick: () => this.#unfold(!this.#isWanted),
    });
    this.place = place;
    this.listing = listing;
    replace(
      place,
      this.refusal,
      html.div(
        { class: "buttons" },
        this.listButton,
        this.undoButton,
        this.clearButton,
        this.goOnButton,
        this.confirmButton,
      ),
    );
    replace(listing, this.heading, this.search, this.list);
    hearChoiceKeys(
      () => (this.#choice.isEmpty && this.#composed ? { isEmpty: false, clear: () => compose("back") } : this.#choice),
      () => this.confirmChosen(),
    );
    listing.addEventListener("keydown", ({ key, defaultPrevented }) => {
      if (key === "Escape" && !defaultPrevented && !this.#isNeeded) this.#unfold(false);
    });
  }

  /** @param {boolean} isWanted */
  #unfold(isWanted) {
    this.#isWanted = isWanted;
    keep(KEPT, isWanted ? "open" : null);
    if (!isWanted && this.listing.contains(document.activeElement)) this.listButton.focus();
    this.#showListing();
  }

  /**
   * Set whether the list is needed, because nothing can be picked on the board.
   * @param {boolean} isNeeded
   */
  need(isNeeded) {
    this.#isNeeded = isNeeded;
    this.#showListing();
  }

  #showListing() {
    this.listing.hidden = !this.#choice.moves.length || !(this.#isWanted || this.#isNeeded);
    this.listButton.hidden = this.#isNeeded;
    this.listButton.setAttribute("aria-expanded", String(!this.listing.hidden));
  }

  /**
   * Show the remaining moves; without any, hide everything.
   * @param {Choice} choice
   * @param {number} composed the number of composed moves
   * @param {boolean} mayGoOn whether it is certainly my turn again after the chosen move
   */
  show(choice, composed, mayGoOn) {
    this.#composed = composed;
    this.#mayGoOn = mayGoOn;
    if (choice.moves !== this.#choice.moves) this.search.value = "";
    this.#choice = choice;
    this.place.hidden = !choice.moves.length;
    const left = choice.candidates();
    const isNarrowed = left.length < choice.moves.length;
    this.heading.textContent = isNarrowed
      ? gettext("Possible moves: {left} of {all}", { left: left.length, all: choice.moves.length })
      : ngettext("One possible move", "{number} possible moves", choice.moves.length);
    this.listButton.textContent = gettext("Moves: {number}", { number: left.length });
    this.#showListing();
    this.search.hidden = left.length < MANY && !this.search.value;
    this.#showList();
    this.#showButtons();
  }

  /**
   * Disable confirming while a move is being sent.
   * @param {boolean} isSending
   */
  showSending(isSending) {
    this.#isSending = isSending;
    this.#showButtons();
  }

  #showButtons() {
    const number = this.#composed + Number(this.#choice.chosen !== null);
    const confirm = number > 1 ? ngettext("Confirm one move", "Confirm {number} moves", number) : gettext("Confirm");
    this.confirmButton.textContent = this.#isSending ? gettext("Sending…") : confirm;
    const buttons = [this.confirmButton, this.clearButton, this.goOnButton, this.undoButton];
    const held = buttons.find((one) => one === document.activeElement);
    this.confirmButton.disabled = this.#isSending || !number || (!this.#choice.chosen && !this.#choice.isEmpty);
    this.clearButton.disabled = this.#isSending || this.#choice.isEmpty;
    this.goOnButton.hidden = this.#isSending || !this.#mayGoOn;
    // Like Escape: first clear the picks, then the composed moves.
    this.undoButton.hidden = this.#isSending || !this.#composed || !this.#choice.isEmpty;
    this.clearButton.hidden = !this.undoButton.hidden;
    if (held?.disabled || held?.hidden) this.passFocusOn();
  }

  /** The remaining moves that contain every search word. */
  #found() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    return this.#choice.candidates().filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  }

  /** @param {KeyboardEvent} event */
  #searched(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    const written = `(${this.search.value.trim().toLowerCase()})`;
    const found = this.#found();
    const one =
      found.find(({ text }) => text.toLowerCase().endsWith(written)) ?? (found.length === 1 ? found[0] : null);
    if (!one) return;
    this.search.value = "";
    this.#choice.choose(one.move);
    this.confirmButton.focus();
  }

  #showList() {
    const { chosen } = this.#choice;
    const left = this.#found();
    const active = document.activeElement;
    const focused = active && this.list.contains(active) ? active.textContent : null;
    replace(
      this.list,
      left.map((one) =>
        html.li(
          button(
            one.text,
            () =>
              one === this.#choice.chosen && left.length > 1 ? this.#choice.clear() : this.#choice.choose(one.move),
            { class: "move", "aria-pressed": String(one === chosen) },
          ),
        ),
      ),
    );
    if (!left.length) {
      this.list.append(html.li({ class: "empty" }, gettext("No possible move matches.")));
    }
    if (focused === null) return;
    const same = [...this.list.querySelectorAll("button")].find((one) => one.textContent === focused);
    (same ?? this.list).focus();
  }

  /** Confirm the chosen and composed moves, unless some are being sent; whether there are any. */
  confirmChosen() {
    const { chosen, isEmpty } = this.#choice;
    const isReady = chosen !== null || (isEmpty && this.#composed > 0);
    if (isReady && !this.#isSending) {
      this.refuse();
      this.confirm(chosen);
    }
    return isReady;
  }

  /**
   * Show why a move was refused, with a link to the rule; without arguments, clear the message.
   * @param {string} [text]
   * @param {string} [rule]
   * @param {string} [title]
   */
  refuse(text, rule, title = "") {
    const words = rule && gettext("Rule {rule}", { rule });
    const link = rule && ruleLink(title, rule, words);
    replace(this.refusal, text && html.p(text), link);
  }
}
