// Written by `python -m api.pages.page_types` from the OpenAPI document; do not change it by hand.

import type { GameEvent as Event, Json, Move } from "./types.js";

/** A player's account: all that opens it, and what is kept of the person. */
export type AccountResponse = {
  player: PlayerResponse;
  /** Whether it can be opened from any browser. */
  is_secured: boolean;
  /** The confirmed address; empty if there is none. */
  address: string;
  /** Whether it refused so many mails that no notice is mailed there until it is confirmed again. */
  address_refused: boolean;
  /** Whether this server sends links by mail. */
  has_mail: boolean;
  /** In which language the player is told; empty: they have not said. */
  language: string;
  /** In which zone of time, as in `Europe/Rome`; empty: they have not said. */
  zone: string;
  /** Whether the player is asked even where everyone can see that there is only one legal answer. */
  always_asked: boolean;
  /** How the player can sign in again: `passkey`, `mail`. */
  proves: string[];
  /** Whether this session began so lately that it may change what cannot be taken back. */
  is_proven: boolean;
  sessions: HeldSession[];
  tokens: HeldToken[];
  passkeys: HeldPasskey[];
  /** Whether the player is an operator. */
  operates: boolean;
  /** The last way to sign in, if it is to be removed: it goes after three days; null: nothing is. */
  removal: WaitingRemoval | null;
};

/** A value that a patch adds, replaces or compares. */
export type AddOperation = {
  op: "add" | "replace" | "test";
  path: string;
  value: Json;
};

/** What today's rules make of the action: the same, or otherwise at a position; then both outcomes and the rules. `decided` is null where by today's rules nothing happens, or no legal answer leads to what is recorded. */
export type Adjudication = {
  verdict: "agrees" | "differs" | "not possible";
  text: string;
  /** A place in the record: `17-2` is the third effect of action 17. */
  position?: string;
  recorded?: string;
  decided?: string | null;
  rules?: Rule[];
};

/** A legal answer, and whether it is the one that was given. */
export type Answer = {
  move: Move;
  text: string;
  chosen: boolean;
};

/** A place at the table, taken or not. */
export type AnySeat = {
  seat: number;
  /** The player's id; null for a computer player. */
  player: string | null;
  /** What they are called today; for a former player words that say so. */
  name: string | null;
  /** Only of a player who has gone from this server, and has no name any more. */
  former?: boolean;
  /** `person`, `free`, or the kind of computer player. */
  kind: string;
  resigned: boolean;
  /** Only of a seat that its player offers to somebody (G22). */
  offered?: Offer;
  /** Only of a seat whose player lost it by a decision: it may be taken over (G15). */
  freed?: boolean;
  /** Only of a seat whose player's time ran out: a computer player answers `once`, or has the `seat` until the player returns (G18). */
  absent?: "once" | "seat";
  /** Only of a free seat: the id of the player it is kept for (G21). */
  reserved?: string;
};

/** What a seat was asked. `answers` are all its legal ones; null where they are not this viewer's to know. */
export type Asked = {
  seat: number;
  /** `person` or `computer`: who answered for the seat. */
  kind: string;
  text: string;
  answers: Answer[] | null;
};

/** When a player is not there. */
export type Away = {
  away?: Span[];
  play_times?: ShownPlayTimes;
};

/** The certainty of a part of the component data: `exact`, `attested`, `reconstructed` or `host` (a host's file). */
export type ComponentStatus = {
  part: string;
  status: string;
  note: string;
};

/** A kind of computer player, and how it plays, in the reader's language. */
export type ComputerKind = {
  id: string;
  text: string;
};

/** When the time of a seat is over. */
export type Deadline = {
  seat: number;
  at: string;
};

/** How a dispute was decided. */
export type Decided = {
  by: "players" | "referee" | "operator";
  text: string;
  remedy: Remedy;
};

/** The digest of the record up to a position; null where the record has no such entry. */
export type DigestAt = {
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  digest: string | null;
};

/** The record's digests as they are now at the positions that were asked for, and at its end. */
export type DigestsResponse = {
  game: string;
  /** Where the record ends. */
  position: string;
  /** The digest at its end. */
  digest: string;
  digests: DigestAt[];
};

