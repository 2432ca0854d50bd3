"""Starting tables, and drawn pyramids.

A pyramid is drawn row by row, the rows labelled with their letters as in RULES.md. Every tile takes five characters,
and every row begins one tile farther to the right than the one beneath, so that what stands above each other in the
drawing shares a side or touches in a corner:

    b       /C..--H.w/
              |
    a  -H.W--CA./

* The first and the last character are the tile's own slanting sides: `-` is open, a stroke is a wall. The strokes show
  how the triangle stands: `/   \\` with its apex up, `\\   /` with its apex down. Where two tiles meet, `--` is a
  passage and `-` beside a stroke leads against the other's wall.
* In the middle stand what it is (`H` a hall, `C` a corridor), its symbol and its pawn, or a dot for none.
  Symbols: `c` rotate a corridor, `h` rotate a hall, `=` swap, `>` move, `#` no pawn, `2`, `A` Ankh, `X` curse, and
  `R` `G` `Y` a red, green or yellow sarcophagus.
  Pawns: `W` Worker, `P` Priest, `M` Mummy, `F` Pharaoh of white, in seat 0; `w` `p` `m` of blue, in seat 1.
* The line between two rows shows the level sides, in the middle of each tile: `|` is a passage, `'` is open only in the
  tile above it, `,` only in the tile beneath it. Under row `a` the sides at the bottom of the pyramid are shown by `'`.
* Cells that are left blank have no tile yet; rows at the top or the bottom can be left out.

In the drawing above b1 communicates with a2 and with b2, and a2 with a1; from a1 an open side leads outside.
"""

import random
from typing import NamedTuple

from msgspec.structs import replace

from domain import game as shared
from domain import lifecycle
from domain.chance import KeyedChance, commitment
from domain.redaction import Viewer, redact
from domain.rulebook import settle_options
from domain.terms import GameTerms
from tests.harness import Given
from titles import kheops as title
from titles.kheops.events import BaseLaid, BaseTile, TableLaid, TileDrawn, TurnsBegin
from titles.kheops.plan import CELLS, INDEX, PLACES
from titles.kheops.state import PAWNS, Components, Kind, Pawn, PawnKind, Settings, State, Symbol, Tile

WHITE, BLUE = 0, 1
ROWS = "abcdefg"
LABEL, WIDTH = 3, 5
SYMBOLS: dict[str, Symbol] = {
    ".": "none", "c": "rotate_corridor", "h": "rotate_hall", "=": "swap", ">": "move", "#": "no_pawn", "2": "double",
    "A": "ankh", "X": "curse", "R": "sarcophagus", "G": "sarcophagus", "Y": "sarcophagus",
}  # fmt: skip
COLOURS = {"R": "red", "G": "green", "Y": "yellow"}
KINDS: dict[str, Kind] = {"H": "hall", "C": "corridor"}
LETTERS: dict[str, PawnKind] = {"w": "worker", "p": "priest", "m": "mummy", "f": "pharaoh"}

HAND_OF_WHITE, HAND_OF_BLUE, IN_THE_DECK = (101, 102, 103), (201, 202, 203), (301, 302, 303)
"""The tiles that are not in a drawn pyramid, by threes.

Of each three the first is a corridor with two open sides, the second a hall with one, the third a hall with three.
"""


class Drawn(NamedTuple):
    """A tile of a drawing: its kind, its symbol, its open sides numbered as in `plan`, and its pawn."""

    kind: Kind
    symbol: Symbol
    colour: str
    sides: tuple[bool, bool, bool]
    pawn: Pawn | None


def drawn(picture: str) -> dict[str, Drawn]:
    """The tiles of this drawing, cell by cell."""
    lines = [line.rstrip() for line in picture.splitlines() if line.strip()]
    levels, rows = _lines_by_row(lines)
    cells = {}
    for letter, line in rows.items():
        row = ROWS.index(letter)
        for column in range(13 - 2 * row):
            text = line[LABEL + WIDTH * (column + row) :][:WIDTH].ljust(WIDTH)
            if text.strip():
                level = levels.get(row if column % 2 == 0 else row + 1, "")
                mark = level[LABEL + WIDTH * (column + row) + 2 :][:1]
                cells[f"{letter}{column + 1}"] = _cell(text, column % 2 == 0, mark)
    assert sum(len(line[LABEL:].replace(" ", "")) for line in rows.values()) == WIDTH * len(cells), "drawn askew"
    return {name: cells[name] for name in CELLS if name in cells}


def _lines_by_row(lines: list[str]) -> tuple[dict[int, str], dict[str, str]]:
    """The lines of level sides by the row that stands on them, and the rows by their letters."""
    rows = {line[0]: line for line in lines if line[0] in ROWS}
    assert "".join(rows) in ROWS[::-1], "rows are drawn from the top to the bottom, none left out between"
    levels = {}
    for number, line in enumerate(lines):
        if line[0] not in ROWS:
            above = lines[number - 1][0] if number else ROWS[ROWS.index(lines[number + 1][0]) + 1]
            levels[ROWS.index(above)] = line
            assert set(line) <= set(" |',"), line
    return levels, rows


