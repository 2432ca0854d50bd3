"""Audit of records: bundles, their verification, replaying the rules, signatures, and the public log.

`bundle` is the portable form of a record, `verification` the report on one, `dossier` describes one action. `signing`
has the server's keys and receipts, and the reader's trust in keys; `transparency` serves the transparency log. The
checks that need no rules are in `verify`. `game_import` brings a verified bundle into a store, `game_repair` restores
missing parts.
"""
