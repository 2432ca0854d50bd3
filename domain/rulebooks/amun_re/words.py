"""Names of provinces and cards, as sentences say them."""

from domain.messages import say
from domain.rulebooks.amun_re.state import Favor

# The templates are the English names and the keys of their translations.
CARDS: dict[Favor, str] = {
    "bribe": say("Bribe").template,
    "protection": say("Protection").template,
    "free_farmer": say("Free Farmer").template,
    "architect": say("Architect").template,
    "offering_adjuster": say("Blue card").template,
    "treasury": say("Treasury").template,
    "great_harvest": say("Great Harvest").template,
    "one_bank": say("Yellow card: one bank").template,
    "one_half": say("Yellow card: one half of Egypt").template,
    "river": say("Yellow card: on the Nile").template,
    "desert": say("Yellow card: off the Nile").template,
    "many_farmers": say("Yellow card: Farmers").template,
}


def card_words(bribe: bool, protection: bool) -> tuple[str, ...]:
    """The cards that go with a bid."""
    return tuple(CARDS[card] for card, played in (("bribe", bribe), ("protection", protection)) if played)  # type: ignore[index]


def province_name(province: str) -> str:
    """A province's id as a name: events tell the id, whose first letter is all that the name has besides."""
    return province[:1].upper() + province[1:]
