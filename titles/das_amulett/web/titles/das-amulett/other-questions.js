// Other questions: what the viewer is asked outside auction and exchange: Teleportation, free metals, the disc, moving energy.

import { button, numbers } from "../../kit/panels.js";
import { picture, range } from "../../kit/shapes.js";
import { nameOf, ownPlayer } from "../../kit/table-frame.js";
import { fitted, paragraph } from "../../kit/text.js";
import { gettext, ngettext } from "../../core/i18n.js";
import { gemRow } from "./exchange.js";
import { gem } from "./gems.js";
import { disc, metal, token } from "./icons.js";
import { heading, hint, isAsked } from "./parts.js";
import { GEMS, METALS, gemName, metalName } from "./words.js";

/**
 * @import { Part } from "../../kit/table-frame.js"
 * @import { Child } from "../../kit/elements.js"
 * @import { Context, Phase as PhaseName, Player, View } from "./view.js"
 * @param {Context} context
 * @param {number} y
 * @param {number} width
 */
const noMore = (context, y, width) =>
  button(context, 12, y, width, gettext("Use no more spells"), { type: "UseNoMore" });

/**
 * Whether a player has a spell of this effect in play.
 * @param {Player} player
 * @param {string} type
 */
const has = (player, type) => player.spells.some((spell) => spell.effect?.type === type);

/**
 * Metals as buttons, for a card of free choice or for Burning Desire.
 * @param {Context} context
 * @param {number} y
 * @param {number} width
 * @param {(metal: string) => string} fieldsName
 */
function metalButtons(context, y, width, fieldsName) {
  const each = (width - 15) / 4;
  return METALS.map((kind, index) =>
    button(
      context,
      12 + index * (each + 5),
      y,
      each,
      metalName(kind),
      { metal: kind },
      { name: fieldsName(metalName(kind)), sign: (left, top, size) => metal(kind, left - 2, top, size), height: 34 },
    ),
  );
}

/**
 * The gem on its way, and the due cards of free choice.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function metalsPhase(table, context, width) {
  const inner = width - 24;
  /** @type {Child[]} */
  const nodes = [];
  let y = 32;
  const seat = table.queue[0];
  if (table.lifted) {
    const values = { gem: gemName(table.lifted.gem), region: gettext(table.lifted.region) };
    const words = gettext("On its way: a gem ({gem}) from {region}", values);
    const shown = paragraph(42, y + 16, words, inner - 30, "kit-small", { most: 2 });
    nodes.push(picture(words, gem(table.lifted.gem, 12, y, 22), ...shown.nodes));
    y += 14 + shown.height;
  }
  if (table.picks && seat !== undefined) {
    const shown = hint(
      ngettext(
        "{name} takes {number} metal of their choice.",
        "{name} takes {number} metals of their choice.",
        table.picks,
        { name: nameOf(context, seat) },
      ),
      y,
      inner,
    );
    nodes.push(...shown.nodes);
    y = shown.bottom;
  }
  if (isAsked(context)) {
    const before = context.asked;
    if (before.picks) {
      nodes.push(...metalButtons(context, y, inner, (name) => gettext("Take {metal}", { metal: name })));
      y += 40;
    } else if (before.lifted) {
      const shown = hint(gettext("Put the gem down: select a region on the map."), y, inner);
      nodes.push(...shown.nodes);
      y = shown.bottom;
    } else {
      const shown = hint(gettext("Teleportation: pick a gem on the map, or a kind and a region."), y, inner);
      const kinds = GEMS.filter((kind) => before.regions.some((region) => region.gems.includes(kind)));
      const row = gemRow(
        context,
        kinds,
        (kind) => [{ gem: kind }, gettext("Lift a gem: {gem}", { gem: gemName(kind) })],
        inner,
        shown.bottom,
      );
      nodes.push(...shown.nodes, ...row.nodes, noMore(context, row.bottom + 2, inner));
      y = row.bottom + 38;
    }
  }
  const title = gettext("Taking metals");
  return nodes.length ? { title, height: y + 4, nodes: [...heading(title), ...nodes] } : null;
}

