// Choosing a move step by step. All legal moves are known; each thing that is picked on the board stands for fields of a
// move (`{ province: "I-04" }`, or one member of a list, `{ cards: 5 }`) and leaves the moves that have them. It knows
// no title: whatever fields a title's moves have can be narrowed in this way.

export class Choice {
  /** `moves` as the API lists them: `[{ move: { type, … }, text }]`. `changed` is called after every change. */
  constructor(moves = [], changed = () => {}) {
    this.moves = moves;
    this.changed = changed;
    this.picks = {};
    this.manyFields = new Set();
    this.fields = new Set();
    for (const { move } of moves) {
      for (const [field, value] of Object.entries(move)) {
        this.fields.add(field);
        if (Array.isArray(value)) this.manyFields.add(field);
      }
    }
  }

  /** The part of these fields that the legal moves have: what an element on the board stands for now. */
  relevant(fields) {
    return Object.fromEntries(Object.entries(fields).filter(([field]) => this.fields.has(field)));
  }

  /** The moves that are still possible with what is picked. */
  candidates(picks = this.picks) {
    return this.moves.filter(({ move }) => this.#fits(move, picks));
  }

  #fits(move, picks) {
    return Object.entries(picks).every(([field, value]) =>
      this.manyFields.has(field) ? value.every((one) => move[field]?.includes(one)) : move[field] === value,
    );
  }

  /** Whether all of this is picked now. */
  isPicked(fields) {
    const entries = Object.entries(fields);
    return (
      entries.length > 0 &&
      entries.every(([field, value]) =>
        this.manyFields.has(field) ? this.picks[field]?.includes(value) : this.picks[field] === value,
      )
    );
  }

  /** Whether picking this leads to a legal move. */
  canPick(fields) {
    return Object.keys(fields).length > 0 && (this.isPicked(fields) || this.#toggled(fields) !== null);
  }

  /** Pick this, or put it back. What was picked before and does not go with it is dropped. */
  toggle(fields) {
    const picks = this.#toggled(fields);
    if (picks === null) return;
    this.picks = picks;
    this.changed();
  }

  #toggled(fields) {
    const picks = { ...this.picks };
    const isPicked = this.isPicked(fields);
    for (const [field, value] of Object.entries(fields)) {
      if (this.manyFields.has(field)) {
        const before = picks[field] ?? [];
        picks[field] = isPicked ? before.filter((one) => one !== value) : [...before, value];
        if (!picks[field].length) delete picks[field];
      } else if (isPicked) delete picks[field];
      else picks[field] = value;
    }
    if (this.candidates(picks).length) return picks;
    // Another card than the one that was picked before: only what is picked last counts.
    const alone = Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [field, this.manyFields.has(field) ? [value] : value]),
    );
    const replacesOne = Object.keys(this.picks).every((field) => !this.manyFields.has(field));
    return replacesOne && this.candidates(alone).length ? alone : null;
  }

  /** Choose this whole move. */
  choose(move) {
    this.picks = structuredClone(move);
    this.changed();
  }

  /** Put everything back. */
  clear() {
    this.picks = {};
    this.changed();
  }

  /** The one move that is chosen, with its text: the only one left, or the one that is exactly what is picked. */
  get chosen() {
    if (!Object.keys(this.picks).length) return null;
    const left = this.candidates();
    if (left.length === 1) return left[0];
    const exact = left.filter(({ move }) =>
      Object.entries(move).every(
        ([field, value]) =>
          field === "type" ||
          (this.manyFields.has(field) ? this.picks[field]?.length === value.length : field in this.picks),
      ),
    );
    return exact.length === 1 ? exact[0] : null;
  }

  /** The same choice among other moves: what is picked stays if it still leads to a move. */
  among(moves) {
    const next = new Choice(moves, this.changed);
    const kept = this.chosen;
    const same = kept && moves.find(({ move }) => JSON.stringify(move) === JSON.stringify(kept.move));
    if (same) next.picks = structuredClone(this.picks);
    return next;
  }
}
