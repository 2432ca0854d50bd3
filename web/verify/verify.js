// Record verification: checks a record's chain, commitments, randomness and signatures without a server.
// docs/reference/record-verification.md describes the checks. Each is a sentence; the first that fails names its place.

import {
  Failed,
  MOST_BYTES,
  SALT,
  breath,
  firstGap,
  isBefore,
  isHeaderOf,
  namesTold,
  positionIn,
  readBundle,
} from "./bundle.js";
import { firstWrongRound } from "./beacon.js";
import { isObject, readCanonical } from "../record/canonical-json.js";
import { isRecord, openedBy, sealedIn } from "./event-schema.js";
import { bytesOf, canCheckSignatures, isSigned, joined, sha256 } from "../record/hashing.js";
import {
  calledOffKnowingly,
  commitmentOf,
  firstUnbound,
  firstWrongSalt,
  isClosed,
  isCommitted,
  isGenuine,
  isOther,
  isSignedByBoth,
  isSuccession,
  sightOf,
} from "./commitments.js";
import { SeatNames } from "./seat-names.js";
import { SignedMoves } from "./signatures.js";
import { gettext, ngettext } from "../core/i18n.js";
import { goesBack } from "../record/annulled-steps.js";

/** @import { Bundle, Position } from "./bundle.js" */
/** @import { DisputeFile } from "./dispute-file.js" */
/** @import { Said } from "./event-schema.js" */
/** @import { Remedy } from "../types.js" */
/** @typedef {"passed" | "failed" | "not possible"} Verdict */
/** @typedef {{ name: string, verdict: Verdict, detail: string, position?: string, warnings?: string[] }} Check */
/** @typedef {{ until: string, first: string, last: string }} Coverage the last position that is signed, and what lies behind it: empty if that is the end */
/** @typedef {{ kind: "dossier", game: string, until: string, digest: string } | { kind: "receipts" }} OtherFile */
/** @typedef {{ type: string, number: number, agrees?: boolean, by?: string, text: string, remedy: Remedy, label: string, names: string[] }} Statement an event of a dispute; `label` names its seat, `names` the players of all seats */
/** @typedef {{ until: string, isOfThis: boolean, statements: Statement[], agreeing: number, contrary: number, strange: number, recorded: number, missing: number }} Disputed what a dispute file shows of its action: `agreeing`, `contrary` and `strange` count the kept receipts, the last those of another key than the record's, `recorded` and `missing` the signed texts that the record has or not */
/** @typedef {{ draws: number, scheme: string, isStrict: boolean, isShared: boolean, hasBeacon: boolean }} Luck `isShared`: a player put in a number; `hasBeacon`: it depends on a beacon whose signature was not checked */
/** @typedef {{ game: string, checks: Check[], signers: Map<string, string>, cosigners?: string[], coverage: Coverage | null, other: OtherFile | null, luck?: Luck, areMovesSigned?: boolean, isPaced?: boolean, disputed?: Disputed | null }} Findings `signers`: each public key with the last position that it signed; `cosigners`: the names under a log's note in the file; `other`: the file is none of a record, but this */

const FIRST_DIGEST = "00".repeat(32);
const AT_ONCE = 500;
const MOST_OTHER_BYTES = 1 << 26;
/** A check cannot be made with this file. */
class NotPossible extends Error {}

class Verifying {
  /** @type {Said[]} */
  said = [];
  /** @type {Map<string, string>} */
  signers = new Map();
  /** Warnings of the current check for the reader. @type {string[]} */
  warnings = [];
  areMovesSigned = false;

  /**
   * @param {Bundle} bundle
   * @param {(share: number) => void} tell
   */
  constructor(bundle, tell) {
    this.bundle = bundle;
    this.tell = tell;
  }

  get created() {
    return openedBy(this.said[0].data);
  }

  /** The last position covered by the file's receipts; null if there is none. @returns {Coverage | null} */
  get coverage() {
    const places = this.bundle.lines.map(({ at }) => at);
    const reached = Math.max(-1, ...[...this.signers.values()].map((at) => places.indexOf(at)));
    if (reached < 0) return null;
    const first = places[reached + 1] ?? "";
    return { until: places[reached], first, last: first && places[places.length - 1] };
  }

  /** Every entry's line with its content, yielding to the browser from time to time. */
  async *numbered() {
    for (const [index, line] of this.bundle.lines.entries()) {
      if (index % AT_ONCE === 0) {
        this.tell(index / this.bundle.lines.length);
        await breath();
      }
      yield { line, said: this.said[index], index };
    }
  }

