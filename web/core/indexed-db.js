// IndexedDB with promises: opening a database of this browser, and the outcome of a request to it.

/**
 * A database of this browser.
 * @param {string} name
 * @param {(made: IDBDatabase) => unknown} make creates its stores
 * @returns {Promise<IDBDatabase>}
 */
export function openDatabase(name, make) {
  const request = indexedDB.open(name, 1);
  request.addEventListener("upgradeneeded", () => make(request.result));
  return outcomeOf(request);
}

/**
 * The outcome of a request.
 * @template Value
 * @param {IDBRequest<Value>} request
 * @returns {Promise<Value>}
 */
export function outcomeOf(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}