/** What happened, and the rules that it follows by. */
export type DossierEvent = {
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** Whose move it was; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** What happened, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats that it names. */
  parts: (string | number | NamedSeat)[];
  /** The seats that the text names, each once. */
  seats: number[];
  /** The digest of the record up to there. */
  digest: string;
  /** How many draws of chance it took, where it took any. */
  luck?: number;
  opens?: Json[][];
  type: string;
  /** The event's own fields, as the schema `Event` has them for each type. */
  data: Record<string, Json>;
  rules: Rule[];
};

/** All about one action that its viewer may know, from `position` to `until`. Times are those of the record. */
export type DossierResponse = {
  game: string;
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** A place in the record: `17-2` is the third effect of action 17. */
  until: string;
  at: string;
  /** Who looks: a seat, `public` or `all`. */
  as: number | "public" | "all";
  before: PlaceBefore | null;
  /** The digest of the record after the action. */
  digest: string;
  views: View[];
  asked: Asked[];
  events: DossierEvent[];
  adjudication: Adjudication;
  receipt: Receipt;
};

/** Something that a move would make happen. */
export type ForeseenEvent = {
  type: string;
  text: string;
};

/** What a move, or several, would lead to, as far as their seat can know. `position` and `digest` are those that the state starts from. It is not `complete` where luck, another's secret or another's answer decides what follows; moves behind such a place are not looked at. `moves` are those that the seat could make next, where it is complete and the same seat is asked again. */
export type ForeseenResponse = {
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  events: ForeseenEvent[];
  state: State;
  /** The seats that must act now. */
  to_act: number[];
  complete: boolean;
  moves: LegalMove[];
};

/** An event in a frame; with `digests=false` it has no digest, with `brief=true` only type, seat and time. */
export type FrameEvent = {
  /** A place in the record: `17-2` is the third effect of action 17. */
  position?: string;
  /** Whose move it was; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** What happened, in the reader's language. */
  text?: string;
  /** The same text in parts: words, numbers, and the seats that it names. */
  parts?: (string | number | NamedSeat)[];
  /** The seats that the text names, each once. */
  seats?: number[];
  /** The digest of the record up to there. */
  digest?: string;
  /** How many draws of chance it took, where it took any. */
  luck?: number;
  opens?: Json[][];
  type: string;
  /** The event's own fields, as the schema `Event` has them for each type. */
  data?: Record<string, Json>;
};

/** One effect of a replay, and the whole state after it. */
export type FullFrame = {
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  text: string;
  /** How much the step matters to each seat, as this viewer sees it: 3 if the text names the seat, 2 if its points change, 2 if the step decides the places of all; added up. */
  weights: number[];
  event: FrameEvent;
  /** The seats that must act now. */
  to_act?: number[];
  /** The digest of the record up to there. */
  digest?: string;
  state: State;
};

/** The summary of a game, with what concerns whoever asks. */
export type GameResponse = {
  id: string;
  /** The title's id. */
  rulebook: string;
  title: string;
  /** How many play. */
  players: number;
  /** The title's own options, by name. A component file is named by its `name` and `digest`. */
  options: Record<string, Json>;
  private: boolean;
  status: "waiting" | "playing" | "finished" | "aborted";
  seats: AnySeat[];
  free_seats: number;
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  /** The SHA-256 of the key of the game's luck, published before anybody sat down. */
  commitment: string;
  /** The seats that must act now. */
  to_act: number[];
  /** Seat by seat; null before the start. */
  points: number[] | null;
  result: Result | null;
  /** When the time of each seat whose clock runs is over, the next first. */
  deadlines: Deadline[];
  /** Only of a game with clocks (G17). */
  pace?: Pace;
  /** Only where the clocks are stopped: everybody has agreed to that (G19). */
  paused?: boolean;
  /** The seats that agree to a pause, while not all do (G19). */
  pause_agreed?: number[];
  created_at: string;
  updated_at: string;
  /** Only of a game that was not played here: nobody here sits in it. */
  imported?: Import;
  /** In signed games only: every move of a person is signed (G10). */
  signed?: boolean;
  /** In strict games only: whoever sits down commits to a nonce (G9). */
  strict?: boolean;
  /** In strict games only: the seats whose nonces the start waits for. */
  to_open?: number[];
  /** Missing where the operator decides disputes. */
  referee?: Referee;
  /** Of analysis games only: what it began as a copy of (G16, G26). */
  fork?: Origin;
  /** Only while a take-back is asked for. */
  take_back?: ShownTakeBack;
  /** Only while an end is proposed. */
  proposed_end?: ShownEnd;
  /** Only of rated games. */
  rated?: boolean;
  /** Only of games whose seats are not for every rating. */
  ratings?: ShownBounds;
  /** Why the operator called the game off (G27); missing otherwise. */
  called_off?: string;
  /** The numbers of the disputes that wait for a decision; missing if none does. */
  disputed?: number[];
  loss?: Loss;
  your_seat: number | null;
  /** The invitation of a private game, for its players and whoever opens it. */
  invite?: string;
};

