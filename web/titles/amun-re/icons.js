// The small drawings of this board, each made in a box of 24 units (the Caravan in one of 32 by 24) and scaled from there.

import { svg } from "../../dom.js";

const STALK = "M11.3 23.5c0-5 .1-9.5.7-14.5.6 5 .7 9.5.7 14.5z";
const GRAINS =
  "M12 .5c1.7 1.9 2.1 4 0 6.5-2.1-2.5-1.7-4.6 0-6.5zM11.3 9.7C8.3 9.3 6.9 7.4 6.6 4.5" +
  "c2.8.5 4.5 2.2 4.7 5.2zM12.7 9.7c3-.4 4.4-2.3 4.7-5.2-2.8.5-4.5 2.2-4.7 5.2zM11.3 14.2" +
  "c-3-.4-4.6-2.3-4.9-5.2 2.8.5 4.7 2.2 4.9 5.2zM12.7 14.2" +
  "c3-.4 4.6-2.3 4.9-5.2-2.8.5-4.7 2.2-4.9 5.2zM11.3 18.7" +
  "c-3-.4-4.6-2.3-4.9-5.2 2.8.5 4.7 2.2 4.9 5.2zM12.7 18.7" +
  "c3-.4 4.6-2.3 4.9-5.2-2.8.5-4.7 2.2-4.9 5.2z";
const CAMEL =
  "M3 23.2l1.3-7.6c-.9-1.4-.8-3.2.6-4.3 1.7-1.3 4-.9 5.5-2.4C11.9 7.3 12.8 4.6 15 4.6" +
  "s3.2 2.9 4.6 4.6c1.3 1.6 3.2 1.8 4.1.4 1-1.6.6-4 1.3-5.8.6-1.5 2-2.1 3.3-1.7l2.5 1" +
  "c.7.4.7 1.5-.1 1.7l-2.5.5c-.5 2.2-.3 5-1.5 7.3-1 1.8-2.7 2.7-4.4 2.9l.5 7.7h-1.9l-1-7-1 7h-1.7" +
  "l.2-7.3c-2.4.4-5 .2-7-.4l-.9 7.7H7.8l-.4-6.2-2.5 6.2z";
const SADDLE = "M11.6 8.2c.9-1.8 1.7-3.6 3.4-3.6 1.7 0 2.7 1.9 3.7 3.5l-.6 5.2h-6z";
const WHITE_CROWN = "M9.2 14C8.5 8.8 10 5.6 11.4 3.9c-.5-1.3.3-2.7 1.7-2.7s2.2 1.4 1.7 2.7c1.8 2 3.4 5.3 3.7 10.1z";
const RED_CROWN = "M4.6 22.5L3.4 3h4.2L9.8 13.2H20l-1.2 9.3z";
const CURL = "M13 13.2c1.4-3.4 4.2-5.4 6.6-4.4 2 .9 1.5 3.4-.4 3.3-1.2-.1-1.4-1.6-.4-1.9";
const ANKH =
  "M12 1.2C8.4 1.2 6 3.7 6 6.7c0 2.6 2.2 4.7 4.1 6.1L3.6 12v4.6l6.9-.9L9.9 23h4.2l-.6-7.3 6.9.9V12" +
  "l-6.5.8C15.8 11.4 18 9.3 18 6.7c0-3-2.4-5.5-6-5.5zM12 4.2" +
  "c1.8 0 3 1.2 3 2.7 0 1.7-1.5 3.5-3 4.8-1.5-1.3-3-3.1-3-4.8 0-1.5 1.2-2.7 3-2.7z";
const FARMER = "M12 2.2a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4zM4.5 22.5c0-7 2.5-11 7.5-11s7.5 4 7.5 11z";
const RAYS =
  "M12 0l2 5h-4zM12 24l2-5h-4zM0 12l5-2v4zM24 12l-5-2v4z" +
  "M3.5 3.5l5 2-3 3zM20.5 20.5l-5-2 3-3zM3.5 20.5l2-5 3 3zM20.5 3.5l-2 5-3-3z";

function drawing(x, y, size, ...paths) {
  const place = `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}) scale(${Math.round((size / 24) * 1000) / 1000})`;
  return svg("g", { transform: place, class: "amunre-icon" }, ...paths);
}

const path = (d, name) => svg("path", { d, class: `amunre-${name}` });

export const caravan = (x, y, size) => drawing(x, y, size, path(CAMEL, "camel"), path(SADDLE, "saddle"));

/** A pyramid, the side away from the sun shaded. */
export const pyramid = (x, y, size) =>
  drawing(x, y, size, path("M12 2L.8 21.5h14.7z", "lit"), path("M12 2l3.5 19.5h7.7z", "shaded"));

