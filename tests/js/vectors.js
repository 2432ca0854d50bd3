// The test vectors of docs/explanation/auditing.md and docs/reference/ed25519.json, which tests of the server's code make anew.

import { readFileSync } from "node:fs";

const read = (name) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");

/** What other implementations must make: canonical JSON, commitments, draws, receipts, signatures. */
export const vectors = JSON.parse(/## Test vectors[^]*?```json\n([^]*?)\n```/.exec(read("explanation/auditing.md"))[1]);

/** Public keys that are good or not, and signatures that hold or not. */
export const ed25519 = JSON.parse(read("reference/ed25519.json"));
