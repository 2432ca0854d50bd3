// The page of a table, where a game is played.

import { requirePlayer } from "./account.js";
import { problemText } from "./api.js";
import { here, namedHere } from "./base.js";
import { checkRecord } from "./contradiction.js";
import { find, html, replace } from "./dom.js";
import { Game } from "./game.js";
import { Gong } from "./gong.js";
import { lossOf } from "./loss.js";
import { buildFooter, buildMasthead, notice } from "./masthead.js";
import { NextGame } from "./next-game.js";
import { noGame } from "./no-game.js";
import { Playing } from "./playing.js";
import { decidedBy } from "./seats.js";
import { checkKey } from "./signing-here.js";
import { sitDown } from "./sitting.js";
import { soundSwitch } from "./sound.js";
import { gettext, textsReady } from "./texts.js";
import { drawingOf } from "./titles.js";

/** @import { Summary } from "./types.js" */

const ID = namedHere();
const INVITATION = new URLSearchParams(location.search).get("invite");

/**
 * The address of another page of this game.
 * @param {"replay" | "dossier"} page
 */
function addressOf(page, position = "") {
  return `/games/${ID}/${page}${INVITATION ? `?invite=${encodeURIComponent(INVITATION)}` : ""}${position && `#${position}`}`;
}

/**
 * What an analysis game began as a copy of; nothing for any other game.
 * @param {Summary} summary
 */
function forkedFrom({ fork }) {
  if (!fork) return null;
  return html(
    "p",
    { id: "forked", class: "notice" },
    gettext("An analysis game, which counts for nothing."),
    " ",
    html(
      "a",
      { href: here(`/games/${fork.game}/replay#${fork.position}`) },
      gettext("It began as a copy of another one at {position}.", { position: fork.position }),
    ),
  );
}

/** @param {Summary} summary */
function layOut(summary) {
  const whoseTurn = gettext("Whose turn it is");
  replace(
    find("main"),
    html(
      "div",
      { class: "game-head" },
      html("h1", { id: "game-title" }),
      summary.imported && html("span", { class: "tag", id: "imported" }, gettext("imported")),
      html("span", { id: "signed", class: "tag", hidden: true }, gettext("signed")),
      summary.referee && html("span", { id: "referee", class: "tag" }, decidedBy(summary.referee)),
      html("span", { id: "connection", class: "tag", role: "status" }),
      html("span", { class: "grow" }),
      html(
        "label",
        { class: "switch", id: "plain-switch", hidden: true },
        html("input", { type: "checkbox", id: "plain" }),
        gettext("Plain tables"),
      ),
      soundSwitch(),
      html("a", { class: "button", id: "to-replay", href: addressOf("replay") }, gettext("Replay")),
      html("button", { type: "button", id: "leave", hidden: true }),
    ),
    lossOf(summary),
    forkedFrom(summary),
    html("div", { id: "disputes-place" }),
    html(
      "div",
      { class: "table-layout" },
      html("div", { id: "board", class: "board-place", tabindex: -1 }),
      html(
        "div",
        { class: "beside" },
        html("section", { id: "turn", class: "turn", tabindex: -1, "aria-live": "polite", "aria-label": whoseTurn }),
        html("p", { id: "next-place", class: "next-place" }),
        html("section", { id: "choices", class: "choices", "aria-labelledby": "moves-heading", hidden: true }),
        html(
          "section",
          { id: "story", class: "story-place", "aria-labelledby": "story-heading" },
          html("h2", { id: "story-heading" }, gettext("The story so far")),
        ),
      ),
    ),
  );
}

async function takeSeat() {
  try {
    if (!(await requirePlayer())) return;
    await sitDown(ID, INVITATION);
    location.reload();
  } catch (error) {
    notice(problemText(error), "bad");
  }
}

async function start() {
  await textsReady;
  buildMasthead();
  buildFooter();
  try {
    const game = await Game.read(ID);
    const drawing = await drawingOf(game.state.rulebook);
    layOut(game.summary);
    const playing = new Playing(game, drawing, addressOf, takeSeat);
    const next = new NextGame(ID, find("next-place"));
    playing.moved = () => next.look(game.moves.length > 0);
    const gong = new Gong();
    const showEnd = async (isAsked = true) => {
      if (!game.state.result) return;
      const { showEnding } = await import("./ending.js"); // a game ends once
      await showEnding(game, addressOf("replay", "1-0"), isAsked);
    };
    playing.turn.showEnd = showEnd;
    playing.settled = () => {
      gong.hear(game);
      showEnd(false);
    };
    playing.show();
    playing.openNonce();
    checkRecord(ID);
    checkKey(game);
    await playing.follow();
  } catch (error) {
    noGame(error);
  }
}

addEventListener("pageshow", (event) => event.persisted && location.reload());
start();
