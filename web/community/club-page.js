// Club page: the club's welcome text and rules, signing up, and for its members the list of members. An invitation link
// leads here; its code, behind the #, is kept in this browser until the reader signs up.

import { keepInvitation, maySignUp } from "../masthead/session.js";
import { signUpForm } from "../account/sign-in.js";
import { openAccount } from "../masthead/sign-in-prompt.js";
import { call, Problem, signedIn } from "../core/api.js";
import { here } from "../core/base-path.js";
import { introduction, siteName } from "../core/club.js";
import { button, find, html, paragraphs, replace, section } from "../core/dom.js";
import { pager } from "../core/pager.js";
import { gettext, locale } from "../core/i18n.js";
import { notice, showPage } from "../masthead/page-header.js";
import { called } from "../core/player-names.js";

/** @import { KnownPlayer as Known } from "../responses.js" */

/** Keep the code of the invitation link, and remove it from the address. */
function takeInvitation() {
  const [, code] = location.hash.match(/^#invitation=([\w-]{6,100})$/) ?? [];
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  if (signedIn()) notice(gettext("You already have an account, so you don't need this invitation."));
  else keepInvitation(code);
}

/** The form of a new player, or why there is none; nothing for members. */
function joining() {
  if (signedIn()) return null;
  return section(
    "join",
    gettext("Sign up"),
    signUpForm(() => location.assign(here("/"))),
    html.p(
      gettext("Played here before?"),
      " ",
      button(gettext("Sign in"), () => openAccount(() => location.reload()), { class: "quiet" }),
    ),
  );
}

/** The month of a sign-up in words. @param {string} since */
function monthText(since) {
  const at = new Date(`${since}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(locale, { year: "numeric", month: "long", timeZone: "UTC" }).format(at);
}

/** @param {Known} player */
const profileLink = (player) => html.a({ href: `/players/${player.id}` }, called(player));

/**
 * The players with a role; nothing if there are none.
 * @param {string} heading
 * @param {Known[]} players
 */
function holders(heading, players) {
  if (!players.length) return null;
  return html.div(
    html.h3(heading),
    html.ul(
      { class: "members" },
      players.map((one) => html.li(profileLink(one))),
    ),
  );
}

/** The members and the players with roles, for members. */
async function membersPart() {
  if (!signedIn()) return null;
  const list = html.ul({ class: "members" });
  const { next, more } = pager(async (cursor) => {
    const page = await call(`/api/club/members?cursor=${cursor}`);
    list.append(
      ...page.members.map((one) => html.li(profileLink(one), html.span({ class: "hint" }, monthText(one.since)))),
    );
    return page;
  }, gettext("More members"));
  try {
    const { operators, moderators, organisers } = await next();
    return section(
      "members",
      gettext("Members"),
      holders(gettext("Operators"), operators),
      holders(gettext("Moderators"), moderators),
      holders(gettext("Organisers"), organisers),
      html.h3(gettext("All members")),
      list,
      more,
    );
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return null;
    throw error;
  }
}

showPage(async () => {
  takeInvitation();
  addEventListener("hashchange", () => location.reload());
  const [club, members] = await Promise.all([call("/api/club"), membersPart()]);
  document.title = siteName;
  const hasText = club.welcome || club.rules || club.imprint;
  const plain = signedIn() ? gettext("Players") : siteName;
  const heading = club.name || (hasText ? gettext("About this server") : plain);
  const isInvited = !signedIn() && club.sign_up === "invited" && maySignUp();
  replace(
    find("main"),
    html.div({ class: "page-head" }, html.h1(heading)),
    isInvited && html.p({ role: "status" }, gettext("You are invited. Choose a name to join.")),
    ...(club.welcome || !signedIn() ? paragraphs(introduction(club.welcome)) : []),
    joining(),
    club.rules && section("rules", gettext("House rules"), ...paragraphs(club.rules)),
    members,
    club.imprint && section("imprint", gettext("Imprint and privacy"), ...paragraphs(club.imprint)),
  );
  if (location.hash === "#imprint") document.getElementById("imprint")?.scrollIntoView();
});
