"""Narration: the sentence of each event, from the redacted event alone, and of each command."""

from stele.title import Command, Event, Hidden, SeatName, Sentence, say, say_fields, say_number, status_words
from titles.kheops.commands import Move, PlacePawn, PlaceTile, Rotate, Swap
from titles.kheops.events import (
    AnkhsScored,
    BaseLaid,
    DungeonScored,
    PawnMoved,
    PawnPlaced,
    PawnsSwapped,
    TableLaid,
    TileDrawn,
    TilePlaced,
    TileRotated,
)
from titles.kheops.notation import written
from titles.kheops.state import PawnKind, Power


def narrate(event: Event) -> Sentence:
    """The sentence of this event for its viewer."""
    match event:
        case TableLaid(components, _, white):
            return say(
                "{player} has white, the other player blue; the tiles are {name} ({status}).",
                player=SeatName(white), name=components.name, status=status_words(components.status),
            )  # fmt: skip
        case BaseLaid(tiles):
            return say("The base of the pyramid was laid with {count} tiles.", count=len(tiles))
        case TileDrawn(seat, Hidden()):
            return say("{player} drew a tile.", player=SeatName(seat))
        case PawnPlaced(seat, pawn, cell, captured, power):
            placed = _pawn_placed(seat, pawn, cell, captured)
            if power is None:
                return placed
            return say("{placed} The tile's power: {power}.", placed=placed, power=_power(power))
        case TileRotated(seat, cell, thirds, _):
            return _tile_rotated(seat, cell, thirds)
        case PawnsSwapped(seat, own, enemy):
            return say(
                "{player} swapped the pawns on {own} and {enemy} ({notation}).",
                player=SeatName(seat), own=own, enemy=enemy, notation=written(Swap(seat, own, enemy)),
            )  # fmt: skip
        case PawnMoved(seat, origin, target):
            return say(
                "{player} moved a pawn from {origin} to {target} ({notation}).",
                player=SeatName(seat), origin=origin, target=target, notation=written(Move(seat, origin, target)),
            )  # fmt: skip
        case TilePlaced(seat, tile, cell, orientation, _):
            return _tile_placed(seat, tile, cell, orientation)
        case DungeonScored():
            return _dungeon_scored(event)
        case AnkhsScored(seat, 0):
            return say("{player} scored no points for Ankhs.", player=SeatName(seat))
        case AnkhsScored(seat, ankhs, points):
            return say_number(
                "{player} scored {points} point for {number} Ankh.",
                "{player} scored {points} points for {number} Ankhs.",
                ankhs, player=SeatName(seat), points=points,
            )  # fmt: skip
    return say_fields(event, power=_power)


def _pawn_placed(seat: int, pawn: PawnKind, cell: str, captured: bool) -> Sentence:
    player, notation = SeatName(seat), written(PlacePawn(seat, pawn, cell))
    match pawn:
        case "worker":
            return say("{player} placed a Worker on {cell} ({notation}).", player=player, cell=cell, notation=notation)
        case "priest":
            return say(
                "{player} placed the Priest on {cell} ({notation}).", player=player, cell=cell, notation=notation
            )
        case "pharaoh":
            return say(
                "{player} placed the Pharaoh on {cell} ({notation}).", player=player, cell=cell, notation=notation
            )
    if captured:
        return say(
            "{player} placed the Mummy on {cell} and sent a Worker back ({notation}).",
            player=player, cell=cell, notation=notation,
        )  # fmt: skip
    return say("{player} placed the Mummy on {cell} ({notation}).", player=player, cell=cell, notation=notation)


def _power(power: Power) -> Sentence:
    match power:
        case "rotate_corridor":
            return say("turn a corridor")
        case "rotate_hall":
            return say("turn a hall")
        case "swap":
            return say("swap two pawns")
        case "move":
            return say("move a pawn")


def _tile_rotated(seat: int, cell: str, thirds: int) -> Sentence:
    values = {"player": SeatName(seat), "cell": cell, "notation": written(Rotate(seat, cell, thirds))}
    if thirds == 1:
        return say("{player} turned the tile on {cell} by one third of a turn ({notation}).", **values)
    return say("{player} turned the tile on {cell} by two thirds of a turn ({notation}).", **values)


