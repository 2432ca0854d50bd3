// Move choice: narrows the legal moves step by step by the fields of the parts picked on the board. Each part of the
// board has fields of a move (`{ province: "I-04" }`, or one member of a list, `{ cards: 5 }`). The module is
// independent of titles: any fields of a title's moves can be narrowed in this way.

/** @import { Fields, Json, LegalMove, Move } from "../../types.js" */

/** The picks so far, among these legal moves. */
export class Choice {
  /** The picks; for a list field, its members. @type {Fields} */
  picks = {};
  /** Whether picking the last part again turns it. */
  mayTurn = false;
  /** The fields of the legal moves. @type {Set<string>} */
  #fields = new Set();
  /** The list fields among them. @type {Set<string>} */
  #manyFields = new Set();

  /**
   * @param {LegalMove[]} [moves]
   * @param {() => void} [changed] called after every change
   */
  constructor(moves = [], changed = () => {}) {
    this.moves = moves;
    this.changed = changed;
    for (const { move } of moves) {
      for (const [field, value] of Object.entries(move)) {
        this.#fields.add(field);
        if (Array.isArray(value)) this.#manyFields.add(field);
      }
    }
  }

  /** Whether nothing is picked. */
  get isEmpty() {
    return Object.keys(this.picks).length === 0;
  }