  async positions() {
    const { lines } = this.bundle;
    const gap = await firstGap(lines);
    if (gap) throw new Failed(gap.at, gettext("Found {position} here.", { position: gap.found }));
    return gettext("No entry is missing, from {first} to {last}.", { first: "1-0", last: lines[lines.length - 1].at });
  }

  async chain() {
    const { lines } = this.bundle;
    for (let start = 0; start < lines.length; start += AT_ONCE) {
      this.tell(start / lines.length);
      const group = lines.slice(start, start + AT_ONCE);
      const digests = await Promise.all(
        group.map((line, index) => {
          const before = lines[start + index - 1]?.digest ?? FIRST_DIGEST;
          return sha256(joined(bytesOf(before) ?? "", line.public));
        }),
      );
      for (const [index, line] of group.entries()) {
        if (digests[index] !== line.digest) {
          throw new Failed(line.at, this.#altered(line));
        }
        const said = readCanonical(line.public);
        if (said === undefined) throw new Failed(line.at, gettext("The entry is not in canonical form."));
        if (!isRecord(said)) throw new Failed(line.at, gettext("This event is not in a valid format."));
        this.said.push(said);
      }
    }
    const digest = lines[lines.length - 1].digest;
    return gettext("Every entry continues the one before it. The last one’s number (digest): {digest}", {
      digest,
    });
  }

  /**
   * The entry at which the chain breaks, in plain words. The one before may be changed with its own digest.
   * @param {Bundle["lines"][number]} line
   */
  #altered({ position: { action }, public: text }) {
    const seats = new SeatNames(this.bundle.header.names);
    for (const { data } of this.said) seats.take(data);
    const actor = objectIn(text)?.actor;
    if (typeof actor !== "number") {
      return gettext("This entry or the one before it was altered: its digest does not continue the chain.");
    }
    return gettext(
      "What seat {seat} did in action {action}, or the entry before it, was altered: its digest does not continue the chain.",
      { seat: seats.of(actor), action },
    );
  }

  header() {
    const { header, lines } = this.bundle;
    if (!isHeaderOf(header, lines, this.created)) {
      throw new Failed("header", gettext("The first line does not match the entries."));
    }
    const { game, rulebook: title, viewer } = header;
    return (
      gettext("Game {game} of {title}, exported for viewer {viewer}.", { game, title, viewer }) + namesTold(header)
    );
  }

  async secrets() {
    const { viewer } = this.bundle.header;
    let checked = 0;
    for await (const { line, said } of this.numbered()) {
      const sealed = new Map(sealedIn(said.data));
      const sees = sightOf(viewer, said.data);
      if (said.data.type === "CommandSigned") sealed.set("text", said.data.text);
      for (const [field, shown] of sealed) {
        const isMissing = sees === "must" && !Object.hasOwn(line.secrets, field);
        const isCounted = said.data.type === "CommandSigned" && isObject(shown) && Object.hasOwn(shown, "height");
        if (!isClosed(shown) || isCounted || isMissing) {
          throw new Failed(line.at, gettext("A secret is missing or unsealed."));
        }
      }
      for (const [field, [value, salt]] of Object.entries(line.secrets)) {
        const shown = sealed.get(field);
        const isRight = shown && sees !== "never" && (await isCommitted(shown, value, salt));
        if (!isRight) throw new Failed(line.at, gettext("A secret does not match its commitment."));
        checked += 1;
      }
    }
    return ngettext(
      "One secret in the file matches its commitment.",
      "{number} secrets in the file match their commitments.",
      checked,
    );
  }

  async openings() {
    const { lines } = this.bundle;
    const places = new Map(lines.map(({ at }, index) => [at, index]));
    const rollbacks = new Rollbacks();
    let checked = 0;
    for await (const { line, said, index } of this.numbered()) {
      rollbacks.take(line.position, said.data);
      for (const [place, field, value, salt] of said.opens ?? []) {
        const at = places.get(place) ?? index;
        const data = at < index ? this.said[at].data : {};
        const shown = Object.hasOwn(data, field) ? data[field] : undefined;
        const isOpen = SALT.test(salt) && rollbacks.counts(lines[at].position);
        const isRight = isOpen && shown?.sealed === (await commitmentOf(salt, value));
        if (!isRight) throw new Failed(line.at, gettext("The revealed value does not match the commitment."));
        checked += 1;
      }
    }
    return ngettext(
      "One commitment was revealed correctly during the game.",
      "{number} commitments were revealed correctly during the game.",
      checked,
    );
  }

