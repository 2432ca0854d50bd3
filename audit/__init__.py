"""The record judged: bundles, their verification, playing a recorded game again, receipts.

`bundle` is the portable form of a record, `verification` the report on one (`forms`, `lifecycle` and `adjudication` are
its checks), `receipts` and `signing` the server's signed word; `importing` brings a verified bundle into a store.
"""
