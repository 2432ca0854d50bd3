// What a scoring would bring each player now, by its sources.

import { label, svg } from "../../dom.js";
import { seatMark } from "../../seats.js";
import { gettext } from "../../texts.js";
import { coin, doublePyramid, pyramid, sun, temple } from "./icons.js";
import { at, edge, fit, heading, middle, nameOf, telling, tenth } from "./parts.js";
import { scoring } from "./sums.js";

const LINE = 27;
const NAMED = 480;

function columns() {
  return [
    ["temples", gettext("Temples"), (x) => temple(x - 9, 2, 18)],
    ["pyramids", gettext("Pyramids, 1 point each"), (x) => pyramid(x - 9, 2, 18)],
    [
      "sets",
      gettext("Sets: 3 points for each pyramid of the province with the fewest"),
      (x) => doublePyramid(x - 9, 2, 18),
    ],
    ["west", gettext("Most pyramids on the west bank"), (x) => bank(x, true)],
    ["east", gettext("Most pyramids on the east bank"), (x) => bank(x, false)],
    ["total", gettext("In all, without yellow cards"), (x) => sun(x - 9, 2, 18)],
    ["gold", gettext("The place in Gold, at the end of the game"), (x) => coin(x - 9, 2, 18)],
  ];
}

/** The river with a pyramid on one side. */
function bank(x, isWest) {
  const side = isWest ? -1 : 1;
  return svg(
    "g",
    { class: "amunre-icon" },
    svg("path", { d: `M${tenth(x - side * 6)} 2q4 4 0 9t0 9`, class: "amunre-bank" }),
    pyramid(x + (isWest ? -11 : -1), 6, 13),
  );
}

/** The table of points within this width. */
export function scores(table, context, width) {
  const pad = 12;
  const inner = width - 2 * pad;
  const first = width >= NAMED ? 150 : 26;
  const each = (inner - first) / 7;
  const parts = columns();
  const x = (index) => pad + first + each * (index + 0.5);
  const nodes = [
    ...heading(fit(gettext("What a scoring would bring now"), inner - 20, 14)),
    ...parts.map(([, name, draw], index) => at(0, 34, telling(name, draw(x(index))))),
  ];
  table.players.forEach((player, line) => {
    const sum = scoring(table, player);
    const y = 62 + line * LINE;
    const name = nameOf(context, player.seat);
    nodes.push(
      svg("path", { d: `M${pad} ${y}H${width - pad}`, class: "amunre-hair" }),
      seatMark(player.seat, pad, y + 6, 16),
      ...(first > 50 ? [label(pad + 22, y + 18, fit(name, first - 24, 13))] : []),
    );
    parts.forEach(([key, words], index) => {
      const value = sum[key];
      const text = value === null ? "–" : value;
      const node = at(
        0,
        0,
        telling(
          `${name}, ${words}: ${text}`,
          middle(
            x(index),
            y + 18.5,
            text,
            key === "total" ? "amunre-sum" : value ? "amunre-line" : "amunre-line amunre-soft",
          ),
        ),
        edge(x(index) - each / 2 + 3, y + 3, each - 6, LINE - 5, 5),
      );
      context.note(node, `would ${key} ${player.seat}`, value);
      nodes.push(node);
    });
  });
  return {
    title: gettext("What a scoring would bring now"),
    height: 68 + table.players.length * LINE,
    nodes,
  };
}
