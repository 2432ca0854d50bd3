// What the pages know by name: the API's responses, and what a title's drawing offers and gets. This file is never
// loaded: it is for `make lint`, and for whoever writes a drawing.

import type { Stage } from "./kit/stage.js";
import type {
  Answers,
  DossierEvent,
  FullStep,
  HeldPasskey,
  HeldSession,
  HeldToken,
  LegalMove,
  PatchStep,
  PlayerResponse,
  Receipt,
  SeatInState,
  State,
  Unit,
} from "./responses.js";

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** How far a game has come. */
export type Status = State["status"];

/** Whose eyes: a seat, the public, or everything. */
export type Viewer = number | "public" | "all";

/** Words of a sentence, a number in it, or a seat that it names. */
export type SentencePart = DossierEvent["parts"][number];

// What the API answers: `responses.d.ts` is written from its document. Here are the names by which the pages know it.

export type {
  AccountResponse as Account,
  ClubResponse as Club,
  ClubWebhookResponse as ClubWebhook,
  InvitationsResponse as Invitations,
  RolesResponse as HeldRoles,
  MembersResponse as Members,
  Answer as DossierAnswer,
  AnySeat as SummarySeat,
  Asked as DossierAsked,
  Deadline,
  DossierResponse as Dossier,
  ForeseenResponse as Foreseen,
  GameResponse as Summary,
  HistoryResponse as PlayedGames,
  LegalMove,
  LessonResponse as Lesson,
  LessonTask,
  ListedGame,
  ListedTournament,
  MoveResponse as Moved,
  Opponent,
  Option as TitleOption,
  Pace,
  PlayedGame,
  PlayerResponse as Player,
  PositionStatisticsResponse as PositionStatistics,
  ProfileResponse as Profile,
  Receipt,
  Remedy,
  Result,
  Rule,
  RuleChapter,
  RulebookResponse as WholeTitle,
  RulebooksResponse as Rulebooks,
  SeatInState as Seat,
  DisclosuresResponse,
  GameInDispute,
  ShownDispute as Dispute,
  ShownMessage,
  ShownVariation,
  State,
  StateResponse as Seen,
  StatisticsResponse as Statistics,
  StudyResponse as StudyOfGame,
  Succession,
  Title,
  TournamentResponse as Tournament,
  Unit,
  View as DossierView,
} from "./responses.js";

/** One event of the record, of any title. */
export type GameEvent = Omit<DossierEvent, "digest" | "rules"> & Partial<Pick<DossierEvent, "digest">>;

/** One operation of a patch (RFC 6902). */
export type Operation = PatchStep["patch"][number];

/** One step of a replay, with the state after it. */
export type Step = FullStep;

/** The same as it is sent: the state is whole, or a patch of the one before. */
export type SentStep = Omit<Step, "state"> & Partial<Pick<Step, "state"> & Pick<PatchStep, "patch">>;

/** The clocks of a game, as far as it has any. */
export type Timed = Pick<State, "pace" | "paused" | "pause_agreed" | "deadlines">;

/** What opens an account: a session, a token or a passkey. */
export interface Credentials {
  session: HeldSession;
  token: HeldToken;
  passkey: HeldPasskey;
}

/** The response of a call; any, where its path is made elsewhere. */
export type AnswerOf<Method extends string, Path extends string> = `${Method} ${Parts<Path>}` extends infer Call extends
  keyof Answers
  ? Answers[Call]
  : any;

/** A path without its query, with `*` for each part that is filled in. */
type Parts<Path extends string> = Path extends `${infer Before}?${string}`
  ? Parts<Before>
  : Path extends `${infer Part}/${infer Rest}`
    ? `${OnePart<Part>}/${Parts<Rest>}`
    : OnePart<Path>;
type OnePart<Part extends string> = `${number}` extends Part ? "*" : Part;

/** RFC 9457: what was refused and why. `status` 0: the server was not reached. */
export interface ProblemBody {
  status: number;
  title: string;
  type?: string;
  detail?: string;
  /** What is wrong, by the field of the request. */
  errors?: object;
  /** The broken rule's number in the title's RULES.md. */
  rule?: string;
  /** That the server had a refused opening of a nonce. */
  receipt?: Receipt;
}

