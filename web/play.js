// The table of a game: the board, what is asked of whom, my moves, and the story, kept up to date live.

import { requirePlayer } from "./account.js";
import { Problem, call, follow, gamePath, problemText, signedIn } from "./api.js";
import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { Choices } from "./choices.js";
import { copyButton, openDialog } from "./dialogs.js";
import { find, html, replace } from "./dom.js";
import { announce, buildFooter, buildMasthead, notice } from "./masthead.js";
import { nonce } from "./new-game.js";
import { compare } from "./place.js";
import { seatName } from "./seats.js";
import { Story } from "./story.js";
import { gettext, listed, ngettext, textsReady } from "./texts.js";
import { drawingOf } from "./titles.js";

const GATHER_MILLISECONDS = 40;
const ID = decodeURIComponent(location.pathname.split("/")[2]);
const INVITATION = new URLSearchParams(location.search).get("invite");

/** All that the page knows of the game now. */
const now = { summary: null, position: null, digest: null, state: null, seat: null, moves: [] };

let board = null;
let drawing = null;
let choice = new Choice();
let choices = null;
let story = null;
let stopFollowing = null;

function replayAddress(position = "") {
  return `/games/${ID}/replay${INVITATION ? `?invite=${encodeURIComponent(INVITATION)}` : ""}${position && `#${position}`}`;
}

function layOut() {
  replace(
    find("main"),
    html(
      "div",
      { class: "game-head" },
      html("h1", { id: "game-title" }),
      html("span", { id: "connection", class: "tag", role: "status" }),
      html("span", { class: "grow" }),
      html(
        "label",
        { class: "switch", hidden: true },
        html("input", {
          type: "checkbox",
          id: "plain",
          onchange: (event) => board.showPlain(event.target.checked),
        }),
        gettext("Plain tables"),
      ),
      html("a", { class: "button", id: "to-replay", href: replayAddress() }, gettext("Replay")),
      html("button", { type: "button", id: "leave", hidden: true, onclick: leave }, gettext("Resign")),
    ),
    html(
      "div",
      { class: "table-layout" },
      html("div", { id: "board", class: "board-place" }),
      html(
        "div",
        { class: "beside" },
        html("section", {
          id: "turn",
          class: "turn",
          "aria-live": "polite",
          "aria-label": gettext("Whose turn it is"),
        }),
        html("section", { id: "choices", class: "choices", "aria-labelledby": "moves-heading", hidden: true }),
        html(
          "section",
          { id: "story", class: "story-place", "aria-labelledby": "story-heading" },
          html("h2", { id: "story-heading" }, gettext("The story so far")),
        ),
      ),
    ),
  );
  choices = new Choices(find("choices"), confirm);
  story = new Story(find("story"), gettext("The story so far"), (step) => replayAddress(step.position));
}

async function read() {
  const [summary, seen] = await Promise.all([call(gamePath(ID)), call(gamePath(ID, "/state"))]);
  now.summary = summary;
  now.seat = summary.your_seat;
  take(seen);
  await readMoves();
}

function take({ position, digest, state }) {
  if (now.position && compare(position, now.position) < 0) return;
  Object.assign(now, { position, digest, state });
}

async function readMoves() {
  const isMyTurn = now.seat !== null && now.state.status === "playing" && now.state.to_act.includes(now.seat);
  if (!isMyTurn) {
    now.moves = [];
    return;
  }
  const legal = await call(gamePath(ID, "/legal-moves"));
  now.moves = legal.moves;
}

/** Put everything that is known now on the page. */
function show(before = null) {
  choice = choice.among(now.moves);
  choice.changed = () => {
    choices.refuse();
    showChoice();
  };
  showTurn();
  choices.show(choice);
  board.show(now.state, { before, choice });
  find("leave").hidden =
    now.seat === null ||
    !["waiting", "playing"].includes(now.state.status) ||
    now.state.seats[now.seat]?.resigned ||
    (now.state.status === "waiting" && now.seat !== 0);
  find("leave").textContent =
    now.state.moves === 0 && now.seat === 0 ? gettext("Call the game off") : gettext("Resign");
  const isMine = now.moves.length > 0;
  document.title = `${isMine ? "● " : ""}${now.state.title} · Stele`;
}

