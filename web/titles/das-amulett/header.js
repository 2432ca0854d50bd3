// The header: turn, the four phases as a track, the hat, disc and moves left, metals accepted besides, the goal.

import { label, svg } from "../../dom.js";
import { seatMark } from "../../seats.js";
import { gettext } from "../../texts.js";
import { amulet, disc, hat, metal } from "./icons.js";
import { at, box, edge, fit, middle, nameOf, picture, telling, tenth, zone } from "./parts.js";
import { metalName } from "./words.js";

const PHONE = 640;
const LAST_TURNS = 20;
const PARTS = {
  setup: -1,
  choice: -1,
  spells: 0,
  metals: 1,
  gems: 2,
  exchange: 2,
  payment: 2,
  gem: 2,
  take_back: 2,
  movement: 2,
  energy: 3,
  over: 4,
};
const KEYS = ["spells", "metals", "gems", "energy"];

/** The part of the game in key and words. */
export function phase(table) {
  const part = PARTS[table.phase];
  const { turn } = table;
  if (part === -1) return { key: "choice", label: gettext("The set-up") };
  if (part === 4) return { key: "end", label: gettext("The end of the game") };
  const words = [
    () => gettext("Turn {turn}: spells", { turn }),
    () => gettext("Turn {turn}: metals", { turn }),
    () => gettext("Turn {turn}: gems", { turn }),
    () => gettext("Turn {turn}: energy", { turn }),
  ];
  return { key: `${turn}-${KEYS[part]}`, label: words[part]() };
}

function track(table, width) {
  const names = [gettext("Spells"), gettext("Metals"), gettext("Gems"), gettext("Energy")];
  const now = PARTS[table.phase];
  const step = width / names.length;
  const nodes = names.map((name, index) => {
    const state = index < now ? "past" : index === now ? "now" : "coming";
    const x = index * step;
    const tip = index < names.length - 1 ? 7 : 0;
    const shape = `M${tenth(x + 1)} 0H${tenth(x + step - tip - 1)}l${tip} 12-${tip} 12H${tenth(x + 1)}${index ? "l7-12z" : "z"}`;
    return [
      svg("path", { d: shape, class: `amulett-step amulett-step-${state}` }),
      middle(
        x + step / 2 + (index ? 2 : 0),
        16,
        fit(name, step - 4, 11.5),
        `amulett-step-text amulett-step-text-${state}`,
      ),
    ];
  });
  return picture(gettext("Phase: {phase}", { phase: phase(table).label }), ...nodes.flat());
}

/** Who has the hat. */
function hatOf(table, context, width) {
  const name = nameOf(context, table.hat);
  const node = at(
    0,
    0,
    telling(
      gettext("{name} has the hat", { name }),
      hat(0, -3, 24),
      svg("circle", { cx: 35.5, cy: 9.5, r: 10.5, class: "amulett-mark-ground" }),
      seatMark(table.hat, 28, 2, 15),
      label(50, 14.5, fit(name, width - 52, 12.5), { class: "amulett-on-header" }),
    ),
    edge(-2, -3, width, 25, 5),
  );
  context.note(node, "hat", table.hat);
  return node;
}

/** The disc that was drawn, and as many discs as moves are left. */
function moves(table, context) {
  const words =
    table.disc === null
      ? gettext("No disc is drawn")
      : gettext("Disc {disc}, moves left: {moves}", { disc: table.disc, moves: table.moves });
  const most = table.disc ?? 0;
  const left = Array.from({ length: most }, (_, index) =>
    disc(30 + index * 15, 4, 13, index < table.moves ? "disc" : "spent"),
  );
  const node = at(
    0,
    0,
    telling(words, disc(0, -2, 24), middle(12, 14.5, table.disc ?? "–", "amulett-disc-text"), ...left),
    edge(-3, -4, 34 + most * 15, 28, 6),
  );
  context.note(node, "moves", [table.disc, table.moves]);
  return { node, width: 36 + most * 15 };
}

function desires(table, context) {
  const names = table.desires.map(metalName).join(", ");
  const words = table.desires.length
    ? gettext("accepted besides: {list}", { list: names })
    : gettext("no metal is accepted besides");
  const node = at(
    0,
    0,
    telling(
      words,
      ...(table.desires.length
        ? [
            label(0, 14.5, "+", { class: "amulett-on-header amulett-strong" }),
            ...table.desires.map((kind, index) => metal(kind, 11 + index * 20, 1, 18)),
          ]
        : []),
    ),
    edge(-2, -3, 14 + table.desires.length * 20, 26, 5),
  );
  context.note(node, "desires", table.desires);
  return { node, width: table.desires.length ? 16 + table.desires.length * 20 : 0 };
}

function goal(table, width) {
  const values = { different: table.goal.different, gems: table.goal.gems };
  const words = gettext("The goal: {different} kinds of gems, or {gems} gems", values);
  return telling(
    words,
    amulet(0, -3, 24),
    label(27, 14.5, fit(gettext("{different} kinds or {gems} gems", values), width - 28, 12.5), {
      class: "amulett-on-header",
    }),
  );
}

/** The header within this width. */
export function header(table, context, width) {
  const isPhone = width <= PHONE;
  const { label: title } = phase(table);
  const isLate = table.turn > table.turn_limit - LAST_TURNS;
  const heading = isLate ? gettext("{phase} (of {limit} turns)", { phase: title, limit: table.turn_limit }) : title;
  const half = isPhone ? width - 24 : Math.min(520, (width - 40) / 2);
  const steps = moves(table, context);
  const besides = desires(table, context);
  const goalWidth = Math.min(190, width * 0.46);
  const hatWidth = isPhone ? width - 36 - goalWidth : width - 60 - goalWidth - steps.width - besides.width;
  const height = isPhone ? 122 : 84;
  const parts = isPhone
    ? [
        at(12, 34, track(table, half)),
        at(12, 66, hatOf(table, context, hatWidth)),
        at(width - goalWidth - 6, 66, goal(table, goalWidth)),
        at(14, 94, steps.node),
        at(14 + steps.width + 8, 94, besides.node),
      ]
    : [
        at(width - half - 12, 10, track(table, half)),
        at(14, 48, hatOf(table, context, hatWidth)),
        at(width - goalWidth - besides.width - steps.width - 30, 48, steps.node),
        at(width - goalWidth - besides.width - 18, 48, besides.node),
        at(width - goalWidth - 6, 48, goal(table, goalWidth)),
      ];
  const node = zone(
    0,
    0,
    width,
    height,
    heading,
    box(0.5, 0.5, width - 1, height - 1, "amulett-header", 10),
    label(12, 25, fit(heading, isPhone ? width - 24 : width - half - 40, 17.5), { class: "amulett-title" }),
    ...parts,
  );
  node.append(edge(0, 0, width, height, 10, 0));
  context.note(node, "phase", [table.turn, table.phase]);
  return { node, height };
}