/** The player who is signed in here: by a session, or by a token that was kept before there were sessions. */
export interface SignedIn extends PlayerResponse {
  token?: string;
  /** Whether the account can be opened from any browser. */
  is_secured?: boolean;
}

/** The parts of a replay's page; a frame in another page has only what moves through the replay. */
export interface ReplayParts {
  board: import("./board/board.js").Board;
  /** Whether the step that is shown now follows those before it at once. */
  isHasty: () => boolean;
  timeline: import("./replay/timeline.js").Timeline;
  steering: import("./replay/controls.js").Steering;
  story: import("./record/story.js").Story | null;
  side: import("./board/side-panel.js").Side | null;
  perspectives: import("./replay/perspective.js").Perspectives | null;
  /** The search and the bookmarks. */
  study: import("./replay/study-tools.js").Study | null;
  /** The turning points, once they were asked for. */
  explained?: { grown: () => void; hide: (isHidden: boolean) => void; better: (position: string) => Move | null };
  judged?: { moved: () => void; better: (position: string) => Move | null };
  asking?: { moved: () => void };
  /** The guessing of moves, once it was asked for. */
  guess?: { moved: () => void; isOn: boolean };
  /** What can be done with a step: it works as soon as there is one. */
  ofStep: HTMLButtonElement[];
  /** The result, which is hidden until the reader wants it. */
  result: Element | null;
  /** Says which step is shown, and as whom, to the link to its dossier. */
  nameDossier: ((step: Step, viewer: string) => void) | null;
  /** Gets the state at the record's end, for the disputes that are known there. */
  showDisputes: ((state: State) => void) | null;
}

/** A move as it is sent: the name of a command and its fields. */
export interface Move {
  type: string;
  [field: string]: Json;
}

/** What can be wrong with a receipt: its signature, its key, what it is for, or the record that it is for. */
export type Fault = "signature" | "key" | "response" | "digest";

/** A receipt as this browser keeps it, since when (milliseconds), and what was wrong with it by itself. */
export interface KeptReceipt {
  game: string;
  position: string;
  digest: string;
  kept: number;
  receipt: Receipt;
  fault: Fault | "";
}

/** A receipt that the server contradicts; the digest that the record has now at its position, if it has one. */
export interface Contradiction {
  receipt: Receipt;
  fault: Fault;
  found: string | null;
}

/** A log's note, read: its tree (the root in hexadecimal), what it declares, its text and its signature lines. */
export interface LogNote {
  origin: string;
  size: number;
  root: string;
  restores: number;
  continues: string;
  because: string;
  text: string;
  signatures: string;
}

/** The note that this browser keeps of a site's log, the log's key, when it was read, and the promised delay. */
export interface KeptNote {
  note: string;
  key: string;
  /** Milliseconds since 1970. */
  read: number;
  /** Seconds. */
  delay: number;
  /** The names of the witnesses whose cosignatures were checked. */
  cosigners: string[];
}

/** What can be wrong with a log, or with its proof of a game. */
export type LogFault =
  "signature" | "renamed" | "shrunk" | "changed" | "missing" | "hidden" | "denied" | "proof" | "digest";

/** The result of reading the log: a fault, or a declared restore with its reason; the notes before and now. */
export interface ReadLog {
  fault: LogFault | null;
  declared: string;
  before: string | null;
  shown: string;
}

/** The keys that the server at an address was seen with, oldest first. */
export interface PinnedKeys {
  site: string;
  origin: string;
  keys: string[];
}

/** Moves that are made one after the other, or none of them; in a signed game with a signature for each. */
export interface Several {
  moves: Move[];
  signatures?: string[];
}

// What a title's drawing offers and gets

/** Fields of a move that something on the board stands for; of a field that is a list, one member. */
export type Fields = Record<string, Json>;

/**
 * A part of the game, for the scrubber's marks: `key` changes when a new part begins. `chapter` is the short name of what
 * several parts make up together; without one a part is a chapter by itself.
 */
