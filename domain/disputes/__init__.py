"""Disputes: the events about a disputed position, and the rules for opening, answering and deciding a dispute."""