  async receipts() {
    const { proofs, header, lines } = this.bundle;
    const receipts = proofs.filter((proof) => !isOther(proof));
    const canCheck = await canCheckSignatures();
    const entries = new Map(lines.map((line, index) => [line.at, { line, index, said: this.said[index] }]));
    for (const receipt of receipts) {
      const isRight = await isGenuine(receipt, canCheck);
      if (!isRight) throw new Failed("proofs", gettext("A receipt is not signed with the key it names."));
      const { game, position, digest, at, public_key: key } = /** @type {Record<string, any>} */ (receipt);
      const found = entries.get(position);
      const isOfThis = game === header.game && found?.line.digest === digest;
      if (!found || !isOfThis || (at ?? found.said.at) !== found.said.at) {
        const place = isOfThis ? position : "proofs"; // another time is a matter of the entry
        throw new Failed(place, gettext("The receipt for {position} contradicts this record.", { position }));
      }
      const known = entries.get(this.signers.get(key) ?? "")?.index ?? -1;
      if (canCheck && found.index > known) this.signers.set(key, position);
    }
    for (const succession of proofs.filter(isSuccession)) {
      const isRight = await isSignedByBoth(succession, canCheck);
      if (!isRight) throw new Failed("proofs", gettext("A change of the server's key is not signed by both keys."));
    }
    if (!receipts.length) throw new NotPossible(gettext("The file contains no server receipt."));
    if (!canCheck) throw new NotPossible(gettext("This browser can't verify signatures (Ed25519)."));
    return ngettext("One receipt is signed and matches.", "{number} receipts are signed and match.", receipts.length);
  }

  damage() {
    if (!this.bundle.isUndamaged) throw new Failed("header", gettext("The checksum does not match the file."));
    return gettext("The checksum matches the file.");
  }

  async signatures() {
    const { header, lines } = this.bundle;
    const canCheck = await canCheckSignatures();
    const signed = new SignedMoves(header.game, this.created, lines, canCheck, header.names);
    for await (const { line, said, index } of this.numbered()) {
      await signed.take(line, said, lines[index + 1]?.position.action !== line.position.action);
    }
    this.areMovesSigned = signed.isUsed;
    if (!signed.isUsed) return gettext("Moves are not signed: no seat has a key.");
    if (!canCheck) throw new NotPossible(gettext("This browser can't verify signatures (Ed25519)."));
    this.warnings = signed.warnings;
    if (!signed.isTold) throw new NotPossible(signed.words);
    return signed.words;
  }

  async luck() {
    const unbound = await firstUnbound(this.bundle.header.game, this.created, this.bundle.lines, this.said);
    if (unbound) throw new Failed(unbound, gettext("A nonce has no valid commitment."));
    const { beacon } = this.created;
    if (beacon) {
      const index = firstWrongRound(beacon, this.said);
      if (index >= 0) {
        throw new Failed(this.bundle.lines[index].at, gettext("This is not the beacon's round that is due here."));
      }
      if (this.hasBeacon) {
        this.warnings.push(
          gettext(
            "The random results also depend on a number of the public source {beacon}, whose signature is not checked here. The server's operator could have chosen that number.",
            { beacon: beacon.id },
          ),
        );
      }
    }
    const position = calledOffKnowingly(this.created, this.bundle.lines, this.said);
    if (position) {
      this.warnings.push(
        gettext(
          "The operator called the game off at {position}, when the server could already know the random draws. Only the operator can say whether that was the reason.",
          { position },
        ),
      );
    }
    const key = await this.#gameKey();
    const wrong = await firstWrongSalt(this.bundle.header.game, key, () => this.numbered());
    if (wrong) throw new Failed(wrong, gettext("A salt does not come from the game key."));
    return ngettext(
      "The published game key matches the commitment made before the game. One draw was made with it.",
      "The published game key matches the commitment made before the game. {number} draws were made with it.",
      this.draws,
    );
  }

