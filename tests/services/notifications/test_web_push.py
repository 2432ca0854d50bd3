"""Web Push: encryption by RFC 8291, and a sender that the push service can verify."""

import json

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from services.notifications.channels import Delivered, Later, Message, Undeliverable
from services.notifications.channels import push as channel_module
from services.notifications.channels.push import PushChannel, shown
from services.notifications.web_push import (
    MOST_DEVICES,
    BadSubscription,
    Subscriptions,
    Vapid,
    decoded,
    encoded,
    encrypt,
    point,
)

# RFC 8291, section 5 and appendix A.
PLAINTEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
ENDPOINT = "https://push.example.net/push/abc"
MESSAGE = Message("g:2-0:turn", "turn", "g", "Kheops: it is your turn.", "https://s/games/g", 1, "en")


def test_the_example_of_the_standard():
    """The key, salt and text of RFC 8291, section 5, give the bytes of its example."""
    key = ec.derive_private_key(int.from_bytes(decoded(SENDER)), ec.SECP256R1())
    assert BODY == encoded(encrypt(PLAINTEXT, RECEIVER, AUTH, key, decoded(SALT)))
    assert encrypt(PLAINTEXT, RECEIVER, AUTH) != encrypt(PLAINTEXT, RECEIVER, AUTH)
    with pytest.raises(ValueError, match="bytes"):
        encrypt(bytes(4000), RECEIVER, AUTH)


def test_a_service_can_verify_the_sender():
    """RFC 8292: a token for this service alone, for less than a day, signed by the key that the browser has."""
    vapid = Vapid(bytes(range(32)))
    assert vapid.public == Vapid(bytes(range(32))).public != Vapid(bytes(32)).public
    header = vapid.authorization(ENDPOINT, "https://stele.example", 1_000)
    token, key = header.removeprefix("vapid t=").split(", k=")
    head, claims, signature = token.split(".")
    assert key == vapid.public and {"typ": "JWT", "alg": "ES256"} == json.loads(decoded(head))
    said = json.loads(decoded(claims))
    assert "https://push.example.net" == said["aud"] and 1_000 < said["exp"] <= 1_000 + 24 * 3600
    raw = decoded(signature)
    signed = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    public.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


def test_devices(empty_redis, monkeypatch):
    """Each subscribed browser gets each notice; one unknown to its service is removed."""
    subscriptions = Subscriptions(empty_redis)
    channel = PushChannel(subscriptions, Vapid(bytes(32)), "https://stele.example", lambda: 1_000, anywhere=True)
    one = subscriptions.add("p", ENDPOINT, RECEIVER, AUTH)
    assert one == subscriptions.add("p", ENDPOINT, RECEIVER, AUTH) and [one.id] == channel.targets("p")
    assert isinstance(channel.send("p", "other", [MESSAGE]), Undeliverable)
    posted = []

    def post(endpoint, body, headers, *, anywhere):
        posted.append((endpoint, headers, body))
        return status

    monkeypatch.setattr(channel_module, "post", post)
    for status in (201, 503, 410):
        outcome = channel.send("p", one.id, [MESSAGE])
        assert isinstance(outcome, {201: Delivered, 503: Later, 410: Undeliverable}[status])
    assert [] == channel.targets("p")
    endpoint, headers, body = posted[0]
    assert ENDPOINT == endpoint and "aes128gcm" == headers["Content-Encoding"] and 32 == len(headers["Topic"])
    assert MESSAGE.text.encode() not in body and MESSAGE.text == json.loads(shown(MESSAGE))["text"]


@pytest.mark.parametrize(
    ("endpoint", "key", "auth"),
    [
        ("http://x/", RECEIVER, AUTH),
        (ENDPOINT, RECEIVER[:-2], AUTH),
        (ENDPOINT, RECEIVER, "AAAA"),
        (ENDPOINT, "!", AUTH),
    ],
)
def test_bad_subscriptions(empty_redis, endpoint, key, auth):
    """Refused at once; and their number is limited."""
    subscriptions = Subscriptions(empty_redis)
    with pytest.raises(BadSubscription):
        subscriptions.add("p", endpoint, key, auth)
    for number in range(MOST_DEVICES):
        subscriptions.add("p", f"{ENDPOINT}{number}", RECEIVER, AUTH)
    with pytest.raises(BadSubscription):
        subscriptions.add("p", ENDPOINT, RECEIVER, AUTH)
    subscriptions.add("p", f"{ENDPOINT}0", encoded(point(ec.generate_private_key(ec.SECP256R1()).public_key())), AUTH)
    subscriptions.forget("p")
    assert [] == subscriptions.of("p")
