// Take-back events: which event types return play to an earlier position, and which survive that.

const GO_BACK = ["RolledBack", "TakenBack"];
const PROPOSE = /^(TakeBack(Asked|Answered|Withdrawn)|End(Proposed|Answered|Withdrawn))$/;
const STAY = /^(Dispute\w+|Seat(Resigned|Freed|TakenOver|Offered)|CommandSigned|KeyChanged)$/;

/**
 * Whether play goes back with an event of this type.
 * @param {string} type
 */
export function goesBack(type) {
  return GO_BACK.includes(type);
}

/**
 * Whether an event of this type stays as it is when play goes back: only what the title's own events did is undone.
 * @param {string} type
 */
export function stays(type) {
  return STAY.test(type) || PROPOSE.test(type);
}
