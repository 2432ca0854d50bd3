"""Push subscriptions: the browsers that show my notices even when no page is open (Web Push)."""

from typing import Any
from urllib.parse import urlsplit

from flask import Response
from marshmallow import fields, validate

from api.http.auth import required_player
from api.http.blueprint import OF_ACCOUNT, TOKEN, UNKEPT, ApiBlueprint, respond
from api.http.problem_kinds import (
    INVALID_REQUEST,
    NO_SUCH_DEVICE,
    NOT_SIGNED_IN,
    RECORD_UNAVAILABLE,
    SENDING,
    TOO_MANY_REQUESTS,
)
from api.http.problems import refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import SEATS
from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.requests import about
from api.services import services
from services.notifications.web_push import BadSubscription, Subscriptions

push_subscriptions_api = ApiBlueprint(
    "devices", __name__, url_prefix="/api", description="Devices on which my notices appear", scopes=OF_ACCOUNT
)


class NewDevice(Strict):
    """A browser's push subscription, as it gives it."""

    endpoint = fields.String(required=True, validate=validate.Length(min=1, max=1000))
    p256dh = fields.String(required=True, validate=validate.Length(min=1, max=100))
    auth = fields.String(required=True, validate=validate.Length(min=1, max=50))


class DeviceResponse(ResponseSchema):
    """A subscribed browser."""

    id = fields.String(metadata=about("The first 16 digits of the SHA-256 of its endpoint."))
    service = fields.String(metadata=about("The machine of its push service."))


class DevicesResponse(ResponseSchema):
    """My subscribed browsers, and what another one needs."""

    key = fields.String(metadata=about("The server's key (`applicationServerKey`), in base64 for addresses."))
    devices = fields.List(fields.Nested(DeviceResponse))


def _told(person: str) -> Response:
    found = Subscriptions(services().notifications.outbox.redis).of(person)
    devices = [{"id": one.id, "service": urlsplit(one.endpoint).hostname or ""} for one in found]
    return respond({"key": services().notifications.vapid.public, "devices": devices}, headers=UNKEPT)


@push_subscriptions_api.route("/me/devices")
@push_subscriptions_api.response(200, DevicesResponse)
@push_subscriptions_api.refuses(TOO_MANY_REQUESTS, NOT_SIGNED_IN, RECORD_UNAVAILABLE)
@push_subscriptions_api.doc(security=TOKEN)
def my_devices() -> Response:
    """The browsers on which my notices appear."""
    return _told(required_player().id)


@push_subscriptions_api.route("/me/devices", methods=["POST"])
@push_subscriptions_api.arguments(NewDevice)
@push_subscriptions_api.response(200, DevicesResponse)
@push_subscriptions_api.refuses(*SENDING, NOT_SIGNED_IN, RECORD_UNAVAILABLE)
@push_subscriptions_api.doc(security=TOKEN)
def add_device(body: dict[str, Any]) -> Response:
    """From now on my notices appear on this browser, too."""
    person = required_player().id
    limited(SEATS)
    try:
        Subscriptions(services().notifications.outbox.redis).add(person, body["endpoint"], body["p256dh"], body["auth"])
    except BadSubscription as error:
        refuse(INVALID_REQUEST, str(error), errors={"endpoint": [str(error)]})
    return _told(person)


@push_subscriptions_api.route("/me/devices/<device_id>", methods=["DELETE"])
@push_subscriptions_api.response(200, DevicesResponse)
@push_subscriptions_api.refuses(TOO_MANY_REQUESTS, NOT_SIGNED_IN, NO_SUCH_DEVICE, RECORD_UNAVAILABLE)
@push_subscriptions_api.doc(security=TOKEN)
def remove_device(device_id: str) -> Response:
    """No notices on this browser any more."""
    person = required_player().id
    limited(SEATS)
    if not Subscriptions(services().notifications.outbox.redis).remove(person, device_id):
        refuse(NO_SUCH_DEVICE, "You have no such device.")
    return _told(person)
