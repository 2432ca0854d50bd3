// Seat names: each seat's number as people count, from 1, with its player's name as the record's header has it.

/** The players of the seats, entry by entry. */
export class SeatNames {
  /** @type {Map<number, string>} */
  #players = new Map();

  /** @param {Record<string, string>} [names] the names of players by their ids, which nothing proves */
  constructor(names = {}) {
    this.names = names;
  }

  /**
   * Process the next event.
   * @param {Record<string, any>} data
   */
  take({ type, seat, player }) {
    if (type === "SeatTaken" || type === "SeatTakenOver") this.#players.set(seat, player);
  }

  /**
   * The number of a seat, with the name of its player if it is known.
   * @param {number} seat counted from 0
   */
  of(seat) {
    const name = this.names[this.#players.get(seat) ?? ""];
    return name ? `${seat + 1} (${name})` : String(seat + 1);
  }

  /**
   * Whoever has a seat, for texts that name players rather than seats: their name, or the seat's number.
   * @param {number} seat counted from 0
   * @param {(number: number) => string} numbered the words for a seat without a name
   */
  playerOf(seat, numbered) {
    return this.names[this.#players.get(seat) ?? ""] ?? numbered(seat + 1);
  }
}
