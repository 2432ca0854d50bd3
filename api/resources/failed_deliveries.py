"""Failed deliveries, for operators: notices that could not be sent, sent again or given up."""

from typing import Any

from flask import Response

from api.http.auth import required_operator
from api.http.blueprint import OPERATING, TOKEN, UNKEPT, ApiBlueprint, respond
from api.http.problem_kinds import NO_SUCH_DELIVERY, SENDING
from api.http.problems import refuse
from api.resources.operators import ASKING, known
from api.schemas.operators import DeliveriesResponse, SettledDelivery
from api.services import services
from operations.clock import now
from replay.timestamps import time_text
from services.accounts.operator_log import OperatorAction

failed_deliveries_api = ApiBlueprint(
    "deliveries",
    __name__,
    url_prefix="/api/operator",
    description="For operators: what could not be sent",
    scopes=OPERATING,
)


@failed_deliveries_api.route("/deliveries")
@failed_deliveries_api.response(200, DeliveriesResponse)
@failed_deliveries_api.refuses(*ASKING)
@failed_deliveries_api.doc(security=TOKEN)
def deliveries() -> Response:
    """What could not be sent, the last first. Addresses are not told."""
    required_operator()
    return _failures()


@failed_deliveries_api.route("/deliveries/<delivery>", methods=["PUT"])
@failed_deliveries_api.arguments(SettledDelivery)
@failed_deliveries_api.response(200, DeliveriesResponse)
@failed_deliveries_api.refuses(*SENDING, *ASKING, NO_SUCH_DELIVERY)
@failed_deliveries_api.doc(security=TOKEN)
def settle_delivery(body: dict[str, str], delivery: str) -> Response:
    """Send it once more, or give it up. What broke off while it was sent may then come twice."""
    operator, outbox = required_operator(), services().notifications.outbox
    failure = next((one for _at, one in outbox.failures() if one.id == delivery), None)
    if failure is None:
        refuse(NO_SUCH_DELIVERY, "There is no failed delivery with this id, or not any more.")
    what = "sent once more" if body["outcome"] == "again" else "gave up sending"
    services().community.people.operator_log.write(
        OperatorAction(now(), operator.id, what, failure.person, failure.channel)
    )
    if body["outcome"] == "again":
        outbox.retry(failure)
    else:
        outbox.give_up(failure)
    return _failures()


def _failures() -> Response:
    shown: list[dict[str, Any]] = [
        {
            "id": one.id,
            "at": time_text(at),
            "player": known(one.person),
            "channel": one.channel,
            "notice": one.notice,
            "reason": one.reason,
        }
        for at, one in reversed(services().notifications.outbox.failures())
    ]
    return respond({"deliveries": shown}, headers=UNKEPT)
