// What the pages know by name: the API's responses, and what a title's drawing offers and gets. This file is never
// loaded: it is for `make lint`, and for whoever writes a drawing.

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** How far a game has come. */
export type Status = "waiting" | "playing" | "finished" | "aborted";

/** Whose eyes: a seat, the public, or everything. */
export type Viewer = number | "public" | "all";

// What the API answers

/** RFC 9457: what was refused and why. `status` 0: the server was not reached. */
export interface ProblemBody {
  status: number;
  title: string;
  type?: string;
  detail?: string;
  /** The broken rule's number in the title's RULES.md. */
  rule?: string;
}

/** Somebody with an account. */
export interface Player {
  id: string;
  name: string;
}

/** The player who is signed in here: by a session, or by a token that was kept before there were sessions. */
export interface SignedIn extends Player {
  token?: string;
  /** Whether the account can be opened from any browser. */
  is_secured?: boolean;
}

/** What opens an account: a session, a token or a passkey; which of these members it has follows from that. */
export interface Credentials {
  session: {
    id: string;
    browser: string;
    is_this: boolean;
    created_at: string;
    used_at: string | null;
    ends_at: string;
  };
  token: { id: string; name: string; scopes: string[]; used_at: string | null; ends_at: string | null };
  passkey: { id: string; name: string; created_at: string; used_at: string | null };
}

/** One's own account, as `GET /api/me/account` has it. */
export interface Account {
  player: Player;
  is_secured: boolean;
  address: string;
  address_refused: boolean;
  has_mail: boolean;
  language: string;
  zone: string;
  proves: ("passkey" | "mail")[];
  is_proven: boolean;
  sessions: Credentials["session"][];
  tokens: Credentials["token"][];
  operates: boolean;
  removal: { what: "passkey" | "address"; id: string; at: string } | null;
  passkeys: Credentials["passkey"][];
}

/** The end of a game: place and points seat by seat. */
export interface Result {
  places: number[];
  points: number[];
  reason: string;
}

/** A seat as the lobby tells it. */
export interface SummarySeat {
  seat: number;
  /** The player's id, or null where a computer or nobody sits. */
  player: string | null;
  name: string | null;
  /** "person", "free", or a kind of computer player. */
  kind: string;
  resigned: boolean;
  /** Whether its player lost it by a decision: then it may be taken over. */
  freed?: boolean;
  /** Whether a computer player answers because its player's time ran out: this once, or until they are back. */
  absent?: "once" | "seat";
  /** To whom its player offers it. */
  offered?: { player: string; name: string };
  /** Of a free seat: the id of the player it is kept for. */
  reserved?: string;
}

/** How much time the players of a game have; every length is in milliseconds. */
export interface Pace {
  kind: "answer" | "bank";
  time: number;
  increment: number;
  cap: number;
  windows: boolean;
  vacation: number;
  outcome: "once" | "seat" | "resign" | "never";
}

/** When the time of a seat is over. */
export interface Deadline {
  seat: number;
  at: string;
}

/** The clocks of a game, as far as it has any. */
export interface Timed {
  pace?: Pace;
  paused?: boolean;
  /** The seats that agree to a pause, while not all do. */
  pause_agreed?: number[];
  /** The next first. */
  deadlines?: Deadline[];
}

/** What is to be done about a dispute: nothing, play goes on from a position, places by seat, a seat is freed. */
export interface Remedy {
  kind: "none" | "roll_back" | "result" | "free_seat";
  position: string;
  places: number[];
  seat: number | null;
}

/** A dispute: who doubts what, what the others said, and how it came out. */
export interface Dispute {
  number: number;
  seat: number;
  position: string;
  text: string;
  remedy: Remedy;
  answers: { seat: number; agrees: boolean; text: string }[];
  outcome: "open" | "withdrawn" | "decided";
  decided: { by: "players" | "referee" | "operator"; text: string; remedy: Remedy } | null;
}

