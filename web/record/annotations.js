// What stands in a record right behind a move, changes nothing, and tells more of the move.

/**
 * Whether a step is such a mark: the move before it was signed, or ordered beforehand.
 * @param {{ type: string }} step
 */
export const isMark = (step) => step.type === "CommandSigned" || isOrdered(step);

/**
 * Whether this says that the move before was ordered beforehand: the story tells it with the move.
 * @param {{ type: string }} step
 */
export const isOrdered = ({ type }) => type === "MoveOrdered";
