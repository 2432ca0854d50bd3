// Standing orders: the form for automatic bids and other standing orders, and the list of a player's own. In an
// auction a standing order is one number, the limit up to which the others are outbid. The list has the waiting ones
// and those that did not apply, with the reason.

import { call, gamePath, problemText } from "../core/api.js";
import { openDialog } from "../core/dialogs.js";
import { announce, button, html, optionsOf, replace, select } from "../core/dom.js";
import { notice } from "../masthead/page-header.js";
import { gettext } from "../core/i18n.js";
import { besides } from "../board/load-drawing.js";

/** @import { Game } from "../record/game.js" */
/** @import { Bid, LegalMove, OrderForm, PlacedOrder, TitleOrders } from "../types.js" */
/** @import { OrdersResponse } from "../responses.js" */
/** @typedef {PlacedOrder & { text: string }} Order */

/** A dropped standing order leaves no event in the record: while one waits, the list is polled. */
const LOOK_AGAIN_MILLISECONDS = 5000;

/** The reader's standing orders in this game, and the form for new ones. */
export class Orders {
  /** @type {OrdersResponse | null} */
  #told = null;
  /** The bids for each item, lowest first, by its name. @type {Map<string, LegalMove[]>} */
  #things = new Map();
  /** The position of the form's bids. */
  #at = "";
  /** The shown notices. @type {Set<string>} */
  #noticed = new Set();
  #again = 0;

