"""The pages' own modules, run in the browser on the server's responses."""

from playwright.sync_api import expect


def test_states_are_the_servers(browse, demo, gallery):
    """The browser's patched states are those of the API, step by step."""
    page = browse()
    page.goto("/")
    expect(page.locator(".title-card")).not_to_have_count(0)
    game = demo.rsplit("/", 1)[1]
    mine = page.evaluate(
        """async (game) => {
          const { Recording } = await import("/web/record/frames.js");
          const recording = new Recording(game, "1");
          await recording.read();
          return recording.steps.map(({ position, state }) => [position, state]);
        }""",
        game,
    )
    frames = gallery.get(f"/api{demo}/replay?as=1")["frames"]
    assert mine == [[frame["position"], frame["state"]] for frame in frames]
