// The Nile: the Gold of a Field, by the total of the offerings.

import { svg } from "../../kit/elements.js";
import { box, edge, path, picture, tenth } from "../../kit/shapes.js";
import { caravan } from "../../kit/icons.js";
import { fitted, middle } from "../../kit/text.js";
import { gettext } from "../../core/i18n.js";

/** @import { Context, View } from "./view.js" */

const LIMITS = ["1–5", "6–10", "11–15", "16+"];

/** The height of the Nile. */
export const NILE = 52;

/**
 * The Nile in this width, with its flood once the offerings of this Kingdom are known.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
export function nile(table, context, width) {
  const { total } = table.offering;
  const flood = table.offering.flood ?? 0;
  const left = 92;
  const step = (width - left) / 4;
  const words = flood
    ? gettext("The Nile: offerings of {total} Gold in all, every Field earns {flood} Gold", { total, flood })
    : gettext("The Nile: no flood yet in this Kingdom");
  const ground = flood ? "amun-on-water" : "amun-on-bed";
  const node = picture(words, box(0, 0, width, NILE, "amun-bed", 8));
  if (flood) {
    const end = left + step * flood;
    let wave = `M3 ${NILE - 4}V8q0-4 4-4`;
    for (let x = 7; x + 14 < end; x += 14) wave += "q3.5 -3 7 0t7 0";
    node.append(path(`${wave}H${tenth(end - 3)}V${NILE - 4}z`, "amun-water"));
  }
  const state = flood ? gettext("total {total}", { total }) : gettext("no flood yet");
  node.append(
    fitted(12, 23, gettext("Nile"), left - 16, `amun-nile-name ${ground}`),
    fitted(12, 41, state, left - 16, `kit-small ${ground}`),
  );
  for (let level = 1; level <= LIMITS.length; level += 1) {
    const x = left + step * (level - 1);
    const tone = level <= flood ? "amun-on-water" : "amun-on-bed";
    const center = x + step / 2;
    const look = `amun-level ${tone}${level === flood ? " kit-strong" : ""}`;
    node.append(
      path(`M${tenth(x)} 8V${NILE - 8}`, "amun-level-line"),
      middle(level < 3 ? center - 10 : center, 24, `×${level}`, look),
      middle(center, 42, LIMITS[level - 1], `kit-small ${tone}`),
    );
    // At a low flood the Caravans earn Gold too.
    if (level < 3) node.append(svg("g", { class: tone }, caravan(center + 4, 9, 15)));
  }
  node.append(edge(0, 0, width, NILE));
  const known = total ? gettext("offerings of {total} Gold in all", { total }) : state;
  const text = flood ? gettext("{known}, every Field earns {flood} Gold", { known, flood }) : known;
  context.note(node, "flood", [total, flood], { name: gettext("Nile"), text });
  return node;
}
