"""Drawing a board: a step in a browser, redrawing each title's full board, state by state, without layout."""

import random
from collections.abc import Iterator

from bench.fold import Row
from bench.pages import browser_and_server
from domain.title_loader import find_rulebooks
from tests.api.clients import Client, play_to_the_end, table_of

MOVES = 120
WIDTH = 1100

# The minimum of several runs for each step, so that other load on the machine has little effect.
_REDRAW = """async ([game, title, width]) => {
  const [{ Recording }, { Board }, { drawingOf }] = await Promise.all(
    ["record/frames", "board/board", "board/load-drawing"].map((name) => import(`/web/${name}.js`)));
  const recording = new Recording(game, "public");
  await recording.read();
  const place = document.createElement("div");
  place.style.width = `${width}px`;
  document.body.append(place);
  const board = new Board(place, await drawingOf(title));
  const steps = recording.steps.filter(({ state }) => state.table).slice(-120);
  const least = steps.map(() => Infinity);
  for (let run = 0; run < 6; run += 1) {
    let before = steps.at(-1).state;
    board.show(before);
    for (const [index, { state }] of steps.entries()) {
      place.getBoundingClientRect();
      const began = performance.now();
      board.show(state, { before });
      least[index] = Math.min(least[index], performance.now() - began);
      before = state;
    }
    await new Promise((done) => setTimeout(done, 0));
  }
  least.sort((one, other) => one - other);
  const nodes = place.querySelectorAll("*").length;
  return { nodes, median: least[least.length >> 1], most: least[Math.floor(least.length * 0.95)] };
}"""


def rows() -> Iterator[Row]:
    """The median redraw of each title's board, its nodes, and the slowest of twenty."""
    with browser_and_server() as (browser, url):
        page = browser.new_page(reduced_motion="reduce")
        gallery = Client(url)
        for title, rulebook in find_rulebooks().items():
            names = [f"Player {number}" for number in range(rulebook.meta.most_players)]
            game, clients = table_of(gallery, title, names)
            play_to_the_end(game, clients, random.Random(title), most=MOVES)
            page.goto(url)
            measured = page.evaluate(_REDRAW, [game, title, WIDTH])
            nodes, most = measured["nodes"], measured["most"]
            against = f"{nodes} elements; p95 {most:.1f} ms"
            yield Row(f"{rulebook.meta.title}: drawing one step", measured["median"], "ms", against)
