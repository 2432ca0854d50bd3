// Written by `python -m api.pages.page_types` from the OpenAPI document; do not change it by hand.

import type { GameEvent as Event, Json, Move } from "./types.js";

/** A player's account: its credentials, and the data that is stored about the person. */
export type AccountResponse = {
  player: PlayerResponse;
  /** Whether the player can sign in from any browser. */
  is_secured: boolean;
  /** The confirmed address; empty if there is none. */
  address: string;
  /** Whether it rejected too many mails: no notifications are mailed until it is confirmed again. */
  address_refused: boolean;
  /** Whether this server mails links. */
  has_mail: boolean;
  /** The player's language; empty: not set. */
  language: string;
  /** The player's time zone, such as `Europe/Rome`; empty: not set. */
  zone: string;
  /** Whether the player is asked even if all players can see that there is only one legal answer. */
  always_asked: boolean;
  /** The key with which the player signs decisions as a referee, in base64; empty: not set. */
  signing_key: string;
  /** The player's ways to sign in again: `passkey`, `mail`. */
  proves: string[];
  /** Whether this session is recent enough for changes that need a proof of identity. */
  is_proven: boolean;
  sessions: HeldSession[];
  tokens: HeldToken[];
  passkeys: HeldPasskey[];
  /** Whether the player is an operator. */
  operates: boolean;
  /** The handle by which the club's webhook mentions the player. */
  club_handle: string;
  /** The format of the club's webhook; empty: the club has none. */
  club_form: string;
  roles: ("operator" | "moderator" | "organiser")[];
  /** The pending removal of the last way to sign in, three days after the request; null: none. */
  removal: WaitingRemoval | null;
};

/** A value that a patch adds, replaces or compares. */
export type AddOperation = {
  op: "add" | "replace" | "test";
  path: string;
  value: Json;
};

