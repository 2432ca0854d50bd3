"""Players of a signed game who keep the receipts and texts that a browser keeps, and have both verifiers."""

import io
import itertools
import json
from contextlib import redirect_stdout

from click.testing import CliRunner

from api.commands.verify import verify_command
from domain.game import CommandSigned, StatementSigned
from eventstore.canonical_json import canonical
from tests.audit.conformance.sources import SERVER, receipt
from tests.audit.games import SEATED, bundled, sealed_again
from verify import main as program


class Holder:
    """A player who keeps receipts and signed texts, and has both verifiers."""

    def __init__(self, directory):
        self.directory = directory
        self.kept = []

    def signed(self, table, seat):
        """Keep every text that this seat signed at the table."""
        for one in itertools.chain.from_iterable(table.actions):
            event = one.event
            if isinstance(event, CommandSigned) and event.seat == seat:
                self.keeps(event, table.signer(seat))

    def keeps(self, event, signer):
        """Keep this signed text."""
        self.kept.append({"text": event.text, "signature": event.signature, "public_key": signer.public_key})

    def verifies(self, raw):
        """The exit status, which both verifiers share, and the output of each."""
        kept = self.directory / "kept.ndjson"
        kept.write_text("".join(json.dumps(one) + "\n" for one in self.kept))
        options = ["--receipts", str(kept)] if self.kept else []
        return both_verifiers(self.directory, raw, "--key", SERVER.public_key, *options)


def both_verifiers(directory, raw, *options):
    """The exit status of both verifiers on this file with these options, which must be equal, and the output of
    each.
    """
    file = directory / "game.ndjson"
    file.write_bytes(raw)
    told = CliRunner().invoke(verify_command, [str(file), "--trust", str(directory / "keys.json"), *options])
    with redirect_stdout(io.StringIO()) as said:
        status = program.main([str(file), *options])
    assert status == told.exit_code, (told.output, said.getvalue())
    return status, told.output, said.getvalue()


def raw_of(table, actions=None, viewer="public"):
    """The bundle of these actions, or of the table's, with the server's receipt for its end."""
    actions = table.actions if actions is None else actions
    times = table.times if len(actions) == len(table.actions) else ()
    entries = sealed_again(table.projector, actions, table.game_key, SEATED, times)
    raw = bundled(table.projector, table.played(), entries, viewer)
    proofs = {"proofs": [receipt(entries[-1])], "sha256": json.loads(raw.splitlines()[-1])["sha256"]}
    return raw.rpartition(b'{"proofs"')[0] + canonical(proofs) + b"\n"


def is_statement_of(happening, command):
    """Whether this is the signature of such a command."""
    is_statement = isinstance(happening.event, StatementSigned)
    return is_statement and json.loads(happening.event.text)["command"]["type"] == command.__name__
