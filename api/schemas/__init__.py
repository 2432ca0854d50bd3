"""Schemas of requests and responses, by resource."""
