"""Accessible names of selectable parts contain their visible text, in every language, for speech input.

WCAG 2.2, 2.5.3; axe's own check joins the texts of a drawing into one word. The smallest letterings, which the name has
in whole words, are beside the part and not within it.
"""

from itertools import cycle

import pytest

from domain.title_loader import find_rulebooks

# Each part of a demonstration's boards that any move could pick, in two widths, from the first seat's side, at the
# first step of each part of the game and at the end: its visible text that is not in its name.
UNSAID = """async ([title, widths]) => {
  const [{ Recording }, { pictureOf }, { drawingOf }] = await Promise.all(
    ["record/frames", "board/title-drawing", "board/load-drawing"].map((name) => import(`/web/${name}.js`)));
  const recording = new Recording(`demo-${title}`, "0");
  await recording.read();
  const drawing = await drawingOf(title);
  const steps = recording.steps.filter(({ state }) => state.table);
  const seen = new Map(steps.toReversed().map((step) => [drawing.phase(step.state.table).key, step]));
  const everything = { relevant: (fields) => fields, canPick: () => true, isSettled: () => false, isAsked: () => true,
    canTurn: () => false };
  const words = (text) => text.replace(/[\\p{P}\\p{S}]/gu, "").replace(/\\s+/g, " ").trim().toLowerCase();
  const written = (part) => (part.name === "text" ? [part.text] : part.children.flatMap(written));
  let count = 0;
  const unsaid = new Set();
  for (const { state } of [...seen.values(), steps.at(-1)]) for (const width of widths) {
    const look = (part) => {
      if (part.attributes["data-pick"]) {
        count += 1;
        const name = part.attributes["aria-label"];
        const text = written(part).join(" ");
        if (!words(name).includes(words(text).replace(/…$/, ""))) unsaid.add(`${text} <- ${name}`);
      }
      part.children.forEach(look);
    };
    look(pictureOf(drawing, state, 0, width, everything, state).whole);
  }
  return [seen.size, count, [...unsaid]];
}"""


LOCALES = ("en-GB", "it-IT", "es-ES")
IN_SHORT = set(zip(find_rulebooks(), cycle(LOCALES)))
EVERYWHERE = [
    pytest.param(title, locale, marks=() if (title, locale) in IN_SHORT else pytest.mark.soak)
    for title in find_rulebooks()
    for locale in LOCALES
]


@pytest.mark.parametrize(("title", "locale"), EVERYWHERE)
def test_names_contain_the_visible_text(browse, title, locale):
    """On every board, the accessible names of selectable parts contain their visible text."""
    page = browse(locale=locale, at="/verify")
    phases, count, unsaid = page.evaluate(UNSAID, [title, [1100, 390]])
    assert phases > 2 and count > 100
    assert unsaid == []