/** The action by the current rules: the same, or different at a position, with both outcomes and the rules. `decided` is null if by the current rules nothing happens, or no legal answer leads to the recorded outcome. */
export type Adjudication = {
  verdict: "agrees" | "differs" | "not possible";
  text: string;
  /** A position in the record: `17-2` is the third effect of action 17. */
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

/** An answer, how often it was given, and how often its seat won. */
export type AnswerCount = {
  text: string;
  number: number;
  wins: number;
};

/** A seat, taken or not. */
export type AnySeat = {
  /** Only for a free seat: the id of the player it is reserved for (G21). */
  reserved?: string;
  /** Only in the summary of one game: that player's name, or null if their account was deleted. */
  reserved_name?: string | null;
  /** Only in the summary of one game, except a tournament's: when it becomes open to all players. */
  reserved_until?: string;
  seat: number;
  /** The player's id; null for a computer player. */
  player: string | null;
  /** Their present name; for a former player words that say so. */
  name: string | null;
  /** Only for a player whose account was deleted, and who has no name. */
  former?: boolean;
  /** `person`, `free`, or the kind of computer player. */
  kind: string;
  resigned: boolean;
  /** Only for a seat that its player offers to another player (G22). */
  offered?: Offer;
  /** Only for a seat whose player lost it by a decision: it may be taken over (G15). */
  freed?: boolean;
  /** Only for a seat whose player's time ran out: a computer player answers `once`, or has the `seat` until the player returns (G18). */
  absent?: "once" | "seat";
};

/** The question to a seat. `answers` are all its legal ones; null if this viewer may not know them. */
export type Asked = {
  seat: number;
  /** `person` or `computer`: who answered for the seat. */
  kind: string;
  text: string;
  answers: Answer[] | null;
};

/** A player's absences. */
export type Away = {
  away?: Span[];
  play_times?: ShownPlayTimes;
};

/** The messages of a challenge, oldest first. */
export type ChallengeResponse = {
  messages: ShownChallengeMessage[];
};

/** The club on this server: its name and texts, which are empty if there are none, and its choices. */
export type ClubResponse = {
  name: string;
  welcome: string;
  rules: string;
  /** open: all may sign up; invited: only with an invitation; closed: no player may. */
  sign_up: "open" | "invited" | "closed";
  /** Whether only organisers may open tournaments. */
  organisers_only: boolean;
  /** The language of the posts to the club's webhook. */
  language: string;
};

/** The club's webhook for all public games, with its secret, or none; its language is the club's. */
export type ClubWebhookResponse = {
  webhook: WebhookResponse | null;
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
  /** Its level, from 0 on, each stronger than the one before; null for one without a level. */
  level: number | null;
};

/** The proof that the log of the later size begins with the log of the earlier one (RFC 6962, section 2.1.2). */
export type ConsistencyResponse = {
  from: number;
  to: number;
  proof: string[];
};

/** A title's counts of one thing, in one round (0: in any). */
export type CountedThing = {
  /** Its name in the reader's language. */
  which: string;
  /** Its name in the exported facts. */
  id: string;
  round: number;
  number: number;
  /** How often its seat won the game. */
  wins: number;
  average: number | null;
  values: ValueCount[];
};

/** A table of the title's own numbers. */
export type CountedTopic = {
  id: string;
  label: string;
  /** The heading of what is counted. */
  of: string;
  /** The heading of its values; empty: it has none. */
  unit: string;
  /** Whether it tells how often the seat won; if not, `wins` below say nothing. */
  wins: boolean;
  entries: CountedThing[];
};

/** The deadline of a seat. */
export type Deadline = {
  seat: number;
  at: string;
};

/** The decision of a dispute. */
export type Decided = {
  by: "players" | "referee" | "operator";
  text: string;
  remedy: Remedy;
};

/** The digest of the record up to a position; null if the record has no such entry. */
export type DigestAt = {
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  digest: string | null;
};

/** The record's current digests at the requested positions, and at its end. */
export type DigestsResponse = {
  game: string;
  /** The record's last position. */
  position: string;
  /** The digest at its end. */
  digest: string;
  digests: DigestAt[];
};

/** A secret that a player opened to the referee: the value, and the salt with which it gives the commitment. */
export type Disclosed = {
  /** The dispute. */
  number: number;
  seat: number;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The member of the event at this position. */
  field: string;
  /** The event's type. */
  type: string;
  value: Json;
  salt: string;
  /** In the record's public form, in place of the value. */
  commitment: string;
  /** The event in words, for a reader who knows this member and no other secret. */
  text: string;
};

/** A secret that this seat opened to the judge: the `field` of the event at `position`. */
export type Disclosure = {
  seat: number;
  position: string;
  field: string;
};

/** The secrets that players opened to the referee of a game, and the statements for the referee alone. */
export type DisclosuresResponse = {
  disclosures: Disclosed[];
  statements: ShownStatement[];
};

/** An event, and the rules that it follows from. */
export type DossierEvent = {
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The seats that the text names, each once. */
  seats: number[];
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The event as a sentence, in the reader's language. */
  text: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts: (string | number | NamedSeat | NamedTime)[];
  /** The digest of the record up to there. */
  digest: string;
  type: string;
  /** The event's own fields, as in the schema `Event` for each type. */
  data: Record<string, Json>;
  rules: Rule[];
};

/** All about one action that its viewer may know, from `position` to `until`. Times are those of the record. */
export type DossierResponse = {
  game: string;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** A position in the record: `17-2` is the third effect of action 17. */
  until: string;
  at: string;
  /** The viewer: a seat, `public` or `all`. */
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

/** The first thing that happens in a variation and did not happen in its original. */
export type FirstAnswer = {
  /** Its position in the analysis game. */
  position: string;
  /** The seat that answered, if any. */
  seat: number | null;
  text: string;
};

/** An event that a move would cause. */
export type ForeseenEvent = {
  type: string;
  text: string;
};

/** The consequences of one or several moves, as far as their seat can know them. `position` and `digest` are those of the initial state. The preview is not `complete` if luck, another player's secret or another player's answer decides; moves after that point are not examined. `moves` are those that the seat could make next, if the preview is complete and the same seat is asked again. */
export type ForeseenResponse = {
  /** A position in the record: `17-2` is the third effect of action 17. */
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

/** An event in a frame; with `digests=false` without digest, with `brief=true` only type, seat, seats and time. A sentence with times keeps its parts, so that pages can show them in the reader's time zone. */
export type FrameEvent = {
  /** The seat that moved; null for what followed by the rules. */
  seat: number | null;
  at: string;
  /** The seats that the text names, each once. */
  seats: number[];
  /** The number of draws of chance, if any. */
  luck?: number;
  opens?: Json[][];
  type: string;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position?: string;
  /** The event's own fields, as in the schema `Event` for each type. */
  data?: Record<string, Json>;
  /** The event as a sentence, in the reader's language. */
  text?: string;
  /** The same text in parts: words, numbers, and the seats and times that it names. */
  parts?: (string | number | NamedSeat | NamedTime)[];
  /** The digest of the record up to there. */
  digest?: string;
};

/** One effect of a replay, and the whole state after it. */
export type FullFrame = {
  /** A position in the record: `17-2` is the third effect of action 17. */
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

/** A game without a referee, its disputes, and the secrets that its players opened to the operator. */
export type GameInDispute = {
  disclosures: Disclosed[];
  statements: ShownStatement[];
  game: GameResponse;
  disputes: ShownDispute[];
};

/** The summary of a game, with the caller's own data. */
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
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  /** The SHA-256 of the key of the game's luck, published before any seat was taken. */
  commitment: string;
  /** The seats that must act now. */
  to_act: number[];
  /** Seat by seat; null before the start. */
  points: number[] | null;
  /** What the points count; missing: points, of which most are better. */
  unit?: Unit;
  /** The team of each seat; missing if all play for themselves. All one team: the game is cooperative (G29). */
  teams?: number[];
  result: Result | null;
  /** The deadline of each seat whose clock runs, earliest first. */
  deadlines: Deadline[];
  /** Only in games with clocks (G17). */
  pace?: Pace;
  /** Only while the clocks are stopped by agreement of all players (G19). */
  paused?: boolean;
  /** The seats that agree to a pause, until all do (G19). */
  pause_agreed?: number[];
  created_at: string;
  updated_at: string;
  /** Only for an imported game: no player here has a seat in it. */
  imported?: Import;
  /** In signed games only: persons sign all their moves (G10). */
  signed?: boolean;
  /** The scheme of players' signatures; docs/reference/records.md describes both. */
  signing?: "1" | "2";
  /** In strict games only: players commit to a nonce when joining (G9). */
  strict?: boolean;
  /** In strict games only: the seats whose nonces are missing for the start. */
  to_open?: number[];
  /** Missing if the operator decides disputes. */
  referee?: Referee;
  /** In analysis games only: the game and position it was copied from (G16, G26). */
  fork?: Origin;
  /** Only while a take-back is requested. */
  take_back?: ShownTakeBack;
  /** Only while an end is proposed. */
  proposed_end?: ShownEnd;
  /** Only in rated games. */
  rated?: boolean;
  /** Only in games with rating bounds. */
  ratings?: ShownBounds;
  /** Why the operator called the game off (G27); missing otherwise. */
  called_off?: string;
  /** The seat whose player called the game off after luck was drawn (G6); missing otherwise. */
  aborted_by?: number;
  /** The numbers of the open disputes; missing if there are none. */
  disputed?: number[];
  /** The tournament to which it belongs, if any. */
  tournament?: TournamentOfGame;
  loss?: Loss;
  your_seat: number | null;
  /** The SHA-256 of your last signed text in this game, which the next one must name, or `first`. */
  previous?: string;
  /** The invitation of a private game, for its players and the caller who opens it. */
  invite?: string;
};

/** The number of counted games with this number of players. */
export type GamesWithPlayers = {
  players: number;
  games: number;
};

/** The number of games with this value. */
export type GamesWithValue = {
  value: number;
  games: number;
};

/** A passkey. */
export type HeldPasskey = {
  id: string;
  name: string;
  /** The time when it was added. */
  created_at: string;
  /** The time of the last sign-in with it; null: never. */
  used_at: string | null;
};

/** A session: a signed-in browser. */
export type HeldSession = {
  id: string;
  /** The browser's family and system; empty if unknown. */
  browser: string;
  how: "name" | "token" | "passkey" | "mail" | "recovery";
  /** Whether it is the session of this request. */
  is_this: boolean;
  /** When it began. */
  created_at: string;
  /** The time of its last use, to the hour; null: not used again. */
  used_at: string | null;
  /** The time of its expiry at the latest. */
  ends_at: string;
};

/** An API token. */
export type HeldToken = {
  id: string;
  name: string;
  scopes: ("read" | "play" | "account" | "operate")[];
  /** The time of its creation; null: unknown. */
  created_at: string | null;
  /** The time of its last use, to the hour; null: never, as far as is known. */
  used_at: string | null;
  /** The time of its expiry; null: it does not expire. */
  ends_at: string | null;
};

/** One page of a player's finished games, newest first, and the score in all games of the filter. */
export type HistoryResponse = {
  /** In all games of the filter, whatever their outcome. */
  score: Score;
  games: PlayedGame[];
  next: string | null;
};

/** The time of a game's import, and its signer; empty if unsigned. The game was not played here. */
export type Import = {
  at: string;
  /** The name of the signing server, as it calls itself. */
  origin: string;
  /** The public key that signed it, in base64. */
  key: string;
};

/** The text for moves with these fields, which are not the answer. */
export type InsteadOf = {
  /** Some of a move's own fields, or its type; none: any move. */
  having: Record<string, Json>;
  text: string;
};

/** The valid invitations, newest first. `link` is the new one's link, which is shown only this once. */
export type InvitationsResponse = {
  invitations: ShownInvitation[];
  link?: string;
};

/** The server's signature: the origin, the current key, and all keys from the first on. */
export type KeysResponse = {
  /** The server's origin. */
  origin: string;
  /** An Ed25519 public key: 32 bytes in base64. */
  key: string;
  keys: PublishedKey[];
};

/** A player, by id; `name` is null if their account has been deleted. */
export type KnownPlayer = {
  id: string;
  name: string | null;
};

/** A move that is ready to be sent, and its effect in the reader's language. */
export type LegalMove = {
  move: Move;
  text: string;
};

/** All legal moves of your seat now. */
export type LegalMovesResponse = {
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  moves: LegalMove[];
};

/** A title's lesson: its steps, and the part of a record that they show, as its reader's seat sees it. */
export type LessonResponse = {
  /** The title's id. */
  rulebook: string;
  title: string;
  seat: number;
  steps: LessonStep[];
  frames: (FullFrame | PatchFrame)[];
};

/** The text beside the table at this position. */
export type LessonStep = {
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  text: string;
  task: LessonTask | null;
};

/** The reader's task: all legal moves, and the one with which the lesson continues. */
export type LessonTask = {
  text: string;
  moves: LegalMove[];
  answer: Move;
  /** The first that fits is shown; one always does. */
  instead: InsteadOf[];
};

/** A tournament. */
export type ListedTournament = {
  id: string;
  name: string;
  organiser: KnownPlayer;
  /** The title's id. */
  rulebook: string;
  title: string;
  /** The number of players at a table. */
  size: number;
  kind: "round_robin" | "swiss" | "knockout";
  /** The title's own options, by name. A component file is named by its `name` and `digest`. */
  options: Record<string, Json>;
  /** Only in games with clocks (G17). */
  pace?: Pace;
  /** Whether its games are rated. */
  rated: boolean;
  status: "open" | "running" | "over" | "called off";
  /** Whether its games are strict (G9). */
  strict: boolean;
  /** The maximum number of players, if one is set. */
  most?: number;
  /** The time when it starts automatically, if one is set. */
  begins_at?: string;
  /** Whether registration is closed. */
  closed: boolean;
  /** The number of rounds; before the start 0 if it is the number that its kind needs. */
  rounds: number;
  /** The number of rounds that have begun. */
  played: number;
  /** The number of players. */
  players: number;
  created_at: string;
  /** Whether you play in it. */
  entered: boolean;
  /** Whether you wait for a place in it as a substitute. */
  waiting: boolean;
  /** With the filter `player`, in a tournament that is over: the place of this player. */
  place?: number;
};

/** The log of all games' heads as it is now. */
export type LogResponse = {
  /** The log's name, which changes with each declared restore. */
  origin: string;
  /** Its number of leaves. */
  size: number;
  /** The root of its tree (RFC 6962). */
  root: string;
  /** The key that signs its notes: `name+id+key`, the form of a key in C2SP's signed notes. */
  key: string;
  /** The signed note (C2SP's tlog-checkpoint), with its cosignatures. */
  note: string;
  /** The promise: an acknowledged move is in the log after this number of seconds at most. */
  merge_delay_seconds: number;
  cosignatures: SentCosignature[];
};

/** The proof that a game's head is a leaf of the log; hashes are hexadecimal, from the leaf's sibling upwards. `previous` is the hash of the game's previous leaf, or `first`; the first scheme has none. The `note` is signed with `public_key` (base64, Ed25519) for the origin in its first line. */
export type Logged = {
  scheme: string;
  game: string;
  position: string;
  digest: string;
  index: number;
  proof: string[];
  note: string;
  public_key: string;
  previous?: string;
};

/** Data of a game that was lost on this server; the operator has accepted that the game goes on without it. */
export type Loss = {
  /** The game's former position; empty if unknown. */
  lost: string;
  /** The position from which it went on. */
  kept: string;
  accepted_at: string;
};

/** A member of the club. */
export type Member = {
  id: string;
  name: string;
  /** The month of the sign-up, such as `2026-11`. */
  since: string;
};

/** A page of the members, newest first, and the operators, moderators and organisers. */
export type MembersResponse = {
  members: Member[];
  /** `first` for the next page; null after the last one. */
  next: number | null;
  operators: KnownPlayer[];
  moderators: KnownPlayer[];
  organisers: KnownPlayer[];
};

/** A value that a patch moves or copies. */
export type MoveOperation = {
  op: "move" | "copy";
  path: string;
  from: string;
};

/** The events that a move caused, and the state after them. */
export type MoveResponse = {
  /** A position in the record: `17-2` is the third effect of action 17. */
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

/** A time in a sentence, and its words there: in UTC, unless the reader's time zone is known. */
export type NamedTime = {
  at: string;
  words: string;
};

/** A tournament by its name. */
export type NamedTournament = {
  id: string;
  name: string;
};

/** Your running game in a tournament, or the next one in its schedule. */
export type NextGame = {
  /** The number of the round, from 1. */
  round: number;
  /** Its id; missing before the round begins. */
  game?: string;
  opponents: KnownPlayer[];
};

/** The player to whom a seat is offered. */
export type Offer = {
  /** The player's id. */
  player: string;
  /** Their name. */
  name: string;
};

/** A player's statement on another's dispute. */
export type Opinion = {
  seat: number;
  agrees: boolean;
  text: string;
};

/** A player's score against an opponent. In games of more than two only the places of these two count. */
export type Opponent = {
  games: number;
  won: number;
  tied: number;
  lost: number;
  /** The id of a person or of a kind of computer player. */
  player: string;
  name: string;
  /** `person`, or the kind of computer player. */
  kind: string;
};

/** A player's opponents, the most frequent first. */
export type OpponentsResponse = {
  opponents: Opponent[];
};

/** One setting of a new game. Kind `components` takes a component file: TOML text, or an equivalent object. `label` is what a form calls it, `labels` what it calls each of the choices; `text` explains it. */
export type Option = {
  name: string;
  kind: "flag" | "number" | "choice" | "components";
  default: boolean | number | string | null;
  text: string;
  choices?: string[];
  least?: number | null;
  most?: number | null;
  label?: string;
  labels?: string[];
};

/** The game and the position from which an analysis game was copied. */
export type Origin = {
  game: string;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** If that game was still running: the seat whose view was copied; the rest was dealt again (G26). */
  seen_by?: number;
};

/** A player's rating on one ladder, and its history. */
export type OwnRating = {
  rating: number;
  uncertainty: number;
  /** Whether it is based on few games; the leaderboard lists these after the others. */
  provisional: boolean;
  /** The number of rated games. */
  games: number;
  /** The title's id. */
  rulebook: string;
  title: string;
  /** Whether it is for games with bots, which have ladders of their own. */
  programs: boolean;
  /** After each of the last games, oldest first. */
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

/** One effect of a replay, and the patch (RFC 6902) from the state before it to the one after it. */
export type PatchFrame = {
  /** A position in the record: `17-2` is the third effect of action 17. */
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

/** The record's position and time before the action. */
export type PlaceBefore = {
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  at: string;
};

/** A finished game, from the view of one of its players. */
export type PlayedGame = {
  game: string;
  /** The title's id. */
  rulebook: string;
  title: string;
  /** What the points count; missing: points, of which most are better. */
  unit?: Unit;
  started_at: string;
  ended_at: string;
  /** Compared with the requested opponent; without one, with the best of all others. */
  outcome: "won" | "tied" | "lost";
  seats: PlayedSeat[];
  rated: boolean;
  private: boolean;
  tournament: NamedTournament | null;
};

/** A seat of a finished game. Its player is the one who had it at the start. */
export type PlayedSeat = {
  /** The id of a person or of a kind of computer player; null: a former player. */
  player: string | null;
  name: string | null;
  /** `person`, or the kind of computer player. */
  kind: string;
  /** Players who did not stay are behind all others. */
  place: number;
  points: number;
  stayed: boolean;
};

/** A title's numbers of players. */
export type PlayerNumbers = {
  min: number;
  max: number;
};

/** A player. */
export type PlayerResponse = {
  id: string;
  name: string;
  /** Only for bots: the owner's id. */
  owner?: string;
};

/** The answers in the same situation in all counted games; none if there are fewer than five games. */
export type PositionStatisticsResponse = {
  game: string;
  position: string;
  /** Whether this title compares this position, and a player was asked. */
  compared: boolean;
  /** The number of games in which it occurred. */
  games: number;
  /** The most frequent first. */
  answers: AnswerCount[];
};

/** A player's profile. Private games are included only for the player. */
export type ProfileResponse = {
  id: string;
  name: string;
  /** `person`, or the kind of computer player. */
  kind: string;
  /** Only for bots: the owner. */
  owner?: PlayerResponse;
  /** The time when the person signed up. */
  since?: string;
  /** For persons: the number of running games, counted up to 200. */
  running?: number;
  /** For persons: the games that they called off after luck was drawn, of the last 200. */
  called_off?: number;
  /** Finished games, of the last thousand, that they played from the start. */
  finished: number;
  /** The number of those in which they stayed: they did not resign, hand over the seat, or run out of time. */
  stayed: number;
  answers: UsualAnswer;
  titles: TitleResults[];
  ratings: OwnRating[];
};

/** One of the server's keys, and its succession from the one before; null for the first. */
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
  /** The game; null if you may not see it. */
  game: string | null;
};

/** The server's signed statement of a game's position, its time, and the request. `flask verify` checks it. */
export type Receipt = {
  scheme: "stele/receipt/2";
  /** The server's origin. */
  origin: string;
  game: string;
  /** A position in the record: `17-2` is the third effect of action 17. */
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

/** The player who decides the disputes of a game. */
export type Referee = {
  /** The player's id. */
  player: string;
  /** Their present name. */
  name: string;
  /** Only for a player whose account was deleted, and who has no name. */
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

/** The result of a game, seat by seat: place (1 wins; equal places share), points, and the reason in words. Partners have the same place. If the players of a cooperative game lose, all have place 2. */
export type Result = {
  places: number[];
  points: number[];
  reason: string;
};

/** The players with each role. */
export type RolesResponse = {
  operators: KnownPlayer[];
  moderators: KnownPlayer[];
  organisers: KnownPlayer[];
};

/** A numbered rule of the title, or of every title (`G1`). */
export type Rule = {
  number: string;
  text: string;
};

/** A chapter of a title's rules: its text, and the numbers of its rules. */
export type RuleChapter = {
  title: string;
  /** 1: the whole title; 2: a chapter; 3 and more: a part of the one before. */
  level: number;
  /** Paragraphs, with `code`, **strong** and *emphasis*; a list or table has a line for each row. */
  words: string[];
  rules: string[];
  /** The rule that the chapter has an example for. */
  example: string | null;
};

/** A title with its rules by number and in chapters, and the fields of each of its moves by the move's type. The rules of all titles (`G1` and following) are included, in the last chapters. */
export type RulebookResponse = {
  id: string;
  title: string;
  designer: string;
  publisher: string;
  year: number;
  players: PlayerNumbers;
  /** What its players' points count. */
  unit: Unit;
  /** The team of each seat, once for each number of players who play in teams. */
  teams: number[][];
  options: Option[];
  components: ComponentStatus[];
  /** About how often a game brings each player back, for each number of players from the lowest on; empty if not measured. */
  visits: number[];
  /** The same for players who use standing orders where they can; empty for a title without them. */
  visits_ordered: number[];
  /** Whether there is a lesson with the first moves of a game. */
  lesson: boolean;
  rules: Record<string, string>;
  /** The language of the rules: yours, if they are translated. */
  rules_language: string;
  chapters: RuleChapter[];
  moves: Record<string, string[]>;
};

/** All titles, and all kinds of computer players. */
export type RulebooksResponse = {
  rulebooks: Title[];
  computers: ComputerKind[];
};

/** A round to come of a round robin of two at a table: who will meet, and who will have a bye. */
export type ScheduledRound = {
  /** The number of the round, from 1. */
  round: number;
  tables: KnownPlayer[][];
  resting: KnownPlayer[];
};

/** The number of games, and in how many of them the player was ahead, level and behind. */
export type Score = {
  games: number;
  won: number;
  tied: number;
  lost: number;
};

/** A seat, its player, their contribution to the random draws, and the key that they sign with. */
export type SeatInState = {
  seat: number;
  /** The player's id; null for a computer player. */
  player: string | null;
  /** Their present name; for a former player words that say so. */
  name: string | null;
  /** Only for a player whose account was deleted, and who has no name. */
  former?: boolean;
  /** `person`, `free`, or the kind of computer player. */
  kind: string;
  resigned: boolean;
  /** Only for a seat that its player offers to another player (G22). */
  offered?: Offer;
  /** Only for a seat whose player lost it by a decision: it may be taken over (G15). */
  freed?: boolean;
  /** Only for a seat whose player's time ran out: a computer player answers `once`, or has the `seat` until the player returns (G18). */
  absent?: "once" | "seat";
  nonce: string;
  /** Ed25519, 32 bytes in base64; missing for a seat that does not sign. */
  public_key?: string;
};

/** How often a seat was in first place, alone or shared. */
export type SeatWins = {
  seat: number;
  wins: number;
};

/** The newest note of the log that a witness has cosigned. */
export type SentCosignature = {
  /** The witness's name. */
  witness: string;
  /** The witness's key: `name+id+key`, the form of a key in C2SP's signed notes. */
  key: string;
  at: string;
  /** The number of leaves in that note. */
  size: number;
  /** That note, with the log's and the witness's signatures. */
  note: string;
};

/** The rating bounds of a game's free seats; null: no bound. */
export type ShownBounds = {
  least: number | null;
  most: number | null;
};

/** A message of a challenge. `player` and `name` are null if its author's account has been deleted. */
export type ShownChallengeMessage = {
  /** `challenge`, or the id of an answer. */
  id: string;
  player: string | null;
  name: string | null;
  at: string;
  text: string;
};

/** A dispute: its subject, the players' statements, and its outcome. */
export type ShownDispute = {
  /** Disputes are numbered from 1. */
  number: number;
  seat: number;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  text: string;
  remedy: Remedy;
  answers: Opinion[];
  outcome: "open" | "withdrawn" | "decided";
  decided: Decided | null;
  disclosed: Disclosure[];
};

/** A proposed end of the game (G23). */
export type ShownEnd = {
  /** Who proposes it. */
  seat: number;
  kind: "draw" | "as_it_stands";
  agreed: number[];
  /** The seats that have not agreed yet. */
  waits_for: number[];
};

/** A valid invitation. */
export type ShownInvitation = {
  id: string;
  by: KnownPlayer;
  note: string;
  /** The maximum number of players who can sign up with it. */
  most: number;
  /** The number of players who have signed up with it. */
  used: number;
  made_at: string;
  ends_at: string;
};

/** A cell of the cross table: a game against one opponent. */
export type ShownMeeting = {
  /** The id of the `player` of the opponent's standing. */
  opponent: string;
  /** The number of the round, from 1. */
  round: number;
  game: string;
  /** Null while the game runs. */
  points: number | null;
};

/** A message. `player` and `name` are null if its author's account has been deleted. */
export type ShownMessage = {
  id: string;
  player: string | null;
  name: string | null;
  /** The author's seat in this game, if any. */
  seat?: number;
  at: string;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  text: string;
};

/** A player's playing times in the week: pairs of minutes since Monday 0:00 in their zone. */
export type ShownPlayTimes = {
  zone: string;
  windows: number[][];
};

/** A round: its tables, its resting players, and those absent because they were suspended. */
export type ShownRound = {
  tables: ShownTable[];
  resting: KnownPlayer[];
  absent: KnownPlayer[];
};

/** A player's standing: 1 point for a game won, 0 for the last place or a forfeit, equal steps between. With two at a table a rest is a full point in a Swiss tournament; in a round robin only in place of a game against a player who has left or is suspended. With more at a table, and by the first rules, it is 1/2. In a knock-out every round survived is a point. */
export type ShownStanding = {
  player: KnownPlayer;
  /** The player who had this place, and these points, at the start. */
  substitute_for?: KnownPlayer;
  place: number;
  points: number;
  /** The `tie_break`: the points of their opponents (Buchholz); in a round robin of two at a table those of beaten opponents, and half of drawn ones (Sonneborn-Berger). */
  opponents: number;
  games: number;
  /** Their games, in order: a row of the cross table. */
  met: ShownMeeting[];
  left: boolean;
  /** Whether they left before playing half of their games, so that none of their results count. */
  struck: boolean;
};

/** A statement by a suspended or muted player, for the judge of a dispute. */
export type ShownStatement = {
  /** The dispute. */
  number: number;
  seat: number;
  text: string;
};

/** A game of a round: its players in the order of their seats, and their places when it is over. */
export type ShownTable = {
  game: string;
  players: KnownPlayer[];
  /** Null while the game runs; empty: it has no result. */
  places: number[] | null;
  /** The seats whose players forfeited the game. */
  forfeited: number[];
};

/** A requested take-back (G20). */
export type ShownTakeBack = {
  /** The player whose last move it concerns. */
  seat: number;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  agreed: number[];
  /** The seats that have not agreed yet. */
  waits_for: number[];
};

/** A shared analysis game. Its steps are read with the calls of any game. */
export type ShownVariation = {
  /** The analysis game's id. */
  game: string;
  /** The player who shared it. */
  by: KnownPlayer;
  /** When it was shared. */
  at: string;
  /** The position in the original from which it was played. */
  position: string;
  first: FirstAnswer;
  /** The comments on its steps; positions are the analysis game's. */
  comments: ShownMessage[];
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
  /** The viewer: a seat, `public` or `all`. */
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
  /** The number of moves so far. */
  moves: number;
  points: number[] | null;
  /** What the points count; missing: points, of which most are better. */
  unit?: Unit;
  /** The team of each seat; missing if all play for themselves. All one team: the game is cooperative (G29). */
  teams?: number[];
  /** The seats that are out of the game (G29); missing for a title without. */
  eliminated?: number[];
  result: Result | null;
  /** Missing if the operator decides disputes. */
  referee?: Referee;
  /** Missing if there are no disputes. */
  disputes?: ShownDispute[];
  /** The key of the game's luck, published when the game is over. */
  key?: string;
  /** Why the operator called the game off (G27). */
  called_off?: string;
  /** Only in games with clocks (G17). */
  pace?: Pace;
  /** Only while the clocks are stopped by agreement of all players (G19). */
  paused?: boolean;
  /** The seats that agree to a pause, until all do (G19). */
  pause_agreed?: number[];
  /** The deadline of each seat whose clock runs, earliest first. */
  deadlines?: Deadline[];
  /** Seat by seat: present or future vacations, and playing times. */
  away?: Record<string, Away>;
};

/** The game at one position, as one viewer may see it. */
export type StateResponse = {
  game: string;
  /** A position in the record: `17-2` is the third effect of action 17. */
  position: string;
  /** The digest of the record up to there. */
  digest: string;
  /** The viewer: a seat, `public` or `all`. */
  as: number | "public" | "all";
  state: State;
};

/** Statistics of all public finished games of a title with a number of players. Games that were resigned, agreed or adjudicated count as games and for wins; the distributions of points, length and days are those of the `complete` games, played to the end of their rules. */
export type StatisticsResponse = {
  rulebook: string;
  title: string;
  /** What the points count; missing: points, of which most are better. */
  unit?: Unit;
  players: number;
  people: boolean;
  /** Whether all games that have ended are counted; if not, ask again soon. */
  current: boolean;
  /** The numbers of players with counted games. */
  available: GamesWithPlayers[];
  games: number;
  complete: number;
  seats: SeatWins[];
  /** Of all seats, ascending. */
  points: ValueCount[];
  /** The number of answers in a game, ascending. */
  actions: GamesWithValue[];
  /** The length in whole days, ascending. */
  days: GamesWithValue[];
  /** The most frequent first answers of the players. */
  openings: AnswerCount[];
  topics: CountedTopic[];
};

/** A finished game's variations, in the order of the steps from which they were played, and its comments. */
export type StudyResponse = {
  /** Whether variations can be shared: the game is finished and public. */
  is_open: boolean;
  /** The comments on the game's own steps. */
  comments: ShownMessage[];
  variations: ShownVariation[];
};

/** The statement that one of the server's keys succeeds another; both have signed it. */
export type Succession = {
  scheme: "stele/succession/1";
  /** The server's origin. */
  origin: string;
  /** An Ed25519 public key: 32 bytes in base64. */
  previous: string;
  /** An Ed25519 public key: 32 bytes in base64. */
  next: string;
  /** In milliseconds since 1970 UTC. */
  at: number;
  /** 64 bytes in base64. */
  previous_signature: string;
  /** 64 bytes in base64. */
  next_signature: string;
};

/** A title: the options for a new game, and how certain its component data is. */
export type Title = {
  id: string;
  title: string;
  designer: string;
  publisher: string;
  year: number;
  players: PlayerNumbers;
  /** What its players' points count. */
  unit: Unit;
  /** The team of each seat, once for each number of players who play in teams. */
  teams: number[][];
  options: Option[];
  components: ComponentStatus[];
  /** About how often a game brings each player back, for each number of players from the lowest on; empty if not measured. */
  visits: number[];
  /** The same for players who use standing orders where they can; empty for a title without them. */
  visits_ordered: number[];
  /** Whether there is a lesson with the first moves of a game. */
  lesson: boolean;
};

/** A player's results in all finished games of a title with this number of players, rated or not. */
export type TitleResults = {
  /** The title's id. */
  rulebook: string;
  title: string;
  /** What the points count; missing: points, of which most are better. */
  unit?: Unit;
  /** How many play. */
  players: number;
  finished: number;
  /** For each place, from the first on, the number of games in which it was theirs. */
  places: number[];
  average_place: number;
  average_points: number;
};

/** The tournament of a game. */
export type TournamentOfGame = {
  id: string;
  name: string;
  /** The number of its round, from 1. */
  round: number;
};

/** A tournament, its standings and its rounds. */
export type TournamentResponse = {
  id: string;
  name: string;
  organiser: KnownPlayer;
  /** The title's id. */
  rulebook: string;
  title: string;
  /** The number of players at a table. */
  size: number;
  kind: "round_robin" | "swiss" | "knockout";
  /** The title's own options, by name. A component file is named by its `name` and `digest`. */
  options: Record<string, Json>;
  /** Only in games with clocks (G17). */
  pace?: Pace;
  /** Whether its games are rated. */
  rated: boolean;
  status: "open" | "running" | "over" | "called off";
  /** Whether its games are strict (G9). */
  strict: boolean;
  /** The maximum number of players, if one is set. */
  most?: number;
  /** The time when it starts automatically, if one is set. */
  begins_at?: string;
  /** Whether registration is closed. */
  closed: boolean;
  /** The number of rounds; before the start 0 if it is the number that its kind needs. */
  rounds: number;
  /** The number of rounds that have begun. */
  played: number;
  /** The number of players. */
  players: number;
  created_at: string;
  /** Whether you play in it. */
  entered: boolean;
  /** Whether you wait for a place in it as a substitute. */
  waiting: boolean;
  /** With the filter `player`, in a tournament that is over: the place of this player. */
  place?: number;
  /** Whether you may change, start and call it off. */
  organises: boolean;
  /** How equal points are decided. */
  tie_break: "none" | "buchholz" | "sonneborn-berger";
  /** The players who wait for a place. */
  substitutes: KnownPlayer[];
  /** Null if you have none. */
  next_game: NextGame | null;
  standings: ShownStanding[];
  /** The rounds to come, where they are fixed. */
  schedule: ScheduledRound[];
  made: ShownRound[];
};

/** Tournaments, newest first. */
export type TournamentsResponse = {
  tournaments: ListedTournament[];
};

/** The unit of a title's points, in the reader's language, and whether most or fewest are better. */
export type Unit = {
  /** The heading of a column. */
  name: string;
  /** The words for exactly one; `{number}` stands for it. */
  one: string;
  /** The words for any other `{number}`. */
  many: string;
  better: "most" | "fewest";
};

/** A player's usual answer time, over the time in which their clock ran or would have run. */
export type UsualAnswer = {
  /** The number of answers in finished games. */
  number: number;
  /** Half of them came within this time; null if there are too few. */
  within_seconds: number | null;
};

/** How often a value occurred, and how often its seat won. */
export type ValueCount = {
  value: number | null;
  number: number;
  wins: number;
};

/** The view of a seat, or of all, before the action; the state is null before the first one. */
export type View = {
  /** The viewer: a seat, `public` or `all`. */
  as: number | "public" | "all";
  text: string;
  state: State | null;
};

/** The pending removal of a way to sign in, and its time. */
export type WaitingRemoval = {
  what: "passkey" | "address";
  /** The passkey's id, or the address. */
  id: string;
  /** The time of the removal. */
  at: string;
};

/** One of your webhooks. */
export type WebhookResponse = {
  id: string;
  url: string;
  form: "standard" | "slack" | "discord" | "matrix";
  /** The key that signs its posts, as in Standard Webhooks. */
  secret: string;
  /** The number of failed tries in a row. */
  failures: number;
  /** The reason if it is switched off; empty: it is active. */
  off: string;
};