  /**
   * @param {HTMLElement} opener the button that opens the panel
   * @param {HTMLElement} shortcut the place of a second button to the form, during auctions
   * @param {Game} game
   * @param {Bid | undefined} bid recognises this title's bids, if there are any
   */
  constructor(opener, shortcut, game, bid) {
    this.opener = opener;
    this.shortcut = shortcut;
    this.game = game;
    this.bid = bid;
    this.list = html.ul({ class: "orders-list" });
    this.notices = html.div({ class: "orders-notices" });
    this.refusal = html.p({ class: "refusal", role: "alert" });
    this.thing = html.select({ id: "order-thing", onchange: () => this.#showNumbers() });
    this.number = html.select({ id: "order-number" });
    this.form = html.form(
      { class: "order-form", onsubmit: (event) => this.#order(event) },
      html.label({ for: "order-number" }, gettext("Outbid up to")),
      this.number,
      html.label({ for: "order-thing" }, gettext("for")),
      this.thing,
      html.button({ type: "submit", class: "primary", id: "order" }, gettext("Add order")),
    );
    this.hint = html.p(
      { class: "hint" },
      gettext(
        "When it is your turn (even if it already is), your standing order is carried out after a short delay, with the lowest possible bid. If it is no longer possible by then, it is dropped. Other players can't see your orders.",
      ),
    );
    this.longer = html.div({ class: "orders-longer" });
    this.content = html.div({ class: "orders", tabindex: -1 }, this.notices, this.list, this.form, this.longer);
    this.content.append(this.refusal);
    this.content.append(this.hint);
    opener.addEventListener("click", () => this.#open());
  }

  /** Show the possible standing orders, and reload the existing ones if they may have changed. */
  async look() {
    const { game } = this;
    const mayOrder = game.seat !== null && game.state.status === "playing" && !game.state.seats[game.seat].resigned;
    if (mayOrder && (!this.#told || this.#told.orders.length)) {
      this.#told = await call(gamePath(game.id, "/orders"));
    }
    this.opener.hidden = !mayOrder;
    this.#showForm(mayOrder);
    this.#show();
    clearTimeout(this.#again);
    if (game.isMyTurn && this.#told?.orders.length) {
      this.#again = window.setTimeout(() => this.look().catch(() => {}), LOOK_AGAIN_MILLISECONDS);
    }
  }

  #open() {
    openDialog(gettext("Standing orders"), this.content);
    if (!this.form.hidden) this.number.focus();
    this.#showLonger().catch((error) => {
      this.refusal.textContent = problemText(error);
    });
  }

  /** Show the title's suggestions for longer standing orders at the current position. */
  async #showLonger() {
    const { seat, state } = this.game;
    const title = /** @type {TitleOrders | null} */ (await besides(state.rulebook, "orders"));
    const forms = title && seat !== null ? title.forms(state.table, seat) : [];
    replace(
      this.longer,
      forms.map((one) => this.#longerForm(one)),
    );
  }

  /** @param {OrderForm} offered */
  #longerForm({ id, choices, ends, orders }) {
    const fields = choices.map(({ values, name }, index) =>
      select(
        { id: `order-${id}-${index}` },
        values.map((value) => [value, name(value)]),
      ),
    );
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const placed = orders(...fields.map(({ value }) => value));
      const meant = new Set(placed.map(({ when }) => when));
      const others = (this.#told?.orders ?? []).filter(({ when }) => !when || !meant.has(when));
      const [first, ...rest] = placed; // earlier standing orders come between the new one and the title's default
      this.#place([first, ...others, ...rest]);
    };
    const hint = html.p({ class: "hint", id: `order-${id}-ends` }, ends);
    return html.form(
      { class: "order-form", id: `order-${id}`, onsubmit: submit },
      !choices.length && hint,
      ...choices.flatMap(({ label }, index) => [html.label({ for: fields[index].id }, label), fields[index]]),
      html.button({ type: "submit", "aria-describedby": hint.id }, gettext("Add order")),
      choices.length > 0 && hint,
    );
  }

  #show() {
    const { orders, notices } = this.#told ?? { orders: [], notices: [] };
    this.opener.textContent = orders.length
      ? gettext("Standing orders: {number}", { number: orders.length })
      : gettext("Standing orders");
    replace(
      this.notices,
      notices.map(({ text }) => html.p(text)),
      notices.length > 0 && button(gettext("Understood"), () => this.#place(orders)),
    );
    for (const { text, position } of notices) {
      if (!this.#noticed.has(position + text)) notice(text, "warn");
      this.#noticed.add(position + text);
    }
    replace(
      this.list,
      orders.map((order) => this.#line(order, orders)),
    );
  }

  /**
   * @param {Order} order
   * @param {Order[]} orders
   */
  #line(order, orders) {
    const remove = () => this.#place(orders.filter((one) => one !== order));
    const label = gettext("Remove: {order}", { order: order.text });
    return html.li(html.span(order.text), button(gettext("Remove"), remove, { "aria-label": label }));
  }

  /**
   * The form is shown during auctions; its input stays while the bids are the same.
   * @param {boolean} mayOrder
   */
  #showForm(mayOrder) {
    const { bid, game } = this;
    const bids = bid && mayOrder ? game.moves.filter(({ move }) => move.type === bid.command) : [];
    this.form.hidden = !bids.length;
    replace(this.shortcut, bids.length > 0 && button(gettext("Outbid up to…"), () => this.#open(), { id: "outbid" }));
    if (!bid || !bids.length || this.#at === game.known) return;
    this.#at = game.known;
    this.#things = new Map();
    for (const one of bids.sort((low, high) => this.#numberOf(low) - this.#numberOf(high))) {
      const name = bid.name(one.move, game.state.table);
      this.#things.set(name, [...(this.#things.get(name) ?? []), one]);
    }
    replace(this.thing, optionsOf([...this.#things.keys()].map((name) => [name, name])));
    this.#showNumbers();
  }

  /** @param {LegalMove} bid */
  #numberOf({ move }) {
    return Number(move[this.bid?.number ?? ""]);
  }

  #showNumbers() {
    const bids = this.#things.get(this.thing.value) ?? [];
    replace(this.number, optionsOf(bids.map((one) => [this.#numberOf(one), this.#numberOf(one)])));
  }

  /** @param {Event} event */
  #order(event) {
    event.preventDefault();
    const bids = this.#things.get(this.thing.value);
    if (!bids || !this.bid) return;
    const { number } = this.bid;
    const bounds = { from: this.#numberOf(bids[0]), to: Number(this.number.value) };
    const move = { ...bids[0].move, [number]: { least: bounds } };
    const others = this.#told?.orders.filter(({ moves }) => !moves.some((one) => isForTheSame(one, move, number)));
    this.#place([...(others ?? []), { guard: "", when: "", note: "", moves: [move] }]);
  }

  /**
   * Replace all standing orders with these, which marks the notices as read.
   * @param {PlacedOrder[]} orders
   */
  async #place(orders) {
    this.refusal.textContent = "";
    const body = { orders: orders.map(({ guard, when, note, moves }) => ({ guard, when, note, moves })) };
    try {
      this.#told = await call(gamePath(this.game.id, "/orders"), { method: "PUT", body });
      announce(gettext("Your standing orders have been updated."));
    } catch (error) {
      this.refusal.textContent = problemText(error);
      return;
    }
    this.#show();
    if (!this.content.contains(document.activeElement)) this.content.focus(); // the pressed button is gone
  }
}

/**
 * Whether two bids are for the same item, regardless of the amount.
 * @param {Record<string, unknown>} one
 * @param {Record<string, unknown>} other
 * @param {string} number
 */
function isForTheSame(one, other, number) {
  return Object.keys(other).every((name) => name === number || one[name] === other[name]);
}
