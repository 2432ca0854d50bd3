"""Event store: every game's records as a Redis stream, appended by one atomic script, and the embedded server.

`entries` fixes the bytes that are stored and hashed, `names` the Redis names and the partitions; `embedded` runs the
server that is used when no other is given, `connection` reaches it; `append` and `streams` write and read. `keeping`
writes checkpoints outside of the server, and with them the transparency log (`transparency`, `merkle`, `tiles`).
"""
