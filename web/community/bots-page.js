// Bots page: all bot accounts of this server, with their owners, ratings and last activity, each to be challenged.

import { call, problemText, signedIn } from "../core/api.js";
import { find, html, replace } from "../core/dom.js";
import { emptyState, guide } from "../core/empty-state.js";
import { setTitle, showPage } from "../masthead/page-header.js";
import { challengeButton } from "./challenge.js";
import { provisionalTag, ratingText } from "./rating.js";
import { gettext, timeText } from "../core/i18n.js";

/** @import { Child } from "../types.js" */
/** @import { BotRating, ListedBot as Bot } from "../responses.js" */

/** @param {{ id: string, name: string }} player */
const profile = ({ id, name }) =>
  html.a({ class: "player", href: `/players/${encodeURIComponent(id)}` }, html.bdi(name));

/** @param {BotRating} rating */
const ratingLine = (rating) =>
  html.li(`${rating.title}: `, ratingText(rating), " ", rating.provisional && provisionalTag());

/** @param {Bot} bot */
function card(bot) {
  const { name, owner, used_at: usedAt, ratings } = bot;
  /** @type {Child[]} */
  const facts = [
    owner && html.span(gettext("Owner:"), " ", profile(owner)),
    usedAt ? gettext("Last active: {time}", { time: timeText(usedAt) }) : gettext("Not active yet"),
  ];
  return html.li(
    { class: "rating-card", "data-bot": name },
    html.h2(profile(bot)),
    html.p({ class: "hint" }, facts[0], facts[0] && " · ", facts[1]),
    ratings.length
      ? html.ul({ class: "bot-ratings" }, ratings.map(ratingLine))
      : html.p({ class: "hint" }, gettext("No rated games yet.")),
    signedIn() && challengeButton(bot),
  );
}

/** What a bot needs, step by step. */
const noBots = () => [
  emptyState(gettext("There are no bots on this server yet.")),
  guide([
    {
      heading: gettext("1. Create it"),
      words: gettext("A bot has an account of its own, with a name and an API token, under the account of its owner."),
      way: html.a({ class: "button", href: "/account" }, gettext("Your account")),
    },
    {
      heading: gettext("2. Write it"),
      words: gettext(
        "It reads the state and the legal moves as JSON, and sends one of these moves. Any language will do.",
      ),
      way: html.a({ class: "button", href: "/api/docs" }, gettext("HTTP API")),
    },
    {
      heading: gettext("3. Let it play"),
      words: gettext("It joins open games, and players challenge it from this page. Its rated games have a ranking."),
      way: html.a({ class: "button", href: "/ratings?bots=true" }, gettext("Ratings with bots")),
    },
  ]),
];

showPage(async () => {
  setTitle(gettext("Bots"));
  /** @type {Child} */
  let list;
  try {
    const { bots } = await call("/api/bots");
    list = bots.length ? html.ul({ class: "rating-cards" }, bots.map(card)) : noBots();
  } catch (error) {
    list = html.p({ class: "refusal", role: "alert" }, problemText(error));
  }
  replace(
    find("main"),
    html.h1(gettext("Bots")),
    html.p(
      { class: "hint" },
      gettext(
        "Programs that players run; they play through the HTTP API. Their ratings come from games with bots. At most 200 are listed. A bot that is running accepts or declines a challenge within seconds.",
      ),
    ),
    list,
  );
});
