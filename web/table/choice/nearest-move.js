// Nearest move: builds the move that a pick would most nearly lead to, so the server can explain its refusal.
// The pick gives some of the move's fields; the others come from earlier picks and from a legal move.

/** @import { Choice } from "./move-choice.js" */
/** @import { Fields, Move } from "../../types.js" */

/**
 * The move, or null if what was touched stands for no part of any.
 * @param {Fields} fields what the touched part stands for
 * @param {Choice} choice among the legal moves
 * @param {Record<string, string[]>} commands the fields of every type of move
 * @param {Iterable<Fields>} all what all parts of the board stand for
 * @returns {Move | null}
 */
export function nearestMove(fields, choice, commands, all) {
  const shares = (/** @type {string} */ type) =>
    fields.type === type || (!fields.type && commands[type]?.some((name) => name !== "type" && name in fields));
  const asked = [...choice.candidates(), ...choice.moves].map(({ move }) => move.type);
  // What is asked now comes first. What several other moves have a field for is none of them in particular.
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
    if (name in fields) {
      const members = Array.isArray(picked) ? picked : [];
      move[name] = Array.isArray(usual) ? [...new Set([...members, fields[name]])] : fields[name];
    } else {
      move[name] = picked ?? usual ?? fromAny(name, all) ?? 0;
    }
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
