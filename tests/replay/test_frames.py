"""Frames and narration: every step, for every viewer, from their own record alone."""

import jsonpatch
import msgspec
import pytest

from domain.messages import SeatName, say
from eventstore.entries import Position, read_records
from replay.frames import FrameForm, frames
from replay.narration import narrate, render
from replay.player_names import as_recorded
from replay.state_json import render_state
from replay.timestamps import time_text
from replay.viewer_state import see
from tests.audit.games import ENDINGS, TITLES, played, seated, viewers


def shown_frames(projector, game, viewer, *more, **settings):
    """The frames of this game for this viewer."""
    records = (see(projector, entry, viewer) for entry in game.entries)
    return frames(projector, records, viewer, *more, **settings)


@pytest.mark.parametrize("title", TITLES)
def test_each_frame_is_the_fold_of_its_prefix(title):
    """The state of a frame is the fold of the viewer's redacted record up to there."""
    projector, game = played(title)
    for viewer in viewers(title):
        records = read_records(projector, game.entries, viewer)
        found = list(shown_frames(projector, game, viewer))
        assert [frame["position"] for frame in found] == [str(entry.position) for entry in game.entries]
        for number in range(0, len(found), 7):
            folded = projector.fold(records[: number + 1])
            assert found[number]["state"] == render_state(projector, folded, viewer)


def sent(value):
    """The value as sent to a client."""
    return msgspec.json.decode(msgspec.json.encode(value))


def in_bytes(value):
    """The value as bytes, in which 1 is not true."""
    return msgspec.json.encode(value, order="sorted")


def after(state, frame):
    """The state after this frame, as a client computes it."""
    received = sent(frame)
    return received["state"] if state is None else jsonpatch.apply_patch(state, received["patch"], in_place=True)


@pytest.mark.parametrize("title", TITLES)
def test_patches_lead_from_frame_to_frame(title):
    """The first frame is whole; each patch gives the next state."""
    projector, game = played(title)
    for viewer in ("public", "all", 0):
        full = list(shown_frames(projector, game, viewer))
        state = None
        for frame, wanted in zip(shown_frames(projector, game, viewer, form=FrameForm("patch")), full, strict=True):
            state = after(state, frame)
            assert in_bytes(state) == in_bytes(wanted["state"])


@pytest.mark.parametrize("title", TITLES)
def test_frames_may_begin_anywhere(title):
    """Frames from a position on equal those from the beginning, and the first of them is complete."""
    projector, game = played(title)
    middle = game.entries[len(game.entries) // 2].position
    whole = [frame for frame in shown_frames(projector, game, 0) if parsed(frame["position"]) >= middle]
    assert list(shown_frames(projector, game, 0, middle)) == whole
    assert "state" in next(shown_frames(projector, game, 0, middle, form=FrameForm("patch")))


def parsed(text):
    """The position."""
    action, effect = text.split("-")
    return Position(int(action), int(effect))


@pytest.mark.parametrize("title", TITLES)
def test_every_event_is_a_sentence(title):
    """For every viewer, with names and without, every event is a sentence without holes."""
    projector, game = played(title)
    for viewer in viewers(title):
        for record in read_records(projector, game.entries, viewer):
            for names in ((), as_recorded(game.final)):
                text = narrate(projector.rulebook, record.data, names).text
                assert text.strip() and not set("{}<>") & set(text) and "Hidden" not in text


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("ending", ENDINGS)
def test_persons_games_are_shown_to_their_end(title, ending):
    """A resignation and a cancelled game have frames and sentences too; the game key is shown at the end."""
    projector, game = seated(title, ending)
    for viewer in ("public", "all", game.final.players - 1):
        state = None
        for frame in shown_frames(projector, game, viewer, form=FrameForm("patch")):
            assert frame["text"].strip()
            assert not set("{}<>") & set(frame["text"])
            state = after(state, frame)
            assert ("key" in state) == (state["status"] in ("finished", "aborted"))
        records = read_records(projector, game.entries, viewer)
        assert state == sent(render_state(projector, projector.fold(records), viewer))


def test_names_lists_and_translations():
    """Seats without a name are numbered, lists are enumerated, templates are translated."""
    sentence = say("{player} took {things}.", player=SeatName(1), things=(1, 2, 3))
    assert render(sentence, ["Ann", "Bob"]) == "Bob took 1, 2 and 3."
    assert render(sentence, []) == "Seat 2 took 1, 2 and 3."
    assert render(say("{player} joined the game.", player=SeatName(-1)), ["Ann", "Bob"]) == "Seat 0 joined the game."
    italian = {"{player} took {things}.": "{player} prese {things}.", "{list} and {last}": "{list} e {last}"}
    assert render(sentence, ["Ann", "Bob"], lambda text: italian.get(text, text)) == "Bob prese 1, 2 e 3."
    assert render(say("{things}", things=()), []) == "nothing"


def test_times_are_rfc_3339():
    """UTC, to the millisecond."""
    assert time_text(1_760_000_000_007) == "2025-10-09T08:53:20.007Z"