/** A game in short. */
export interface Summary extends Timed {
  id: string;
  rulebook: string;
  title: string;
  players: number;
  options: Record<string, Json>;
  private: boolean;
  status: Status;
  seats: SummarySeat[];
  free_seats: number;
  position: string;
  digest: string;
  commitment: string;
  to_act: number[];
  points: number[] | null;
  result: Result | null;
  created_at: string;
  updated_at: string;
  your_seat: number | null;
  /** What the server lost of this game, when its operator let the game go on without it. */
  loss?: { lost: string; kept: string; accepted_at: string };
  /** The invitation of a private game, for those who sit in it and whoever opens it. */
  invite?: string;
  /** Whether persons sign every move. */
  signed?: boolean;
  /** Whether whoever sits down commits to a nonce, and opens it when everybody sits. */
  strict?: boolean;
  /** In a strict game: the seats whose nonces the start waits for. */
  to_open?: number[];
  /** When the game was imported and who had signed it, if it was not played here. */
  imported?: { at: string; origin: string; key: string };
  /** Of an analysis game: what it began as a copy of; of a running game as this seat saw it, with the rest dealt anew. */
  fork?: { game: string; position: string; seen_by?: number };
  /** Who decides disputes; the operator does where nobody is named. */
  referee?: { player: string; name: string; former?: boolean };
  /** Whether it counts for its players' ratings. */
  rated?: boolean;
  /** For which ratings its free seats are; null: no such bound. */
  ratings?: { least: number | null; most: number | null };
  /** Why the operator called it off. */
  called_off?: string;
  /** The numbers of the disputes that are open, if any is. */
  disputed?: number[];
  /** The take-back that is asked for: of the last move of a seat, to the position before it. */
  take_back?: { seat: number; position: string; agreed: number[]; waits_for: number[] };
  /** The end that is proposed. */
  proposed_end?: { seat: number; kind: "draw" | "as_it_stands"; agreed: number[]; waits_for: number[] };
}

/** What is known of a player. */
export interface Profile {
  id: string;
  name: string;
  kind: string;
  owner?: Player;
  since?: string;
  running?: number;
  finished: number;
  stayed: number;
  answers: { number: number; within_seconds: number | null };
  titles: {
    rulebook: string;
    title: string;
    players: number;
    finished: number;
    places: number[];
    average_place: number;
    average_points: number;
  }[];
  ratings: {
    rulebook: string;
    title: string;
    players: number;
    programs: boolean;
    rating: number;
    uncertainty: number;
    provisional: boolean;
    games: number;
    curve: { at: string; rating: number; uncertainty: number; game: string | null }[];
  }[];
}

/** A seat as the state tells it. */
export interface Seat {
  seat: number;
  player: string | null;
  name: string;
  kind: string;
  resigned: boolean;
  freed?: boolean;
  absent?: "once" | "seat";
  nonce: string;
  /** The key that the seat signs with, in base64, if it does. */
  public_key?: string;
}

/** The state of a game as one viewer may see it. `table` is the title's `view`, null until every seat is taken. */
export interface State<Table = Json> extends Timed {
  as: Viewer;
  status: Status;
  rulebook: string;
  title: string;
  players: number;
  options: Record<string, Json>;
  commitment: string;
  seats: Seat[];
  to_act: number[];
  /** How many moves were made. */
  moves: number;
  points: number[] | null;
  result: Result | null;
  table: Table | null;
  /** The key of the game's luck, when it is over. */
  key?: string;
  /** Why the operator called it off. */
  called_off?: string;
  /** What was disputed, if anything was. */
  disputes?: Dispute[];
  /** Seat by seat: who is on vacation, now or later. */
  away?: Record<string, { away?: { since: string; until: string }[] }>;
}

/** A state and where in the record it stands. */
export interface Seen {
  game: string;
  position: string;
  digest: string;
  as: Viewer;
  state: State;
}

