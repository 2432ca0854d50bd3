"""The record judged: bundles, their verification, playing a recorded game again, receipts.

`bundle` is the portable form of a record, `verification` the report on one (`forms`, `lifecycle` and `adjudication` are
its checks), `receipts` the server's signed word, `keyring` and `succession` its keys, `trust` whether to believe them,
`witnesses` receipts held against a record; `importing` brings a verified bundle into a store.
"""
