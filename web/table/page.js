// Table page: loads a game and builds the page where it is played.

import { requirePlayer } from "../masthead/sign-in-prompt.js";
import { signedIn } from "../core/api.js";
import { explainParts, keepRulesIn } from "../board/rules/rules-controls.js";
import { namedHere } from "../core/base-path.js";
import { Clocks } from "./clocks/clocks.js";
import { checkRecord } from "../signing/record-changed.js";
import { find } from "../core/dom.js";
import { forkedFrom } from "./game-origin.js";
import { Game } from "../record/game.js";
import { glimpseAtLines } from "../board/step-preview.js";
import { Gong } from "../sound/sound.js";
import { buildFrame } from "../masthead/page-header.js";
import { seenAt } from "./steps-between.js";
import { NextGame } from "./next-game.js";
import { noGame } from "./not-found.js";
import { Orders } from "./standing-orders.js";
import { Playing } from "./controller.js";
import { Proposals } from "./proposals/proposals.js";
import { checkKey } from "../signing/sign-moves.js";
import { sitDown } from "./join.js";
import { layOut, showPlayers } from "./layout.js";
import { Chat } from "../community/chat-tab.js";
import { tellAtHand } from "../sound/describe.js";
import { drawingOf, loadDrawingAhead } from "../board/load-drawing.js";

const ID = namedHere();
const INVITATION = new URLSearchParams(location.search).get("invite");

/**
 * The address of another page of this game.
 * @param {"replay" | "dossier"} page
 */
function addressOf(page, position = "") {
  return `/games/${ID}/${page}${INVITATION ? `?invite=${encodeURIComponent(INVITATION)}` : ""}${position && `#${position}`}`;
}

async function takeSeat() {
  if (!(await requirePlayer())) return;
  await sitDown(ID, INVITATION);
  location.reload();
}

async function start() {
  await buildFrame();
  loadDrawingAhead();
  try {
    const game = await Game.read(ID);
    const drawing = await drawingOf(game.state.rulebook);
    layOut(game.summary, {
      forked: forkedFrom(game.summary),
      hasPlain: drawing.isOwn,
      replayAddress: addressOf("replay"),
    });
    const playing = new Playing(game, drawing, addressOf, takeSeat);
    explainParts(playing.board, () => playing.asked()).catch(() => {}); // the page works without it
    keepRulesIn(playing.around.side, playing.board, () => playing.asked());
    tellAtHand(({ ofTable }) => ofTable(playing));
    glimpseAtLines(playing.story, playing.board, (_index, position) => seenAt(game, position));
    const next = new NextGame(ID, find("next-place"));
    playing.moved = () => next.look(game.moves.length > 0);
    const gong = new Gong();
    const proposals = new Proposals(playing);
    const showEnd = async (isAsked = true) => {
      if (!game.state.result) return;
      const { showEnding } = await import("./ending/game-end.js"); // a game ends once
      await showEnding(game, playing.board, isAsked);
    };
    playing.turn.showEnd = showEnd;
    /** @type {Clocks | null} */
    let clocks = null;
    const showClocks = () => {
      if (!game.state.pace) return;
      clocks ??= new Clocks(game, (move) => playing.send([move]));
      clocks.show();
    };
    /** @type {Orders | null} */
    let orders = null;
    const showOrders = async () => {
      if (game.seat === null || game.summary.signed || game.summary.fork) return;
      orders ??= new Orders(find("show-orders"), find("order-place"), game, drawing.bid);
      await orders.look();
    };
    /** @type {Chat | null} */
    let chat = null;
    const showChat = async () => {
      if (!signedIn() && !game.state.result) return; // who is not signed in reads it when the game is over
      chat ??= new Chat(playing.around.side, game, addressOf);
      await chat.look();
    };
    playing.settled = () => {
      gong.hear(game);
      showPlayers(game).catch(() => {}); // the board shows them, too
      showClocks();
      proposals.show();
      showEnd(false);
      showOrders().catch(() => {}); // failures are retried when the game continues
      if (!chat || game.state.result) showChat().catch(() => {});
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
