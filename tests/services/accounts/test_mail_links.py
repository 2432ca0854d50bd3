"""Mailed links: for the requesting browser, once, and for a short time; addresses belong to one player each."""

import re

import pytest

from eventstore.valkey.connection import Client
from services.accounts.mail_addresses import AddressTaken, MailAddresses
from services.accounts.mail_links import LIFE_SECONDS, MOST_TRIES, BadLink, MailLinks, confirm_mail, sign_in_mail
from services.accounts.players import Players, Reached


def test_a_link_is_valid_once_in_the_requesting_browser(empty_redis: Client) -> None:
    """The link's token or its digits work once, in the requesting browser; a few wrong tries invalidate both."""
    players = Players(empty_redis)
    ada, _token = players.create("Ada", 1)
    addresses = MailAddresses(empty_redis, players)
    addresses.confirm(ada.id, "Ada@Stele.example")
    links = MailLinks(empty_redis, addresses)
    for said in ("token", "code"):
        asked = links.to_sign_in("ada@stele.example")
        with pytest.raises(BadLink):
            links.redeem("sign-in", "another browser", getattr(asked, said))
        assert links.redeem("sign-in", asked.browser, f" {getattr(asked, said)}\n").player == ada.id
        with pytest.raises(BadLink):
            links.redeem("sign-in", asked.browser, getattr(asked, said))
    asked = links.to_sign_in("ada@stele.example")
    assert 0 < empty_redis.ttl(next(empty_redis.scan_iter("stele:mail-link:*"))) <= LIFE_SECONDS
    stored = b"".join(key + empty_redis.dump(key) for key in empty_redis.scan_iter("stele:mail-link:*"))
    assert not [one for one in (asked.token, asked.code, asked.browser) if one.encode() in stored]
    for _ in range(MOST_TRIES):
        with pytest.raises(BadLink):
            links.redeem("sign-in", asked.browser, "000000" if asked.code != "000000" else "111111")
    with pytest.raises(BadLink):
        links.redeem("sign-in", asked.browser, asked.token)
    asked = links.to_sign_in("ada@stele.example")
    with pytest.raises(BadLink):
        links.redeem("confirm", asked.browser, asked.token)
    links.forget(ada.id)
    assert empty_redis.keys("stele:mail-link:*") == []


def test_an_unknown_address_signs_no_player_in(empty_redis: Client) -> None:
    """The link looks like any other, and opens nothing."""
    links = MailLinks(empty_redis, MailAddresses(empty_redis, Players(empty_redis)))
    asked = links.to_sign_in("nobody@stele.example")
    assert asked.player == "" and len(asked.code) == 6
    with pytest.raises(BadLink):
        links.redeem("sign-in", asked.browser, asked.token)


def test_an_address_belongs_to_one_player(empty_redis: Client) -> None:
    """Capitals do not make a difference; a new one replaces the old one, which is then free."""
    players = Players(empty_redis)
    (ada, _one), (bo, _two) = players.create("Ada", 1), players.create("Bo", 1)
    addresses = MailAddresses(empty_redis, players)
    addresses.confirm(ada.id, "Ada@stele.example")
    addresses.confirm(ada.id, "ada@stele.example")
    with pytest.raises(AddressTaken):
        addresses.confirm(bo.id, "ADA@STELE.EXAMPLE")
    assert players.reached(ada.id).address == "ada@stele.example" and players.reached(bo.id).address == ""
    addresses.confirm(ada.id, "queen@stele.example")
    addresses.confirm(bo.id, "ada@stele.example")
    assert (addresses.owner("queen@stele.example"), addresses.owner("ada@stele.example")) == (ada.id, bo.id)
    addresses.forget(ada.id)
    assert addresses.owner("queen@stele.example") is None and players.reached(ada.id).address == ""
    players.set_settings(ada.id, "it", "Europe/Rome")
    assert players.reached(ada.id) == Reached("", "it", "Europe/Rome")
    assert players.reached(bo.id) == Reached(address="ada@stele.example")


def test_the_text_of_the_mails(empty_redis: Client) -> None:
    """The link has its token behind a #, hidden from server logs; the digits, and an escaped name."""
    players = Players(empty_redis)
    links = MailLinks(empty_redis, MailAddresses(empty_redis, players))
    asked = links.to_confirm("ada", "ada@stele.example")
    for language in ("en", "it", "es"):
        first = sign_in_mail("a@b.example", "https://stele.example/x", asked, "The <club>", language)
        second = confirm_mail("a@b.example", "https://stele.example/x", asked, "<Ada>", "The <club>", language)
        for mail, name in ((first, "sign-in"), (second, "confirm")):
            url = f"https://stele.example/x/account#{name}={asked.token}"
            assert url in mail.text and f'href="{url}"' in mail.html
        for mail in (first, second):
            assert "The <club>" in mail.subject and "The <club>" in mail.text and "Stele" not in mail.text
            assert asked.code in mail.text and asked.code in mail.html and f'<html lang="{language}">' in mail.html
            assert "<Ada>" not in mail.html and "<club>" not in mail.html
            assert not re.search(r"[{}]", mail.text + mail.subject)