/** A passkey. */
export type HeldPasskey = {
  id: string;
  name: string;
  /** When it was added. */
  created_at: string;
  /** When somebody last signed in with it; null: never. */
  used_at: string | null;
};

/** A session: a browser that is signed in. */
export type HeldSession = {
  id: string;
  /** Its family and its system; empty if it does not say them. */
  browser: string;
  how: "name" | "token" | "passkey" | "mail" | "recovery";
  /** Whether it is the one that asks. */
  is_this: boolean;
  /** When it began. */
  created_at: string;
  /** When it was last used, to the hour; null: not since. */
  used_at: string | null;
  /** When it ends at the latest. */
  ends_at: string;
};

/** A token of a program. */
export type HeldToken = {
  id: string;
  name: string;
  scopes: ("read" | "play" | "account" | "operate")[];
  /** When it was made; null: before that was noted. */
  created_at: string | null;
  /** When it was last used, to the hour; null: never, as far as is known. */
  used_at: string | null;
  /** When it ends; null: it does not. */
  ends_at: string | null;
};

/** When a game was imported, and who had signed it; empty if nobody had. It was not played here. */
export type Import = {
  at: string;
  /** The name of the server that signed it, as it says itself. */
  origin: string;
  /** The public key that signed it, in base64. */
  key: string;
};

/** What is said of the moves that have these fields, but are not the answer. */
export type InsteadOf = {
  /** Some of a move's own fields, or its type; none: any move. */
  having: Record<string, Json>;
  text: string;
};

/** Who signs here: the origin, the key of now, and all keys since the first. */
export type KeysResponse = {
  /** The name that the server signs in. */
  origin: string;
  /** An Ed25519 public key: 32 bytes in base64. */
  key: string;
  keys: PublishedKey[];
};

/** A move that may be sent as it stands, and what it would do in the reader's language. */
export type LegalMove = {
  move: Move;
  text: string;
};

/** Every legal move of my seat now. */
export type LegalMovesResponse = {
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  moves: LegalMove[];
};

/** A title's lesson: its steps, and the part of a record that they show, as the seat of its reader sees it. */
export type LessonResponse = {
  /** The title's id. */
  rulebook: string;
  title: string;
  seat: number;
  steps: LessonStep[];
  frames: (FullFrame | PatchFrame)[];
};

/** What is said while the table is shown as it was at this position. */
export type LessonStep = {
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  text: string;
  task: LessonTask | null;
};

/** What the reader shall do: all legal moves, and the one with which the lesson goes on. */
export type LessonTask = {
  text: string;
  moves: LegalMove[];
  answer: Move;
  /** The first that fits is said; one always does. */
  instead: InsteadOf[];
};

/** What was lost of a game on this server: the operator has accepted that it goes on without it. */
export type Loss = {
  /** The position where the game had been; empty if nobody knows. */
  lost: string;
  /** The position that it went on from. */
  kept: string;
  accepted_at: string;
};

/** A value that a patch moves or copies. */
export type MoveOperation = {
  op: "move" | "copy";
  path: string;
  from: string;
};

/** What a move made happen, and the state after it. */
export type MoveResponse = {
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  events: Event[];
  state: State;
  /** The seats that must act now. */
  to_act: number[];
  receipt: Receipt;
};

/** A seat in a sentence, and its player's name there. */
export type NamedSeat = {
  seat: number;
  name: string;
};

