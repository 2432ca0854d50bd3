"""Shipped forms: the package and the container."""
