"""Valkey: connections to the record's server, which is embedded, external, or a cluster."""
