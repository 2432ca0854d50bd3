// Shared events: written by `python -m tests.shared_events` from their declaration in the rules.

/** The most characters of a text. */
export const LONGEST_TEXT = 2000;
/** The events, each with its signed command and the members of that. */
export const SHARED_EVENTS = {
  "GameCreated": [],
  "Forked": [],
  "SeatTaken": ["TakeSeat", "player", "nonce", "nonce_commitment", "public_key", "recovery"],
  "SeatLeft": ["LeaveSeat"],
  "SeatReleased": [],
  "SeatReserved": [],
  "SeatOffered": ["OfferSeat", "player"],
  "NonceOpened": ["OpenNonce", "nonce"],
  "BeaconAwaited": [],
  "BeaconRecorded": [],
  "CommandSigned": [],
  "StatementSigned": [],
  "KeyChanged": ["ChangeKey", "public_key", "signature", "recovery"],
  "GameStarted": [],
  "SeatResigned": ["Resign"],
  "GameAborted": ["Abort"],
  "GameFinished": [],
  "DisputeOpened": ["OpenDispute", "position", "text", "remedy"],
  "DisputeAnswered": ["AnswerDispute", "number", "agrees", "text"],
  "DisputeWithdrawn": ["WithdrawDispute", "number"],
  "SecretDisclosed": ["DiscloseSecret", "number", "position", "field"],
  "DisputeDecided": ["DecideDispute", "number", "by", "text", "remedy"],
  "RolledBack": [],
  "ResultReplaced": [],
  "SeatFreed": [],
  "SeatTakenOver": ["TakeOver", "player", "public_key", "recovery"],
  "TakeBackAsked": ["AskTakeBack"],
  "TakeBackAnswered": ["AnswerTakeBack", "agrees"],
  "TakeBackWithdrawn": ["WithdrawTakeBack"],
  "EndProposed": ["ProposeEnd", "kind"],
  "EndAnswered": ["AnswerEnd", "agrees"],
  "EndWithdrawn": ["WithdrawEnd"],
  "TakenBack": [],
  "TimedOut": [],
  "SeatReturned": ["Return"],
  "TimeGranted": ["GrantTime", "to", "time"],
  "PauseAgreed": ["AgreePause"],
  "PauseDeclined": ["DeclinePause"],
  "GamePaused": [],
  "GameResumed": ["Resume"],
  "VacationTaken": ["TakeVacation", "since", "until"],
  "VacationEnded": ["EndVacation"],
  "PlayTimesSet": ["SetPlayTimes", "times"],
  "ServerAway": [],
  "MoveOrdered": [],
};
/** The members that a command may omit, with the values that they then have. */
export const OMITTED = {
  "TakeSeat": {"nonce": "", "nonce_commitment": "", "public_key": "", "recovery": ""},
  "ChangeKey": {"signature": "", "recovery": ""},
  "OpenDispute": {"remedy": {"kind": "none", "position": "", "places": [], "seat": null}},
  "AnswerDispute": {"text": ""},
  "DecideDispute": {"remedy": {"kind": "none", "position": "", "places": [], "seat": null}},
  "TakeOver": {"public_key": "", "recovery": ""},
  "GrantTime": {"time": 86400000},
};
/** Acts of a seat's player alone: by the second scheme they are signed in a signed game. */
export const OWN = ["KeyChanged", "SeatTakenOver", "SeatOffered", "SeatTaken", "SeatLeft", "GameAborted"];
/** These events do not count as moves of a player. */
export const NO_MOVES = ["GameCreated", "SeatTaken", "SeatLeft", "SeatReleased", "SeatReserved", "SeatOffered", "KeyChanged", "GameAborted", "DisputeDecided", "SeatTakenOver"];
/** Acts that a player who has resigned signs, too. */
export const IN_DISPUTES = ["SecretDisclosed", "DisputeWithdrawn", "DisputeAnswered", "DisputeOpened"];
