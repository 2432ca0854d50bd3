// Player names in a bundle: checks the form of the header's names and lists them in a sentence.
// The names are unproven: the chain holds ids only.

import { gettext, listed } from "../core/i18n.js";

const PLAYER = /^[a-z0-9-]{1,64}$/;
/** What can be seen of a name. */
const NAME = /^(?:[^\p{C}\p{Z}]| ){1,40}$/u;

/**
 * Whether these are names by the ids of players; where there are none, they are left out.
 * @param {Record<string, unknown>} names
 */
export function areNames(names) {
  const pairs = Object.entries(names);
  return pairs.length && pairs.every(([id, name]) => PLAYER.test(id) && typeof name === "string" && NAME.test(name));
}

/**
 * What the server that wrote the record calls its players, in a sentence behind others; empty where it says nothing.
 * @param {Record<string, any>} header
 */
export function namesTold(header) {
  if (!header.names) return "";
  const called = Object.entries(header.names).map(([player, name]) => `${name} (${player})`);
  const names = listed(called);
  const told = gettext("The players as the server calls them, which nothing proves: {names}.", { names });
  return ` ${told}`;
}
