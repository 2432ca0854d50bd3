// The lobby: the titles, my games and whose turn it is, seats to take, games to watch.

import { guestName, requirePlayer, signUp } from "./account.js";
import { Problem, call, keepPlayer, problemText, signedIn } from "./api.js";
import { find, html, replace } from "./dom.js";
import { buildFooter, buildMasthead, notice } from "./masthead.js";
import { nonce, openNewGame } from "./new-game.js";
import { seatName } from "./seats.js";
import { ago, gettext, listed, ngettext, textsReady } from "./texts.js";
import { coverOf, statusText } from "./titles.js";

const REFRESH_MILLISECONDS = 15000;

let rulebooks = [];
let quickest = null; // the title whose demonstration game took the fewest actions: good for a first try

function section(id, heading, ...content) {
  return html(
    "section",
    { id, "aria-labelledby": `${id}-heading` },
    html("h2", { id: `${id}-heading` }, heading),
    ...content,
  );
}

function opponents(game) {
  return game.seats
    .filter((seat) => seat.kind !== "free")
    .map((seat) => seatName(seat.seat, seat.name ?? gettext("Computer player")));
}

function turnText(game) {
  const mine = game.seats.find((seat) => seat.player && seat.player === signedIn()?.id)?.seat;
  if (game.status === "waiting") {
    return ngettext("One seat is free", "{number} seats are free", game.free_seats);
  }
  if (game.status === "playing") {
    if (mine !== undefined && game.to_act.includes(mine))
      return gettext("Your turn ({time})", { time: ago(game.updated_at) });
    const names = game.to_act.map((seat) => game.seats[seat].name);
    return gettext("Waiting for {names} ({time})", { names: listed(names), time: ago(game.updated_at) });
  }
  if (game.status === "aborted") return gettext("Called off");
  const winners = game.result.places.flatMap((place, seat) => (place === 1 ? [game.seats[seat].name] : []));
  return gettext("Won by {names} ({time})", { names: listed(winners), time: ago(game.updated_at) });
}

function isMyTurn(game) {
  const me = signedIn()?.id;
  return game.status === "playing" && game.to_act.some((seat) => game.seats[seat].player === me && me);
}

function gameItem(game, ...buttons) {
  const address =
    game.status === "finished" || game.status === "aborted" ? `/games/${game.id}/replay` : `/games/${game.id}`;
  return html(
    "li",
    { class: isMyTurn(game) ? "game my-turn" : "game" },
    html(
      "div",
      { class: "game-words" },
      html("a", { class: "game-title", href: address }, game.title),
      game.private && html("span", { class: "tag" }, gettext("private")),
      html("p", { class: "game-turn" }, turnText(game)),
      html("p", { class: "game-seats" }, opponents(game)),
    ),
    ...buttons,
  );
}

function gameList(games, empty, button = () => null) {
  if (!games.length) return html("p", { class: "empty" }, empty);
  return html(
    "ul",
    { class: "games" },
    games.map((game) => gameItem(game, button(game))),
  );
}

async function sitDown(game) {
  try {
    const player = await requirePlayer();
    if (!player) return;
    await call(`/api/games/${game.id}/seats`, { method: "POST", body: { nonce: nonce() } });
    location.assign(`/games/${game.id}`);
  } catch (error) {
    notice(problemText(error), "bad");
  }
}

function sitDownButton(game) {
  const me = signedIn()?.id;
  if (me && game.seats.some((seat) => seat.player === me)) return null;
  return html(
    "button",
    {
      type: "button",
      onclick: () => sitDown(game),
      "aria-label": gettext("Sit down: {title}, {names}", {
        title: game.title,
        names: listed(game.seats.filter((seat) => seat.name).map((seat) => seat.name)),
      }),
    },
    gettext("Sit down"),
  );
}

/** Straight to a table with computer players; who has no account gets one with a guest's name. */
async function playNow(button) {
  button.disabled = true;
  try {
    const player = signedIn() ?? (await signUp(guestName()));
    const title = quickest?.title ?? rulebooks[0];
    const players = Math.min(3, title.players.max);
    const game = await call("/api/games", {
      method: "POST",
      body: { rulebook: title.id, players, bots: players - 1, nonce: nonce() },
      token: player.token,
    });
    location.assign(`/games/${game.id}`);
  } catch (error) {
    button.disabled = false;
    notice(problemText(error), "bad");
  }
}

function welcome(demo) {
  return html(
    "section",
    { class: "welcome", "aria-labelledby": "welcome-heading" },
    html("h1", { id: "welcome-heading" }, gettext("Board games, carved in stone")),
    html(
      "p",
      {},
      gettext(
        "Play published board games over days, against people or computer players. Every action is recorded, every game can be replayed step by step.",
      ),
    ),
    html(
      "div",
      { class: "buttons" },
      html(
        "button",
        { type: "button", class: "primary", id: "play-now", onclick: (event) => playNow(event.currentTarget) },
        gettext("Play now against computer players"),
      ),
      demo &&
        html(
          "a",
          { class: "button", id: "watch-demo", href: `/games/${demo.id}/replay` },
          gettext("Watch the demo replay"),
        ),
    ),
  );
}

