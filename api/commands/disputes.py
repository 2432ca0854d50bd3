"""Operator commands for games: disputes, decide (games without a referee), call-off (G27)."""

from collections.abc import Iterator
from contextlib import contextmanager

import click
import msgspec

from api.services import services
from domain.disputes.events import Dispute, Remedy
from domain.messages import Illegal
from domain.narration import describe_remedy
from eventstore.errors import ReadOnly, RecordDamaged
from replay.narration import known_as, render, untranslated
from replay.viewer_state import Seen
from services.accounts.operator_log import COMMAND_LINE
from services.games.operator_tasks import call_off, decide_as_operator
from services.games.signed_moves import BadSignature
from services.games.tables import NoSuchGame
from services.games.warm_game import TitleMissing


@click.command()
def disputes() -> None:
    """List the open disputes of all games, including those for a referee."""
    found = 0
    for game_id in services().games.lobby.disputed():
        try:
            public = services().games.tables.seen(game_id)
            for number, dispute in enumerate(public.game.disputes, start=1):
                if dispute.outcome == "open":
                    found += 1
                    for line in _told(public, number, dispute):
                        click.echo(line)
        except (NoSuchGame, RecordDamaged, TitleMissing) as problem:
            found += 1
            click.echo(f"game {game_id} cannot be read: {problem}")
    if not found:
        click.echo("No dispute is open.")


def _told(public: Seen, number: int, dispute: Dispute) -> Iterator[str]:
    names = public.names
    referee = public.game.referee
    judge = f"the referee {known_as(names.player(referee, public.game.referee_name))}" if referee else "the operator"
    yield f"game {public.game_id}, dispute {number}, to be decided by {judge}"
    yield f"    {known_as(names[dispute.seat])} doubts {dispute.position}: {_quoted(dispute.text)}"
    yield f"    wished: {render(describe_remedy(dispute.remedy), names)}"
    for told in () if referee else services().games.records.disclosed(public, untranslated):
        if told["number"] == number:
            value = msgspec.json.encode(told["value"]).decode()
            yield f"    {known_as(names[told['seat']])} opened {told['field']} of {told['position']}: {value}"
            yield f"        {told['text']}"
    for number_of, seat, text in () if referee else services().community.people.statements.of(public):
        if number_of == number:
            yield f"    {known_as(names[seat])} wrote to you alone: {_quoted(text)}"
    for one in dispute.answers:
        yield f"    {known_as(names[one.seat])} {'agrees' if one.agrees else 'does not agree'}: {_quoted(one.text)}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\n", " / ") + '"'


@click.command()
@click.argument("game_id")
@click.argument("number", type=click.IntRange(min=1))
@click.option("--text", required=True, help="The reason; it is recorded, and all viewers of the game can read it.")
@click.option("--roll-back", metavar="POSITION", help="Go on from this position, the last of an action.")
@click.option("--result", metavar="PLACES", help="Set the places seat by seat, as in 1,2,2,4; the game is over.")
@click.option("--free-seat", type=click.IntRange(min=1), help="Free this seat (counted from 1, as on the pages).")
def decide(
    game_id: str, number: int, text: str, roll_back: str | None, result: str | None, free_seat: int | None
) -> None:
    """Decide a dispute of a game without a referee; without a remedy, only your text is recorded."""
    found, remedy = services(), _remedy(roll_back, result, free_seat)
    tables, keyring, log = found.games.tables, found.storage.keyring, found.community.people.operator_log
    with _refusals_said(game_id):
        done = decide_as_operator(tables, keyring, log, COMMAND_LINE, game_id, number, text, remedy)
    click.echo(f"decided at {done.seen.position}")


def _remedy(roll_back: str | None, result: str | None, free_seat: int | None) -> Remedy:
    if sum(one is not None for one in (roll_back, result, free_seat)) > 1:
        raise click.UsageError("one remedy at a time")
    if roll_back is not None:
        return Remedy("roll_back", position=roll_back)
    if result is not None:
        try:
            return Remedy("result", places=tuple(int(place) for place in result.split(",")))
        except ValueError:
            raise click.UsageError("places are numbers, as in 1,2,2,4") from None
    if free_seat is not None:
        return Remedy("free_seat", seat=free_seat - 1)
    return Remedy()


@click.command("call-off")
@click.argument("game_id")
@click.option(
    "--text",
    required=True,
    help="The reason. It is recorded, and all viewers of the game can read it: do not name anyone.",
)
def call_off_command(game_id: str, text: str) -> None:
    """Call off a game that is not over: it does not count, and all its players are notified."""
    with _refusals_said(game_id):
        done = call_off(services().games.tables, services().community.people.operator_log, COMMAND_LINE, game_id, text)
    click.echo(f"called off at {done.seen.position}")


@contextmanager
def _refusals_said(game_id: str) -> Iterator[None]:
    """End the command with the reason if the game allows no such action."""
    try:
        yield
    except NoSuchGame:
        raise click.ClickException(f"there is no game with the id {game_id}") from None
    except Illegal as refusal:
        raise click.ClickException(f"{render(refusal.sentence, [])} ({refusal.rule})") from None
    except BadSignature as fault:
        raise click.ClickException(str(fault)) from None
    except (ReadOnly, RecordDamaged) as damage:
        raise click.ClickException(f"nothing can be written to this game: {damage}") from None
