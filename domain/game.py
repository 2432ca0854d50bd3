"""Game: the events of seats, randomness, start, resignation and end that all titles share, and the state they fold to.

The rules are in `lifecycle`. The title's own events begin when the game starts.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType, ValidationError
from msgspec.structs import asdict

from domain.clocks.events import (
    TIME_EVENTS,
    Clock,
    Pace,
    SeatReturned,
    TimedOut,
    answered,
    clock_after,
    fresh,
    new_clock,
    seated,
    visit_over,
    with_seat,
)
from domain.disputes.events import (
    DISPUTE_EVENTS,
    Dispute,
    GoneBack,
    ResultReplaced,
    SeatFreed,
    SeatTakenOver,
    disputes_after,
)
from domain.messages import Command, Event, Record, in_order, with_more
from domain.ordered_moves import MoveOrdered
from domain.proposals.events import (
    NO_PROPOSALS,
    PROPOSAL_EVENTS,
    Proposal,
    Proposals,
    TakenBack,
    proposals_after,
)
from domain.redaction import Hidden, secret
from domain.rulebook import Result, Rulebook, gettext_noop

S = TypeVar("S")

Status = Literal["waiting", "playing", "finished", "aborted"]
Scheme = Literal["1", "2"]
"""How the randomness is bound: in "1" the opener joined, with a nonce, in the action that published the commitment to
the game key, and computer players had no nonces; in "2" players join only after everything that binds the randomness
is public.
"""

Signing = Literal["1", "2"]
"""The scheme of signatures: in "1" persons sign moves, in "2" every command, each naming the signer's previous text."""

Edition = Literal[1, 2]
EDITION: Edition = 2
"""The edition of the rules for new games. A game keeps its own edition to the end."""

REFEREE = -1
"""In place of a seat: the judge of a game, its referee or else the operator, who signs decisions."""
PERSON = "person"
FREE = "free"


class Beacon(Struct, frozen=True):
    """Public beacon of an earlier game: a network that signed a random number in each of its rounds (G28).

    Round 1 was at `genesis_time`, in seconds since 1970 UTC, and one followed every `period` seconds. Its `hash`, keys
    and signatures, in hexadecimal, are not checked.
    """

    hash: str
    id: str
    public_key: str
    group_hash: str
    genesis_time: int
    period: int
    scheme: Literal["bls-unchained-g1-rfc9380"] = "bls-unchained-g1-rfc9380"


class GameCreated(Event, frozen=True):
    """A game was opened. `commitment` is the SHA-256 of the game key, `private` keeps it out of the list of open games.

    `computers` names the computer players that take the last seats, `nonce_commitments` binds each of them to a nonce
    (empty: this one has none). `game` is the game's id, so that a record cannot be passed off as another game's. `luck`
    is the scheme by which the randomness is bound; in a `strict` game players' nonces are committed to as well, in a
    `signed` game players sign their moves. `referee` is the id of the player who decides disputes (empty: the operator
    decides). `pace` sets the players' time limits (none: no limit), `reserved` holds for each seat the id of the
    player it is reserved for (empty: open to anyone; no ids: every seat). `referee_name` is only in records of
    versions 4 and 5: the referee's name at that time. `edition` is the edition of the rules by which the game is
    played: 1 in all records of earlier versions. A `rated` game was agreed to count for ratings. Version 1 called the
    title's id `title` and had neither `private` nor `computers` nor `game`; version 2 had no members after `game`,
    version 3 neither `referee` nor members after it, version 4 neither `pace` nor `reserved`, version 6 neither
    `edition` nor `rated`. `signing` is the scheme of players' signatures, `referee_key` the key with which the judge,
    the referee or else the operator, signs decisions in a signed game (empty: decisions are not signed); version 7 had
    neither. `beacon` is the public beacon that earlier games could take a part of their randomness from (none in all
    others); version 8 did not have it.
    """

    VERSION = 9
    RULES = ("G1", "G17", "G28")

    rulebook: str
    players: int
    options: dict[str, Any]
    commitment: str
    private: bool
    computers: tuple[str, ...] = ()
    game: str = ""
    luck: Scheme = "2"
    strict: bool = False
    nonce_commitments: tuple[str, ...] = ()
    signed: bool = False
    referee: str = ""
    pace: Pace | None = None
    reserved: tuple[str, ...] = ()
    edition: Edition = EDITION
    rated: bool = False
    referee_name: str | UnsetType = UNSET
    signing: Signing = "2"
    referee_key: str = ""
    beacon: Beacon | None = None