/** To whom a seat is offered. */
export type Offer = {
  /** The player's id. */
  player: string;
  /** What they are called. */
  name: string;
};

/** A player's statement on another's dispute. */
export type Opinion = {
  seat: number;
  agrees: boolean;
  text: string;
};

/** One setting of a new game. Kind `components` takes a component file: TOML text, or an equivalent object. */
export type Option = {
  name: string;
  kind: "flag" | "number" | "choice" | "components";
  default: boolean | number | string | null;
  text: string;
  choices?: string[];
  least?: number | null;
  most?: number | null;
};

/** The game and the position that an analysis game began as a copy of. */
export type Origin = {
  game: string;
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** Where that game still ran: the seat that saw it so; all else was dealt anew (G26). */
  seen_by?: number;
};

/** A player's rating on one ladder, and how it came about. */
export type OwnRating = {
  rating: number;
  uncertainty: number;
  /** The title's id. */
  rulebook: string;
  title: string;
  /** How many play. */
  players: number;
  /** Whether it is of games with programs: these have ladders of their own. */
  programs: boolean;
  /** Whether it says little yet: those stand on no board. */
  provisional: boolean;
  /** How many rated games. */
  games: number;
  /** After each of the last games, the oldest first. */
  curve: RatingThen[];
};

/** The time limits of a game's players; all lengths are in milliseconds. By `answer` each answer may take `time`; by `bank` a seat begins with `time`, gains `increment` with each visit, or with each answer in the first edition of the rules, and never has more than `cap`. With `windows` only the time in a player's own play windows counts. Each player may be away for `vacation` days in a year. At the end of a seat's time a computer player answers this `once`, or takes the `seat` until its player returns, or the seat resigns (`resign`), or nothing happens (`never`). */
export type Pace = {
  kind: "answer" | "bank";
  time: number;
  increment: number;
  cap: number;
  windows: boolean;
  vacation: number;
  outcome: "once" | "seat" | "resign" | "never";
};

/** One effect of a replay, and the patch (RFC 6902) that makes the state after it from the one before. */
export type PatchFrame = {
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  text: string;
  /** How much the step matters to each seat, as this viewer sees it: 3 if the text names the seat, 2 if its points change, 2 if the step decides the places of all; added up. */
  weights: number[];
  event: FrameEvent;
  /** The seats that must act now. */
  to_act?: number[];
  /** The digest of the record up to there. */
  digest?: string;
  patch: (AddOperation | MoveOperation | RemoveOperation)[];
};

/** Where the record stood before the action, and since when. */
export type PlaceBefore = {
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  at: string;
};

/** For how many a title is. */
export type PlayerNumbers = {
  min: number;
  max: number;
};

/** A player. */
export type PlayerResponse = {
  id: string;
  name: string;
  /** Only of a program: the id of the player whose it is. */
  owner?: string;
};

/** What is known of a player. Private games count for the player alone. */
export type ProfileResponse = {
  id: string;
  name: string;
  /** `person`, or the kind of computer player that it is. */
  kind: string;
  /** Only of a program: whose it is. */
  owner?: PlayerResponse;
  /** Since when a person has been here. */
  since?: string;
  /** Of a person: how many games are being played; at most 200 are counted. */
  running?: number;
  /** Finished games, of the last thousand, that they sat down to. */
  finished: number;
  /** In how many of those they stayed: not resigned, away at the end, or handed over. */
  stayed: number;
  answers: UsualAnswer;
  titles: TitleResults[];
  ratings: OwnRating[];
};

/** One of the server's keys, and how it came to follow the one before; null for the first. */
export type PublishedKey = {
  /** An Ed25519 public key: 32 bytes in base64. */
  key: string;
  succession: Succession | null;
};

/** A rating after a game. */
export type RatingThen = {
  rating: number;
  uncertainty: number;
  at: string;
  /** The game; null if it is not for you to see. */
  game: string | null;
};

/** The server's signed word of where a game stood, when, and after which request. `flask verify` checks it. */
export type Receipt = {
  scheme: "stele/receipt/2";
  /** The name that the server signs in. */
  origin: string;
  game: string;
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  /** When the action was recorded, in milliseconds since 1970 UTC. */
  at: number;
  /** The SHA-256 of the request's body in hexadecimal; empty in a bundle. */
  request: string;
  /** An Ed25519 public key: 32 bytes in base64. */
  public_key: string;
  /** 64 bytes in base64. */
  signature: string;
};

