"""What each event says, from the redacted event alone; what each command would do."""

from domain.messages import Command, Event, SeatName, Sentence, say
from domain.rulebooks.kheops.commands import Move, PlacePawn, PlaceTile, Rotate, Swap
from domain.rulebooks.kheops.events import (
    AnkhsScored,
    BaseLaid,
    DungeonScored,
    PawnMoved,
    PawnPlaced,
    PawnsSwapped,
    PowerUnused,
    PyramidScored,
    TableLaid,
    TileDrawn,
    TilePlaced,
    TileRotated,
    TurnsBegin,
)
from domain.rulebooks.kheops.notation import written
from domain.rulebooks.kheops.state import PawnKind
from domain.secrets import Hidden

# How sure component data is, in the words that readers know from the pages.
_STATUS = {"exact": "as printed", "host": "the host's own"}


def narrate(event: Event) -> Sentence:
    """What this event says to its viewer."""
    match event:
        case TableLaid(components, _, white):
            return say(
                "{player} has white, the other player blue; the tiles are {name} ({status}).",
                player=SeatName(white), name=components.name, status=_STATUS.get(components.status, components.status),
            )  # fmt: skip
        case BaseLaid(tiles):
            return say("The base of the pyramid was laid with {count} tiles.", count=len(tiles))
        case TileDrawn(seat, Hidden()):
            return say("{player} drew a tile.", player=SeatName(seat))
        case TileDrawn(seat, tile):
            return say("{player} drew tile {tile}.", player=SeatName(seat), tile=tile)
        case TurnsBegin(seat):
            return say("{player} begins.", player=SeatName(seat))
        case PawnPlaced(seat, pawn, cell, captured, _):
            return _pawn_placed(seat, pawn, cell, captured)
        case PowerUnused(seat, _):
            return say("There was nothing that {player} could use the power on.", player=SeatName(seat))
        case TileRotated(seat, cell, thirds, _):
            turned = Rotate(seat, cell, thirds)
            return say(
                "{player} turned the tile on {cell} ({notation}).",
                player=SeatName(seat), cell=cell, notation=written(turned),
            )  # fmt: skip
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
            return say(
                "{player} laid tile {tile} on {cell} ({notation}).",
                player=SeatName(seat), tile=tile, cell=cell,
                notation=written(PlaceTile(seat, tile, cell, orientation)),
            )  # fmt: skip
        case DungeonScored():
            return _dungeon_scored(event)
        case AnkhsScored(seat, ankhs, points):
            return say(
                "{player} scored {points} for Ankhs: {ankhs}.", player=SeatName(seat), points=points, ankhs=ankhs
            )
        case PyramidScored():
            return say("The pyramid is complete and scored.")
    raise TypeError(f"{type(event).__name__} is not an event of this game")


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


def _dungeon_scored(event: DungeonScored) -> Sentence:
    values = {"cell": event.cells[0], "count": len(event.cells), "value": event.value}
    if event.cursed:
        return say("The dungeon of {count} tiles from {cell} is cursed and worth nothing.", **values)
    if event.winner is None:
        return say("The dungeon of {count} tiles from {cell}, worth {value}, belongs to nobody.", **values)
    reasons = {
        "halls": event.halls, "sarcophagi": event.sarcophagi, "apex": event.apex, "longest": event.longest,
        "player": SeatName(event.winner),
    }  # fmt: skip
    if event.closed:
        return say(
            "{player} scored {value} for the closed dungeon of {count} tiles from {cell}: "
            "twice halls {halls}, sarcophagi {sarcophagi}, apex {apex}, longest {longest}.",
            **values, **reasons,
        )  # fmt: skip
    return say(
        "{player} scored {value} for the dungeon of {count} tiles from {cell}: "
        "halls {halls}, sarcophagi {sarcophagi}, apex {apex}, longest {longest}.",
        **values, **reasons,
    )  # fmt: skip


def describe(command: Command) -> Sentence:
    """What this command would do."""
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
            return say("Turn the tile on {cell} by one third ({notation})", cell=cell, notation=notation)
        case Rotate(_, cell, _):
            return say("Turn the tile on {cell} by two thirds ({notation})", cell=cell, notation=notation)
        case Swap(_, own, enemy):
            return say(
                "Swap your pawn on {own} with the one on {enemy} ({notation})", own=own, enemy=enemy, notation=notation
            )
        case Move(_, origin, target):
            return say(
                "Move your pawn from {origin} to {target} ({notation})", origin=origin, target=target, notation=notation
            )
        case PlaceTile(_, tile, cell, orientation):
            return say(
                "Lay tile {tile} on {cell}, turned {orientation} times ({notation})",
                tile=tile, cell=cell, orientation=orientation, notation=notation,
            )  # fmt: skip
    raise TypeError(f"{type(command).__name__} is not a command of this game")