class Forked(Event, frozen=True):
    """This is an analysis game, which begins as a copy of another game up to a position with this digest.

    The first `actions` actions of its record are the copy; the rest was played there. If the original was still
    running, the copy contains what the seat `seen_by` saw, and the rest was dealt again by the method with the number
    `dealing` (none and 0: the original was over, and the copy is complete). Version 1 had neither.
    """

    VERSION = 2
    RULES = ("G16", "G26")

    game: str
    position: str
    digest: str
    actions: int
    seen_by: int | None = None
    dealing: int = 0


class SeatTaken(Event, frozen=True):
    """A player joined. `kind` is `person` or the name of a computer player, `nonce` is their contribution to the
    random draws.

    In a strict game a person has a `nonce_commitment` instead. `public_key` (Ed25519, 32 bytes in base64) is the key
    that the seat signs with; empty: it does not sign. `name` is only in records of versions 1 and 2: the player's name
    at that time. `recovery` is the SHA-256 of a key that may also sign a change of key (empty: there is none). Version
    1 had neither `nonce_commitment` nor `public_key`, version 3 no `recovery`.
    """

    VERSION = 4
    RULES = ("G2", "G3")
    SAYS = gettext_noop("{player} joined the game.")

    seat: int
    player: str
    kind: str
    nonce: str
    nonce_commitment: str = ""
    public_key: str = ""
    name: str | UnsetType = UNSET
    recovery: str = ""


class SeatLeft(Event, frozen=True):
    """A player left before the start: the seat is free again."""

    RULES = ("G21",)
    SAYS = gettext_noop("The player in seat {seat} left before the game started.")

    seat: int


Released = Literal["declined", "released", "expired"]
"""Why a reserved seat becomes open: its player declined it, the first player released it, or its time expired."""


class SeatReleased(Event, frozen=True):
    """Before the start, a reserved seat that was not taken becomes open to anyone."""

    RULES = ("G21",)

    seat: int
    why: Released


class SeatReserved(Event, frozen=True):
    """Before the start, the first player reserves a free seat for the person with this id, in place of another."""

    RULES = ("G21",)

    seat: int
    player: str


class SeatOffered(Event, frozen=True):
    """A player offers their seat to the person with this id; an empty id withdraws the offer.

    `name` is only in records of version 1: that person's name at that time.
    """

    VERSION = 2
    RULES = ("G22",)

    seat: int
    player: str
    name: str | UnsetType = UNSET


class NonceOpened(Event, frozen=True):
    """In a strict game in which all seats are taken, a player revealed the nonce they had committed to."""

    RULES = ("G9",)
    SAYS = gettext_noop("{player} revealed their contribution to the random draws.")

    seat: int
    nonce: str


class BeaconAwaited(Event, frozen=True):
    """In games of earlier versions: all persons had joined, and the randomness waited for this round of the beacon."""

    RULES = ("G28",)
    SAYS = gettext_noop("The random draws wait for round {round} of a public beacon.")

    round: int


class BeaconRecorded(Event, frozen=True):
    """In games of earlier versions: the `signature` of the beacon's round, in hexadecimal. Its SHA-256 is a part of the
    randomness.
    """

    RULES = ("G28",)
    SAYS = gettext_noop("Round {round} of the public beacon is recorded.")

    round: int
    signature: str


