"""Names of provinces and cards, and numbers of things, as used in sentences."""

from collections.abc import Mapping

from stele.title import Sentence, say, say_number
from titles.amun_re.state import Favor

# The templates are the English names and the keys of their translations.
CARDS: Mapping[Favor, str] = {
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

YELLOW_WORDS: Mapping[Favor, str] = {
    "one_bank": say("one bank").template,
    "one_half": say("one half of Egypt").template,
    "river": say("on the Nile").template,
    "desert": say("off the Nile").template,
    "many_farmers": say("Farmers").template,
}
"""The yellow cards where their colour is clear."""


def goods_words(favor: int, farmers: int, stones: int) -> tuple[Sentence, ...]:
    """These numbers of Favor cards, Farmers and Stones; zero numbers are omitted."""
    goods = (
        (favor, say_number("{number} Favor card", "{number} Favor cards", favor)),
        (farmers, say_number("{number} Farmer", "{number} Farmers", farmers)),
        (stones, say_number("{number} Stone", "{number} Stones", stones)),
    )
    return tuple(words for number, words in goods if number)


def card_words(bribe: bool, protection: bool) -> tuple[str, ...]:
    """The cards added to a bid."""
    return tuple(CARDS[card] for card, played in (("bribe", bribe), ("protection", protection)) if played)  # type: ignore[index]


def province_name(province: str) -> str:
    """The name of a province by its id, which events contain and which is the name without the capital letter."""
    return province[:1].upper() + province[1:]
