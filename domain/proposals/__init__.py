"""Proposals: events and rules for take-backs and ends by agreement."""
