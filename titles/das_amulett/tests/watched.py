"""Watched whole games: at every step each viewer's own redacted state is compared with the full one."""

from ai.self_play import Match
from domain import game as shared
from domain.projector import projector_for
from domain.redaction import Hidden, redact_record
from titles import das_amulett as title

PROJECTOR = projector_for("das-amulett")


class Watched:
    """A whole game of random answers, and its public fold."""

    def __init__(self, players, seed, **options):
        self.seen = dict.fromkeys(("public", *range(players)))
        self.events, self.kept, self.asked, self.phases = [], [], 0, set()
        match = Match(PROJECTOR, ["random"] * players, seed, options, self.watch)
        self.final = match.finish().final

    def of(self, kind):
        """The events of this kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def watch(self, records, game):
        """The laws that hold after every action."""
        self.events += [record.data for record in records]
        for viewer, seen in self.seen.items():
            self.seen[viewer] = PROJECTOR.fold([redact_record(one, viewer) for one in records], seen)
        if game.table is None:
            return
        self.kept.append(title.conserved(game.table))
        self.phases.add(game.table.phase)
        asked = shared.to_act(title, game)
        for viewer, seen in self.seen.items():
            assert asked == shared.to_act(title, seen)
            assert title.standing(game.table) == title.standing(seen.table)
            assert game.table.stock == seen.table.stock or not game.table.counted
            if viewer != "public":
                full = shared.legal(title, game, viewer)
                assert full == shared.legal(title, seen, viewer)
                assert bool(full) == (viewer in asked)
                self.asked += len(full) > 1
            for seat, player in enumerate(seen.table.players):
                self.compare(game.table.players[seat], player, seat == viewer)

    @staticmethod
    def compare(full, seen, own):
        """A player in another viewer's fold: everything but the metals of the hand and the choices of the set-up."""
        if own:
            assert full == seen
            return
        assert (full.cards, full.reserve, full.gems, full.spells) == (seen.cards, seen.reserve, seen.gems, seen.spells)
        assert isinstance(seen.metals, Hidden)
        assert (full.has_kept, full.has_fuelled) == (seen.has_kept, seen.has_fuelled)
        assert all(value in ((), None) or isinstance(value, Hidden) for value in (seen.dealt, seen.kept, seen.fuel))