def _cell(text: str, up: bool, mark: str) -> Drawn:
    left, kind, symbol, pawn, right = tuple(text)
    walls = ("/", "\\") if up else ("\\", "/")
    assert left in (walls[0], "-") and right in (walls[1], "-"), f"{text} does not show how the triangle stands"
    level = mark in ("|", "'" if up else ",") and mark != ""
    sides = (level, left == "-", right == "-") if up else (level, right == "-", left == "-")
    who = None if pawn == "." else Pawn(WHITE if pawn.isupper() else BLUE, LETTERS[pawn.lower()])
    return Drawn(KINDS[kind], SYMBOLS[symbol], COLOURS.get(symbol, ""), sides, who)


def shown(state: State) -> dict[str, Drawn]:
    """The pyramid of this state in the form of `drawn`, for comparing it with a drawing."""
    return {
        name: Drawn(
            laid.tile.kind,
            laid.tile.symbol,
            laid.tile.colour,
            (laid.is_open(0), laid.is_open(1), laid.is_open(2)),
            state.pawns[cell],
        )
        for cell, name in enumerate(CELLS)
        if (laid := state.laid[cell]) is not None
    }


def _beside(first: int) -> tuple[Tile, Tile, Tile]:
    return (
        Tile(first, "corridor", (True, True, False), "none"),
        Tile(first + 1, "hall", (True, False, False), "none"),
        Tile(first + 2, "hall", (True, True, True), "none"),
    )


def pyramid(picture: str, turn: int = WHITE, **settings) -> Given:
    """This seat's turn at a drawn pyramid. Tiles are numbered from 1 in the order of the plan.

    Drawn pawns are removed from the reserves; all players hold three tiles, and three are in the deck.
    """
    cells = drawn(picture)
    tiles = tuple(
        Tile(number, one.kind, one.sides, one.symbol, one.colour) for number, one in enumerate(cells.values(), start=1)
    )
    components = Components("drawn", "host", "", tuple(cells), tiles + _beside(101) + _beside(201) + _beside(301))
    table = Given(
        title,
        TableLaid(components, Settings(**settings), WHITE),
        BaseLaid(tuple(BaseTile(number, cell, 0) for number, cell in enumerate(cells, start=1))),
        *(TileDrawn(WHITE, tile) for tile in HAND_OF_WHITE),
        *(TileDrawn(BLUE, tile) for tile in HAND_OF_BLUE),
        TurnsBegin(turn),
    )
    pawns: list[Pawn | None] = [None] * len(CELLS)
    for cell, one in cells.items():
        pawns[INDEX[cell]] = one.pawn
    players = [
        replace(player, reserve=tuple(count - pawns.count(Pawn(seat, kind)) for kind, count in pairs(player)))
        for seat, player in enumerate(table.state.players)
    ]
    assert min(count for player in players for count in player.reserve) >= 0, "more pawns are drawn than there are"
    table.state = replace(table.state, pawns=tuple(pawns), players=tuple(players))
    return table


def pairs(player):
    """Every kind of pawn with its number in the reserve."""
    return list(zip(PAWNS, player.reserve, strict=True))


def reserve(table: Given, seat: int) -> dict[str, int]:
    """This seat's reserve."""
    return dict(pairs(table.state.players[seat]))


def scored(picture: str, **settings):
    """The scoring of the drawn pyramid, as if it were complete."""
    table = pyramid(picture, **settings)
    table.state = replace(table.state, step="score")
    return table.settles()


def points(picture: str, **settings) -> list[int]:
    """The points of white and blue when the drawn pyramid is scored."""
    return [player.points for player in scored(picture, **settings).state.players]


def corners(cell):
    """The corners of a cell's triangle, on a grid of half sides: found without the plan's own table of neighbours."""
    row, column = PLACES[cell]
    left, level = row + column, row + column % 2
    middle = 2 * row + 1 - level
    return {(left, level), (left + 2, level), (left + 1, middle)}


KEY = bytes(range(32))


class Playout:
    """A game played at random through the rules that every title shares; each viewer folds the redacted facts."""

    def __init__(self, seed, **options):
        self.lot = random.Random(seed)
        settled = settle_options(title, options)
        opened = lifecycle.open_game(title, GameTerms("kheops", 2, settled), commitment(KEY), f"game-{seed}")
        self.game = shared.evolve_shared(None, opened.event)
        viewers: tuple[Viewer, ...] = ("public", 0, 1)
        self.seen = dict.fromkeys(viewers, self.game)
        self.events = []
        for seat in range(2):
            self.act(shared.TakeSeat(seat, player=f"player-{seat}", nonce=f"nonce-{seed}-{seat}"))

    @property
    def state(self):
        """The whole table."""
        return self.game.table

    def act(self, command):
        """The command, and all its consequences."""
        nonces = (*self.game.nonces, getattr(command, "nonce", ""))[:2]
        chance = KeyedChance(KEY, "game", nonces, self.game.draws)
        for happening in lifecycle.act(title, self.game, command, chance, KEY.hex()):
            event, actor, luck = happening.event, happening.actor, happening.luck
            self.events.append(event)
            self.game = shared.evolve(title, self.game, event, actor, luck)
            for viewer, seen in self.seen.items():
                self.seen[viewer] = shared.evolve(title, seen, redact(event, viewer), actor, luck)

    def listed(self):
        """Every legal command of either seat."""
        return [command for seat in range(2) for command in title.legal(self.state, seat)]

    def step(self):
        """Any legal command."""
        self.act(self.lot.choice(self.listed()))

    def finish(self):
        """Play the table to its end."""
        while not self.game.is_over:
            self.step()
        return self

    def of(self, kind):
        """The facts of this kind."""
        return [event for event in self.events if isinstance(event, kind)]
