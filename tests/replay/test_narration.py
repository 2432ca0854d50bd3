"""Narration: sentences as data; the named seats and a step's weight follow from the record, for any player names."""

import pytest

from ai.self_play import play_out
from domain.projector import projector_for
from replay.frames import DECIDED, NAMED, SCORED, frames
from replay.languages import LANGUAGES, translator
from replay.narration import NamedSeat, narrate
from replay.player_names import Names
from replay.viewer_state import see

NAMES = ["Gold", "3", "Ann"]


def called(names):
    """The naming of a game with these names of seats."""
    return lambda game: Names(game, lambda *_player: "", lambda seat, *_who: names[seat])


def frames_of(title, names, viewer):
    """The frames of a game of three with these player names."""
    projector = projector_for(title)
    game = play_out(projector, ["random"] * 3, "named")
    records = (see(projector, entry, viewer) for entry in game.entries)
    return list(frames(projector, records, viewer, naming=called(names)))


@pytest.mark.parametrize("viewer", [0, "public"])
def test_names_do_not_change_a_steps_weight(viewer):
    """A player named like a thing of the game, or like a number, appears in the same sentences as any other."""
    plain = frames_of("amun-re-card-game", ["Xu", "Yo", "Zoe"], viewer)
    found = frames_of("amun-re-card-game", NAMES, viewer)
    assert [one["weights"] for one in found] == [one["weights"] for one in plain]
    assert [one["seats"] for one in found] == [one["seats"] for one in plain]
    misleading = 0
    for frame in found:
        named = {part.name for part in frame["parts"] if isinstance(part, NamedSeat)}
        assert named == {NAMES[seat] for seat in frame["seats"]}
        misleading += any(name in frame["text"] for name in {*NAMES} - named)
    assert misleading > 50


def test_a_steps_weight_follows_its_effect_on_a_seat():
    """The named seats, the seats with changed points, and at the end all; no other seat."""
    found = frames_of("amun-re-card-game", NAMES, "all")
    before = None
    for frame in found:
        points, end = frame["state"]["points"], frame["type"] == "GameFinished"
        for seat, weight in enumerate(frame["weights"]):
            wanted = NAMED * (seat in frame["seats"]) + DECIDED * end
            wanted += SCORED * bool(before and points[seat] != before[seat])
            assert weight == wanted, frame["position"]
        before = points
    weights = {weight for frame in found for weight in frame["weights"]}
    assert {0, NAMED, NAMED + SCORED, DECIDED} <= weights


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_its_parts(language):
    """Words, numbers and seats make up the text; no words follow words."""
    projector = projector_for("amun-re")
    game = play_out(projector, ["random"] * 3, "parts")
    for entry in game.entries:
        seen = see(projector, entry, "all")
        told = narrate(projector.rulebook, seen.record.data, ["Ada", None, "Cy"], translator(language))
        words = [part.name if isinstance(part, NamedSeat) else str(part) for part in told.parts]
        assert "".join(words) == told.text
        pairs = zip(told.parts, told.parts[1:], strict=False)
        assert not any(isinstance(one, str) and isinstance(other, str) for one, other in pairs)
        assert "" not in told.parts
