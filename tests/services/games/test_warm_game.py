"""Warm table: each viewer, however rarely present, has the fold of their own records, at the head and in previews."""

from functools import partial
from itertools import groupby

import pytest

from ai.self_play import play_out
from domain.game import no_past
from domain.projector import projector_for
from domain.redaction import Viewer
from domain.title_loader import find_rulebooks
from eventstore.entries import read_records
from services.games.warm_game import WarmGame


@pytest.mark.parametrize("title", find_rulebooks())
def test_lazily_folded_states(title):
    """Frequent, occasional and single views equal the fold of all their records."""
    projector = projector_for(title)
    most = projector.rulebook.meta.most_players
    played = play_out(projector, ["random"] * most, f"late {title}")
    actions = [list(entries) for _, entries in groupby(played.entries, lambda entry: entry.position.action)]
    every: dict[Viewer, int] = {0: 1, 1: 7, "public": 60, "all": 13}
    so_far = list(actions[0])
    table = WarmGame(played.game_id, so_far, lambda _projector, _viewer: no_past)

    def read():
        return so_far

    def folded(viewer):
        return projector.fold(read_records(projector, so_far, viewer))

    for number, action in enumerate(actions[1:], start=1):
        lookers = [viewer for viewer, times in every.items() if number % times == 0 or number == len(actions) - 1]
        ahead = table.ahead(action)
        before = table.game, table.head
        shown = {viewer: table.see(viewer, read, ahead) for viewer in lookers}
        assert (table.game, table.head) == before, "looking ahead changes nothing"
        table.take(ahead)
        so_far = [*so_far, *action]
        for viewer in lookers:
            here = table.see(viewer, read)
            assert here.game == shown[viewer].game == folded(viewer)
            assert (here.position, here.digest, here.at) == (
                shown[viewer].position,
                shown[viewer].digest,
                shown[viewer].at,
            )
            assert here.digest == action[-1].digest
    assert len(actions) > 40


def test_viewers_with_full_knowledge_share_the_full_state():
    """While no value is sealed, viewers share the full state instead of separate ones that would have to be folded."""
    was_sealed = set()
    for title, rulebook in find_rulebooks().items():
        played = play_out(projector_for(title), ["random"] * rulebook.meta.least_players, f"shared {title}")
        table = WarmGame(played.game_id, played.entries, lambda _projector, _viewer: no_past)
        seen = table.see(0, partial(tuple, played.entries))
        assert (seen.game is table.game) == (not table.end.sealed)
        was_sealed.add(bool(table.end.sealed))
    assert was_sealed == {False, True}
