"""Audit of records: bundles, their verification, the rules played again, signatures, the public log.

`bundle` is the portable form of a record, `verification` the report on one (`chaining`, `forms`, `lifecycle`, `luck`,
`signatures`, `logged` and `adjudication` are its checks), `dossier` all about one action. `receipts` are the server's
signed word, `keyring` and `succession` its keys, `trust` whether to believe them, `testimony` receipts held against a
record. `notary` signs notes, `public_log` serves the transparency log, `witnessing` cosigns another server's.
`importing` brings a verified bundle into a store, `repairing` what is missing there.
"""
