"""Amun-Re: The Card Game: every rule and every ruling, and the rulebooks' worked examples."""
