// Chat tab: the rooms of a game that the reader may enter, with the count of unread messages.
// The players have a room and the spectators another; both are open to all viewers after the game.

import { signedIn } from "../core/api.js";
import { CHAT } from "../core/event-stream.js";
import { announce, find, html, replace } from "../core/dom.js";
import { Room, shunnedPeople } from "./chat-room.js";
import { gettext, ngettext } from "../core/i18n.js";

/** @import { Side } from "../board/side-panel.js" */
/** @import { Summary } from "../types.js" */
/** @import { RoomName } from "./chat-room.js" */

/** The rooms that the reader may enter, in one tab that says how much is new in them. */
export class Chat {
  #said = 0;

  /**
   * @param {Side} side
   * @param {{ id: string, state: { status: string, seats: { player: string | null }[] }, summary: Summary }} game
   * @param {(page: "replay", position: string) => string} addressOf
   */
  constructor(side, game, addressOf) {
    this.side = side;
    this.game = game;
    this.addressOf = addressOf;
    /** @type {Map<RoomName, Room>} */
    this.rooms = new Map();
    this.place = html.div({ class: "chat" });
    replace(find("panel-chat"), this.place);
    side.selected.chat = () => this.open();
    document.addEventListener(CHAT, () => this.look().catch(() => {}));
  }

  /** Load the messages of the rooms that are open to the reader. */
  async look() {
    const names = this.#names();
    find("show-chat").hidden = !names.length;
    for (const name of names) {
      if (!this.rooms.has(name)) this.rooms.set(name, this.#room(name));
      await this.rooms.get(name)?.read();
    }
  }

  /** Open the chat. */
  async open() {
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
    this.side.count("chat", unread);
    if (this.side.isShowing("chat")) for (const room of this.rooms.values()) room.markRead().catch(() => {});
    else if (unread > this.#said) announce(ngettext("One new message.", "{number} new messages.", unread));
    this.#said = unread;
  }

  async #show() {
    const several = this.rooms.size > 1;
    replace(
      this.place,
      [...this.rooms.values()].map((room) => [several && html.h3(room.list.ariaLabel), room.element]).flat(),
      html.p(
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
