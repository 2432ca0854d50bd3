"""Notification channels: your webhooks, and the browsers that show your notifications (Web Push)."""

from typing import Any
from urllib.parse import urlsplit

from flask import Response

from api.http.auth import required_player
from api.http.blueprint import OF_ACCOUNT, TOKEN, UNKEPT, ApiBlueprint, respond
from api.http.problem_kinds import (
    INVALID_REQUEST,
    NO_SUCH_DEVICE,
    NO_SUCH_WEBHOOK,
    NOT_SIGNED_IN,
    RECORD_UNAVAILABLE,
    SENDING,
    TOO_MANY_REQUESTS,
)
from api.http.problems import refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import SEATS
from api.schemas.notifications import (
    DevicesResponse,
    NewDevice,
    NewWebhook,
    WebhookResponse,
    WebhooksResponse,
)
from api.services import services
from services.notifications.web_push import BadSubscription, Subscriptions
from services.notifications.webhooks import BadWebhook, Webhook, Webhooks

webhooks_api = ApiBlueprint("webhooks", __name__, url_prefix="/api", description="Your webhooks", scopes=OF_ACCOUNT)
push_subscriptions_api = ApiBlueprint(
    "devices", __name__, url_prefix="/api", description="Devices that show your notifications", scopes=OF_ACCOUNT
)


def webhook_json(webhook: Webhook) -> dict[str, Any]:
    """A webhook as shown to its owner."""
    return {name: getattr(webhook, name) for name in ("id", "url", "form", "secret", "failures", "off")}


def webhooks() -> Webhooks:
    """All webhooks."""
    return Webhooks(services().notifications.outbox.redis)


@webhooks_api.route("/me/webhooks")
@webhooks_api.response(200, WebhooksResponse)
@webhooks_api.refuses(TOO_MANY_REQUESTS, NOT_SIGNED_IN, RECORD_UNAVAILABLE)
@webhooks_api.doc(security=TOKEN)
def my_webhooks() -> Response:
    """Your webhooks, with their secrets, and the reason if one is switched off."""
    found = [webhook_json(one) for one in webhooks().of(required_player().id)]
    return respond({"webhooks": found}, headers=UNKEPT)


@webhooks_api.route("/me/webhooks", methods=["POST"])
@webhooks_api.arguments(NewWebhook)
@webhooks_api.response(201, WebhookResponse)
@webhooks_api.refuses(*SENDING, NOT_SIGNED_IN, RECORD_UNAVAILABLE)
@webhooks_api.doc(security=TOKEN)
def add_webhook(body: dict[str, Any]) -> Response:
    """Add a webhook for your notifications: not to a private address, and redirects are not followed."""
    player = required_player()
    limited(SEATS)
    try:
        return respond(webhook_json(webhooks().add(player.id, body["url"], body["form"])), 201)
    except BadWebhook as error:
        refuse(INVALID_REQUEST, str(error), field="url")


@webhooks_api.route("/me/webhooks/<webhook_id>", methods=["DELETE"])
@webhooks_api.response(200, WebhooksResponse)
@webhooks_api.refuses(TOO_MANY_REQUESTS, NOT_SIGNED_IN, NO_SUCH_WEBHOOK, RECORD_UNAVAILABLE)
@webhooks_api.doc(security=TOKEN)
def remove_webhook(webhook_id: str) -> Response:
    """Remove this webhook."""
    player = required_player()
    limited(SEATS)
    if not webhooks().remove(player.id, webhook_id):
        refuse(NO_SUCH_WEBHOOK, "You have no such webhook.")
    return respond({"webhooks": [webhook_json(one) for one in webhooks().of(player.id)]})


def _devices(person: str) -> Response:
    found = Subscriptions(services().notifications.outbox.redis).of(person)
    devices = [{"id": one.id, "service": urlsplit(one.endpoint).hostname or ""} for one in found]
    return respond({"key": services().notifications.vapid.public, "devices": devices}, headers=UNKEPT)


@push_subscriptions_api.route("/me/devices")
@push_subscriptions_api.response(200, DevicesResponse)
@push_subscriptions_api.refuses(TOO_MANY_REQUESTS, NOT_SIGNED_IN, RECORD_UNAVAILABLE)
@push_subscriptions_api.doc(security=TOKEN)
def my_devices() -> Response:
    """The browsers that show your notifications."""
    return _devices(required_player().id)


@push_subscriptions_api.route("/me/devices", methods=["POST"])
@push_subscriptions_api.arguments(NewDevice)
@push_subscriptions_api.response(200, DevicesResponse)
@push_subscriptions_api.refuses(*SENDING, NOT_SIGNED_IN, RECORD_UNAVAILABLE)
@push_subscriptions_api.doc(security=TOKEN)
def add_device(body: dict[str, Any]) -> Response:
    """Show your notifications on this browser, too."""
    person = required_player().id
    limited(SEATS)
    try:
        Subscriptions(services().notifications.outbox.redis).add(person, body["endpoint"], body["p256dh"], body["auth"])
    except BadSubscription as error:
        refuse(INVALID_REQUEST, str(error), field="endpoint")
    return _devices(person)


@push_subscriptions_api.route("/me/devices/<device_id>", methods=["DELETE"])
@push_subscriptions_api.response(200, DevicesResponse)
@push_subscriptions_api.refuses(TOO_MANY_REQUESTS, NOT_SIGNED_IN, NO_SUCH_DEVICE, RECORD_UNAVAILABLE)
@push_subscriptions_api.doc(security=TOKEN)
def remove_device(device_id: str) -> Response:
    """Stop notifications on this browser."""
    person = required_player().id
    limited(SEATS)
    if not Subscriptions(services().notifications.outbox.redis).remove(person, device_id):
        refuse(NO_SUCH_DEVICE, "You have no such device.")
    return _devices(person)
