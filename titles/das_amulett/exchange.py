"""Exchange: offers of metal cards, payment, gems, and returned cards (DA-X)."""

from itertools import product

from msgspec.structs import replace

from stele.title import (
    Chance,
    Command,
    Illegal,
    Phase,
    PhaseRules,
    change_player,
    decides,
    gettext_noop,
    known,
    say_number,
)
from titles.das_amulett import effects
from titles.das_amulett.changes import one_of, plus, to_hand, without_gem
from titles.das_amulett.commands import LayMetals, OfferMetals, Pass, TakeBack, TakeGem
from titles.das_amulett.events import (
    AmuletCompleted,
    ExchangeOpened,
    ExchangeWon,
    GemTaken,
    MetalsLaid,
    MetalsOffered,
    MetalsTakenBack,
    NobodyOffered,
    OfferDiscarded,
    Passed,
    TakeBackInvited,
)
from titles.das_amulett.spell_phase import PASSING, answered
from titles.das_amulett.spells import METALS, Count
from titles.das_amulett.state import (
    NOTHING,
    Region,
    State,
    best_bid,
    gems_in,
    here,
    in_order,
    next_in_turn,
    with_the_hat,
)

# The metals to lay are chosen for this many cards at a time, which keeps the list of answers short for any offer.
MOST_AT_ONCE = 8


def completed(state: State, seat: int) -> AmuletCompleted | None:
    """The victory of this seat, if its amulet has enough gems (DA-W1)."""
    gems = state.players[seat].gems
    different = len(set(gems))
    if different < state.components.win_different and len(gems) < state.components.win_total:
        return None
    return AmuletCompleted(seat, different, len(gems))


def accepted_cards(state: State, seat: int) -> Count:
    """The cards in hand that the seat may offer here, metal by metal."""
    return accepted_cards_in(state, seat, here(state))


def accepted_cards_in(state: State, seat: int, region: Region) -> Count:
    """The cards in hand that the seat could offer in this region, metal by metal."""
    hand = known(state.players[seat].metals)
    accepted = effects.accepted_metals_in(state, seat, region)
    if len(accepted) == len(METALS):
        return hand
    gold, silver, copper, iron = [count if metal in accepted else 0 for metal, count in zip(METALS, hand, strict=True)]
    return gold, silver, copper, iron


def offer_options(state: State, seat: int) -> list[Command]:
    """The options in an exchange: to pass, or any sufficient number of cards in hand (DA-X2, DA-X3)."""
    most = sum(accepted_cards(state, seat))
    return [Pass(seat), *(OfferMetals(seat, cards) for cards in range(effects.least_offer(state, seat), most + 1))]


def offer_metals(state: State, command: OfferMetals) -> MetalsOffered:
    """The event for the offer, or why it is not allowed."""
    least = effects.least_offer(state, command.seat)
    if command.cards < least:
        raise Illegal("offer at least {least}, or pass", "DA-X2", least=least)
    if command.cards > sum(accepted_cards(state, command.seat)):
        raise Illegal("you don't have enough cards of accepted metals", "DA-X3")
    return MetalsOffered(command.seat, command.cards)


def advance_exchange(state: State, _chance: Chance) -> NobodyOffered | ExchangeWon | Passed | None:
    """The only seat left with an offer has won; a player with too few cards passes automatically (DA-X4, R38)."""
    if not state.queue:
        return NobodyOffered(state.company)
    seat = state.queue[0]
    if seat == state.bidder:
        return ExchangeWon(seat, best_bid(state), effects.gems_won(state, seat))
    return Passed(seat) if state.players[seat].cards < effects.least_offer(state, seat) else None


def _combinations(most: Count, least: int, total: int) -> list[Count]:
    """Every count with at most `most` of each metal, and from `least` to `total` in all; most gold first."""
    found: list[Count] = []
    for gold, silver, copper in product(*(range(min(count, total), -1, -1) for count in most[:3])):
        rest = total - gold - silver - copper
        for iron in range(min(most[3], rest), -1, -1):
            if gold + silver + copper + iron >= least:
                found.append((gold, silver, copper, iron))
    return found