async function titleCard(title) {
  const players =
    title.players.min === title.players.max
      ? ngettext("{number} player", "{number} players", title.players.min)
      : gettext("{least} to {most} players", { least: title.players.min, most: title.players.max });
  const unsure = title.components.filter((part) => part.status === "reconstructed");
  return html(
    "li",
    { class: "title-card" },
    await coverOf(title),
    html(
      "div",
      { class: "title-words" },
      html("h3", {}, title.title),
      html("p", {}, `${title.designer} · ${title.publisher} ${title.year} · ${players}`),
      unsure.length > 0 &&
        html(
          "p",
          { class: "hint" },
          html("span", { class: "tag" }, statusText("reconstructed")),
          " ",
          listed(unsure.map((part) => part.part)),
        ),
      html(
        "div",
        { class: "buttons" },
        html(
          "button",
          {
            type: "button",
            class: "primary",
            "aria-label": gettext("New game of {title}", { title: title.title }),
            onclick: () => openNewGame(rulebooks, title.id),
          },
          gettext("New game"),
        ),
        html(
          "a",
          {
            class: "button",
            href: `/titles/${title.id}`,
            "aria-label": gettext("Rules of {title}", { title: title.title }),
          },
          gettext("Rules"),
        ),
      ),
    ),
  );
}

async function myGames() {
  const player = signedIn();
  if (!player) return null;
  const [turns, mine] = await Promise.all([
    call("/api/me/turns"),
    call(`/api/games?player=${encodeURIComponent(player.id)}&limit=50`),
  ]);
  const waiting = new Set(turns.games.map((game) => game.id));
  const rest = mine.games.filter((game) => !waiting.has(game.id));
  const order = { playing: 0, waiting: 1, finished: 2, aborted: 3 };
  rest.sort((one, other) => order[one.status] - order[other.status]);
  return { turns: turns.games, games: [...turns.games, ...rest] };
}

async function refresh() {
  let mine = null;
  try {
    mine = await myGames();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    keepPlayer(null);
    location.reload();
    return;
  }
  const [open, playing, finished] = await Promise.all(
    ["waiting", "playing", "finished"].map((status) => call(`/api/games?status=${status}&limit=12`)),
  );
  document.title = mine?.turns.length ? `(${mine.turns.length}) Stele` : "Stele";
  const focused = document.activeElement?.closest?.("#games a, #games button");
  const focusedName = focused?.getAttribute("href") ?? focused?.getAttribute("aria-label");
  replace(
    find("games"),
    mine &&
      section(
        "my-games",
        gettext("My games"),
        gameList(mine.games, gettext("You sit at no table yet."), (game) =>
          isMyTurn(game)
            ? html(
                "a",
                {
                  class: "button primary",
                  href: `/games/${game.id}`,
                  "aria-label": gettext("Play: {title}", { title: game.title }),
                },
                gettext("Play"),
              )
            : null,
        ),
      ),
    section(
      "open-games",
      gettext("Seats to take"),
      gameList(open.games, gettext("Nobody looks for players now."), sitDownButton),
    ),
    section(
      "running-games",
      gettext("Games to watch"),
      gameList(playing.games, gettext("No game is being played now.")),
    ),
    section(
      "finished-games",
      gettext("Finished games to replay"),
      gameList(finished.games, gettext("No game is finished yet.")),
    ),
  );
  if (focusedName) {
    for (const one of find("games").querySelectorAll("a, button")) {
      if (one.getAttribute("href") === focusedName || one.getAttribute("aria-label") === focusedName) one.focus();
    }
  }
  return { mine, finished: finished.games };
}

async function start() {
  await textsReady;
  buildMasthead();
  buildFooter();
  try {
    replace(
      find("main"),
      html("div", { id: "welcome" }),
      html("div", { id: "titles-place" }),
      html("div", { id: "games" }, html("p", { role: "status" }, gettext("Looking for games …"))),
    );
    const [titles, found] = await Promise.all([call("/api/rulebooks"), refresh()]);
    rulebooks = titles.rulebooks;
    quickest = await quickestTitle();
    replace(find("welcome"), welcome(quickest?.demo ?? found.finished[0]));
    const cards = await Promise.all(rulebooks.map(titleCard));
    replace(find("titles-place"), section("titles", gettext("Titles"), html("ul", { class: "titles" }, cards)));
    if (found.mine?.turns.length) find("welcome").after(find("games"));
    setInterval(() => document.hidden || refresh().catch(() => {}), REFRESH_MILLISECONDS);
  } catch (error) {
    notice(problemText(error), "bad");
  }
}

/** The title that is played out soonest, with its demonstration game; null if there is no demonstration. */
async function quickestTitle() {
  const found = await Promise.all(
    rulebooks.map(async (title) => {
      try {
        const demo = await call(`/api/games/demo-${title.id}`);
        return { title, demo, actions: Number(demo.position.split("-")[0]) };
      } catch {
        return null;
      }
    }),
  );
  return (
    found.filter((one) => one?.demo.status === "finished").sort((one, other) => one.actions - other.actions)[0] ?? null
  );
}

start();