  /** Whether members of a list are picked, of which there may be more. */
  get isCollecting() {
    return Object.keys(this.picks).some((field) => this.#manyFields.has(field));
  }

  /**
   * The part of these fields that the legal moves have, which is the current meaning of an element on the board.
   * @param {Fields} fields
   */
  relevant(fields) {
    return Object.fromEntries(Object.entries(fields).filter(([field]) => this.#fields.has(field)));
  }

  /** The moves that are still possible with the picks. */
  candidates(picks = this.picks) {
    return this.moves.filter(({ move }) => this.#fits(move, picks));
  }

  /**
   * @param {Move} move
   * @param {Fields} picks
   */
  #fits(move, picks) {
    return Object.entries(picks).every(([field, value]) =>
      Array.isArray(value) ? value.every((one) => members(move[field]).includes(one)) : move[field] === value,
    );
  }

  /**
   * Whether all of this is picked.
   * @param {Fields} fields
   */
  isPicked(fields) {
    const entries = Object.entries(fields);
    return (
      entries.length > 0 &&
      entries.every(([field, value]) =>
        this.#manyFields.has(field) ? members(this.picks[field]).includes(value) : this.picks[field] === value,
      )
    );
  }

  /**
   * Whether picking this leads to a legal move.
   * @param {Fields} fields
   */
  canPick(fields) {
    return Object.keys(fields).length > 0 && (this.isPicked(fields) || this.#toggled(fields) !== null);
  }

  /**
   * Whether this answers the next question: it tells the remaining moves apart, and replaces no earlier pick.
   * @param {Fields} fields
   */
  isAsked(fields) {
    if (this.isPicked(fields)) return false;
    if (this.isEmpty) return this.canPick(fields);
    const replaces = Object.keys(fields).some(
      (field) => field in this.picks && !this.#manyFields.has(field) && this.picks[field] !== fields[field],
    );
    const left = replaces ? [] : this.candidates(this.#with(fields));
    return left.length > 0 && left.length < this.candidates().length;
  }

  /**
   * Whether every remaining move has this: picked, or without an alternative since the first pick.
   * @param {Fields} fields
   */
  isSettled(fields) {
    if (this.isPicked(fields)) return true;
    if (this.isEmpty || !Object.keys(fields).length) return false;
    const picks = this.#asPicks(fields);
    return this.candidates().every(({ move }) => this.#fits(move, picks));
  }

  /**
   * These fields alone as picks: of a list, one member.
   * @param {Fields} fields
   * @returns {Fields}
   */
  #asPicks(fields) {
    return Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [field, this.#manyFields.has(field) ? [value] : value]),
    );
  }

  /**
   * The picks with these fields added.
   * @param {Fields} fields
   * @returns {Fields}
   */
  #with(fields) {
    const added = this.#asPicks(fields);
    for (const field of Object.keys(added)) {
      if (this.#manyFields.has(field)) added[field] = [...members(this.picks[field]), ...members(added[field])];
    }
    return { ...this.picks, ...added };
  }

  /**
   * Whether only the rotation is left to choose after this.
   * @param {Fields} fields
   * @param {string} turned the field of the rotation
   */
  canTurn(fields, turned) {
    return this.#ways(fields, turned).length > 1;
  }

  /**
   * The possible rotations; none if there is another choice left.
   * @param {Fields} fields
   * @param {string} turned
   */
  #ways(fields, turned) {
    const picks = this.isPicked(fields) ? { ...this.picks } : (this.#toggled(fields) ?? {});
    delete picks[turned];
    const ways = this.candidates(picks).map(({ move }) => move[turned]);
    return new Set(ways).size === ways.length && ways.every((way) => way !== undefined) ? ways : [];
  }

  /**
   * Pick this, or clear it; if it can be turned, turn it instead, starting with the first possible rotation.
   * Incompatible earlier picks are dropped.
   * @param {Fields} fields
   * @param {string | null} [turned] the field of the rotation
   */
  toggle(fields, turned) {
    const isPicked = this.isPicked(fields);
    const picks = turned && isPicked ? { ...this.picks } : this.#toggled(fields);
    if (turned && picks && (isPicked || !(turned in picks))) {
      const ways = this.#ways(fields, turned);
      if (ways.length) picks[turned] = ways[isPicked ? (ways.indexOf(picks[turned]) + 1) % ways.length : 0];
    }
    this.mayTurn = Boolean(turned);
    if (picks === null) return;
    this.picks = picks;
    this.changed();
  }

  /**
   * @param {Fields} fields
   * @returns {Fields | null}
   */
  #toggled(fields) {
    const isPicked = this.isPicked(fields);
    const picks = isPicked ? { ...this.picks } : this.#with(fields);
    for (const [field, value] of isPicked ? Object.entries(fields) : []) {
      const left = members(picks[field]).filter((one) => one !== value);
      if (left.length) picks[field] = left;
      else delete picks[field];
    }
    if (this.candidates(picks).length) return picks;
    // Another card than the previous pick: only the last pick counts.
    const alone = this.#asPicks(fields);
    const replacesOne = Object.keys(this.picks).every((field) => !this.#manyFields.has(field));
    return replacesOne && this.candidates(alone).length ? alone : null;
  }

  /**
   * Choose this complete move.
   * @param {Move} move
   */
  choose(move) {
    this.picks = structuredClone(move);
    this.mayTurn = false;
    this.changed();
  }

  /** Clear all picks. */
  clear() {
    this.picks = {};
    this.changed();
  }

  /** The chosen move, with its text: the only one left, or the exact match of the picks. */
  get chosen() {
    if (this.isEmpty) return null;
    const left = this.candidates();
    if (left.length === 1) return left[0];
    const exact = left.filter(({ move }) =>
      Object.entries(move).every(
        ([field, value]) =>
          field === "type" ||
          (Array.isArray(value) ? members(this.picks[field]).length === value.length : field in this.picks),
      ),
    );
    return exact.length === 1 ? exact[0] : null;
  }

  /**
   * The same choice among other moves. A chosen move stays chosen if it is still legal, and is never replaced by
   * another; incomplete picks stay if they still lead to a move.
   * @param {LegalMove[]} moves
   */
  among(moves) {
    const next = new Choice(moves, this.changed);
    const isChosen = (/** @type {LegalMove} */ one) => isMove(one, this.chosen?.move);
    next.mayTurn = this.mayTurn;
    if (!this.chosen) {
      if (next.candidates(this.picks).length) next.picks = structuredClone(this.picks);
    } else if (moves.some(isChosen)) {
      next.picks = structuredClone(this.picks);
      if (!next.chosen || !isChosen(next.chosen)) next.picks = structuredClone(this.chosen.move);
    }
    return next;
  }
}

/**
 * Whether a legal move is this move; no move is none.
 * @param {LegalMove | null} one
 * @param {Move | undefined} move
 */
export function isMove(one, move) {
  return move !== undefined && JSON.stringify(one?.move) === JSON.stringify(move);
}

/**
 * The members of a list field; none without picks.
 * @param {Json | undefined} value
 */
function members(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * The move nearest to a pick, so that the server can give a reason against it; null if the touched part belongs to
 * none. The pick gives some of the move's fields; the others come from earlier picks and a legal move.
 * @param {Fields} fields the fields of the touched part
 * @param {Choice} choice among the legal moves
 * @param {Record<string, string[]>} commands the fields of every type of move
 * @param {Iterable<Fields>} all the fields of all parts of the board
 * @returns {Move | null}
 */
export function nearestMove(fields, choice, commands, all) {
  const shares = (/** @type {string} */ type) =>
    fields.type === type || (!fields.type && commands[type]?.some((name) => name !== "type" && name in fields));
  const asked = [...choice.candidates(), ...choice.moves].map(({ move }) => move.type);
  // The current question comes first. A field shared by several other moves identifies none of them.
  const others = Object.keys(commands).filter(shares);
  const type = asked.find(shares) ?? (others.length === 1 ? others[0] : null);
  if (!type || !commands[type]) return null;
  const like =
    choice.candidates().find(({ move }) => move.type === type) ?? choice.moves.find(({ move }) => move.type === type);
  /** @type {Move} */
  const move = { type };
  for (const name of commands[type]) {
    if (name === "type") continue;
    const picked = choice.picks[name];
    const usual = like?.move[name];
    if (!(name in fields)) move[name] = picked ?? usual ?? fromAny(name, all) ?? 0;
    else move[name] = Array.isArray(usual) ? [...new Set([...members(picked), fields[name]])] : fields[name];
  }
  return move;
}

/**
 * @param {string} name
 * @param {Iterable<Fields>} all
 */
function fromAny(name, all) {
  for (const fields of all) if (name in fields) return fields[name];
  return null;
}
