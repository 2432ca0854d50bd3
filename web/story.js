// The story of a game as a list: what happened, step by step, to be followed live or to be clicked through.

import { html } from "./dom.js";
import { seatIcon } from "./seats.js";
import { timeText } from "./texts.js";

export class Story {
  /** `place` holds the list; `address(step)` is where a step's link leads; `chosen(index)` hears clicks, if given. */
  constructor(place, name, address, chosen = null) {
    this.list = html("ol", { class: "story", tabindex: 0, "aria-label": name });
    this.address = address;
    this.chosen = chosen;
    this.marked = null;
    this.count = 0;
    // A story that is followed live stays at its end until the reader scrolls up.
    this.isAtEnd = !chosen;
    this.list.addEventListener("scroll", () => {
      if (!chosen) this.isAtEnd = this.list.scrollTop + this.list.clientHeight >= this.list.scrollHeight - 40;
    });
    new ResizeObserver(() => this.#keepAtEnd()).observe(this.list);
    place.append(this.list);
  }

  /** Add steps: `{ position, text, seat, at }`. */
  add(steps) {
    this.list.append(...steps.map((step) => this.#item(step, this.count++)));
    this.#keepAtEnd();
  }

  #keepAtEnd() {
    if (this.isAtEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  #item(step, index) {
    const link = html(
      "a",
      { href: this.address(step), title: timeText(step.at) },
      html("span", { class: "story-position" }, step.position),
      html("span", { class: "story-seat" }, Number.isInteger(step.seat) ? seatIcon(step.seat, 12) : null),
      html("span", { class: "story-text" }, step.text),
    );
    if (this.chosen) {
      link.addEventListener("click", (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        this.chosen(index);
      });
    }
    return html("li", { class: step.position.endsWith("-0") ? "action-start" : null }, link);
  }

  /** Mark the step that is shown, and bring it into sight without moving the page. */
  mark(index) {
    this.marked?.removeAttribute("aria-current");
    this.marked = this.list.children[index] ?? null;
    if (!this.marked) return;
    this.marked.setAttribute("aria-current", "step");
    const top = this.marked.offsetTop - this.list.offsetTop;
    if (top < this.list.scrollTop || top + this.marked.offsetHeight > this.list.scrollTop + this.list.clientHeight) {
      this.list.scrollTop = top - this.list.clientHeight / 3;
    }
  }

  /** Begin anew. */
  clear() {
    this.list.replaceChildren();
    this.count = 0;
    this.marked = null;
  }
}