def _are_within(metals: Count, most: Count) -> bool:
    """Whether the second count has at least these cards."""
    return all(0 <= count <= there for count, there in zip(metals, most, strict=True))


def lay_options(state: State, seat: int) -> list[LayMetals]:
    """Every mix of accepted cards for the offer, at most eight at a time (DA-X5, R43)."""
    cards = min(state.to_lay, MOST_AT_ONCE)
    return [LayMetals(seat, *metals) for metals in _combinations(accepted_cards(state, seat), cards, cards)]


def lay_metals(state: State, command: LayMetals) -> MetalsLaid:
    """The event for laying cards, or why it is not allowed."""
    cards = min(state.to_lay, MOST_AT_ONCE)
    if sum(command.metals) != cards or not _are_within(command.metals, accepted_cards(state, command.seat)):
        raise Illegal("your offer is {offer}: lay down {cards} now, of accepted metals that you have", "DA-X5",
                      offer=best_bid(state), cards=say_number("{number} card", "{number} cards", cards))  # fmt: skip
    return MetalsLaid(command.seat, command.metals)


def advance_payment(state: State, _chance: Chance) -> MetalsLaid | None:
    """If it is public that there is no choice, lay the cards automatically (R43)."""
    seat = state.hat
    if state.to_lay == state.players[seat].cards:
        return MetalsLaid(seat, accepted_cards(state, seat))
    accepted = effects.accepted_metals(state, seat)
    if len(accepted) > 1:
        return None
    gold, silver, copper, iron = (state.to_lay * count for count in one_of(accepted[0]))
    return MetalsLaid(seat, (gold, silver, copper, iron))


def gem_options(state: State, seat: int) -> list[TakeGem]:
    """The kinds of gems of the region (DA-X6)."""
    return [TakeGem(seat, gem) for gem in dict.fromkeys(gems_in(state, state.company))]


def take_gem(state: State, command: TakeGem) -> GemTaken:
    """The event for taking a gem, or why it is not allowed."""
    if command.gem not in gems_in(state, state.company):
        raise Illegal("take a gem from the company's region after you win the exchange", "DA-X6")
    return GemTaken(command.seat, state.company, command.gem)


def advance_gem(state: State, _chance: Chance) -> AmuletCompleted | GemTaken | OfferDiscarded | TakeBackInvited | None:
    """Take a gem automatically if only one kind is possible, and end the game if it is won; after all gems, cards may
    be returned (DA-X6).
    """
    seat = state.hat
    won = completed(state, seat)
    if won is not None:
        return won
    gems = set(gems_in(state, state.company))
    if state.gems_due and gems:
        return GemTaken(seat, state.company, gems.pop()) if len(gems) == 1 else None
    due = [(one, effects.take_back(state, one, best_bid(state))) for one in in_order(state)]
    invited = [(one, cards) for one, cards in due if cards]
    if not invited:
        return OfferDiscarded(state.laid)
    return TakeBackInvited(tuple(one for one, _ in invited), tuple(cards for _, cards in invited))


def take_back_options(state: State, seat: int) -> list[TakeBack]:
    """Every mix of the due number of cards on the table, and none (DA-X7)."""
    return [TakeBack(seat, *metals) for metals in _combinations(state.laid, 0, state.take_backs[0])]


def take_back(state: State, command: TakeBack) -> MetalsTakenBack:
    """The event for taking cards of the offer, or why it is not allowed."""
    if sum(command.metals) > state.take_backs[0] or not _are_within(command.metals, state.laid):
        raise Illegal("take at most {cards} from the table", "DA-X7",
                      cards=say_number("{number} card", "{number} cards", state.take_backs[0]))  # fmt: skip
    return MetalsTakenBack(command.seat, command.metals)