/**
 * Before the disc is drawn: Burning Desire, Magical Journey.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function gemsPhase(table, context, width) {
  if (!isAsked(context)) return null;
  const inner = width - 24;
  const own = ownPlayer(context.asked, context);
  if (!own) return null;
  /** @type {Child[]} */
  const nodes = [];
  let y = 32;
  if (has(own, "extra_metal")) {
    nodes.push(fitted(12, y + 12, gettext("Another accepted metal"), inner, "kit-small"));
    nodes.push(...metalButtons(context, y + 20, inner, (name) => gettext("Name {metal}", { metal: name })));
    y += 62;
  }
  if (has(own, "chosen_disc")) {
    nodes.push(fitted(12, y + 12, gettext("The disc"), inner, "kit-small"));
    const row = numbers(
      context,
      12,
      y + 20,
      inner,
      [...new Set(table.discs)],
      (number) => [{ disc: number }, gettext("Choose disc {number}", { number })],
      { sign: disc },
    );
    nodes.push(...row.nodes);
    y += 22 + row.height;
  }
  nodes.push(noMore(context, y, inner));
  const title = gettext("Before the disc is drawn");
  return { title, height: y + 40, nodes: [...heading(title), ...nodes] };
}

/**
 * Blue spells: tokens of the Arc, and declining; the spells themselves are picked as cards.
 * @param {View} _table
 * @param {Context} context
 * @param {number} width
 */
function energyPhase(_table, context, width) {
  if (!isAsked(context)) return null;
  const inner = width - 24;
  const own = ownPlayer(context.asked, context);
  if (!own) return null;
  const title = gettext("Energy");
  if (own.spells.some((spell) => spell.energy === 0)) {
    const shown = hint(gettext("Pick the spell without energy that goes under the deck next."), 32, inner);
    return { title, height: shown.bottom + 4, nodes: [...heading(title), ...shown.nodes] };
  }
  /** @type {Child[]} */
  const nodes = [];
  let y = 32;
  const arc = own.spells.find((spell) => spell.effect?.type === "arc");
  if (arc) {
    const shown = hint(
      gettext("{spell}: number of tokens, and the spell that gets them", { spell: gettext(arc.name) }),
      y,
      inner,
    );
    const row = numbers(
      context,
      12,
      shown.bottom,
      inner,
      range(1, arc.energy),
      (tokens) => [{ type: "MoveEnergy", tokens }, ngettext("Move {number} token", "Move {number} tokens", tokens)],
      { sign: token },
    );
    nodes.push(...shown.nodes, ...row.nodes);
    y = shown.bottom + row.height + 4;
  }
  for (const vortex of own.spells.filter((spell) => spell.effect?.type === "vortex")) {
    const name = gettext(vortex.name);
    const shown = hint(gettext("Then pick the spell that loses a token."), y + 34, inner);
    nodes.push(
      button(context, 12, y, inner, name, { vortex: vortex.name }, { name: gettext("Use {spell}", { spell: name }) }),
      ...shown.nodes,
    );
    y = shown.bottom;
  }
  nodes.push(noMore(context, y, inner));
  return { title, height: y + 40, nodes: [...heading(title), ...nodes] };
}

/**
 * The company moves: the regions are picked on the map.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
function movement(table, context, width) {
  const inner = width - 24;
  const title = gettext("The company moves");
  const shown = hint(
    gettext("{name} moves the company to one of the marked regions.", { name: nameOf(context, table.hat) }),
    32,
    inner,
  );
  return { title, height: shown.bottom + 4, nodes: [...heading(title), ...shown.nodes] };
}

/** @type {Partial<Record<PhaseName, (table: View, context: Context, width: number) => Part | null>>} */
const ZONES = { metals: metalsPhase, gems: gemsPhase, energy: energyPhase, movement };

/**
 * The zone of this phase's question, or null.
 * @param {View} table
 * @param {Context} context
 * @param {number} width
 */
export const askedZone = (table, context, width) => ZONES[table.phase]?.(table, context, width) ?? null;
