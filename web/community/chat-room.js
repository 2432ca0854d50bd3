// Chat room: the messages of one room, the form to write one, and the actions on a message.

import { call, gamePath, problemText, signedIn } from "../core/api.js";
import { challengeButton } from "./challenge.js";
import { called } from "../core/player-names.js";
import { button, html, replace } from "../core/dom.js";
import { notice } from "../masthead/page-header.js";
import { ago, gettext, timeText } from "../core/i18n.js";

/** @import { Child } from "../types.js" */
/** @import { RoomResponse, ShownMessage as Message } from "../responses.js" */
/** @typedef {"players" | "onlookers" | "comments"} RoomName */

const LONGEST_TEXT = 1000;
const NEAR_PIXELS = 60;

/** One room of a game. */
export class Room {
  /** @type {RoomResponse} */
  told = { room: "", messages: [], unread: 0, may_write: false };
  /** Called when a message is sent, deleted or read. */
  changed = () => {};

  /**
   * @param {string} game
   * @param {RoomName} name
   * @param {{ label: string, address: (position: string) => string, at?: () => string, of?: (position: string) => boolean }} how
   *   what the room is called; where a message's position leads; about which position something is said, if not about
   *   where the game is; and which positions' messages are shown, if not all
   */
  constructor(game, name, { label, address, at, of = () => true }) {
    this.game = game;
    this.name = name;
    this.address = address;
    this.at = at;
    this.of = of;
    this.list = html.ol({ class: "chat-list", "aria-live": "polite", "aria-label": label, tabindex: 0 });
    this.text = html.textarea({
      class: "chat-text",
      rows: 2,
      required: true,
      maxlength: LONGEST_TEXT,
      "aria-label": label,
      placeholder: gettext("Write a message…"),
      onkeydown: (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.form.requestSubmit();
      },
    });
    this.refusal = html.p({ class: "refusal", role: "alert" });
    this.send = html.button({ type: "submit", class: "primary" }, gettext("Send"));
    this.form = html.form(
      { class: "chat-form", hidden: true, onsubmit: (event) => this.#say(event) },
      this.text,
      this.send,
    );
    this.element = html.div({ class: "chat-room" }, this.list, this.form, this.refusal);
  }

  /** Load the messages. */
  async read() {
    this.told = await call(gamePath(this.game, "/chat", { room: this.name }));
    this.show();
    this.changed();
  }

  /** Show the messages, and the form if writing is allowed. */
  show() {
    const { list, told } = this;
    const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - NEAR_PIXELS;
    const shown = told.messages.filter(({ position }) => this.of(position));
    replace(
      list,
      shown.map((message) => this.#item(message)),
      !shown.length && html.li({ class: "empty" }, gettext("No messages yet.")),
    );
    this.form.hidden = !told.may_write;
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  /** Mark the shown messages as read. */
  async markRead() {
    const last = this.told.messages.at(-1);
    if (!signedIn() || !last || !this.told.unread) return;
    await call(gamePath(this.game, `/chat/${this.name}/read`), { method: "PUT", body: { message: last.id } });
    this.told.unread = 0;
    this.changed();
  }

  /** @param {Event} event */
  async #say(event) {
    event.preventDefault();
    await this.#try(async () => {
      const position = this.at?.();
      const body = { room: this.name, text: this.text.value, ...(position && { position }) };
      await call(gamePath(this.game, "/chat"), { method: "POST", body });
      this.text.value = "";
      await this.read();
      this.list.scrollTop = this.list.scrollHeight;
    });
    this.text.focus();
  }

  /** @param {() => Promise<void>} act */
  async #try(act) {
    this.refusal.textContent = "";
    this.send.disabled = true;
    try {
      await act();
    } catch (error) {
      this.refusal.textContent = problemText(error);
    } finally {
      this.send.disabled = false;
    }
  }

  /** @param {Message} message */
  #item(message) {
    const { at, position, text } = message;
    return html.li(
      html.p(
        { class: "chat-head" },
        html.strong(called(message)),
        html.a({ class: "story-position", href: this.address(position) }, position),
        html.time({ datetime: at, title: timeText(at) }, ago(at)),
        this.#doing(message),
      ),
      html.p({ class: "chat-said" }, text),
    );
  }

  /**
   * The actions on a message.
   * @param {Message} message
   */
  #doing(message) {
    const me = signedIn();
    if (!me || !message.player) return null;
    const path = gamePath(this.game, `/chat/${this.name}/${message.id}`);
    if (message.player === me.id) {
      const words = gettext("Delete this message");
      const remove = () => this.#try(() => call(path, { method: "DELETE" }).then(() => this.read()));
      return button("×", remove, { class: "quiet", "aria-label": words, title: words });
    }
    const { player, name } = message;
    return html.details(
      { class: "chat-more" },
      html.summary({ "aria-label": gettext("More actions for {name}’s message", { name: name ?? "" }) }, "…"),
      html.div(
        { class: "buttons" },
        challengeButton({ id: player, name: name ?? "" }),
        this.#shunning(player, { muted: true }, gettext("Mute {name}", { name })),
        this.#shunning(player, { blocked: true }, gettext("Block {name}", { name })),
        this.#reporting(path),
      ),
    );
  }

  /**
   * @param {string} player
   * @param {Record<string, boolean>} body
   * @param {string} words
   */
  #shunning(player, body, words) {
    const shun = () =>
      this.#try(async () => {
        await call(`/api/me/shunned/${player}`, { method: "PUT", body });
        await this.read();
        notice(gettext("Done. You can undo this below the messages."));
      });
    return button(words, shun);
  }

  /** @param {string} path */
  #reporting(path) {
    const reason = html.input({
      required: true,
      maxlength: 500,
      placeholder: gettext("Reason for the report"),
      "aria-label": gettext("Reason for the report"),
    });
    const report = (/** @type {Event} */ event) => {
      event.preventDefault();
      return this.#try(async () => {
        await call(`${path}/reports`, { method: "POST", body: { reason: reason.value } });
        notice(gettext("Reported. A moderator will review it."));
        reason.closest("details")?.removeAttribute("open");
      });
    };
    return html.form({ class: "chat-report", onsubmit: report }, reason, html.button(gettext("Report")));
  }
}

/**
 * The players that the reader has muted or blocked, each with an undo button; nothing if there are none.
 * @param {() => void} changed
 * @returns {Promise<Child>}
 */
export async function shunnedPeople(changed) {
  if (!signedIn()) return null;
  const { muted, blocked } = await call("/api/me/shunned");
  const people = new Map([...muted, ...blocked].map((one) => [one.id, one.name]));
  if (!people.size) return null;
  const back = async (/** @type {string} */ id) => {
    await call(`/api/me/shunned/${id}`, { method: "PUT", body: { muted: false, blocked: false } });
    changed();
  };
  return html.details(
    { class: "chat-shunned" },
    html.summary(gettext("Muted players: {number}", { number: people.size })),
    html.ul(
      [...people].map(([id, name]) =>
        html.li(
          called({ name }),
          " ",
          button(gettext("Unmute and unblock"), () => back(id)),
        ),
      ),
    ),
  );
}
