"""Hidden pieces dealt again: the tiles in the opponent's hand."""

from collections.abc import Sequence

from msgspec.structs import replace

from stele.title import Chance, Event, Hidden, Need, Pile, Slot, deal
from titles.kheops.events import BaseLaid, TableLaid, TileDrawn, TilePlaced


def determinize(past: Sequence[Event], lot: Chance) -> list[Event]:
    """The past with every hidden tile drawn among those not seen elsewhere (KH-S4, KH-L4, R9)."""
    tiles: list[int] = []
    seen: set[int] = set()
    slots: list[Slot] = []
    needs: list[Need] = []
    for time, event in enumerate(past):
        match event:
            case TableLaid(components):
                tiles = [tile.id for tile in components.tiles]
            case BaseLaid(base):
                seen.update(one.tile for one in base)
            case TileDrawn(seat, Hidden()):
                slots.append(Slot(time, seat))
            case TileDrawn(_, int(tile)):
                seen.add(tile)
            case TilePlaced(seat, tile) if tile not in seen:
                needs.append(Need(time, seat, (tile,), 1))
    left = tuple(tile for tile in tiles if tile not in seen)
    dealt = deal([Pile(left, tuple(slots))], needs, lot)
    return [replace(event, tile=dealt[time][0]) if time in dealt else event for time, event in enumerate(past)]
