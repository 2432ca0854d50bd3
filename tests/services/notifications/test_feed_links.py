"""Feed links: reading them stores nothing, new ones replace the old, and those of an earlier version still work."""

from services.accounts.players import person_key
from services.notifications.feeds import FeedLinks


def test_reading_links_stores_nothing(empty_redis) -> None:
    """The account shows them, and is also read while the disk is full."""
    links = FeedLinks(empty_redis, b"secret")
    assert "ada" == links.person(links.token("ada"))
    assert [] == empty_redis.keys("*")


def test_new_links_replace_the_old(empty_redis) -> None:
    """Those that an earlier version stored when it showed them are valid until then, too."""
    links = FeedLinks(empty_redis, b"secret")
    first = links.token("ada")
    empty_redis.set(person_key("ada", "feed"), "stored")
    of_earlier_version = links.token("ada")
    assert (None, "ada") == (links.person(first), links.person(of_earlier_version))
    assert "ada" == links.person(links.change("ada"))
    assert (None, None) == (links.person(of_earlier_version), links.person("made-up"))