function showChoice() {
  choices.show(choice);
  board.show(now.state, { choice });
}

function question() {
  const types = [...new Set(now.moves.map(({ move }) => move.type))];
  return types.map((type) => drawing.questions[type]?.() ?? type.replace(/([a-z])([A-Z])/g, "$1 $2")).join(" ");
}

function showTurn() {
  const { state, summary, seat } = now;
  const name = (number) => seatName(number, state.seats[number]?.name ?? "");
  switch (state.status) {
    case "waiting":
      replace(find("turn"), waitingRoom(summary));
      break;
    case "playing":
      if (now.moves.length) {
        replace(find("turn"), html("h2", { class: "your-turn" }, gettext("Your turn")), html("p", {}, question()));
      } else {
        replace(
          find("turn"),
          html(
            "h2",
            {},
            gettext("Waiting for {names}", { names: listed(state.to_act.map((one) => state.seats[one].name)) }),
          ),
          html("p", { class: "game-seats" }, state.to_act.map(name)),
          seat === null && html("p", { class: "hint" }, gettext("You are watching.")),
        );
      }
      break;
    case "finished":
      replace(
        find("turn"),
        html("h2", {}, gettext("The game is over")),
        ranking(state),
        html("a", { class: "button primary", href: replayAddress("1-0") }, gettext("Replay it step by step")),
      );
      break;
    default:
      replace(find("turn"), html("h2", {}, gettext("The game was called off.")));
  }
}

function ranking(state) {
  const order = state.seats
    .map((_one, number) => number)
    .sort((one, other) => state.result.places[one] - state.result.places[other]);
  return html(
    "ol",
    { class: "ranking" },
    order.map((number) =>
      html(
        "li",
        { value: state.result.places[number] },
        seatName(number, state.seats[number].name),
        " ",
        html("strong", {}, ngettext("{number} point", "{number} points", state.result.points[number])),
      ),
    ),
  );
}

function waitingRoom(summary) {
  const link = () =>
    `${location.origin}/games/${ID}${summary.invite ? `?invite=${encodeURIComponent(summary.invite)}` : location.search}`;
  return [
    html("h2", {}, ngettext("One seat is free", "{number} seats are free", summary.free_seats)),
    html(
      "ul",
      { class: "seats" },
      summary.seats.map((seat) =>
        html(
          "li",
          {},
          seatName(seat.seat, seat.name ?? (seat.kind === "free" ? gettext("free") : gettext("Computer player"))),
        ),
      ),
    ),
    html("p", {}, gettext("The game starts by itself when everybody sits.")),
    html(
      "div",
      { class: "buttons" },
      now.seat === null &&
        html("button", { type: "button", class: "primary", id: "sit-down", onclick: sitDown }, gettext("Sit down")),
      copyButton(link, summary.private ? gettext("Copy the invitation link") : gettext("Copy the link to this table")),
    ),
    html("p", { class: "invitation" }, html("code", {}, link())),
  ];
}

async function sitDown() {
  try {
    if (!(await requirePlayer())) return;
    await call(`/api/games/${ID}/seats`, {
      method: "POST",
      body: { nonce: nonce(), ...(INVITATION ? { invite: INVITATION } : {}) },
    });
    location.reload();
  } catch (error) {
    notice(problemText(error), "bad");
  }
}

function leave() {
  const isAbort = now.state.moves === 0 && now.seat === 0;
  const words = isAbort ? gettext("Call the game off") : gettext("Resign");
  const dialog = openDialog(
    words,
    html(
      "p",
      {},
      isAbort
        ? gettext("Nobody has moved yet: the game ends without a result.")
        : gettext("You are ranked last, and a computer player answers for your seat until the end."),
    ),
    html(
      "div",
      { class: "buttons" },
      html(
        "button",
        {
          type: "button",
          class: "danger",
          onclick: async () => {
            dialog.close();
            await send({ type: isAbort ? "Abort" : "Resign" });
          },
        },
        words,
      ),
      html("button", { type: "button", onclick: () => dialog.close() }, gettext("Stay")),
    ),
  );
}

