"""Disputes: the facts of a doubted position, and the rules by which one is opened, answered and decided."""