def randomness_of(signature: str) -> str:
    """The randomness of the beacon's round with this signature, both in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(signature)).hexdigest()


class CommandSigned(Event, frozen=True):
    """The player's preceding event, in the same action, follows from this signed command.

    `text` is the signed canonical JSON (`docs/reference/records.md`), `signature` the seat's signature, in base64. The
    command may be a secret, so the text is secret until the game is over; its SHA-256 is in `digest`, which version 1
    did not have.
    """

    VERSION = 2
    RULES = ("G10",)
    SAYS = gettext_noop("Signed by {player}.")

    seat: int
    signature: str
    text: str | Hidden = secret(to="seat")
    digest: str = ""


class StatementSigned(CommandSigned, frozen=True):
    """A signature like any other, of a command that is not a move of the title's own: its text is public.

    `seat` is -1 for the judge, who signs a decision with the key in `GameCreated`.
    """

    VERSION = 1

    text: str


class KeyChanged(Event, frozen=True):
    """The seat signs with another key from now on.

    `signature` is the old key's confirmation by the first scheme of signatures; empty: there is none, or it is the
    signature after this event. `recovery` is the seat's recovery key, if that one signed; version 1 did not have it.
    """

    VERSION = 2
    RULES = ("G11",)
    SAYS = gettext_noop("{player} changed their signing key.")

    seat: int
    public_key: str
    signature: str
    recovery: str = ""


class GameStarted(Event, frozen=True):
    """The last seat was taken."""

    RULES = ("G3",)
    SAYS = gettext_noop("The game started.")


class SeatResigned(Event, frozen=True):
    """A player resigned. A computer player answers for the seat from now on, and it is ranked last."""

    RULES = ("G5",)
    SAYS = gettext_noop("{player} resigned.")
    seat: int


class GameAborted(Event, frozen=True):
    """The game was aborted and does not count. `key` is the game key, now public.

    The player in `seat` did so before the first move; no seat: the operator did, and gives the reason in `text`.
    Version 1 had no `text`, and always a seat.
    """

    VERSION = 2
    RULES = ("G6", "G27")

    seat: int | None
    key: str
    text: str = ""


NOT_OPENED = "Not everybody opened their part in the luck in time."
"""The server's reason for aborting a strict game that does not start (G9)."""


class GameFinished(Event, frozen=True):
    """The game is over. `key` is the game key: once it is public, every draw and sealed value can be checked."""

    RULES = ("G5", "G7")
    result: Result
    key: str


class TakeSeat(Command, frozen=True, kw_only=True):
    """Take the seat that is reserved for this player, or else the lowest free one.

    In a strict game `seat` is the one that `nonce_commitment` was made for.
    """

    player: str
    nonce: str = ""
    nonce_commitment: str = ""
    public_key: str = ""
    recovery: str = ""


class LeaveSeat(Command, frozen=True):
    """Leave your seat before the game has started."""

    SAYS = gettext_noop("Leave the game")


class ReleaseSeat(Command, frozen=True):
    """Open the reserved seat `kept` to anyone. `seat` is the requesting seat, -1 for a person without one.

    `player` is the id of the person for whom it must still be reserved; empty: of any.
    """

    kept: int
    why: Released
    player: str = ""


class ReserveSeat(Command, frozen=True):
    """As the first player, reserve the free seat `kept` for the person with this id."""

    kept: int
    player: str


class OfferSeat(Command, frozen=True):
    """Offer your seat to the person with this id; an empty id withdraws the offer."""

    player: str


class OpenNonce(Command, frozen=True):
    """Reveal the nonce you committed to when you joined."""

    nonce: str


class ChangeKey(Command, frozen=True):
    """Sign with another key from now on.

    By the first scheme of signatures `signature` is the old key's confirmation, if that key is still available. By the
    second the command is signed like any other: by the old key, or by the `recovery` key if that is given.
    """

    public_key: str
    signature: str = ""
    recovery: str = ""


class Resign(Command, frozen=True):
    """Resign a running game."""

    SAYS = gettext_noop("Resign")


class Abort(Command, frozen=True):
    """Abort a game before its first move."""

    SAYS = gettext_noop("Call off the game")


class CallOff(Command, frozen=True):
    """As the operator, abort a game that is not over, and give a reason. It has no seat: `seat` is -1."""

    text: str


SHARED_EVENTS: tuple[type[Event], ...] = (
    GameCreated, Forked, SeatTaken, SeatLeft, SeatReleased, SeatReserved, SeatOffered, NonceOpened, BeaconAwaited,
    BeaconRecorded, CommandSigned, StatementSigned, KeyChanged, GameStarted, SeatResigned, GameAborted, GameFinished,
    *DISPUTE_EVENTS, *PROPOSAL_EVENTS, TakenBack, *TIME_EVENTS, MoveOrdered,
)  # fmt: skip
_SHARED = frozenset(SHARED_EVENTS)
NAMES_IN: Mapping[type[Event], str] = {
    GameCreated: "referee_name", SeatTaken: "name", SeatOffered: "name", SeatTakenOver: "name",
}  # fmt: skip
"""Where records of earlier versions hold a person's name."""
SETTLING = (GoneBack, SeatResigned, SeatFreed, SeatTakenOver, GameFinished, GameAborted)
"""Events after which all proposals lapse: they were carried out, or the players who must agree have changed."""