  /**
   * What this dispute file adds to its record, which must be consistent. Receipts that nobody signed say nothing.
   * @param {DisputeFile} file
   * @returns {Promise<Disputed>}
   */
  async disputed({ dossier, receipts }) {
    const digests = new Map(this.bundle.lines.map(({ at, digest }) => [at, digest]));
    const until = String(dossier.until).slice(0, 100);
    const events = Array.isArray(dossier.events) ? dossier.events : [];
    const isOfThis = [{ position: until, digest: dossier.digest }, ...events].every(
      (one) => isObject(one) && typeof one.digest === "string" && digests.get(String(one.position)) === one.digest,
    );
    const canCheck = await canCheckSignatures();
    const counts = { agreeing: 0, contrary: 0, strange: 0 };
    const last = this.bundle.lines[this.bundle.lines.length - 1].position.action;
    for (const receipt of receipts) {
      const { game, position, digest } = receipt;
      // A later action may be missing in an older record; the last one is whole.
      const isCompared = this.said.some(isEnd) || (positionIn(position)?.action ?? 0) <= last;
      const isHeard = canCheck && game === this.bundle.header.game && isCompared;
      if (!isHeard || !(await isGenuine(receipt, canCheck))) continue;
      if (digests.get(position) === digest) counts.agreeing += 1;
      else counts[this.signers.has(receipt.public_key) ? "contrary" : "strange"] += 1;
    }
    const texts = canCheck ? await this.#heldTexts(receipts) : { recorded: 0, missing: 0 };
    const numbers = new Set(
      this.said
        .filter(({ data }) => data.type === "DisputeOpened" && data.position === until)
        .map(({ data }) => data.number),
    );
    return { until, isOfThis, statements: this.#statementsIn(numbers), ...counts, ...texts };
  }

  /**
   * The events of the disputes with these numbers, each with its player and the players of all seats at that time.
   * @param {Set<number>} numbers
   * @returns {Statement[]}
   */
  #statementsIn(numbers) {
    const seats = new SeatNames(this.bundle.header.names);
    const numbered = (/** @type {number} */ seat) => gettext("Seat {seat}", { seat });
    return this.said.flatMap(({ data }) => {
      seats.take(data);
      const isOfDispute = data.type.startsWith("Dispute") || data.type === "SecretDisclosed";
      if (!isOfDispute || !numbers.has(data.number)) return [];
      const names = Array.from({ length: this.created.players }, (_one, seat) => seats.playerOf(seat, numbered));
      return [/** @type {Statement} */ ({ ...data, label: seats.of(data.seat ?? 0), names })];
    });
  }

  /**
   * How many of the texts among these, signed with a key of this game, are in the record, and how many are not.
   * @param {Record<string, any>[]} kept
   */
  async #heldTexts(kept) {
    const members = ["public_key", "recovery", "referee_key"];
    const keys = new Set(this.said.flatMap(({ data }) => members.map((member) => data[member])));
    const digests = new Set(this.said.map(({ data }) => data.digest));
    const held = { recorded: 0, missing: 0 };
    for (const { text, signature, public_key: key } of kept) {
      const isOfGame = [text, signature, key].every((one) => typeof one === "string") && keys.has(key);
      if (!isOfGame || !(await isSigned(text, signature, key)) || objectIn(text)?.game !== this.bundle.header.game) {
        continue;
      }
      held[digests.has(await sha256(joined(text))) ? "recorded" : "missing"] += 1;
    }
    return held;
  }

  /** Whether a person put in a number of their own. */
  get hasBeacon() {
    return this.said.some(({ data }) => data.type === "BeaconRecorded");
  }

  get isShared() {
    const persons = this.created.players - this.created.computers.length;
    return this.said.some(
      ({ data }) => ["SeatTaken", "NonceOpened"].includes(data.type) && data.seat < persons && Boolean(data.nonce),
    );
  }

  get draws() {
    return this.said.reduce((sum, { luck = 0 }) => sum + luck, 0);
  }

  async #gameKey() {
    // A dispute may follow the end.
    const end = this.said.findIndex(isEnd);
    if (end < 0) throw new NotPossible(gettext("The game is still in progress. Its key is published at the end."));
    const bytes = bytesOf(this.said[end].data.key);
    if (!bytes || (await sha256(bytes)) !== this.created.commitment) {
      throw new Failed(this.bundle.lines[end].at, gettext("The published game key does not match the commitment."));
    }
    return bytes;
  }
}

/**
 * Verify this file. The checks build on each other: after the first failure the rest does not count.
 * @param {Blob} file
 * @param {(check: string, share: number) => void} tell reports the current check and its progress
 * @param {DisputeFile | null} [dispute] the dispute file that contains it
 * @returns {Promise<Findings>}
 */
