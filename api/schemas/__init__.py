"""The schemas of requests and responses, by resource."""
