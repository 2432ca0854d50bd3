// The move that picking something would most nearly lead to, so that the server can say why it is none. What is picked
// stands for some of its fields; the others are taken from what is picked already, and from a legal move.

/** @import { Choice } from "./choice.js" */
/** @import { Fields, Move } from "./types.js" */

/**
 * The move, or null if what was touched stands for no part of any.
 * @param {Fields} fields what the touched part stands for
 * @param {Choice} choice among the legal moves
 * @param {Record<string, string[]>} commands the fields of every type of move
 * @param {Iterable<Fields>} others what the other parts of the board stand for
 * @returns {Move | null}
 */
export function nearestMove(fields, choice, commands, others) {
  const legal = [...new Set(choice.candidates().map(({ move }) => move.type))];
  const all = [...new Set([...legal, ...choice.moves.map(({ move }) => move.type), ...Object.keys(commands)])];
  const types = all.filter((type) => commands[type] && (fields.type ?? type) === type);
  const shared = (/** @type {string} */ type) =>
    commands[type].filter((name) => name !== "type" && name in fields).length;
  // A move of its own, and then what is asked now, come before what may be asked at another time.
  const type = types.find((one) => fields.type === one || shared(one) > 0);
  if (!type) return null;
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
      move[name] = picked ?? usual ?? fromOthers(name, others) ?? 0;
    }
  }
  return move;
}

/**
 * @param {string} name
 * @param {Iterable<Fields>} others
 */
function fromOthers(name, others) {
  for (const fields of others) if (name in fields) return fields[name];
  return null;
}
