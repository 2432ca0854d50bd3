"""Shapes of the Python client's responses, compared with the server's document."""

from typing import Any

import msgspec
import pytest

from api.pages.page_types import whole_schemas
from stele_client import shapes
from tests.api.contract import contract_of_applications

SCHEMAS: dict[str, Any] = whole_schemas(contract_of_applications().document)
SCHEMA_OF = {
    shapes.Player: "PlayerResponse",
    shapes.SignedUp: "NewPlayerResponse",
    shapes.Seat: "AnySeat",
    shapes.Result: "Result",
    shapes.Game: "GameResponse",
    shapes.Games: "GamesResponse",
    shapes.Unit: "Unit",
    shapes.State: "Kheops.State",
    shapes.Seen: "StateResponse",
    shapes.LegalMove: "LegalMove",
    shapes.LegalMoves: "LegalMovesResponse",
    shapes.Event: "Kheops.Event.PawnMoved",
    shapes.Receipt: "Receipt",
    shapes.Moved: "MoveResponse",
    shapes.ForeseenEvent: "ForeseenEvent",
    shapes.Foreseen: "ForeseenResponse",
    shapes.Cosignature: "SentCosignature",
    shapes.Log: "LogResponse",
    shapes.Consistency: "ConsistencyResponse",
    shapes.Logged: "Logged",
    shapes.DigestAt: "DigestAt",
    shapes.Digests: "DigestsResponse",
    shapes.Events: "EventsResponse",
    shapes.Notice: "NoticeResponse",
    shapes.Inbox: "InboxEvent",
    shapes.Numbers: "PlayerNumbers",
    shapes.Title: "Title",
    shapes.Titles: "RulebooksResponse",
    shapes.Rulebook: "RulebookResponse",
}


def test_every_shape_has_a_schema():
    """A new type of response is compared, too."""
    kinds = [one for one in vars(shapes).values() if isinstance(one, type) and issubclass(one, shapes.Shape)]
    assert set(kinds) - {shapes.Shape} == SCHEMA_OF.keys()


@pytest.mark.parametrize("shape", SCHEMA_OF, ids=lambda shape: shape.__name__)
def test_members_match_the_document(shape):
    """Every member is sent by the server, and one without a default is always sent."""
    schema = SCHEMAS[SCHEMA_OF[shape]]
    members = {one.encode_name: one.required for one in msgspec.structs.fields(shape)}
    assert set() == members.keys() - schema["properties"].keys()
    # The token is left out for clients that ask for a session, which no program does.
    needed = {name for name, is_required in members.items() if is_required} - {"token"}
    assert set() == needed - set(schema["required"])
