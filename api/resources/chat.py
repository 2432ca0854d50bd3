"""Chat: the rooms of a game, and your own notes about it."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any

from flask import Response

from api.http.auth import PublicGame, asking_player, public_game
from api.http.blueprint import TOKEN_OR_NONE, UNKEPT, ApiBlueprint, respond
from api.http.operation import PLAYING
from api.http.problem_kinds import (
    CLOSED_ROOM,
    INVALID_REQUEST,
    NO_SUCH_MESSAGE,
    NO_SUCH_POSITION,
    READING,
    SILENCED,
    SUSPENDED,
)
from api.http.problems import refuse
from api.http.rate_limits import CHAT
from api.resources.challenges import readable_messages
from api.schemas.chat import (
    NewMessage,
    NewNote,
    NotesResponse,
    ReadUpTo,
    RoomAsked,
    RoomResponse,
    ShownMessage,
    ShownNote,
)
from api.schemas.from_structs import shown
from api.services import services
from eventstore.entries import parse_position
from operations.clock import now
from replay.viewer_state import Seen
from services.accounts.players import Player
from services.community.challenges import ChallengeMessage
from services.community.chat import ROOMS, Message, NothingSaid, Room, may_read, may_write, settle_text
from services.community.notes import Note, TooManyNotes
from services.notifications.chat_notices import room_read

_OPENING = "1-0"

chat_api = ApiBlueprint("chat", __name__, url_prefix="/api", description="Chat, comments and notes", scopes=PLAYING)


@chat_api.get("/games/<game_id>/chat", refuses=[*READING, CLOSED_ROOM], security=TOKEN_OR_NONE)
def read_room(
    game_id: str, query: RoomAsked, public: PublicGame, player: Player | None
) -> Annotated[Response, RoomResponse]:
    """The messages in a room of this game.

    During the game, its players and its referee read and write in `players`, other signed-in users in `onlookers`;
    neither room is visible to the other group. After the game both are open to all who may see it, and so is
    `comments`, which is open in a shared variation from the beginning. A game's live events include `chat` for each new
    message.

    `challenge` has the message of the player who opened the game with seats reserved, and the answers of those who
    declined. The first is for the players for whom seats are reserved and those who have joined, except those whom
    another player invited; each answer only for the player who had reserved the seat.
    """
    if query.room == "challenge":
        found = [] if player is None else readable_messages(public, player)
        told = {"room": query.room, "messages": _all_shown(public, found), "unread": 0, "may_write": False}
        return respond(told, headers=UNKEPT)
    room = _room(query.room)
    _enter(public, room, player)
    messages = _heard(game_id, room, query.after or "-")
    unread = 0
    if player is not None:
        mark = services().community.people.chat.read_up_to(game_id, player.id).get(room, "0-0")
        unread = sum(one.player != player.id and parse_position(one.id) > parse_position(mark) for one in messages)
    told = {
        "room": room,
        "messages": _all_shown(public, messages),
        "unread": unread,
        "may_write": player is not None and may_write(room, _has_part(public, player), _is_open(public, room)),
    }
    return respond(told, headers=UNKEPT)


@chat_api.post(
    "/games/<game_id>/chat",
    status=201,
    refuses=[*READING, CLOSED_ROOM, SILENCED, SUSPENDED, NO_SUCH_POSITION],
    limit=CHAT,
)
def say(game_id: str, body: NewMessage, player: Player, public: PublicGame) -> Annotated[Response, ShownMessage]:
    """Send a message to a room of this game. It is not part of the record, and can be deleted."""
    room: Room = body.room
    if not may_write(room, _has_part(public, player), _is_open(public, room)):
        refuse(CLOSED_ROOM, "You can't write in this chat.")
    people = services().community.people
    position = body.position or str(public.position)
    _known(public, position)
    try:
        text = settle_text(body.text)
    except NothingSaid:
        refuse(INVALID_REQUEST, "A message must contain at least one visible character.", field="text")
    said = people.chat.say(game_id, room, player.id, position, text)
    _has_read(player, game_id, room, said.id)
    return respond(_shown(public, said, {player.id: player.name}), 201)


@chat_api.delete("/games/<game_id>/chat/<room>/<message>", refuses=[*READING, NO_SUCH_MESSAGE])
def take_away(game_id: str, room: str, message: str, player: Player) -> None:
    """Permanently delete a message of yours."""
    public_game(game_id)
    found = message_of(game_id, room, message)
    if found.player != player.id:
        refuse(NO_SUCH_MESSAGE, "This message is not yours.")
    services().community.people.chat.remove(game_id, _room(room), message)


@chat_api.put("/games/<game_id>/chat/<room>/read", refuses=[*READING, NO_SUCH_MESSAGE, CLOSED_ROOM], limit=CHAT)
def mark_read(game_id: str, room: str, body: ReadUpTo, player: Player, public: PublicGame) -> None:
    """Mark a room as read up to a message."""
    _enter(public, _room(room), player)
    _has_read(player, game_id, _room(room), body.message)


@chat_api.get("/games/<game_id>/notes", refuses=READING)
def notes(game_id: str, player: Player) -> Annotated[Response, NotesResponse]:
    """Your private notes about this game."""
    public_game(game_id)
    return _notes_of(player, game_id)


@chat_api.put("/games/<game_id>/notes", refuses=[*READING, NO_SUCH_POSITION], limit=CHAT)
def write_note(game_id: str, body: NewNote, player: Player, public: PublicGame) -> Annotated[Response, NotesResponse]:
    """Write a private note about a position of this game, replacing an earlier one."""
    _known(public, body.position)
    note = Note(body.position, now(), body.text.strip())
    try:
        services().community.people.notes.write(player.id, game_id, note)
    except TooManyNotes:
        refuse(INVALID_REQUEST, "You have reached the note limit for this game. Delete a note first.", field="text")
    return _notes_of(player, game_id)


def message_of(game_id: str, room: str, message: str) -> Message:
    """The message with this id, or a refusal."""
    is_id = message.isascii() and len(message) <= 22 and message.replace("-", "", 1).isdigit()
    found = services().community.people.chat.find(game_id, _room(room), message) if is_id else None
    if found is None:
        refuse(NO_SUCH_MESSAGE, "There is no message with this id.")
    return found


def may_hear(public: Seen, room: str, player: Player | None) -> bool:
    """Whether a player who sees this game may read in this room."""
    is_open = _is_open(public, room)
    if player is None and not is_open:
        return False
    return may_read(_room(room), _has_part(public, player), is_open)


def shown_messages(public: Seen, room: Room) -> list[dict[str, Any]]:
    """The latest messages in a room that the caller may read, without those by players whom they have muted."""
    return _all_shown(public, _heard(public.game_id, room))


def _heard(game_id: str, room: Room, after: str = "-") -> list[Message]:
    people, player = services().community.people, asking_player()
    unheard = () if player is None else people.blocks.unheard(player.id)
    return [one for one in people.chat.read(game_id, room, after) if one.player not in unheard]


def _is_open(public: Seen, room: str) -> bool:
    """Whether the room is open to both groups: the game is over, or these are comments on a shared variation."""
    return public.game.is_over or (room == "comments" and services().games.variations.includes(public))


def _enter(public: Seen, room: Room, player: Player | None) -> None:
    if not may_hear(public, room, player):
        refuse(CLOSED_ROOM, "You can't read this chat during the game.")


def _has_read(player: Player, game_id: str, room: Room, message: str) -> None:
    services().community.people.chat.has_read(game_id, room, player.id, message)
    room_read(services().notifications.outbox, player.id, game_id, room, message)


def _has_part(public: Seen, player: Player | None) -> bool:
    return player is not None and (public.seat_of(player.id) is not None or public.is_referee(player.id))


def _room(room: str) -> Room:
    for one in ROOMS:
        if one == room:
            return one
    refuse(NO_SUCH_MESSAGE, "A game has three chats: players, onlookers and comments.")


def _known(public: Seen, position: str) -> None:
    if parse_position(position) > public.position:
        refuse(NO_SUCH_POSITION, "The game has not reached this position yet.")


def _all_shown(public: Seen, messages: Collection[Message | ChallengeMessage]) -> list[dict[str, Any]]:
    names = services().accounts.names({one.player for one in messages})
    return [_shown(public, one, names) for one in messages]


def _shown(public: Seen, message: Message | ChallengeMessage, names: Mapping[str, str]) -> dict[str, Any]:
    name = names.get(message.player)
    seat = public.seat_of(message.player)
    who = {"player": None if name is None else message.player, "name": name}
    if isinstance(message, ChallengeMessage):
        who["position"] = _OPENING
    return shown(ShownMessage, message, **who, **({} if seat is None else {"seat": seat}))


def _notes_of(player: Player, game_id: str) -> Response:
    found = services().community.people.notes.of(player.id, game_id)
    return respond({"notes": [shown(ShownNote, one) for one in found]}, headers=UNKEPT)
