"""Event store: each game's record as a Redis stream, appended by one atomic script, and the embedded server.

`entries` defines the bytes that are stored and hashed, `names` the Redis names and the partitions. `embedded` runs the
default server, `connection` connects to it, `append` and `streams` write and read. `keeping` writes checkpoints outside
the server, and the transparency log with them (`transparency`, `merkle`, `tiles`).
"""