def _with_its_name(data: Any) -> Any:
    """Upgrade to the version without a name. A name in this record is still read."""
    if data.keys().isdisjoint(NAMES_IN.values()):
        raise ValidationError(f"{data['type']} of this version holds a name")
    return {field: value for field, value in data.items() if (field, value) != ("referee_name", "")}


UPCASTERS: Mapping[tuple[str, int], Any] = {
    ("GameCreated", 1): lambda data: with_more(private=False, computers=[], game="")(
        {"rulebook" if name == "title" else name: value for name, value in data.items()}
    ),
    ("GameCreated", 2): with_more(luck="1", strict=False, nonce_commitments=[], signed=False),
    ("GameCreated", 3): with_more(referee="", referee_name=""),
    ("GameCreated", 4): with_more(pace=None, reserved=[]),
    ("Forked", 1): with_more(seen_by=None, dealing=0),
    ("GameAborted", 1): with_more(text=""),
    ("GameCreated", 5): _with_its_name,
    ("GameCreated", 6): with_more(edition=1, rated=False),
    ("GameCreated", 7): with_more(signing="1", referee_key=""),
    ("GameCreated", 8): with_more(beacon=None),
    ("CommandSigned", 1): with_more(digest=""),
    ("KeyChanged", 1): with_more(recovery=""),
    ("SeatTaken", 3): with_more(recovery=""),
    ("SeatTakenOver", 2): with_more(recovery=""),
    ("TimedOut", 1): with_more(asked=""),
    ("SeatTaken", 1): with_more(nonce_commitment="", public_key=""),
    ("SeatTaken", 2): _with_its_name,
    ("SeatOffered", 1): _with_its_name,
    ("SeatTakenOver", 1): _with_its_name,
}
NAMED_UNTIL: Mapping[str, int] = {name: number for (name, number), one in UPCASTERS.items() if one is _with_its_name}
"""The last version of each of these events that holds a name."""


Absence = Literal["", "once", "seat"]
"""Whether a computer player answers after a time-out: not, this once, or until the player returns."""


class Seat(Struct, frozen=True):
    """A seat and its player. `name` and `offered_name` are their names in an old record.

    `former` are the players from whom it was taken over during the game: they know what it held. `recovery` is the
    SHA-256 of its recovery key, `signed` the SHA-256 of its player's last signed text (none: empty).
    """

    player: str
    name: str
    kind: str
    nonce: str
    resigned: bool = False
    nonce_commitment: str = ""
    public_key: str = ""
    freed: bool = False
    absent: Absence = ""
    offered: str = ""
    offered_name: str = ""
    former: tuple[str, ...] = ()
    recovery: str = ""
    signed: str = ""

    @property
    def is_left(self) -> bool:
        """Whether a computer player answers for the person of this seat, permanently or temporarily."""
        return self.resigned or self.freed or self.absent != ""

    @property
    def is_owned(self) -> bool:
        """Whether this seat is a person's, even a resigned one's."""
        return self.kind == PERSON and not self.freed

    @property
    def is_person(self) -> bool:
        """Whether a person answers for this seat."""
        return self.is_played and not self.absent

    @property
    def is_played(self) -> bool:
        """Whether this seat is a person's who has not resigned, present or not."""
        return self.is_owned and not self.resigned


