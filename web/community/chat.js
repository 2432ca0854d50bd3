// Chat: the rooms of a game that the reader may enter, behind a button with the count of unread messages.
// The players have a room and the spectators another; both are open to all viewers after the game.

import { signedIn } from "../core/api.js";
import { TALK } from "../core/event-stream.js";
import { openDrawer } from "../core/dialogs.js";
import { announce, html, replace } from "../core/dom.js";
import { Room, shunnedPeople } from "./chat-room.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { Game } from "../table/game.js" */
/** @import { RoomName } from "./chat-room.js" */

/** The reader's rooms, behind one button with the number of new messages. */
export class Talk {
  /** @type {HTMLDialogElement | null} */
  #open = null;
  #said = 0;

  /**
   * @param {HTMLElement} button
   * @param {Game} game
   * @param {(page: "replay", position: string) => string} addressOf
   */
  constructor(button, game, addressOf) {
    this.button = button;
    this.game = game;
    this.addressOf = addressOf;
    /** @type {Map<RoomName, Room>} */
    this.rooms = new Map();
    this.place = html("div", { class: "talk" });
    button.addEventListener("click", () => this.open());
    document.addEventListener(TALK, () => this.look().catch(() => {}));
  }

  /** Load the messages of the rooms that are open to the reader. */
  async look() {
    const names = this.#names();
    this.button.hidden = !names.length;
    for (const name of names) {
      if (!this.rooms.has(name)) this.rooms.set(name, this.#room(name));
      await this.rooms.get(name)?.read();
    }
  }

  /** Open the chat. */
  async open() {
    this.#open = openDrawer(gettext("Chat"), this.place);
    this.#open.addEventListener("close", () => (this.#open = null));
    await this.#show();
    this.rooms.values().next().value?.text.focus();
  }

  /** @returns {RoomName[]} */
  #names() {
    const { status, seats } = this.game.state;
    if (status === "finished" || status === "aborted") return ["players", "onlookers"];
    const me = signedIn()?.id;
    if (!me) return [];
    const isOfTheGame = this.game.summary.referee?.player === me || seats.some(({ player }) => player === me);
    return [isOfTheGame ? "players" : "onlookers"];
  }

  /** @param {RoomName} name */
  #room(name) {
    const label = name === "players" ? gettext("Players") : gettext("Spectators");
    const room = new Room(this.game.id, name, {
      label,
      address: (position) => this.addressOf("replay", position),
    });
    room.changed = () => this.#changed();
    return room;
  }

  #changed() {
    const unread = [...this.rooms.values()].reduce((sum, { told }) => sum + told.unread, 0);
    this.button.textContent = unread ? gettext("Chat ({number})", { number: unread }) : gettext("Chat");
    this.button.classList.toggle("has-news", unread > 0);
    if (this.#open) for (const room of this.rooms.values()) room.markRead().catch(() => {});
    else if (unread > this.#said) announce(ngettext("One new message.", "{number} new messages.", unread));
    this.#said = unread;
  }

  async #show() {
    const several = this.rooms.size > 1;
    replace(
      this.place,
      [...this.rooms.values()].map((room) => [several && html("h3", {}, room.list.ariaLabel), room.element]).flat(),
      html(
        "p",
        { class: "hint" },
        several
          ? gettext("The game is over. All players and spectators can read these chats.")
          : gettext(
              "During the game, players and spectators can't read each other's chat. Afterwards, people who can see the game can read both.",
            ),
      ),
      await shunnedPeople(() => this.look().then(() => this.#show())).catch(() => null),
    );
    for (const room of this.rooms.values()) {
      room.list.scrollTop = room.list.scrollHeight;
      await room.markRead().catch(() => {});
    }
  }
}
