"""Event store: each game's record as a Redis stream, appended by one atomic script, and the embedded server.

`entries` defines the bytes that are stored and hashed, `keys` the Redis names and the partitions. `valkey` runs the
embedded server and connects to it or another one, `append` and `store` write and read. `checkpoints` writes checkpoints
and the transparency log outside the server, `backup` has backups and the archive.
"""