async function confirm(chosen) {
  await send(chosen.move, { "If-Match": `"${now.digest}"` });
}

/** Send a move once: a resend after a lost answer has the same key and is not played twice. */
async function send(move, headers = {}) {
  const key = nonce();
  const before = now.state;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await call(gamePath(ID, "/moves"), {
        method: "POST",
        body: move,
        headers: { "Idempotency-Key": key, ...headers },
      });
      take(answer);
      choice = new Choice();
      await readMoves();
      show(before);
      (now.moves.length ? find("turn") : find("board")).scrollIntoView({ block: "nearest" });
      return;
    } catch (error) {
      if (error instanceof Problem && error.status === 0 && attempt < 3) {
        await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
        continue;
      }
      await refused(error);
      return;
    }
  }
}

async function refused(error) {
  if (error.status === 412) {
    await refresh();
    tellMovedOn();
  } else {
    if (error.status === 409) await refresh();
    choices.refuse(problemText(error), error.rule, `/titles/${now.state.rulebook}#${error.rule ?? ""}`);
    if (find("choices").hidden) notice(problemText(error), "bad");
  }
  choices.show(choice);
}

function tellMovedOn() {
  notice(
    choice.chosen
      ? gettext("The game has moved on. Your choice is still possible: confirm it again if you still want it.")
      : gettext("The game has moved on, and what you had chosen is no longer possible."),
    "warn",
  );
}

async function refresh() {
  const before = now.state;
  const [summary, seen] = await Promise.all([call(gamePath(ID)), call(gamePath(ID, "/state"))]);
  now.summary = summary;
  now.seat = summary.your_seat;
  take(seen);
  await readMoves();
  show(before);
}

let gathering = null;

function heard(event) {
  story.add([event]);
  announce(event.text);
  if (now.position && compare(event.position, now.position) <= 0) return;
  clearTimeout(gathering);
  gathering = setTimeout(async () => {
    const hadChosen = Object.keys(choice.picks).length > 0;
    try {
      await refresh();
      if (hadChosen) tellMovedOn();
    } catch (error) {
      notice(problemText(error), "bad");
    }
  }, GATHER_MILLISECONDS);
}

const CONNECTION = {
  live: () => gettext("live"),
  lost: () => gettext("reconnecting …"),
  over: () => "",
  refused: () => gettext("not connected"),
};

function connectionChanged(word) {
  find("connection").textContent = CONNECTION[word]();
  find("connection").dataset.connection = word;
}

async function start() {
  await textsReady;
  buildMasthead();
  buildFooter();
  try {
    layOut();
    await read();
    drawing = await drawingOf(now.state.rulebook);
    find("game-title").textContent = now.state.title;
    board = new Board(find("board"), drawing);
    find("plain").parentElement.hidden = !drawing.isOwn;
    show();
    const record = await call(gamePath(ID, "/events", { limit: 5000 }));
    story.add(record.events);
    stopFollowing = follow(ID, record.events.at(-1).position, heard, connectionChanged);
    addEventListener("pagehide", () => stopFollowing());
    if (compare(record.events.at(-1).position, now.position) > 0) await refresh();
  } catch (error) {
    const isPrivate = error.status === 403;
    replace(
      find("main"),
      html("h1", {}, error.title ?? gettext("This game cannot be shown")),
      html("p", {}, problemText(error)),
      isPrivate && !signedIn() && html("p", {}, gettext("Sign in, or open the invitation link.")),
      html("p", {}, html("a", { href: "/" }, gettext("Lobby"))),
    );
  }
}

addEventListener("pageshow", (event) => event.persisted && location.reload());
start();
