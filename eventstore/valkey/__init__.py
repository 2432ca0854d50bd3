"""Valkey: the connection to the record's server, embedded, another one, or a cluster."""
