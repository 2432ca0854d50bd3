"""Proposals: take-backs and ends by agreement, their facts and their rules."""
