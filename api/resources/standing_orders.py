"""Standing orders of your seat, visible only to you."""

from typing import Annotated, Any

import msgspec
from flask import Response

from ai.standing_orders import BadOrder, describe_drop, describe_order, read_orders
from api.http.auth import OwnView
from api.http.blueprint import UNKEPT, ApiBlueprint, respond
from api.http.languages import translate
from api.http.operation import PLAYING
from api.http.problem_kinds import AGAINST_THE_RULES, ANOTHERS_SEAT, INVALID_REQUEST, NO_SEAT, READING
from api.http.problems import explain, refuse
from api.http.rate_limits import MOVES
from api.schemas.requests import NewOrders, OwnSeat
from api.schemas.responses import OrdersResponse
from api.services import services
from domain.messages import Sentence
from domain.ordered_moves import Order
from replay.narration import render
from replay.viewer_state import Seen
from services.accounts.players import Player
from services.games.standing_orders import SeatOrders

standing_orders_api = ApiBlueprint("orders", __name__, url_prefix="/api", description="Standing orders", scopes=PLAYING)


@standing_orders_api.get("/games/<game_id>/orders", refuses=[*READING, NO_SEAT, ANOTHERS_SEAT])
def standing_orders(
    game_id: str, _query: OwnSeat, seen: OwnView, player: Player
) -> Annotated[Response, OrdersResponse]:
    """The standing orders of your seat, and those that have been dropped."""
    return _told(seen, services().games.orders.of(game_id, _seat(seen), player.id))


@standing_orders_api.put(
    "/games/<game_id>/orders", refuses=[*READING, NO_SEAT, ANOTHERS_SEAT, AGAINST_THE_RULES], limit=MOVES
)
def place_orders(
    game_id: str, body: NewOrders, _query: OwnSeat, player: Player, seen: OwnView
) -> Annotated[Response, OrdersResponse]:
    """Replace your seat's standing orders, for when it is asked (G24), and delete the notices of dropped ones.

    When the seat is asked, orders that do not apply are dropped, and the first that does is carried out as the seat's
    own move, after a delay that the operator sets.
    """
    try:
        orders = read_orders(seen.projector, [msgspec.structs.asdict(one) for one in body.orders])
    except BadOrder as bad:
        errors: Any = [str(bad)]
        for part in reversed(("orders", *bad.place)):
            errors = {str(part): errors}
        refuse(INVALID_REQUEST, explain(errors), errors=errors)
    return _told(seen, services().games.orders.place(game_id, _seat(seen), player.id, orders))


def _seat(seen: Seen) -> int:
    assert isinstance(seen.viewer, int)
    return seen.viewer


def _told(seen: Seen, kept: SeatOrders) -> Response:
    orders = [_shown(seen, one, describe_order(seen.rulebook, one)) for one in kept.orders]
    notices = [
        {
            **_shown(seen, one.order, describe_drop(seen.rulebook, one.order, one.reason)),
            "position": one.position,
            "reason": one.reason,
        }
        for one in kept.notices
    ]
    return respond({"orders": orders, "notices": notices}, headers=UNKEPT)


def _shown(seen: Seen, order: Order, said: Sentence) -> dict[str, Any]:
    placed = {"guard": order.guard, "when": order.when, "note": order.note, "moves": order.moves}
    return {**placed, "text": render(said, seen.names, translate())}
