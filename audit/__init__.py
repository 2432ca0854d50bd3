"""Audit of records: bundles, their verification, the rules played again, signatures, the public log.

`bundle` is the portable form of a record, `dossier` all about one action. `verification` has the checks of a record and
their report; `signing` the server's keys, receipts and notes; `transparency` the log as others read and cosign it.
`game_import` brings a verified bundle into a store, `game_repair` what is missing there.
"""
