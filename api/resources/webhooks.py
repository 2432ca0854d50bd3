"""Webhooks: the addresses to which my notices are posted."""

from typing import Any

from flask import Response
from marshmallow import fields, validate

from api.http.auth import required_player
from api.http.blueprint import OF_ACCOUNT, TOKEN, UNKEPT, ApiBlueprint, respond
from api.http.problem_kinds import INVALID_REQUEST, NO_SUCH_WEBHOOK, NOT_SIGNED_IN, RECORD_UNAVAILABLE, SENDING
from api.http.problem_kinds import TOO_MANY_REQUESTS as TOO_MANY
from api.http.problems import refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import SEATS
from api.schemas.from_structs import ResponseSchema, Strict
from api.schemas.requests import about
from api.services import services
from services.notifications.webhooks import FORMS, BadWebhook, Webhook, Webhooks

webhooks_api = ApiBlueprint(
    "webhooks", __name__, url_prefix="/api", description="Where my notices are posted to", scopes=OF_ACCOUNT
)


class NewWebhook(Strict):
    """A webhook to be made."""

    url = fields.String(required=True, validate=validate.Length(min=1, max=500))
    form = fields.String(
        load_default="standard",
        validate=validate.OneOf(FORMS),
        metadata=about("Standard Webhooks, or the form of a chat service."),
    )


class WebhookResponse(ResponseSchema):
    """One of my webhooks."""

    id = fields.String()
    url = fields.String()
    form = fields.String(validate=validate.OneOf(FORMS))
    secret = fields.String(metadata=about("What its posts are signed with, as Standard Webhooks says."))
    failures = fields.Integer(metadata=about("How many tries have failed in a row."))
    off = fields.String(metadata=about("Why it is switched off; empty: it is not."))


class WebhooksResponse(ResponseSchema):
    """My webhooks."""

    webhooks = fields.List(fields.Nested(WebhookResponse))


def _shown(webhook: Webhook) -> dict[str, Any]:
    return {name: getattr(webhook, name) for name in ("id", "url", "form", "secret", "failures", "off")}


def _webhooks() -> Webhooks:
    return Webhooks(services().notifications.outbox.redis)


@webhooks_api.route("/me/webhooks")
@webhooks_api.response(200, WebhooksResponse)
@webhooks_api.refuses(TOO_MANY, NOT_SIGNED_IN, RECORD_UNAVAILABLE)
@webhooks_api.doc(security=TOKEN)
def my_webhooks() -> Response:
    """My webhooks, with their secrets, and why one is switched off."""
    found = [_shown(one) for one in _webhooks().of(required_player().id)]
    return respond({"webhooks": found}, headers=UNKEPT)


@webhooks_api.route("/me/webhooks", methods=["POST"])
@webhooks_api.arguments(NewWebhook)
@webhooks_api.response(201, WebhookResponse)
@webhooks_api.refuses(*SENDING, NOT_SIGNED_IN, RECORD_UNAVAILABLE)
@webhooks_api.doc(security=TOKEN)
def add_webhook(body: dict[str, Any]) -> Response:
    """From now on my notices are posted there, too: to no private address, and not on to where it redirects."""
    player = required_player()
    limited(SEATS)
    try:
        return respond(_shown(_webhooks().add(player.id, body["url"], body["form"])), 201)
    except BadWebhook as error:
        refuse(INVALID_REQUEST, str(error), errors={"url": [str(error)]})


@webhooks_api.route("/me/webhooks/<webhook_id>", methods=["DELETE"])
@webhooks_api.response(200, WebhooksResponse)
@webhooks_api.refuses(TOO_MANY, NOT_SIGNED_IN, NO_SUCH_WEBHOOK, RECORD_UNAVAILABLE)
@webhooks_api.doc(security=TOKEN)
def remove_webhook(webhook_id: str) -> Response:
    """Remove this webhook."""
    player = required_player()
    limited(SEATS)
    webhooks = _webhooks()
    if not webhooks.remove(player.id, webhook_id):
        refuse(NO_SUCH_WEBHOOK, "You have no such webhook.")
    return respond({"webhooks": [_shown(one) for one in webhooks.of(player.id)]})