/** Who decides the disputes of a game. */
export type Referee = {
  /** The player's id. */
  player: string;
  /** What they are called today. */
  name: string;
  /** Only of one who has gone from this server, and has no name any more. */
  former?: boolean;
};

/** The remedy: nothing, play on from `position`, end with these `places` by seat, or free a `seat`. */
export type Remedy = {
  kind: "none" | "roll_back" | "result" | "free_seat";
  position: string;
  places: number[];
  seat: number | null;
};

/** A value that a patch removes. */
export type RemoveOperation = {
  op: "remove";
  path: string;
};

/** The result of a game, seat by seat: place (1 wins; equal places share), points, and the reason in words. */
export type Result = {
  places: number[];
  points: number[];
  reason: string;
};

/** A numbered rule of the title, or of every title (`G1`). */
export type Rule = {
  number: string;
  text: string;
};

/** A chapter of a title's rules: what it says in plain words, and the numbers of the rules that stand in it. */
export type RuleChapter = {
  title: string;
  /** 1: the whole title; 2: a chapter; 3 and more: a part of the one before. */
  level: number;
  /** Paragraphs, with `code`, **strong** and *emphasis*; a list or table has a line for each row. */
  words: string[];
  rules: string[];
  /** The rule for which the chapter has an example. */
  example: string | null;
};

/** A title with its rules by number and in chapters, and the fields of each of its moves by the move's type. The rules that hold in every title (`G1` and its like) are among them, in the last chapters. */
export type RulebookResponse = {
  id: string;
  title: string;
  designer: string;
  publisher: string;
  year: number;
  players: PlayerNumbers;
  options: Option[];
  components: ComponentStatus[];
  /** About how often a game brings each player back, for each number of players from the least on; none where that was not measured. */
  visits: number[];
  /** The same for players who order beforehand what they can; none in a title without that. */
  visits_ordered: number[];
  /** Whether there is a lesson, which leads through the first moves. */
  lesson: boolean;
  rules: Record<string, string>;
  /** The language of the rules: yours, if they are translated. */
  rules_language: string;
  chapters: RuleChapter[];
  moves: Record<string, string[]>;
};

/** Every title, and every kind of computer player. */
export type RulebooksResponse = {
  rulebooks: Title[];
  computers: ComputerKind[];
};

/** A place at the table, who sits there, what they added to the luck, and the key that they sign with. */
export type SeatInState = {
  seat: number;
  /** The player's id; null for a computer player. */
  player: string | null;
  /** What they are called today; for a former player words that say so. */
  name: string | null;
  /** Only of a player who has gone from this server, and has no name any more. */
  former?: boolean;
  /** `person`, `free`, or the kind of computer player. */
  kind: string;
  resigned: boolean;
  /** Only of a seat that its player offers to somebody (G22). */
  offered?: Offer;
  /** Only of a seat whose player lost it by a decision: it may be taken over (G15). */
  freed?: boolean;
  /** Only of a seat whose player's time ran out: a computer player answers `once`, or has the `seat` until the player returns (G18). */
  absent?: "once" | "seat";
  nonce: string;
  /** Ed25519, 32 bytes in base64; missing for a seat that does not sign. */
  public_key?: string;
};

/** From which rating to which the free seats of a game are open; null: no such bound. */
export type ShownBounds = {
  least: number | null;
  most: number | null;
};

/** A dispute: who doubts what, what the others said, and how it came out. */
export type ShownDispute = {
  /** Disputes are numbered from 1. */
  number: number;
  seat: number;
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  text: string;
  remedy: Remedy;
  answers: Opinion[];
  outcome: "open" | "withdrawn" | "decided";
  decided: Decided | null;
};

/** An end of the game that is proposed (G23). */
export type ShownEnd = {
  /** Who proposes it. */
  seat: number;
  kind: "draw" | "as_it_stands";
  agreed: number[];
  /** The seats that have not agreed yet. */
  waits_for: number[];
};

