"""Rules check: replays every recorded event from the rules and the published randomness.

In each action the player's own event must follow from one of that seat's legal commands, and all further events must
follow by the rules with the draws from the game key.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from audit.verification.differences import difference, numbered, phase_rule, refusing_rule, shown
from audit.verification.signatures import command_in
from domain import game as shared
from domain import lifecycle
from domain.chance import KeyedChance
from domain.game import (
    NAMES_IN,
    BeaconAwaited,
    BeaconRecorded,
    CommandSigned,
    Counting,
    Forked,
    Game,
    GameAborted,
    GameCreated,
    Happening,
    Past,
    SeatReleased,
    SeatReserved,
    SeatTaken,
    computer_name,
    no_past,
    nothing_counts,
)
from domain.messages import Command, Event, Illegal, Record
from domain.ordered_moves import MoveOrdered
from domain.projector import Projector
from domain.rulebook import BadOption, Rulebook, settle_options
from domain.terms import GameTerms
from eventstore.entries import Position
from replay.past_states import PastStates
from verify.record import seat_name
from verify.signatures import read_signed

Placed = tuple[Position, Record[Any]]


class Adjudicated(Struct, frozen=True):
    """The outcome of one recorded action under the rules.

    `command` is the player's command; none if no player's command, or no legal one, leads to it. If the record differs
    from the rules, `position` is the first such place, `reason` says how, and `instead` is the event by the rules
    (none: nothing happens). Both may contain secrets.
    """

    command: Command | None
    position: Position | None = None
    reason: str = ""
    instead: Event | None = None


def first_disagreement(
    projector: Projector, game_id: str, records: Sequence[Placed], game_key: bytes, nonces: Sequence[str]
) -> tuple[Position, str] | None:
    """The first position where rules and record disagree; none if they agree.

    The reason gives the recorded outcome, the outcome by the rules, and the number of the relevant rule.
    """
    game: Game[Any] | None = None
    pasts = PastStates(records)
    copied: int | None = None
    for number, group in groupby(records, key=lambda placed: placed[0].action):
        action = list(group)
        if copied is None:
            copied = copied_actions([record for _, record in action])
        if number > copied:
            judged = adjudicate(projector, game_id, game, action, game_key, nonces, pasts.at, pasts.counting)
            if judged.position is not None:
                return judged.position, judged.reason
        game = projector.fold([record for _, record in action], game, pasts.at)
        assert game is not None
        pasts.keep(action[-1][0], game)
    return None


def copied_actions(first_action: Iterable[Record[Any]]) -> int:
    """The number of actions at the beginning of a record that are copied from another game, which proves them; usually
    0.
    """
    return next((record.data.actions for record in first_action if isinstance(record.data, Forked)), 0)


def adjudicate(
    projector: Projector,
    game_id: str,
    game: Game[Any] | None,
    action: Sequence[Placed],
    game_key: bytes,
    nonces: Sequence[str],
    past: Past = no_past,
    counting: Counting = nothing_counts,
) -> Adjudicated:
    """The outcome of one recorded action; `game` is the full state before it (none: it opens the game).

    Player names in old records do not follow from the rules and are left out, and neither do the rounds of beacons,
    which the check of the course compares. `past` gives the full states at earlier positions that the action refers to,
    `counting` the actions before it that count.
    """
    chance = KeyedChance(game_key, game_id, nonces, game.draws if game is not None else 0)
    action = [_without_name(*one) for one in action if not isinstance(one[1].data, BeaconAwaited)]
    facts, first = [record for _, record in action], action[0][0]
    try:
        command, played = _closest(projector, game, facts, chance, game_key.hex(), nonces, past, counting)
    except Exception as error:  # a hostile record may make the rules fail in any way, which is a finding too
        return Adjudicated(None, first, f"the rules cannot follow: {error!r}"[:400])
    if not played:
        is_signed = any(isinstance(fact.data, CommandSigned) for fact in facts)
        outcome = "what was signed does not lead to this" if is_signed else "no legal command leads to this"
        return Adjudicated(None, first, difference(facts[0], outcome, refusing_rule(projector, game, facts[0])))
    for place, (position, record) in enumerate(action):
        decided = played[place] if place < len(played) else None
        if decided is None:
            outcome = "by the rules nothing more happens here"
        elif decided.event != record.data:
            outcome = f"the rules decide {shown(decided.event)}"
        elif (decided.actor, decided.luck) != (record.actor, record.luck):
            outcome = f"the rules have it of {seat_name(decided.actor)} with {decided.luck} draws"
        else:
            continue
        reason = difference(record, outcome, phase_rule(projector, game, facts[:place]))
        return Adjudicated(command, position, reason, None if decided is None else decided.event)
    if len(played) > len(action):
        following = played[len(action)].event
        outcome = f"recorded nothing more; the rules go on with {shown(following)}"
        reason = f"{outcome}{numbered(phase_rule(projector, game, facts))}"
        return Adjudicated(command, action[-1][0], reason, following)
    return Adjudicated(command)


def _without_name(position: Position, record: Record[Any]) -> Placed:
    """The record without its player name; a computer player's name is kept unless it is the default of its kind."""
    fact, field = record.data, NAMES_IN.get(type(record.data))
    if field is None or getattr(fact, field) is UNSET:
        return position, record
    if isinstance(fact, SeatTaken) and not fact.player and fact.name != computer_name(fact.kind, fact.seat):
        return position, record
    return position, replace(record, data=replace(fact, **{field: UNSET}))


