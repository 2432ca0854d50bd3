// Opening a game: title, number of players, computer players, the title's options, and whether it is private.

import { requirePlayer } from "./account.js";
import { call } from "./api.js";
import { keyWords } from "./changes.js";
import { field, form, openDialog } from "./dialogs.js";
import { html, replace } from "./dom.js";
import { gettext, ngettext } from "./texts.js";

const KINDS = {
  steward: () => gettext("Steward: plays sensibly"),
  random: () => gettext("Random: plays any legal move"),
};

/** This browser's own part in the luck of a game: what nobody else could know beforehand. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function numberChoice(name, least, most, chosen, words) {
  const options = [];
  for (let number = least; number <= most; number += 1) {
    options.push(html("option", { value: number, selected: number === chosen }, words(number)));
  }
  return html("select", { name }, options);
}

function optionControl(option) {
  const name = `option-${option.name}`;
  switch (option.kind) {
    case "flag":
      return html("input", { type: "checkbox", name, checked: option.default === true });
    case "number":
      return html("input", { type: "number", name, value: option.default ?? "", min: option.least, max: option.most });
    case "choice":
      return html(
        "select",
        { name },
        option.choices.map((choice) => html("option", { value: choice, selected: choice === option.default }, choice)),
      );
    default:
      return html("input", { type: "file", name, accept: ".toml,.json,text/plain" });
  }
}

async function optionValue(option, control) {
  if (option.kind === "flag") return control.checked;
  if (option.kind === "number") return control.value === "" ? option.default : Number(control.value);
  if (option.kind === "choice") return control.value;
  const [file] = control.files;
  if (!file) return null;
  const text = await file.text();
  return file.name.endsWith(".json") ? JSON.parse(text) : text;
}

/** Ask for everything, open the game, and go to its table. */
export async function openNewGame(rulebooks, chosenTitle) {
  if (!(await requirePlayer())) return;
  const titleSelect = html(
    "select",
    { name: "title" },
    rulebooks.map((one) => html("option", { value: one.id, selected: one.id === chosenTitle }, one.title)),
  );
  const details = html("div");
  let controls = {};

  function showDetails() {
    const title = rulebooks.find((one) => one.id === titleSelect.value);
    const seats = numberChoice(
      "players",
      title.players.min,
      title.players.max,
      Math.min(3, title.players.max),
      (number) => ngettext("{number} player", "{number} players", number),
    );
    const bots = html("div");
    const showBots = () => {
      const most = Number(seats.value) - 1;
      controls.bots = numberChoice("bots", 0, most, Math.min(Number(controls.bots?.value ?? most), most), (number) =>
        number === 0
          ? gettext("None: all seats are for people")
          : ngettext("{number} computer player", "{number} computer players", number),
      );
      replace(bots, field(gettext("Computer players"), controls.bots));
    };
    seats.addEventListener("change", showBots);
    controls = { title, seats, options: title.options.map((option) => [option, optionControl(option)]) };
    showBots();
    controls.kind = html(
      "select",
      { name: "kind" },
      Object.entries(KINDS).map(([value, words]) => html("option", { value }, words())),
    );
    controls.private = html("input", { type: "checkbox", name: "private" });
    replace(
      details,
      field(gettext("Players"), seats),
      bots,
      field(gettext("Computer players' skill"), controls.kind),
      controls.options.map(([option, control]) => field(keyWords(option.name), control, option.text)),
      field(gettext("Private"), controls.private, gettext("Only who has the invitation link can see it or sit down.")),
    );
  }

  titleSelect.addEventListener("change", showDetails);
  showDetails();
  openDialog(
    gettext("New game"),
    form(
      async () => {
        const options = {};
        for (const [option, control] of controls.options) {
          const value = await optionValue(option, control);
          if (value !== null && value !== undefined) options[option.name] = value;
        }
        const game = await call("/api/games", {
          method: "POST",
          body: {
            rulebook: controls.title.id,
            players: Number(controls.seats.value),
            options,
            bots: Number(controls.bots.value),
            bot_kind: controls.kind.value,
            private: controls.private.checked,
            nonce: nonce(),
          },
        });
        location.assign(`/games/${game.id}${game.invite ? `?invite=${encodeURIComponent(game.invite)}` : ""}`);
      },
      field(gettext("Title"), titleSelect),
      details,
      html("button", { class: "primary" }, gettext("Open the game")),
    ),
  );
  titleSelect.focus();
}