/** The times of the week that count for a player: pairs of minutes since Monday 0:00 in their zone. */
export type ShownPlayTimes = {
  zone: string;
  windows: number[][];
};

/** A take-back that is asked for (G20). */
export type ShownTakeBack = {
  /** Whose last move it is about. */
  seat: number;
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  agreed: number[];
  /** The seats that have not agreed yet. */
  waits_for: number[];
};

/** From one time until another. */
export type Span = {
  since: string;
  until: string;
};

/** The state of a game as one viewer may see it, by the game's title. */
export type State<Table = Json> = {
  rulebook: string;
  table: Table | null;
  /** Who looks: a seat, `public` or `all`. */
  as: number | "public" | "all";
  status: "waiting" | "playing" | "finished" | "aborted";
  title: string;
  players: number;
  /** The title's own options, by name. A component file is named by its `name` and `digest`. */
  options: Record<string, Json>;
  /** The SHA-256 of the key of the game's luck. */
  commitment: string;
  seats: SeatInState[];
  /** The seats that must act now. */
  to_act: number[];
  /** How many moves were made. */
  moves: number;
  points: number[] | null;
  result: Result | null;
  /** Missing where the operator decides disputes. */
  referee?: Referee;
  /** Missing if nothing was disputed. */
  disputes?: ShownDispute[];
  /** The key of the game's luck, published when the game is over. */
  key?: string;
  /** Why the operator called the game off (G27). */
  called_off?: string;
  /** Only of a game with clocks (G17). */
  pace?: Pace;
  /** Only where the clocks are stopped: everybody has agreed to that (G19). */
  paused?: boolean;
  /** The seats that agree to a pause, while not all do (G19). */
  pause_agreed?: number[];
  /** When the time of each seat whose clock runs is over, the next first. */
  deadlines?: Deadline[];
  /** Seat by seat: who is on vacation, now or later, and who plays only at some times. */
  away?: Record<string, Away>;
};

/** The game at one position, as one viewer may see it. */
export type StateResponse = {
  game: string;
  /** A place in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  /** Who looks: a seat, `public` or `all`. */
  as: number | "public" | "all";
  state: State;
};

/** The signed word that one of the server's keys is followed by another; both have signed it. */
export type Succession = {
  scheme: "stele/succession/1";
  /** The name that the server signs in. */
  origin: string;
  /** An Ed25519 public key: 32 bytes in base64. */
  previous: string;
  /** An Ed25519 public key: 32 bytes in base64. */
  next: string;
  /** When, in milliseconds since 1970 UTC. */
  at: number;
  /** 64 bytes in base64. */
  previous_signature: string;
  /** 64 bytes in base64. */
  next_signature: string;
};

/** A title: what may be chosen for a new game, and how sure its components are. */
export type Title = {
  id: string;
  title: string;
  designer: string;
  publisher: string;
  year: number;
  players: PlayerNumbers;
  options: Option[];
  components: ComponentStatus[];
  /** About how often a game brings each player back, for each number of players from the least on; none where that was not measured. */
  visits: number[];
  /** The same for players who order beforehand what they can; none in a title without that. */
  visits_ordered: number[];
  /** Whether there is a lesson, which leads through the first moves. */
  lesson: boolean;
};

/** How a player came out in all finished games of a title with so many players, rated or not. */
export type TitleResults = {
  /** The title's id. */
  rulebook: string;
  title: string;
  /** How many play. */
  players: number;
  finished: number;
  /** For each place, from the first on, how often it was theirs. */
  places: number[];
  average_place: number;
  average_points: number;
};

/** How quickly a player answers, over the time in which their clock ran or would have run. */
export type UsualAnswer = {
  /** How many answers in finished games. */
  number: number;
  /** Half of them came within this time; null if there are too few to say. */
  within_seconds: number | null;
};

/** What a seat, or everybody, knew before the action; the state is null before the first one. */
export type View = {
  /** Who looks: a seat, `public` or `all`. */
  as: number | "public" | "all";
  text: string;
  state: State | null;
};

/** What is to be removed of what opens the account, and when. */
export type WaitingRemoval = {
  what: "passkey" | "address";
  /** The passkey's id, or the address. */
  id: string;
  /** When it is removed. */
  at: string;
};
