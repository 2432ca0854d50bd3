// Annotation events: detects events right after a move that add details to it and change no state.

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