class Game(Struct, Generic[S], frozen=True, gc=False):
    """The state of one game: the part that all titles share, and the title's state in `table` once it has started.

    `called_off` is the operator's reason for aborting it, `edition` the edition of the rules by which it is played.
    `referee_signed` is the SHA-256 of the judge's last signed text (none: empty), `aborted_by` the seat of the player
    who called the game off. In earlier games `awaited` is the round of the `beacon` that the randomness depends on
    (none yet: 0), `randomness` that round's, in hexadecimal, once it is recorded.
    """

    rulebook: str
    players: int
    options: dict[str, Any]
    commitment: str
    private: bool
    computers: tuple[str, ...] = ()
    id: str = ""
    luck: Scheme = "2"
    strict: bool = False
    nonce_commitments: tuple[str, ...] = ()
    signed: bool = False
    referee: str = ""
    referee_name: str = ""
    pace: Pace | None = None
    reserved: tuple[str, ...] = ()
    fork: Forked | None = None
    seats: tuple[Seat, ...] = ()
    status: Status = "waiting"
    moves: int = 0
    draws: int = 0
    table: S | None = None
    result: Result | None = None
    key: str = ""
    disputes: tuple[Dispute, ...] = ()
    clock: Clock | None = None
    proposals: Proposals = NO_PROPOSALS
    called_off: str = ""
    edition: Edition = EDITION
    rated: bool = False
    signing: Signing = "2"
    referee_key: str = ""
    referee_signed: str = ""
    aborted_by: int | None = None
    beacon: Beacon | None = None
    awaited: int = 0
    randomness: str = ""

    @property
    def take_back(self) -> Proposal | None:
        """The requested take-back. It lapses as soon as a move is made."""
        asked = self.proposals.take_back
        return asked if asked is not None and asked.moves == self.moves else None

    @property
    def first_seat(self) -> int | None:
        """The lowest seat with a person; before the start that person acts for all players (G6, G21)."""
        return next((seat for seat, one in enumerate(self.seats) if one.is_owned), None)

    @property
    def can_agree(self) -> bool:
        """Whether an end or a pause can be agreed: in a rated game one person alone cannot (G19, G23)."""
        if self.edition < 2 or not self.rated:
            return True
        return len({seat.player for seat in self.seats if seat.is_played}) > 1

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen except disputes about the finished game."""
        return self.status in ("finished", "aborted")

    @property
    def free_seats(self) -> int:
        """The number of seats open to people."""
        if self.status != "waiting":
            return 0
        return self.players - len(self.computers) - sum(seat.kind != FREE for seat in self.seats)

    @property
    def kept_seats(self) -> tuple[int, ...]:
        """The free seats that are reserved."""
        taken = {seat for seat, one in enumerate(self.seats) if one.kind != FREE}
        return tuple(seat for seat, player in enumerate(self.reserved) if player and seat not in taken)

    @property
    def expected(self) -> tuple[str, ...]:
        """The players for whom a free seat is reserved, or to whom one is offered."""
        kept = () if self.status != "waiting" else self.reserved
        sitting = {seat.player for seat in self.seats}
        offered = (seat.offered for seat in self.seats if self.status == "playing")
        return tuple(player for player in (*kept, *offered) if player and player not in sitting)

    @property
    def nonces(self) -> tuple[str, ...]:
        """The contributions to the random draws: the players', seat by seat, then a beacon's in an earlier game."""
        return (*(seat.nonce for seat in self.seats), *filter(None, [self.randomness]))

    @property
    def to_open(self) -> tuple[int, ...]:
        """The seats that must still reveal their nonces: in a strict game, once every person has joined (G9)."""
        if not self.strict or self.status != "waiting" or self.free_seats:
            return ()
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind == PERSON and not seat.nonce)


class Happening(Struct, frozen=True):
    """An event that has been decided but not yet recorded: its actor and its number of draws."""

    event: Event
    actor: int | None = None
    luck: int = 0


Past = Callable[[str], Game[Any]]
"""The state at an earlier position, the last of an action, for the same viewer; `LookupError` if there is none."""


class Action(Struct, frozen=True):
    """An action of the record: its events with their positions, and the last position before it."""

    before: str
    records: tuple[tuple[str, Record[Any]], ...]


Counting = Callable[[], Iterable[Action]]
"""The actions of the record that count, latest first, with all their secrets."""


def nothing_counts() -> Iterable[Action]:
    """The actions of a record without take-backs."""
    return ()


def no_past(position: str) -> Game[Any]:
    """The past of a record that never points back."""
    raise LookupError(f"what stood at {position} is not at hand")


def evolve_shared(game: Game[Any] | None, event: Event, past: Past = no_past) -> Game[Any]:
    """The state after one of these shared events."""
    if isinstance(event, GameCreated):
        shared = {name: said for name, said in asdict(event).items() if name in Game.__struct_fields__}
        return Game(**{**shared, "id": event.game, "referee_name": recorded_name(event.referee_name)})
    assert game is not None, "a stream begins with GameCreated"
    if isinstance(event, SETTLING) and game.proposals != NO_PROPOSALS:
        game = msgspec.structs.replace(game, proposals=NO_PROPOSALS)
    match event:
        case Forked():
            return msgspec.structs.replace(game, fork=event)
        case SeatTaken(number, player, kind, nonce, bound, public_key, name, recovery):
            taken = Seat(
                player, recorded_name(name), kind, nonce,
                nonce_commitment=bound, public_key=public_key, recovery=recovery,
            )  # fmt: skip
            return msgspec.structs.replace(game, seats=_seated(game.seats, number, taken))
        case SeatLeft(number):
            return msgspec.structs.replace(game, seats=_seated(game.seats, number, _NOBODY))
        case SeatReleased(number):
            kept = tuple("" if seat == number else player for seat, player in enumerate(game.reserved))
            return msgspec.structs.replace(game, reserved=kept)
        case SeatReserved(number, player):
            kept = game.reserved or ("",) * game.players
            return msgspec.structs.replace(game, reserved=(*kept[:number], player, *kept[number + 1 :]))
        case SeatOffered(number, player, name):
            return _with_seat(game, number, offered=player, offered_name=recorded_name(name))
        case NonceOpened(number, nonce):
            return _with_seat(game, number, nonce=nonce)
        case BeaconAwaited(number):
            return msgspec.structs.replace(game, awaited=number)
        case BeaconRecorded(signature=signature):
            return msgspec.structs.replace(game, randomness=randomness_of(signature))
        case CommandSigned(number, digest=digest) if number == REFEREE:
            return msgspec.structs.replace(game, referee_signed=digest)
        case CommandSigned(number, digest=digest):
            return game if game.signing == "1" else _with_seat(game, number, signed=digest)
        case MoveOrdered():
            return game
        case KeyChanged(number, public_key):
            return _with_seat(game, number, public_key=public_key)
        case GameStarted():
            clock = new_clock(game.pace, game.players) if game.pace is not None and game.fork is None else None
            return msgspec.structs.replace(game, status="playing", clock=clock)
        case SeatResigned(number):
            return _with_seat(game, number, resigned=True, offered="", offered_name="")
        case GameAborted(by, key, text):
            return msgspec.structs.replace(game, status="aborted", key=key, called_off=text, aborted_by=by)
        case GameFinished(result, key):
            return msgspec.structs.replace(game, status="finished", result=result, key=key)
        case GoneBack(position):
            then = past(position)
            gone_back = msgspec.structs.replace(game, table=then.table)
            if game.clock is None or game.pace is None:
                return gone_back
            return msgspec.structs.replace(gone_back, clock=fresh(game.clock, game.pace, then.clock))
        case ResultReplaced(result):
            return msgspec.structs.replace(game, result=result)
        case SeatFreed(number):
            return _with_seat(game, number, freed=True, resigned=False, offered="", offered_name="")
        case SeatTakenOver(number, player, public_key, name, recovery):
            taken_over = {"player": player, "name": recorded_name(name), "public_key": public_key}
            taken_over |= {"recovery": recovery, "signed": ""}
            nobodys = {"freed": False, "absent": "", "offered": "", "offered_name": ""}
            former = (*game.seats[number].former, game.seats[number].player)
            return _with_seat(_back_at_the_clock(game, number), number, former=former, **taken_over, **nobodys)
    if isinstance(event, TIME_EVENTS):
        return _timed(game, event)
    if isinstance(event, PROPOSAL_EVENTS):
        return msgspec.structs.replace(game, proposals=proposals_after(game.proposals, event, game.moves))
    if isinstance(event, DISPUTE_EVENTS):
        return msgspec.structs.replace(game, disputes=disputes_after(game.disputes, event))
    raise TypeError(f"{type(event).__name__} is not an event of every game")


def computer_name(kind: str, seat: int) -> str:
    """The name of a computer player of this kind in this seat."""
    return f"{kind.capitalize()} {seat + 1}"


def recorded_name(name: str | UnsetType) -> str:
    """The name in an event; empty in current records, which hold none."""
    return name if isinstance(name, str) else ""


def _timed(game: Game[Any], event: Event) -> Game[Any]:
    """The state after an event about time."""
    pace = game.pace
    assert game.clock is not None and pace is not None, "only a game with a pace has clocks"
    game = msgspec.structs.replace(game, clock=clock_after(game.clock, pace, event))
    match event:
        case TimedOut(number) if pace.outcome in ("once", "seat"):
            return _with_seat(game, number, absent=pace.outcome)
        case SeatReturned(number):
            return _with_seat(game, number, absent="")
    return game


def _back_at_the_clock(game: Game[Any], number: int) -> Game[Any]:
    if game.clock is None or game.pace is None:
        return game
    return msgspec.structs.replace(game, clock=seated(game.clock, game.pace, number))


_NOBODY = Seat("", "", FREE, "")


def _seated(seats: tuple[Seat, ...], number: int, sitting: Seat) -> tuple[Seat, ...]:
    """The seats with this one replaced; free seats are listed only if a taken one follows."""
    all_of_them = [*seats, *(_NOBODY for _ in range(len(seats), number + 1))]
    all_of_them[number] = sitting
    while all_of_them and all_of_them[-1] == _NOBODY:
        all_of_them.pop()
    return tuple(all_of_them)


def _with_seat(game: Game[Any], number: int, **changes: Any) -> Game[Any]:
    seats = tuple(
        msgspec.structs.replace(seat, **changes) if index == number else seat for index, seat in enumerate(game.seats)
    )
    return msgspec.structs.replace(game, seats=seats)


def evolve(
    rulebook: Rulebook[Any],
    game: Game[Any] | None,
    event: Event,
    actor: int | None,
    luck: int,
    past: Past = no_past,
) -> Game[Any]:
    """The state after one event, shared or the title's own."""
    if event.__class__ in _SHARED:
        return evolve_shared(game, event, past)
    assert game is not None, "a stream begins with GameCreated"
    if game.clock is not None and actor is not None:
        game = _answered(rested(rulebook, game, actor), actor)
    return msgspec.structs.replace(
        game,
        table=rulebook.evolve(game.table, event),
        moves=game.moves + (actor is not None),
        draws=game.draws + luck,
    )


