"""Event store: every game's records as a Redis stream, appended by one atomic script, and the embedded server.

`entries` fixes the bytes that are stored and hashed, `keys` the Redis keys and partitions; `append` and `store` read
and write. `valkey` has the embedded server, which is used when no other is given, and the connection to any; `backup`
the copies of the record; `checkpoints` the signed notes outside of the server, and with them the transparency log.
"""