export interface Phase {
  key: string;
  label: string;
  chapter?: string;
}

type Drawn = import("./kit/elements.js").Drawn;

/** What else is known of a piece. */
export interface PieceOptions {
  /** Which one of its kind it is, where the viewer can tell: it is followed wherever it goes. */
  id?: string | number | null;
  /** What it shows; without one it lies face down and may be any of its kind. */
  face?: string | null;
  /** How many pieces this one picture stands for. `Infinity`: a bank; what comes from no other place comes from there. */
  count?: number;
  /** Whether the picture stays when the last of its pieces goes. */
  isStock?: boolean;
  /** How far it is turned around the middle of its drawing, in degrees. */
  turn?: number;
}

/** What a part shows, in words, where its accessible name does not say it well enough. */
export interface PartText {
  /** The thing: "c4", "Gold". It stays the same when what it shows changes. */
  name?: string;
  /** What it shows: "empty", "7". Otherwise its accessible name, without the name and a colon at its beginning. */
  text?: string | number;
  /** Whose it is; otherwise that of the panel it lies in. */
  seat?: number | null;
}

/** What a drawing gets besides the table. `Table` is the shape of the title's `view`. */
export interface DrawingContext<Table = unknown> {
  /** The width in CSS pixels; one unit of the `viewBox` is one pixel. */
  width: number;
  seats: SeatInState[];
  /** From whose side to draw. */
  viewer: Viewer;
  /** The seats that must answer now. */
  toAct: number[];
  /**
   * The table that the question is about. It is the one that is drawn, unless that is how the table would be after the
   * chosen move: then what was asked stays drawn, so that another move can be picked.
   */
  asked: Table;
  points: number[] | null;
  /** What the points count; missing: points, of which most are better; null: the title has no points. */
  unit?: Unit | null;
  status: Status;
  /** The seat whose area is first; otherwise the viewer's. */
  first?: number;
  /** The table drawn in a board beside this one, with which this one lines up. */
  beside?: Table;
  /**
   * This node stands for these fields of a move: it becomes a button with this name where that leads to a legal move. Where
   * only the field `turned` is left to choose then, picking the node again chooses its next value.
   */
  pick(node: Drawn, fields: Fields, name: string, turned?: string): void;
  /**
   * This node shows this value: where it differs from another state's, the node is marked. By its key the node keeps its
   * element from state to state. A comparison lists it by its name and its words, given here or in its accessible name.
   */
  note(node: Drawn, key: string, value: unknown, told?: PartText): void;
  /**
   * This node is a piece of this kind, lying at this place of the table: when one has left a place and one has come to
   * another, it is seen to travel. Gives the node.
   */
  piece(node: Drawn, kind: string, place: string, options?: PieceOptions): Drawn;
}

/** A seat's colour and that of its edge, as CSS has them: `"var(--title-white)"`. */
export interface SeatColour {
  colour: string;
  edge: string;
}

/** Of which command a title's auctions are made, so that one can order to outbid others. */
export interface Bid {
  /** The type of the command. */
  command: string;
  /** The field that holds the number that is bid. */
  number: string;
  /** What this bid is for, in the reader's language: the same for all that are for the same thing. */
  name(move: Move, table: unknown): string;
}

/** A standing order as the page places it: a guard, when it is meant, what its owner calls it, and its moves. */
export interface PlacedOrder {
  guard: string;
  when: string;
  note: string;
  moves: Record<string, unknown>[];
}

/** What can be ordered for longer than what is asked now: some choices, and the orders that they come to. */
export interface OrderForm {
  /** Names the form in this title. */
  id: string;
  choices: { label: string; values: (string | number)[]; name(value: string | number): string }[];
  /** When the orders end. */
  ends: string;
  /** The orders, by what was chosen. */
  orders(...chosen: string[]): PlacedOrder[];
}

/** What a title's `orders.js` exports. */
export interface TitleOrders<Table = Json> {
  forms(table: Table, seat: number): OrderForm[];
}

