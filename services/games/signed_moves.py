"""Signed moves: a signature is recorded only if it names the game, the seat, the record's head and the command."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from audit.signing.keyring import Keyring
from audit.verification.signatures import command_in, digest_of
from domain.disputes.events import DecideDispute
from domain.game import REFEREE, ChangeKey, CommandSigned, Game
from domain.lifecycle import previous_of
from domain.messages import Command
from domain.seats import signing_key
from eventstore.canonical_json import canonical
from eventstore.entries import Entry, Position, parse_position
from replay.message_json import command_json
from replay.viewer_state import Seen
from services.games.warm_game import WarmGame
from verify.ed25519 import is_signed
from verify.signatures import COMMAND, NEXT_MOVE, continues, key_text, read_signed


class BadSignature(Exception):
    """The signature is not the seat's for this command at this position; the message says why."""


def check_signed(
    warm: WarmGame,
    game: Game[Any],
    command: Command,
    signed: CommandSigned,
    before: CommandSigned | None,
    since: Callable[[Position], Sequence[Entry]],
) -> None:
    """Raise `BadSignature` unless the seat's key signed this command at a digest of this record.

    `game` is the state at which it is decided. `before` is the signed command sent ahead of it, if several come
    together (G25); both then name the same place. Otherwise the seat must not have acted between the position that the
    player saw and the command, because a signature is valid for one command. `since` gives the entry at a position and
    those after it.
    """
    said = _said(warm, game, command, signed)
    is_next, is_linked = before is not None, said["scheme"] == COMMAND
    if is_linked != (game.signing == "2"):
        raise BadSignature("This is signed by another scheme than this game's.")
    if is_linked and said["previous"] != previous_of(game, command):
        raise BadSignature("The signed text does not name your previous one in this game: load the game again.")
    if not is_linked and (said["scheme"] == NEXT_MOVE) != is_next:
        raise BadSignature("This was signed to follow another move, which did not come with it.")
    if not is_next:
        _check_place(warm, parse_position(said["after"]), bytes.fromhex(said["digest"]), command.seat, since)
    elif before is None or not _is_together(said, before):
        raise BadSignature("What is signed of several moves must name the same place, each with the hash of the last.")


def _is_together(said: dict[str, Any], before: CommandSigned) -> bool:
    if said["scheme"] != COMMAND:
        return continues(said, str(before.text))
    first = read_signed(before.text)
    return (said["after"], said["digest"]) == (first["after"], first["digest"])


def _said(warm: WarmGame, game: Game[Any], command: Command, signed: CommandSigned) -> dict[str, Any]:
    """The signed text, if it is for this command and signed with this seat's key."""
    try:
        said = read_signed(signed.text)
        told = command_in(warm.projector, said)
    except ValueError as error:
        raise BadSignature(f"{error}.") from None
    if said["game"] != warm.game_id:
        raise BadSignature("The signed text is for another game.")
    if said["seat"] != command.seat or signed.seat != command.seat:
        raise BadSignature("The signed text is for another seat.")
    if told != command:
        raise BadSignature("The signed command is not the one that was sent.")
    key = signing_key(game, command)
    if not key and isinstance(command, ChangeKey) and command.recovery:
        raise BadSignature("This seat was not taken with this recovery key.")
    if not key:
        raise BadSignature("This seat has no key: sit down with one, or change it.")
    if not isinstance(signed.text, str) or not is_signed(signed.text.encode(), signed.signature, key):
        raise BadSignature("The signature is not by the key of this seat.")
    return said


def _check_place(
    warm: WarmGame, at: Position, digest: bytes, seat: int, since: Callable[[Position], Sequence[Entry]]
) -> None:
    if (at, digest) == (warm.end.position, warm.end.digest):
        return
    entries = since(at) if at < warm.end.position else ()
    if not entries or (entries[0].position, entries[0].digest) != (at, digest):
        raise BadSignature(f"The record of this game does not have this digest at {at}.")
    if any(warm.projector.decode(entry.public).actor == seat for entry in entries[1:]):
        raise BadSignature(f"This was signed at {at}, and the seat has acted since.")


def signed_by_operator(keyring: Keyring, seen: Seen, command: DecideDispute) -> CommandSigned | None:
    """The operator's signature of this decision after the seen position, by the server's key that the game's opening
    names.

    None if the opening names no key. `BadSignature` if this server has no such key.
    """
    game = seen.game
    if not game.referee_key or game.referee:
        return None
    key = keyring.key_of(game.referee_key)
    if key is None:
        raise BadSignature("This server does not have the key that the game's opening names for decisions.")
    text = {
        "scheme": COMMAND,
        "game": seen.game_id,
        "after": str(seen.position),
        "digest": seen.digest.hex(),
        "seat": REFEREE,
        "command": command_json(command),
        "nonce": secrets.token_hex(16),
        "previous": previous_of(game, command),
    }
    signed = canonical(text)
    return CommandSigned(REFEREE, key.sign(signed), signed.decode(), digest_of(signed.decode()))


def check_key_change(warm: WarmGame, command: ChangeKey) -> None:
    """Raise `BadSignature` if the claimed signature of the old key for the new one is invalid."""
    if command.signature and command.seat in range(len(warm.game.seats)):
        old = warm.game.seats[command.seat].public_key
        if not is_signed(key_text(warm.game_id, command.seat, old, command.public_key), command.signature, old):
            raise BadSignature("The old key of this seat did not sign for the new one.")
