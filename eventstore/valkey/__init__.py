"""Valkey: connections to the database, which is embedded, external, or a cluster."""