export async function verified(file, tell, dispute = null) {
  const told = { name: "form" };
  /** @type {Check[]} */
  const checks = [];
  const share = (/** @type {number} */ done) => tell(told.name, done);
  try {
    if (file.size > MOST_BYTES) throw new Failed("header", gettext("The file is too large."));
    const bytes = new Uint8Array(await file.arrayBuffer());
    const other = otherFile(bytes);
    if (other) return { game: "", checks, signers: new Map(), coverage: null, other };
    const bundle = await readBundle(bytes, share);
    const count = bundle.lines.length;
    checks.push({ name: "form", verdict: "passed", detail: ngettext("One entry.", "{number} entries.", count) });
    const record = new Verifying(bundle, share);
    const names = /** @type {const} */ ([
      "positions", "chain", "header", "secrets", "openings", "receipts", "damage", "signatures", "luck",
    ]); // prettier-ignore
    for (const name of names) {
      told.name = name;
      record.warnings = [];
      try {
        const detail = (await record[name]()).trim();
        checks.push({ name, verdict: "passed", detail, warnings: record.warnings });
      } catch (error) {
        if (!(error instanceof NotPossible)) throw error;
        checks.push({ name, verdict: "not possible", detail: error.message.trim(), warnings: record.warnings });
      }
    }
    const { signers, coverage, created, draws, areMovesSigned } = record;
    const { isShared, hasBeacon } = record;
    const luck = { draws, isShared, scheme: created.luck, isStrict: created.strict, hasBeacon };
    const isPaced = Boolean(created.pace);
    const cosigners = cosignersIn(bundle);
    const { game } = bundle.header;
    const disputed = dispute && (await record.disputed(dispute));
    return { game, checks, signers, cosigners, coverage, other: null, luck, areMovesSigned, isPaced, disputed };
  } catch (error) {
    // Any error caused by a hostile file is a finding.
    const { message, position } = error instanceof Failed ? error : { message: String(error), position: told.name };
    checks.push({ name: told.name, verdict: "failed", detail: message, position });
    return { game: "", checks, signers: new Map(), coverage: null, other: null };
  }
}

/**
 * The names, other than the log's own, of those who signed the notes in a record's log proofs.
 * @param {Bundle} bundle
 */
function cosignersIn({ proofs }) {
  const notes = proofs
    .map((proof) => /** @type {{ note?: unknown }} */ (proof).note)
    .filter((note) => typeof note === "string");
  const names = notes.flatMap((note) => {
    const origin = note.split("\n")[0];
    return [...note.matchAll(/^\u2014 (\S+) \S+$/gm)].map(([, name]) => name).filter((name) => name !== origin);
  });
  return [...new Set(names)];
}

/** The rollbacks of a record so far. */
export class Rollbacks {
  /** The position of each, and where play continues. @type {{ at: Position, back: Position }[]} */
  #all = [];

  /**
   * Process the next event.
   * @param {Position} at
   * @param {Record<string, any>} data
   */
  take(at, { type, position }) {
    const back = goesBack(type) ? positionIn(position) : null;
    if (back) this.#all.unshift({ at, back });
  }

  /**
   * Whether the entry at a place counts; play may have gone back to an entry that did not count.
   * @param {Position} place
   */
  counts(place) {
    /** @type {Position | null} */
    let until = null;
    for (const { at, back } of this.#all) {
      if (until && isBefore(until, at)) continue;
      if (!isBefore(place, at)) break;
      until = back;
    }
    return !until || !isBefore(until, place);
  }
}

/**
 * Whether the game is over with this event.
 * @param {Said} said
 */
function isEnd({ data: { type } }) {
  return type === "GameFinished" || type === "GameAborted";
}

/** @param {string} text */
function objectIn(text) {
  try {
    const said = JSON.parse(text);
    return isObject(said) ? said : null;
  } catch {
    return null;
  }
}

/**
 * The kind of this file, if it is another of ours and not a record; null if it may be a record.
 * @param {Uint8Array} bytes
 * @returns {OtherFile | null}
 */
function otherFile(bytes) {
  if (bytes.length > MOST_OTHER_BYTES) return null;
  const line = bytes.indexOf(10);
  const read = (/** @type {Uint8Array} */ part) => objectIn(new TextDecoder().decode(part));
  const said = read(line < 0 ? bytes : bytes.subarray(0, line)) ?? (bytes[0] === 0x7b ? read(bytes) : null);
  if (!said) return null;
  const has = (/** @type {string[]} */ ...names) => names.every((name) => Object.hasOwn(said, name));
  if (has("game", "position", "until", "digest", "views", "events")) {
    const [game, until, digest] = [said.game, said.until, said.digest].map((one) => String(one).slice(0, 100));
    return { kind: "dossier", game, until, digest };
  }
  const isReceipt = has("game", "position", "digest", "public_key", "signature") || said.format === "stele-proof/1";
  return isReceipt ? { kind: "receipts" } : null;
}
