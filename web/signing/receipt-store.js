// Receipt store (IndexedDB): stores receipts and the server's keys in this browser. If storage is refused, the store is
// empty.

import { openDatabase, outcomeOf } from "../core/indexed-db.js";

/** @import { KeptReceipt, PinnedKeys } from "../types.js" */

const MOST_RECEIPTS = 20000;
const DROPPED_AT_ONCE = 1000;

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

function open() {
  opened ??= openDatabase("stele", (made) => {
    // Two receipts for one position with different digests are the best proof, so neither replaces the other.
    const receipts = made.createObjectStore("receipts", { keyPath: ["game", "position", "digest"] });
    receipts.createIndex("game", "game");
    receipts.createIndex("kept", "kept");
    made.createObjectStore("keys", { keyPath: "site" });
  });
  return opened;
}

/**
 * The result of a request to a store.
 * @template Result
 * @param {"receipts" | "keys"} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<Result>} ask
 * @returns {Promise<Result>}
 */
async function asked(name, mode, ask) {
  const database = await open();
  return outcomeOf(ask(database.transaction(name, mode).objectStore(name)));
}

/**
 * Store a receipt; when the store is full, the oldest are deleted.
 * @param {KeptReceipt} receipt
 */
export async function putReceipt(receipt) {
  await asked("receipts", "readwrite", (store) => store.put(receipt));
  if ((await asked("receipts", "readonly", (store) => store.count())) <= MOST_RECEIPTS) return;
  const database = await open();
  const oldest = database.transaction("receipts", "readwrite").objectStore("receipts").index("kept").openCursor();
  let dropped = 0;
  oldest.onsuccess = () => {
    if (!oldest.result || dropped === DROPPED_AT_ONCE) return;
    dropped += 1;
    oldest.result.delete();
    oldest.result.continue();
  };
}

/**
 * The receipts of a game.
 * @param {string} game
 * @returns {Promise<KeptReceipt[]>}
 */
export async function receiptsOf(game) {
  try {
    return await asked("receipts", "readonly", (store) => store.index("game").getAll(game));
  } catch {
    return [];
  }
}

/** All receipts, oldest first. @returns {Promise<KeptReceipt[]>} */
export function allReceipts() {
  return asked("receipts", "readonly", (store) => store.index("kept").getAll());
}

/** The number of receipts; null if storage is refused. */
export async function countReceipts() {
  try {
    return await asked("receipts", "readonly", (store) => store.count());
  } catch {
    return null;
  }
}

/**
 * The known keys of the server at this address.
 * @param {string} site
 * @returns {Promise<PinnedKeys | undefined>}
 */
export function pinnedKeys(site) {
  return asked("keys", "readonly", (store) => store.get(site));
}

/**
 * Store these keys as the server's.
 * @param {PinnedKeys} keys
 */
export function pinKeys(keys) {
  return asked("keys", "readwrite", (store) => store.put(keys));
}
