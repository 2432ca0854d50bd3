"""Forks: an analysis game that begins as a copy of a finished game up to a position, to try another line (G16).

What counts at that position is copied into a record of its own, sealed anew: every seat knows what it knew. From
there on the fork is played by the rules, with luck of its own. Its first record says what it is a copy of.
"""

import secrets
from collections.abc import Iterator, Sequence
from itertools import groupby

from correspondence.tables import Tables, whole_action
from domain import acting
from domain.chance import commitment
from domain.game import PERSON, SHARED_EVENTS, Forked, GameStarted, Happening, SeatTaken
from domain.messages import Illegal
from eventstore.append import NO_HEAD, Appended
from eventstore.entries import End, Entry, seal_action, still_counts
from people.players import Player, new_id
from replay.pasts import Placed, placed_records, rollbacks_in
from replay.seen import Seen

ME = "me"
"""The kind of a seat that whoever opens the fork plays."""


def open_fork(tables: Tables, seen: Seen, at: Entry, kinds: Sequence[str], owner: Player) -> str:
    """Open a fork of this finished game, seen by `all`, at this entry, and return its id.

    `kinds` says for each seat who plays it: `me`, for the owner, or a kind of computer player. Raises `Illegal`.
    """
    then = tables.seen_at(seen, at).game
    if not seen.game.is_over or then.status != "playing" or seen.game.fork is not None:
        raise Illegal("a fork begins at a position of a finished game where it was still played", "G16")
    if len(kinds) != seen.game.players or ME not in kinds:
        raise Illegal("a fork says for each seat who plays it, and one is yours", "G16")
    if tables.entry_at(seen, whole_action(at.position.action)).position != at.position:
        raise Illegal("a fork begins at the last position of an action", "G16")
    placed = placed_records(seen.projector, tables.store.read(seen.game_id, until=at.position))
    actions = list(_actions(placed))
    game_id, game_key = new_id(), secrets.token_bytes(32)
    forked = Forked(seen.game_id, str(at.position), at.digest.hex(), 1 + len(actions))
    game = seen.game
    opened = acting.open_game(
        seen.rulebook, game.players, game.options, commitment(game_key), private=True, game_id=game_id
    )
    seats = [
        Happening(SeatTaken(seat, owner.id, PERSON, "") if kind == ME else SeatTaken(seat, "", kind, ""))
        for seat, kind in enumerate(kinds)
    ]
    actions[0] = [*seats, Happening(GameStarted()), *actions[0]]
    tables.store.save_game_key(game_id, game_key)
    end, head = End(), NO_HEAD
    for happenings in ([opened, Happening(forked)], *actions):
        entries, records = seal_action(happenings, end, at=tables.now(), game_key=game_key, game_id=game_id)
        outcome = tables.store.append(game_id, entries, head)
        if not isinstance(outcome, Appended):
            raise ValueError(f"somebody else wrote to the new game {game_id}")
        head, end = outcome.head, end.after(entries, records)
    return game_id


def _actions(placed: Placed) -> Iterator[list[Happening]]:
    """The title's events that count at the end of this record, action by action."""
    rollbacks = rollbacks_in(placed)
    titles = [
        (position, record)
        for position, record in placed
        if not isinstance(record.data, SHARED_EVENTS) and still_counts(position, rollbacks)
    ]
    for _action, group in groupby(titles, key=lambda one: one[0].action):
        # The draws were the other game's: here they count from 0.
        yield [Happening(record.data, record.actor) for _, record in group]
