// @ts-nocheck
// How the table would look right after a move of one seat.

const NEIGHBOURS_UP = [
  [-1, 1],
  [0, -1],
  [0, 1],
];
const NEIGHBOURS_DOWN = [
  [1, -1],
  [0, 1],
  [0, -1],
];

/** The empty cells that share a side with a tile. */
function openCells(cells) {
  const laid = new Set(cells.filter((cell) => cell.tile).map((cell) => cell.cell));
  const isNear = ({ cell, up }) => {
    const row = cell.charCodeAt(0);
    const column = Number(cell.slice(1));
    return (up ? NEIGHBOURS_UP : NEIGHBOURS_DOWN).some(([rows, columns]) =>
      laid.has(`${String.fromCharCode(row + rows)}${column + columns}`),
    );
  };
  return cells.filter((cell) => !cell.tile && isNear(cell)).map((cell) => cell.cell);
}

const POWERS = ["rotate_corridor", "rotate_hall", "swap", "move"];

function placePawn(table, move, seat, at) {
  const cell = at(move.cell);
  if (cell.pawn) table.players[cell.pawn.seat].reserve.worker += 1;
  cell.pawn = { seat, kind: move.pawn };
  table.players[seat].reserve[move.pawn] -= 1;
  table.placed = move.cell;
  table.power = POWERS.includes(cell.tile.symbol) ? cell.tile.symbol : null;
  table.step = table.power ? "power" : "tile";
}

function usePower(table, move, at) {
  if (move.type === "Rotate") at(move.cell).orientation = (at(move.cell).orientation + move.thirds) % 3;
  else {
    const [from, to] = move.type === "Swap" ? [move.own, move.enemy] : [move.origin, move.target];
    [at(from).pawn, at(to).pawn] = [at(to).pawn, at(from).pawn];
    if (move.type === "Swap" && table.placed === from) table.placed = to;
  }
  table.power = null;
  table.step = "tile";
}

function placeTile(table, move, seat, at) {
  const player = table.players[seat];
  const cell = at(move.cell);
  cell.tile = player.hand?.find((tile) => tile.id === move.tile) ?? null;
  cell.orientation = move.orientation;
  player.hand = player.hand?.filter((tile) => tile.id !== move.tile) ?? null;
  player.hand_size -= 1;
  table.tiles_to_lay -= 1;
  table.open_cells = openCells(table.cells);
  if (!table.tiles_to_lay) {
    table.step = "score";
    table.phase = "end";
  } else if (table.deck) table.step = "draw";
  else {
    table.step = "pawn";
    table.turn = 1 - seat;
    table.placed = null;
  }
}

/** The table as it would be right after this move of this seat. */
export function preview(table, move, seat) {
  const next = structuredClone(table);
  const at = (name) => next.cells.find((cell) => cell.cell === name);
  if (move.type === "PlacePawn") placePawn(next, move, seat, at);
  else if (move.type === "PlaceTile") placeTile(next, move, seat, at);
  else usePower(next, move, at);
  return next;
}