def _tile_placed(seat: int, tile: int, cell: str, orientation: int) -> Sentence:
    notation = written(PlaceTile(seat, tile, cell, orientation))
    values = {"player": SeatName(seat), "tile": tile, "cell": cell, "notation": notation}
    match orientation:
        case 0:
            return say("{player} laid tile {tile} on {cell} ({notation}).", **values)
        case 1:
            return say("{player} laid tile {tile} on {cell}, turned once ({notation}).", **values)
        case _:
            return say("{player} laid tile {tile} on {cell}, turned twice ({notation}).", **values)


def _dungeon_scored(event: DungeonScored) -> Sentence:
    values = {"cell": event.cells[0], "count": len(event.cells)}
    if event.cursed:
        return say("The dungeon of {count} tiles from {cell} is cursed and worth nothing.", **values)
    if event.value == 0:
        return say("The dungeon of {count} tiles from {cell} is worth nothing.", **values)
    if event.winner is None:
        return say(
            "No player gets the dungeon of {count} tiles from {cell}, worth {value}.", value=event.value, **values
        )
    parts = (
        (event.halls, say("{points} for halls", points=event.halls)),
        (event.sarcophagi, say("{points} for sarcophagi", points=event.sarcophagi)),
        (event.apex, say("{points} for the apex", points=event.apex)),
        (event.longest, say("{points} for the longest", points=event.longest)),
    )
    reasons = tuple(part for points, part in parts if points)
    if event.closed:
        # Doubled, so never one point.
        return say(
            "{player} scored {value} points for the closed dungeon of {count} tiles from {cell}: {reasons}, doubled.",
            player=SeatName(event.winner), value=event.value, reasons=reasons, **values,
        )  # fmt: skip
    return say_number(
        "{player} scored {number} point for the dungeon of {count} tiles from {cell}: {reasons}.",
        "{player} scored {number} points for the dungeon of {count} tiles from {cell}: {reasons}.",
        event.value, player=SeatName(event.winner), reasons=reasons, **values,
    )  # fmt: skip


def describe(command: Command) -> Sentence:
    """The sentence of this command."""
    notation = written(command)
    match command:
        case PlacePawn(_, "worker", cell):
            return say("Place a Worker on {cell} ({notation})", cell=cell, notation=notation)
        case PlacePawn(_, "priest", cell):
            return say("Place the Priest on {cell} ({notation})", cell=cell, notation=notation)
        case PlacePawn(_, "mummy", cell):
            return say("Place the Mummy on {cell} ({notation})", cell=cell, notation=notation)
        case PlacePawn(_, _, cell):
            return say("Place the Pharaoh on {cell} ({notation})", cell=cell, notation=notation)
        case Rotate(_, cell, 1):
            return say("Turn the tile on {cell} by one third of a turn ({notation})", cell=cell, notation=notation)
        case Rotate(_, cell, _):
            return say("Turn the tile on {cell} by two thirds of a turn ({notation})", cell=cell, notation=notation)
        case Swap(_, own, enemy):
            return say(
                "Swap your pawn on {own} with the one on {enemy} ({notation})", own=own, enemy=enemy, notation=notation
            )
        case Move(_, origin, target):
            return say(
                "Move your pawn from {origin} to {target} ({notation})", origin=origin, target=target, notation=notation
            )
        case PlaceTile(_, tile, cell, 0):
            return say("Lay tile {tile} on {cell} ({notation})", tile=tile, cell=cell, notation=notation)
        case PlaceTile(_, tile, cell, 1):
            return say("Lay tile {tile} on {cell}, turned once ({notation})", tile=tile, cell=cell, notation=notation)
        case PlaceTile(_, tile, cell, _):
            return say("Lay tile {tile} on {cell}, turned twice ({notation})", tile=tile, cell=cell, notation=notation)
    raise TypeError(f"{type(command).__name__} is not a command of this game")
