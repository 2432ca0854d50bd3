"""Audit of records: bundles, their verification, replaying the rules, signatures, and the public log.

`bundle` is the portable form of a record, `verification` the report on one (`chaining`, `forms`, `lifecycle`, `luck`,
`signatures`, `logged` and `adjudication` are its checks), `dossier` describes one action. `receipts` are signed by the
server, `keyring` and `succession` are its keys, `trust` decides whether to accept them, `testimony` compares receipts
with a record. `notary` signs notes, `public_log` serves the transparency log, `witnessing` cosigns another server's.
`importing` brings a verified bundle into a store, `repairing` restores missing parts.
"""