def _closest(
    projector: Projector,
    game: Game[Any] | None,
    action: list[Record[Any]],
    chance: KeyedChance,
    game_key: str,
    nonces: Sequence[str],
    past: Past,
    counting: Counting,
) -> tuple[Command | None, list[Happening]]:
    """The first command that yields the action's first event, and its outcome; nothing if none does."""
    rulebook = projector.rulebook
    first = action[0]
    signed = next((record.data for record in action if isinstance(record.data, CommandSigned)), None)
    ordered = any(isinstance(record.data, MoveOrdered) for record in action)
    try:
        if game is None:
            return None, _opened(projector, action, chance, game_key, nonces)
        computers_nonces = nonces[game.players - len(game.computers) : game.players]
        if isinstance(first.data, BeaconRecorded):
            bound = shared.evolve_shared(game, first.data)
            following = lifecycle.follow_up(rulebook, bound, chance, game_key, computers_nonces)
            return None, [Happening(first.data), *following]
        commands = _commands(projector, game, first, chance) if signed is None else [_signed(projector, game, signed)]
        for command in commands:
            chance.draws = game.draws
            sending, so_far = lifecycle.Sending(signed, ordered, first.at), lifecycle.SoFar(past, counting)
            played = lifecycle.act(rulebook, game, command, chance, game_key, computers_nonces, sending, so_far)
            if played[0].event == first.data:
                return command, played
    except Illegal:
        return None, []
    return None, []


def _signed(projector: Projector, game: Game[Any], signed: CommandSigned) -> Command:
    """The command that the player signed: no other may have led to the event."""
    return shared.as_listed(projector.rulebook, game, command_in(projector, read_signed(signed.text)))


def _commands(projector: Projector, game: Game[Any], first: Record[Any], chance: KeyedChance) -> Iterator[Command]:
    """The commands that could have led to this event."""
    seat, fact = first.actor, first.data
    behind = lifecycle.COMMAND_BEHIND.get(type(fact))
    if behind is not None and (not behind.has_actor or isinstance(fact, SeatTaken)):
        seat = getattr(fact, "seat", -1)  # a joining player has no seat yet
    elif isinstance(fact, GameAborted) and fact.seat is None:
        yield shared.CallOff(-1, fact.text)
        return
    elif isinstance(fact, SeatReleased):
        yield shared.ReleaseSeat(-1 if seat is None else seat, fact.seat, fact.why)
        return
    if seat is None:
        return
    if isinstance(fact, SeatReserved):
        yield shared.ReserveSeat(seat, fact.seat, fact.player)
        return
    if behind is not None:
        yield _command_of(behind.command, seat, fact)
        return
    for command in shared.legal(projector.rulebook, game, seat):
        # Deciding is cheap, further play is not: only a command that yields this very event is played.
        chance.draws = game.draws
        if fact in projector.rulebook.decide(game.table, command, chance):
            yield command


def _command_of(command_type: type[Command], seat: int, fact: Event) -> Command:
    """This seat's command of this kind with the event's content."""
    fields = (field for field in command_type.__struct_fields__ if field != "seat")
    return command_type(seat, **{field: getattr(fact, field) for field in fields})


def _opened(
    projector: Projector, action: list[Record[Any]], chance: KeyedChance, game_key: str, nonces: Sequence[str]
) -> list[Happening]:
    """The events at a game's opening; computer players take their seats if every seat is theirs.

    In scheme 1 of the randomness the opener joined in the same action; in scheme 2 players join only after the game is
    public.
    """
    created = action[0].data
    if not isinstance(created, GameCreated) or not _are_admitted(projector.rulebook, created.options):
        return []
    opened = lifecycle.open_game(
        projector.rulebook, GameTerms.of(created), created.commitment, created.game, created.nonce_commitments
    )
    opened = replace(opened, event=replace(opened.event, beacon=created.beacon))  # no new game has one
    game = shared.evolve_shared(None, opened.event)
    second = action[1] if len(action) > 1 else action[0]
    computers_nonces = nonces[game.players - len(game.computers) : game.players]
    if created.luck == "1" and isinstance(second.data, SeatTaken) and second.actor is not None:
        command = _command_of(shared.TakeSeat, second.data.seat, second.data)
        return [opened, *lifecycle.act(projector.rulebook, game, command, chance, game_key, computers_nonces)]
    return [opened, *lifecycle.follow_up(projector.rulebook, game, chance, game_key, computers_nonces)]


def _are_admitted(rulebook: Rulebook[Any], options: Mapping[str, Any]) -> bool:
    """Whether the title has these options with these values. A component file is recorded in its plain form."""
    kinds = {option.name: option.kind for option in rulebook.meta.options}
    simple = {name: value for name, value in options.items() if not isinstance(value, Mapping)}
    if any(kinds.get(name) != "components" for name in set(options) - set(simple)):
        return False
    try:
        settled = settle_options(rulebook, simple)
    except BadOption:
        return False
    return all(settled[name] == value for name, value in simple.items())
