// The small drawings of this board: Ankh, Field, Caravan, Pyramid, crown, ingot, offering seal. Each is made in a box
// of 24 units (the Caravan in one of 32 by 24) and scaled from there.

import { svg } from "../../dom.js";

const ANKH =
  "M12 1.2C8.4 1.2 6 3.7 6 6.7c0 2.6 2.2 4.7 4.1 6.1L3.6 12v4.6l6.9-.9L9.9 23h4.2l-.6-7.3 6.9.9V12" +
  "l-6.5.8C15.8 11.4 18 9.3 18 6.7c0-3-2.4-5.5-6-5.5zM12 4.2" +
  "c1.8 0 3 1.2 3 2.7 0 1.7-1.5 3.5-3 4.8-1.5-1.3-3-3.1-3-4.8 0-1.5 1.2-2.7 3-2.7z";

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

const WINGS =
  "M12 9.5C8 7.5 4 7.3 0 8c1 3.4 4 5.2 7.5 5.3L12 13z" + "M12 9.5c4-2 8-2.2 12-1.5-1 3.4-4 5.2-7.5 5.3L12 13z";
const RAYS =
  "M12 0l2 5h-4zM12 24l2-5h-4zM0 12l5-2v4zM24 12l-5-2v4z" +
  "M3.5 3.5l5 2-3 3zM20.5 20.5l-5-2 3-3zM3.5 20.5l2-5 3 3zM20.5 3.5l-2 5-3-3z";

function drawing(x, y, size, ...paths) {
  return svg("g", { transform: `translate(${x} ${y}) scale(${size / 24})` }, ...paths);
}

const path = (d, name) => svg("path", { d, class: name });

export function ankh(x, y, size) {
  return drawing(x, y, size, svg("path", { d: ANKH, class: "amun-ankh", "fill-rule": "evenodd" }));
}

export function field(x, y, size) {
  return drawing(x, y, size, path(STALK, "amun-stalk"), path(GRAINS, "amun-grain"));
}

export function caravan(x, y, size) {
  return drawing(x, y, size, path(CAMEL, "amun-camel"), path(SADDLE, "amun-saddle"));
}

/** A Pyramid token: solid, the side away from the sun shaded. */
export function pyramid(x, y, size) {
  const lit = path("M12 2L.8 21.5h14.7z", "amun-lit");
  return drawing(x, y, size, lit, path("M12 2l3.5 19.5h7.7z", "amun-shaded"));
}

/** A Pyramid printed on a card: the outline alone. */
export function printedPyramid(x, y, size) {
  return drawing(x, y, size, path("M12 3L1.5 21.2h21zM12 3l3.3 18.2", "amun-printed"));
}

/** The Pharaoh's double crown on its round token. */
export function crown(x, y, size) {
  return drawing(
    x,
    y,
    size,
    svg("circle", { cx: 12, cy: 12, r: 12, class: "amun-token" }),
    svg("circle", { cx: 12, cy: 12, r: 10.6, class: "amun-token-ring" }),
    svg(
      "g",
      { transform: "translate(4.3 3.6) scale(.66)" },
      path(WHITE_CROWN, "amun-white-crown"),
      path(RED_CROWN, "amun-red-crown"),
      path(CURL, "amun-curl"),
    ),
  );
}

/** A bar of gold, seen from above its long side. */
export function ingot(x, y, size) {
  return drawing(
    x,
    y,
    size,
    path("M6 8h12l2.5 4h-17z", "amun-ingot-top"),
    path("M3.5 12h17L23 18.5H1z", "amun-ingot-front"),
  );
}

/** The winged sun, on the back of cards. */
export function wingedSun(x, y, size) {
  return drawing(x, y, size, path(WINGS, "amun-wing"), svg("circle", { cx: 12, cy: 11, r: 3.6, class: "amun-sun" }));
}

/** The sun disc with its rays: a Victory Point. */
export function sun(x, y, size) {
  return drawing(x, y, size, path(RAYS, "amun-rays"), svg("circle", { cx: 12, cy: 12, r: 6, class: "amun-disc" }));
}

/** A row of lotus leaves as an ornament, as one path of this length. */
export function frieze(x, y, length, height = 7) {
  const step = 12;
  const count = Math.floor(length / step);
  const start = x + (length - count * step) / 2;
  let d = "";
  for (let at = 0; at < count; at += 1) {
    d += `M${start + at * step + 1} ${y + height}l${step / 2 - 1}-${height} ${step / 2 - 1} ${height}z`;
  }
  return svg("path", { d, class: "amun-frieze" });
}