/** One event of the record. */
export interface GameEvent {
  position: string;
  type: string;
  /** The seat that acted, or null. */
  seat: number | null;
  at: string;
  data: Record<string, Json>;
  /** The event as a sentence in the reader's language. */
  text: string;
  digest?: string;
  /** How many draws of chance it took, if any. */
  luck?: number;
}

/** One operation of a patch (RFC 6902). */
export interface Operation {
  op: string;
  path: string;
  from?: string;
  value?: Json;
}

/** One effect in a replay, with the state after it: whole, or as a patch of the one before. */
export interface Frame {
  position: string;
  text: string;
  event: Pick<GameEvent, "type" | "seat" | "at">;
  state?: State;
  patch?: Operation[];
}

/** One step of a replay in the browser. */
export interface Step {
  position: string;
  text: string;
  type: string;
  seat: number | null;
  at: string;
  /** Of a step with which play goes back: where to. */
  data?: Record<string, Json>;
  state: State;
}

/** The parts of a replay's page; a frame in another page has only what moves through the replay. */
export interface ReplayParts {
  board: import("./board.js").Board;
  fitting: import("./fitting.js").Fitting;
  /** Whether the step that is shown now follows those before it at once. */
  isHasty: () => boolean;
  timeline: import("./timeline.js").Timeline;
  steering: import("./steering.js").Steering;
  story: import("./story.js").Story | null;
  perspectives: import("./perspectives.js").Perspectives | null;
  /** The search and the bookmarks. */
  study: import("./study.js").Study | null;
  /** The turning points, once they were asked for. */
  explained?: { grown: () => void };
  judged?: { moved: () => void };
  /** What can be done with a step: it works as soon as there is one. */
  ofStep: HTMLButtonElement[];
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

/** A rule by number; one of every title has no words here. */
export interface Rule {
  number: string;
  text: string;
}

/** A legal answer, and whether it is the one that was given. */
export interface DossierAnswer extends LegalMove {
  chosen: boolean;
}

/** What a seat was asked; `answers` is null where they are not the reader's to know. */
export interface DossierAsked {
  seat: number;
  kind: string;
  text: string;
  answers: DossierAnswer[] | null;
}

/** What a seat, or everybody, knew before an action; null before the first one. */
export interface DossierView {
  as: Viewer;
  text: string;
  state: State | null;
}

/** All about one action that its reader may know. */
export interface Dossier {
  game: string;
  position: string;
  until: string;
  at: string;
  as: Viewer;
  before: { position: string; digest: string; at: string } | null;
  digest: string;
  views: DossierView[];
  asked: DossierAsked[];
  events: (GameEvent & { rules: Rule[] })[];
  adjudication: {
    verdict: "agrees" | "differs" | "not possible";
    text: string;
    position?: string;
    recorded?: string;
    decided?: string | null;
    rules?: Rule[];
  };
  receipt: Record<string, Json>;
}

/** A move that may be sent as it stands, and what it would do in words. */
export interface LegalMove {
  move: Move;
  text: string;
}

/** Every legal move of my seat now. */
export interface LegalMoves {
  position: string;
  digest: string;
  moves: LegalMove[];
}

/** What a move made happen, and the state after it. */
export interface Moved {
  position: string;
  digest: string;
  events: GameEvent[];
  state: State;
  to_act: number[];
  receipt: Receipt;
}

/** The server's signed word of where a game stood, when, and after which request. */
export interface Receipt {
  scheme: string;
  origin: string;
  game: string;
  position: string;
  digest: string;
  at: number;
  request: string;
  public_key: string;
  signature: string;
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

/** The keys that the server at an address was seen with, oldest first. */
export interface PinnedKeys {
  site: string;
  origin: string;
  keys: string[];
}

/** The signed word that one of the server's keys is followed by another. */
export interface Succession {
  scheme: string;
  origin: string;
  previous: string;
  next: string;
  at: number;
  previous_signature: string;
  next_signature: string;
}

/** The server's keys, and how each came to follow the one before. */
export interface PublishedKeys {
  origin: string;
  key: string;
  keys: { key: string; succession: Succession | null }[];
}

/** The record's digests as they are now. */
export interface Digests {
  game: string;
  position: string;
  digest: string;
  digests: { position: string; digest: string | null }[];
}

/** Moves that are made one after the other, or none of them; in a signed game with a signature for each. */
export interface Several {
  moves: Move[];
  signatures?: string[];
}

/** What moves would make happen as far as their player can know, and the state after that. */
export interface Foreseen {
  /** The position that the move would be made at. */
  position: string;
  digest: string;
  state: State;
  to_act: number[];
  events: { type: string; text: string }[];
  /** Whether nothing more would follow before somebody is asked. */
  complete: boolean;
  /** What I could do next, if that is so and I am asked again. */
  moves: LegalMove[];
}

/** An option of a title that a new game may set. */
export interface TitleOption {
  name: string;
  kind: "flag" | "number" | "choice" | "components";
  default: boolean | number | string | null;
  least?: number;
  most?: number;
  choices?: string[];
  text: string;
}

/** How sure one part of a title's component data is. */
export interface ComponentStatus {
  part: string;
  status: string;
  note: string;
}

/** A title in short. */
export interface Title {
  id: string;
  title: string;
  designer: string;
  publisher: string;
  year: number;
  players: { min: number; max: number };
  options: TitleOption[];
  components: ComponentStatus[];
  /** About how often a game brings each player back, for each number of players from the least on; or nothing. */
  visits: number[];
  visits_ordered: number[];
  /** Whether there is a lesson, which leads through the first moves. */
  lesson: boolean;
}

/** What the reader of a lesson shall do: the move that goes on, and what is said of others by the fields they have. */
export interface LessonTask {
  text: string;
  moves: LegalMove[];
  answer: Move;
  instead: { having: Fields; text: string }[];
}

/** What a lesson says while the table is shown as it was at a position. */
export interface LessonStep {
  position: string;
  text: string;
  task: LessonTask | null;
}

/** A title's lesson: its steps, and the part of a record that they show. */
export interface Lesson {
  rulebook: string;
  title: string;
  seat: number;
  steps: LessonStep[];
  frames: Frame[];
}

/** A chapter of a title's rules: what it says in plain words, and the numbers of the rules that stand in it. */
export interface RuleChapter {
  title: string;
  /** 1: the whole title; 2: a chapter; 3 and more: a part of the one before. */
  level: number;
  words: string[];
  rules: string[];
  /** The rule for which the chapter has an example, if it has one. */
  example: string | null;
}

/** A title with its rules, by number and in chapters; behind its own those that hold in every title. */
export interface WholeTitle extends Title {
  rules: Record<string, string>;
  /** In which language the rules are. */
  rules_language: string;
  chapters: RuleChapter[];
  moves: Record<string, string[]>;
}

/** A kind of computer player, and how it plays in words. */
export interface ComputerKind {
  id: string;
  text: string;
}

/** What can be played here. */
export interface Rulebooks {
  rulebooks: Title[];
  computers: ComputerKind[];
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

type Drawn = import("./kit/drawn.js").Drawn;

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

/** What a drawing gets besides the table. `Table` is the shape of the title's `view`. */
export interface DrawingContext<Table = unknown> {
  /** The width in CSS pixels; one unit of the `viewBox` is one pixel. */
  width: number;
  seats: Seat[];
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
  status: Status;
  /** This node stands for these fields of a move: it becomes a button with this name where that leads to a legal move. */
  pick(node: Drawn, fields: Fields, name: string): void;
  /**
   * This node shows this value: where it differs from another state's, the node is marked. By its key the node keeps its
   * element from state to state.
   */
  note(node: Drawn, key: string, value: unknown): void;
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
  /** The board as one part. */
  draw(table: Table, context: DrawingContext<Table>): Drawn;
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

/** What a piece, a turn or an end sounds like. */
export type SoundName = "stone" | "card" | "coin" | "gem" | "turn" | "win";