def _answered(game: Game[Any], seat: int) -> Game[Any]:
    """The game in which this seat has just answered: its clock continues, and a one-time substitution ends."""
    assert game.clock is not None and game.pace is not None
    stood_in_once = game.seats[seat].absent == "once"
    if game.edition < 2 or game.pace.kind == "answer":
        clock = answered(game.clock, game.pace, seat)
    else:
        clock = with_seat(game.clock, seat, answered=True)
        if stood_in_once:
            clock = visit_over(clock, game.pace, seat)  # the next question is the player's own, who needs time for it
    game = msgspec.structs.replace(game, clock=clock)
    return _with_seat(game, seat, absent="") if stood_in_once else game


def rested(rulebook: Rulebook[Any], game: Game[Any], actor: int | None = None) -> Game[Any]:
    """The game at the end of an action, with the visits that ended there counted; `actor` continues their visit (G17).

    In the middle of an action a seat may not be asked although it is asked again at the end. So call this only before
    time passes or another seat answers.
    """
    clock, pace = game.clock, game.pace
    if clock is None or pace is None:
        return game
    answering = [seat for seat, own in enumerate(clock.seats) if own.answered and seat != actor]
    asked = to_act(rulebook, game) if answering else ()
    for seat in answering:
        if seat not in asked:
            clock = visit_over(clock, pace, seat)
    return game if clock is game.clock else msgspec.structs.replace(game, clock=clock)


