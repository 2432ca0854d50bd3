"""Shared events: written by `python -m tests.shared_events` from their declaration in the rules."""
# ruff: noqa: E501
# fmt: off

from typing import Any

LONGEST_TEXT = 2000
"""The most characters of a text."""
MOST_DISPUTES = 50
"""The most disputes in a game of the first edition."""
MOST_WITHDRAWN = 10
"""The most disputes that a player withdraws in later editions."""
MOST_DISCLOSED = 10
"""The most secrets that a seat discloses in a dispute."""
SHARED_EVENTS: dict[str, Any] = {
  "GameCreated": [{"title": "text", "players": "integer", "options": "object", "commitment": "text"},
    {"rulebook": "text", "players": "integer", "options": "object", "commitment": "text", "private": "truth", "computers": "list", "game": "text"},
    {"rulebook": "text", "players": "integer", "options": "object", "commitment": "text", "private": "truth", "computers": "list", "game": "text", "luck": ["1", "2"], "strict": "truth", "nonce_commitments": "list", "signed": "truth"},
    {"rulebook": "text", "players": "integer", "options": "object", "commitment": "text", "private": "truth", "computers": "list", "game": "text", "luck": ["1", "2"], "strict": "truth", "nonce_commitments": "list", "signed": "truth", "referee": "text", "referee_name": "text"},
    {"rulebook": "text", "players": "integer", "options": "object", "commitment": "text", "private": "truth", "computers": "list", "game": "text", "luck": ["1", "2"], "strict": "truth", "nonce_commitments": "list", "signed": "truth", "referee": "text", "referee_name": "text", "pace": "object or null", "reserved": "list"},
    {"rulebook": "text", "players": "integer", "options": "object", "commitment": "text", "private": "truth", "computers": "list", "game": "text", "luck": ["1", "2"], "strict": "truth", "nonce_commitments": "list", "signed": "truth", "referee": "text", "pace": "object or null", "reserved": "list"},
    {"rulebook": "text", "players": "integer", "options": "object", "commitment": "text", "private": "truth", "computers": "list", "game": "text", "luck": ["1", "2"], "strict": "truth", "nonce_commitments": "list", "signed": "truth", "referee": "text", "pace": "object or null", "reserved": "list", "edition": "integer", "rated": "truth"},
    {"rulebook": "text", "players": "integer", "options": "object", "commitment": "text", "private": "truth", "computers": "list", "game": "text", "luck": ["1", "2"], "strict": "truth", "nonce_commitments": "list", "signed": "truth", "referee": "text", "pace": "object or null", "reserved": "list", "edition": "integer", "rated": "truth", "signing": "text", "referee_key": "text"},
    {"rulebook": "text", "players": "integer", "options": "object", "commitment": "text", "private": "truth", "computers": "list", "game": "text", "luck": ["1", "2"], "strict": "truth", "nonce_commitments": "list", "signed": "truth", "referee": "text", "pace": "object or null", "reserved": "list", "edition": "integer", "rated": "truth", "signing": "text", "referee_key": "text", "beacon": "object or null"}],
  "Forked": [{"game": "text", "position": "text", "digest": "text", "actions": "integer"},
    {"game": "text", "position": "text", "digest": "text", "actions": "integer", "seen_by": "integer or null", "dealing": "integer"}],
  "SeatTaken": [{"seat": "integer", "player": "text", "name": "text", "kind": "text", "nonce": "text"},
    {"seat": "integer", "player": "text", "name": "text", "kind": "text", "nonce": "text", "nonce_commitment": "text", "public_key": "text"},
    {"seat": "integer", "player": "text", "kind": "text", "nonce": "text", "nonce_commitment": "text", "public_key": "text"},
    {"seat": "integer", "player": "text", "kind": "text", "nonce": "text", "nonce_commitment": "text", "public_key": "text", "recovery": "text"}],
  "SeatLeft": [{"seat": "integer"}],
  "SeatReleased": [{"seat": "integer", "why": ["declined", "released", "expired"]}],
  "SeatReserved": [{"seat": "integer", "player": "text"}],
  "SeatOffered": [{"seat": "integer", "player": "text", "name": "text"},
    {"seat": "integer", "player": "text"}],
  "NonceOpened": [{"seat": "integer", "nonce": "text"}],
  "BeaconAwaited": [{"round": "integer"}],
  "BeaconRecorded": [{"round": "integer", "signature": "text"}],
  "CommandSigned": [{"seat": "integer", "signature": "text", "text": "text or object"},
    {"seat": "integer", "signature": "text", "text": "text or object", "digest": "text"}],
  "StatementSigned": [{"seat": "integer", "signature": "text", "text": "text", "digest": "text"}],
  "KeyChanged": [{"seat": "integer", "public_key": "text", "signature": "text"},
    {"seat": "integer", "public_key": "text", "signature": "text", "recovery": "text"}],
  "GameStarted": [{}],
  "SeatResigned": [{"seat": "integer"}],
  "GameAborted": [{"seat": "integer or null", "key": "text"},
    {"seat": "integer or null", "key": "text", "text": "text"}],
  "GameFinished": [{"result": "object", "key": "text"}],
  "DisputeOpened": [{"seat": "integer", "number": "integer", "position": "text", "text": "text", "remedy": "object"}],
  "DisputeAnswered": [{"seat": "integer", "number": "integer", "agrees": "truth", "text": "text"}],
  "DisputeWithdrawn": [{"seat": "integer", "number": "integer"}],
  "SecretDisclosed": [{"seat": "integer", "number": "integer", "position": "text", "field": "text", "to": ["referee", "operator"]}],
  "DisputeDecided": [{"number": "integer", "by": ["players", "referee", "operator"], "text": "text", "remedy": "object"}],
  "RolledBack": [{"position": "text"}],
  "ResultReplaced": [{"result": "object"}],
  "SeatFreed": [{"seat": "integer"}],
  "SeatTakenOver": [{"seat": "integer", "player": "text", "name": "text", "public_key": "text"},
    {"seat": "integer", "player": "text", "public_key": "text"},
    {"seat": "integer", "player": "text", "public_key": "text", "recovery": "text"}],
  "TakeBackAsked": [{"seat": "integer", "position": "text"}],
  "TakeBackAnswered": [{"seat": "integer", "agrees": "truth"}],
  "TakeBackWithdrawn": [{"seat": "integer"}],
  "EndProposed": [{"seat": "integer", "kind": ["draw", "as_it_stands"]}],
  "EndAnswered": [{"seat": "integer", "agrees": "truth"}],
  "EndWithdrawn": [{"seat": "integer"}],
  "TakenBack": [{"position": "text"}],
  "TimedOut": [{"seat": "integer", "deadline": "integer"},
    {"seat": "integer", "deadline": "integer", "asked": "text"}],
  "SeatReturned": [{"seat": "integer"}],
  "TimeGranted": [{"seat": "integer", "to": "integer", "time": "integer"}],
  "PauseAgreed": [{"seat": "integer"}],
  "PauseDeclined": [{"seat": "integer"}],
  "GamePaused": [{}],
  "GameResumed": [{"seat": "integer"}],
  "VacationTaken": [{"seat": "integer", "since": "integer", "until": "integer"}],
  "VacationEnded": [{"seat": "integer"}],
  "PlayTimesSet": [{"seat": "integer", "times": "object"}],
  "ServerAway": [{"since": "integer", "until": "integer"}],
  "MoveOrdered": [{"seat": "integer"}],
}
"""The members of each version, with their kinds or the words that they may be."""
OBJECTS: dict[str, Any] = {
  "remedy": {"kind": ["none", "roll_back", "result", "free_seat"], "position": "text", "places": "list", "seat": "integer or null"},
  "result": {"places": "list", "points": "list", "reason": "text"},
  "pace": {"kind": ["answer", "bank"], "time": "integer", "increment": "integer", "cap": "integer", "windows": "truth", "vacation": "integer", "outcome": ["once", "seat", "resign", "never"]},
  "times": {"zone": "text", "windows": "list", "offsets": "list"},
}
"""The objects in events."""
SIGNED_AS: dict[str, Any] = {
  "SeatTaken": ["TakeSeat", "player", "nonce", "nonce_commitment", "public_key", "recovery"],
  "SeatLeft": ["LeaveSeat"],
  "SeatOffered": ["OfferSeat", "player"],
  "NonceOpened": ["OpenNonce", "nonce"],
  "KeyChanged": ["ChangeKey", "public_key", "signature", "recovery"],
  "SeatResigned": ["Resign"],
  "GameAborted": ["Abort"],
  "DisputeOpened": ["OpenDispute", "position", "text", "remedy"],
  "DisputeAnswered": ["AnswerDispute", "number", "agrees", "text"],
  "DisputeWithdrawn": ["WithdrawDispute", "number"],
  "SecretDisclosed": ["DiscloseSecret", "number", "position", "field"],
  "DisputeDecided": ["DecideDispute", "number", "by", "text", "remedy"],
  "SeatTakenOver": ["TakeOver", "player", "public_key", "recovery"],
  "TakeBackAsked": ["AskTakeBack"],
  "TakeBackAnswered": ["AnswerTakeBack", "agrees"],
  "TakeBackWithdrawn": ["WithdrawTakeBack"],
  "EndProposed": ["ProposeEnd", "kind"],
  "EndAnswered": ["AnswerEnd", "agrees"],
  "EndWithdrawn": ["WithdrawEnd"],
  "SeatReturned": ["Return"],
  "TimeGranted": ["GrantTime", "to", "time"],
  "PauseAgreed": ["AgreePause"],
  "PauseDeclined": ["DeclinePause"],
  "GameResumed": ["Resume"],
  "VacationTaken": ["TakeVacation", "since", "until"],
  "VacationEnded": ["EndVacation"],
  "PlayTimesSet": ["SetPlayTimes", "times"],
}
"""The command that a player signs for each event, and its members."""
OMITTED: dict[str, Any] = {
  "TakeSeat": {"nonce": "", "nonce_commitment": "", "public_key": "", "recovery": ""},
  "ChangeKey": {"signature": "", "recovery": ""},
  "OpenDispute": {"remedy": {"kind": "none", "position": "", "places": [], "seat": None}},
  "AnswerDispute": {"text": ""},
  "DecideDispute": {"remedy": {"kind": "none", "position": "", "places": [], "seat": None}},
  "TakeOver": {"public_key": "", "recovery": ""},
  "GrantTime": {"time": 86400000},
}
"""The members that a command may omit, with the values that they then have."""
OWN = ["KeyChanged", "SeatTakenOver", "SeatOffered", "SeatTaken", "SeatLeft", "GameAborted"]
"""Acts of a seat's player alone: by the second scheme they are signed in a signed game."""
NO_MOVES = ["GameCreated", "SeatTaken", "SeatLeft", "SeatReleased", "SeatReserved", "SeatOffered", "KeyChanged", "GameAborted", "DisputeDecided", "SeatTakenOver"]
"""These events do not count as moves of a player."""
IN_DISPUTES = ["SecretDisclosed", "DisputeWithdrawn", "DisputeAnswered", "DisputeOpened"]
"""Acts that a player who has resigned signs, too."""
GO_BACK = ["RolledBack", "TakenBack"]
"""After these events play continues from an earlier position."""
SETTLING = ["SeatResigned", "GameAborted", "GameFinished", "RolledBack", "SeatFreed", "SeatTakenOver", "TakenBack"]
"""After these events all proposals lapse."""
TIME = ["TimedOut", "SeatReturned", "TimeGranted", "PauseAgreed", "PauseDeclined", "GamePaused", "GameResumed", "VacationTaken", "VacationEnded", "PlayTimesSet", "ServerAway"]
"""The events about time."""
