"""Forks of running games: the player's own knowledge, with everything else dealt again (G26)."""

import random

import pytest
from msgspec.structs import replace

from audit.bundle import import_entries
from audit.verification.forks import first_misdealt, forked_in, said_of
from audit.verification.verify import verify
from domain.projector import projector_for
from domain.title_loader import find_rulebooks
from replay.past_states import placed_records
from tests.api.clients import play_to_the_end, table_of
from tests.api.test_disputes import positions
from tests.api.test_forks import fork
from tests.audit.games import rewritten
from titles.kheops.events import TileDrawn
from verify import report as engine
from verify.bundle import read_bundle

WRONG_DEALS = [
    lambda said: said["data"].update(seen_by=2),
    lambda said: said["data"].update(seen_by=True),
    lambda said: said["data"].update(seen_by=None),
    lambda said: said["data"].update(dealing=0),
]
"""Bad deals of a game for two."""


@pytest.mark.parametrize(("title", "moves"), [("amun-re-card-game", 20), ("kheops", 12)])
def test_another_line_of_a_running_game(gallery, title, moves):
    """G26: players, and no other viewers, can fork their seat's view, current or earlier; hidden parts are dealt
    again.
    """
    least = find_rulebooks()[title].meta.least_players
    game_id, clients = table_of(gallery, title, [f"R{seat}" for seat in range(least)])
    path, kinds = f"/api/games/{game_id}", ["me"] * least
    play_to_the_end(game_id, clients, random.Random(title), most=moves)
    ends = positions(clients[1], path)
    assert fork(gallery, path, ends[-1], kinds).status == 401
    assert fork(gallery.sign_up("Eve"), path, ends[-1], kinds).status == 403
    player = clients[1]
    for at in (ends[-1], ends[len(ends) // 2]):
        then = player.get(f"{path}/state?at={at}&as=1")
        made = fork(player, path, at, kinds)
        assert made.status == 201, made
        assert made.body["fork"] == {"game": game_id, "position": at, "seen_by": 1}
        forked = f"/api/games/{made.body['id']}"
        said = player.get(f"{forked}/events?limit=2")["events"][1]
        assert (said["data"]["digest"], said["data"]["seen_by"]) == (then["digest"], 1)
        assert "dealt again" in str(said)
        now = player.get(f"{forked}/state?as=1")["state"]
        for name in ("table", "to_act", "points", "moves"):
            assert now[name] == then["state"][name], name
        assert clients[0].call("GET", forked).status == 403
    assert fork(player, forked, "3", kinds).body["rule"] == "G16"
    assert positions(player, path) == ends


def test_it_is_played_to_the_end_and_verifies(gallery):
    """The deal follows from the published key and the seat's view; a different deal is found and named."""
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, clients, random.Random(2), most=20)
    at = positions(clients[0], path)[-1]
    forks = [f"/api/games/{fork(clients[0], path, at, ['me', 'me']).body['id']}" for _ in range(4)]
    hands = [clients[0].get(f"{forked}/state?as=1")["state"]["table"]["players"][1]["hand"] for forked in forks]
    assert len({str(hand) for hand in hands}) > 1
    forked = forks[0]
    play_to_the_end(forked.rpartition("/")[2], [clients[0]] * 2, random.Random(3))
    raw = clients[0].call("GET", f"{forked}/bundle").body
    report, other = verify(raw), engine.verify(raw)
    assert report.ok and "dealt again by this game's own key" in report.checks[-1].detail, report
    assert other.first_bad is None and "as seat 1 saw it" in other.checks[-1].detail
    for change in WRONG_DEALS:
        wrong = rewritten(raw, 1, change)
        assert verify(wrong).checks[-1].position == "1-1" and engine.verify(wrong).first_bad == "1-1"
    bundle, projector = read_bundle(raw), projector_for("kheops")
    placed = list(placed_records(projector, import_entries(bundle)))
    records = [record for _, record in placed]
    copied, key = forked_in(records), bytes.fromhex(records[-1].data.key)
    assert copied is not None and copied.seen_by == 0
    assert first_misdealt(projector, bundle.game_id, placed, copied, key) is None
    first, second = [number for number, (_, one) in enumerate(placed) if tile_of(one) is not None][:2]
    swapped = list(placed)
    for here, there in ((first, second), (second, first)):
        data = replace(placed[here][1].data, tile=tile_of(placed[there][1]))
        swapped[here] = (placed[here][0], replace(placed[here][1], data=data))
    found = first_misdealt(projector, bundle.game_id, swapped, copied, key)
    assert found is not None and found[0] == placed[first][0]
    assert "in a way not known here" in said_of(replace(copied, dealing=2))
    assert first_misdealt(projector, bundle.game_id, swapped, replace(copied, dealing=2), key) is None


def tile_of(record):
    """The tile that this record hides from seat 0; none if it hides none."""
    return record.data.tile if isinstance(record.data, TileDrawn) and record.data.seat == 1 else None
