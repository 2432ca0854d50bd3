"""A thousand mutations of every title's bundles: each is found and named at its place."""

from collections import Counter

import pytest

from audit.verification.verify import print_report, verify
from domain.projector import projector_for
from tests.audit.games import SMALL, rewritten
from tests.audit.mutations import mutations, signed_bundle, without_receipts
from tests.in_short import titles_in_short
from verify.bundle import read_bundle


def check(title, number, seed, with_disputes=False):
    """Each mutation is found at its place, or changes nothing in the record."""
    found = Counter()
    for mutation in mutations(title, number, seed, with_disputes):
        report = verify(mutation.raw)
        told = (mutation.way, mutation.places, print_report(report))
        if report.ok:
            assert mutation.is_no_change(), told
            found["no change"] += 1
            continue
        assert report.first_bad in mutation.places, told
        found[report.checks[-1].name] += 1
    return found


some_titles = pytest.mark.parametrize("title", titles_in_short(*SMALL))
A_THOUSAND = pytest.param(1000, 1, marks=pytest.mark.soak)


@some_titles
@pytest.mark.parametrize("with_disputes", [False, True], ids=["played", "disputed"])
@pytest.mark.parametrize(("number", "seed"), [(20, 0), A_THOUSAND])
def test_mutations_are_found(title, with_disputes, number, seed):
    """One mutation in each way is found, or a thousand in the long form, also in records with disputes of every
    kind.
    """
    assert check(title, number, seed, with_disputes).total() == number


@some_titles
def test_another_number_of_players(title):
    """Without receipts, neither the change nor the seated players can be verified, so the first contradiction is
    named.
    """
    raw = without_receipts(signed_bundle(title, "all", True))
    taken = [line.position for line in read_bundle(raw).lines if '"type":"SeatTaken"' in line.public]
    last = taken[-1]

    def with_more(more):
        return rewritten(raw, 0, lambda plain: plain["data"].update(players=plain["data"]["players"] + more))

    meta = projector_for(title).rulebook.meta
    for more, named in ((-1, str(last)), (1, f"{last.action}-2")):  # behind the seat and its signature
        changed = with_more(more)
        report = verify(changed)
        is_allowed = meta.least_players <= len(taken) + more <= meta.most_players
        at = (named, "course") if is_allowed else ("1-0", "records")
        assert (report.first_bad, report.checks[-1].name) == at