def to_act(rulebook: Rulebook[Any], game: Game[Any]) -> tuple[int, ...]:
    """The seats that must answer now."""
    return rulebook.to_act(game.table) if game.status == "playing" and game.table is not None else ()


def seats_of(game: Game[Any], player_id: str) -> tuple[int, ...]:
    """The seats of this person: several only in an analysis game; a lost seat is not included."""
    return tuple(number for number, seat in enumerate(game.seats) if seat.player == player_id and seat.is_owned)


def seat_of(rulebook: Rulebook[Any], game: Game[Any], player_id: str) -> int | None:
    """The seat of this person, or none; of several the first that is asked, otherwise the first."""
    own = seats_of(game, player_id)
    if len(own) < 2:
        return own[0] if own else None
    asked = to_act(rulebook, game)
    return next((seat for seat in own if seat in asked), own[0])


def legal(rulebook: Rulebook[Any], game: Game[Any], seat: int) -> tuple[Command, ...]:
    """All legal answers of this seat in the title's play, without resigning."""
    if game.status != "playing" or game.table is None:
        return ()
    return tuple(rulebook.legal(game.table, seat))


def as_listed(rulebook: Rulebook[Any], game: Game[Any], command: Command) -> Command:
    """The legal command that differs only in the order of its set; if there is none, this command (G4)."""
    if not command.ANY_ORDER:
        return command
    wish = in_order(command)
    return next((one for one in legal(rulebook, game, command.seat) if in_order(one) == wish), command)