def advance_take_back(state: State, _chance: Chance) -> OfferDiscarded | MetalsTakenBack | None:
    """Take equal cards, or all cards, automatically; the rest goes to the piles (DA-X8, R49)."""
    if not state.queue or state.laid == NOTHING:
        return OfferDiscarded(state.laid)
    kinds = sum(count > 0 for count in state.laid)
    if kinds > 1 and state.take_backs[0] < sum(state.laid):
        return None
    gold, silver, copper, iron = (min(count, state.take_backs[0]) for count in state.laid)
    return MetalsTakenBack(state.queue[0], (gold, silver, copper, iron))


def _opened(state: State, event: ExchangeOpened) -> State:
    return replace(state, phase="exchange", queue=event.order, bids=(None,) * len(state.players), bidder=None)


def _offered(state: State, event: MetalsOffered) -> State:
    # A player who has offered is asked again after all others.
    queue = (*state.queue[1:], event.seat)
    return replace(state, bids=answered(state, event.seat, event.cards), bidder=event.seat, queue=queue)


def _won(state: State, event: ExchangeWon) -> State:
    return replace(state, phase="payment", hat=event.seat, queue=(), to_lay=event.cards, gems_due=event.gems)


def _nobody(state: State, event: NobodyOffered) -> State:
    return replace(state, phase="movement", bids=(), bidder=None)


def _laid(state: State, event: MetalsLaid) -> State:
    cards = sum(event.metals)
    state = to_hand(state, event.seat, event.metals, -cards)
    to_lay = state.to_lay - cards
    laid = plus(state.laid, event.metals)
    return replace(state, laid=laid, to_lay=to_lay, phase="payment" if to_lay else "gem")


def _taken(state: State, event: GemTaken) -> State:
    state = without_gem(state, event.region, event.gem)
    state = change_player(state, event.seat, gems=(*state.players[event.seat].gems, event.gem))
    return replace(state, gems_due=state.gems_due - 1)


def _invited(state: State, event: TakeBackInvited) -> State:
    return replace(state, phase="take_back", queue=event.order, take_backs=event.cards)


def _taken_back(state: State, event: MetalsTakenBack) -> State:
    cards = sum(event.metals)
    state = to_hand(state, event.seat, event.metals, cards) if cards else state
    laid = plus(state.laid, event.metals, -1)
    return replace(state, laid=laid, queue=state.queue[1:], take_backs=state.take_backs[1:])


def _discarded(state: State, event: OfferDiscarded) -> State:
    filled = {metal for metal, count in zip(METALS, event.metals, strict=True) if count}
    return replace(
        state,
        stock=plus(state.stock, event.metals),
        empty=tuple(metal for metal in state.empty if metal not in filled),
        laid=NOTHING,
        bids=(),
        bidder=None,
        phase="movement",
        queue=(),
        gems_due=0,
        take_backs=(),
    )


PHASE_RULES = PhaseRules(
    phases={
        "exchange": Phase(
            "DA-X1",
            asked=next_in_turn,
            options=offer_options,
            commands=(
                decides(
                    OfferMetals, offer_metals, refusal=gettext_noop("there is no exchange to make an offer in now")
                ),
                PASSING,
            ),
            advance=advance_exchange,
        ),
        "payment": Phase(
            "DA-X5",
            asked=with_the_hat,
            options=lay_options,
            commands=(decides(LayMetals, lay_metals, refusal=gettext_noop("there is no offer to lay down now")),),
            advance=advance_payment,
        ),
        "gem": Phase(
            "DA-X6",
            asked=with_the_hat,
            options=gem_options,
            commands=(decides(TakeGem, take_gem),),
            advance=advance_gem,
        ),
        "take_back": Phase(
            "DA-X7",
            asked=next_in_turn,
            options=take_back_options,
            commands=(decides(TakeBack, take_back, refusal=gettext_noop("there is no offer to take cards from")),),
            advance=advance_take_back,
        ),
    },
    events=(_opened, _offered, _won, _nobody, _laid, _taken, _invited, _taken_back, _discarded),
)