/** What a title's `board.js` exports. `Table` is the shape of the title's `view`. */
export interface Drawing<Table = Json> {
  /** The table: the surface and its panels, or all of it as one part. */
  draw(table: Table, context: DrawingContext<Table>): Stage | Drawn;
  /** The part of the game that this table is in. */
  phase(table: Table): Phase;
  /** For each command's type one sentence: what is asked. */
  questions?: Record<string, () => string>;
  /** For each command's type that is asked for together with others: what one can do, as it follows "You can". */
  alternatives?: Record<string, () => string>;
  /** The colours of each seat, where the title's own pieces give the seats their colours. */
  seatColours?(table: Table): SeatColour[];
  /** How each kind of piece sounds when it arrives. */
  sounds?: Record<string, SoundName>;
  /** What is a bid, where the title has auctions in which others are outbid. */
  bid?: Bid;
}

/** What a title's `rules.js` exports: which of its numbered rules speak of what. */
export interface TitleRules {
  /**
   * By the kind of a part: the beginning of the key that the drawing notes for it, of the kind of a piece, or `pick` and
   * a field of what can be picked. `*` stands for any word.
   */
  parts: Record<string, string[]>;
  /** By the type of a command: what asking for it rests on. */
  asks: Record<string, string[]>;
  /** What else the part with this key is, by what lies there: kinds of `parts`, the most telling first. */
  more?(key: string, table: Json): string[];
}

/** A line of a player aid: what something costs or scores. */
export interface AidLine {
  words(): string;
  value?(): string;
  sign?(x: number, y: number, size: number): Drawn;
  rules: string[];
}

/** What a title's `aid.js` exports: its player aid. */
export interface TitleAid {
  /** What the steps are the order of. */
  order(): string;
  steps: { words(): string; rules: string[]; isNow(table: Json): boolean }[];
  tables: { title(): string; lines: AidLine[] }[];
}

/** Which fields of an event say points, and for what. */
export interface PointSource {
  /** The field that says whose points they are. */
  seat: string;
  /** The field that says how many they are in all. */
  total: string;
  /** For each field that is a part of them: what it is for. */
  parts: Record<string, () => string>;
  /** What makes the difference between the parts and the whole, where there is one. */
  rest?: () => string;
}

/** What the places of a finished game are decided by; more is better. */
export interface Criterion<Table = Json> {
  rule: string;
  name: () => string;
  value(table: Table, seat: number): number;
  /** Where fewer are better; otherwise more are. */
  better?: "fewest";
}

/** What a title's `ending.js` exports: where its events say points, and what decides between players, in this order. */
export interface Ending<Table = Json> {
  sources: Record<string, PointSource>;
  criteria: Criterion<Table>[];
  /** The rule by which those who are equal in all of this share a place; none where nobody can be. */
  shared?: string;
}

/** A drawing that is loaded. `isOwn`: it is the title's own one, not the generic one. */
export interface LoadedDrawing extends Drawing {
  questions: Record<string, () => string>;
  isOwn: boolean;
}

// Making elements

/** What an attribute may be set to; null, undefined and false leave it out. */
export type AttributeValue = string | number | boolean | null | undefined;

type Listeners = {
  [Name in keyof GlobalEventHandlersEventMap as `on${Name}`]?: (event: GlobalEventHandlersEventMap[Name]) => unknown;
};

/** The attributes of a new element; `onclick` and its like are listeners. */
export type Attributes = Listeners & { [name: string]: AttributeValue | ((event: never) => unknown) };

type OneChild = Node | string | number | null | undefined | false;

/** A child of a new element, or several; what is null, undefined or false is left out. */
export type Child = OneChild | OneChild[];

type Maker<Made> = {
  (attributes: Attributes, ...children: Child[]): Made;
  (...children: Child[]): Made;
};

/** A function for each name, which makes that element. */
export type Elements<Names> = { readonly [Name in keyof Names]: Maker<Names[Name]> } & (<Name extends keyof Names>(
  name: Name,
  ...given: [Attributes, ...Child[]] | Child[]
) => Names[Name]);

/** What a piece, a turn or an end sounds like. */
export type SoundName = "stone" | "card" | "coin" | "gem" | "turn" | "win";
