"""Summaries of games as the gallery sees them, and the facets by which the lobby lists them."""

from typing import Any

import msgspec

from domain.clocks.availability import DAY
from domain.clocks.events import Pace
from domain.clocks.rules import deadlines, reminders
from domain.game import FREE, Game
from domain.proposals.rules import asked_for_consent
from domain.rulebook import points_so_far
from replay.clocks import clock_json, deadlines_json
from replay.narration import Translate, untranslated
from replay.player_names import Names
from replay.state_json import referee_json, seat_json, seats_called, shown_options, teams_json
from replay.timestamps import time_text
from replay.units import own_unit
from replay.viewer_state import Seen
from services.games.lobby.index import Facets
from services.games.rating_terms import EntryTerms, is_rated


def seats_json(game: Game[Any], names: Names, translate: Translate = untranslated) -> list[dict[str, Any]]:
    """The seats: taken, free, and reserved for computer players."""
    called = seats_called(names, names.offered, translate)
    taken = {number: seat for number, seat in enumerate(game.seats) if seat.kind != FREE}
    kept = game.computers if game.status == "waiting" else ()
    kinds = (*(FREE for _ in range(game.players - len(kept))), *kept)
    return [
        seat_json(number, taken[number], called[number])
        if number in taken
        else {
            "seat": number,
            "player": None,
            "name": None,
            "kind": kinds[number],
            "resigned": False,
            **({"reserved": game.reserved[number]} if game.reserved and game.reserved[number] else {}),
        }
        for number in range(game.players)
    ]


def summarise(seen: Seen, names: Names, translate: Translate = untranslated) -> dict[str, Any]:
    """The summary of a game as the gallery sees it, with these names of its players."""
    rulebook, game = seen.rulebook, seen.game
    return {
        "id": seen.game_id,
        "rulebook": game.rulebook,
        "title": rulebook.meta.title,
        "players": game.players,
        "options": shown_options(game.options),
        "private": game.private,
        "status": game.status,
        "seats": seats_json(game, names, translate),
        "free_seats": game.free_seats,
        "position": str(seen.position),
        "digest": seen.digest.hex(),
        "commitment": game.commitment,
        "to_act": list(seen.to_act),
        "points": None if game.table is None else list(points_so_far(rulebook, game.table)) or None,
        **own_unit(rulebook.meta.points, translate),
        **teams_json(rulebook.meta, game.players),
        "result": msgspec.to_builtins(game.result),
        "deadlines": deadlines_json(rulebook, game),
        "created_at": time_text(seen.created_at),
        "updated_at": time_text(seen.at),
        **clock_json(game),
        **({"signed": True} if game.signed else {}),
        "signing": game.signing,
        **({"strict": True, "to_open": list(game.to_open)} if game.strict else {}),
        **referee_json(game, names, translate),
        **fork_json(game),
        **proposals_json(game),
        **({"disputed": disputed} if (disputed := open_disputes(game)) else {}),
        **({"called_off": game.called_off} if game.called_off else {}),
        **({"aborted_by": game.aborted_by} if game.aborted_by is not None and game.draws else {}),
        **imported_json(seen),
    }


def entry_terms_json(game: Game[Any], terms: EntryTerms) -> dict[str, Any]:
    """The entry terms of a game; empty if there are none."""
    bounds = {"ratings": {"least": terms.least, "most": terms.most}} if terms.is_bounded else {}
    return {**({"rated": True} if is_rated(game, terms) else {}), **bounds}


def fork_json(game: Game[Any]) -> dict[str, Any]:
    """The origin of an analysis game; empty for any other game."""
    if game.fork is None:
        return {}
    dealt = {} if game.fork.seen_by is None else {"seen_by": game.fork.seen_by}
    return {"fork": {"game": game.fork.game, "position": game.fork.position, **dealt}}


def proposals_json(game: Game[Any]) -> dict[str, Any]:
    """The open proposals: to whom they are made, and who has agreed; empty if there are none."""
    shown: dict[str, Any] = {}
    for name, key, one in (("take_back", "position", game.take_back), ("proposed_end", "kind", game.proposals.end)):
        if one is not None:
            agreed = list(one.agreed)
            waits_for = [seat for seat in asked_for_consent(game, one.seat) if seat not in agreed]
            shown[name] = {"seat": one.seat, key: one.about, "agreed": agreed, "waits_for": waits_for}
    return shown


def open_disputes(game: Game[Any]) -> list[int]:
    """The numbers of the open disputes."""
    return [number for number, one in enumerate(game.disputes, start=1) if one.outcome == "open"]


def imported_json(seen: Seen) -> dict[str, Any]:
    """The time of an import and the signer; empty for a game that was played here."""
    mark = seen.imported
    if mark is None:
        return {}
    return {"imported": {"at": time_text(mark.at), "origin": mark.origin, "key": mark.key}}


def facets_of(public: Seen) -> Facets:
    """The facets of a game; it does not wait for a seat whose player left, and an imported game has no players.

    A referee is a participant of the games whose disputes they decide, and is waited for while one is open. A player
    for whom a seat is reserved or to whom one is offered is a participant, too. An analysis game waits for no player.
    """
    game = public.game
    is_own = public.imported is None
    referee = (game.referee,) if game.referee and is_own else ()
    disputed = is_own and bool(open_disputes(game))
    seats = seats_json(game, public.names)
    persons = [seat.player if seat.is_owned and is_own else "" for seat in game.seats]
    waiting = [persons[seat] for seat in public.to_act if persons[seat] and game.seats[seat].is_person]
    return Facets(
        game.status,
        game.rulebook,
        game.private,
        tuple(dict.fromkeys((*filter(None, persons), *referee, *(game.expected if is_own else ())))),
        () if game.fork else tuple(dict.fromkeys((*waiting, *(referee if disputed else ())))),
        public.created_at,
        public.at,
        disputed,
        game.status == "playing" and sum(seat.is_person for seat in game.seats) < 2,
        *_due(public),
        game.players,
        _pace_of(game.pace),
        open=any(seat["kind"] == FREE and "reserved" not in seat for seat in seats) and not game.is_over,
    )


def _pace_of(pace: Pace | None) -> str:
    """The pace's name in `PACES`; a pace with a day or less for an answer is quick."""
    if pace is None:
        return "none"
    return "quick" if (pace.time if pace.kind == "answer" else pace.increment) <= DAY else "slow"


def _due(public: Seen) -> tuple[int, int]:
    """The time at which the server acts on the next deadline, and the time of the next reminder; 0: never."""
    game = public.game
    if game.pace is None or public.imported is not None:
        return 0, 0
    acted = deadlines(public.rulebook, game).values() if game.pace.has_end else ()
    return min(acted, default=0), min(reminders(public.rulebook, game).values(), default=0)