/** A double pyramid: one before the other, the upper part stepped. */
export const doublePyramid = (x, y, size) =>
  drawing(
    x,
    y,
    size,
    path("M16.5 1L8 15.5h13z", "lit"),
    path("M16.5 1l4.5 14.5 3-.5z", "shaded"),
    path("M9 7L-1 21.5h14.5z", "lit"),
    path("M9 7l4.5 14.5h6.5z", "shaded"),
  );

export const stone = (x, y, size) =>
  drawing(
    x,
    y,
    size,
    path("M3 9l5-4h14l-4 4z", "stone-top"),
    path("M3 9h15v11H3z", "stone"),
    path("M18 9l4-4v10.5l-4 4.5z", "stone-side"),
  );

/** A Field: an outline while it is open, a Farmer stands on it otherwise. */
export const field = (x, y, size, taken) =>
  taken
    ? drawing(
        x,
        y,
        size,
        svg("rect", { x: 0.5, y: 0.5, width: 23, height: 23, rx: 4, class: "amunre-field" }),
        path(FARMER, "farmer"),
      )
    : drawing(
        x,
        y,
        size,
        svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 4, class: "amunre-field-open" }),
        svg("g", { transform: "translate(4.8 4) scale(.6)" }, path(STALK + GRAINS, "open-grain")),
      );

export const farmer = (x, y, size) => drawing(x, y, size, path(FARMER, "farmer"));

/** A Farmer without a Field: the figure with a plus. */
export const freeFarmer = (x, y, size) =>
  drawing(x, y, size, path(FARMER, "farmer-free"), path("M18 1h3.5v4H25v3.5h-3.5v4H18v-4h-3.5V5H18z", "plus"));

/** The sign of Favor cards: a small card with an ankh. */
export const favor = (x, y, size) =>
  drawing(
    x,
    y,
    size,
    svg("rect", { x: 3, y: 0.8, width: 18, height: 22.4, rx: 3, class: "amunre-favor" }),
    svg("path", {
      d: ANKH,
      class: "amunre-favor-ankh",
      "fill-rule": "evenodd",
      transform: "translate(3.6 3.6) scale(.7)",
    }),
  );

export const coin = (x, y, size) =>
  drawing(
    x,
    y,
    size,
    svg("circle", { cx: 12, cy: 12, r: 11, class: "amunre-coin" }),
    svg("circle", { cx: 12, cy: 12, r: 7.5, class: "amunre-coin-ring" }),
  );

export const mine = (x, y, size) =>
  drawing(x, y, size, path("M6 5h12l2.5 5h-17z", "ingot-top"), path("M3.5 10h17L23 19.5H1z", "ingot-front"));

export const temple = (x, y, size) =>
  drawing(
    x,
    y,
    size,
    path("M12 1L23 8H1z", "temple-roof"),
    path("M3 9h3.5v10H3zM8 9h3v10H8zM13 9h3v10h-3zM17.5 9H21v10h-3.5z", "temple"),
    path("M1 19.5h22V23H1z", "temple-roof"),
  );

/** The start player's token: the Pharaoh's double crown on its round disc. */
export const pharaoh = (x, y, size) =>
  drawing(
    x,
    y,
    size,
    svg("circle", { cx: 12, cy: 12, r: 12, class: "amunre-token" }),
    svg("circle", { cx: 12, cy: 12, r: 10.6, class: "amunre-token-ring" }),
    svg(
      "g",
      { transform: "translate(4.3 3.6) scale(.66)" },
      path(WHITE_CROWN, "white-crown"),
      path(RED_CROWN, "red-crown"),
      path(CURL, "curl"),
    ),
  );

export const sun = (x, y, size) =>
  drawing(x, y, size, path(RAYS, "rays"), svg("circle", { cx: 12, cy: 12, r: 6, class: "amunre-rays" }));

export const shield = (x, y, size) =>
  drawing(
    x,
    y,
    size,
    path("M12 1l9 3v8c0 5.5-4 9-9 11.5C7 21 3 17.5 3 12V4z", "shield"),
    path("M12 5v14M7 10h10", "shield-line"),
  );

export const lock = (x, y, size) =>
  drawing(x, y, size, path("M7 11V8a5 5 0 0 1 10 0v3", "lock-bow"), path("M4.5 11h15v11h-15z", "lock"));

