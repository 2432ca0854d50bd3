// JSON Patch (RFC 6902): applies patches without changing the old state; states share their unchanged parts.

/** @import { Json, Operation, SentStep, State } from "../types.js" */
/** @typedef {any} Tree any JSON value: what lies below a pointer is known only when it is reached */

/** @param {string} pointer */
function parts(pointer) {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * @param {Tree} document
 * @param {string} pointer
 */
function at(document, pointer) {
  return parts(pointer).reduce((value, part) => value[part], document);
}

/**
 * @param {Tree} value
 * @param {string[]} path
 * @param {(place: Tree, part: string) => void} change
 * @returns {Tree}
 */
function changed(value, [part, ...rest], change) {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length) copy[part] = changed(value[part], rest, change);
  else change(copy, part);
  return copy;
}

/**
 * @param {Tree} document
 * @param {string} pointer
 * @param {Json | undefined} value
 */
function add(document, pointer, value) {
  if (pointer === "") return value;
  return changed(document, parts(pointer), (place, part) => {
    if (Array.isArray(place)) place.splice(part === "-" ? place.length : Number(part), 0, value);
    else place[part] = value;
  });
}

/**
 * @param {Tree} document
 * @param {string} pointer
 */
function remove(document, pointer) {
  return changed(document, parts(pointer), (place, part) => {
    if (Array.isArray(place)) place.splice(Number(part), 1);
    else delete place[part];
  });
}

/**
 * @param {Tree} document
 * @param {string} pointer
 * @param {Json | undefined} value
 */
function replaced(document, pointer, value) {
  if (pointer === "") return value;
  return changed(document, parts(pointer), (place, part) => {
    place[part] = value;
  });
}

/**
 * The state after all operations of the patch; the old state is unchanged.
 * @param {State} document
 * @param {Operation[]} patch
 * @returns {State}
 */
export function patched(document, patch) {
  return patch.reduce((before, operation) => {
    switch (operation.op) {
      case "add":
        return add(before, operation.path, operation.value);
      case "remove":
        return remove(before, operation.path);
      case "replace":
        return replaced(before, operation.path, operation.value);
      case "move":
        return add(remove(before, operation.from), operation.path, at(before, operation.from));
      case "copy":
        return add(before, operation.path, at(before, operation.from));
      default:
        throw new Error(`a patch cannot ${operation.op} here`);
    }
  }, document);
}

/**
 * The state after a step, from the one before it.
 * @param {SentStep} step
 * @param {State | null} before
 */
export function stateOf({ state, patch }, before) {
  if (state) return state;
  if (!before || !patch) throw new Error("the first step has the whole state, every other one a patch");
  return patched(before, patch);
}
