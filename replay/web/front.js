// The front page: titles, games, and the story of a finished game step by step. It uses only the public API.

const find = (id) => document.getElementById(id);

function element(name, text) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
}

async function answerOf(path) {
  const response = await fetch(path, { headers: { Accept: "application/json" } });
  const body = await response.json();
  if (!response.ok) throw new Error(body.detail);
  return body;
}

async function showTitles() {
  const { rulebooks } = await answerOf("/api/rulebooks");
  for (const title of rulebooks) {
    const item = element("li");
    item.append(element("strong", title.title));
    item.append(element("p", `${title.designer} · ${title.players.min} to ${title.players.max} players`));
    for (const part of title.components.filter((one) => one.status === "reconstructed")) {
      item.append(element("p", `${part.part}: reconstructed`));
    }
    find("titles").append(item);
  }
}

async function showGames() {
  const { games } = await answerOf("/api/games?limit=24");
  find("games-status").textContent = games.length ? "" : "No game yet.";
  for (const game of games) {
    const item = element("li");
    item.append(element("strong", game.title));
    const names = game.seats.map((seat) => seat.name ?? "free").join(", ");
    item.append(element("p", `${game.status} · ${names}`));
    const button = element("button", "Replay");
    button.type = "button";
    button.setAttribute("aria-label", `Replay ${game.title}, ${names}`);
    button.addEventListener("click", () => showReplay(game));
    item.append(button);
    find("games").append(item);
  }
}

let steps = [];
let current = 0;

function showStep(number) {
  current = Math.max(0, Math.min(steps.length - 1, number));
  find("scrubber").value = String(current);
  find("step").textContent = `${steps[current].position}: ${steps[current].text}`;
  const items = find("story").children;
  for (const item of items) item.removeAttribute("aria-current");
  items[current].setAttribute("aria-current", "step");
  items[current].scrollIntoView({ block: "nearest" });
}

async function showReplay(game) {
  const { events } = await answerOf(`/api/games/${game.id}/events?limit=5000`);
  steps = events;
  find("story-section").hidden = false;
  find("story-title").textContent = `${game.title}: ${steps.length} steps`;
  find("scrubber").max = String(steps.length - 1);
  find("story").replaceChildren(...steps.map((step) => element("li", `${step.position}  ${step.text}`)));
  showStep(0);
  find("story-section").scrollIntoView();
}

find("previous").addEventListener("click", () => showStep(current - 1));
find("next").addEventListener("click", () => showStep(current + 1));
find("scrubber").addEventListener("input", () => showStep(Number(find("scrubber").value)));

for (const show of [showTitles, showGames]) {
  show().catch((error) => { find("games-status").textContent = error.message; });
}
