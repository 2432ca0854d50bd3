"""Forks: analysis games that begin as a copy of another game up to a position, to try another line (G16, G26).

Everything that counts at that position is copied into a new record and sealed again, so each seat knows the same as in
the original. From there the fork is played by the rules, with its own randomness. Its first record names the game and
position it was copied from.

From a running game, a fork uses only what the owner's seat has seen. Hidden information is dealt again, with randomness
from the fork's own key, so no real secret can get into the fork, and anyone can repeat the deal after the key is
published.
"""

import secrets
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from domain import lifecycle
from domain.chance import Chance, commitment
from domain.determinization import DEALING, lot_of_fork
from domain.game import PERSON, SHARED_EVENTS, Forked, GameStarted, Happening, SeatTaken
from domain.messages import Illegal
from domain.rulebook import Rulebook
from domain.terms import GameTerms
from eventstore.append import NO_HEAD, Appended
from eventstore.entries import End, Entry, seal_action, still_counts
from replay.past_states import Placed, placed_records, rollbacks_in
from replay.viewer_state import Seen
from services.accounts.players import Player, new_id
from services.games.tables import Tables, whole_action

ME = "me"
"""The kind of a seat that the fork's owner plays."""


def open_fork(tables: Tables, seen: Seen, at: Entry, kinds: Sequence[str], owner: Player) -> str:
    """Open a fork of this game at this entry, and return its id.

    A finished game is `seen` by `all`, a running one by the owner's seat. `kinds` gives each seat's player: `me`, for
    the owner, or a kind of computer player. Raises `Illegal`.
    """
    then = tables.seen_at(seen, at).game
    if then.status != "playing" or seen.game.fork is not None:
        raise Illegal("a fork must start where the game was still running, and a fork can't be forked", "G16")
    if len(kinds) != seen.game.players or ME not in kinds:
        raise Illegal("choose a player for each seat of the fork; at least one seat must be yours", "G16")
    if tables.entry_at(seen, whole_action(at.position.action)).position != at.position:
        raise Illegal("a fork must start at the last position of an action", "G16")
    placed = placed_records(seen.projector, tables.store.read(seen.game_id, until=at.position), seen.viewer)
    tables.check_may_open()
    game_id, game_key = new_id(), secrets.token_bytes(32)
    is_dealt = isinstance(seen.viewer, int)
    actions = copy_of(seen.rulebook, placed, lot_of_fork(game_key, game_id) if is_dealt else None)
    forked = Forked(seen.game_id, str(at.position), at.digest.hex(), 1 + len(actions))
    if is_dealt:
        forked = replace(forked, seen_by=seen.viewer, dealing=DEALING)
    game = seen.game
    terms = GameTerms(game.rulebook, game.players, game.options, private=True, edition=game.edition)
    opened = lifecycle.open_game(seen.rulebook, terms, commitment(game_key), game_id)
    seats = [
        Happening(SeatTaken(seat, owner.id, PERSON, "") if kind == ME else SeatTaken(seat, "", kind, ""))
        for seat, kind in enumerate(kinds)
    ]
    actions[0] = [*seats, Happening(GameStarted()), *actions[0]]
    tables.store.save_game_key(game_id, game_key)
    end, whole, now = End(), [], tables.now()
    for happenings in ([opened, Happening(forked)], *actions):
        entries, records = seal_action(happenings, end, at=now, game_key=game_key, game_id=game_id)
        whole += entries
        end = end.after(entries, records)
    # In one piece: after a part of it a computer player would answer, and a crash would leave half a game.
    outcome = tables.store.append(game_id, whole, NO_HEAD)
    if not isinstance(outcome, Appended):
        raise ValueError(f"another process wrote to the new game {game_id}")
    return game_id


def copy_of(rulebook: Rulebook[Any], placed: Placed, lot: Chance | None) -> list[list[Happening]]:
    """The events that count at the end of this record, by action; with a lot, hidden information is dealt again."""
    actions = list(_actions(placed))
    if lot is None:
        return actions
    dealt = iter(rulebook.determinize([one.event for action in actions for one in action], lot))
    return [[replace(one, event=next(dealt)) for one in action] for action in actions]


def _actions(placed: Placed) -> Iterator[list[Happening]]:
    """The title's events that count at the end of this record, by action."""
    rollbacks = rollbacks_in(placed)
    titles = [
        (position, record)
        for position, record in placed
        if not isinstance(record.data, SHARED_EVENTS) and still_counts(position, rollbacks)
    ]
    for _action, group in groupby(titles, key=lambda one: one[0].action):
        # The draws belong to the other game: here they count from 0.
        yield [Happening(record.data, record.actor) for _, record in group]
