// Who sits where in a record: seats that are taken, left again, kept for somebody, and handed over.

/** How a kept seat becomes free for everybody. */
const RELEASED = ["declined", "released", "expired"];

/** The seats of one game. */
export class Seats {
  #players = 0;
  /** @type {string[]} */
  #reserved = [];
  #edition = 1;
  /** The seats that were taken over, each with the player who had it before. @type {[number, string][]} */
  #former = [];
  /** To whom a seat is offered. @type {Map<number, string>} */
  #offered = new Map();
  /** The seats that are taken, each with its player; a computer player's is empty. @type {Map<number, string>} */
  taken = new Map();

  /**
   * Whether a game can be opened for so many, with these seats kept for players.
   * @param {number} players
   * @param {string[]} reserved
   * @param {number} edition of the rules
   */
  opens(players, reserved, edition) {
    this.#players = players;
    this.#reserved = [...reserved];
    this.#edition = edition;
    return !reserved.length || reserved.length === players;
  }

  /**
   * Whether somebody sits down in the seat that is kept for them, or else in the lowest free one.
   * @param {Record<string, any>} data
   */
  isTaken({ seat, player, kind }) {
    const all = Array.from({ length: this.#players }, (_, one) => one);
    const free = all.filter((one) => !this.taken.has(one));
    const own = free.find((one) => player && this.#reserved[one] === player);
    if (seat !== (own ?? free.find((one) => !this.#reserved[one]))) return false;
    this.taken.set(seat, kind === "person" ? player : "");
    return true;
  }

  /**
   * Whether a person leaves this seat while another one is free.
   * @param {number} seat
   * @param {number} persons those in the first seats
   */
  leaves(seat, persons) {
    return seat < persons && this.taken.size < persons && this.taken.delete(seat);
  }

  /**
   * Whether a free seat that was kept for somebody is free for everybody: by whoever sits first, or by nobody there.
   * @param {Record<string, any>} data
   * @param {number | undefined} actor
   */
  isReleased({ seat, why }, actor) {
    const by = why === "released" ? Math.min(...this.taken.keys()) : undefined;
    if (!RELEASED.includes(why) || actor !== by || this.taken.has(seat) || !this.#reserved[seat]) return false;
    this.#reserved[seat] = "";
    return true;
  }

  /**
   * Whether a seat is offered to somebody without a part in the game, or to nobody any more.
   * @param {Record<string, any>} data
   */
  isOffered({ seat, player }) {
    const hasPart = player && [...this.taken.values()].includes(player);
    if (hasPart || this.knowsAnother({ seat, player }) || !(player || this.#offered.get(seat))) return false;
    this.#offered.set(seat, player);
    return true;
  }

  /**
   * Whether a player has or had another seat while the game was played, by the rules of edition 2.
   * @param {Record<string, any>} data
   */
  knowsAnother({ seat, player }) {
    const had = [...this.taken, ...this.#former];
    return this.#edition >= 2 && player !== "" && had.some(([other, who]) => who === player && other !== seat);
  }

  /**
   * Whether a seat was offered to whoever takes it over.
   * @param {Record<string, any>} data
   */
  isFor({ seat, player }) {
    return player !== "" && this.#offered.get(seat) === player;
  }

  /**
   * Somebody else has a seat from now on.
   * @param {Record<string, any>} data
   */
  isTakenOver({ seat, player }) {
    this.#former.push([seat, this.taken.get(seat) ?? ""]);
    this.taken.set(seat, player);
    this.withdraw(seat);
  }

  /**
   * A seat is offered to nobody any more.
   * @param {number} seat
   */
  withdraw(seat) {
    this.#offered.delete(seat);
  }
}