/** The thief: a dark mask. */
export const theft = (x, y, size) =>
  drawing(
    x,
    y,
    size,
    path(
      "M1 8c4-3 8-1.5 11-.5C15 6.5 19 5 23 8c0 6-3 10-6.5 10-2.5 0-3.5-2.5-4.5-2.5S10 18 7.5 18C4 18 1 14 1 8z",
      "mask",
    ),
    path("M5 11c2-1 4 0 4.5 2-2 1-4 .5-4.5-2zM19 11c-2-1-4 0-4.5 2 2 1 4 .5 4.5-2z", "mask-eye"),
  );

export const arrow = (x, y, size, up) =>
  drawing(x, y, size, path(up ? "M12 2l9 10h-5v10H8V12H3z" : "M12 22l9-10h-5V2H8v10H3z", "arrow"));

// The pictures of the Favor cards, drawn on the card's own ink.
const CARDS = {
  bribe: (x, y, size) =>
    drawing(
      x,
      y,
      size,
      path("M9 1h6l-1.5 5h-3zM9.5 7h5c4.5 3 7 7 7 11 0 4-3 5-9.5 5S2.5 22 2.5 18c0-4 2.5-8 7-11z", "pouch"),
      svg("circle", { cx: 12, cy: 15.5, r: 4, class: "amunre-coin" }),
    ),
  protection: shield,
  free_farmer: freeFarmer,
  architect: (x, y, size) =>
    drawing(
      x,
      y,
      size,
      path("M2 22V4l19 18z", "square"),
      path("M7 17.5v-4l4.5 4z", "square-hole"),
      path("M14 2l3-1 5 10-3 1.5z", "pouch"),
    ),
  offering_adjuster: (x, y, size) =>
    drawing(
      x,
      y,
      size,
      path("M0 13q3-4 6 0t6 0 6 0 6 0v4q-3 4-6 0t-6 0-6 0-6 0z", "wave"),
      path("M7 0l4 6H8.5v3h-3V6H3zM17 9l4-6h-2.5V0h-3v3H13z", "arrow-mark"),
    ),
  treasury: (x, y, size) =>
    drawing(
      x,
      y,
      size,
      path("M2 10c0-5 3-7 10-7s10 2 10 7z", "chest-lid"),
      path("M2 11h20v10H2z", "chest"),
      svg("circle", { cx: 12, cy: 14, r: 2.6, class: "amunre-coin" }),
    ),
  great_harvest: (x, y, size) => drawing(x, y, size, path(STALK, "stalk"), path(GRAINS, "grain")),
  one_bank: (x, y, size) =>
    drawing(
      x,
      y,
      size,
      path("M1 1h8v22H1z", "mark-on"),
      path("M15 1h8v22h-8z", "mark-off"),
      path("M11 1q3 5 0 11t0 11h2q3-5 0-11t0-11z", "wave"),
    ),
  one_half: (x, y, size) =>
    drawing(
      x,
      y,
      size,
      path("M1 1h22v9.5H1z", "mark-on"),
      path("M1 13.5h22V23H1z", "mark-off"),
      path("M11 1q3 5 0 11t0 11h2q3-5 0-11t0-11z", "wave"),
    ),
  river: (x, y, size) =>
    drawing(
      x,
      y,
      size,
      path(
        "M0 5q3-4 6 0t6 0 6 0 6 0v3q-3 4-6 0t-6 0-6 0-6 0zM0 15q3-4 6 0t6 0 6 0 6 0v3q-3 4-6 0t-6 0-6 0-6 0z",
        "wave",
      ),
    ),
  desert: (x, y, size) =>
    drawing(
      x,
      y,
      size,
      svg("circle", { cx: 17, cy: 6, r: 4.5, class: "amunre-rays" }),
      path("M0 20c5-8 9-8 13-3 3-4 7-4 11 1v5H0z", "dune"),
    ),
  many_farmers: (x, y, size) =>
    drawing(
      x,
      y,
      size,
      ...[
        [0, 0],
        [9, 0],
        [4.5, 9],
      ].map(([dx, dy]) => svg("g", { transform: `translate(${dx} ${dy}) scale(.62)` }, path(FARMER, "farmer"))),
    ),
};

export const favorIcon = (card, x, y, size) => CARDS[card](x, y, size);

/** A row of lotus leaves as an ornament, as one path of this length. */
export function frieze(x, y, length, height = 7) {
  const step = 12;
  const count = Math.floor(length / step);
  const start = x + (length - count * step) / 2;
  let d = "";
  for (let at = 0; at < count; at += 1) {
    d += `M${Math.round((start + at * step + 1) * 10) / 10} ${y + height}l${step / 2 - 1}-${height} ${step / 2 - 1} ${height}z`;
  }
  return svg("path", { d, class: "amunre-frieze" });
}
