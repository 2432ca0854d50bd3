// The test vectors of docs/reference/test-vectors.md and docs/reference/ed25519.json, which the tests of the server's code verify.

import { readFileSync } from "node:fs";

const read = (name) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");

/** The values that other implementations must produce: canonical JSON, commitments, draws, receipts, signatures. */
export const vectors = JSON.parse(/```json\n([^]*?)\n```/.exec(read("reference/test-vectors.md"))[1]);

/** Good and bad public keys, valid and invalid signatures. */
export const ed25519 = JSON.parse(read("reference/ed25519.json"));
