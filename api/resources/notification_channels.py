"""Notification channels: your webhooks, and the browsers that show your notifications (Web Push)."""

from typing import Annotated, Any
from urllib.parse import urlsplit

from flask import Response

from api.http.blueprint import ApiBlueprint, respond
from api.http.operation import OF_ACCOUNT
from api.http.problem_kinds import INVALID_REQUEST, NO_SUCH_DEVICE, NO_SUCH_WEBHOOK
from api.http.problems import refuse
from api.http.rate_limits import SEATS
from api.schemas.notifications import DevicesResponse, NewDevice, NewWebhook, WebhookResponse, WebhooksResponse
from api.services import services
from services.accounts.players import Player
from services.notifications.channels.club import chosen_kinds
from services.notifications.web_push import BadSubscription, Subscriptions
from services.notifications.webhooks import CLUB, BadWebhook, Webhook, Webhooks

webhooks_api = ApiBlueprint("webhooks", __name__, url_prefix="/api", description="Your webhooks", scopes=OF_ACCOUNT)
push_subscriptions_api = ApiBlueprint(
    "devices", __name__, url_prefix="/api", description="Devices that show your notifications", scopes=OF_ACCOUNT
)


def webhook_json(webhook: Webhook) -> dict[str, Any]:
    """A webhook as shown to its owner."""
    return {name: getattr(webhook, name) for name in ("id", "url", "form", "secret", "failures", "off")}


def webhooks_json(person: str) -> list[dict[str, Any]]:
    """A person's webhooks, with their secrets, and the reason if one is switched off."""
    return [webhook_json(one) for one in webhooks().of(person)]


def devices_json(person: str) -> dict[str, Any]:
    """The browsers that show a person's notifications, and the key for subscribing another."""
    found = Subscriptions(services().notifications.outbox.redis).of(person)
    devices = [{"id": one.id, "service": urlsplit(one.endpoint).hostname or ""} for one in found]
    return {"key": services().notifications.vapid.public, "devices": devices}


def club_webhook_json() -> dict[str, Any]:
    """The club's webhook, or none, and the kinds of news that it gets."""
    found = webhooks_json(CLUB)
    kinds = chosen_kinds(services().notifications.outbox.redis)
    return {"webhook": found[0] if found else None, "kinds": kinds}


def webhooks() -> Webhooks:
    """All webhooks."""
    return Webhooks(services().notifications.outbox.redis)


@webhooks_api.post("/me/webhooks", status=201, limit=SEATS)
def add_webhook(body: NewWebhook, player: Player) -> Annotated[Response, WebhookResponse]:
    """Add a webhook for your notifications: not to a private address, and redirects are not followed."""
    try:
        return respond(webhook_json(webhooks().add(player.id, body.url, body.form)), 201)
    except BadWebhook as error:
        refuse(INVALID_REQUEST, str(error), field="url")


@webhooks_api.delete("/me/webhooks/<webhook_id>", refuses=[NO_SUCH_WEBHOOK], limit=SEATS)
def remove_webhook(webhook_id: str, player: Player) -> Annotated[Response, WebhooksResponse]:
    """Remove this webhook."""
    if not webhooks().remove(player.id, webhook_id):
        refuse(NO_SUCH_WEBHOOK, "You have no such webhook.")
    return respond({"webhooks": webhooks_json(player.id)})


@push_subscriptions_api.post("/me/devices", limit=SEATS)
def add_device(body: NewDevice, player: Player) -> Annotated[Response, DevicesResponse]:
    """Show your notifications on this browser, too."""
    person = player.id
    try:
        Subscriptions(services().notifications.outbox.redis).add(person, body.endpoint, body.p256dh, body.auth)
    except BadSubscription as error:
        refuse(INVALID_REQUEST, str(error), field="endpoint")
    return respond(devices_json(person))


@push_subscriptions_api.delete("/me/devices/<device_id>", refuses=[NO_SUCH_DEVICE], limit=SEATS)
def remove_device(device_id: str, player: Player) -> Annotated[Response, DevicesResponse]:
    """Stop notifications on this browser."""
    person = player.id
    if not Subscriptions(services().notifications.outbox.redis).remove(person, device_id):
        refuse(NO_SUCH_DEVICE, "You have no such device.")
    return respond(devices_json(person))
