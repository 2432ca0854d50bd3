// Record calls: the paths of calls that read a game's record, and their responses of many lines.

import { answered, gamePath, headersFor, textLines } from "../core/api.js";

/**
 * The path of a call that reads a game's record. Browsers cache immutable responses permanently, so the address
 * contains the server's version: another version may show the record differently.
 * @template {string} Rest
 * @param {string} game
 * @param {Rest} rest
 * @param {Record<string, string>} [parameters]
 */
export function recordPath(game, rest, parameters = {}) {
  const version = document.querySelector('meta[name="version"]')?.getAttribute("content") ?? "";
  return gamePath(game, rest, { ...parameters, version });
}

/**
 * The values of an NDJSON response, as they arrive.
 * @template Value
 * @param {string} path
 * @returns {AsyncGenerator<Value>}
 */
export async function* values(path) {
  const response = await answered(path, { headers: headersFor({ Accept: "application/x-ndjson" }) });
  // The browser that takes a picture waits for a whole response, but not for the rest of a stream.
  const isPicture = location.search === "?board";
  for await (const line of isPicture ? (await response.text()).split("\n") : textLines(response)) {
    if (line) yield JSON.parse(line);
  }
}
